"""5.33 [1] The crisis that a second 9 brings: a leader and all his units near him fall back two hexes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.hexes import Hex
from engine.kernel.text import Text, joined
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.hooks import Chapter
from engine.systems.alexander.state import Leader, Unit
from engine.systems.gboh import footprint, special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion, unit_order
from engine.systems.gboh.cohesion.rout_path import to_edge
from engine.systems.gboh.command import gathering, leader_moves, leaders
from engine.systems.gboh.events import LeaderMoved, UnitMoved
from engine.systems.gboh.movement import driven, stacking, withdrawal
from engine.systems.gboh.movement.retreats import shift_cost, shifted
from engine.systems.gboh.orders import which

BACK = 2
"""Hexes they fall back."""


class Crisis(Chapter):
    """5.33 [1] A crisis of confidence. Routed units are on their way already."""

    case = "5.33"
    about = "the crisis that doom may bring"

    async def crisis(self, g: Battle, leader: Leader) -> None:
        radius = gathering.half_range(leader)
        near = [
            u
            for u in g.units(leader.side)
            if not u.routed and u.beneath is None and footprint.distance_to(u, leader.at) <= radius
        ]
        while near := [u for u in near if u.on_map and not u.routed]:
            near.sort(key=lambda u: min(to_edge(g, h, u) for h in footprint.hexes_of(u)))
            unit = await unit_order.first(g, near, Text("Which unit falls back next?"), "5.33")
            near.remove(unit)
            await _fall_back(g, unit)
        await _leader_back(g, leader)


async def _fall_back(g: Battle, unit: Unit) -> None:
    """Two hexes, each nearer to its Retreat Edge, as far as there is room; then as by 6.72 [1] and [3]."""
    start, places = unit.hex, footprint.hexes_of(unit)
    for n in range(BACK):
        options = _ways(g, unit, unit.at, last=n == BACK - 1)
        if not options or not await _step(g, unit, await _which(g, unit, options)):
            break
    if unit.on_map and not unit.routed and unit.hex != start:
        await withdrawal.pay(g, unit)
    for h in places:
        await leaders.left_alone(g, h, unit.side)


def _ways(g: Battle, unit: Unit, a: Hex, *, last: bool) -> list[Hex]:
    """Where it may go next: out of enemy ZOC if it can, never to end with a friend."""
    open_: list[tuple[bool, Hex]] = []
    for b in g.map.neighbours(a):
        hexes = shifted(unit, b)
        closer = min(to_edge(g, h, unit) for h in hexes) < min(to_edge(g, h, unit) for h in shifted(unit, a))
        if not closer or any(h not in g.map for h in hexes) or shift_cost(g, unit, a, b) is None:
            continue
        held = [u for h in hexes if (u := g.unit_at(h)) is not None and u is not unit]
        if any(u.side != unit.side for u in held):
            continue
        if held and (last or stacking.passage(g, unit, held) is None or not _ways(g, unit, b, last=True)):
            continue
        open_.append((any(g.enemy_zoc(h, unit.side) for h in hexes), b))
    free = [h for threatened, h in open_ if not threatened]
    return free or [h for _, h in open_]


async def _which(g: Battle, who: Unit | Leader, options: Sequence[Hex]) -> Hex:
    name = who.name if isinstance(who, Leader) else who.id
    prompt = Text("{unit} falls back in the crisis. Where to?", unit=name)
    return await which.place(g, who, options, "crisis-path", "5.33", prompt, subject=False, standing=driven.POLICY)


async def _step(g: Battle, unit: Unit, to: Hex) -> bool:
    """One hex, with its hits; False where the unit is through with it."""
    a, cost = unit.at, shift_cost(g, unit, unit.at, to)
    met = list({u.id: u for h in shifted(unit, to) if (u := g.unit_at(h)) is not None and u is not unit}.values())
    g.emit(UnitMoved(unit=unit.id, start=a, to=to, facing=unit.facing, how="withdraw", rule="5.33"))
    special.call(g, Special.entered, unit)
    if cost is not None and not await cohesion.hits(g, unit, cost.hits, joined(cost.causes), "6.22"):
        return False
    for friend in met:
        if friend.on_map:
            await stacking.pass_through(g, unit, friend)
    return unit.on_map and not unit.routed


async def _leader_back(g: Battle, leader: Leader) -> None:
    for _ in range(BACK):
        if not leader.on_map:
            return
        a = leader.at
        closer = [b for b in g.map.neighbours(a) if to_edge(g, b, leader) < to_edge(g, a, leader)]
        options = [b for b in closer if leader_moves.step_mp(g, leader, a, b) is not None]
        if not options:
            return
        to = await _which(g, leader, options)
        g.emit(LeaderMoved(leader=leader.id, start=a, to=to, how="withdraw", rule="5.33"))
