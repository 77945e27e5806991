"""Which rule system plays a scenario document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.cataphract.system import Cataphract

SCENARIO_MODELS: dict[str, type[CataphractScenario]] = {"cataphract": CataphractScenario}
"""Scenario model of each system, by system id."""

_SYSTEMS: dict[str, Callable[[Any], Any]] = {"cataphract": Cataphract}


def system_for(document: dict[str, Any] | BaseModel) -> Any:
    """The rule system for a scenario, given as its model or its JSON document.

    Raises KeyError for an unknown system and pydantic's ValidationError for a document that isn't a scenario of it.
    """
    if isinstance(document, BaseModel):
        return _SYSTEMS[document.system](document)  # type: ignore[attr-defined]
    name = document["system"]
    return _SYSTEMS[name](SCENARIO_MODELS[name].model_validate(document))


def initial_state(system: Any, options: dict[str, bool] | None = None) -> Any:
    """The position a battle of this system begins with."""
    return system.initial_state(options)
