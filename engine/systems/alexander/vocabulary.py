"""The words of Great Battles of Alexander beyond the family's."""

from __future__ import annotations

from engine.systems.gboh.vocabulary import COMMON

WORDS = COMMON.with_more(
    goings={},
    turnings={},
    shootings={},
    values={},
    phases={},
    segments={},
    flags={},
    numbers={},
)
