"""Position files: any situation on any battlefield, written down in friendly JSON.

A position starts from a battle (by key, or written inline) or from a small field, and says what is different:
where pieces stand and in what state, what turn and phase it is, who is active. ``docs/positions.md`` describes it.
What can be said of a piece is a matter of its rules, so each system reads its own; :data:`READERS` has those that do.

>>> scenario, state = read({"scenario": "cataphract/tricameron", "changes": {"THC1": {"hits": 2}}}, "here")
>>> state.units["THC1"].hits
2
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import scenarios
from engine.systems.registry import title
from scenarios import cataphract_position
from scenarios.errors import ScenarioError
from scenarios.formats import Scenario
from scenarios.reading import read as read_scenario

Finder: TypeAlias = Callable[[Any, str], Any]
"""Finds the battle a position names or holds; takes that, and the origin of the position."""

READERS: dict[str, Callable[[dict[str, Any], str, Finder], tuple[Any, Any]]] = {"cataphract": cataphract_position.read}
"""Reads a position file into battle and state, by system id. The first reads fields that don't say whose they are."""


def load(path: str | os.PathLike[str]) -> tuple[Any, Any]:
    """The position in a file. Raises :class:`ScenarioError`."""
    return read(scenarios.document(path), str(path))


def read(document: dict[str, Any], origin: str) -> tuple[Any, Any]:
    """The battle and the state a position describes, checked throughout, as its system has them.

    ``origin`` names the document in errors and is where relative paths start. Raises :class:`ScenarioError`.
    """
    system = _system(document, origin)
    if system not in READERS:
        known = ", ".join(title(s) for s in READERS)
        raise ScenarioError(origin, [f"system: there are no position files of {title(system)}; there are for: {known}"])
    return READERS[system](document, origin, _battle)


def _system(document: dict[str, Any], origin: str) -> str:
    """Whose rules a position is played by: its battle's, or what it says itself."""
    given = document.get("scenario")
    if isinstance(given, str):
        return _battle(given, origin).system
    said = given.get("system") if isinstance(given, dict) else document.get("system")
    return said if isinstance(said, str) else next(iter(READERS))


def _battle(given: str | dict[str, Any], origin: str) -> Scenario:
    if isinstance(given, dict):
        return read_scenario(given, f"{origin}: scenario")
    if given.endswith(".json"):
        return scenarios.load_file(Path(origin).parent / given)
    return scenarios.load(given)
