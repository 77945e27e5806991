"""What has to agree with the charts and cases in a Cataphract battle's data; its form alone is checked by the model."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import soundness
from engine.kernel.terrain import BattleMap
from engine.systems.cataphract import rulebook
from engine.systems.cataphract.special import kinds, named
from engine.systems.gboh import army_soundness
from engine.systems.gboh.charts import Charts
from engine.systems.gboh.scenario import GbohScenario

_LEVELS = ("up_one_level", "down_one_level")


def problems(scenario: GbohScenario) -> Iterator[str]:
    """What the model can't see; one sentence with its path each."""
    yield from ground_problems(scenario.map)
    yield from army_soundness.problems(scenario)
    yield from soundness.special_rules(scenario, kinds.kinds(), named.known(scenario))
    yield from soundness.briefing(scenario)
    yield from soundness.cases("rules_not_used", scenario.rules_not_used, _is_case)
    yield from soundness.optional_rules(scenario, _is_case)


def ground_problems(battle_map: BattleMap) -> Iterator[str]:
    """Terrain of a map for which the charts have no row."""
    charts = Charts.standard()
    rows = charts.document["charts"]["movement_costs"]["rows"]
    hexes = [name for name, row in rows.items() if row["scope"] == "hex"]
    hexsides = [name for name, row in rows.items() if row["scope"] == "hexside" and name not in _LEVELS]
    yield from soundness.ground(battle_map, hexes, hexsides, hexsides)


def _is_case(number: str) -> bool:
    return rulebook.case(number) is not None
