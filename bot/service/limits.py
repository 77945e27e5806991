"""How long an answer may take: by mode, by agreement, and not at night.

>>> at = lambda hour: hour * 3600.0
>>> due("correspondence", Limits(seconds=3 * 3600, quiet=(22, 7)), at(21)) == at(24 + 9)
True
"""

from __future__ import annotations

from bot.storage import Limits

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
