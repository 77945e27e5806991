"""6.44 The two armies of a Combined Operation that are to meet."""

from __future__ import annotations

from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.state import Army


def partner(g: Campaign, army: Army) -> Army | None:
    """6.44 The minor army the active one may pick up here for 1 MP; None if there is none, or it has been."""
    if len(g.state.partners) != 2 or g.state.partners[0] != army.id:
        return None
    other = g.army(g.state.partners[1])
    return other if other.at == army.at and other.at is not None and other.led_by is None and other.strength else None
