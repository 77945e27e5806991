"""Charts as messages: a table that fits a phone, a mark on every cell that isn't certain, and where numbers come from.

>>> wrapped("none In Column", 6)
['none', 'In', 'Column']
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.language.catalogue import TextCatalogue
from bot.language.plain import MESSAGE, escape, fit, pages
from bot.service.setup.charts import ChartSet
from engine.kernel.chart_pack import ChartPack
from engine.kernel.charts import Cell, CellConfidence, Chart
from engine.kernel.text import Text

WIDTH = 42
"""Characters of a line that a phone shows without breaking it."""

LABEL = 16
"""Widest column of labels."""

HEADING = 9
"""Heading of a narrow column before it is broken."""

NAMED = 90
"""Characters in which the cells of one origin are named; where that takes more it is said how many they are."""

MARKS: dict[CellConfidence, str] = {"source": "", "external": "°", "inferred": "?", "corrected": "!", "battle": "*"}
"""Set behind the value."""

_MEANINGS: dict[CellConfidence, str] = {
    "source": "no mark: from the rules",
    "external": "° from a public page",
    "inferred": "? reconstructed",
    "corrected": "! corrected by the chart pack",
    "battle": "* changed by this battle",
}

SHORT = 12
"""Digits of a hash that are shown."""

_FENCE = "```"


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of the table, its texts in the reader's language."""

    label: str
    cells: tuple[str, ...]


def chart_pages(chart: Chart, catalogue: TextCatalogue) -> list[str]:
    """The chart as messages: title, tables, what the marks mean, where the numbers come from."""
    say = catalogue.say
    head = f"**{escape(say(chart.title))}** ({escape(chart.rule)})"
    shown = {cell.confidence for cell in chart.cells}
    legend = " · ".join(catalogue.translate(text) for c, text in _MEANINGS.items() if c in shown)
    notes = [f"-# {escape(say(note))}" for note in chart.notes]
    origins = [f"-# {escape(line)}" for line in _origins(chart, catalogue)]
    blocks = [piece for block in _tables(chart, catalogue) for piece in _pieces(block)]
    return pages([head, *blocks, f"-# {escape(legend)}", *notes, *origins])


def chart_set_line(of: ChartSet, name: str, catalogue: TextCatalogue) -> str:
    """Whose charts these are, and what names them: "Tricameron · Charts: standard `1f2e3d4c5b6a`"."""
    return f"{escape(name)} · {catalogue.say(_named_by(of, catalogue))}"


def chart_lines(of: ChartSet, begun_with: str, catalogue: TextCatalogue) -> list[str]:
    """What charts a battle is played by. ``begun_with``: hash of those it began with, "" where that isn't known."""
    if not of.charts:
        return []
    lines = [_named_by(of, catalogue)]
    if begun_with not in ("", of.digest):
        lines.append(
            Text(
                "⚠️ It began with the charts `{before}`: this version of the referee has others.",
                before=begun_with[:SHORT],
            )
        )
    return [catalogue.say(x) for x in lines]


def _named_by(of: ChartSet, catalogue: TextCatalogue) -> Text:
    if of.pack is None:
        return Text("Charts: standard `{hash}`", hash=of.digest[:SHORT])
    return Text("Charts: {pack}, in all `{hash}`", pack=pack_name(of.pack, catalogue), hash=of.digest[:SHORT])


def pack_name(pack: ChartPack, catalogue: TextCatalogue) -> str:
    """A pack by title, maker and hash, safe for a message."""
    by = catalogue.say(Text(" by {name}", name=escape(pack.by))) if pack.by else ""
    return f"“{escape(pack.title)}”{by} `{pack.digest[:SHORT]}`"


