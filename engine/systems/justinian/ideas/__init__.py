"""What an activation might best be used for: finished orders with their consequence, for panel and computer players."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Choose, Command, Decision
from engine.kernel.ideas import MOST, Idea, best
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.ideas import activations, marches, plans, voyages
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.scenario import BYZANTINE

LISTED = 9
"""Plans of a list at most."""
CHOSEN = 16
"""Ideas of whom somebody has chosen, or who acts: the best, and whatever else might be meant."""


def ideas(g: Campaign, decision: Decision, unit: str) -> Sequence[Idea]:
    """The likeliest first; none where the unit isn't asked about. "" for a list as a whole."""
    if isinstance(decision, Choose) and not unit:
        return best(decision, plans.of_question(g, decision), most=LISTED)
    if not isinstance(decision, Command):
        return ()
    match decision.kind:
        case "march" if unit == decision.subject:
            course = Course.of_active(g, unit)
            return best(decision, marches.ideas(course), most=CHOSEN) if course is not None else ()
        case "sail":
            sailing = g.state.activation.fleet if g.state.activation is not None else None
            return best(decision, voyages.ideas(g, sailing or BYZANTINE, decision.focus[0], unit)) if sailing else ()
        case "byzantine-activation":
            found = activations.ideas(g, decision, unit) if unit else plans.besides(decision)
            return best(decision, found, most=CHOSEN if unit else MOST)
        case _:
            return ()
