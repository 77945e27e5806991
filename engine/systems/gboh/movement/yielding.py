"""6.57, A 6.76, S 6.56 Ways that are open if enemies on them are gone by then, and the mover goes on.

Who moves goes on when an enemy withdraws, so an order may count on it; and on those it shoots down on its way (8.11),
or who break as they turn to it (7.14). It is carried out as far as it can be: where the enemy stays, the unit stops
where it must.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Refusal
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.footprint import Stand
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import facing, pairs, reach, retreats, withdrawal, zoc
from engine.systems.gboh.movement.steps import Node, Step, allowance
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.state import Unit

Chance: TypeAlias = Literal["withdraws", "shot", "turns"]
"""What may take an enemy out of the way: it gives ground, the mover shoots it down, it breaks as it turns."""


@dataclass(frozen=True, slots=True)
class Way:
    """The end of a path, and what it counts on."""

    end: Node
    g: Battle
    """The battle without the enemies it counts on; the real one where it counts on none."""
    hopes: Mapping[str, Chance] = field(default_factory=dict[str, Chance])
    """Enemies that must be gone for the unit to get there, by id, and what may bring that about."""

    @property
    def counts_on(self) -> tuple[str, ...]:
        """Enemies that must be gone for the unit to get there, by id."""
        return tuple(self.hopes)


@dataclass(frozen=True, slots=True)
class Shot:
    """The fire of an order that goes on after it (8.11)."""

    target: str
    """A unit's or leader's id."""
    after: int
    """Items of the path done before it."""
    moved: bool
    """It counts as that of a unit that moves."""


def shot(order: Move) -> Shot | None:
    """The fire that an order's way may count on: with more of the way to come."""
    after = order.fire_after
    if order.fire_at is None or after is None or not 0 <= after < len(order.path):
        return None
    return Shot(order.fire_at, after, any(not isinstance(x, Facing) for x in order.path))


def ended(g: Battle, unit: Unit, order: Move) -> Way:
    """The end of an order's path. Movement Points for what follows it buy off no hits on the way (G 5.17).

    Raises Refusal with the case that forbids it, whoever is gone by then.
    """
    way = price(g, unit, order.path, fired=shot(order))
    spare = allowance(g, unit) - g.game.movement.column_mp
    if order.form is None or not way.end.bought or way.end.mp <= spare:
        return way
    return price(g, unit, order.path, most=max(spare, way.end.mp - way.end.bought), fired=shot(order))


def price(g: Battle, unit: Unit, path: tuple[Step, ...], *, most: int | None = None, fired: Shot | None = None) -> Way:
    """A written path as :func:`reach.price` has it, past enemies too that may be gone when the unit comes up.

    ``fired``: the fire that goes with it.
    """

    def priced(now: Battle) -> Node:
        return reach.price(now, unit, path, most=most)

    return _opened(g, unit, path, priced, most, fired)


def search(g: Battle, unit: Unit, to: Hex, *, target: str | None = None) -> list[Node]:
    """Ends of moves in a hex, or with a half there, that are open only if enemies give ground; see :func:`price`.

    ``target``: whom it fires at before it sets out, by id. Nobody is asked yet whether they can be gone, wherever the
    unit passes them: its path is to be priced.
    """
    able = [e for e in _may_be_asked(g, unit) if footprint.distance_to(e, to) <= _ROOM]
    gone = [u.id for e in able for u in g.ranks(e)]
    if target is not None:
        gone += [u.id for u in _shot_down(g, unit, Shot(target, 0, moved=True), unit)]
    if not gone:
        return []
    found = reach.search(_without(g, unit, gone), unit).values()
    return [n for n in found if to in footprint.hexes_of(Stand(n.hex, n.facing, unit.shape))]


_ROOM = 12
"""Hexes from where a unit is to go within which enemies may be in its way."""


def _may_be_asked(g: Battle, unit: Unit) -> list[Unit]:
    """Enemies fast enough to give ground before the unit, wherever it meets them."""
    if not g.uses(Case.WITHDRAWAL):
        return []
    return [e for e in g.units(g.foe(unit.side)) if retreats.bar(g, e, unit) is None]


# -- finding who is in the way -----------------------------------------------------------------------------------------


def _opened(
    g: Battle,
    unit: Unit,
    path: Sequence[Step],
    priced: Callable[[Battle], Node],
    most: int | None,
    fired: Shot | None,
) -> Way:
    hopes: dict[str, Chance] = {}
    now = g
    while True:
        try:
            return Way(priced(now), now, hopes)
        except Refusal:
            found = _in_the_way(now, unit, path, most, fired)
            more: dict[str, Chance] = {name: how for name, how in found.items() if name not in hopes}
            if not more:
                raise
        hopes.update(more)
        now = _without(g, unit, hopes)


