"""Who waits for which arrival, and which special rule brings it on: that both are there, once, and of one side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from engine.kernel.complaints import offer
from engine.kernel.scenario import SpecialRule
from engine.systems.gboh.charts import Charts
from engine.systems.gboh.scenario import GbohScenario

_LISTS = ("columns", "also")
"""Parameters of special rules that list further arrivals."""


@dataclass(frozen=True, slots=True)
class _Arrival:
    """One arrival that a special rule brings on."""

    name: str
    path: str
    """Where it stands in the file."""
    side: str | None
    """Whose troops it brings; None where the rule doesn't say."""
    area: str | None
    """Where, by the name of an area; None where the rule names none."""


def problems(scenario: GbohScenario, charts: Charts) -> Iterator[str]:
    """One sentence with its path each."""
    brought: dict[str, _Arrival] = {}
    for j, rule in enumerate(scenario.special_rules):
        for one in _arrivals(scenario, rule, f"special_rules[{j}] ({rule.id}).params"):
            hexes = [h for h in scenario.areas.get(one.area or "", ()) if h in scenario.map]
            if hexes and all(charts.is_prohibited(scenario.map.terrain_at(h)) for h in hexes):
                ground = scenario.map.terrain_at(hexes[0])
                yield f"{one.path}.area: {one.area!r} has no hex that anybody enters: it is {ground}"
            if one.name in brought:
                yield f"{one.path}.name: {one.name!r} is brought on already, by {brought[one.name].path}"
            brought.setdefault(one.name, one)
    for i, side in enumerate(scenario.sides):
        waiting = [(f"sides[{i}].units[{j}] ({g.code})", g.reinforcement) for j, g in enumerate(side.units)]
        waiting += [(f"sides[{i}].leaders[{j}] ({x.id})", x.reinforcement) for j, x in enumerate(side.leaders)]
        for here, name in waiting:
            if name is None:
                continue
            if name not in brought:
                yield f"{here}.reinforcement: no special rule brings on {name!r}" + offer(name, brought)
            elif (whose := brought[name].side) not in (None, side.id):
                yield f"{here}.reinforcement: {name!r} brings on troops of the side {whose}, not of {side.id}"


def _arrivals(scenario: GbohScenario, rule: SpecialRule, path: str) -> Iterator[_Arrival]:
    """What a rule brings on, as far as its parameters can be read."""
    yield from _one(scenario, rule.params, path)
    for field in _LISTS:
        given = rule.params.get(field)
        for n, one in enumerate(cast("list[Any]", given) if isinstance(given, list | tuple) else ()):
            yield from _one(scenario, one, f"{path}.{field}[{n}]")


def _one(scenario: GbohScenario, given: Any, path: str) -> Iterator[_Arrival]:
    if not isinstance(given, Mapping):
        return
    said = cast("Mapping[str, Any]", given)
    name, side = said.get("name"), said.get("side")
    if side is None:
        # Whose a rearguard is its leader tells.
        side = next((s.id for s in scenario.sides for x in s.leaders if x.id == said.get("leader")), None)
    if isinstance(name, str):
        whose = next((s.id for s in scenario.sides if s.id == side), None)
        area = said.get("area")
        yield _Arrival(name, path, whose, area if isinstance(area, str) else None)
