"""From JSON text to a checked battle."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from pydantic import ValidationError

from engine.kernel import chart_pack
from engine.systems.registry import CHARTS
from scenarios.errors import ScenarioError, problems_of
from scenarios.formats import FORMATS, Scenario


def parse(text: str, origin: str, largest: float = math.inf) -> dict[str, Any]:
    """The JSON object in ``text``, without numbers larger than ``largest`` in either direction.

    Raises :class:`ScenarioError` for bad JSON, for names given twice, and for NaN, Infinity and numbers too large.
    """
    twice: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                twice.append(f"{name!r} is given twice in one object")
            found[name] = value
        return found

    def measured(number: Any) -> Any:
        if not abs(number) <= largest or abs(number) == math.inf:
            raise _NoNumber("a number is too large")
        return number

    try:
        data = json.loads(
            text,
            object_pairs_hook=unique,
            parse_constant=_constant,
            parse_float=lambda x: measured(float(x)),
            parse_int=lambda x: measured(int(x)),
        )
    except json.JSONDecodeError as e:
        raise ScenarioError(origin, [f"line {e.lineno}, column {e.colno}: no valid JSON: {e.msg}"]) from e
    except _NoNumber as e:
        raise ScenarioError(origin, [f"no valid JSON: {e}"]) from None
    except RecursionError:
        raise ScenarioError(origin, ["no valid JSON: nested too deeply"]) from None
    except ValueError:
        raise ScenarioError(origin, ["no valid JSON: a number has too many digits"]) from None
    if twice:
        raise ScenarioError(origin, twice)
    if not isinstance(data, dict):
        raise ScenarioError(origin, ["the document must be a JSON object"])
    return data


class _NoNumber(ValueError):
    """Python takes it for a number, JSON doesn't."""


def _constant(name: str) -> NoReturn:
    raise _NoNumber(f"{name} is no number")


def read(document: dict[str, Any], origin: str) -> Scenario:
    """The battle a document describes, checked from end to end.

    ``origin`` names the document in errors. Raises :class:`ScenarioError` with everything that is wrong at once.
    """
    system = document.get("system")
    if not isinstance(system, str) or system not in FORMATS:
        known = ", ".join(FORMATS)
        why = "is missing" if system is None else f"{system!r} is no rule system known here"
        raise ScenarioError(origin, [f"system: {why}; known: {known}"])
    form = FORMATS[system]
    body = {k: v for k, v in document.items() if k != "$schema"}
    try:
        scenario = form.model.model_validate(body)
    except ValidationError as e:
        raise ScenarioError(origin, problems_of(e, body)) from e
    problems = [*scenario.problems(), *form.problems(scenario), *_chart_problems(scenario)]
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
