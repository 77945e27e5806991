"""``hexarch where``: where the sources decide a case of the rules, who else cites it, and which tests hold it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.cli.case_index.homes import Place
from bot.cli.case_index.index import ROOT, Entry, entries, search, systems
from bot.cli.case_index.marks import Mark, marks
from bot.cli.case_index.page import page, with_chapters
from bot.cli.case_index.sisters import with_differences
from bot.cli.common import NO, OK, BadInput, command, show_json, text_of, write

IN_FULL = 4
"""Cases told with everything; of more, one line each."""


def add(commands: Any) -> None:
    p = command(
        commands,
        "where",
        "tell where a case of the rules lives in the sources",
        "Name a case, a chart, or words of a title. The home of a case is where its rule is decided; other places cite "
        "it, and its tests are marked with it. All of it is read from docstrings, comments and data. The answer is no "
        "(exit code 1) when there is no such case.",
        "hexarch where cataphract 8.23",
    )
    p.add_argument("words", nargs="*", metavar="WORD", help="a case, a chart or words, after a system if you like")
    p.add_argument("--tests", type=Path, metavar="FOLDER", help="folder of the tests (default: ./tests)")
    p.add_argument("--write", type=Path, metavar="FOLDER", help="write a page of all cases for each system there")
    p.add_argument("--json", action="store_true", help="print JSON")
    p.set_defaults(call=call)


def call(args: argparse.Namespace) -> int:
    folder = args.tests if args.tests is not None else Path("tests")
    if args.tests is not None and not folder.is_dir():
        raise BadInput(f"there are no tests at {folder.resolve()}")
    marked = list(marks(folder)) if folder.is_dir() else []
    everything = {s: entries(s, marked) for s in systems()}
    if args.write is not None:
        if not marked:
            raise BadInput("the pages list tests, and there are none here: run this from the root of the repository")
        args.write.mkdir(parents=True, exist_ok=True)
        for system, cases in everything.items():
            write(str(args.write / f"{system}.md"), page(system, cases))
        for name, renewed in (("architecture.md", with_chapters), ("family.md", with_differences)):
            above = args.write.parent / name
            if above.is_file():
                write(str(above), renewed(text_of(str(above)), everything))
        return OK
    if not args.words:
        raise BadInput("name a case: hexarch where 8.23")
    found = search(" ".join(args.words), everything)
    if args.json:
        show_json({"cases": [_document(e) for e in found]})
    elif not found:
        print(f"No case has “{' '.join(args.words)}” as its number or in its title.")
    else:
        print("\n".join(_told(found)))
    return OK if found else NO


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
