"""Charts kept as plain tables: rows by columns in the document, one :class:`~engine.kernel.charts.Chart` each.

The document's part of a chart: ``{"title", "rule", "columns": [...], "rows": {row: {column: value}}, "provenance"}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, Self, TypeVar

from engine.kernel.chart_pack import ChartPack, apply, corrected
from engine.kernel.charts import Cell, Chart, Domain, Provenance, Row, lookup
from engine.kernel.packaged import document
from engine.kernel.text import Text


class TableCharts:
    """Base of a system's charts by which a battle is played: its own, or as a chart pack has corrected them."""

    package: ClassVar[str]
    """Whose ``charts.json`` they come in."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self._charts: dict[str, Any] = document["charts"]

    @classmethod
    @cache
    def standard(cls) -> Self:
        """The pack that comes with the engine."""
        return cls(document(cls.package, "charts.json"))

    def cell(self, chart: str, row: str, column: str = "value") -> Any:
        """One cell as it stands. Raises KeyError where there is none."""
        return self._charts[chart]["rows"][row][column]


C = TypeVar("C", bound=TableCharts)


class Tables(Generic[C]):
    """Every chart of a system for players to read, cell by cell."""

    def __init__(
        self,
        charts: type[C],
        domains: Mapping[str, Domain | Mapping[str, Domain]],
        corners: Mapping[str, str],
        notes: Mapping[str, Sequence[str]],
    ) -> None:
        """``domains``: what the cells of a chart may hold, all alike or by column, in the order players are offered the
        charts. ``corners``: the word above the rows' names."""
        self._charts = charts
        self._printed = cache(lambda: tables(charts.standard().document, domains, corners, notes))

    def standard(self) -> tuple[Chart, ...]:
        """The charts that come with the engine."""
        return self._printed()

    def in_force(self, pack: ChartPack | None) -> C:
        """The charts to play by. Raises PackError for a pack that doesn't fit them."""
        printed = self._charts.standard()
        return printed if pack is None else self._charts(apply(printed.document, self.standard(), pack))

    def of_battle(self, pack: ChartPack | None) -> tuple[Chart, ...]:
        """The charts of a battle."""
        return corrected(self.standard(), pack)


def tables(
    document: Mapping[str, Any],
    domains: Mapping[str, Domain | Mapping[str, Domain]],
    corners: Mapping[str, str],
    notes: Mapping[str, Sequence[str]],
) -> tuple[Chart, ...]:
    """Every chart of a document, in the order of ``domains``, which says what the cells may hold: all alike, or by
    column. ``corners``: the word above the rows' names. Raises KeyError for a chart the document hasn't."""
    return tuple(
        _table(name, document, domain, corners.get(name, ""), notes.get(name, ())) for name, domain in domains.items()
    )


def _table(
    name: str,
    document: Mapping[str, Any],
    domain: Domain | Mapping[str, Domain],
    corner: str,
    notes: Sequence[str],
) -> Chart:
    chart = document["charts"][name]
    known = Provenance(chart)
    columns: list[str] = chart["columns"]

    def cell(row: str, column: str) -> Cell:
        path = f"{name}/rows/{row}/{column}"
        of = domain[column] if isinstance(domain, Mapping) else domain
        return Cell(path, lookup(document, path), of, *known.of(f"{row}/{column}"))

    rows = tuple(Row(words(row), tuple(cell(row, c) for c in columns)) for row in chart["rows"])
    heads = tuple(words(c) for c in columns)
    return Chart(
        name, Text(chart["title"]), chart["rule"], heads, rows, Text(corner), tuple(Text(note) for note in notes)
    )


def words(name: str) -> Text:
    """A key of the document as players read it: ``leave_zoc`` as "leave zoc"."""
    return Text(name.replace("_", " "))
