"""Values that a referee may set and that are kept as they are set."""

from __future__ import annotations

from engine.kernel.referee import Kept
from engine.systems.cataphract.vocabulary import WORDS

KEPT: Kept[str] = Kept(
    WORDS.values,
    flags={
        "rallied": "rallied",
        "moved": "moved",
        "shield-wall": "shield_wall",
        "engaged": "engaged",
        "wounded": "wounded",
        "ordered": "ordered",
        "bonus": "bonus",
    },
    numbers={
        "hits": "hits",
        "shots": "turn_shots",
        "orders-used": "orders_used",
        "rout-points": "rout_points",
        "withdrawal-level": "withdrawal_level",
    },
)
"""What a referee writes, and the field that keeps it."""
