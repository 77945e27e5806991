"""The words of Simple GBoH beyond the family's."""

from __future__ import annotations

from engine.kernel.text import Text
from engine.systems.gboh.vocabulary import COMMON, Going, Shooting

WORDS = COMMON.with_more(
    goings={
        "retreat": Going(told="{unit} retreats {start} → {to}", trace="withdraw"),
        "retreat-before": Going(told="{unit} retreats before Shock {start} → {to}", trace="withdraw"),
        "slide": Going(told="{unit} slides out of the stack to {to}"),
        "return": Going(told="{unit} comes back at {to}"),
    },
    turnings={},
    shootings={"harass": Shooting(told="{unit} makes a Hit & Run at {target}: {story}", ordered=True)},
    values={
        "depleted": Text("Depleted"),
        "seizure": Text("Seizure attempts left"),
        "turns": Text("Player Turns had"),
    },
    phases={},
    segments={
        "turn": Text("Before the first Player Turn"),
        "first": Text("Who begins"),
        "start": Text("Start of the Player Turn"),
        "seizure": Text("Seizure"),
        "activation": Text("Activation"),
        "returns": Text("Leaders return"),
        "orders": Text("Movement and Missile Fire"),
        "shock": Text("Shock"),
        "withdrawal": Text("Army Withdrawal"),
    },
    flags={"depleted": "depleted"},
    numbers={"seizure": "seizure"},
)
"""What players read."""
