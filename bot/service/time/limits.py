"""How long answers may take, as players write it and read it."""

from __future__ import annotations

import re

from bot.service.time.hours import DAY, HOUR, LIVE
from bot.storage import Limits
from engine.kernel.text import Text, refuse

MODES = {"live": 20 * 60.0, "correspondence": 48 * HOUR}
"""Seconds a player has for an answer where nothing else was agreed."""

AWAY = {"live": DAY, "correspondence": 30 * DAY}
"""Seconds what is settled elsewhere (:data:`engine.kernel.decisions.ELSEWHERE`) is waited for; it costs no bank."""

GRACE = {"live": 60.0, "correspondence": HOUR}
"""Seconds a player has for an answer at the least, with an empty bank."""

LEAST, MOST = 60.0, 30 * DAY
"""Bounds of a limit, in seconds."""

LARGEST = 90 * DAY
"""Largest bank, in seconds."""

REMIND_FROM = HOUR
"""Limits shorter than this, in seconds, go without a reminder."""


def check(wanted: Limits) -> None:
    """Refuse what makes no sense."""
    if wanted.seconds is not None and not LEAST <= wanted.seconds <= MOST:
        refuse("An answer may take from one minute to thirty days.")
    if wanted.quiet is not None and (not all(0 <= h <= 23 for h in wanted.quiet) or wanted.quiet[0] == wanted.quiet[1]):
        refuse("Quiet hours go from one hour of the day to another, 0 to 23.")
    if wanted.bank is None:
        if wanted.bonus:
            refuse("A bonus comes into a bank: say how large that is.")
    elif not LEAST <= wanted.bank <= LARGEST:
        refuse("A bank holds from one minute to ninety days.")
    elif not 0 <= wanted.bonus <= wanted.bank:
        refuse("A bonus is no larger than the bank it comes into.")


def free(mode: str, limits: Limits) -> float:
    """Seconds of an answer that cost nothing of the bank; all there are where no bank was agreed."""
    if limits.seconds is not None:
        return limits.seconds
    return MODES[mode] if limits.bank is None else 0.0


def allowed(mode: str, limits: Limits, left: float, used: float = 0.0) -> float:
    """Seconds an answer may take, with ``left`` in the bank and ``used`` seconds gone before it was asked (again)."""
    own = free(mode, limits)
    rest = max(0.0, own - used)
    if limits.bank is None:
        return max(rest, min(GRACE[mode], own))
    return max(rest + left, GRACE[mode])


_UNITS = {"m": 60.0, "h": HOUR, "d": DAY}
_DURATION = re.compile(r"(\d{1,4})\s*(m|h|d)[a-z]*", re.IGNORECASE)


def parse(text: str) -> float | None:
    """Seconds of a time as players write it; None for "default", what the mode allows. Raises Refusal.

    >>> parse("1d 12h"), parse("45 min"), parse("default")
    (129600.0, 2700.0, None)
    """
    if text.strip().casefold() == "default":
        return None
    parts = _DURATION.findall(text)
    if not parts or _DURATION.sub("", text).strip(" ,"):
        refuse("Write a time like 30m, 12h, 2d or 1d 12h; or “default” for what the mode allows.")
    return sum(int(n) * _UNITS[unit.lower()] for n, unit in parts)


def words(mode: str, limits: Limits, *, untimed: bool = False) -> Text:
    """What holds, for players: "12 hours for an answer; from 22 to 7 UTC no time passes".

    ``untimed``: whether there are only limits that were agreed.
    """
    if untimed and limits.seconds is None and limits.bank is None:
        return Text("no time limit; /battle limits sets one")
    said = _times(mode, limits)
    if limits.quiet is None or mode == LIVE:
        return said
    begin, end = limits.quiet
    return Text("{times}; from {begin} to {end} o'clock UTC no time passes", times=said, begin=begin, end=end)


def _times(mode: str, limits: Limits) -> Text:
    said = Text("{time} for an answer", time=length(free(mode, limits)))
    if limits.bank is None:
        return said
    bank = length(limits.bank)
    if limits.seconds is None:
        said = Text("{bank} for the whole battle", bank=bank)
    else:
        said = Text("{time}, then from a bank of {bank}", time=said, bank=bank)
    if limits.bonus:
        said = Text("{said}, {bonus} more after each answer", said=said, bonus=length(limits.bonus))
    return said


def length(seconds: float) -> Text:
    """How long that is, for players: "12 hours"."""
    for size, template in ((DAY, "{n:day|days}"), (HOUR, "{n:hour|hours}"), (60.0, "{n:minute|minutes}")):
        if seconds % size == 0 and (seconds > size or size == 60.0):
            return Text(template, n=int(seconds // size))
    return Text("{n:minute|minutes}", n=round(seconds / 60))


def left(seconds: float) -> Text:
    """Time a player has left: two figures are enough. "2 d 4 h", "3 h 12 min", "under a minute"."""
    minutes = round(seconds / 60)
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return Text("{d} d {h} h", d=days, h=hours) if hours else Text("{d} d", d=days)
    if hours:
        return Text("{h} h {m} min", h=hours, m=rest) if rest else Text("{h} h", h=hours)
    return Text("{m} min", m=rest) if rest else Text("under a minute") if seconds > 0 else Text("none")
