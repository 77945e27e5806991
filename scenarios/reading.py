"""From a document to a checked battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from engine.kernel import chart_pack
from engine.kernel.complaints import problems_of
from engine.systems.registry import CHARTS
from scenarios.errors import ScenarioError
from scenarios.formats import FORMATS, Scenario


def read(document: dict[str, Any], origin: str, before: Sequence[str] = ()) -> Scenario:
    """The battle a document describes, checked from end to end.

    ``origin`` names the document in errors, ``before`` are problems its text had already. Raises
    :class:`ScenarioError` with everything that is wrong at once.
    """
    system = document.get("system")
    if not isinstance(system, str) or system not in FORMATS:
        known = ", ".join(FORMATS)
        why = "is missing" if system is None else f"{system!r} is no rule system known here"
        raise ScenarioError(origin, [*before, f"system: {why}; known: {known}"])
    form = FORMATS[system]
    body = {k: v for k, v in document.items() if k != "$schema"}
    try:
        scenario = form.model.model_validate(body)
    except ValidationError as e:
        raise ScenarioError(origin, [*before, *problems_of(e, body, form.model)]) from e
    problems = [*before, *scenario.problems(), *form.problems(scenario), *_chart_problems(scenario)]
    if problems:
        raise ScenarioError(origin, problems)
    return scenario


def _chart_problems(scenario: Scenario) -> list[str]:
    """What doesn't fit in the battle's corrections of the charts."""
    pack = scenario.charts
    if pack is None:
        return []
    if pack.system != scenario.system:
        return [f"charts.system: the pack is for {pack.system!r}, the battle for {scenario.system!r}"]
    return [f"charts.{p}" for p in chart_pack.problems(CHARTS[pack.system](), pack)]
