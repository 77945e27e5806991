"""Which ground a system's charts know, for those who paint a field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.systems.gboh import soundness
from engine.systems.gboh.charts import Charts as GbohCharts
from engine.systems.men_of_iron.charts import Charts as MenOfIronCharts
from engine.systems.registry import SYSTEMS

ROADS = ("dirt_road",)
"""Roads of rules that have no chart of them."""


@dataclass(frozen=True)
class Palette:
    """Types by where they lie."""

    terrain: list[str]
    hexsides: list[str]
    roads: list[str]


def of(system: str) -> Palette:
    """What may be painted in a battle of a system; nothing for one that has no hexes."""
    if system == "men-of-iron":
        charts = MenOfIronCharts.standard()
        return Palette(list(charts.terrains()), list(charts.hexside_types()), list(ROADS))
    if system not in SYSTEMS or system == "justinian":
        return Palette([], [], [])
    rules: Any = SYSTEMS[system].rules
    hexes, sides = soundness.ground_names(GbohCharts.of(rules.package))
    roads = [s for s in sides if "road" in s]
    drawn = [s for s in sides if s not in roads and "level" not in s]  # heights are painted as such
    return Palette(hexes, drawn, roads or list(ROADS))
