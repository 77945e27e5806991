"""The words of SPQR beyond the family's."""

from __future__ import annotations

from engine.kernel.text import Text
from engine.systems.gboh.elephants import beasts
from engine.systems.gboh.vocabulary import COMMON, PURSUIT

WORDS = COMMON.with_more(
    goings={"pursue": PURSUIT, **beasts.GOINGS},
    turnings={},
    shootings={},
    values={"spent": Text("has pursued this turn")},
    phases={},
    segments={},
    flags={"spent": "spent"},
    numbers={},
)
