"""9.0 Shock: the whole segment, each step done for every combat before the next (9.1)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import OrdersNoted, SupplyChanged
from engine.systems.gboh.shock import advance, casualties, charge, choices, collapse, designation, resolve
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack, ShockPlan


async def shock_segment(g: Battle) -> None:
    """9.1 Shock procedure, from designation (9.11) to collapse (9.17), for the Orders Phase under way."""
    await run(g, designation.designate, fight)


async def run(
    g: Any,
    designate: Callable[[Any], Awaitable[ShockPlan]],
    fight: Callable[[Any, Sequence[Attack]], Awaitable[None]],
    first: Callable[[Any], Awaitable[None]] | None = None,
) -> None:
    """Chapters have their say, attacks are designated, then fought; ``first``: what comes before any of it (G 7.37)."""
    await special.run(g, Special.before_shock)
    if first is not None:
        await first(g)
    await special.run(g, Special.shock)
    plan = await designate(g)
    if plan.attacks:
        await fight(g, plan.attacks)
    g.stood_down = frozenset()
    special.call(g, Special.shock_over)


async def fight(g: Battle, attacks: Sequence[Attack]) -> None:
    """9.13 to 9.17 and 9.2 for attacks already assigned, with what follows at the end of the segment."""
    combats = [Combat.of(g, a) for a in attacks]
    g.assailing = {u.id for c in combats for u in c.attackers}
    g.assailed = frozenset(u.id for c in combats for u in c.defenders)
    g.outflanked, g.unheard, g.stood, g.gone_off = set(), set(), set(), set()
    g.flights = {u.id: [] for c in combats for u in c.defenders}
    for c in combats:
        for u in c.units:
            g.emit(OrdersNoted(field="shocked", value=u.id))
            special.call(g, Special.fights, u)
    await special.run(g, Special.before_charge, combats)
    combats = [c for c in combats if c.attackers and c.defenders]
    await charge.charge(g, combats)  # 9.13
    fought = [c for c in combats if c.goes_on]
    await casualties.check(g, fought)  # 9.14
    await choices.choose_units(g, fought)  # 9.15
    for c in fought:
        await resolve.resolve(g, c)  # 9.16
    await collapse.breakthroughs(g, fought)  # A 8.37
    await collapse.break_all(g, fought)  # 9.17(1)
    await collapse.last_stands(g, fought)  # 9.17(2)
    await special.run(g, Special.pursue, combats)  # A 8.39
    advanced = [u for c in fought for u in await advance.advance(g, c)]  # 9.17(3)
    await advance.turns(g, advanced)
    await special.run(g, Special.fought, combats)
    g.assailing, g.outflanked, g.unheard, g.stood, g.flights = set(), set(), set(), set(), {}
    g.assailed = frozenset()
    g.tormentors.clear()
    spend_javelins(g, fought if g.game.combat.javelins_spent_in_contact else combats)
    special.call(g, Special.shock_fought, combats)
    hurt = [u for c in combats for u in c.defenders if u.id in c.hurt]
    if hurt:
        special.call(g, Special.after_shock, hurt)


def spend_javelins(g: Battle, combats: Sequence[Combat]) -> None:
    """8.17 Who throws everything has done so in the press."""
    for c in combats:
        for u in c.units:
            thrown = u.weapon is not None and u.troop.arm in u.weapon.thrown_in_shock
            if thrown and u.supply != "no" and u.on_map:
                g.emit(SupplyChanged(unit=u.id, supply="no", rule=g.case(Case.AMMUNITION)))
