"""A 6.4, 10.21 The way a fleeing unit of two hexes takes: both halves shift together, or one follows the other."""

from __future__ import annotations

from engine.kernel.hexes import Hex
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import pair_moved
from engine.systems.gboh.footprint import Move, Stand
from engine.systems.gboh.movement import sharing
from engine.systems.gboh.state import Unit


def to_edge(g: Battle, unit: Unit, hexes: tuple[Hex, ...]) -> list[int]:
    """How far each of some hexes is from the unit's Retreat Edge."""
    edge = g.spec(unit.side).retreat_edge
    return [min(footprint.hexes.distance(h, e) for e in edge) for h in hexes]


def towards_edge(g: Battle, unit: Unit) -> Stand:
    """A 10.21 How it stands on its two hexes facing where it flees to: of the two facings the one with its Front nearer
    to its edge, or off the map there; as it faces now where both are as near."""
    stands = footprint.pair_on(*footprint.hexes_of(unit))

    def away(s: Stand) -> int:
        ahead = footprint.front(s)
        return sum(to_edge(g, unit, tuple(h for h in ahead if h in g.map))) - sum(h not in g.map for h in ahead)

    return min(stands, key=lambda s: (away(s), s.facing != unit.facing, s.hex))


def turn(g: Battle, unit: Unit) -> None:
    """A 10.21 A unit of two hexes turns to where it flees, as far as its hexes let it; one of a single hex has."""
    if not unit.on_map or footprint.is_single(unit) or not g.game.combat.pair_turns_to_flee:
        return
    if towards_edge(g, unit).facing != unit.facing:
        g.emit(pair_moved(unit, footprint.about_face(unit), how="flight", rule=g.case(Case.ROUT)))


def off_the_map(g: Battle, unit: Unit) -> bool:
    """10.23 Whether a half of it stands on the edge already: its next step leads off the map."""
    return any(h in g.spec(unit.side).retreat_edge for h in footprint.hexes_of(unit))


def rank(g: Battle, unit: Unit, m: Move) -> int | None:
    """10.21 The worse of the categories of the hexes it enters; None where any is closed."""
    found: list[int] = []
    for a, to in m.steps:
        if to not in m.entered:
            continue
        if to not in g.map or g.charts.step_cost(g.map, unit, a, to) is None:
            return None
        held = g.unit_at(to)
        held = None if held is unit else held
        threatened = bool(g.enemy_zoc(to, unit.side))
        if held is not None and sharing.shut(g, to):
            return None
        if (held is not None and held.side != unit.side) or (held is None and threatened):
            return None
        found.append(1 if held is None else 3 if threatened else 2)
    return max(found)


def _nearer(g: Battle, unit: Unit, m: Move) -> bool:
    """Whether a move brings it nearer to its edge and neither half farther from it."""
    now = to_edge(g, unit, footprint.hexes_of(unit))
    then = to_edge(g, unit, tuple(to for _, to in m.steps))
    return all(b <= a for a, b in zip(now, then, strict=True)) and any(b < a for a, b in zip(now, then, strict=True))


def off_friends(g: Battle, unit: Unit) -> list[Move]:
    """10.24 The moves by which one that stands on friends comes to stand in hexes of its own."""

    def own(m: Move) -> bool:
        return not any(sharing.others(g, unit, h) for h in footprint.hexes_of(m.to))

    for moves in (footprint.shifts(unit), footprint.follows(unit)):
        found = [m for m in moves if _nearer(g, unit, m) and rank(g, unit, m) == 1 and own(m)]
        if found:
            return found
    return []


def best(g: Battle, unit: Unit) -> list[Move]:
    """The moves of the best category that bring it nearer to its edge and neither half farther from it."""
    for moves in (footprint.shifts(unit), footprint.follows(unit)):
        ranked = [(r, m) for m in moves if _nearer(g, unit, m) and (r := rank(g, unit, m)) is not None]
        if ranked:
            least = min(r for r, _ in ranked)
            return [m for r, m in ranked if r == least]
    return []


def price(g: Battle, unit: Unit, m: Move) -> int:
    """10.22 Movement Points of a move: those of the dearer half."""
    costs = (g.charts.step_cost(g.map, unit, a, to) for a, to in m.steps if to in m.entered)
    return max(c.mp for c in costs if c is not None)
