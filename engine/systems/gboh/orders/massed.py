"""S 6.64, 9.61 Orders that move both units of a stack as one; A 9.19 those that take the leader along."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TypeVar

from engine.kernel.decisions import Answer
from engine.kernel.hexes import Facing
from engine.kernel.model import UnitId
from engine.kernel.text import Refusal
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.movement import movement, together
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.state import Unit

A = TypeVar("A", bound=Answer)


def companion(g: Battle, unit: Unit) -> UnitId | None:
    """The unit under it that can go along now; None where nobody stands under it, or the two can't go as one."""
    if unit.beneath is not None or not g.stacked(unit):
        return None
    under = g.ranks(unit)[1].id
    if g.orders.line is not None and under not in g.orders.line.units:
        return None
    try:
        movement.check_together(g, unit, Move(unit=unit.id, under=under))
    except Refusal:
        return None
    return under


def price(g: Battle, unit: Unit) -> int:
    """Individual Orders the unit takes, with whoever goes along (6.64)."""
    return movement.order_price(g, Move(unit=unit.id, under=companion(g, unit)))


@contextmanager
def as_one(g: Battle, unit: Unit, under: UnitId | None) -> Generator[None]:
    """While orders are looked for: ``under`` goes along, if anybody does."""
    with together.going(g, Move(unit=unit.id, under=under)):
        yield


def led(g: Battle, answer: A) -> A:
    """A 9.19, S 4.81 The same order with the leader who gives it, where the unit doesn't leave its hex without him."""
    if not isinstance(answer, Move) or not any(not isinstance(step, Facing) for step in answer.path):
        return answer
    free = movement.parting(g, g.state.units[answer.unit]) is None
    return answer if free else answer.model_copy(update={"along": True})


def along(answer: A, under: UnitId | None) -> A:
    """The same order for both, where it is a move."""
    return answer.model_copy(update={"under": under}) if isinstance(answer, Move) and under is not None else answer
