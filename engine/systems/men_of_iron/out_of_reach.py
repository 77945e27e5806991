"""5.1 Why a unit doesn't get to a hex: what the way costs, or where it ends and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from engine.kernel.ground_way import FAR, ground_way
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal, refuse
from engine.systems.men_of_iron import movement, reach, step_refusals
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import Unit

RULE = "5.1"


def refuse_far(g: Battle, unit: Unit, to: Hex) -> NoReturn:
    """Refuse a hex of the map that no move order of the unit ends in.

    Raises Refusal: because it can't be ordered at all, or because of who stands there, what the way costs, or what
    closes it.
    """
    movement.check_orderable(g, unit)
    if (barred := reach.barred(g, unit)) is not None:
        raise barred
    held = g.unit_at(to)
    if held is not None:
        refuse(
            "{unit} can't end its move at {hex}: {other} stands there."
            if held.side == unit.side
            else "{unit} can't end its move at {hex}: the enemy's {other} stands there.",
            rule="8.0",
            unit=unit.id,
            hex=show(to),
            other=held.id,
        )
    way = ground_way(g.map, unit.at, to, lambda a, b: g.step_cost(unit, a, b))
    if way is None:
        refuse("{unit} can't reach {hex}: no ground leads there.", rule="5.2", unit=unit.id, hex=show(to))
    try:
        step_refusals.walk(reach.Mover(g, unit), way)
    except Refusal as no:
        mover = reach.Mover(g, unit)
        node, bar = _as_far(mover, way)
        if bar == "mp" and not unit.retired:
            mover.limit = FAR
            _refuse_dear(g, unit, _cheapest(mover, way, node), to)
        refuse("{unit} can't reach {hex}: {why}", rule=no.rule or RULE, unit=unit.id, hex=show(to), why=no.text)
    left = reach.allowance(g, unit) - g.spent(unit)
    refuse("{unit} can't reach {hex} with {ma} MP.", rule=RULE, unit=unit.id, hex=show(to), ma=left)


def _as_far(mover: reach.Mover, way: Sequence[Hex]) -> tuple[reach.Node, str]:
    """Where the way ends, and why; "" where it doesn't."""
    node = mover.start
    for to in way:
        after = mover.step(node, to)
        if isinstance(after, str):
            return node, after
        node = after
    return node, ""


def _cheapest(mover: reach.Mover, way: Sequence[Hex], node: reach.Node) -> reach.Node:
    """The end of the cheapest way to the end of this one; where this one is closed farther on, its next hex."""
    if not _as_far(mover, way)[1]:
        end = mover.spread(bold=True).get(way[-1])
        if end is not None:
            return end
    n = way.index(node.hex) + 1 if node.hex in way else 0
    after = mover.step(node, way[n])
    assert not isinstance(after, str), after
    return after


def _refuse_dear(g: Battle, unit: Unit, end: reach.Node, to: Hex) -> NoReturn:
    """The way is too long: how far it gets, and what its end costs."""
    spent = g.spent(unit)
    left = reach.allowance(g, unit) - spent
    near: reach.Node | None = end.previous
    while near is not None and (near.mp - spent > left or near.through is not None):
        near = near.previous
    named = {"unit": unit.id, "hex": show(to), "ma": left, "end": show(end.hex), "mp": end.mp - spent}
    if near is None or near.previous is None:
        refuse("{unit} can't reach {hex} with {ma} MP: {end} costs {mp}.", rule=RULE, **named)
    refuse(
        "{unit} can't reach {hex} with {ma} MP: {near} costs {less}, {end} {mp}.",
        rule=RULE,
        near=show(near.hex),
        less=near.mp - spent,
        **named,
    )
