"""Rule help: what every case of the rules says, in our own words.

>>> BOOK.case("8.15").title
'Fire resolution'
>>> BOOK.case(" 8.15 ") is BOOK.case("8.15"), BOOK.case("99.9") is None
(True, True)
>>> BOOK.search("feigned retreat")[0].number, BOOK.search("rally")[0].number
('6.7', '10.27')
"""

from __future__ import annotations

from engine.kernel.rulebook import Rulebook
from engine.systems.gboh.search_words import SYNONYMS

BOOK = Rulebook(
    "engine.systems.cataphract",
    "Cataphract",
    {**SYNONYMS, "artillery": "cheiroballistra", "ballista": "cheiroballistra"},
)
