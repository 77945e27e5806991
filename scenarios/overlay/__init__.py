"""Battles played by the fast rules: an overlay names its parent, a battle of a full game, and says what is different.

Map, counters, set-up and edges are the parent's; what the overlay says replaces; of every special rule of the parent it
says what becomes of it. ``docs/overlays.md`` describes the format for authors.

An overlay is resolved as it is read, into a document that is complete in itself. That is what a battle is begun from
and stored with: a parent that is mended later changes no battle under way, and the engine knows of no overlay.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.hexes import show
from engine.kernel.json_values import is_object
from engine.kernel.scenario import BaseScenario, HexScenario
from engine.systems.gboh.scenario import GbohScenario
from scenarios import limits, named_areas, salvage
from scenarios.errors import ScenarioError
from scenarios.overlay import checks, conversion
from scenarios.overlay.merging import merged
from scenarios.overlay.model import FORMAT, Overlay


def is_overlay(document: dict[str, Any]) -> bool:
    """Whether a document is meant as an overlay, however faulty it is."""
    said = document.get("format", FORMAT if "parent" in document else None)
    return isinstance(said, str) and said.partition("/")[0] == FORMAT.partition("/")[0]


def whole(document: dict[str, Any], origin: str, parent: Callable[[str], BaseScenario]) -> dict[str, Any]:
    """The complete document of an overlay; any other document is given back as it is.

    ``parent`` finds a battle by its key, and raises :class:`ScenarioError` for none. Raises :class:`ScenarioError` with
    everything that is wrong at once.
    """
    if not is_overlay(document):
        return document
    if not limits.shallow(document):
        raise ScenarioError(origin, list(limits.excesses(document)))
    base, unfound = _found(document.get("parent"), parent)
    document, misnamed = _with_hexes(document, base)
    formed = salvage.formed(Overlay, {k: v for k, v in document.items() if k != "$schema"})
    problems = [*misnamed, *formed.problems]
    if formed.found is None:
        raise ScenarioError(origin, problems)
    overlay = formed.found
    if base is None:
        raise ScenarioError(origin, [*problems, *formed.sincere(f"parent: {p}" for p in unfound)])
    if not isinstance(base, GbohScenario) or not conversion.can_be_parent(base):
        fit = ", ".join(conversion.PARENTS)
        problems.append(f"parent: {overlay.parent} can't be played by these rules; battles of these systems can: {fit}")
        raise ScenarioError(origin, problems)
    problems += formed.sincere(checks.problems(overlay, base))
    if problems:
        raise ScenarioError(origin, problems)
    return merged(overlay, base, origin)


def _found(key: Any, parent: Callable[[str], BaseScenario]) -> tuple[BaseScenario | None, list[str]]:
    """The parent, or why there is none."""
    if not isinstance(key, str):
        return None, []
    try:
        return parent(key), []
    except ScenarioError as e:
        return None, e.problems


def _with_hexes(document: dict[str, Any], base: BaseScenario | None) -> tuple[dict[str, Any], list[str]]:
    """The document with hexes in the place of areas it names, its own and the parent's, and names that lead nowhere.

    Those in special rules are looked up when it has been made whole.
    """
    own = document.get("areas", {})
    if not isinstance(base, HexScenario) or not is_object(own):
        return document, []
    theirs = {name: [show(h) for h in hexes] for name, hexes in base.areas.items()}
    named = {"system": document.get("system"), "areas": {**theirs, **own}, "sides": document.get("sides")}
    found, problems = named_areas.whole(named)
    known = found["areas"]
    made = {**document, "areas": {name: known[name] for name in own}, "sides": found["sides"]}
    # What the overlay leaves out stays out: it is told of what it says, and of nothing else.
    return {k: v for k, v in made.items() if k in document}, problems
