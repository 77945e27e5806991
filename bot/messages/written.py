"""What became of written orders, and of a group's: how many were done, what was skipped and why, what still waits."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.plain import escape
from bot.messages.battle_context import BattleContext
from bot.service import Open, Outcome
from engine.kernel.text import Text

SKIPPED = "Skipped: {order} – {why}"
WOULD_BE_SKIPPED = "Would be skipped: {order} – {why}"


def done(here: BattleContext, outcome: Outcome) -> list[str]:
    """What became of written orders."""
    lines = [here.word("{n} done." if outcome.done != 1 else "Done.", n=outcome.done)]
    lines += skipped(here, outcome.skipped)
    if outcome.left:
        lines.append(here.word("Still to come: {orders}", orders=escape("; ".join(outcome.left))))
    return lines + asked(here, outcome.open)


def asked(here: BattleContext, opens: Sequence[Open]) -> list[str]:
    """Who is asked what now."""
    found = []
    for o in opens:
        who = here.word("You") if o.user == here.user else here.battle.name(o.side)
        found.append(f"-# {escape(who)}: {escape(here.say(o.decision.prompt))}")
    return found


def skipped(here: BattleContext, orders: Sequence[tuple[str, Text]], template: str = SKIPPED) -> list[str]:
    """A line for each order that was, or would be, skipped."""
    return [here.word(template, order=escape(order), why=escape(here.say(why))) for order, why in orders]


def waiting(here: BattleContext, question: Open) -> list[str]:
    """What has become of the orders this player wrote earlier; nobody else sees it."""
    lines = skipped(here, question.skipped)
    if question.left:
        lines.append(here.word("Still to come: {orders}", orders=escape("; ".join(question.left))))
    return lines
