"""Rule help of every system that has some: a module ``rulebook`` in the system's package."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol


class Case(Protocol):
    """One numbered case in our own words."""

    @property
    def number(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def text(self) -> str: ...


@cache
def _book(system: str) -> Any | None:
    if not system.replace("_", "").isalnum():
        return None
    try:
        return importlib.import_module(f"engine.systems.{system}.rulebook")
    except ModuleNotFoundError:
        return None


def case(system: str, number: str, own: Sequence[Case] = ()) -> Case | None:
    """The case with a number; None where the system has no such case, or no rule help.

    ``own``: rules of the battle it is asked in.
    """
    book = _book(system)
    return book.case(number, own) if book is not None else None


def search(system: str, words: str, limit: int = 25, own: Sequence[Case] = ()) -> Sequence[Case]:
    """Cases that contain every word, best first."""
    book = _book(system)
    return book.search(words, limit, own) if book is not None else []
