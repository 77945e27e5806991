"""Rule help: what every case of the rules says, in our own words.

>>> case("6.43").title, case("99.9") is None
('Wheel', True)
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.rulebook import Rulebook
from engine.kernel.system import RuleText

BOOK = Rulebook(
    "engine.systems.alexander",
    "Great Battles of Alexander",
    {
        "artillery": "oxybeles",
        "catapult": "oxybeles",
        "height": "elevation",
        "hill": "elevation",
        "pre-shock": "charge",
        "pre-shock check": "charge",
        "zone of control": "zoc",
        "zones of control": "zoc",
    },
)


def case(number: str, own: Sequence[RuleText] = ()) -> RuleText | None:
    """The case with a number; None if there is none. ``own``: rules of the battle it is asked in, by their ids."""
    return BOOK.case(number, own)
