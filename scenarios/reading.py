"""From a document to a checked battle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from engine.kernel import chart_pack
from engine.kernel.complaints import near
from engine.kernel.json_values import is_array, is_object
from engine.systems.registry import CHARTS
from scenarios import limits, named_areas, salvage, shared_maps
from scenarios.errors import ScenarioError
from scenarios.files import PACKAGED, find, loose_document
from scenarios.files import document as document_in
from scenarios.formats import FAST, FORMATS, Scenario

_ON_MAP = re.compile(r"(not|none of its hexes is) on the map|off the map")

_NOWHERE = re.compile(r"none of its hexes is on the map|names no hex|has no hex that")

MOST_TOLD = 200
"""Problems told at once."""


def read(document: dict[str, Any], origin: str, before: Sequence[str] = ()) -> Scenario:
    """The battle a document describes, checked from end to end.

    ``origin`` names the document in errors, ``before`` are problems its text had already. Raises
    :class:`ScenarioError` with everything that is wrong at once.
    """
    from scenarios import overlay  # knows the battles of Cataphract's family, which a start doesn't need

    laid_over = overlay.is_overlay(document)
    document = overlay.whole(document, origin, parent) if laid_over else shared_maps.whole(document, origin)
    if found := list(islice(limits.excesses(document), MOST_TOLD)):
        # What is too large must not even be laid out to be checked.
        raise ScenarioError(origin, [*before, *found])
    document, misnamed = named_areas.whole(document)
    system, problems = _system(document)
    form = FORMATS[system]
    body = {k: v for k, v in document.items() if k != "$schema"}
    if problems:
        body["system"] = system
    formed = salvage.formed(form.model, body)
    problems = [*before, *problems, *misnamed, *formed.problems]
    if formed.found is not None:
        found = list(formed.sincere(islice(_contents(formed.found), MOST_TOLD)))
        # Of a map whose bounds are wrong nothing is said to be on it or not.
        boundless = any(p.startswith(("map.cols:", "map.rows:")) for p in found)
        # Nor is anything said of where areas lie of which some are made of each other.
        vague = any(named_areas.IN_A_CIRCLE in p for p in misnamed)
        problems += [p for p in found if not (boundless and _ON_MAP.search(p)) and not (vague and _NOWHERE.search(p))]
    if len(problems) > MOST_TOLD:
        problems = [*problems[:MOST_TOLD], f"and {len(problems) - MOST_TOLD} more"]
    if problems or formed.found is None:
        raise ScenarioError(origin, problems)
    return formed.found


@cache
def packaged(path: Path) -> Scenario:
    """The battle in a file that comes with Hexarch, read once. Raises :class:`ScenarioError`."""
    return read(document_in(path), str(path))


def parent(key: str) -> Scenario:
    """The battle an overlay is laid over, by "system/id".

    Raises :class:`ScenarioError` when there is none, its file is faulty, or it is of the fast rules itself.
    """
    from scenarios.overlay.conversion import PARENTS  # knows the family's battles, which a start doesn't need

    path = find(key, offered=PARENTS)
    if path.parent.name in FAST:
        raise ScenarioError(key, [f"{key} is played by the fast rules itself: name a battle of a full game"])
    if path.is_relative_to(PACKAGED):
        return packaged(path)
    loose = loose_document(path)
    return read(loose.document, str(path), loose.problems)


def _system(document: dict[str, Any]) -> tuple[str, list[str]]:
    """Whose rules a document goes by, and what is wrong with what it says of them; then the likeliest."""
    given = document.get("system")
    if isinstance(given, str) and given in FORMATS:
        return given, []
    why = "is missing" if given is None else f"{given!r} is no rule system known here"
    said = [f"system: {why}; known: {', '.join(FORMATS)}"]
    sides = document.get("sides")
    by_commands = is_array(sides) and any(is_object(s) and "commands" in s for s in sides)
    meant = near(given, FORMATS) if isinstance(given, str) else None
    return meant or ("men-of-iron" if by_commands else next(iter(FORMATS))), said


def _contents(scenario: Scenario) -> Iterator[str]:
    """What types alone can't tell."""
    yield from scenario.problems()
    yield from FORMATS[scenario.system].problems(scenario)
    yield from _chart_problems(scenario)


def _chart_problems(scenario: Scenario) -> list[str]:
    """What doesn't fit in the battle's corrections of the charts."""
    pack = scenario.charts
    if pack is None:
        return []
    if pack.system != scenario.system:
        return [f"charts.system: the pack is for {pack.system!r}, the battle for {scenario.system!r}"]
    return [f"charts.{p}" for p in chart_pack.problems(CHARTS[pack.system](), pack)]
