"""Choosing who acts, and at once ordering what seems best for all of them, by one press."""

from __future__ import annotations

from bot.components.decision import AT_ONCE, led_at_once
from bot.components.panel.asked import Asked
from bot.components.panel.page import Part, Picks
from bot.components.panel.place import Place
from bot.components.panel.walk import settle
from engine.kernel.decisions import Answer, Choose, Decision
from engine.kernel.ideas import GroupIdea
from engine.kernel.text import refuse


def leading(asked: Asked, room: int) -> list[Part]:
    """Who can be chosen so, as part of a page; nothing where there is nobody, or no room."""
    decision = asked.decision
    found = led_at_once(decision, asked.catalogue) if isinstance(decision, Choose) else []
    return [Picks("lead", "", asked.say(AT_ONCE), tuple(found))] if found and Picks.cost <= room else []


def led(decision: Decision, place: Place) -> Answer:
    """The answer of a line of that list. Raises Refusal for what isn't in it (any more)."""
    step = settle(decision, place)
    if step.answer is None or not step.taken[0].together:
        refuse("That choice isn't offered (any more).", rule=decision.rule)
    return step.answer


def best(asked: Asked) -> GroupIdea | None:
    """What seems best for all who can be ordered now; None where not even two can be together."""
    group = max(asked.groups, key=lambda g: len(g.units), default=None)
    found = asked.together(group) if group is not None else ()
    return next((i for i in found if not i.spare), None)
