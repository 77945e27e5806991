"""Where a unit would stand at the end of a move: in one hex, or in the two of a pair; and how that is written."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.hexes import Hex, show
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.footprint import MoveKind, Stand
from engine.systems.gboh.movement import reach, stacking, zoc
from engine.systems.gboh.orders import orders
from engine.systems.gboh.state import Unit


def stand(u: Unit, n: reach.Node) -> Stand:
    """The place a way of the unit ends in."""
    return Stand(n.hex, n.facing, u.shape)


def hexes(u: Unit, n: reach.Node) -> tuple[Hex, ...]:
    """The hexes it stands in there: one; or the left half and the right; In Column the head and what follows."""
    return footprint.hexes_of(stand(u, n))


def spot(u: Unit, n: reach.Node) -> str:
    """The same as written.

    >>> from engine.kernel.hexes import Facing
    >>> "+".join(map(show, footprint.hexes_of(Stand(3722, Facing.NW, footprint.Shape.TWO))))
    '3722+3822'
    """
    return "+".join(map(show, hexes(u, n)))


def here(u: Unit) -> str:
    """The hexes a unit on the map stands in, as written."""
    return footprint.told(u)


def other(u: Unit, n: reach.Node) -> Hex | None:
    """The hex of the second half there; None for a unit of one hex."""
    found = hexes(u, n)
    return found[1] if len(found) > 1 else None


def faces(g: Battle, u: Unit, n: reach.Node, h: Hex) -> bool:
    """Whether a half of the unit faces a hex there and could step into it."""
    end = stand(u, n)
    return h in footprint.front(end) and any(
        g.charts.step_cost(g.map, u, half, h) is not None for half in footprint.beside(end, h)
    )


def only_turns(u: Unit, n: reach.Node) -> bool:
    """Whether a pair gets there by a wheel or an about-face alone."""
    return not footprint.is_single(u) and n.turn and n.previous is not None and n.previous.previous is None


TURNS: dict[MoveKind, tuple[str, Text]] = {
    "wheel-left": ("wheel-left", Text("Wheel left")),
    "wheel-right": ("wheel-right", Text("Wheel right")),
    "about-face": ("about", Text("Face about")),
}
"""Moves that turn a pair where it stands: the key of the choice, and what it is called."""


def turns(g: Battle, u: Unit) -> Iterator[tuple[MoveKind, reach.Node, orders.Move]]:
    """A 6.43-6.45, S 6.43-6.45 Wheels and about-face open to a pair as it stands, each with its end and its order."""
    if footprint.is_single(u) or not u.facing.is_vertex:
        return
    ends = reach.search(g, u)
    here = footprint.stand(u)
    for m in (*footprint.steps(here), *footprint.turns(here)):
        n = ends.get((m.to.hex, m.to.facing))
        if m.kind in TURNS and n is not None and only_turns(u, n):
            yield m.kind, n, orders.Move(unit=u.id, path=n.path())


def broken(g: Battle, u: Unit, n: reach.Node) -> list[Unit]:
    """6.65, 10.22 Friends that break for certain as the unit passes through them on its way."""
    found: dict[str, Unit] = {}
    node: reach.Node | None = n if n.passed else None
    while node is not None and node.previous is not None:
        passed = stacking.price(g, u, node.hex) if node.through else None
        for friend, toll in passed.stationary if passed is not None else ():
            if not friend.routed and (toll.lost or friend.hits + toll.hits >= cohesion.tq(g, friend)):
                found[friend.id] = friend
        node = node.previous
    return list(found.values())


def price_of(g: Battle, u: Unit, n: reach.Node) -> list[Text]:
    """What dice may take from a pair on its way: a stride, a wheel before the enemy (A 6.45, A 6.46)."""
    if footprint.is_single(u):
        return []
    parts: list[Text] = []
    if n.mp > (most := reach.allowance(g, u)):
        parts.append(Text("beyond its {most} MP, so it checks TQ: a hit if it fails", most=most))
    zones = g.zones(g.state.enemy(u.side))
    held = footprint.held(u, zones)
    if held and not zoc.may_leave(g, u) and n.path() and any(f == n.facing for f in n.path()):
        holders = {e.id: e for h in held for e in g.enemy_zoc(h, u.side)}
        named = [e.id for e in holders.values() if e.troop.target != "skirmisher"]
        if named:
            parts.append(Text("wheels before {units}: checks TQ, 1 hit at least", units=", ".join(named)))
    return parts


def trail(u: Unit, end: reach.Node) -> tuple[dict[Hex, int], dict[Hex, int]]:
    """MP spent, and hits taken where there are any, at each hex of the unit's way, by either half of a pair."""
    start = footprint.hexes_of(u)
    costs: dict[Hex, int] = {}
    hits: dict[Hex, int] = {}
    node = end
    while node.previous is not None:
        for h in footprint.hexes_of(footprint.Stand(node.hex, node.facing, u.shape)):
            if h not in start and h not in costs:
                costs[h] = node.mp
                if node.hits:
                    hits[h] = node.hits
        node = node.previous
    return costs, hits
