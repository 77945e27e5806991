"""7.3 to 7.7 The Shock Phase: each step done for every Shock before the next (7.4)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import Text
from engine.systems.gboh import special
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.shock.plan import Attack
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import (
    advance,
    before,
    casualties,
    designation,
    follow,
    pursuit,
    resolve,
    spent,
    types,
)
from engine.systems.simple_gboh.shock.combat import Combat

ARTILLERY = "7.37"


async def shock_phase(g: Battle) -> None:
    """3.2 C Every Shock of the Player Turn under way."""
    for rule in special.having(g, "before_shock"):
        await rule.before_shock(g)
    await overrun(g)
    for rule in special.having(g, "shock"):
        await rule.shock(g)
    plan = await designation.designate(g)
    if plan.attacks:
        await fight(g, plan.attacks)
    for rule in special.having(g, "shock_over"):
        rule.shock_over(g)


async def overrun(g: Battle) -> None:
    """7.37 Inactive artillery alone in its hex and in the ZOC of an active unit is eliminated, without a Shock."""
    for u in list(g.units(g.state.enemy(g.orders.side))):
        alone = u.troop.is_engine and u.on_map and len(g.standing_at(u.at)) == 1
        holders = g.enemy_zoc(u.at, u.side) if alone else ()
        if holders:
            await effects.eliminate(g, u, str(Text("{unit} is upon it", unit=holders[0].id)), ARTILLERY)


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
    await casualties.check(g, [c for c in combats if not c.over])
    for c in combats:
        c.settle()
        if not c.over:
            await _resolve(g, c)
    g.assailing, g.assailed = set(), frozenset()
    g.tormentors.clear()


async def _resolve(g: Battle, c: Combat) -> None:
    """7.5 One Shock to its end: Types, roll, results, pursuit or advance (7.54), what it takes from who fought."""
    r = await types.choose(g, c)
    row = await resolve.roll(g, c, r)
    await resolve.apply(g, c, row)
    rider = pursuit.follows(g, c)
    if rider is None or await pursuit.keeps_order(g, rider):
        await advance.advance(g, c)
    await spent.after(g, c)
