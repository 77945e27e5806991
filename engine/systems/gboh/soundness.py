"""What has to agree with the charts and cases in a battle's data; its form alone is checked by the model."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from engine.kernel import soundness
from engine.kernel.hexes import Hex
from engine.kernel.special import Special
from engine.kernel.terrain import BattleMap
from engine.systems.gboh import army_soundness, arrival_soundness
from engine.systems.gboh.charts import Charts
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.special import named
from engine.systems.gboh.troops import Troop

_LEVELS = ("up_one_level", "up_further_level", "down_one_level")


def problems(
    scenario: GbohScenario,
    *,
    charts: Charts,
    troops: Mapping[str, Troop],
    kinds: Mapping[str, type[Special]],
    case: Callable[[str], object | None],
    own: Callable[[Any, str], Iterator[str]],
    manned: Collection[Hex],
) -> Iterator[str]:
    """What the model can't see; one sentence with its path each.

    ``charts``, ``troops``, ``kinds`` and ``case`` are the system's charts, its kinds of troops, its rules of single
    battles by id, and its rulebook (None for a number that it hasn't); ``own`` yields what is wrong with what its
    groups of units alone have, given one and its path; ``manned`` are hexes that units hold although nobody may enter
    them.
    """

    def is_case(number: str) -> bool:
        return case(number) is not None

    yield from ground_problems(scenario.map, charts)
    yield from army_soundness.problems(scenario, charts, troops, own, manned)
    yield from arrival_soundness.problems(scenario, charts)
    yield from soundness.special_rules(scenario, kinds, named.known(scenario, charts))
    yield from soundness.briefing(scenario)
    yield from soundness.cases("rules_not_used", scenario.rules_not_used, is_case)
    yield from soundness.optional_rules(scenario, is_case)


def ground_problems(battle_map: BattleMap, charts: Charts) -> Iterator[str]:
    """Terrain of a map for which the charts have no row."""
    hexes, hexsides = ground_names(charts)
    yield from soundness.ground(battle_map, hexes, hexsides, hexsides)


def ground_names(charts: Charts) -> tuple[list[str], list[str]]:
    """Types of terrain the charts have a row for, and types of hexsides and roads."""
    document = charts.document["charts"]
    costs, works = document["movement_costs"], document.get("fortification_effects", {}).get("works", {})
    rows = costs["rows"]
    hexes = [*(name for name, row in rows.items() if row["scope"] == "hex"), *costs.get("names", ())]
    hexsides = [name for name, row in rows.items() if row["scope"] == "hexside" and name not in _LEVELS]
    return hexes, [*hexsides, *costs.get("side_names", ()), *works]
