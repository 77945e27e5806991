"""Examples of special rules that no battle that comes with Hexarch has, for the reference: by id, or system and id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_BRIDGE = {"name": "the bridge", "hexes": "0605-0607", "points": 3, "held_by": "romans"}

EXAMPLES: Mapping[str, Any] = {
    "apart": {"side": "samnites", "hexes": 6},
    "arrivals": {
        "name": "the rear",
        "side": "romans",
        "area": "the west edge",
        "facing": "E",
        "turn": 4,
        "arrives_on": 6,
    },
    "men-of-iron/arrivals": {"side": "north", "units": ["RPK1", "RPK2"], "hexes": "0105-0110", "after": 8},
    "baggage": {"side": "romans", "hex": "0208", "loss": 20},
    "bridgehead": {"side": "samnites", "area": "the far bank", "turn": 6},
    "escape": {"side": "samnites", "area": "the west edge", "points": 30},
    "first-turn": {"leaders": ["Marcus"]},
    "free-setup": {"side": "romans", "column": 12},
    "guard": {"side": "romans", "contingents": ["Camp guard"], "area": "the camp", "within": 4, "share": 4},
    "hidden": {"side": "romans", "units": ["LC1", "LC2"], "leaders": ["Sittas"]},
    "not-before": {"leaders": ["Decius"], "turn": 3},
    "objectives": {"places": [_BRIDGE], "wins": [{"side": "samnites", "points": 3}], "from_turn": 4},
    "set-up-limits": {"limits": [{"side": "romans", "area": "the hill", "units": 4}]},
    "succession": {"leader": "Fabius", "successor": "Decius"},
    "town": {"hexes": ["0710", "0711"]},
    "trench": {"hexside": "trench"},
    "walls": {"walls": "0110-0114", "extra_range": 1},
    "wind": {"towards": "E"},
}
