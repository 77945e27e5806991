"""The words of SPQR beyond the family's."""

from __future__ import annotations

from engine.systems.gboh.elephants import beasts
from engine.systems.gboh.vocabulary import COMMON, PURSUIT

WORDS = COMMON.with_more(
    goings={"pursue": PURSUIT, **beasts.GOINGS},
    turnings={},
    shootings={},
    values={},
    phases={},
    segments={},
    flags={},
    numbers={},
)
