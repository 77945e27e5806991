"""``docs/cases/``: a page a system that lists its cases, each with its home and the files of its tests.

And a table in ``docs/architecture.md``: which files hold the cases of a chapter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.cli.case_index.homes import Place
from bot.cli.case_index.index import ROOT, Entry
from engine.systems.registry import title

UP = "../.."
"""From the pages to the root of the repository."""

BEGIN, END = "<!-- chapters: written by `hexarch where --write docs/cases` -->", "<!-- end of chapters -->"
"""What encloses the table of chapters."""


def page(system: str, entries: Sequence[Entry]) -> str:
    """The page of one system. It names no lines, which change with every edit: ``hexarch where`` tells them."""
    lines = [
        f"# Cases of {title(system)}",
        "",
        "The *home* of a case is where its rule is decided, or where its values stand. `hexarch where 8.23` tells",
        "lines, other places and each test. This page is written by `hexarch where --write docs/cases`.",
        "",
        "| case | title | home | tests |",
        "|---|---|---|---|",
    ]
    lines += [f"| {e.case} | {_cell(e.title)} | {_home(e.home)} | {_tests(e)} |" for e in entries]
    return "\n".join(lines) + "\n"


def with_chapters(text: str, everything: Mapping[str, Sequence[Entry]]) -> str:
    """A page with its table of chapters as it is now. Raises ValueError where no place for it is marked."""
    before, _, rest = text.partition(BEGIN)
    _, marked, after = rest.partition(END)
    if not marked:
        raise ValueError(f"there is no {BEGIN} with {END} after it")
    lines = ["", "", "| chapter | files, each with the cases it is the home of |", "|---|---|"]
    for system, entries in everything.items():
        lines += [f"| {title(system)} {name} | {files} |" for name, files in _chapters(entries)]
    return before + BEGIN + "\n".join(lines) + "\n\n" + END + after


def _chapters(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """Each chapter with its files; cases that are headings or not testable are left out."""
    names: dict[str, str] = {}
    found: dict[str, dict[str, list[str]]] = {}
    for e in entries:
        chapter = _chapter(e.case)
        if chapter not in names:
            names[chapter] = f"{chapter} {e.title}" if e.case == f"{chapter}.0" else chapter
        if e.testable and e.home is not None:
            found.setdefault(chapter, {}).setdefault(home_file(e.home), []).append(e.case)
    return [
        (names[chapter], "; ".join(f"`{file}` {', '.join(cases)}" for file, cases in files.items()))
        for chapter, files in found.items()
    ]


def _chapter(case: str) -> str:
    """
    >>> _chapter("8.23"), _chapter("10.4(2A)"), _chapter("table:clash"), _chapter("T-MP"), _chapter("FK-1")
    ('8', '10', 'charts', 'charts', 'battles')
    """
    if case.startswith(("table:", "T-")):
        return "charts"
    number = re.match(r"(\d+)\.", case)
    return number[1] if number is not None else "competitive play" if case.startswith("C-") else "battles"


def home_file(home: Place) -> str:
    """Its path, shortened below ``engine/systems``."""
    path = home.path.relative_to(ROOT).as_posix()
    return path.removeprefix("engine/systems/").removesuffix(".py") if path.startswith("engine/systems/") else path


def _home(home: Place | None) -> str:
    if home is None:
        return "–"
    path = home.path.relative_to(ROOT).as_posix()
    shown = path.removeprefix("engine/systems/")
    scope = f" `{home.scope}`" if home.scope else ""
    return f"[{_cell(shown)}]({UP}/{path}){scope}"


def _tests(e: Entry) -> str:
    """The files of its tests, each once."""
    paths = sorted({_below_root(m.path) for m in e.tests}, key=lambda p: (len(p.parts), p.as_posix()))
    return ", ".join(f"[{p.stem.removeprefix('test_')}]({UP}/{p.as_posix()})" for p in paths)


def _below_root(path: Path) -> Path:
    return path.resolve().relative_to(ROOT) if path.resolve().is_relative_to(ROOT) else path


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
