"""8.4 Personal Combat: leaders who meet in a combat, or alone in the field, fight each other."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel.decisions import PolicyKind
from engine.kernel.dice import Modifier, Roll, RollRequest
from engine.kernel.text import Text
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.hooks import Chapter
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import LeaderChanged, Told
from engine.systems.gboh.orders import which
from engine.systems.gboh.shock import casualties
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.state import Leader, Unit
from engine.systems.gboh.strategies import Hurt

POLICY = PolicyKind("personal-combat", Text("Of several leaders the one with the highest Personal Combat fights"))


class PersonalCombat(Chapter):
    """8.4 Personal Combat."""

    case = "8.4"
    about = "leaders who fight each other"

    async def duels(self, g: Battle, combats: Sequence[Combat]) -> Collection[int]:
        """8.34 Before anybody rolls for casualties; who has fought so isn't rolled for, nor are others with him."""
        fought: set[int] = set()
        for i, combat in enumerate(combats):
            ours, theirs = (_fighters(g, units) for units in (combat.attacking, combat.defending))
            if ours and theirs:
                fought.add(i)
                for loser in await fight(g, await _named(g, ours), await _named(g, theirs)):
                    casualties.note(g, combat, loser)
        return fought

    async def leader_arrives(self, g: Battle, leader: Leader) -> None:
        """4.63 A lone leader comes next to an enemy's lone leader."""
        if not leader.on_map or leader.personal_combat is None or g.friend_in(leader.at, leader.side) is not None:
            return
        beside = (leader.at, *g.map.neighbours(leader.at))
        alone = [
            x
            for h in beside
            for x in g.leaders_at(h, g.state.enemy(leader.side))
            if x.personal_combat is not None and g.friend_in(h, x.side) is None
        ]
        if alone:
            await fight(g, leader, await _named(g, alone, leader.side))


def result(difference: int) -> Hurt:
    """8.42, table:leader_casualty What the one with the lower total suffers.

    >>> [result(n).ratings for n in (2, 3, 4, 5)], result(6).killed
    ([0, 1, 1, 2], True)
    """
    if difference <= 2:
        return Hurt()
    return Hurt(killed=True) if difference >= 6 else Hurt(ratings=1 if difference <= 4 else 2)


def _fighters(g: Battle, units: Sequence[Unit]) -> list[Leader]:
    """8.43 Leaders with the units who fight at all, each once."""
    found = {x.id: x for u in units for x in g.leaders_with(u) if x.personal_combat is not None}
    return list(found.values())


async def _named(g: Battle, able: Sequence[Leader], side: str | None = None) -> Leader:
    """8.4 Of several leaders their owner names the one who fights; 4.63 whoever moved theirs, the one that is met."""
    if len(able) == 1:
        return able[0]
    best = max(able, key=lambda x: x.personal_combat or 0)
    worst = min(able, key=lambda x: x.personal_combat or 0)

    def label(x: Leader) -> Text:
        return Text("{leader}, Personal Combat {n}", leader=x.name, n=x.personal_combat)

    return await which.piece(
        g,
        able,
        POLICY,
        "8.4",
        Text("Leaders meet. Which of these fights?"),
        best=best,
        side=side or able[0].side,
        label=label,
        traits=lambda x: {"lean": 1.0 + (x.personal_combat or 0)},
        other=worst,
    )


async def fight(g: Battle, one: Leader, other: Leader) -> Sequence[Leader]:
    """8.41, 8.42 Both roll and add their Personal Combat; returns who was hurt: nobody, or the one with less."""
    for x in (one, other):
        if g.state.orders is not None and g.orders.leader == x.id and g.orders.kind != "elite" and not x.no_momentum:
            g.emit(LeaderChanged(leader=x.id, no_momentum=True, rule="5.31"))
    a, b = await _blow(g, one, other), await _blow(g, other, one)
    text = Text(
        "{one} and {other} fight hand to hand: {a} to {b}.", one=one.name, other=other.name, a=a.total, b=b.total
    )
    g.emit(Told(story=text, rule="8.42"))
    if a.total == b.total:
        return ()
    loser, hurt = one if a.total < b.total else other, result(abs(a.total - b.total))
    if hurt.ratings and loser.wounded:  # 8.45
        hurt = Hurt(killed=True)
    leaders.suffer(g, loser, hurt, "8.42")
    return (loser,)


async def _blow(g: Battle, leader: Leader, foe: Leader) -> Roll:
    return await g.roll(
        RollRequest(
            purpose="personal-combat",
            side=leader.side,
            text=Text("{leader} fights {foe}", leader=leader.name, foe=foe.name),
            rule="8.41",
            table="leader_casualty",
            modifiers=(Modifier(value=leader.personal_combat or 0, reason=Text("Personal Combat"), rule="8.41"),),
            unit=leader.id,
        )
    )
