"""Ending one's orders and answering what is asked next, or at the end of the activation, by one press."""

from __future__ import annotations

from collections.abc import Sequence

from bot.components import risks
from bot.components.panel import odds
from bot.components.panel.asked import Asked, way_key
from bot.components.panel.page import BUTTONS, LABEL, Part, Press, Words, cost, rows
from bot.components.panel.parts import apart, short
from bot.components.panel.place import Place
from bot.components.panel.walk import top
from bot.language.plain import escape, fit
from engine.kernel.ahead import Ahead
from engine.kernel.decisions import Choice, Choose, Command, Decision
from engine.kernel.following import Following
from engine.kernel.text import refuse

NOTE = 200
"""Characters of the question that follows, and of what a choice in it risks."""


def afterwards(asked: Asked, room: int) -> list[Part]:
    """A line and a row of buttons for each question that may follow, the nearest first, as far as there is room."""
    found: list[Part] = []
    for f in asked.following:
        parts = _one(asked, f)
        if cost(found) + cost(parts) > room:
            break
        found += parts
    return found


def _one(asked: Asked, f: Following) -> list[Part]:
    before = ", ".join(short(asked.say(c.label)) for c in (f.first, *(a.choice for a in f.between)))
    question = escape(fit(asked.say(f.asked.prompt), NOTE))
    lines = [asked.word("**{what}**, and then: {question}", what=escape(before), question=question)]
    lines += [p.text for p in odds.told(asked, f.choices)]
    prices = risks.prices(f.choices)
    lines += [f"-# {escape(fit(asked.word('Failing {price}', price=asked.say(x)), NOTE))}" for x in prices]
    presses = [
        Press("then", str(Place(idea=way_key(f.first, way))), _label(asked, c))
        for way, c in zip(f.ways, f.choices, strict=True)
    ]
    return [Words("\n".join(lines)), *rows(apart(presses, [asked.say(c.label) for c in f.choices], LABEL))]


def beforehand(asked: Asked, room: int) -> list[Part]:
    """Each way to go on now with nothing more asked, and a no to what is asked as the activation ends; nothing where
    there is no room.

    The ways are those of the nearest question that such a one comes after: this, or the next.
    """
    question, ways = _declined(asked)
    presses = [_let(asked, place, choice) for place, choice in ways if not risks.confirmed_first(choice)]
    if question is None or not presses:
        return []
    no = next(c for c in question.choices if c.key == question.default_key)
    said = asked.word(
        "**Nothing more asked this activation**, then “{question}” **{answer}**; and now:",
        question=escape(asked.say(question.prompt)),
        answer=escape(asked.say(no.label)),
    )
    found = [Words(said), *rows(presses[:BUTTONS])]
    return found if cost(found) <= room else []


def _declined(asked: Asked) -> tuple[Choose | None, Sequence[tuple[Place, Choice]]]:
    """What may be declined beforehand, and what is chosen now with that."""
    for f in asked.following:
        if (question := declined_by(f.asked)) is not None:
            ways = zip(f.ways, f.choices, strict=True)
            return question, [(Place(idea=way_key(f.first, way)), c) for way, c in ways]
    question = declined_by(asked.decision)
    if question is None or question.kind in {f.asked.kind for f in asked.following}:
        return None, ()
    return question, [(Place((n,)), c) for n, c in enumerate(top(asked.decision)) if c.menu is None]


def _let(asked: Asked, place: Place, choice: Choice) -> Press:
    return Press("let", str(place), _label(asked, choice))


def declined_by(decision: Decision) -> Choose | None:
    """What may be declined beforehand with the answer to this question; None where nothing is to be."""
    question = decision.later() if isinstance(decision, Command) and decision.later is not None else None
    return question if question is not None and question.policy is not None and question.policy.declines else None


def declined_with(asked: Asked, place: Place) -> Choose:
    """What is declined beforehand by a button. Raises Refusal where that isn't offered (any more)."""
    question, ways = _declined(asked)
    if question is None or place not in [at for at, _ in ways]:
        refuse("That isn't possible (any more); nothing was done.", rule=asked.decision.rule)
    return question


def _label(asked: Asked, choice: Choice) -> str:
    """What the button says: the chance instead of the roll that has it."""
    label = asked.say(choice.label)
    if choice.chance is None:
        return short(label)
    chance = risks.percent(choice.chance)
    # The roll stands behind a colon; where ours has none, what stands behind another language's is a name.
    head = label.partition(":")[0] if ":" in str(choice.label) else label
    return f"{fit(head, LABEL - len(chance) - 3)} · {chance}"


def chosen_way(asked: Asked, key: str) -> tuple[Choice, Sequence[Ahead]]:
    """The order and the answers behind a button. Raises Refusal where they aren't offered (any more)."""
    for f in asked.following:
        for way in f.ways:
            if way_key(f.first, way) == key:
                return f.first, way
    refuse("That isn't possible (any more); nothing was done.", rule=asked.decision.rule)
