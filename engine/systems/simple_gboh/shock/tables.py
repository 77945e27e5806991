"""7.81 to 7.83 The Shock charts: weapon matrices, special modifiers, results; read from ``charts.json``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from engine.kernel.text import Text
from engine.systems.gboh.charts import Charts
from engine.systems.simple_gboh.state import Unit
from engine.systems.simple_gboh.troops import GERMAN

Angle: TypeAlias = Literal["front", "behind"]
"""7.36 Which matrix is used: the frontal one, or that of attacks on flank or rear."""

RoutRoll: TypeAlias = Literal["none", "roll", "auto"]


NO_EFFECT = Text("no effect")


@dataclass(frozen=True, slots=True)
class Outcome:
    """7.53 What a result does to one side."""

    hits: int = 0
    retreat: bool = False
    rout: RoutRoll = "none"
    drm: int = 0
    """Added to the rout rolls."""
    words: Text = NO_EFFECT


OUTCOMES: Mapping[str, Outcome] = {
    "None": Outcome(),
    "1H": Outcome(1, words=Text("1 hit")),
    "2H": Outcome(2, words=Text("2 hits")),
    "2H & Retreat": Outcome(2, retreat=True, words=Text("2 hits and retreat")),
    "DR Rout or 2H & Retreat": Outcome(2, retreat=True, rout="roll", words=Text("rout roll or 2 hits, and retreat")),
    "DR(+2) Rout or 3H & Retreat": Outcome(
        3, retreat=True, rout="roll", drm=2, words=Text("rout roll (+2) or 3 hits, and retreat")
    ),
    "Auto Rout": Outcome(retreat=True, rout="auto", words=Text("rout")),
}
"""Every result as the chart prints it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the Shock Results Table."""

    rolls: Text
    """As printed: "8,9"."""
    printed: tuple[str, str]
    """What it says for the attacker, and for the defender."""

    @property
    def attacker(self) -> Outcome:
        return OUTCOMES[self.printed[0]]

    @property
    def defender(self) -> Outcome:
        return OUTCOMES[self.printed[1]]


# -- 7.83 ------------------------------------------------------------------------------------------------------------


def row(charts: Charts, total: int) -> Row:
    """7.83 table:shock_results The row for a modified roll, which may be below 0 or above 9."""
    for r in _chart(charts, "shock_results")["rows"]:
        if (r["from"] is None or total >= r["from"]) and (r["to"] is None or total <= r["to"]):
            return Row(span(r["from"], r["to"]), (r["attacker"], r["defender"]))
    raise ValueError(f"the results table has no row for {total}")


def span(least: int | None, most: int | None) -> Text:
    """Rolls of a row as they are written.

    >>> [str(x) for x in (span(None, -3), span(0, 1), span(7, 7), span(12, None))]
    ['-3 or less', '0 to 1', '7', '12 or more']
    """
    if least is None:
        return Text("{n} or less", n=most)
    if most is None:
        return Text("{n} or more", n=least)
    return Text("{n}", n=least) if least == most else Text("{a} to {b}", a=least, b=most)


# -- 7.82 ------------------------------------------------------------------------------------------------------------

_MATRICES: Mapping[Angle, str] = {"front": "weapon_matrix_frontal", "behind": "weapon_matrix_flank_rear"}


def weapons(charts: Charts, attacker: Unit, defender: Unit, angle: Angle) -> tuple[int, str] | None:
    """7.82 table:weapon_matrix_frontal table:weapon_matrix_flank_rear The matrix's modifier, and its column.

    A kind has the column and the line that the chart gives it, or those of its own name. German cavalry may attack as
    light infantry, too (10.4): of several columns the attacker's best. None where nobody attacks so: cavalry never
    attacks elephants (10.23).
    """
    chart = _chart(charts, _MATRICES[angle])
    columns, cells, struck = chart["columns"], chart["cells"], _name(defender)
    line = chart["lines"].get(struck, struck)
    found: list[tuple[int, str]] = []
    for name in (_name(attacker), "LI") if GERMAN in attacker.troop.tags else (_name(attacker),):
        column = columns.get(name, name)
        value = cells[column][line] if column in cells else None
        if value is not None:
            found.append((value, column))
    return max(found, key=lambda x: x[0], default=None)


def _name(unit: Unit) -> str:
    """What a unit counts as: its class too for cohorts, artillery as light infantry (10.11)."""
    clash = unit.troop.clash
    return f"{clash}/{unit.cls}" if clash == "CO" and unit.cls is not None else clash


def special(charts: Charts, name: str) -> int:
    """7.82 table:weapon_matrix_special_modifiers One of the modifiers below the matrices."""
    return int(_chart(charts, "weapon_special_modifiers")["rows"][name])


def ground(charts: Charts, name: str) -> int:
    """7.52 table:terrain_effects The Shock modifier of a kind of ground, a hexside or a slope; 0 without one."""
    return int(_chart(charts, "shock_terrain")["rows"].get(name, 0))


def pursuit(charts: Charts, name: str) -> int:
    """7.62 table:die_roll_summary A modifier of the pursuit check, by type; 0 without one."""
    return int(_chart(charts, "pursuit_modifiers")["rows"].get(name, 0))


def _chart(charts: Charts, name: str) -> Mapping[str, Any]:
    return charts.document["charts"][name]
