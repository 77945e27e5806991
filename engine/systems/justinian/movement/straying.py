"""7.14 An army goes where it may not end its activation, and won't have the MP to leave: told, and asked once more."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.board import Place
from engine.kernel.decisions import Risk
from engine.kernel.text import Text, joined
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.movement import going, limits, steps
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.state import Army

ASKED = 2
"""Orders at stake: with more than one, what is chosen is asked for once more."""


def risk(there: Course) -> Risk | None:
    """What being at a place costs; None where the army may end there, or can still get to where it may."""
    g, armies = there.g, there.force.armies
    if not _outside(g, armies, there.at) or any(not _outside(g, armies, p) for p in going.reach(there)):
        return None
    return _lost(g, armies, there.at)


def ordered(there: Course, order: steps.March) -> Risk | None:
    """What a whole order costs that leads to ``there``: it ends where the army may not, or can't go on from there."""
    if order.end or not order.steps:
        return landing(there.g, there.force.armies, there.at)
    return risk(there) if any(isinstance(x, steps.Go) for x in order.steps) else None


def landing(g: Campaign, armies: Sequence[Army], port: Place) -> Risk | None:
    """7.24 The same of a port, or any other place, where the activation ends."""
    return _lost(g, armies, port, ends=True) if _outside(g, armies, port) else None


def _outside(g: Campaign, armies: Sequence[Army], place: Place) -> list[Army]:
    return [a for a in armies if limits.outside(g, a, place)]


def _lost(g: Campaign, armies: Sequence[Army], place: Place, *, ends: bool = False) -> Risk:
    """``ends``: by its order, or by a rule, whether or not it could go on."""
    lost = _outside(g, armies, place)
    n = sum(a.strength for a in lost)
    return Risk(
        needs=Text(""),
        chance=0.0,
        failing=Text(
            "{armies} may not end here: {n} SP are lost (7.14)"
            if ends
            else "{armies} may not end here and can't go on: {n} SP are lost (7.14)",
            armies=joined([g.state.called(a.id) for a in lost]),
            n=n,
        ),
        units=ASKED,
        certain=True,
        rule="7.14",
    )
