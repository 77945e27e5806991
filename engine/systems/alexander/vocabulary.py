"""The words of Great Battles of Alexander beyond the family's."""

from __future__ import annotations

from dataclasses import replace

from engine.systems.gboh.elephants import beasts
from engine.systems.gboh.vocabulary import COMMON, PURSUIT, Going

WORDS = COMMON.with_more(
    goings={
        "pursue": PURSUIT,
        "countercharge": Going(told="{unit} charges back {start} → {to}", ordered=True, trace="charge"),
        **beasts.GOINGS,
    },
    turnings={},
    # 9.52 Its two shots are no order, and the first doesn't use up the second.
    shootings={"artillery": replace(COMMON.shootings["artillery"], ordered=False)},
    values={},
    phases={"elephants": "The elephants charge.", "unled": "Units act that no leader orders."},
    segments={},
    flags={},
    numbers={},
)
