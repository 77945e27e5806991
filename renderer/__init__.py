"""Maps for players: a position drawn as a PNG, with what just happened and what may happen next.

>>> from renderer import render, around, Reach
>>> picture = render(table, around([2405]), [Reach({2406: 1}, {}, 2405)])  # doctest: +SKIP
"""

from renderer.draw import render
from renderer.overlays import CommandRange, Eligible, Overlay, Range, Reach, SetUpArea, Shock, Sight, Zones
from renderer.palette import Theme
from renderer.picture import Picture
from renderer.view import View, area, around, whole

__all__ = [
    "CommandRange",
    "Eligible",
    "Overlay",
    "Picture",
    "Range",
    "Reach",
    "SetUpArea",
    "Shock",
    "Sight",
    "Theme",
    "View",
    "Zones",
    "area",
    "around",
    "render",
    "whole",
]
