"""Rule help: what every case of the rules says, in our own words.

>>> case("8.15").title
'Fire resolution'
>>> case(" 8.15 ") is case("8.15"), case("99.9") is None
(True, True)
>>> search("feigned retreat")[0].number, search("rally")[0].number
('6.7', '10.27')
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.rulebook import Case, Rulebook
from engine.kernel.system import RuleText
from engine.systems.gboh.search_words import SYNONYMS

__all__ = ["BOOK", "Case", "case", "cases", "search"]

BOOK = Rulebook(
    "engine.systems.cataphract",
    "Cataphract",
    {**SYNONYMS, "artillery": "cheiroballistra", "ballista": "cheiroballistra"},
)


def cases() -> dict[str, Case]:
    """Every case by number, in the order of the rules."""
    return BOOK.cases


def case(number: str, own: Sequence[RuleText] = ()) -> RuleText | None:
    """The case with a number ("8.15", "12.0", "table:clash", or just "clash"); None if there is none.

    ``own``: rules of the battle it is asked in, by their ids.
    """
    return BOOK.case(number, own)


def search(words: str, limit: int = 25, own: Sequence[RuleText] = ()) -> list[RuleText]:
    """Cases that contain every word, best first; see :meth:`Rulebook.search`."""
    return BOOK.search(words, limit, own)
