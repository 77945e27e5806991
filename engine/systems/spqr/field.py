"""A small battlefield written down in a few lines; see :mod:`engine.systems.gboh.field`."""

from __future__ import annotations

from typing import Any

from engine.systems.gboh import field
from engine.systems.gboh.scenario import LineSpec
from engine.systems.spqr.scenario import SpqrScenario
from engine.systems.spqr.troops import RATINGS

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

    troops = RATINGS
    lines = LINES
    optional = ("4.8", "6.8", "10.5")
    field = Field
    scenario = SpqrScenario

    def unit(self, entry: Any, values: dict[str, Any]) -> None:
        if values.get("cls") is None and values["type"] in CLASSES:
            values["cls"] = CLASSES[values["type"]]

    def leader(self, role: str) -> dict[str, Any]:
        return {"initiative": 5, "command_range": 5, "strategy": 5, "charisma": 2, "line_commands": 1}


LAYOUT = Layout()
"""How fields become battles."""
