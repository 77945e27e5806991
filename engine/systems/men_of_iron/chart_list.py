"""Every chart of the game for players to read, cell by cell: what it says, how that is known, what it may say."""

from __future__ import annotations

from typing import get_args

from engine.kernel.chart_tables import Tables
from engine.kernel.charts import Domain, OneOf, Several, Truth, Whole
from engine.systems.men_of_iron.charts import Charts, Code

_CODES: tuple[str, ...] = get_args(Code)
_AT_DEFENDER = tuple(c for c in _CODES if c == "NE" or c.startswith("D"))

_RESULT = Several(OneOf(_CODES), 1, 4, distinct=True, alone="NE")
_DRM = Whole(-9, 9, signed=True)
_DRM_OR_NONE = Whole(-9, 9, signed=True, null=True)
_MP = Whole(0, 9)
_MP_OR_NONE = Whole(0, 9, null=True)
_YES = Truth(number=True)

_DOMAINS: dict[str, Domain | dict[str, Domain]] = {
    "missile_range": _DRM_OR_NONE,
    "missile_fire": Several(OneOf(_AT_DEFENDER), 1, 4, distinct=True, alone="NE"),
    "missile_drm": _DRM,
    "shock": _RESULT,
    "charge": _RESULT,
    "weapons": _DRM_OR_NONE,
    "shock_drm": _DRM,
    "thresholds": Whole(-9, 20),
    "flight": Whole(0, 9),
    "units": {"drm": _DRM, "drm_disordered": _DRM, "ma": Whole(1, 12), "ma_disordered": Whole(1, 12)},
    "replacement": Whole(0, 20),
    "terrain": {
        "foot": Whole(1, 9, null=True),
        "mounted": Whole(1, 9, null=True),
        "charge": _YES,
        "blocks_sight": _YES,
        "shock": _DRM,
        "missile": _DRM,
        "attack_from": _DRM,
    },
    "hexsides": {
        "foot": _MP_OR_NONE,
        "mounted": _MP_OR_NONE,
        "charge": _YES,
        "shock": _DRM,
        "missile": _DRM,
        "charge_moved": _YES,
    },
    "slopes": _MP,
    "actions": _MP,
}
"""What the cells of a chart may hold: all alike, or by column. In the order players are offered the charts."""

_CORNERS = {
    "missile_range": "weapon",
    "missile_fire": "total",
    "shock": "total",
    "charge": "total",
    "weapons": "attacker",
    "flight": "lost",
    "units": "type",
    "terrain": "terrain",
    "hexsides": "hexside",
}

_DEFENDER = "DD Disordered, DR1 Retreats a hex, DU Unhorsed, DRT Retires, DE eliminated, NE no effect"
_ATTACKERS = "AD attackers Disordered, AR1 they Retreat a hex, AU chargers Unhorsed; CA Continued Attack"

_NOTES: dict[str, tuple[str, ...]] = {
    "missile_range": ("Added to the die. Across: the range in hexes; - is out of reach.",),
    "missile_fire": (_DEFENDER, "Totals beyond the first or last row count as that row."),
    "shock": (_DEFENDER, _ATTACKERS, "Across: the defender. Totals beyond the first or last row count as that row."),
    "charge": (_DEFENDER, _ATTACKERS, "Across: the defender. Totals beyond the first or last row count as that row."),
    "weapons": ("Added to the die. Across: the defender's type; - is no attack.",),
    "terrain": ("MP for foot and mounted units, - is no entry; shock, missile and attack from are modifiers.",),
    "hexsides": ("MP are added to those of the hex; charge moved: a Charge across counts as one after movement.",),
    "actions": (
        "Leave mounted zoc is the least foot pays for that hex in all; ride through is paid on top of the hex.",
    ),
    "slopes": ("MP for each level; steepest: the most levels a step may climb or go down.",),
}


_tables = Tables(Charts, _DOMAINS, _CORNERS, _NOTES)
standard, in_force, of_battle = _tables.standard, _tables.in_force, _tables.of_battle
