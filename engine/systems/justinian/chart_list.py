"""Every chart of the game for players to read, cell by cell: what it says, how that is known, what it may say."""

from __future__ import annotations

from typing import get_args

from engine.kernel.chart_tables import Tables
from engine.kernel.charts import Domain, OneOf, Truth, Whole
from engine.systems.justinian.charts import Charts, RandomEvent, Revolt

_DRM = Whole(-9, 9, signed=True)
_MP = Whole(0, 9)
_SP = Whole(0, 500)

_DOMAINS: dict[str, Domain | dict[str, Domain]] = {
    "land_battle_results": Whole(0, 99),
    "attacker_drm": _DRM,
    "defender_drm": _DRM,
    "readings": OneOf(("fort", "coastal")),
    "force_differential": {"times": Whole(1, 20), "at_least": Truth(number=True), "drm": _DRM},
    "movement_allowance": Whole(0, 20),
    "movement_costs": _MP,
    "removal": Whole(-9, 99),
    "barbarian_activation": {
        "from": Whole(0, 99),
        "to": Whole(0, 99),
        "base": _SP,
        "dice": Whole(0, 9),
        "alliance": Whole(-9, 9, signed=True, null=True),
    },
    "alliance": Whole(0, 20),
    "random_events": OneOf(get_args(RandomEvent)),
    "revolts": OneOf(get_args(Revolt)),
    "event_numbers": Whole(0, 99),
    "army_limits": _MP,
    "interception": Whole(-9, 9, signed=True),
    "prefectures": Whole(0, 99),
    "rich_provinces": Whole(0, 9),
    "sp_limits": _SP,
    "byzantine_expenses": Whole(0, 99),
    "manpower": Whole(1, 99),
    "naval_battle": Whole(-9, 9),
    "rbc": _DRM,
    "disorganization": _MP,
    "pillage": _DRM,
    "activation_markers": Whole(0, 9),
    "treasury_capture": Whole(1, 99),
}
"""What the cells of a chart may hold: all alike, or by column. In the order players are offered the charts."""

_CORNERS = {
    "land_battle_results": "total",
    "force_differential": "line",
    "movement_allowance": "die",
    "barbarian_activation": "power",
    "random_events": "die",
    "revolts": "die",
    "prefectures": "Prefecture",
}

_NOTES: dict[str, tuple[str, ...]] = {
    "land_battle_results": (
        "SP the enemy loses. Across: one's own SP in the battle. Totals below 0 count as 0, above 9 as 9.",
    ),
    "force_differential": ("For the stronger side alone, and only the best line.",),
    "movement_allowance": ("MP for the die. Across: the commander's Movement letter.",),
    "movement_costs": ("Of entering: the first line, and each of the four below it that applies.",),
    "barbarian_activation": (
        "Two dice read as 00 to 99. Troops: base, and so many dice. Alliance - : always Barbarian.",
    ),
    "alliance": ("Up to the first number Barbarian, from the second on Byzantine, between them Neutral.",),
}


_tables = Tables(Charts, _DOMAINS, _CORNERS, _NOTES)
standard, in_force, of_battle = _tables.standard, _tables.in_force, _tables.of_battle
