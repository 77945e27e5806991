"""S 6.6, 9.61 Two units of a stack that move as one, one that leaves the other behind, one that joins another."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise

from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Text, joined
from engine.systems.gboh import stack
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import UnitTurned
from engine.systems.gboh.movement import sharing
from engine.systems.gboh.movement.steps import Node, allowance, start_node, turning_case, vertices
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.state import Unit


@contextmanager
def going(g: Battle, order: Move) -> Generator[None]:
    """While an order is looked at or carried out: whether it moves a stack as one."""
    before = g.massed
    g.massed = order.unit if order.under is not None else None
    try:
        yield
    finally:
        g.massed = before


@contextmanager
def as_one(g: Battle, unit: Unit) -> Generator[None]:
    """While a unit gives ground: a stack does so as one."""
    before = g.massed
    g.massed = unit.id if g.stacked(unit) else None
    try:
        yield
    finally:
        g.massed = before


def pace(g: Battle, unit: Unit) -> int:
    """Movement Allowance with which it gives ground: in a stack that of the slower."""
    return min(u.ma for u in g.ranks(unit)) if g.stacked(unit) else unit.ma


def movers(g: Battle, unit: Unit) -> tuple[Unit, ...]:
    """Who moves by an order to the unit: it; in double depth, or where the stack goes as one, who is under it too."""
    return g.ranks(unit) if g.deep(unit) or g.massed == unit.id else (unit,)


def own_hits(g: Battle, unit: Unit, a: Hex, b: Hex) -> Mapping[str, tuple[int, Text]]:
    """S 6.64 Hits of the ground of a step, with their cause, for who goes along under the unit in a stack."""
    if not g.stacked(unit) or g.massed != unit.id:
        return {}
    costs = {u.id: g.step_cost(u, a, b) for u in g.ranks(unit) if u is not unit}
    return {name: (c.hits, joined(c.causes)) for name, c in costs.items() if c is not None and not c.avoidable}


def taken_below(g: Battle, unit: Unit, node: Node) -> Iterator[tuple[Unit, int]]:
    """S 6.64 Cohesion hits on the way to a node for who goes along under the unit in a stack."""
    if not g.stacked(unit) or g.massed != unit.id:
        return
    way = (unit.at, *(step for step in node.path() if not isinstance(step, Facing)))
    for below in g.ranks(unit):
        if below is not unit:
            hits = node.hits + start_node(g, below).hits - start_node(g, unit).hits
            for a, b in pairwise(way):
                upper, own = g.step_cost(unit, a, b), own_hits(g, unit, a, b).get(below.id)
                hits += own[0] - upper.hits if own is not None and upper is not None else 0
            yield below, hits


def leaves_behind(g: Battle, unit: Unit) -> bool:
    """Whether it stands in a stack and moves by itself."""
    return g.stacked(unit) and g.massed != unit.id


def part(g: Battle, unit: Unit) -> None:
    """S 6.66 The upper unit of a stack is about to go: who is under it has the hex to itself then."""
    if g.stacked(unit):
        top, under = g.ranks(unit)
        g.emit(
            g.formed(
                unit=under.id, below="", reason=Text("and {unit} part.", unit=top.id), rule=g.case(Case.STACK_ORDER)
            )
        )


def facing(g: Battle, unit: Unit) -> Facing | None:
    """S 6.67 How the unit must face to stay with who stands in its hex; None where it can't, or nobody does."""
    here = sharing.others(g, unit, unit.at) if not g.stacked(unit) else []
    return stack.facing_of(here) if sharing.may_stack(g, unit, here) else None


async def settle(g: Battle, unit: Unit, how: str = "order") -> None:
    """S 6.66, 6.67, G 5.34 Who has ended its move with another stands under it from now on, and faces as it does.

    Turning costs hits as elsewhere, and the Movement Points it has, which are none where it was stopped.
    """
    if not unit.on_map or unit.routed or unit.beneath is not None or (towards := facing(g, unit)) is None:
        return
    top = sharing.others(g, unit, unit.at)[0]
    if towards != unit.facing:
        cost = g.charts.turn_cost(g.map, unit, unit.at, vertices(unit.facing, towards))
        ordered = g.state.orders is not None and g.state.words.turnings[how].ordered
        left = allowance(g, unit) + g.orders.entry_cost.get(unit.id, 0) - unit.mp_spent if ordered else 0
        mp = min(cost.mp, max(0, left))
        g.emit(UnitTurned(unit=unit.id, facing=towards, mp=mp, how=how, rule=g.case(Case.STACK_FACING)))
        if not await cohesion.hits(g, unit, cost.hits, joined(cost.causes), g.case(turning_case(g, cost))):
            return
    reason = Text("stands under {unit}.", unit=top.id)
    g.emit(g.formed(unit=unit.id, below=top.id, reason=reason, rule=g.case(Case.STACK_ORDER)))
