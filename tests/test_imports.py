"""Imports point one way: no circles, `bot` to `renderer` to `engine`, and in `bot` down its layers.

Every import counts: at the top of a module, inside a function, and under ``TYPE_CHECKING``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

PACKAGES = ("engine", "scenarios", "renderer", "bot")
"""Lowest first: a package imports from itself and from those before it."""

LAYERS = (
    (
        "bot.aside",
        "bot.backoff",
        "bot.documentation",
        "bot.handling",
        "bot.logs",
        "bot.metrics",
        "bot.processes",
        "bot.rates",
        "bot.bot_permissions",
        "bot.renamed",
        "bot.under_way",
    ),
    ("bot.first_answer", "bot.host", "bot.stumbles"),
    ("bot.language",),
    ("bot.localised", "bot.rulebooks"),
    ("bot.registration",),
    ("bot.storage",),
    ("bot.notation",),
    ("bot.service",),
    ("bot.preparing", "bot.upkeep"),
    ("bot.narration",),
    ("bot.films",),
    ("bot.components",),
    ("bot.errors",),
    ("bot.router",),
    ("bot.messages",),
    ("bot.app",),
    ("bot.cogs",),
    ("bot.monitoring", "bot.editor", "bot.board"),
    ("bot.local_offered", "bot.local_world"),
    ("bot.local_board",),
    ("bot.local",),
    ("bot.cli",),
)
"""The parts of the bot, lowest first: a part imports from itself and lower ones, never from one beside or above it."""


def modules() -> dict[str, Path]:
    """Every module of the program by its dotted name."""
    found: dict[str, Path] = {}
    for path in (p for package in PACKAGES for p in (ROOT / package).rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


def imported(source: str, known: Iterable[str]) -> set[str]:
    """The ``known`` modules a module's source imports, wherever in it; a name of a package counts as the package.

    >>> sorted(imported("if TYPE_CHECKING:\\n    from a import b, c", ["a", "a.b"]))
    ['a', 'a.b']
    """
    names, found = set(known), set[str]()
    for n in ast.walk(ast.parse(source)):
        if isinstance(n, ast.Import):
            found |= {a.name for a in n.names}
        elif isinstance(n, ast.ImportFrom):
            assert not n.level, "imports name the whole path"
            submodules = {f"{n.module}.{a.name}" for a in n.names}
            found |= submodules & names
            if submodules - names:
                found.add(str(n.module))
    return found & names


@cache
def graph() -> Mapping[str, frozenset[str]]:
    """What each module imports."""
    known = modules()
    return {m: frozenset(imported(path.read_text(encoding="utf-8"), known) - {m}) for m, path in known.items()}


def circles(edges: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Groups of modules that can all be reached from one another, in alphabetical order (Tarjan 1972).

    >>> circles({"a": ["b"], "b": ["c"], "c": ["b"], "d": []})
    [['b', 'c']]
    """
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(m: str) -> None:
        order[m] = lowest[m] = len(order)
        stack.append(m)
        for other in sorted(edges[m]):
            if other not in order:
                visit(other)
                lowest[m] = min(lowest[m], lowest[other])
            elif other in stack:
                lowest[m] = min(lowest[m], order[other])
        if lowest[m] == order[m]:
            group = stack[stack.index(m) :]
            del stack[stack.index(m) :]
            if len(group) > 1:
                found.append(sorted(group))

    for m in sorted(edges):
        if m not in order:
            visit(m)
    return found


def _layer(module: str) -> int:
    """Place of a module of the bot among the layers; -1 for one that is in none."""
    return next((n for n, parts in enumerate(LAYERS) for p in parts if f"{module}.".startswith(f"{p}.")), -1)


def _part(module: str) -> str:
    return ".".join(module.split(".")[:2])


def test_no_circles() -> None:
    found = circles(graph())
    told = "\n".join(f"{len(group)}: {' '.join(group)}" for group in found)
    assert not found, f"imports go in circles:\n{told}"


def test_packages_import_downwards() -> None:
    rising = [
        f"{a} -> {b}"
        for a, targets in graph().items()
        for b in targets
        if PACKAGES.index(b.split(".")[0]) > PACKAGES.index(a.split(".")[0])
    ]
    assert not rising


def test_every_part_of_the_bot_has_a_layer() -> None:
    assert not {_part(m) for m in graph() if m.startswith("bot.") and _layer(m) < 0}
    assert not [p for parts in LAYERS for p in parts if p not in graph()]


def test_the_bot_imports_downwards() -> None:
    rising = [
        (a, b)
        for a, targets in graph().items()
        for b in targets
        if a.startswith("bot.") and b.startswith("bot.") and _layer(b) >= _layer(a) and _part(a) != _part(b)
    ]
    assert not rising


@pytest.mark.parametrize(
    "source",
    ["import a.b", "from a import b", "def f():\n    from a.b import c", "if TYPE_CHECKING:\n    from a.b import c"],
)
def test_an_import_counts_wherever_it_stands(source: str) -> None:
    assert imported(source, ["a", "a.b"]) == {"a.b"}
