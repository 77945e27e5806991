"""Ending one's orders and answering what is asked next, by one press."""

from __future__ import annotations

from collections.abc import Sequence

from bot.components import risks
from bot.components.panel import odds
from bot.components.panel.asked import Asked, way_key
from bot.components.panel.page import LABEL, Part, Press, Words, cost, rows
from bot.components.panel.parts import short
from bot.components.panel.place import Place
from bot.language.plain import escape, fit
from engine.kernel.decisions import Choice
from engine.kernel.following import Ahead, Following
from engine.kernel.text import refuse

NOTE = 200
"""Characters of what a following choice risks."""


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
    lines = [asked.word("**{what}**, and then:", what=escape(before))]
    lines += [p.text for p in odds.told(asked, f.choices)]
    prices = risks.prices(f.choices)
    lines += [f"-# {escape(fit(asked.word('Failing {price}', price=asked.say(x)), NOTE))}" for x in prices]
    presses = [
        Press("then", str(Place(idea=way_key(f.first, way))), _label(asked, c))
        for way, c in zip(f.ways, f.choices, strict=True)
    ]
    return [Words("\n".join(lines)), *rows(presses)]


def _label(asked: Asked, choice: Choice) -> str:
    """What the button says: the chance instead of the roll that has it."""
    label = asked.say(choice.label)
    if choice.chance is None:
        return short(label)
    chance = risks.percent(choice.chance)
    return f"{fit(label.partition(':')[0], LABEL - len(chance) - 3)} · {chance}"


def chosen_way(asked: Asked, key: str) -> tuple[Choice, Sequence[Ahead]]:
    """The order and the answers behind a button. Raises Refusal where they aren't offered (any more)."""
    for f in asked.following:
        for way in f.ways:
            if way_key(f.first, way) == key:
                return f.first, way
    refuse("That isn't possible (any more); nothing was done.", rule=asked.decision.rule)
