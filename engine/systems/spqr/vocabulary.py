"""The words of SPQR beyond the family's."""

from __future__ import annotations

from engine.kernel.text import Text
from engine.systems.gboh.elephants import beasts
from engine.systems.gboh.vocabulary import COMMON, PURSUIT, Going

WORDS = COMMON.with_more(
    goings={
        "pursue": PURSUIT,
        "about": Going(told="{unit} faces about at {to} in reaction"),
        "extension": Going(told="{unit} extends the line to {to}"),
        **beasts.GOINGS,
    },
    turnings={},
    shootings={},
    values={
        "depleted": Text("Depleted"),
        "spent": Text("has pursued this turn"),
        "turn_shots": Text("active shots this turn"),
    },
    phases={},
    segments={},
    flags={"depleted": "depleted", "spent": "spent"},
    numbers={"shots": "turn_shots"},
)
