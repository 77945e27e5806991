"""What the adviser suggests: a whole activation drawn on the map, why, what is expected of it, one press to order it.

As it is written it stands behind a button; changed, in the message itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.components.panel.asked import Asked
from bot.components.panel.page import TEXT, Page, Press, Row, Shown, Words
from bot.components.panel.place import Place
from bot.language.plain import fit
from engine.kernel.decisions import Command
from engine.kernel.events import Trace
from engine.kernel.text import Text

SUGGEST, ADVISED, WRITTEN, AMEND, AMENDED = "suggest", "advised", "notation", "amend", "amended"
"""Verbs: ask for a suggestion, carry it out, show it as it is written, change that in a box, what was written there."""

FENCE = "```"
MARGIN = 1000
"""Characters of a message left to what is said of the orders."""


def advice_page(asked: Asked, orders: Sequence[str], told: Sequence[str], marks: Sequence[Trace], number: str) -> Page:
    """What the orders do, drawn, with what is said of them. ``number``: what they are kept under, in hex digits."""
    title = asked.say(Text("**Suggested**: {n:order|orders}.", n=len(orders)))
    argument = str(Place(idea=number))
    more = Press(WRITTEN, argument, asked.word("As written…"))
    return _page(asked, fit("\n".join([title, *told]), MARGIN), more, marks, argument)


def written_page(asked: Asked, orders: Sequence[str], told: Sequence[str] = (), marks: Sequence[Trace] = ()) -> Page:
    """The orders as they are written, to be changed or carried out."""
    title = asked.word("**Suggested**, as orders are written:")
    block = "\n".join([title, FENCE, fit("\n".join(orders), TEXT - MARGIN), FENCE])
    return _page(asked, "\n".join([block, *told]), Press(AMEND, "", asked.word("Change…")), marks)


def _page(asked: Asked, words: str, more: Press, marks: Sequence[Trace], argument: str = "") -> Page:
    decision = asked.decision
    assert isinstance(decision, Command)
    carry = Press(ADVISED, argument, asked.word("Carry out"), "success")
    back = Press("back", "", asked.word("Something else"))
    return Page((Words(words), Row((carry, more, back))), Shown(decision.menu, marks=tuple(marks)))


def orders_in(texts: Iterable[str]) -> str | None:
    """The orders that a message holds; None where it holds none."""
    for text in texts:
        parts = text.split(FENCE)
        if len(parts) == 3:
            return parts[1].strip()
    return None
