"""What an activation might best be used for: finished orders with their consequence, for panel and computer players."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Command, Decision
from engine.kernel.ideas import Idea, best
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.ideas import activations, marches, voyages
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.scenario import BYZANTINE


def ideas(g: Campaign, decision: Decision, unit: str) -> Sequence[Idea]:
    """The likeliest first; none where the unit isn't asked about."""
    if not isinstance(decision, Command):
        return ()
    match decision.kind:
        case "march" if unit == decision.subject:
            course = Course.of_active(g, unit)
            return best(decision, marches.ideas(course)) if course is not None else ()
        case "sail":
            sailing = g.state.activation.fleet if g.state.activation is not None else None
            return best(decision, voyages.ideas(g, sailing or BYZANTINE, decision.focus[0], unit)) if sailing else ()
        case "byzantine-activation":
            return best(decision, activations.ideas(g, decision, unit))
        case _:
            return ()
