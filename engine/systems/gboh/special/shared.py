"""Rules of battles of one's own that every game of the family has; each adds its own."""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.gboh.chapter import Special
from engine.systems.gboh.special.baggage import Baggage
from engine.systems.gboh.special.coming import Arrivals
from engine.systems.gboh.special.free_set_up import FreeSetUp
from engine.systems.gboh.special.objectives import Bridgehead, Escape
from engine.systems.gboh.special.objectives_held import Held
from engine.systems.gboh.special.set_up_limits import KeptApart, SetUpLimits
from engine.systems.gboh.special.succession import Succession
from engine.systems.gboh.special.town import Town
from engine.systems.gboh.special.wind import Wind

SHARED: Mapping[str, type[Special]] = {
    "apart": KeptApart,
    "arrivals": Arrivals,
    "baggage": Baggage,
    "bridgehead": Bridgehead,
    "escape": Escape,
    "free-setup": FreeSetUp,
    "objectives": Held,
    "set-up-limits": SetUpLimits,
    "succession": Succession,
    "town": Town,
    "wind": Wind,
}
"""By the id scenarios give."""
