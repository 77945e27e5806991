"""Every kind of order there is, and what is asked of all of them alike: by phases, notation, ``/what`` and menus."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from engine.kernel import order_kind
from engine.kernel.annotations import any_of
from engine.kernel.decisions import Answer, Pick, Picks
from engine.kernel.text import Refusal
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.order_kinds.done import DoneKind
from engine.systems.men_of_iron.order_kinds.fire import FireKind
from engine.systems.men_of_iron.order_kinds.form import FormKind
from engine.systems.men_of_iron.order_kinds.kind import Kind
from engine.systems.men_of_iron.order_kinds.leader_move import LeaderMoveKind
from engine.systems.men_of_iron.order_kinds.move import MoveKind
from engine.systems.men_of_iron.order_kinds.place import PlaceKind
from engine.systems.men_of_iron.order_kinds.shock import ShockKind
from engine.systems.men_of_iron.order_kinds.work import WorkKind
from engine.systems.men_of_iron.state import Leader, Marker, Phase, Unit

KINDS: tuple[Kind[Any], ...] = (
    MoveKind(),
    FireKind(),
    FormKind(),
    LeaderMoveKind(),
    WorkKind(),
    PlaceKind(),
    ShockKind(),
    DoneKind(),
)
"""All of them, in the order in which menus offer them."""


def answers() -> TypeAdapter[Any]:
    """Reads any answer from JSON."""
    return any_of((Pick, Picks, *(k.answer for k in KINDS)), "do")


def of(answer: Answer) -> Kind[Any]:
    """The kind an order is of."""
    kind = order_kind.of(KINDS, answer)
    if kind is None:
        raise TypeError(f"{answer!r} is not an order")
    return kind


def begun_by(word: str | None) -> Kind[Any] | None:
    """The kind whose statements begin with a verb; None where the word is none."""
    return order_kind.begun_by(KINDS, word)


def beginning_with(piece: Unit | Leader | Marker) -> Kind[Any]:
    """The kind whose statements begin with such a piece."""
    return next(k for k in KINDS if k.begins_with is not None and isinstance(piece, k.begins_with))


def given_in(phase: Phase) -> list[Kind[Any]]:
    """The kinds that may be given in a phase."""
    return [k for k in KINDS if phase in k.phases]


def check(g: Battle, answer: Answer, phase: Phase, otherwise: Refusal) -> None:
    """Refuse what can't be ordered now.

    ``otherwise`` is said of what the phase doesn't take, where its kind has nothing better to say.
    """
    kind = order_kind.of(KINDS, answer)
    if kind is None:
        raise otherwise
    if phase not in kind.phases:
        raise kind.untimely(g, answer, phase) or otherwise
    kind.check(g, answer)


async def carry_out(g: Battle, answer: Answer) -> None:
    """Do what a checked order says."""
    await of(answer).carry_out(g, answer)
