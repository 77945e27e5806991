"""Rule help: what every case of the rules says, in our own words. What a battle adds comes with its scenario.

>>> BOOK.case("9.2/reaction").title, BOOK.case("11.4").title
('Reaction Fire', 'Reluctance to Charge')
"""

from __future__ import annotations

from engine.kernel.rulebook import Rulebook

BOOK = Rulebook(
    "engine.systems.men_of_iron",
    "Men of Iron",
    {
        "drm": "modifiers",
        "elevation": "height",
        "hill": "height",
        "leader": "leaders",
        "los": "line of sight",
        "rally": "standards",
        "seize": "seizure",
        "sighting": "line of sight",
    },
)