def _in_the_way(g: Battle, unit: Unit, path: Sequence[Step], most: int | None, fired: Shot | None) -> dict[str, Chance]:
    """Enemies beside where a path can't go on that may be gone by then: as they have been asked, or fired at."""
    node, n = _open_part(g, unit, path, most)
    here = footprint.hexes_of(Stand(node.hex, node.facing, unit.shape))
    ahead = _entered(unit, node, path[n]) if n < len(path) else ()
    near = {e.id for e in g.units(g.foe(unit.side)) if any(footprint.distance_to(e, h) <= 1 for h in (*here, *ahead))}
    found: dict[str, Chance] = {}
    if fired is not None and near:
        broken = [u.id for u in _fired_at(g, unit, path, n, most, fired)]
        found.update(dict.fromkeys(broken if near.intersection(broken) else (), "shot"))
    if node.previous is None:
        # Who holds it where it begins is asked when it sets out, and it can't.
        near -= {e.id for e in zoc.holders(g, unit)}
    for stand in _stands(unit, node) if near else ():
        for e in _asked_at(g, unit, stand):
            for u in g.ranks(e) if e.id in near else ():
                found.setdefault(u.id, "withdraws")
    for e in _turning(g, unit, node) if near else ():
        for u in (e, *_with_it(g, e)) if e.id in near else ():
            found.setdefault(u.id, "turns")
    return found


def _fired_at(g: Battle, unit: Unit, path: Sequence[Step], n: int, most: int | None, fired: Shot) -> Sequence[Unit]:
    """Who may be broken by the order's fire, where the unit comes to fire and may go on, having done ``n`` items."""
    if fired.after > n:
        return ()
    if not fired.after:
        return _shot_down(g, unit, fired, unit)
    node = reach.price(g, unit, tuple(path[: fired.after]), most=most, passing=True)
    if node.stops:
        return ()  # 7.23 It has come into enemy ZOC, and stops whatever becomes of whose it is.
    return _shot_down(g, unit, fired, unit.model_copy(update={"hex": node.hex, "facing": node.facing}))


def _shot_down(g: Battle, unit: Unit, fired: Shot, at: Unit) -> Sequence[Unit]:
    """Who may be broken by fire of the unit where it stands then, ``at``."""
    target = g.state.units.get(fired.target)
    if target is None or target.side == unit.side or fire.bad_target(g, at, target) is not None:
        return ()
    broken = fire.may_break(g, at, target, moved=fired.moved)
    return () if broken is None else (broken, *_with_it(g, broken))


def _with_it(g: Battle, unit: Unit) -> Sequence[Unit]:
    """A 9.62, S 6.68 Who breaks, or may, as the unit does: the other in double depth, or in its stack."""
    if g.deep(unit):
        return [u for u in g.ranks(unit) if u is not unit]
    return list(special.told(g, Special.breaks_with, unit))


def _turning(g: Battle, unit: Unit, end: Node) -> Iterator[Unit]:
    """7.14 Enemies that may turn to the unit on its way, and break by it, before or after it has come next to them."""
    before = g.game.movement.reaction_turn_when == "before"
    node = end
    while node.previous is not None:
        was = node.previous
        come = Stand(node.hex, node.facing, unit.shape)
        left = footprint.hexes_of(Stand(was.hex, was.facing, unit.shape))
        entered = [h for h in footprint.hexes_of(come) if h not in left]
        if entered:
            at = was if before else node
            there = _with(g, unit, unit.model_copy(update={"hex": at.hex, "facing": at.facing}))
            mover = there.state.units[unit.id]
            for e in {e.id: e for h in entered for e in there.adjacent_enemies(h, unit.side)}.values():
                # 7.23 Who holds it as it comes has stopped it, whatever becomes of him.
                stopped = not before and any(e in there.enemy_zoc(h, unit.side) for h in footprint.hexes_of(mover))
                h = footprint.nearest(come, e)[0]
                if not stopped and facing.can_turn(there, e, mover, h) and facing.may_break(there, e, mover):
                    yield e
        node = was


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


def _without(g: Battle, unit: Unit, names: Collection[str]) -> Battle:
    gone = [g.state.units[name].model_copy(update={"hex": None}) for name in names]
    # Who stood under one of them in a stack has the hex to itself.
    left = [u.model_copy() for u in g.units(g.foe(unit.side)) if u.beneath in names and u.id not in names]
    for u in (*gone, *left):
        if u.beneath is not None:
            u.stands_beneath(None)
    return _with(g, unit, unit, *gone, *left)


def _with(g: Battle, unit: Unit, *units: Unit) -> Battle:
    """The battle with these units in place of those of their ids, and the same stack on the move."""
    state = g.state.model_copy(update={"units": {**g.state.units, **{u.id: u for u in units}}})
    there = g.afresh(state)
    there.massed, there.parting = g.massed, g.parting
    return there
