"""What has to agree with the charts and cases in a Cataphract battle's data; its form alone is checked by the model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.kernel import soundness
from engine.kernel.terrain import BattleMap
from engine.systems.cataphract import rulebook, special
from engine.systems.cataphract.charts import Charts
from engine.systems.cataphract.scenario import CataphractScenario, UnitType
from engine.systems.cataphract.special import named

_LEVELS = ("up_one_level", "down_one_level")


def problems(scenario: CataphractScenario) -> Iterator[str]:
    """What the model can't see; one sentence with its path each."""
    yield from ground_problems(scenario.map)
    kinds = {*get_args(UnitType), "HC/Cat"}
    arrivals = [s.params.get("name") for s in scenario.special_rules if s.id == "reinforcements"]
    for i, side in enumerate(scenario.sides):
        at = f"sides[{i}]"
        if not side.lines and any(x.line_commands for x in side.leaders):
            yield f"{at}.lines: missing, though leaders of this army may give Line Commands"
        for j, line in enumerate(side.lines):
            for kind in line.types:
                if kind not in kinds:
                    yield f"{at}.lines[{j}]: {kind!r} is no unit type; known: {', '.join(sorted(kinds))}"
        if side.retreat_facing is not None and not side.retreat_facing.is_vertex:
            yield f"{at}.retreat_facing: {side.retreat_facing.name} is a hexside; routing units face a vertex"
        for j, group in enumerate(side.units):
            if group.reinforcement is not None and group.reinforcement not in arrivals:
                yield f"{at}.units[{j}] ({group.code}).reinforcement: no special rule brings on {group.reinforcement!r}"
    yield from soundness.special_rules(scenario, special.kinds(), named.known(scenario))
    yield from soundness.briefing(scenario)
    yield from soundness.cases("rules_not_used", scenario.rules_not_used, _is_case)
    yield from soundness.optional_rules(scenario, _is_case)


def ground_problems(battle_map: BattleMap) -> Iterator[str]:
    """Terrain of a map for which the charts have no row."""
    charts = Charts.standard()
    yield from soundness.ground(
        battle_map,
        lambda name: _is(charts, name, "hex"),
        lambda name: _is(charts, name, "hexside"),
        lambda name: _is(charts, name, "hexside"),
    )


def _is_case(number: str) -> bool:
    return rulebook.case(number) is not None


def _is(charts: Charts, name: str, scope: str) -> bool:
    """Whether the charts have a row of that name for a whole hex, or for a hexside."""
    rows = charts.document["charts"]["movement_costs"]["rows"]
    return charts.knows_terrain(name) and rows[name]["scope"] == scope and name not in _LEVELS
