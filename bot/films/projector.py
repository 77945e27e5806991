"""Running through a stretch of a journal: the positions, the marks that deeds left, and the lines that tell them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.films.captions import Stretch
from bot.narration import Aside, Teller
from bot.narration.lines import Line
from engine.kernel.areas import AreaMap
from engine.kernel.dice import Roll
from engine.kernel.events import Event, Trace
from engine.kernel.system import System
from engine.kernel.text import Text
from engine.kernel.view import TableView

Item = Event | Roll | Text | Aside


class Projector:
    """Runs through a journal once, forward. No rule is run, and what is secret isn't told."""

    def __init__(self, system: System[Any], state: Any, items: Iterator[tuple[int, Item]], first: int = 0) -> None:
        """``state``, which is changed, is the position before the first of the ``items``.

        ``items`` are events, and whatever else is to be told, with their journal entries. ``first`` is the number of
        the first event, as :func:`bot.films.chapters.events_in` counts them.
        """
        self.system = system
        self.state = state
        self.teller = Teller(state.model_copy(deep=True))
        self.items = items
        self.next = first
        """The event that comes next."""
        self._table: TableView | None = None
        """The position now, once somebody has asked for it: most of what running through takes."""
        self._named = True
        """Whether armies may have names on the map."""

    @property
    def table(self) -> TableView:
        """The position now, as everybody sees it."""
        if self._table is None:
            self._table = self.system.view(self.state)
        return self._table

    def through(self, n: int | None) -> Stretch:
        """Go on until after event ``n``, or to the end."""
        marks: list[Trace] = []
        lines: list[Line] = []
        public: list[tuple[int, Item]] = []
        while n is None or self.next <= n:
            found = next(self.items, None)
            if found is None:
                break
            seq, item = found
            if not isinstance(item, Event):
                public.append((seq, item))
                continue
            self.next += 1
            self._table = None
            item.apply(self.state)
            if item.secret:
                lines += self.teller.tell(public)
                public = []
                item.apply(self.teller.state)
                continue
            public.append((seq, item))
            mark = item.trace(self.state)
            if mark is not None:
                marks.append(mark)
        lines += self.teller.tell(public)
        return Stretch(marks, lines, self._names())

    def _names(self) -> dict[str, str]:
        """What armies are called: on a map of areas their codes stand nowhere."""
        self._named = self._named and isinstance(self.table.board, AreaMap)
        return {c.id: c.name for c in self.table.counters} if self._named else {}
