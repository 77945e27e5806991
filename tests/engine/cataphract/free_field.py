"""Tricameron with choices before the first turn: areas, facings, a leader who goes with his unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.game import Game
from engine.systems import registry
from engine.systems.cataphract.scenario import CataphractScenario
from scenarios import load

ORDERS = (("byzantine", "vandal"), ("vandal", "byzantine"))
"""Both orders in which the sides may set up."""


def document(order: Sequence[str] = ORDERS[0]) -> dict[str, Any]:
    """The battle as JSON. The Byzantines choose in columns 51 to 55, the Vandals in columns 44 and 45.

    HLC1 and LC1-LC5 have no choice.
    """
    made = load("cataphract/tricameron").model_dump(mode="json")
    made["setup_order"] = list(order)
    byzantine, vandal = made["sides"]
    for group in byzantine["units"]:
        match group["code"]:
            case "THC":
                group["allowed"] = [*group["hexes"], 5103, 5105, 5107, 5109, 5111, 5203, 5204]
                group["free_facing"] = True
            case "AHC":
                group["free_facing"] = True
            case "BHC":
                group["allowed"] = [5513, 5514]
            case "HLN":
                group["allowed"] = [5511, 5510]
    for leader in byzantine["leaders"]:
        match leader["id"]:
            case "Belisarius":
                leader["allowed"] = [5513, 5514, 5104, 5106]
            case "Pharas":
                leader["set_up_with"] = "HLN1"
    for group in vandal["units"]:
        match group["code"]:
            case "LN":
                group["allowed"] = [*group["hexes"], 4402, 4404, 4406]
                group["free_facing"] = True
            case "HC":
                group["allowed"] = group["hexes"]
    for leader in vandal["leaders"]:
        if leader["id"] == "Gelimer":
            leader["allowed"] = [4520, 4512]
    return made


def scenario(order: Sequence[str] = ORDERS[0]) -> CataphractScenario:
    found = CataphractScenario.model_validate(document(order))
    assert not list(found.problems())
    return found


def start(order: Sequence[str] = ORDERS[0], dice: Any = None) -> Game[Any]:
    """The battle begun: the first side is asked to set up."""
    system = registry.system_for(scenario(order))
    return Game.start(system, registry.initial_state(system), dice)
