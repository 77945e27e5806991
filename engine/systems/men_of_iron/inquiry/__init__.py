"""Asking the referee: what a player may know before he decides (``/what``).

One module a question. Nothing in these rules is secret, and nothing is changed by asking.
"""

from __future__ import annotations

from engine.kernel.inquiry import Findings, Inquiry
from engine.kernel.text import refuse
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.inquiry import attack, leader, marker, order, place, standing, unit


def _piece(g: Battle, name: str) -> Findings:
    if name in g.state.units:
        return unit.about(g, g.state.units[name])
    if name in g.state.leaders:
        return leader.about(g, g.state.leaders[name])
    if name in g.state.standards:
        return marker.about_standard(g, g.state.standards[name])
    if name in g.state.markers:
        return marker.about_marker(g, g.state.markers[name])
    refuse("There is no unit, leader or Standard {name}.", name=name)


INQUIRY: Inquiry[Battle] = Inquiry(
    now=standing.about, piece=_piece, order=order.about, attack=attack.about, place=place.about
)
