"""A small battlefield written down in a few lines; see :mod:`engine.systems.gboh.field`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine.systems.gboh import field
from engine.systems.simple_gboh.scenario import FormationSpec, GroupSpec, Limit, SideSpec, SimpleScenario
from engine.systems.simple_gboh.troops import RATINGS


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

    troops = RATINGS
    lines = ()
    optional = ("11.2",)
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
        return {name: getattr(given, name) for name in ("first_player", "columns", "intervals", "limit")}


def _whole_army(side: str) -> str:
    """What the one Formation of a side is called: as the side, as far as a Formation may be called so.

    >>> _whole_army("rome"), _whole_army("West Romans"), _whole_army("2")
    ('rome', 'west-romans', 'a2')
    """
    name = re.sub(r"[^a-z0-9-]", "-", side.lower())[:30]
    return name if name[:1].isalpha() else f"a{name}"


LAYOUT = Layout()
"""How fields become battles."""
