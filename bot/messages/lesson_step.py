"""What a lesson's step wants done now: the order or the choice that buttons offer before everything else."""

from __future__ import annotations

from collections.abc import Iterator

from bot.components.panel.asked import Asked, has_acted
from bot.components.panel.parts import beside, plain_remark, short
from bot.components.recurring import with_chance
from bot.notation import bind, parse
from engine.kernel.decisions import Answer, Choice, Choose, Command, Menu, Pick
from engine.kernel.ideas import Idea
from engine.kernel.text import Refusal, Text
from scenarios.lessons import Step

WANTED = "{wanted}"
"""Stands in a step's words for the button; what doesn't name it has none."""

DEPTH = 3
"""Menus below one another in which the choice is looked for that a written order stands for."""


def wanted(asked: Asked, step: Step) -> Idea | None:
    """The best way to do what a step of a lesson is about, as something to press; None where nothing is.

    Of an order: the idea the step names, or else what it shows in writing, by the name the panel has for it. Of a
    list: the choice that is shown. With ``kind`` "done" it is the end of one's orders.
    """
    decision = asked.decision
    if decision.kind not in step.asks or not any(WANTED in x for x in (step.text, step.hint, *step.then.values())):
        return None
    if isinstance(decision, Choose):
        answer = _shown(asked, step)
        return next((Idea("", with_chance(c), a) for c in decision.choices if (a := Pick(key=c.key)) == answer), None)
    if not isinstance(decision, Command):
        return None
    offer = step.offer
    if offer is not None and not has_acted(asked, offer.unit):
        alike = (i for i in asked.ideas(offer.unit) if i.kind == offer.kind)
        found = next((i for i in alike if _written(asked, i).startswith(offer.begins)), None)
        if found is not None:
            return found
    answer = _shown(asked, step)
    if answer is None:
        return None
    if decision.done is not None and answer == decision.done.answer:
        return Idea("done", decision.done.label, answer)
    for _, c in asked.orderable:
        for idea in asked.ideas(c.unit or ""):
            if idea.answers == (answer,):
                return idea
    for unit, c in _leaves(asked):
        if c.answer == answer:
            said = plain_remark(asked, c)
            note = Text("{said}", said=said) if said else None
            return Idea("", c.label, answer, unit or None, note=note)
    return None


def button_of(asked: Asked, idea: Idea) -> str:
    """How the button reads that gives it."""
    label = asked.say(idea.label)
    if idea.kind == "done":
        return short(label)
    if idea.unit is None:
        # What is said whole by its button has no text beside it.
        return label if idea.note is None else beside(label)
    return beside(label, asked.called(idea.unit))


def _written(asked: Asked, idea: Idea) -> str:
    return str(asked.game.system.write(idea.answer))


def _shown(asked: Asked, step: Step) -> Answer | None:
    """What is shown in writing and can be done now; the end of one's orders only where nothing else can."""
    done = asked.decision.done if isinstance(asked.decision, Command) else None
    found: list[Answer] = []
    for text in step.show:
        try:
            answer, _ = bind(asked.game, asked.decision, parse(text))
            asked.decision.check(answer)
        except Refusal:
            continue
        found.append(answer)
    return next((a for a in found if done is None or a != done.answer), found[0] if found else None)


def _leaves(asked: Asked) -> Iterator[tuple[str, Choice]]:
    """Every choice with the unit it stands under, those of units first; "" for those of none."""
    assert isinstance(asked.decision, Command)
    for c in sorted(asked.decision.menu, key=lambda c: c.unit is None):
        yield from ((c.unit or "", leaf) for leaf in _below(c, DEPTH))


def _below(choice: Choice, depth: int) -> Iterator[Choice]:
    yield choice
    if choice.menu is not None and depth:
        below: Menu = choice.menu()
        for c in below:
            yield from _below(c, depth - 1)
