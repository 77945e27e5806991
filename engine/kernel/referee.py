"""What a referee may do to a position when something has gone wrong, in words every system shares.

A rule system says what there is to act on (:class:`ActKind`), and turns a :class:`Request` into the events that change
the position, or refuses it (:mod:`engine.kernel.referee_acts`). Events alone reach
:meth:`engine.kernel.game.Game.act`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from engine.kernel.board import Place as At
from engine.kernel.hexes import FacingField
from engine.kernel.model import Strict
from engine.kernel.text import Text, refuse

ActName = Literal["move", "set", "remove", "place"]

F = TypeVar("F", bound=str)


class Request(Strict):
    """Base of what a referee may ask for. ``act`` tells the kinds apart, ``piece`` is an id of :class:`Subject`."""

    act: ActName
    piece: str


class MovePiece(Request):
    """Put a piece of the map into another place, or turn it where it stands."""

    act: Literal["move"] = "move"
    to: At
    facing: FacingField | None = None
    """None: as it faces now."""


class SetValue(Request):
    """Give a value of a piece or a side; ``key`` is that of one of its settings."""

    act: Literal["set"] = "set"
    key: str
    value: str


class Remove(Request):
    """Take a piece out of the battle."""

    act: Literal["remove"] = "remove"
    points: bool = True
    """It counts as lost to the enemy; without, it costs its side nothing."""


class Place(Request):
    """Bring a piece onto the map that isn't there: one that was lost or removed, or one still to come."""

    act: Literal["place"] = "place"
    to: At
    facing: FacingField | None = None
    points: bool = True
    """What its loss cost its side is given back."""


AnyRequest: TypeAlias = MovePiece | SetValue | Remove | Place


@dataclass(frozen=True, slots=True)
class Setting:
    """A value of one piece or side that a referee may set."""

    key: str
    """What a referee writes: "hits"."""
    title: Text
    now: str
    """The present value, as it would be written."""
    options: tuple[str, ...] = ()
    """Every value there is; () for a number."""
    least: int = 0
    most: int = 0
    """Bounds of a number, both included."""

    def read(self, text: str) -> str:
        """The value meant by ``text``, as it is written. Raises Refusal with what may be written.

        >>> Setting("moved", Text("moved"), "no", ("yes", "no")).read("YES")
        'yes'
        """
        wanted = text.strip().casefold()
        if self.options:
            for option in self.options:
                if option.casefold() == wanted:
                    return option
            refuse("{key} is one of: {options}.", key=self.key, options=", ".join(self.options))
        if wanted.isascii() and wanted.isdigit() and len(wanted) < 7 and self.least <= int(wanted) <= self.most:
            return str(int(wanted))
        refuse("{key} is a number from {least} to {most}.", key=self.key, least=self.least, most=self.most)


YES, NO = "yes", "no"
MOST_POINTS = 999
"""Highest number that may be set of a side's points, and of what they are held against."""


def switch(key: str, title: Text, now: bool) -> Setting:
    """A setting that is on or off."""
    return Setting(key, title, YES if now else NO, (YES, NO))


class Kept(Generic[F]):
    """Values that are kept as they are set: ``flags`` and ``numbers`` give the field for what a referee writes.

    ``words`` say what players call a field.
    """

    def __init__(self, words: Mapping[F, Text], *, flags: Mapping[str, F], numbers: Mapping[str, F]) -> None:
        self._words = words
        self._flags = flags
        self._numbers = numbers

    def field(self, key: str) -> F:
        """The field of a key. Raises KeyError."""
        return self._flags[key] if key in self._flags else self._numbers[key]

    def flag(self, key: str, now: bool) -> Setting:
        return switch(key, self._words[self._flags[key]], now)

    def number(self, key: str, now: int, least: int, most: int) -> Setting:
        return Setting(key, self._words[self._numbers[key]], str(now), least=least, most=most)

    def read(self, key: str, value: str) -> tuple[F, bool | int] | None:
        """The field and its value, of a setting as it is written; None for one that isn't simply kept."""
        if key in self._numbers:
            return self._numbers[key], int(value)
        return (self._flags[key], value == YES) if key in self._flags else None


@dataclass(frozen=True, slots=True)
class Subject:
    """A piece or side a referee may act on."""

    id: str
    label: Text
    settings: Callable[[], Sequence[Setting]] = tuple
    """What can be set of it; computed only when somebody asks."""


@dataclass(frozen=True, slots=True)
class ActKind:
    """One kind of act, and everything it can be done to now."""

    act: ActName
    subjects: Sequence[Subject]


def label(piece: str, name: str, where: str) -> Text:
    """A piece in a list: its code, its name where that differs, and where it stands; "" off the map.

    >>> str(label("HC3", "Goths", "2314")), str(label("John", "John", ""))
    ('HC3 Goths, at 2314', 'John, off the map')
    """
    at = Text("at {hex}", hex=where) if where else Text("off the map")
    return Text("{name}, {where}", name=piece if name == piece else f"{piece} {name}", where=at)
