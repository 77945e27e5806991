"""Rule help: what every case of the rules says, in our own words.

>>> BOOK.case("9.0-b").title, BOOK.case("6.54").title
('Plague', 'Forts')
"""

from __future__ import annotations

from engine.kernel.rulebook import Rulebook

BOOK = Rulebook(
    "engine.systems.justinian",
    "Justinian",
    {
        "ally": "alliance",
        "allies": "alliance",
        "constantinople": "europa",
        "gold": "treasury",
        "magister militum": "magmil",
        "pay": "maintenance",
        "rbc": "retreat before combat",
        "ships": "fleets",
        "siege": "city",
    },
)
