"""What an army might do if it were activated: told before its MP are rolled, by the MP it may count on."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Command
from engine.kernel.ideas import Idea
from engine.kernel.inquiry import joined
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.ideas import plans
from engine.systems.justinian.movement.choice_weights import TYPICAL_MP

TOLD = 2
"""Ideas told of an army."""


def ideas(g: Campaign, decision: Command, unit: str) -> Iterator[tuple[float, Idea]]:
    """Activating it, with what it could then do; and doing that at once.

    That comes first where something is done by it, and the MP will mostly suffice.
    """
    for choice in decision.menu:
        if choice.unit != unit or choice.answer is None:
            continue
        note = prospects(g, unit)
        yield choice.lean, Idea("lead", choice.label, choice.answer, unit=unit, hex=choice.hex, note=note)
        if choice.key == unit:
            for n, plan in enumerate(plans.of(g, unit)):
                sooner = n == 0 and plan.settles and plan.enough >= plans.LIKELY
                yield choice.lean * (1.1 if sooner else 0.9 - 0.1 * n), plans.after(plan, choice)


def prospects(g: Campaign, army: str) -> Text | None:
    """The best it could do, in a line; None for nothing, or where it is part of another army's force."""
    c = plans.course(g, army)
    found = plans.prospects(c) if c is not None else []
    if not found:
        return None
    told = [_told(idea) for _, idea in found[:TOLD]]
    return Text("with {mp} MP: {ideas}", mp=TYPICAL_MP, ideas=joined(told, " · "))


def _told(idea: Idea) -> Text:
    if idea.chance is None:
        return idea.label
    return Text("{what} ({n} %)", what=idea.label, n=round(100 * idea.chance))
