"""Every special rule there is."""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.alexander.special.indians import ArmouredElephants, IndianMissiles, SlippingBows
from engine.systems.gboh.chapter import Special

KINDS: Mapping[str, type[Special]] = {
    "armoured-elephants": ArmouredElephants,
    "indian-missiles": IndianMissiles,
    "slipping-bows": SlippingBows,
}
"""Every special rule there is, by the id scenarios give."""
