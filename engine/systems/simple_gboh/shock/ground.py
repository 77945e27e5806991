"""7.44, 7.7 A unit enters a hex, or turns, after a Shock or before one: leaders with it, hits of the ground, fire."""

from __future__ import annotations

from engine.kernel.hexes import Facing
from engine.kernel.text import Text
from engine.systems.gboh import footprint, special
from engine.systems.gboh.cohesion.dread import dread
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import LeaderMoved, UnitMoved, UnitTurned, pair_moved
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.movement import pairs
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.state import Unit


async def enters(g: Battle, unit: Unit, m: Move, rule: str, hits: int) -> None:
    """7.74 One move of an advance: hits by the ground, then what stands near, Entry fire last."""
    start, company = unit.at, g.leaders_with(unit)
    if footprint.is_single(unit):
        to = m.to
        g.emit(UnitMoved(unit=unit.id, start=start, to=to.hex, facing=to.facing, how="advance", rule=rule))
    else:
        g.emit(pair_moved(unit, m, how="advance", rule=rule))
    special.entered(g, unit)
    for x in company:
        step = next((s for s in m.steps if s[0] == x.hex), None)
        if step is not None:
            g.emit(LeaderMoved(leader=x.id, start=step[0], to=step[1], how="advance", rule=rule))
    for u in effects.fighting(g, unit):
        await effects.hits(g, u, hits, str(Text("the ground")), "5.17")
    if unit.on_map:
        await dread(g, unit)
    if unit.on_map:
        await leaders.approached(g, unit, start)
    if unit.on_map:
        await reaction.entry_fire(g, unit)


def certain_hits(g: Battle, unit: Unit, m: Move) -> int:
    """7.74 Hits of a move that nothing buys off ("h" of the Terrain Effects Chart)."""
    costs = [(g.step_cost(unit, a, to), pairs.spared(g, unit, m, a, to)) for a, to in m.steps if to in m.entered]
    return max((c.hits - spared for c, spared in costs if c is not None), default=0)


def turns(g: Battle, unit: Unit, facing: Facing, rule: str) -> None:
    """7.44, 7.72 It turns in its hex."""
    g.emit(UnitTurned(unit=unit.id, facing=facing, how="advance", rule=rule))
