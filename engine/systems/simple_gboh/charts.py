"""2.3 The charts Simple GBoH comes with, read from ``charts.json``."""

from __future__ import annotations

from engine.systems.gboh.charts import Charts

PACKAGE = "engine.systems.simple_gboh"

STANDARD: Charts = Charts.of(PACKAGE)
"""The pack a battle is played by unless its file corrects it."""
