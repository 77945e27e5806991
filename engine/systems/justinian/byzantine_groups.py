"""6.52 Combined Byzantine armies come apart."""

from __future__ import annotations

from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import ArmiesSeparated
from engine.systems.justinian.state import Army


def split_off(g: Campaign, a: Army, *, alone: bool) -> None:
    """An army that is led by another, or is to be used alone, leaves what it is combined with."""
    if a.led_by is not None:
        g.emit(ArmiesSeparated(armies=(a.id,), rule="6.52"))
    elif alone:
        led = tuple(x.id for x in g.force(a) if x.led_by is not None)
        if led:
            g.emit(ArmiesSeparated(armies=led, rule="6.52"))
