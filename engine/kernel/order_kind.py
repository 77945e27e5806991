"""Kinds of orders as objects: how one is written, what forbids it, what it does, what is told of it beforehand.

Phases, notation, ``/what`` and menus ask the object and know no order by name, so that a new kind is one file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from engine.kernel.decisions import Answer
from engine.kernel.inquiry import Fact, Sketch
from engine.kernel.statement import Token

A = TypeVar("A", bound=Answer)
By = TypeVar("By")
G = TypeVar("G")
R = TypeVar("R")


class OrderKind(Generic[G, By, R, A]):
    """One kind of order of a battle ``G``, given by a ``By`` and read by an ``R``.

    What gives an order is the battle itself where nobody but the active side does. The answers of its methods are of
    the class :attr:`answer`.
    """

    answer: ClassVar[type[Answer]]
    verbs: ClassVar[tuple[str, ...]] = ()
    """Words a statement of it begins with; none where it begins with who is ordered."""
    ends: ClassVar[bool] = False
    """Whether it ends the part of the game it is given in. Then nobody rehearses what comes after it."""

    def read(self, reader: R, verb: str) -> A:
        """The order a statement means, its verb taken. Raises Refusal."""
        raise NotImplementedError

    def write(self, answer: A) -> list[Token]:
        """Its canonical tokens."""
        raise NotImplementedError

    def check(self, by: By, answer: A) -> None:
        """Raise Refusal where it can't be given now."""
        raise NotImplementedError

    async def carry_out(self, by: By, answer: A) -> None:
        """Do what a checked order says."""
        raise NotImplementedError

    def facts(self, g: G, answer: A) -> Sequence[Fact]:
        """What it costs, and what is certain of it: as the position is before it is carried out."""
        return ()

    def sketch(self, g: G, answer: A) -> Sketch:
        """What a picture of it shows."""
        return Sketch()


K = TypeVar("K", bound="OrderKind[Any, Any, Any, Any]")


def of(kinds: Iterable[K], answer: Answer) -> K | None:
    """The kind an answer is of; None where it is no order of these."""
    return next((k for k in kinds if isinstance(answer, k.answer)), None)


def checked(kinds: Iterable[K], answer: Answer) -> K:
    """The kind of an answer that has been checked, and so is of one."""
    kind = of(kinds, answer)
    assert kind is not None, f"{answer!r} hasn't been checked"
    return kind


def begun_by(kinds: Iterable[K], verb: object) -> K | None:
    """The kind whose statements begin with a word; None where none does."""
    return next((k for k in kinds if verb in k.verbs), None)
