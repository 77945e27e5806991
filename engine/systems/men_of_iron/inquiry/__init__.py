"""Asking the referee: what a player may know before he decides (``/what``).

One module a question. Nothing in these rules is secret, and nothing is changed by asking.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel.decisions import Decision
from engine.kernel.inquiry import AboutAttack, AboutNow, AboutOrder, AboutPiece, AboutPlace, Findings, Question
from engine.kernel.text import refuse
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.inquiry import attack, leader, marker, order, place, standing, unit

__all__ = ["inquire"]


def inquire(g: Battle, pending: Sequence[Decision], question: Question, sides: Collection[str]) -> Findings:
    """The answer for somebody who plays ``sides`` (() for a spectator). Raises Refusal for what can't be asked."""
    match question:
        case AboutNow():
            return standing.about(g, pending, sides)
        case AboutPiece(piece=name):
            return _piece(g, name)
        case AboutOrder():
            return order.about(g, question.statements, pending, sides)
        case AboutAttack():
            return attack.about(g, question.attackers, question.defenders)
        case AboutPlace():
            return place.about(g, question.place, question.piece)


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
