"""Which tests are marked with a case: ``@pytest.mark.rule("cataphract 8.15", ...)``. Nothing is run: it is read."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bot.cli.case_index.citations import NAMED
from bot.cli.common import BadInput


@dataclass(frozen=True, slots=True)
class Mark:
    """One case on one test."""

    rule: str
    """As it is written: "cataphract 8.15"."""
    path: Path
    line: int
    test: str
    """The function or class; "" for a whole module, and for parameters kept apart from their test."""


def folder_of_tests(tests: Path | None) -> Path:
    """The folder of the tests, ./tests unless given. Raises :class:`BadInput` when there is none."""
    folder = tests if tests is not None else Path("tests")
    if not folder.is_dir():
        raise BadInput(f"there are no tests at {folder.resolve()}; run this from the root of the repository")
    return folder


def marks(folder: Path, cases: Collection[str] | None = None) -> Iterator[Mark]:
    """The ``rule`` marks in a folder's Python files: on a function, a class, in a module's ``pytestmark``, on one
    ``pytest.param``. With ``cases``, all that name one of these numbers, and some that don't: a file in which none
    stands isn't read as Python. Raises :class:`BadInput` for a broken file."""
    for path in sorted(folder.rglob("*.py")):
        try:
            if cases is None or _names(path.read_text("utf-8"), cases):
                yield from _of(path, path.stat().st_mtime_ns)
        except (SyntaxError, UnicodeDecodeError) as e:
            raise BadInput(f"{path}: can't be read: {e}") from e


def _names(text: str, cases: Collection[str]) -> bool:
    return any(case in text for case in cases)


@cache
def _of(path: Path, changed: int) -> tuple[Mark, ...]:
    """The marks of one file as it was when it was last ``changed``, kept: several look for them."""
    return tuple(_in(ast.parse(path.read_text("utf-8")), path, ""))


def _in(node: ast.AST, path: Path, scope: str) -> Iterator[Mark]:
    """The marks in a module, a class, or at a function; what a function does marks nothing."""
    if isinstance(node, NAMED):
        scope = f"{scope}.{node.name}".lstrip(".")
        for decorator in node.decorator_list:
            yield from _among(decorator, path, scope)
    for child in () if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else getattr(node, "body", ()):
        yield from _in(child, path, scope) if isinstance(child, NAMED) else _among(child, path, scope)


def _among(part: ast.AST, path: Path, scope: str) -> Iterator[Mark]:
    for node in ast.walk(part):
        if isinstance(node, ast.Call) and _is_rule_mark(node.func):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield Mark(argument.value, path, node.lineno, scope)


def _is_rule_mark(func: ast.expr) -> bool:
    """``pytest.mark.rule`` or ``mark.rule``."""
    if not isinstance(func, ast.Attribute) or func.attr != "rule":
        return False
    mark = func.value
    return (isinstance(mark, ast.Attribute) and mark.attr == "mark") or (
        isinstance(mark, ast.Name) and mark.id == "mark"
    )
