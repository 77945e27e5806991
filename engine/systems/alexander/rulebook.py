"""Rule help: what every case of the rules says, in our own words.

>>> BOOK.cases["6.43"].title, BOOK.case("99.9") is None
('Wheel', True)
"""

from __future__ import annotations

from engine.kernel.rulebook import Rulebook
from engine.systems.gboh.search_words import SYNONYMS

BOOK = Rulebook(
    "engine.systems.alexander",
    "Great Battles of Alexander",
    {**SYNONYMS, "artillery": "oxybeles", "catapult": "oxybeles"},
)
