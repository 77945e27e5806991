"""A small Cataphract battlefield written down in a few lines; see :mod:`engine.systems.gboh.field`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.systems.cataphract.scenario import CataphractScenario, ChampionSpec
from engine.systems.cataphract.troops import RATINGS
from engine.systems.gboh import field
from engine.systems.gboh.scenario import LineRow, LineSpec

LINES: tuple[LineSpec, ...] = (
    LineSpec(types=("HC", "HC/Cat", "LN", "LC")),
    LineSpec(types=("HI", "MI")),
    LineSpec(types=("LI",)),
)
"""Line Command availability of a side whose entry gives none."""

FOOT_MA = 4
"""Movement Allowance of a cataphract on foot, in all the battles (11.1); its TQ is 1 less than when mounted."""


class FieldSide(field.FieldSide):
    """One side of a field."""

    disciplined: bool = True
    lines: tuple[LineRow, ...] = LINES


class Field(field.Field):
    """A map with units and leaders on it."""

    sides: dict[str, FieldSide] = {}
    champions: tuple[ChampionSpec, ...] = ()


class Layout(field.Layout[CataphractScenario]):
    """What is ordinary in Cataphract."""

    troops = RATINGS
    lines = LINES
    optional = ("10.3",)
    field = Field
    scenario = CataphractScenario
    renamed: ClassVar[Mapping[str, str]] = {"dismounted": "counterpart"}

    @property
    def of_the_unit(self) -> frozenset[str]:
        return super().of_the_unit - {"dismounted"}

    def unit(self, entry: Mapping[str, Any], values: dict[str, Any]) -> None:
        values["dismounted"] = entry.get("counterpart", _counterpart(values))

    def leader(self, role: str) -> dict[str, Any]:
        return {
            "initiative": 5,
            "command_range": 5,
            "strategy": 5 if role == "OC" else None,
            "charisma": 4,
            "personal_combat": 5,
            "line_commands": 0 if role == "CC" else 1,
        }

    def army(self, given: FieldSide) -> dict[str, Any]:
        return {"disciplined": given.disciplined}

    def battle(self, given: Field) -> dict[str, Any]:
        return {"champions": given.champions}


LAYOUT = Layout()
"""How Cataphract's fields become battles."""


def scenario_of(given: Field) -> tuple[CataphractScenario, dict[str, dict[str, Any]]]:
    """See :meth:`engine.systems.gboh.field.Layout.scenario_of`."""
    return LAYOUT.scenario_of(given)


def _counterpart(values: Mapping[str, Any]) -> dict[str, Any] | None:
    """11.1 What a cataphract becomes when it dismounts, or what it was; None for others."""
    if values.get("cls") != "Cat":
        return None
    tq = int(values["tq"])
    common = {"size": values["size"], "missile": values.get("missile")}
    if values["type"] == "HI":
        return {"type": "HC", "tq": min(20, tq + 1), "ma": RATINGS["HC"]["ma"], **common}
    return {"type": "HI", "tq": max(1, tq - 1), "ma": FOOT_MA, **common}
