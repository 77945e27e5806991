"""Time zones by name, with their summer time: what a member calls the place they live in.

The names and offsets are those of the IANA database, from the system or the package tzdata.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from engine.kernel.closeness import closest
from engine.kernel.text import refuse

HOUR, DAY = 3600.0, 24 * 3600.0
FIRST, LAST = datetime(2024, 1, 1, tzinfo=UTC).timestamp(), datetime(2045, 1, 1, tzinfo=UTC).timestamp()
"""Between these times changes to summer time and back are known; afterwards the last offset holds."""

SEVERAL = 3
"""Names that are suggested for one that isn't known."""

Ahead = float | str
"""How far a clock is ahead of UTC: hours, or the name of a time zone."""


@cache
def names() -> tuple[str, ...]:
    """Every place one may name, like Europe/Berlin; not those of the database's own bookkeeping."""
    return tuple(
        sorted(n for n in available_timezones() if "/" in n and not n.startswith(("Etc/", "posix/", "right/")))
    )


def named(text: str) -> str:
    """The zone meant by a name, in any case, or by its city alone. Raises Refusal.

    >>> named("europe/berlin"), named("new york")
    ('Europe/Berlin', 'America/New_York')
    """
    wanted = "_".join(text.strip().casefold().split())
    found = [n for n in names() if n.casefold() == wanted]
    found = found or [n for n in names() if n.casefold().rpartition("/")[2] == wanted]
    if not found:
        near = closest(text, names(), lambda n: f"{n}\n{n.rpartition('/')[2].replace('_', ' ')}", SEVERAL)
        if near:
            refuse(
                "I know no time zone “{zone}”. Did you mean {names}? Or write how far you are ahead of UTC: +2.",
                zone=text.strip(),
                names=", ".join(near),
            )
        refuse(
            "I know no time zone “{zone}”; write one like Europe/Rome, or how far you are ahead of UTC: +2.",
            zone=text.strip(),
        )
    return found[0]


def suggested(current: str, now: float) -> list[tuple[str, str]]:
    """Zones that hold what is typed, each with what its clocks show: a value and a label."""
    typed = "_".join(current.strip().casefold().split())
    found = sorted((n for n in names() if typed in n.casefold()), key=lambda n: _rank(n, typed))
    return [(n, f"{n.replace('_', ' ')} · {_shown(n, now)}") for n in found[:25]]


def _rank(name: str, typed: str) -> tuple[bool, bool, str]:
    city = name.casefold().rpartition("/")[2]
    return not city.startswith(typed), not name.startswith("Europe/"), name


def _shown(name: str, now: float) -> str:
    return datetime.fromtimestamp(now, ZoneInfo(name)).strftime("%H:%M")


def ahead_at(ahead: Ahead, at: float) -> float:
    """Hours a clock is ahead of UTC at a time (seconds since 1970); 0 for a zone that isn't known any more."""
    if not isinstance(ahead, str):
        return ahead
    return next(hours for begin, end, hours in spans(ahead) if begin <= at < end)


def spans(ahead: Ahead) -> Iterator[tuple[float, float, float]]:
    """Since when and until when a clock is how many hours ahead of UTC; the first and the last have no end."""
    if isinstance(ahead, str):
        yield from _spans(ahead)
    else:
        yield -math.inf, math.inf, ahead


@cache
def _spans(name: str) -> tuple[tuple[float, float, float], ...]:
    try:
        zone = ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ((-math.inf, math.inf, 0.0),)
    found: list[tuple[float, float, float]] = []
    since, hours, at = -math.inf, _offset(zone, FIRST), FIRST
    while at < LAST:
        after = at + DAY
        if _offset(zone, after) != hours:
            change = _change(zone, at, after)
            found.append((since, change, hours))
            since, hours = change, _offset(zone, after)
        at = after
    return (*found, (since, math.inf, hours))


def _change(zone: ZoneInfo, low: float, high: float) -> float:
    """The second at which the offset changes between two times a day apart."""
    first = _offset(zone, low)
    while high - low > 1:
        middle = math.floor((low + high) / 2)
        low, high = (middle, high) if _offset(zone, middle) == first else (low, middle)
    return high


def _offset(zone: ZoneInfo, at: float) -> float:
    found = datetime.fromtimestamp(at, zone).utcoffset()
    assert found is not None
    return found.total_seconds() / HOUR
