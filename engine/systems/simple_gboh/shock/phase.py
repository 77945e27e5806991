"""7.3 to 7.7 The Shock Phase: each step done for every Shock before the next (7.4)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import PolicyKind
from engine.kernel.dice import RollRequest
from engine.kernel.hexes import show
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.orders import which
from engine.systems.gboh.shock import segment
from engine.systems.gboh.shock.plan import Attack
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import advance, before, designation, follow, odds, pursuit, resolve, retreat
from engine.systems.simple_gboh.shock.combat import Combat
from engine.systems.simple_gboh.state import Leader, Unit

POLICIES: tuple[PolicyKind, ...] = (
    before.POLICY,
    follow.POLICY,
    retreat.POLICY,
    resolve.EXTRA,
    resolve.KEPT,
    advance.WHERE,
)
"""Standing orders for it beside the family's (who leads a Shock, who advances, turning after it)."""
ARTILLERY, LEADERS, CHARIOTS, COLUMN = "7.37", "7.46", "10.53", "11.25"
LOST = frozenset({0, 1})
"""7.46 Second rolls that are a leader's end."""


async def shock_phase(g: Battle) -> None:
    """3.2 C Every Shock of the Player Turn under way."""
    await segment.run(g, designation.designate, fight, overrun)


async def overrun(g: Battle) -> None:
    """7.37 Inactive artillery alone in its hex and in the ZOC of an active unit is eliminated, without a Shock."""
    for u in list(g.units(g.state.enemy(g.orders.side))):
        alone = u.troop.is_engine and u.on_map and len(g.standing_at(u.at)) == 1
        holders = g.enemy_zoc(u.at, u.side) if alone else ()
        if holders:
            await effects.eliminate(g, u, Text("{unit} is upon it", unit=holders[0].id), ARTILLERY)


async def fight(g: Battle, attacks: Sequence[Attack]) -> None:
    """7.4 The Shocks already designated, in their order: Retreats Before Shock, leaders, then each to its end."""
    combats = [Combat.of(g, a) for a in attacks]
    g.assailing = {u.id for c in combats for u in c.ours}
    g.assailed = frozenset(u.id for c in combats for u in c.theirs)
    for c in combats:
        for u in (*c.ours, *c.theirs):
            g.emit(OrdersNoted(field="shocked", value=u.id))
    for c in combats:
        await before.offer(g, c)
        await follow.offer(g, c)
        c.settle()
    fought = [c for c in combats if not c.over]
    # 7.4, 4.21 Who has retreated before a Shock, or attacks nobody for it, is engaged in none.
    g.assailing = {u.id for c in fought for u in c.ours}
    g.assailed = frozenset(u.id for c in fought for u in c.theirs)
    await leaders_at_risk(g, fought)
    for c in combats:
        c.settle()
        if not c.over:
            await _resolve(g, c)
    g.assailing, g.assailed = set(), frozenset()
    g.tormentors.clear()


async def _resolve(g: Battle, c: Combat) -> None:
    """7.5 One Shock to its end: Types, roll, results, pursuit or advance (7.54), what it takes from who fought."""
    r = await resolve.choose(g, c)
    row = await resolve.roll(g, c, r)
    await resolve.apply(g, c, row)
    rider = pursuit.follows(g, c)
    if rider is None or await pursuit.keeps_order(g, rider):
        await advance.advance(g, c)
    await _spent(g, c)


# -- what it costs who fights -----------------------------------------------------------------------------------------


async def leaders_at_risk(g: Battle, combats: Sequence[Combat]) -> None:
    """7.46 A roll for every leader stacked with who still fights: on a 0 another, of which 0 or 1 is his end."""
    for c in combats:
        for leader in odds.leaders(g, (*c.ours, *c.theirs)):
            if leader.on_map and await _hit(g, leader, first=True) and await _hit(g, leader, first=False):
                leaders.lose(g, leader, Text("killed in the Shock"), LEADERS)


async def _hit(g: Battle, leader: Leader, *, first: bool) -> bool:
    harm = {0} if first else LOST
    bad = Text("hard pressed") if first else Text("killed")
    text = "{leader} is in the thick of it" if first else "{leader} is hard pressed"
    roll = await g.roll(
        RollRequest(
            purpose="leader-hit",
            side=leader.side,
            text=Text(text, leader=leader.name),
            rule=LEADERS,
            needs=Text("1 or more") if first else Text("2 or more"),
            unit=leader.id,
            outcome=lambda n: bad if n in harm else Text("unharmed"),
        )
    )
    return roll.natural in harm


async def _spent(g: Battle, c: Combat) -> None:
    """10.53, 11.25 What a Shock takes from who fought in it, once it is over: chariots, Columns."""
    await chariots(g, c)
    for p in c.defenders:
        unit = p.lead
        if unit is not None and unit.column and p.members[0].id not in c.gone:
            await into_line(g, unit)


async def chariots(g: Battle, c: Combat) -> None:
    """10.53 Chariots that attacked are lost, unless all they attacked has routed, or was skirmishers or chariots."""
    fought = [u for p in c.defenders if p.members[0].id not in c.gone for u in p.members]
    routed = all(not u.on_map for u in fought)
    slight = all(u.troop.target == "skirmisher" or u.troop.arm == "chariot" for u in fought)
    if routed or slight:
        return
    for p in c.attackers:
        for u in p.standing:
            if u.troop.arm == "chariot":
                await effects.eliminate(g, u, Text("its charge is spent"), CHARIOTS)


async def into_line(g: Battle, unit: Unit) -> None:
    """11.25, 11.23 A Column that was attacked forms line again; of one hex its owner says which way it faces."""
    ends = footprint.out_of_column(unit, unit.headed)
    end = ends[0]
    if len(ends) > 1:
        prompt = Text("{unit} leaves Column. Which way does it face?", unit=unit.id)
        towards = await which.facing(g, unit, [s.facing for s in ends], "column-facing", COLUMN, prompt)
        end = next(s for s in ends if s.facing is towards)
    told = Text("leaves Column at {hex}.", hex=show(unit.at))
    g.emit(g.formed(unit=unit.id, column=False, facing=end.facing, hex=end.hex, reason=told, rule=COLUMN))
