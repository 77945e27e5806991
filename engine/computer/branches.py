"""What happened in trials of one situation, as a tree: two that came the same way stand in the same position.

So what takes long to find out about a position, and changes nothing in it, is found out once for all plans that pass
through it: the first question of every plan is the same one, and what a plan says later is asked again with other dice.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from engine.kernel.decisions import Answer

T = TypeVar("T")


class Branch:
    """A position, by all that was answered and thrown on the way to it."""

    __slots__ = ("_kept", "_next")

    def __init__(self) -> None:
        self._next: dict[Hashable, Branch] = {}
        self._kept: dict[Hashable, object] = {}

    def answered(self, place: int, answer: Answer) -> Branch:
        """Where an answer to the open question of that number leads."""
        # What an answer holds may be no key; its words say all of it.
        return self._on((place, repr(answer)))

    def thrown(self, dice: tuple[int, ...]) -> Branch:
        """Where a throw leads."""
        return self._on(dice)

    def _on(self, what: Hashable) -> Branch:
        found = self._next.get(what)
        if found is None:
            found = self._next[what] = Branch()
        return found

    def kept(self, what: Hashable, find: Callable[[], T]) -> tuple[T, bool]:
        """What was found out about the position, and whether it was found out now."""
        if what in self._kept:
            return cast(T, self._kept[what]), False
        found = find()
        self._kept[what] = found
        return found, True
