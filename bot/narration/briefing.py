"""A briefing in short: what a battle's first message says of it."""

from __future__ import annotations

import re

from bot.language.catalogue import TextCatalogue
from bot.language.plain import escape, fit
from bot.service.setup.briefings import Briefing
from engine.kernel.text import Text

HISTORY, AIM = 320, 200
"""Characters of the history, and of what each side should try: as many whole sentences as fit."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def short(told: Briefing, words: TextCatalogue) -> str:
    """Where and when, how it came about, what each side should try, and how it is won; "" for a battle whose file says
    nothing of that."""
    if not told.history and not any(aim for _, aim in told.sides):
        return ""
    said = words.translate
    lines = [place(told, words)]
    lines += [escape(beginning(said(told.history), HISTORY))] if told.history else []
    lines += [f"**{escape(said(name))}**: {escape(beginning(said(aim), AIM))}" for name, aim in told.sides if aim]
    return "\n".join([*lines, *won(told, words)])


def place(told: Briefing, words: TextCatalogue) -> str:
    """Where and when a battle is, and by which rules."""
    where = words.say(Text("{place}, {date}", place=Text(told.place), date=Text(told.date)))
    return f"*{escape(where)}* · {escape(told.game)}"


def won(told: Briefing, words: TextCatalogue) -> list[str]:
    """How the battle is won where points decide it, with what each side may lose; [] for another one."""
    sides = told.table.sides
    names = {s.points_name for s in sides}
    if len(names) > 1 or not all(s.points_name and s.limit for s in sides):
        return []
    text = Text(
        "An army whose {points} reach its level withdraws, and the other has won: {levels}.",
        points=Text(names.pop()),
        levels=", ".join(f"{words.translate(s.name)} {s.limit}" for s in sides),
    )
    return [escape(words.say(text))]


def beginning(text: str, most: int) -> str:
    """As many whole sentences as fit, at least the beginning of the first.

    >>> beginning("They met at dawn. It rained. Nobody won.", 30)
    'They met at dawn. It rained.'
    """
    sentences = _SENTENCE.split(text)
    found = sentences[0]
    for sentence in sentences[1:]:
        if len(found) + 1 + len(sentence) > most:
            break
        found += f" {sentence}"
    return fit(found, most)
