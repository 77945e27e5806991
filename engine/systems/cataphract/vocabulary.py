"""What can be done in Cataphract alone, and how it is told."""

from __future__ import annotations

from engine.kernel.text import Text
from engine.systems.gboh.vocabulary import COMMON, Going, Shooting, Turning

WORDS = COMMON.with_more(
    goings={
        "uncontrolled": Going(  # 11.3
            told="{unit} rushes {start} → {to}", folded="Rushing, facing {facing}, {mp} of {ma} MP", ordered=True
        ),
        "pursue": Going(told="{unit} pursues {start} → {to}"),  # 6.73
        "feign": Going(told="{unit} feigns retreat {start} → {to}", trace="withdraw"),  # 6.73
        "counter": Going(told="{unit} rides in to strike {start} → {to}"),  # 6.73
        "impetuous": Going(told="{unit} charges out impetuously to {to}"),  # 8.34
        # The waves of an assault neither suffer nor leave the mark of a move (6.13).
        "wave": Going(
            told="{unit} comes up {start} → {to}",
            folded="Coming up, facing {facing}, {mp} of {ma} MP",
            ordered=True,
            marks=False,
        ),
    },
    turnings={
        "uncontrolled": Turning(ordered=True),  # 11.3
        "feign": Turning(told="{unit} turns about to face {facing}."),  # 6.73
    },
    shootings={"feign": Shooting(told="{unit} turns and fires at {target}: {story}")},  # 6.73
    values={
        "shield_wall": Text("in Shield Wall"),
        "turn_shots": Text("active shots this turn"),
        "bonus": Text("TQ bonus of an undisciplined army"),
    },
    phases={"uncontrolled": "The Uncontrolled Line advances."},
    segments={"champion": Text("The champion's prize"), "uncontrolled": Text("Uncontrolled Advance")},
    flags={"shield-wall": "shield_wall", "bonus": "bonus"},
    numbers={"shots": "turn_shots"},
)
