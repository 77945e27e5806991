"""How long an answer may take: by mode, by agreement, and not at night.

>>> at = lambda hour: hour * 3600.0
>>> due("correspondence", Limits(seconds=3 * 3600, quiet=(22, 7)), at(21)) == at(24 + 9)
True
"""

from __future__ import annotations

import re

from bot.storage import Limits
from engine.kernel.text import Text, refuse

MODES = {"live": 20 * 60.0, "correspondence": 48 * 3600.0}
"""Seconds a player has for an answer where nothing else was agreed."""

LEAST, MOST = 60.0, 30 * 24 * 3600.0
"""Bounds of a limit, in seconds."""

REMIND_FROM = 3600.0
"""Limits shorter than this, in seconds, go without a reminder."""

_HOUR, _DAY = 3600.0, 24 * 3600.0


def due(mode: str, limits: Limits, asked: float) -> float:
    """When the time for an answer is up; times are seconds since 1970 (UTC). Quiet hours don't count."""
    left = MODES[mode] if limits.seconds is None else limits.seconds
    at = asked
    if limits.quiet is None or mode == "live":
        return at + left
    begin, end = (h * _HOUR for h in limits.quiet)
    while True:
        quiet = (at - begin) % _DAY < (end - begin) % _DAY
        # Seconds from now to the next change between quiet and not.
        until = (end - at) % _DAY or _DAY if quiet else (begin - at) % _DAY or _DAY
        if quiet:
            at += until
        elif left <= until:
            return at + left
        else:
            at, left = at + until, left - until


_UNITS = {"m": 60.0, "h": _HOUR, "d": _DAY}
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


def words(mode: str, limits: Limits) -> Text:
    """What holds, for players: "12 hours for an answer; from 22 to 7 UTC no time passes"."""
    seconds = MODES[mode] if limits.seconds is None else limits.seconds
    length = _length(seconds)
    if limits.quiet is None or mode == "live":
        return Text("{time} for an answer", time=length)
    begin, end = limits.quiet
    return Text(
        "{time} for an answer; from {begin} to {end} o'clock UTC no time passes", time=length, begin=begin, end=end
    )


def _length(seconds: float) -> Text:
    for size, template in ((_DAY, "{n} days"), (_HOUR, "{n} hours"), (60.0, "{n} minutes")):
        if seconds % size == 0 and (seconds > size or size == 60.0):
            return Text(template, n=int(seconds // size))
    return Text("{n} minutes", n=round(seconds / 60))
