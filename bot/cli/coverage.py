"""``hexarch coverage``: which cases of a rulebook have a test.

Tests say which cases they exercise with ``@pytest.mark.rule("cataphract 8.15", ...)`` on a function, a class, in a
module's ``pytestmark`` or on one ``pytest.param``. The marks are read from the source; no test is run.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

from bot.cli.case_index.lists import case_list, is_complete, systems
from bot.cli.case_index.marks import folder_of_tests, marks
from bot.cli.common import NO, OK, BadInput, show_json


class Coverage(TypedDict):
    """Cases by number."""

    tested: list[str]
    testable: list[str]
    missing: list[str]
    unknown: list[str]
    """Marked by a test, but no testable case of the rulebook."""


def coverage(system: str, tests: Path | None = None) -> Coverage:
    """Compare the tests' marks with the case list. ``tests`` is the folder of the tests, ./tests unless given.

    Raises :class:`BadInput` when there is no such folder or system.
    """
    known = systems()
    if system not in known:
        raise BadInput(f"no rule system {system!r} here; there are: {', '.join(known)}")
    return _compare(system, [m.rule for m in marks(folder_of_tests(tests))])


def _compare(system: str, found: list[str]) -> Coverage:
    """A system's cases and the marks of all tests."""
    rows = case_list(system)
    testable = [r["case"] for r in rows if r["testable"] == "yes"]
    marked = {case for mark in found for case in _of(system, mark)}
    return {
        "tested": [c for c in testable if c in marked],
        "testable": testable,
        "missing": [c for c in testable if c not in marked],
        "unknown": sorted(marked - {r["case"] for r in rows}),
    }


def _of(system: str, mark: str) -> Iterator[str]:
    name, _, case = mark.partition(" ")
    if name == system:
        yield case.strip()


def call(args: argparse.Namespace) -> int:
    everything = [m.rule for m in marks(folder_of_tests(args.tests))]
    found = {s: _compare(s, everything) for s in args.system or systems()}
    if args.json:
        show_json({"systems": found})
    for system, c in found.items() if not args.json else ():
        share = 100 * len(c["tested"]) / len(c["testable"])
        whole = "" if is_complete(system) else "; it is not refereed in full yet"
        print(f"{system}: {len(c['tested'])} of {len(c['testable'])} testable cases have a test ({share:.0f} %){whole}")
        if c["missing"]:
            print(f"  missing: {', '.join(c['missing'])}")
        if c["unknown"]:
            print(f"  marked, but no case of the rules: {', '.join(c['unknown'])}")
    wrong = (c["unknown"] or (c["missing"] and is_complete(system)) for system, c in found.items())
    return NO if any(wrong) else OK
