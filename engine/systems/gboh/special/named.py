"""What the parameters of a battle's special rules may name, and whose it must be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from pydantic import StrictStr

from engine.kernel.complaints import offer, shown
from engine.kernel.hexes import Hex, show
from engine.kernel.parameters import Known, Names, among, ground
from engine.systems.gboh.charts import Charts
from engine.systems.gboh.scenario import GbohScenario

Contingent = Annotated[StrictStr, Names("contingent")]
Arrival = Annotated[StrictStr, Names("reinforcement")]
"""What units wait for: their ``reinforcement``."""
HexsideType = Annotated[StrictStr, Names("hexside")]


def known(scenario: GbohScenario, charts: Charts) -> Mapping[str, Known]:
    """What there is of everything a parameter may name."""
    groups = [g for s in scenario.sides for g in s.units]
    pieces = [*groups, *(x for s in scenario.sides for x in s.leaders)]

    awaited = [x.reinforcement for x in pieces if x.reinforcement is not None]

    def arrival(name: str) -> str | None:
        if not awaited:
            return f"nobody waits for {shown(name)}: units that come later name it as their reinforcement"
        return among("reinforcement", awaited)(name)

    def closed(h: Hex) -> bool:
        return charts.is_prohibited(scenario.map.terrain_at(h))

    return {
        "side": among("side", (s.id for s in scenario.sides)),
        "leader": among("leader", (x.id for s in scenario.sides for x in s.leaders)),
        "unit": among("unit", (f"{g.code}{n}" for g in groups for n in g.numbers)),
        "contingent": among("contingent", (g.contingent for g in groups)),
        "reinforcement": arrival,
        **{kind: among(word, names) for kind, (word, names) in scenario.own_names().items()},
        "hexside": among("hexside of type", (f.type for f in scenario.map.hexsides)),
        **ground(scenario.map, closed),
    }


def area(scenario: GbohScenario, field: str, name: str) -> Iterator[str]:
    """That an area, named in a parameter, isn't among the battle's."""
    if name not in scenario.areas:
        yield f"{field}: the battle has no area {name!r}" + offer(name, scenario.areas)


def strangers(scenario: GbohScenario, side: str, field: str, names: Iterable[str]) -> Iterator[str]:
    """Units, leaders or contingents, in a parameter, that aren't this side's."""
    spec = scenario.side(side)
    own = {x.id for x in spec.leaders}
    for g in spec.units:
        own |= {g.contingent, *(f"{g.code}{n}" for n in g.numbers)}
    yield from (f"{field}: {name} isn't of the side {side}" for name in names if name not in own)


def off_field(scenario: GbohScenario, field: str, names: Iterable[str]) -> Iterator[str]:
    """Units or leaders, in a parameter, that don't stand on the map when the battle begins."""
    placed = {x.id for s in scenario.sides for x in s.leaders if x.hex is not None}
    for s in scenario.sides:
        for g in s.units:
            placed |= {f"{g.code}{n}" for n in (g.numbers if g.hexes else ())}
    yield from (f"{field}: {name} isn't on the map when the battle begins" for name in names if name not in placed)


def told(hexes: Iterable[Hex]) -> str:
    """Hexes in words."""
    return ", ".join(map(show, hexes))
