"""The charts Great Battles of Alexander comes with, read from ``charts.json``."""

from __future__ import annotations

from engine.kernel.charts import Chart
from engine.systems.gboh import chart_list
from engine.systems.gboh.charts import Charts

PACKAGE = "engine.systems.alexander"

STANDARD: Charts = Charts.of(PACKAGE)
"""The pack a battle is played by unless its file corrects it."""


def standard() -> tuple[Chart, ...]:
    """They, cell by cell, for players to read."""
    return chart_list.standard(PACKAGE)
