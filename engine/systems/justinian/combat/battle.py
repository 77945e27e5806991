"""8.1, 8.2 A land battle from the dice to what becomes of both sides."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.text import Text
from engine.systems.justinian import standing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat import drms, elimination, losses, retreat, status, treasure
from engine.systems.justinian.combat.engagement import Body, Engagement
from engine.systems.justinian.combat.party import Party
from engine.systems.justinian.events import BattleFought, BattleLost
from engine.systems.justinian.field import agreement, fallen, report
from engine.systems.justinian.scenario import BYZANTINE, Side


def verdict(mine: int, theirs: int, taken: int, dealt: int) -> int:
    """8.21 Who has won, for SP before the battle and SP lost: 1 I, -1 the other side, 0 nobody.

    >>> verdict(20, 20, 3, 5), verdict(20, 20, 4, 4), verdict(3, 20, 3, 5), verdict(2, 2, 2, 2)
    (1, 0, -1, 0)
    """
    if (mine > taken) != (theirs > dealt):
        return 1 if mine > taken else -1
    return (dealt > taken) - (taken > dealt) if mine > taken else 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a battle ended."""

    winner: Side | None
    """None after a draw, or where both sides were wiped out."""
    retired: Side | None
    """The side that was Defeated, or had to retreat after a draw."""


def engagement(g: Campaign, attackers: Party, defenders: Party, *, crossed: bool = False) -> Engagement:
    """What the modifiers of a battle are reckoned from, as the two sides stand now."""
    place = defenders.place
    held = g.control0(place) == defenders.side
    walls = g.fort(place) if g.charts.walls == "fort" else g.land.coastal(place)
    (body,) = attackers.bodies()
    return Engagement(
        attacker=body,
        defenders=tuple(defenders.bodies()),
        city=held and g.land.city(place),
        fort=held and walls,
        crossed=crossed and g.land.is_province(place),
    )


async def fight(
    g: Campaign, attackers: Party, defenders: Party, *, crossed: bool = False, rule: str = "8.15"
) -> Outcome:
    """8.15 Both sides roll, lose SP, and the one that lost more is Defeated (8.21); or it is fought on the field."""
    found = await agreement.fought(g, attackers, defenders)
    if found is not None:
        lost = report.losses(found.order, found.report)
        dealt, taken = lost[defenders.side], lost[attackers.side]
    else:
        e = engagement(g, attackers, defenders, crossed=crossed)
        counting = drms.counting(g.charts, e)
        dealt = await _roll(g, attackers, e.attacker, drms.attacking(g.charts, e, counting), defenders)
        taken = await _roll(g, defenders, counting, drms.defending(g.charts, e, counting), attackers)
        dealt, taken = min(dealt, defenders.sp), min(taken, attackers.sp)
    g.emit(
        BattleFought(
            place=defenders.place,
            attacker=attackers.side,
            armies=tuple(f.lead for f in attackers.forces),
            against=tuple(f.lead for f in defenders.forces),
            sp=(attackers.sp, defenders.sp),
            lost=(taken, dealt),
            names=(attackers.name, defenders.name),
            rule=rule,
        )
    )
    mine, theirs = attackers.sp, defenders.sp
    result = verdict(mine, theirs, taken, dealt)
    if found is not None and found.report.winner is None and (mine > taken) == (theirs > dealt):
        result = 0  # a draw on the field is one, whatever either side has lost
    await losses.suffer(g, attackers.side, attackers.groups, taken, "battle", "8.21")
    await losses.suffer(g, defenders.side, defenders.groups, dealt, "battle", "8.21")
    if defenders.levy:
        defenders = replace(defenders, levy=defenders.levy - dealt)  # no group on the map holds it
    parties = (attackers, defenders)
    fell = [p for p in parties if found is not None and p.side in found.report.fallen]
    for party in fell:
        fallen.magmil(g, party)
    outcome = await _aftermath(g, attackers, defenders, result, wiped_out=mine == taken)
    for party in fell:
        fallen.barbarian(g, party)
    standing.settle(g)
    return outcome


async def _aftermath(g: Campaign, attackers: Party, defenders: Party, result: int, *, wiped_out: bool) -> Outcome:
    """8.21 What follows from who has won: 1 the attacker, -1 the defender, 0 nobody."""
    if result == 0 and wiped_out:
        elimination.after_battle(g, attackers, defeated=False)
        elimination.after_battle(g, defenders, defeated=False)
        return Outcome(None, None)
    if result == 0:
        return await _draw(g, attackers, defenders)
    victor, beaten = (attackers, defenders) if result > 0 else (defenders, attackers)
    await _defeat(g, beaten)
    await _victory(g, victor, beaten)
    return Outcome(victor.side, beaten.side)


async def _roll(g: Campaign, party: Party, body: Body, modifiers: list[Modifier], against: Party) -> int:
    sp = party.sp
    roll = await g.roll(
        RollRequest(
            purpose="battle",
            side=party.side,
            text=Text("{army}, {sp} SP, against {enemy}", army=party.name, sp=sp, enemy=against.name),
            rule="8.15",
            table="land_battle_results",
            modifiers=tuple(modifiers),
            unit=party.leading.lead if party.leading is not None and body.kind == "army" else None,
            outcome=lambda total: Text(
                "{n} SP lost by {enemy}", n=min(g.charts.battle_loss(sp, total), against.sp), enemy=against.name
            ),
        )
    )
    return g.charts.battle_loss(sp, roll.total)


async def _draw(g: Campaign, attackers: Party, defenders: Party) -> Outcome:
    """8.21 Draw: every army checks for disorder, then the side with fewer SP retreats, without a marker."""
    for party in (attackers, defenders):
        for f in party.forces:
            if f.sp:
                await status.check_order(g, f)
    mine, theirs = attackers.sp, defenders.sp
    fewer = None if mine == theirs else attackers if mine < theirs else defenders
    if fewer is not None:
        await retreat.after_battle(g, fewer)
    for party in (attackers, defenders):
        elimination.after_battle(g, party, defeated=False)
    return Outcome(None, fewer.side if fewer is not None else None)


async def _defeat(g: Campaign, beaten: Party) -> None:
    """8.21 Defeated: engaged Frontier SP are eliminated, armies marked; armies and Detached SP retreat."""
    leading = beaten.leading
    commander = leading.army.leader if leading is not None else None
    if commander is not None and leading is not None and leading.power == BYZANTINE:
        g.emit(BattleLost(leader=commander, rule="4.14"))
    for group in beaten.groups:
        if group.kind == "frontier":
            await losses.suffer(g, beaten.side, (group,), g.state.sp_of(group), "battle", "4.32")
    for f in beaten.forces:
        if f.sp:
            status.mark(g, f, "8.22", defeated=True)
    # What is left of combined armies goes together, even where the one that leads has no SP any more.
    await retreat.after_battle(g, beaten)
    elimination.after_battle(g, beaten, defeated=True)


async def _victory(g: Campaign, victor: Party, beaten: Party) -> None:
    """8.21 Victory: armies lose their markers, then check for disorder (8.25), then unpaid ones plunder (8.27)."""
    for f in victor.forces:
        if not f.sp:
            continue
        status.mark(g, f, "8.25", defeated=False, disorganized=False)
        await status.check_order(g, f)
        await status.pillage(g, f)
    elimination.after_battle(g, victor, defeated=False)
    await treasure.won(g, victor, beaten)
