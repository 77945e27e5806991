"""``hexarch coverage``: which cases of a rulebook have a test.

Tests say which cases they exercise with ``@pytest.mark.rule("cataphract 8.15", ...)`` on a function, a class, in a
module's ``pytestmark`` or on one ``pytest.param``. The marks are read from the source; no test is run.
"""

from __future__ import annotations

import argparse
import ast
import csv
import pkgutil
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any, TypedDict

import engine.systems
from bot.cli.common import NO, OK, BadInput, command, show_json


class Coverage(TypedDict):
    """Cases by number."""

    tested: list[str]
    testable: list[str]
    missing: list[str]
    unknown: list[str]
    """Marked by a test, but no testable case of the rulebook."""


def systems() -> dict[str, str]:
    """Package of each system that has a list of cases, by system id: "engine.systems.men_of_iron" of "men-of-iron"."""
    found = (f"engine.systems.{m.name}" for m in pkgutil.iter_modules(engine.systems.__path__) if m.ispkg)
    return {
        package.rpartition(".")[2].replace("_", "-"): package
        for package in sorted(found)
        if resources.files(package).joinpath("cases.csv").is_file()
    }


def case_list(system: str) -> list[dict[str, str]]:
    """Every case of a system: case, title, kind ("mandatory", "optional"...), testable ("yes" or "no")."""
    text = resources.files(systems()[system]).joinpath("cases.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def coverage(system: str, tests: Path | None = None) -> Coverage:
    """Compare the tests' marks with the case list. ``tests`` is the folder of the tests, ./tests unless given.

    Raises :class:`BadInput` when there is no such folder or system.
    """
    known = systems()
    if system not in known:
        raise BadInput(f"no rule system {system!r} here; there are: {', '.join(known)}")
    return _compare(system, list(marks(_folder(tests))))


def _folder(tests: Path | None) -> Path:
    folder = tests if tests is not None else Path("tests")
    if not folder.is_dir():
        raise BadInput(f"there are no tests at {folder.resolve()}; run this from the root of the repository")
    return folder


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


def marks(folder: Path) -> Iterator[str]:
    """The arguments of every ``rule`` mark in a folder's Python files. Raises :class:`BadInput` for a broken file."""
    for path in sorted(folder.rglob("*.py")):
        try:
            tree = ast.parse(path.read_text("utf-8"))
        except (SyntaxError, UnicodeDecodeError) as e:
            raise BadInput(f"{path}: can't be read: {e}") from e
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _is_rule_mark(node.func):
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value


def _is_rule_mark(func: ast.expr) -> bool:
    """``pytest.mark.rule`` or ``mark.rule``."""
    if not isinstance(func, ast.Attribute) or func.attr != "rule":
        return False
    mark = func.value
    return (isinstance(mark, ast.Attribute) and mark.attr == "mark") or (
        isinstance(mark, ast.Name) and mark.id == "mark"
    )


def add(commands: Any) -> None:
    p = command(
        commands,
        "coverage",
        "list the cases of the rules that have a test",
        "Compare the tests' rule marks with the list of testable cases, system by system. Run it in the "
        "repository. The answer is no (exit code 1) while a case has no test.",
        "hexarch coverage --json",
    )
    p.add_argument("system", nargs="*", choices=[[], *systems()], default=[], help="systems to look at (default: all)")
    p.add_argument("--tests", type=Path, metavar="FOLDER", help="folder of the tests (default: ./tests)")
    p.add_argument("--json", action="store_true", help="print JSON")
    p.set_defaults(call=call)


def call(args: argparse.Namespace) -> int:
    everything = list(marks(_folder(args.tests)))
    found = {s: _compare(s, everything) for s in args.system or systems()}
    if args.json:
        show_json({"systems": found})
    for system, c in found.items() if not args.json else ():
        share = 100 * len(c["tested"]) / len(c["testable"])
        print(f"{system}: {len(c['tested'])} of {len(c['testable'])} testable cases have a test ({share:.0f} %)")
        if c["missing"]:
            print(f"  missing: {', '.join(c['missing'])}")
        if c["unknown"]:
            print(f"  marked, but no case of the rules: {', '.join(c['unknown'])}")
    return NO if any(c["missing"] or c["unknown"] for c in found.values()) else OK
