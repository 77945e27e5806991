"""The scoreboard: every battle of a server in a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.language.catalogue import ENGLISH, TextCatalogue
from bot.language.plain import escape, fit
from bot.narration.people import person
from bot.narration.standing import heading, stamp
from engine.kernel.text import Text
from engine.kernel.view import TableView

ROOM = 4096
"""Characters of an embed's description."""
RESULTS = 5
"""Battles whose result is told."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Whose decision it is."""

    side: str
    since: float
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Row:
    """One battle under way, or open for players."""

    title: str
    game: str
    url: str
    sides: tuple[tuple[str, int | None], ...]
    """Name of each side and the user who leads it."""
    open: bool = False
    """Whether it waits for its players."""
    table: TableView | None = None
    """None before the battle has begun."""
    waiting: tuple[Waiting, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """One battle that is over."""

    title: str
    outcome: str
    at: float
    """Seconds since 1970."""


def row_text(row: Row, words: TextCatalogue = ENGLISH) -> str:
    """A battle on the scoreboard, without those who watch it."""
    lines = [f"**[{_linked(row.title)}]({row.url})** · {escape(row.game)}"]
    if row.open:
        lines.append(words.translate("Waits for its players."))
    elif row.table is not None:
        lines.append(heading(row.table, words))
        for w in row.waiting:
            told = Text("the {side} decide, asked {since}", side=escape(w.side), since=stamp(w.since))
            lines[-1] += " · " + words.say(told)
    lines.append(" · ".join(_side(row, n, words) for n in range(len(row.sides))))
    return "\n".join(lines)


def watched_text(n: int, words: TextCatalogue = ENGLISH) -> str:
    """How many watch a battle; "" for none."""
    if not n:
        return ""
    return " · 👁 " + words.say(Text("{n} watches", n=n) if n == 1 else Text("{n} watch", n=n))


def _side(row: Row, n: int, words: TextCatalogue) -> str:
    name, user = row.sides[n]
    who = person(user, words) if user is not None else f"({words.translate('free')})"
    told = f"{escape(words.name(name))} {who}"
    if row.table is not None and n < len(row.table.sides):
        side = row.table.sides[n]
        limit = "" if side.limit is None else f" / {side.limit}"
        told += f" {side.points}{limit} {words.translate(side.points_name)}"
    return told


def _linked(title: str) -> str:
    """A title that doesn't end the link it stands in."""
    return escape(title).replace("[", "(").replace("]", ")")


def board_text(
    rows: Sequence[str],
    ended: Sequence[Ended],
    words: TextCatalogue = ENGLISH,
    *,
    others: int = 0,
    room: int = ROOM,
) -> str:
    """The scoreboard. Battles there is no room for, and ``others`` besides the rows, are counted: "and 4 more"."""
    tail = ""
    if ended:
        lines = [
            f"**{escape(fit(e.title, 80))}**: {escape(fit(e.outcome, 160))} · {stamp(e.at)}" for e in ended[:RESULTS]
        ]
        tail = "\n\n" + "\n".join([f"__{words.translate('Last results')}__", *lines])
    if not rows:
        return fit(words.translate("No battle is being fought just now.") + tail, room)
    more = words.say(Text("… and {n} more", n=len(rows) + others))
    left = room - len(tail) - len(more) - 2
    shown: list[str] = []
    for row in rows:
        text = fit(row, room // 4)
        if len(text) + 2 > left:
            break
        shown.append(text)
        left -= len(text) + 2
    if len(shown) < len(rows) + others:
        shown.append(words.say(Text("… and {n} more", n=len(rows) + others - len(shown))))
    return "\n\n".join(shown) + tail
