"""A small battlefield written down in a few lines; see :mod:`engine.systems.gboh.field`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine.systems.gboh import field
from engine.systems.simple_gboh.scenario import FormationSpec, GroupSpec, Limit, SideSpec, SimpleScenario

TROOPS: dict[str, dict[str, int]] = {
    "PH": {"tq": 7, "size": 10, "ma": 4},
    "HI": {"tq": 6, "size": 7, "ma": 5},
    "LG": {"tq": 6, "size": 3, "ma": 5},
    "CO": {"tq": 6, "size": 3, "ma": 5},
    "MI": {"tq": 5, "size": 6, "ma": 5},
    "BI": {"tq": 5, "size": 8, "ma": 5},
    "LI": {"tq": 5, "size": 4, "ma": 6},
    "LP": {"tq": 5, "size": 4, "ma": 6},
    "SK": {"tq": 4, "size": 2, "ma": 6},
    "SK*": {"tq": 5, "size": 2, "ma": 6},
    "HC": {"tq": 6, "size": 4, "ma": 7},
    "RC": {"tq": 6, "size": 4, "ma": 7},
    "BC": {"tq": 5, "size": 4, "ma": 7},
    "LN": {"tq": 6, "size": 4, "ma": 7},
    "LC": {"tq": 5, "size": 3, "ma": 8},
    "GC": {"tq": 6, "size": 3, "ma": 7},
    "EL": {"tq": 6, "size": 5, "ma": 6},
    "CH": {"tq": 5, "size": 3, "ma": 7},
    "ART": {"tq": 4, "size": 1, "ma": 0},
}
"""Ratings of a unit whose entry gives none, by type."""


class FieldSide(field.FieldSide):
    """One side of a field."""

    formations: tuple[FormationSpec, ...] = ()
    """4.1 () for one of all its units, by the name of its side, that every one of its leaders commands."""
    together: tuple[GroupSpec, ...] = ()


class Field(field.Field):
    """A map with units and leaders on it."""

    sides: dict[str, FieldSide] = {}
    first_player: str | None = None
    columns: bool = False
    intervals: bool = False
    limit: Limit | None = None


class Layout(field.Layout[SimpleScenario]):
    """What is ordinary in Simple GBoH."""

    troops = TROOPS
    lines = ()
    field = Field
    scenario = SimpleScenario

    def ordinary_unit(self, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"formation": _whole_army(str(entry["side"]))}

    def unit(self, entry: Mapping[str, Any], values: dict[str, Any]) -> None:
        values["contingent"] = values["formation"]

    def leader(self, role: str) -> dict[str, Any]:
        return {"initiative": 5, "command_range": 5}

    def army(self, given: FieldSide) -> dict[str, Any]:
        return {"formations": given.formations, "together": given.together}

    def _side(self, given: Any, side_id: str, *rest: Any) -> SideSpec:
        """A side without Formations is one, under all its leaders; without any it is auxiliary (4.13)."""
        made: Any = super()._side(given, side_id, *rest)
        if made.formations:
            return made
        commanders = tuple(x.id for x in made.leaders)
        whole = FormationSpec(id=_whole_army(side_id), name=made.name, commanders=commanders, auxiliary=not commanders)
        return made.model_copy(update={"formations": (whole,)})

    def battle(self, given: Any) -> dict[str, Any]:
        return {
            "first_player": given.first_player,
            "columns": given.columns,
            "intervals": given.intervals,
            "limit": given.limit,
        }


def _whole_army(side: str) -> str:
    """What the one Formation of a side is called: as the side, as far as a Formation may be called so.

    >>> _whole_army("rome"), _whole_army("West Romans"), _whole_army("2")
    ('rome', 'west-romans', 'a2')
    """
    name = re.sub(r"[^a-z0-9-]", "-", side.lower())[:30]
    return name if name[:1].isalpha() else f"a{name}"


LAYOUT = Layout()
"""How fields become battles."""
