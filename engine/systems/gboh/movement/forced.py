"""A 6.92 Who must end a move in a friend's hex: he routs through it, and skirmishers slip on."""

from __future__ import annotations

from engine.kernel.hexes import Hex
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import Told, UnitMoved
from engine.systems.gboh.movement import driven, sharing, stacking
from engine.systems.gboh.orders import which
from engine.systems.gboh.state import Unit


async def stop(g: Battle, unit: Unit, how: str) -> None:
    """6.92 The unit can go no farther and stands with friends; ``how`` it has been moving."""
    rule = g.case(Case.FORCED_STACKING)
    own = footprint.hexes_of(unit)
    here = list({u.id: u for h in own for u in sharing.others(g, unit, h)}.values())
    verdict = g.game.stacking.stop(unit, here)
    free = _beyond(g, unit) if verdict.onward else []
    if free:
        to = await _where(g, unit, free)
        start = unit.at
        g.emit(UnitMoved(unit=unit.id, start=start, to=to, facing=unit.facing, how=how, rule=rule))
        names = ", ".join(u.id for u in here)
        for u, n in ((unit, verdict.mover.hits), *((u, verdict.stationary.hits) for u in here)):
            n = n if u is unit else stacking.suffered(g, u, n)
            await cohesion.hits(g, u, n, Text("{unit} slips through {names}", unit=unit.id, names=names), rule)
        return
    g.emit(
        Told(
            unit=unit.id,
            story=Text("{unit} must stop with {other}, and routs.", unit=unit.id, other=here[0].id),
            rule=rule,
        )
    )
    for u in here:
        text = Text("{unit} has stopped with {other}", unit=unit.id, other=u.id)
        n = await cohesion.tq_check(g, u, "forced-stacking", text, rule, minimum=1)
        await cohesion.hits(g, u, n, Text("{unit} stops with it", unit=unit.id), rule)
    if unit.on_map and not unit.routed:
        await g.breaks.rout(g, unit)


def _beyond(g: Battle, unit: Unit) -> list[Hex]:
    """Hexes ahead of it, or else any beside it, that it can slip into."""
    near = [h for h in g.map.neighbours(unit.at) if g.unit_at(h) is None]
    near = [h for h in near if g.charts.step_cost(g.map, unit, unit.at, h) is not None]
    ahead = [h for h in near if h in g.front(unit)]
    return ahead or near


async def _where(g: Battle, unit: Unit, hexes: list[Hex]) -> Hex:
    prompt = Text("{unit} slips on through its friends. Into which hex?", unit=unit.id)
    rule = g.case(Case.FORCED_STACKING)
    return await which.place(g, unit, hexes, "slip-through", rule, prompt, shown=(unit.at,), standing=driven.POLICY)
