"""What the parameters of a battle's special rules may name, and whose it must be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import Field, StrictInt, StrictStr

from engine.kernel.hexes import Hex, show
from engine.kernel.parameters import Known, Names, Params, among, ground
from engine.kernel.text import counted
from engine.systems.men_of_iron.charts import Charts
from engine.systems.men_of_iron.scenario import MenOfIronScenario

CommandId = Annotated[StrictStr, Names("command")]
Terrain = Annotated[StrictStr, Names("terrain")]
"""Ground some hexes of the map have."""
Modifier = Annotated[StrictInt, Field(ge=-9, le=9)]


class Numbered(Params):
    """What any rule may be given."""

    case: Annotated[StrictStr, Field(min_length=1, max_length=20)] | None = None
    """the number rolls and refusals call it by"""


def known(scenario: MenOfIronScenario) -> Mapping[str, Known]:
    """What there is of everything a parameter may name."""
    charts = Charts.standard()
    kinds = charts.terrains()

    def closed(h: Hex) -> bool:
        terrain = scenario.map.terrain_at(h)
        return terrain in kinds and charts.terrain(terrain).impassable

    return {
        "side": among("side", (s.id for s in scenario.sides)),
        "command": among("Command", (c.id for s in scenario.sides for c in s.commands)),
        "unit": among("unit", (f"{g.code}{n}" for s in scenario.sides for g in s.units for n in g.numbers)),
        "terrain": among("terrain", sorted({scenario.map.default_terrain, *scenario.map.terrain.values()})),
        **ground(scenario.map, closed),
    }


def strangers(scenario: MenOfIronScenario, side: str, field: str, names: Iterable[str]) -> Iterator[str]:
    """Commands or units, in a parameter, that aren't this side's."""
    spec = scenario.side(side)
    own = {c.id for c in spec.commands} | {f"{g.code}{n}" for g in spec.units for n in g.numbers}
    yield from (f"{field}: {name} isn't of the side {side}" for name in names if name not in own)


def brought(
    scenario: MenOfIronScenario,
    side: str,
    rule_id: str,
    units: Sequence[str],
    hexes: Sequence[Hex],
    others: Collection[str] = (),
) -> Iterator[str]:
    """What is wrong with ``units`` of a side that come on by a rule at ``hexes``, one each; the rule brings on
    ``others`` besides.
    """
    groups = {f"{g.code}{n}": g for s in scenario.sides for g in s.units for n in g.numbers}
    held = {h: g.code for g in groups.values() for h in g.hexes}
    yield from strangers(scenario, side, "units", units)
    for name in units:
        if groups[name].arrival != rule_id:
            yield f"units: {name} doesn't wait for this rule (its group's arrival)"
    if len(hexes) != len(units):
        yield f"hexes: {counted(len(units), 'unit needs|units need')} as many hexes, not {len(hexes)}"
    for h in hexes:
        if h in held:
            yield f"hexes: hex {show(h)} is held by {held[h]} when the battle begins"
    waiting = [name for name, g in groups.items() if g.arrival == rule_id and name not in (*units, *others)]
    if waiting:
        yield f"units: leaves out {', '.join(waiting)}, which waits for this rule (its group's arrival)"
