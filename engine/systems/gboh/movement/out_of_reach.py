"""6.11 Why a unit doesn't get to a hex: what the way costs, or where it ends and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from engine.kernel.ground_way import FAR, ground_way
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import command
from engine.systems.gboh.movement import movement, pairs, reach, stacking, zoc
from engine.systems.gboh.state import Unit


def refuse_far(g: Battle, unit: Unit, to: Hex) -> NoReturn:
    """Refuse a hex of the map that no move order of the unit ends in.

    Raises Refusal: because it can't be ordered at all, or because of who stands there, what the way costs, or what
    closes it.
    """
    _check_ordered(g, unit)
    left = reach.allowance(g, unit)
    rule = g.case(Case.MOVEMENT_ALLOWANCE)
    held = g.unit_at(to)
    if held is not None and held is not unit:
        if held.side == unit.side:
            raise stacking.full(g, unit, to)
        text = "{unit} can't end its move at {hex}: the enemy's {other} stands there."
        refuse(text, rule=g.case(Case.ENEMY_HEXES), unit=unit.id, hex=show(to), other=held.id)
    special.check_zoc(g, unit, to)
    if not footprint.is_single(unit):
        _refuse_pair(g, unit, to, left)
    way = ground_way(g.map, unit.at, to, _ground(g, unit))
    if way is None:
        why = Refusal("no ground leads there.", rule=g.case(Case.IMPASSABLE))
        refuse("{unit} can't reach {hex}: {why}", rule=why.rule, unit=unit.id, hex=show(to), why=why.text)
    no, n = _first_refused(g, unit, way)
    if no is not None and n <= _first_refused(g, unit, way, most=left)[1]:
        refuse("{unit} can't reach {hex}: {why}", rule=no.rule or rule, unit=unit.id, hex=show(to), why=no.text)
    if no is None:
        # The way over the ground is open: so there is a cheapest one of all.
        ends = [x for x in reach.search(g, unit, to, most=FAR).values() if x.hex == to]
        if ends:
            _refuse_dear(unit, min(ends, key=lambda x: (x.price, x.facing)), left, rule)
    _refuse_dear(unit, _end(g, unit, way, left), left, rule, to)


def _refuse_pair(g: Battle, unit: Unit, to: Hex, left: int) -> NoReturn:
    """A 6.4, S 6.4 The same for a unit of two hexes, neither half of which gets there."""
    if zoc.holders(g, unit):
        pairs.check_held(g, unit)
        zoc.check_leave(g, unit)
    rule, most = g.case(Case.MOVEMENT_ALLOWANCE), left + _PAIR_FAR
    found = reach.search(g, unit, most=most).values()
    ends = [n for n in found if n.hex == to] or [
        n for n in found if to in footprint.hexes_of(footprint.Stand(n.hex, n.facing, unit.shape))
    ]
    if ends:
        _refuse_dear(unit, min(ends, key=lambda n: (n.price, n.facing)), left, rule)
    refuse(
        "{unit} needs room for both halves and finds no way to {hex} with {ma} MP.",
        rule=rule,
        unit=unit.id,
        hex=show(to),
        ma=left,
    )


_PAIR_FAR = 4
"""Movement Points beyond its own with which a pair's way is looked for, to tell what it would cost."""


def _check_ordered(g: Battle, unit: Unit) -> None:
    """Refuse who can't be given a move order now, wherever to."""
    leader = g.state.leaders.get(g.orders.leader or "")
    if leader is not None and leader.side == unit.side:
        command.check_command(g, leader, unit)
    movement.check_orderable(g, unit)
    special.check_rooted(g, unit)
    if (no := special.why_not(g, Special.bars_move, unit)) is not None:
        raise no
    if unit.id in g.orders.stationary:
        if (no := special.why_not(g, Special.confines, unit)) is not None:
            raise no
        refuse("{unit} has fired on the spot and stays in its hex.", rule=g.case(Case.ORDERED_FIRE), unit=unit.id)


def _ground(g: Battle, unit: Unit) -> Callable[[Hex, Hex], int | None]:
    steps = g.charts.step_costs(g.map, unit)

    def cost(a: Hex, b: Hex) -> int | None:
        step = steps(a, b)
        return step.mp if step is not None else None

    return cost


def _first_refused(g: Battle, unit: Unit, way: Sequence[Hex], most: int = FAR) -> tuple[Refusal | None, int]:
    """Why a way can't be gone with that many MP, and how many of its hexes can; None and all where it can."""
    for n in range(1, len(way) + 1):
        try:
            reach.price(g, unit, tuple(way[:n]), most=most, passing=n < len(way))
        except Refusal as no:
            return no, n - 1
    return None, len(way)


def _end(g: Battle, unit: Unit, way: Sequence[Hex], left: int) -> reach.Node:
    """The first hex of the way that costs more than is left."""
    _, n = _first_refused(g, unit, way, most=left)
    return reach.price(g, unit, tuple(way[: n + 1]), most=FAR, passing=True)


def _refuse_dear(unit: Unit, end: reach.Node, left: int, rule: str, to: Hex | None = None) -> NoReturn:
    """The way is too long: how far it gets, and what its end costs. ``to``: the hex that is wanted, beyond that.

    Movement Points that would buy hits off count for nothing in this (G 5.17).
    """
    node: reach.Node | None = end.previous
    while node is not None and (node.mp - node.bought > left or node.through or node.hex == end.hex):
        node = node.previous
    named = {"unit": unit.id, "hex": show(end.hex if to is None else to), "ma": left}
    if node is None or node.hex == unit.at:
        refuse(
            "{unit} can't reach {hex} with {ma} MP: {end} costs {mp}.",
            rule=rule,
            end=show(end.hex),
            mp=end.mp - end.bought,
            **named,
        )
    refuse(
        "{unit} can't reach {hex} with {ma} MP: {near} costs {less}, {end} {mp}.",
        rule=rule,
        near=show(node.hex),
        less=node.mp - node.bought,
        end=show(end.hex),
        mp=end.mp - end.bought,
        **named,
    )
