"""Maps for players: a position drawn as a PNG, with what just happened and what may happen next.

>>> from renderer import render, around, Reach
>>> picture = render(table, around([2405]), [Reach({2406: 1}, {}, 2405)])  # doctest: +SKIP
"""

from renderer.cards.roster import roster
from renderer.cards.unit_card import unit_card
from renderer.changes import casualties
from renderer.draw import render
from renderer.map.view import View, area, armies, around, close, clusters, whole, wing
from renderer.overlays.kinds import (
    Casualties,
    CommandRange,
    Eligible,
    Ends,
    Facings,
    Front,
    Lettered,
    Line,
    Overlay,
    Range,
    Reach,
    Sectors,
    SetUpArea,
    Shock,
    Sight,
    Zones,
)
from renderer.palette.colours import Theme
from renderer.picture import Picture
from renderer.words.say import Say

__all__ = [
    "Casualties",
    "CommandRange",
    "Eligible",
    "Ends",
    "Facings",
    "Front",
    "Lettered",
    "Line",
    "Overlay",
    "Picture",
    "Range",
    "Reach",
    "Say",
    "Sectors",
    "SetUpArea",
    "Shock",
    "Sight",
    "Theme",
    "View",
    "Zones",
    "area",
    "armies",
    "around",
    "casualties",
    "close",
    "clusters",
    "render",
    "roster",
    "unit_card",
    "whole",
    "wing",
]
