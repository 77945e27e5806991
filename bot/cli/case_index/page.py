"""``docs/cases/``: a page a system that lists its cases, each with its home and the files of its tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.cli.case_index.homes import Place
from bot.cli.case_index.index import ROOT, Entry
from engine.systems.registry import title

UP = "../.."
"""From the pages to the root of the repository."""


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


def _home(home: Place | None) -> str:
    if home is None:
        return "–"
    path = home.path.relative_to(ROOT).as_posix()
    shown = path.removeprefix("engine/systems/").partition("/")[2] if path.startswith("engine/systems/") else path
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
