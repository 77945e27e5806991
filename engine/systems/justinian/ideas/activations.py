"""What an army might do if it were activated: told before its MP are rolled, by the MP it may count on."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Command
from engine.kernel.ideas import Idea
from engine.kernel.inquiry import joined
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.ideas import marches
from engine.systems.justinian.movement.choice_weights import TYPICAL_MP
from engine.systems.justinian.movement.course import Course

TOLD = 2
"""Ideas told of an army."""


def ideas(g: Campaign, decision: Command, unit: str) -> Iterator[tuple[float, Idea]]:
    """Activating it, with what it could then do."""
    for choice in decision.menu:
        if choice.unit == unit and choice.answer is not None:
            note = prospects(g, unit)
            yield choice.lean, Idea("lead", choice.label, choice.answer, unit=unit, hex=choice.hex, note=note)


def prospects(g: Campaign, army: str) -> Text | None:
    """The best it could do, in a line; None for nothing, or where it is part of another army's force."""
    a = g.state.armies[army]
    force = Force(g, army)
    if a.led_by is not None or a.at is None or not force.sp or force.leader is None:
        return None
    c = Course(g, force, force.at, TYPICAL_MP, a.sp, a.defeated, a.disorganized)
    found = sorted(g.derived(("prospects", army), lambda: [*marches.ideas(c)]), key=lambda x: -x[0])
    if not found:
        return None
    told = [_told(idea) for _, idea in found[:TOLD]]
    return Text("with {mp} MP: {ideas}", mp=TYPICAL_MP, ideas=joined(told, " · "))


def _told(idea: Idea) -> Text:
    if idea.chance is None:
        return idea.label
    return Text("{what} ({n} %)", what=idea.label, n=round(100 * idea.chance))
