"""Charts as data: what each cell says, what it may say instead, and how we know.

A rule system keeps its charts in a JSON document, ``{"charts": {name: ...}}``, and describes them as :class:`Chart`:
what players are shown, and what a :class:`~engine.kernel.chart_pack.ChartPack` may change. How cells are known stands
in the document too, with each chart::

    "provenance": {"default": {"confidence": "inferred", "why": "..."}, "cells": {"longbow/1": {...}, "sling": {...}}}

>>> cell = Cell("missile_range/rows/longbow/1", 2, Whole(-9, 9, signed=True), "source", Text("worked example"))
>>> cell.shown, cell.domain.wants
('+2', 'a whole number from -9 to 9')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast, get_args

from engine.kernel.model import Confidence
from engine.kernel.text import Text

Value: TypeAlias = bool | int | str | tuple[int | str, ...] | None
"""What a cell may hold; JSON's lists are tuples here."""

CellConfidence: TypeAlias = Confidence | Literal["corrected", "battle"]
"""How a cell is known: as scenario data are, or from a chart pack; "battle": a rule of the battle has changed it."""


# -- what a cell may hold ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from ``least`` to ``most``."""

    least: int
    most: int
    signed: bool = False
    """A modifier: shown with its sign."""
    null: bool = False
    """The cell may be empty."""
    codes: tuple[str, ...] = ()
    """What it may hold besides, written as it is: "(h)"."""

    def admits(self, value: Any) -> bool:
        if value is None:
            return self.null
        if isinstance(value, str):
            return value in self.codes
        return type(value) is int and self.least <= value <= self.most

    def show(self, value: Any) -> str:
        if value is None:
            return "-"
        return f"{value:+d}" if self.signed and value and not isinstance(value, str) else str(value)

    @property
    def wants(self) -> str:
        codes = "".join(f', or "{c}"' for c in self.codes)
        return f"a whole number from {self.least} to {self.most}" + codes + _or_null(self.null)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a list of codes."""

    codes: tuple[str, ...]
    null: bool = False

    def admits(self, value: Any) -> bool:
        if value is None:
            return self.null
        return isinstance(value, str) and value in self.codes

    def show(self, value: Any) -> str:
        return "-" if value is None else str(value).replace("_", " ")

    @property
    def wants(self) -> str:
        return "one of " + ", ".join(f'"{c}"' for c in self.codes) + _or_null(self.null)


@dataclass(frozen=True, slots=True)
class Truth:
    """Yes or no; ``number``: written as 1 or 0."""

    number: bool = False
    yes: str = "yes"
    """How each is shown."""
    no: str = "no"

    def admits(self, value: Any) -> bool:
        return (type(value) is int and value in (0, 1)) if self.number else isinstance(value, bool)

    def show(self, value: Any) -> str:
        return self.yes if value else self.no

    @property
    def wants(self) -> str:
        return "1 for yes or 0 for no" if self.number else "true or false"


@dataclass(frozen=True, slots=True)
class Several:
    """A list of ``least`` to ``most`` numbers or codes."""

    of: Whole | OneOf
    least: int
    most: int
    distinct: bool = False
    """None twice."""
    between: str = " "
    """Written between them."""
    alone: str = ""
    """A code that stands by itself or not at all: "NE"."""

    def admits(self, value: Any) -> bool:
        if not isinstance(value, list | tuple):
            return False
        given = cast("Sequence[Any]", value)
        if not self.least <= len(given) <= self.most or not all(self.of.admits(v) for v in given):
            return False
        if self.alone in given and len(given) > 1:
            return False
        return not self.distinct or len(set(given)) == len(given)

    def show(self, value: Any) -> str:
        return self.between.join(self.of.show(v) for v in value) if value else "-"

    @property
    def wants(self) -> str:
        number = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
        kind = "different ones" if self.distinct else "items"
        alone = f', "{self.alone}" only by itself' if self.alone else ""
        return f"a list of {number} {kind}, each {self.of.wants}{alone}"


def _or_null(null: bool) -> str:
    return ", or null" if null else ""


Domain: TypeAlias = Whole | OneOf | Truth | Several


# -- charts -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a chart."""

    path: str
    """Its place in the system's chart document, below "charts": "missile_range/rows/longbow/1"."""
    value: Value
    domain: Domain
    """What it may hold, and how that is shown."""
    confidence: CellConfidence
    why: Text
    """Where it comes from, or how it was inferred; for readers."""
    before: Value = None
    """What it held before a pack corrected it or a rule of the battle changed it."""
    fixed: bool = False
    """Shown for readers only: the number belongs to a rule or to a battle, and no pack changes it."""

    @property
    def shown(self) -> str:
        """The value as a table prints it."""
        return self.domain.show(self.value)

    @property
    def shown_before(self) -> str:
        """What it held before, as a table prints it."""
        return self.domain.show(self.before)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a chart. None: a place where the chart has no cell."""

    label: Text
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart, ready to be shown."""

    id: str
    """Short and unique in its system: "missile_range"; what players name it by."""
    title: Text
    rule: str
    """The case it belongs to: "9.3", or several: "9.1, 9.3"."""
    columns: tuple[Text, ...]
    """Heading of each cell of a row."""
    rows: tuple[Row, ...]
    corner: Text = Text("")  # noqa: RUF009  a Text never changes
    """Heading of the rows' labels."""
    notes: tuple[Text, ...] = ()
    """How to read it."""

    @property
    def cells(self) -> Iterator[Cell]:
        for row in self.rows:
            for cell in row.cells:
                if cell is not None:
                    yield cell


def cells(charts: Iterable[Chart]) -> dict[str, Cell]:
    """Every cell, by path."""
    return {cell.path: cell for chart in charts for cell in chart.cells}


# -- the document -----------------------------------------------------------------------------------------------


def lookup(document: Mapping[str, Any], path: str) -> Value:
    """What a chart document holds at a path, lists as tuples. Raises KeyError or IndexError where there is nothing."""
    here, last = place(document["charts"], path)
    value: Value | list[Any] = here[last]
    return tuple(value) if isinstance(value, list) else value


def place(charts: Any, path: str) -> tuple[Any, Any]:
    """What holds the value of a path, and under which key or number. Raises KeyError or IndexError."""
    *way, last = path.split("/")
    here: Any = charts
    listed = isinstance(here, list)
    for part in way:
        here = here[int(part) if listed else part]
        listed = isinstance(here, list)
    return here, int(last) if listed else last


class Provenance:
    """How the cells of one chart are known, as its part of the document says."""

    def __init__(self, chart: Mapping[str, Any]) -> None:
        given = chart["provenance"]
        self._default = _known(given["default"])
        self._cells = {key: _known(entry) for key, entry in given["cells"].items()}

    def of(self, key: str) -> tuple[Confidence, Text]:
        """Of the cell "longbow/1": its own entry, or its row's, or the chart's."""
        while key:
            if key in self._cells:
                return self._cells[key]
            key = key.rpartition("/")[0]
        return self._default


def _known(entry: Mapping[str, str]) -> tuple[Confidence, Text]:
    confidence = entry["confidence"]
    for known in get_args(Confidence):
        if known == confidence:
            return known, Text(entry["why"].replace("{", "{{").replace("}", "}}"))
    raise ValueError(f"{confidence!r} is no confidence")
