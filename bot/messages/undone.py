"""What a take-back undoes, in a few words: whose activations, how many orders, how many rolls."""

from __future__ import annotations

from bot.films.chapters import events_of, told_from
from bot.narration import TextCatalogue
from bot.service import Undo
from engine.kernel.answers import is_order
from engine.kernel.text import Text, joined

NAMED = 3
"""Activations that are named."""


def undone(asked: Undo, catalogue: TextCatalogue) -> Text:
    """What would be undone: "Gelimer, Gara: 6 orders, 10 rolls"."""
    orders = sum(e.kind == "answer" and is_order(e.data["answer"].get("do")) for e in asked.since)
    answers = sum(e.kind == "answer" for e in asked.since) - orders
    rolls = sum(e.kind == "roll" for e in asked.since)
    counted = [
        Text(template, n=n)
        for template, n in (
            ("{n:order|orders}", orders),
            ("{n:other answer|other answers}" if orders else "{n:answer|answers}", answers),
            ("{n:roll|rolls}", rolls),
        )
        if n
    ]
    named = _activations(asked, catalogue)
    if not named:
        return joined(counted)
    more = len(named) - NAMED
    if more > 0:
        named = [*named[:NAMED], catalogue.say(Text("{n} more", n=more))]
    return Text("{who}: {what}", who=", ".join(named), what=joined(counted))


def _activations(asked: Undo, catalogue: TextCatalogue) -> list[str]:
    """Whose they were, as the headings of dispatches name them, each once."""
    if asked.before is None:
        return []
    system = asked.before.system
    events = enumerate((e.seq, event) for e in asked.since for event in events_of(system, e))
    chapters = told_from(system, asked.before.state, events, catalogue, stale=True)
    return [*dict.fromkeys(c.title.rpartition(" · ")[2] for c in chapters)]
