"""6.57, A 6.76, S 6.56 Ways that are open if enemies on them give ground when they are asked, and the mover goes on.

Who moves goes on when an enemy withdraws, so an order may count on it. It is carried out as far as it can be: where
the enemy stays, the unit stops where it must.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Refusal
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.footprint import Stand
from engine.systems.gboh.movement import pairs, reach, retreats, withdrawal, zoc
from engine.systems.gboh.movement.steps import Node, Step, allowance
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.state import Unit


@dataclass(frozen=True, slots=True)
class Way:
    """The end of a path, and what it counts on."""

    end: Node
    g: Battle
    """The battle without the enemies it counts on; the real one where it counts on none."""
    counts_on: tuple[str, ...] = ()
    """Enemies that must give ground for the unit to get there, by id."""


def ended(g: Battle, unit: Unit, order: Move) -> Way:
    """The end of an order's path. Movement Points for what follows it buy off no hits on the way (G 5.17).

    Raises Refusal with the case that forbids it, whoever gives ground.
    """
    way = price(g, unit, order.path)
    spare = allowance(g, unit) - g.game.movement.column_mp
    if order.form is None or not way.end.bought or way.end.mp <= spare:
        return way
    return price(g, unit, order.path, most=max(spare, way.end.mp - way.end.bought))


def price(g: Battle, unit: Unit, path: tuple[Step, ...], *, most: int | None = None) -> Way:
    """A written path as :func:`reach.price` has it, past enemies too that may give ground when the unit comes up."""

    def priced(now: Battle) -> Node:
        return reach.price(now, unit, path, most=most)

    return _yielded(g, unit, path, priced, most)


def search(g: Battle, unit: Unit, to: Hex) -> list[Node]:
    """Ends of moves in a hex, or with a half there, that are open only if enemies give ground; see :func:`price`.

    Nobody is asked yet whether they can, wherever the unit passes them: its path is to be priced.
    """
    able = [e for e in _may_be_asked(g, unit) if footprint.distance_to(e, to) <= _ROOM]
    if not able:
        return []
    found = reach.search(_without(g, unit, [u.id for e in able for u in g.ranks(e)]), unit).values()
    return [n for n in found if to in footprint.hexes_of(Stand(n.hex, n.facing, unit.shape))]


_ROOM = 12
"""Hexes from where a unit is to go within which enemies may be in its way."""


def _may_be_asked(g: Battle, unit: Unit) -> list[Unit]:
    """Enemies fast enough to give ground before the unit, wherever it meets them."""
    if not g.uses(Case.WITHDRAWAL):
        return []
    return [e for e in g.units(g.foe(unit.side)) if retreats.bar(g, e, unit) is None]


# -- finding who is in the way -----------------------------------------------------------------------------------------


def _yielded(g: Battle, unit: Unit, path: Sequence[Step], priced: Callable[[Battle], Node], most: int | None) -> Way:
    gone: dict[str, None] = {}
    now = g
    while True:
        try:
            return Way(priced(now), now, tuple(gone))
        except Refusal:
            more = [name for name in _in_the_way(now, unit, path, most) if name not in gone]
            if not more:
                raise
        gone.update(dict.fromkeys(more))
        now = _without(g, unit, gone)


def _in_the_way(g: Battle, unit: Unit, path: Sequence[Step], most: int | None) -> list[str]:
    """Enemies beside where a path can't go on that have been asked, by then, whether they give ground."""
    if Case.WITHDRAWAL not in g.game.cases:
        return []
    node, n = _open_part(g, unit, path, most)
    here = footprint.hexes_of(Stand(node.hex, node.facing, unit.shape))
    ahead = _entered(unit, node, path[n]) if n < len(path) else ()
    near = {e.id for e in g.units(g.foe(unit.side)) if any(footprint.distance_to(e, h) <= 1 for h in (*here, *ahead))}
    if node.previous is None:
        # Who holds it where it begins is asked when it sets out, and it can't.
        near -= {e.id for e in zoc.holders(g, unit)}
    found: dict[str, None] = {}
    for stand in _stands(unit, node) if near else ():
        for e in _asked_at(g, unit, stand):
            if e.id in near:
                found.update(dict.fromkeys(u.id for u in g.ranks(e)))
    return list(found)


def _open_part(g: Battle, unit: Unit, path: Sequence[Step], most: int | None) -> tuple[Node, int]:
    """The longest part of a path that can be gone: its end, and how many of its items."""
    node = reach.start_node(g, unit)
    for n in range(1, len(path) + 1):
        try:
            node = reach.price(g, unit, tuple(path[:n]), most=most, passing=True)
        except Refusal:
            return node, n - 1
    return node, len(path)


def _entered(unit: Unit, node: Node, item: Step) -> Collection[Hex]:
    """Hexes the next item of a path would enter."""
    if footprint.is_single(unit):
        return () if isinstance(item, Facing) else (item,)
    move = pairs.named(unit, Stand(node.hex, node.facing, unit.shape), item)
    return () if move is None else move.entered


def _stands(unit: Unit, end: Node) -> Iterable[Stand]:
    """Where the unit stands when its enemies are asked on its way: before it sets out, and in each hex it enters."""
    node: Node | None = end
    while node is not None:
        before = node.previous
        entered = before is not None and (before.hex != node.hex or not footprint.is_single(unit))
        if entered or node.hex == unit.at:
            yield Stand(node.hex, node.facing, unit.shape)
        node = before


def _asked_at(g: Battle, unit: Unit, stand: Stand) -> list[Unit]:
    there = _with(g, unit, unit.model_copy(update={"hex": stand.hex, "facing": stand.facing}))
    return withdrawal.asked(there, there.state.units[unit.id], publicly=True)


def _without(g: Battle, unit: Unit, names: Iterable[str]) -> Battle:
    return _with(g, unit, unit, *(g.state.units[name].model_copy(update={"hex": None}) for name in names))


def _with(g: Battle, unit: Unit, *units: Unit) -> Battle:
    """The battle with these units in place of those of their ids, and the same stack on the move."""
    state = g.state.model_copy(update={"units": {**g.state.units, **{u.id: u for u in units}}})
    there = g.afresh(state)
    there.massed, there.parting = g.massed, g.parting
    return there
