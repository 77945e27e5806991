"""``hexarch where``: where the sources decide a case of the rules, who else cites it, and which tests hold it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.cli.case_index.homes import Place
from bot.cli.case_index.index import ROOT, Entry, entries, search
from bot.cli.case_index.lists import listed, systems
from bot.cli.case_index.marks import Mark, marks
from bot.cli.common import NO, OK, BadInput, show_json, text_of, write

IN_FULL = 4
"""Cases told with everything; of more, one line each."""


def call(args: argparse.Namespace) -> int:
    folder = args.tests if args.tests is not None else Path("tests")
    if args.tests is not None and not folder.is_dir():
        raise BadInput(f"there are no tests at {folder.resolve()}")
    if args.write is not None:
        _write(args.write, list(marks(folder)) if folder.is_dir() else [])
        return OK
    if not args.words:
        raise BadInput("name a case: hexarch where 8.23")
    found = _found(" ".join(args.words), folder, args.json)
    if args.json:
        show_json({"cases": [_document(e) for e in found]})
    elif not found:
        print(f"No case has “{' '.join(args.words)}” as its number or in its title.")
    else:
        print("\n".join(_told(found)))
    return OK if found else NO


def _write(pages: Path, marked: Sequence[Mark]) -> None:
    """Write a page of all cases for each system, and what other pages tell of them."""
    from bot.cli.case_index.page import page, with_chapters
    from bot.cli.case_index.sisters import with_differences  # the rules are loaded only where they are needed

    if not marked:
        raise BadInput("the pages list tests, and there are none here: run this from the root of the repository")
    everything = {s: entries(s, marked) for s in systems()}
    pages.mkdir(parents=True, exist_ok=True)
    for system, cases in everything.items():
        write(str(pages / f"{system}.md"), page(system, cases))
    for name, renewed in (("architecture.md", with_chapters), ("family.md", with_differences)):
        above = pages.parent / name
        if above.is_file():
            write(str(above), renewed(text_of(str(above)), everything))


def _found(words: str, folder: Path, in_full: bool) -> list[Entry]:
    """The cases that words mean, with their tests in a folder where they are few or all is told ``in_full``. Of sources
    and tests, what can't name them isn't read."""
    meant = search(words, {s: listed(s) for s in systems()})
    wanted: dict[str, list[str]] = {}
    for x in meant:
        wanted.setdefault(x.system, []).append(x.case)
    wants_tests = folder.is_dir() and (in_full or len(meant) <= IN_FULL)
    marked = list(marks(folder, {x.case for x in meant})) if wants_tests else []
    return [e for system, cases in wanted.items() for e in entries(system, marked, cases)]


def _told(found: Sequence[Entry]) -> list[str]:
    if len(found) > IN_FULL:
        return [f"{e.system} {e.case:14} {e.title}: {_at(e.home)}" for e in found]
    lines: list[str] = []
    for e in found:
        lines += [f"{e.system} {e.case} {e.title}", f"  home   {_at(e.home)}"]
        lines += [f"  also   {_at(p)}" for p in e.others]
        lines += [f"  test   {_test(m)}" for m in e.tests]
    return lines


def _at(place: Place | None) -> str:
    """ "engine/systems/gboh/cohesion/rout.py:40 rout"."""
    if place is None:
        return "nowhere in the sources"
    return f"{place.path.relative_to(ROOT).as_posix()}:{place.line} {place.scope}".rstrip()


def _test(m: Mark) -> str:
    return f"{m.path.as_posix()}:{m.line} {m.test}".rstrip()


def _document(e: Entry) -> dict[str, Any]:
    def of(p: Place) -> dict[str, Any]:
        return {"path": p.path.relative_to(ROOT).as_posix(), "line": p.line, "in": p.scope}

    return {
        "system": e.system,
        "case": e.case,
        "title": e.title,
        "home": of(e.home) if e.home is not None else None,
        "others": [of(p) for p in e.others],
        "tests": [{"path": m.path.as_posix(), "line": m.line, "in": m.test} for m in e.tests],
    }
