"""A small battlefield written down in a few lines; see :mod:`engine.systems.gboh.field`."""

from __future__ import annotations

from typing import Any

from engine.systems.gboh import field
from engine.systems.gboh.scenario import LineSpec
from engine.systems.spqr.scenario import SpqrScenario

TROOPS: dict[str, dict[str, int]] = {
    "PH": {"tq": 7, "size": 10, "ma": 4},
    "HI": {"tq": 7, "size": 7, "ma": 4},
    "LG": {"tq": 6, "size": 3, "ma": 5},
    "MI": {"tq": 6, "size": 7, "ma": 5},
    "BI": {"tq": 6, "size": 8, "ma": 5},
    "LI": {"tq": 5, "size": 4, "ma": 5},
    "SK": {"tq": 5, "size": 1, "ma": 6},
    "HC": {"tq": 7, "size": 4, "ma": 8},
    "RC": {"tq": 6, "size": 4, "ma": 8},
    "LN": {"tq": 7, "size": 4, "ma": 8},
    "LC": {"tq": 6, "size": 3, "ma": 9},
    "EL": {"tq": 5, "size": 5, "ma": 7},
    "CH": {"tq": 5, "size": 2, "ma": 8},
    "SC": {"tq": 5, "size": 1, "ma": 3},
}
"""Ratings of a unit whose entry gives none, by type."""

CLASSES = {"LG": "HA"}
"""Class of a unit whose entry gives none, by type, where a type has no ordinary kind."""

LINES: tuple[LineSpec, ...] = (
    LineSpec(types=("HC", "HC/CAT", "RC")),
    LineSpec(types=("LC",)),
    LineSpec(types=("LN",)),
    LineSpec(types=("LG/HA", "LG/CO", "LG/CE")),
    LineSpec(types=("LG/PR", "LG/CO", "LG/CE")),
    LineSpec(types=("HI/TR", "LG/CO", "LG/CE")),
    LineSpec(types=("LI", "LI/PE")),
    LineSpec(types=("LI/VE",)),
    LineSpec(types=("EL", "EL/AFR", "EL/IND")),
)
"""Line Command availability of a side whose entry gives none."""


class Field(field.Field):
    """A map with units and leaders on it."""

    sides: dict[str, field.FieldSide] = {}


class Layout(field.Layout[SpqrScenario]):
    """What is ordinary in SPQR."""

    troops = TROOPS
    lines = LINES
    field = Field
    scenario = SpqrScenario

    def unit(self, entry: Any, values: dict[str, Any]) -> None:
        if values.get("cls") is None and values["type"] in CLASSES:
            values["cls"] = CLASSES[values["type"]]

    def leader(self, role: str) -> dict[str, Any]:
        return {"initiative": 5, "command_range": 5, "strategy": 5, "charisma": 2, "line_commands": 1}


LAYOUT = Layout()
"""How fields become battles."""
