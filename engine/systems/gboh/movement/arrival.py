"""The battle as it stands once units have come somewhere: for what is reckoned of an attack before it is ordered.

Nothing is carried out: nobody reacts, nobody is passed through, and the real battle is left alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from engine.kernel.hexes import Facing, Hex
from engine.kernel.model import UnitId
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.movement import reach, sharing, together
from engine.systems.gboh.state import Unit

Values = dict[str, Any]
"""What is different of a unit."""


def placed(g: Battle, places: Mapping[str, tuple[Hex, Facing]]) -> Battle:
    """The battle with units moved to other hexes in this Orders Phase, whatever that would set off."""
    return _derived(g, {name: {"hex": h, "facing": f} for name, (h, f) in places.items()}, places)


def arrived(g: Battle, ways: Mapping[str, reach.Node]) -> Battle:
    """The battle with units at the end of their ways, to attack from there.

    They have taken the hits of the way, have left or joined the stacks it leads them out of and into, and have Must
    Check where there is such a thing (7.31). Who goes as one with its stack (:attr:`Battle.massed`) has taken it along.
    """
    changes: dict[str, Values] = {}
    under: dict[str, UnitId | None] = {}
    came: dict[str, None] = {}
    for name, node in ways.items():
        u = g.state.units[name]
        for mover, hits in _movers(g, u, node):
            changes[mover.id] = {"hex": node.hex, "facing": node.facing, "hits": mover.hits + hits}
            came[mover.id] = None
        if together.leaves_behind(g, u):
            left = g.ranks(u)[1]
            changes[left.id], under[left.id] = {}, None
        here = sharing.others(g, u, node.hex) if footprint.is_single(u) and g.massed != u.id else []
        if sharing.may_stack(g, u, here):
            under[name] = here[0].id
    found = _derived(g, changes, came)
    for name, top in under.items():
        found.state.units[name].stands_beneath(top)
    if g.game.movement.marks:
        found.orders.markers = {**g.orders.markers, **dict.fromkeys(ways, "must")}
    return found


def _movers(g: Battle, u: Unit, node: reach.Node) -> Iterator[tuple[Unit, int]]:
    """Who comes there, each with the hits the way costs it."""
    if g.deep(u):
        yield from ((x, node.hits) for x in g.ranks(u))
    else:
        yield u, node.hits
        yield from together.taken_below(g, u, node)


def _derived(g: Battle, changes: Mapping[str, Values], came: Collection[str]) -> Battle:
    """The battle with some units changed, of which some have moved; the rest of its state is shared."""
    units = dict(g.state.units)
    for name, values in changes.items():
        # A copy even where nothing but its stack changes.
        units[name] = units[name].model_copy(update={**values, "moved": True} if name in came else values)
    moved = [*g.orders.moved, *(name for name in came if name not in g.orders.moved)]
    orders = g.orders.model_copy(update={"moved": moved})
    return g.afresh(g.state.model_copy(update={"units": units, "orders": orders}))
