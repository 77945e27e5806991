"""What the adviser suggests: a whole activation as written orders, what is expected of it, and one press to order it.

The orders stand in the message itself, so they outlive a restart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.components.panel.asked import Asked
from bot.components.panel.page import TEXT, Page, Press, Row, Shown, Words
from bot.language.plain import fit
from engine.kernel.decisions import Command

SUGGEST, ADVISED, AMEND, AMENDED = "suggest", "advised", "amend", "amended"
"""Verbs: ask for a suggestion, carry it out, change it in a box, what was written there."""

FENCE = "```"
MARGIN = 1000
"""Characters of a message left to what is said of the orders."""


def advice_page(asked: Asked, orders: Sequence[str], told: Sequence[str]) -> Page:
    """The orders with what is said of them, and what can be done about them."""
    title = asked.word("**Suggested**, as orders are written:")
    block = "\n".join([title, FENCE, fit("\n".join(orders), TEXT - MARGIN), FENCE])
    decision = asked.decision
    assert isinstance(decision, Command)
    return Page(
        (
            Words(block),
            Words(fit("\n".join(told), MARGIN // 2)),
            Row(
                (
                    Press(ADVISED, "", asked.word("Carry out"), "success"),
                    Press(AMEND, "", asked.word("Change…")),
                    Press("back", "", asked.word("Something else")),
                )
            ),
        ),
        Shown(decision.menu),
    )


def orders_in(texts: Iterable[str]) -> str | None:
    """The orders that a message holds; None where it holds none."""
    for text in texts:
        parts = text.split(FENCE)
        if len(parts) == 3:
            return parts[1].strip()
    return None
