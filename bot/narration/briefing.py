"""A briefing in short: what a battle's first message says of it."""

from __future__ import annotations

import re

from bot.language.catalogue import TextCatalogue
from bot.language.plain import escape, fit
from bot.service.setup.briefings import Briefing

HISTORY, AIM = 320, 200
"""Characters of the history, and of what each side should try: as many whole sentences as fit."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def short(told: Briefing, words: TextCatalogue) -> str:
    """Where and when, how it came about, and what each side should try; "" for a battle that says nothing of that."""
    if not told.history and not any(aim for _, aim in told.sides):
        return ""
    lines = [f"*{escape(told.where)}* · {escape(told.game)}"]
    lines += [escape(beginning(told.history, HISTORY))] if told.history else []
    lines += [f"**{escape(name)}**: {escape(beginning(aim, AIM))}" for name, aim in told.sides if aim]
    return "\n".join(lines)


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
