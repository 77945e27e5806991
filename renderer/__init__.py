"""Maps for players: a position drawn as a PNG, with what just happened and what may happen next.

>>> from renderer import render, around, Reach
>>> picture = render(table, around([2405]), [Reach({2406: 1}, {}, 2405)])  # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from renderer.changes import beneath_key, casualties
from renderer.map.view import View, area, armies, around, close, clusters, large, whole, wing
from renderer.overlays.kinds import (
    Casualties,
    Choices,
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
from renderer.picture import Picture, Where
from renderer.words.say import Say

if TYPE_CHECKING:
    from renderer.cards.roster import roster
    from renderer.cards.unit_card import unit_card
    from renderer.draw import render
    from renderer.layers import above, beneath
    from renderer.places import where
    from renderer.standing_curve import curve
else:
    # What draws is loaded with the first picture: where a process of its own does, the one that asks never needs it.

    def above(*args: Any, **kwargs: Any) -> bytes:
        """See :func:`renderer.layers.above`."""
        from renderer.layers import above

        return above(*args, **kwargs)

    def beneath(*args: Any, **kwargs: Any) -> bytes:
        """See :func:`renderer.layers.beneath`."""
        from renderer.layers import beneath

        return beneath(*args, **kwargs)

    def curve(*args: Any, **kwargs: Any) -> Picture:
        """See :func:`renderer.standing_curve.curve`."""
        from renderer.standing_curve import curve

        return curve(*args, **kwargs)

    def render(*args: Any, **kwargs: Any) -> Picture:
        """See :func:`renderer.draw.render`."""
        from renderer.draw import render

        return render(*args, **kwargs)

    def roster(*args: Any, **kwargs: Any) -> Any:
        """See :func:`renderer.cards.roster.roster`."""
        from renderer.cards.roster import roster

        return roster(*args, **kwargs)

    def unit_card(*args: Any, **kwargs: Any) -> Picture:
        """See :func:`renderer.cards.unit_card.unit_card`."""
        from renderer.cards.unit_card import unit_card

        return unit_card(*args, **kwargs)

    def where(*args: Any, **kwargs: Any) -> Any:
        """See :func:`renderer.places.where`."""
        from renderer.places import where

        return where(*args, **kwargs)


__all__ = [
    "Casualties",
    "Choices",
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
    "Where",
    "Zones",
    "above",
    "area",
    "armies",
    "around",
    "beneath",
    "beneath_key",
    "casualties",
    "close",
    "clusters",
    "curve",
    "large",
    "render",
    "roster",
    "unit_card",
    "where",
    "whole",
    "wing",
]
