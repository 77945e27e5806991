"""4.11-4.13 Who is In Command: within reach of the Commander, or by a chain of units of the Formation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.hexes import Hex
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle as Family
from engine.systems.gboh.state import Unit as AnyUnit
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.scenario import FormationSpec
from engine.systems.simple_gboh.state import Leader, Unit

DISTRACTED = "10.24"


def reach(g: Family, leader: Leader) -> dict[Hex, int]:
    """4.21 Hexes within his Command Range, with their distance along the shortest path that isn't blocked.

    Enemy units block it, and ground that a leader can't enter; enemy ZOC doesn't. His own hex counts 0.
    """
    return g.derived(("command reach", leader.id), lambda: _reach(g, leader))


def _reach(g: Family, leader: Leader) -> dict[Hex, int]:
    found = {leader.at: 0}
    edge = [leader.at]
    exits = g.charts.exits(g.map, None)
    for d in range(1, leader.command_range + 1):
        ring: list[Hex] = []
        for a in edge:
            for b, _ in exits(a):
                if b not in found and g.enemy_in(b, leader.side) is None:
                    found[b] = d
                    ring.append(b)
        edge = ring
    return found


def within(g: Family, leader: Leader, unit: Unit) -> bool:
    """4.11 (a) Whether any hex of the unit is within the leader's Command Range."""
    found = reach(g, leader)
    return any(h in found for h in footprint.hexes_of(unit))


def hears(g: Family, leader: Leader, other: Leader) -> bool:
    """4.14, 4.42 Whether another leader on the map is within the leader's Command Range."""
    return leader.on_map and other.on_map and other.at in reach(g, leader)


def settled(g: Battle, formation: str, commander: Leader | None, units: Iterable[Unit]) -> list[Unit]:
    """4.11-4.13, 10.24 Those of the activated units of a Formation who are In Command."""
    spec = g.spec(g.orders.side).formation(formation)
    able = [u for u in units if not distracted(g, u)]
    if spec.auxiliary:
        return able
    found = [] if commander is None else chain(g, spec, commander, units)
    return [u for u in able if u in found or u.troop.is_engine]


def chain(g: Battle, spec: FormationSpec, commander: Leader, units: Iterable[Unit]) -> list[Unit]:
    """4.11 Units of a Formation that a Commander puts In Command, by his range or by one another, the near ones first.

    Artillery, which needs nobody (4.13), hands on what reaches it; elephants in contact are no links (10.24).
    """
    able = [u for u in units if not distracted(g, u)]
    found = [u for u in able if within(g, commander, u)]
    waiting = [u for u in able if u not in found]
    for link in found:  # it grows as it is gone through
        near = beside(g, link, spec.gap)
        joined = [u for u in waiting if not near.isdisjoint(footprint.hexes_of(u))]
        found += joined
        waiting = [u for u in waiting if u not in joined]
    return found


def distracted(g: Family, unit: AnyUnit) -> bool:
    """10.24 An elephant with an enemy in its ZOC is Out of Command."""
    return unit.troop.arm == "elephant" and bool(g.enemies_in_zoc(unit))


def beside(g: Family, unit: Unit, gap: int) -> set[Hex]:
    """4.11 (b) Hexes whose units it is linked with: next to it, or beyond a path of at most ``gap`` vacant hexes."""
    found: set[Hex] = set()
    edge: Sequence[Hex] = footprint.hexes_of(unit)
    for _ in range(gap + 1):
        ring = {h for at in edge for h in g.map.neighbours(at)} - found
        found |= ring
        edge = [h for h in ring if g.unit_at(h) is None]
    return found
