"""The scenario format of each rule system: its model, and what has to agree with the system's charts and cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, get_args

from engine.kernel.hexes import show
from engine.kernel.terrain import BattleMap
from engine.systems.cataphract import rulebook, special
from engine.systems.cataphract.charts import Charts
from engine.systems.cataphract.scenario import CataphractScenario, UnitType

Scenario: TypeAlias = CataphractScenario
"""A battle of any system."""


@dataclass(frozen=True, slots=True)
class Format:
    """One system's format."""

    model: type[Scenario]
    problems: Callable[[Scenario], Iterator[str]]
    """What the model alone can't see; one sentence with its path each."""


_LEVELS = ("up_one_level", "down_one_level")


def _cataphract(scenario: CataphractScenario) -> Iterator[str]:
    yield from ground_problems(scenario.map)
    kinds = {*get_args(UnitType), "HC/Cat"}
    arrivals = {str(s.params.get("name")) for s in scenario.special_rules}
    sides = {s.id for s in scenario.sides}
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
    known = special.kinds()
    for j, rule in enumerate(scenario.special_rules):
        if rule.id not in known:
            yield f"special_rules[{j}].id: the referee knows no special rule {rule.id!r}; known: {', '.join(known)}"
    for side_id in scenario.briefing.sides:
        if side_id not in sides:
            yield f"briefing.sides: {side_id!r} is no side of this battle"
    optional = {r.id for r in scenario.special_rules if r.optional}
    for field, others in (("rules_not_used", set[str]()), ("optional_rules", optional)):
        for case in getattr(scenario, field):
            if rulebook.case(case) is None and case not in others:
                yield f"{field}: {case!r} is no case of the rules"


def ground_problems(battle_map: BattleMap) -> Iterator[str]:
    """Terrain of a Cataphract map for which the charts have no row."""
    charts = Charts.standard()
    if not _is(charts, battle_map.default_terrain, "hex"):
        yield f"map.default_terrain: the charts know no terrain {battle_map.default_terrain!r}"
    for h in sorted(battle_map.terrain):
        if not _is(charts, battle_map.terrain[h], "hex"):
            yield f"map.terrain.{show(h)}: the charts know no terrain {battle_map.terrain[h]!r}"
    for j, feature in enumerate(battle_map.hexsides):
        if not _is(charts, feature.type, "hexside"):
            yield f"map.hexsides[{j}]: the charts know no hexside {feature.type!r}"
    for j, road in enumerate(battle_map.roads):
        if not _is(charts, road.type, "hexside"):
            yield f"map.roads[{j}]: the charts know no road {road.type!r}"


def _is(charts: Charts, name: str, scope: str) -> bool:
    """Whether the charts have a row of that name for a whole hex, or for a hexside."""
    rows = charts.document["charts"]["movement_costs"]["rows"]
    return charts.knows_terrain(name) and rows[name]["scope"] == scope and name not in _LEVELS


FORMATS: dict[str, Format] = {"cataphract": Format(CataphractScenario, _cataphract)}
"""By system id."""
