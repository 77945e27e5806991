"""The words of Great Battles of Alexander beyond the family's."""

from __future__ import annotations

from engine.systems.gboh.elephants import beasts
from engine.systems.gboh.vocabulary import COMMON

WORDS = COMMON.with_more(
    goings=beasts.GOINGS,
    turnings={},
    shootings={},
    values={},
    phases={},
    segments={},
    flags={},
    numbers={},
)
