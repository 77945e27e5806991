"""The odds of the attacks on offer: each combat once, with its column, every result and who may fall in it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.components.panel.asked import Asked
from bot.components.panel.page import Words
from bot.language.plain import escape, fit
from engine.kernel.decisions import Choice

MOST = 6
"""Combats told of."""

LINE = 230
"""Characters of one combat's odds."""


def told(asked: Asked, choices: Iterable[Choice]) -> list[Words]:
    """A text with a line for each combat the choices lead to; [] where they lead to none."""
    found: dict[str, None] = {}
    for c in choices:
        for odds in c.odds() if c.odds is not None and len(found) <= MOST else ():
            found.setdefault(asked.say(odds.words))
    lines = [f"-# {escape(fit(line, LINE))}" for line in [*found][:MOST]]
    if len(found) > MOST:
        lines.append("-# …")
    return [Words("\n".join(lines))] if lines else []
