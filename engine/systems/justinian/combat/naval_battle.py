"""8.31, 8.32 Naval combat: two fleets, a die each, losses; who is beaten retreats."""

from __future__ import annotations

from typing import Literal

from engine.kernel.board import Place
from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat.squadron import Squadron
from engine.systems.justinian.events import NavalBattleFought

Result = Literal["attacker", "defender", "draw"]
"""Who won."""


def halved(die: int, least: int) -> int:
    """8.32 Half the die rounded up, at least 1.

    >>> [halved(die, 1) for die in (0, 1, 5, 9)]
    [1, 1, 3, 5]
    """
    return max(least, (die + 1) // 2)


def modifiers(g: Campaign, mine: Squadron, theirs: Squadron) -> tuple[Modifier, ...]:
    """8.32 Relative strength and seamanship."""
    found: list[Modifier] = []
    more = mine.sp - theirs.sp
    if more > 0:
        found.append(Modifier(value=more, reason=Text("{a} Fleet SP against {b}", a=mine.sp, b=theirs.sp), rule="8.32"))
    skill = g.charts.naval(mine.power)
    if skill:
        found.append(Modifier(value=skill, reason=Text("seamanship"), rule="8.32"))
    return tuple(found)


async def fight(g: Campaign, attacker: Squadron, defender: Squadron, place: Place) -> Result:
    """8.32 Naval battle: both roll, the higher total wins; losses are taken, retreats are left to the caller (8.33)."""
    sp = attacker.sp, defender.sp
    mine = await _roll(g, attacker, defender)
    theirs = await _roll(g, defender, attacker)
    if mine == theirs:
        result: Result = "draw"
        lost = min(1, sp[0]), min(1, sp[1])
    else:
        result = "attacker" if mine > theirs else "defender"
        winner, loser = (attacker, defender) if result == "attacker" else (defender, attacker)
        cost = await _price(g, winner)
        dear = min(cost + 1, loser.sp)
        lost = (cost, dear) if result == "attacker" else (dear, cost)
    powers = attacker.power, defender.power
    g.emit(NavalBattleFought(place=place, powers=powers, sp=sp, lost=lost, rule="8.32"))
    await attacker.lose(lost[0], "8.32")
    await defender.lose(lost[1], "8.32")
    return result


async def _roll(g: Campaign, mine: Squadron, theirs: Squadron) -> int:
    found = modifiers(g, mine, theirs)
    more = sum(m.value for m in found)
    least = g.charts.naval("least_roll")
    # The die is halved before anything is added: the total of the roll itself would say something else.
    roll = await g.roll(
        RollRequest(
            purpose="naval-battle",
            side=mine.side,
            text=Text(
                "Naval battle: {mine}, {n} Fleet SP, against {theirs}, {m}",
                mine=mine.name,
                n=mine.sp,
                theirs=theirs.name,
                m=theirs.sp,
            ),
            rule="8.32",
            table="naval_battle",
            outcome=lambda die: Text(
                "{half} {more:+d}: {total}", half=halved(die, least), more=more, total=halved(die, least) + more
            ),
        )
    )
    return halved(roll.natural, least) + more


async def _price(g: Campaign, winner: Squadron) -> int:
    """8.32 What the winner loses: a Fleet SP with a high die, unless it is its only one."""
    if winner.sp <= 1:
        return 0
    from_ = g.charts.naval("winner_loses_from")
    roll = await g.roll(
        RollRequest(
            purpose="naval-loss",
            side=winner.side,
            text=Text("Loss of {name}, which wins", name=winner.name),
            rule="8.32",
            table="naval_battle",
            outcome=lambda die: Text("1 Fleet SP") if die >= from_ else Text("none"),
        )
    )
    return int(roll.total >= from_)
