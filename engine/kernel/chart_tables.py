"""Charts kept as plain tables: rows by columns in the document, one :class:`~engine.kernel.charts.Chart` each.

The document's part of a chart: ``{"title", "rule", "columns": [...], "rows": {row: {column: value}}, "provenance"}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.charts import Cell, Chart, Domain, Provenance, Row, lookup
from engine.kernel.text import Text


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
