"""Chart packs: corrections to single cells of a rule system's charts, loaded by a server's referee, kept by a battle.

A pack names cells by path and says what they hold. It can't add a row, a rule or a line of code.

>>> pack = ChartPack(system="cataphract", title="My card", cells={"doom/rows/2/result": {"value": "finished"}})
>>> pack.cells["doom/rows/2/result"].value
'finished'
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, Field, StrictBool, StrictInt, StrictStr, StringConstraints, field_validator

from engine.kernel.charts import Cell, Chart, cells, lookup, place
from engine.kernel.journal import canonical
from engine.kernel.model import Strict
from engine.kernel.text import Text

FORMAT = "hexarch-chart-pack/1"

MOST_CELLS = 2000
"""Most cells of a pack; more than any system's charts have."""

HINTS = 5
"""Unknown paths for which similar ones are looked up: that takes time, and where many are wrong all are alike."""


def _readable(text: str) -> str:
    """The same text. Raises ValueError for what can't be stored or shown: control characters, half characters."""
    if any(not c.isprintable() for c in text):
        raise ValueError("has characters that can't be printed (line breaks count as such)")
    return text


_Code = Annotated[StrictStr, StringConstraints(max_length=40), AfterValidator(_readable)]
_Number = Annotated[StrictInt, Field(ge=-(10**6), le=10**6)]
_Value: TypeAlias = StrictBool | _Number | _Code | Annotated[tuple[_Number | _Code, ...], Field(max_length=20)]


class Correction(Strict):
    """What a pack says of one cell."""

    value: _Value | None
    why: str = Field("", max_length=200)
    """Where the value is from: "player aid card, first printing"."""

    _check = field_validator("why")(_readable)


class ChartPack(Strict):
    """Corrected cells for one system's charts: what a referee loads, and what a battle keeps."""

    format: Literal["hexarch-chart-pack/1"] = FORMAT
    system: str = Field(pattern=r"^[a-z][a-z-]{1,30}$", description='the id of a rule system, as "men-of-iron"')
    title: str = Field(max_length=80)
    by: str = Field("", max_length=80)
    """Who made it."""
    note: str = Field("", max_length=500)
    cells: dict[Annotated[str, StringConstraints(max_length=120)], Correction] = Field(
        min_length=1, max_length=MOST_CELLS
    )
    """By path, see :attr:`Cell.path`."""

    _check = field_validator("title", "by", "note")(_readable)

    @field_validator("title")
    @classmethod
    def _titled(cls, given: str) -> str:
        if not given.strip():
            raise ValueError("must not be empty")
        return given

    @field_validator("cells")
    @classmethod
    def _paths(cls, given: dict[str, Correction]) -> dict[str, Correction]:
        for path in given:
            _readable(path)
        return given

    @property
    def digest(self) -> str:
        """SHA-256 by which it is named."""
        return digest(self.model_dump(mode="json"))


class PackError(Exception):
    """A pack that doesn't fit the charts. ``problems`` holds one sentence each, beginning with the place."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = list(problems)
        super().__init__("; ".join(self.problems))


def digest(data: Any) -> str:
    """Hex SHA-256 of data JSON can hold: the same on any machine.

    >>> digest({"a": 1, "b": None})[:12]
    '46e0ff59f616'
    """
    return hashlib.sha256(canonical(data)).hexdigest()


def fingerprint(charts: Iterable[Chart]) -> str:
    """What names the charts a battle is played by: the hash of every cell's path and value, and of nothing else.

    Better reasons or another wording leave it as it is; another number doesn't.
    """
    return digest({path: cell.value for path, cell in cells(charts).items()})


def problems(charts: Sequence[Chart], pack: ChartPack) -> list[str]:
    """Everything in a pack that doesn't fit the charts, one sentence with its place each; [] when all does."""
    known = cells(charts)
    found: list[str] = []
    hints = HINTS
    for path, correction in pack.cells.items():
        cell = known.get(path)
        if cell is None:
            hints -= 1
            near = get_close_matches(path, known, n=3, cutoff=0.75) if hints >= 0 else []
            hint = f"; near it: {', '.join(near)}" if near else ""
            found.append(f"cells.{path}: the charts have no such cell{hint}")
        elif cell.fixed:
            found.append(f"cells.{path}: is shown for readers only and can't be changed")
        elif not cell.domain.admits(correction.value):
            found.append(f"cells.{path}: must be {cell.domain.wants}, not {_said(correction.value)}")
    return found


def apply(document: Mapping[str, Any], charts: Sequence[Chart], pack: ChartPack) -> dict[str, Any]:
    """The chart document with the pack's cells changed and nothing else; the one given is left alone.

    ``charts`` are the document's own. Raises :class:`PackError` with everything that is wrong at once.
    """
    if wrong := problems(charts, pack):
        raise PackError(wrong)
    changed = copy.deepcopy(dict(document))
    for path, correction in pack.cells.items():
        here, last = place(changed["charts"], path)
        value = correction.value
        here[last] = list(value) if isinstance(value, tuple) else value
    return changed


def corrected(charts: Sequence[Chart], pack: ChartPack | None) -> tuple[Chart, ...]:
    """The charts with a pack's cells changed and marked so. The pack must fit: see :func:`problems`."""
    if pack is None:
        return tuple(charts)

    def one(cell: Cell | None) -> Cell | None:
        change = pack.cells.get(cell.path) if cell is not None else None
        if cell is None or change is None:
            return cell
        why = Text("{why}", why=change.why) if change.why else Text("{title}", title=pack.title)
        return replace(cell, value=change.value, confidence="corrected", why=why, before=cell.value)

    return _each(charts, one)


def adapted(charts: Sequence[Chart], document: Mapping[str, Any], why: Text) -> tuple[Chart, ...]:
    """The charts with the cells changed that a battle's own rules have changed in ``document``, for the reason ``why``.

    What the document no longer holds is an empty cell.
    """

    def one(cell: Cell | None) -> Cell | None:
        if cell is None or cell.fixed:
            return cell
        try:
            value = lookup(document, cell.path)
        except (KeyError, IndexError):
            value = None
        if value == cell.value:
            return cell
        return replace(cell, value=value, confidence="battle", why=why, before=cell.value)

    return _each(charts, one)


def _each(charts: Sequence[Chart], change: Callable[[Cell | None], Cell | None]) -> tuple[Chart, ...]:
    return tuple(
        replace(chart, rows=tuple(replace(row, cells=tuple(change(c) for c in row.cells)) for row in chart.rows))
        for chart in charts
    )


def _said(value: Any) -> str:
    """A value as its author wrote it, cut where it is long."""
    text = canonical(value).decode()
    return text if len(text) <= 40 else text[:37] + "..."
