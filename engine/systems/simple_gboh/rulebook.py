"""Rule help: what every case of the rules says, in our own words."""

from __future__ import annotations

from engine.kernel.rulebook import Rulebook

BOOK = Rulebook(
    "engine.systems.simple_gboh",
    "Simple GBoH",
    {
        "height": "elevation",
        "hill": "elevation",
        "out of command": "command status",
        "seize": "seizure",
        "zone of control": "zoc",
        "zones of control": "zoc",
    },
)
