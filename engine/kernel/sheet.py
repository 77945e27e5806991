"""Orders that are a whole form: a set-up, a payment, a number shared out. One answer holds all of it.

A :class:`~engine.kernel.decisions.Command` with a sheet is filled in entry by entry; each change makes another draft
of the whole answer, and nothing is given before it is sent. A draft may break a rule: it can't be sent then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.kernel.answers import Answer
from engine.kernel.board import Place
from engine.kernel.text import Text


@dataclass(frozen=True, slots=True)
class Change:
    """One way to change an entry."""

    key: str
    """Unique in its entry, short, without spaces: "+5", "moesia-2"."""
    label: Text
    answer: Answer
    """The whole draft after it."""
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a sheet."""

    key: str
    """Unique in its sheet, short, without spaces: what somebody writes to name it."""
    label: Text
    """"Army of Thrace"."""
    value: Text
    """What stands there: "8 SP, Moesia II"."""
    at: Place | None = None
    steps: Callable[[], Sequence[Change]] | None = None
    """Small changes that may be made one after the other, a button each: "-5", "+1", "all that is left"."""
    options: Callable[[], Sequence[Change]] | None = None
    """What else may be chosen for it, out of a list: another province."""
    amount: Callable[[int], Answer] | None = None
    """The draft with this number in the entry."""
    quiet: bool = False
    """Nothing stands there, and it is one of many: it is in the lists, and told in words only while it is changed."""
    ticked: bool | None = None
    """Of an entry that is yes or no, whether it is yes; None for others."""


@dataclass(frozen=True)
class Sheet:
    """A form as it is filled in now."""

    sums: Sequence[Text]
    """What is to be kept in mind, a line each: "30 G in the treasury, 24 G to pay, 6 G left"."""
    build: Callable[[], Sequence[Entry]]
    send: Text
    """What the button says that gives the order: "Pay 24 G"."""
    ticks: Text | None = None
    """What a tick means, where entries are yes or no: "Not Paid"."""
    tick: Callable[[Collection[str]], Answer] | None = None
    """The draft in which the entries with these keys are ticked, and no others."""
    wholes: Callable[[], Sequence[Change]] | None = None
    """Whole orders that are wanted often, each given by one choice: all of it to one entry."""

    @cached_property
    def entries(self) -> Sequence[Entry]:
        return self.build()

    def __getitem__(self, key: str) -> Entry:
        for entry in self.entries:
            if entry.key == key:
                return entry
        raise KeyError(key)
