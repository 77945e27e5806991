"""Asking the referee: what players may know before they decide (``/what``).

One module a question. Nothing in these rules is secret, and nothing is changed by asking.
"""

from __future__ import annotations

from engine.kernel.inquiry import Inquiry
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.inquiry import attack, order, piece, place, standing

INQUIRY: Inquiry[Campaign] = Inquiry(
    now=standing.about, piece=piece.about, order=order.about, attack=attack.about, place=place.about
)