def changes(charts: Sequence[Chart], catalogue: TextCatalogue) -> list[str]:
    """What a pack corrects, a line for each cell: chart, cell, value, the one before, and why."""
    return [
        escape(f"{catalogue.say(chart.title)}: {_change(name, cell, catalogue)}")
        for chart in charts
        for name, cell in _named(chart, catalogue)
        if cell.confidence == "corrected"
    ]


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines, each at most ``width`` characters where its words allow it."""
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]


# -- the table --------------------------------------------------------------------------------------------------


def _tables(chart: Chart, catalogue: TextCatalogue) -> Iterator[list[str]]:
    """The table in blocks of lines, side by side columns as far as a phone is wide, the labels repeated."""
    marked = [
        any(c is not None and MARKS[c.confidence] for c in column)
        for column in zip(*(row.cells for row in chart.rows), strict=True)
    ]
    lines = [
        _Line(catalogue.say(row.label), tuple(_value(c, wide) for c, wide in zip(row.cells, marked, strict=True)))
        for row in chart.rows
    ]
    corner = catalogue.say(chart.corner)
    left = min(LABEL, max(len(text) for text in (corner, *(x.label for x in lines))))
    left = max(left, *(len(word) for x in lines for word in x.label.split()))
    widths = [
        max([*(len(x.cells[i]) for x in lines), *(len(w) for w in wrapped(catalogue.say(heading), HEADING))])
        for i, heading in enumerate(chart.columns)
    ]
    start = 0
    while start < len(widths):
        end, used = start, left
        while end < len(widths) and (end == start or used + 1 + widths[end] <= WIDTH):
            used += 1 + widths[end]
            end += 1
        columns = range(start, end)
        block = _grid(
            corner, [wrapped(catalogue.say(chart.columns[i]), HEADING) for i in columns], left, widths[start:]
        )
        for line in lines:
            block += _grid(line.label, [[line.cells[i]] for i in columns], left, widths[start:])
        yield block
        start = end


def _value(cell: Cell | None, marked: bool) -> str:
    """A cell with its mark, or with room for one where its column has marks: figures stay under each other."""
    if cell is None:
        return ""
    return cell.shown + (MARKS[cell.confidence] or (" " if marked else ""))


def _grid(label: str, cells: Sequence[Sequence[str]], left: int, widths: Sequence[int]) -> list[str]:
    """One row of the table, as many lines as its label or its headings need. Values stand in the first line."""
    labels = wrapped(label, left)
    height = max(len(labels), *(len(c) for c in cells))
    made: list[str] = []
    for n in range(height):
        first = labels[n] if n < len(labels) else ""
        rest = (c[n] if n < len(c) else "" for c in cells)
        made.append(" ".join([first.ljust(left), *(x.rjust(w) for x, w in zip(rest, widths, strict=False))]).rstrip())
    return made


def _pieces(block: Sequence[str]) -> list[str]:
    """A block of the table as code, cut where it is too long for one message."""
    room = MESSAGE - 2 * len(_FENCE) - 2
    return [f"{_FENCE}\n{text.replace('`', chr(0x2018))}\n{_FENCE}" for text in pages(block, room)]


# -- where numbers come from ------------------------------------------------------------------------------------


def _named(chart: Chart, catalogue: TextCatalogue) -> Iterator[tuple[str, Cell]]:
    """Every cell with its row and column: "longbow 1"."""
    single = len(chart.columns) == 1
    for row in chart.rows:
        label = catalogue.say(row.label)
        for heading, cell in zip(chart.columns, row.cells, strict=True):
            if cell is not None:
                yield (label if single else f"{label} {catalogue.say(heading)}"), cell


def _places(chart: Chart, catalogue: TextCatalogue, wanted: Sequence[Cell]) -> str:
    """Where the cells are: "B foot; C foot 2, 3", a row that is wanted whole by its name alone."""
    paths = {cell.path for cell in wanted}
    places: list[str] = []
    for row in chart.rows:
        here = [i for i, cell in enumerate(row.cells) if cell is not None and cell.path in paths]
        if here:
            label = catalogue.say(row.label)
            whole = len(here) == sum(cell is not None for cell in row.cells)
            places.append(label if whole else f"{label} {_runs(here, chart.columns, catalogue)}")
    named = "; ".join(places)
    return named if len(named) <= NAMED else catalogue.say(Text("{n} cells", n=len(wanted)))


def _runs(places: Sequence[int], columns: Sequence[Text], catalogue: TextCatalogue) -> str:
    """Columns by name, three and more in a row as a range: "1, 3, 5 to 8"."""
    runs: list[list[int]] = []
    for i in places:
        if runs and runs[-1][-1] == i - 1:
            runs[-1].append(i)
        else:
            runs.append([i])
    said: list[str] = []
    for run in runs:
        first, last = catalogue.say(columns[run[0]]), catalogue.say(columns[run[-1]])
        if len(run) >= 3:
            said.append(catalogue.say(Text("{first} to {last}", first=first, last=last)))
        else:
            said += [catalogue.say(columns[i]) for i in run]
    return ", ".join(said)


def _origins(chart: Chart, catalogue: TextCatalogue) -> list[str]:
    """A line for everything the numbers rest on: what was corrected first, the most certain last."""
    found: dict[tuple[CellConfidence, str], list[Cell]] = {}
    corrected: list[str] = []
    for name, cell in _named(chart, catalogue):
        if cell.confidence == "corrected":
            corrected.append("! " + _change(name, cell, catalogue))
        else:
            found.setdefault((cell.confidence, catalogue.say(cell.why)), []).append(cell)
    order = list(MARKS)
    lines: list[str] = []
    for (confidence, why), same in sorted(found.items(), key=lambda x: -order.index(x[0][0])):
        mark = f"{MARKS[confidence]} " if MARKS[confidence] else ""
        lines.append(f"{mark}{_places(chart, catalogue, same)}: {why}")
    return corrected + lines


def _change(name: str, cell: Cell, catalogue: TextCatalogue) -> str:
    text = Text(
        "{cell} {value}, not {before}: {why}",
        cell=name,
        value=cell.shown,
        before=cell.shown_before,
        why=cell.why,
    )
    if cell.value == cell.before:
        text = Text("{cell} {value}, as in the standard charts: {why}", cell=name, value=cell.shown, why=cell.why)
    return fit(catalogue.say(text), 300)
