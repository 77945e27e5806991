"""The words of Great Battles of Alexander beyond the family's."""

from __future__ import annotations

from engine.systems.gboh.vocabulary import COMMON, PURSUIT

WORDS = COMMON.with_more(
    goings={"pursue": PURSUIT},
    turnings={},
    shootings={},
    values={},
    phases={},
    segments={},
    flags={},
    numbers={},
)
