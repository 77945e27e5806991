"""A small battlefield written down in a few lines; see :mod:`engine.systems.gboh.field`."""

from __future__ import annotations

from typing import Any

from engine.systems.alexander.scenario import AlexanderScenario
from engine.systems.alexander.troops import RATINGS
from engine.systems.gboh import field
from engine.systems.gboh.scenario import LineSpec

LINES: tuple[LineSpec, ...] = (
    LineSpec(types=("HC", "HC/Cat")),
    LineSpec(types=("LC",)),
    LineSpec(types=("LN",)),
    LineSpec(types=("HI/HO", "HI/HO1")),
    LineSpec(types=("LI", "LI/LP", "LI/CA")),
    LineSpec(types=("EL",)),
    LineSpec(types=("CH",)),
)
"""Line Command availability of a side whose entry gives none."""


class FieldSide(field.FieldSide):
    """One side of a field."""

    first_of_equals: bool = False
    """It isn't the army of Macedon (5.12, 9.24)."""
    arranges_withdrawal: bool = False


class Field(field.Field):
    """A map with units and leaders on it."""

    sides: dict[str, FieldSide] = {}


class Layout(field.Layout[AlexanderScenario]):
    """What is ordinary in Great Battles of Alexander."""

    troops = RATINGS
    lines = LINES
    optional = ("5.5", "5.6", "6.5", "6.14", "9.7", "10.3")
    field = Field
    scenario = AlexanderScenario

    def leader(self, role: str) -> dict[str, Any]:
        contingent = role == "CC"
        return {
            "initiative": 0 if contingent else 5,
            "command_range": 5,
            "strategy": 5,
            "charisma": 2,
            "personal_combat": 4,
            "line_commands": 0 if contingent else 1,
        }

    def army(self, given: FieldSide) -> dict[str, Any]:
        return {"first_of_equals": given.first_of_equals, "arranges_withdrawal": given.arranges_withdrawal}


LAYOUT = Layout()
"""How fields become battles."""
