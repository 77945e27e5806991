"""Asking the referee: what a player may know before he decides (``/what``).

One module a question. All of them look at the battle as the asker sees it, and change nothing.
"""

from __future__ import annotations

from engine.kernel.inquiry import Findings, Inquiry
from engine.kernel.text import refuse
from engine.systems.gboh import view
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.inquiry import attack, leader, order, place, standing, unit


def of_piece(g: Battle, name: str) -> Findings:
    """About a unit or leader."""
    if name in g.state.leaders:
        return leader.about(g, g.state.leaders[name])
    if name not in g.state.units:
        refuse("There is no unit or leader {name}.", name=name)
    return unit.about(g, g.state.units[name])


INQUIRY: Inquiry[Battle] = Inquiry(
    now=standing.about, piece=of_piece, order=order.about, attack=attack.about, place=place.about, seen=view.seen
)
