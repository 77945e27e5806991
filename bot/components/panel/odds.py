"""The odds of the attacks on offer: each combat once, with its column, every result and who may fall in it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.components.panel.asked import Asked
from bot.components.panel.page import Words
from bot.language.plain import escape, fit
from engine.kernel.decisions import Choice
from engine.kernel.odds import Odds

MOST = 6
"""Combats told of."""

LINE, LONGEST = 230, 400
"""Characters of one combat's odds; where what may happen besides the results is told whole."""


def told(asked: Asked, choices: Iterable[Choice]) -> list[Words]:
    """A text with a line for each combat the choices lead to; [] where they lead to none."""
    found: dict[str, None] = {}
    for c in choices:
        for odds in c.odds() if c.odds is not None and len(found) <= MOST else ():
            found.setdefault(_line(asked, odds))
    lines = [f"-# {escape(line)}" for line in [*found][:MOST]]
    if len(found) > MOST:
        lines.append("-# …")
    return [Words("\n".join(lines))] if lines else []


def _line(asked: Asked, odds: Odds) -> str:
    """One combat. Where there is no room for all of it the least likely results are left out, never who may fall."""
    ways = (asked.say(odds.foremost(n)) for n in range(len(odds.results), 0, -1))
    return next((x for x in ways if len(x) <= LINE), fit(asked.say(odds.foremost(1)), LONGEST))
