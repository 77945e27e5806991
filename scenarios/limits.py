"""How large a battle's file may be, and its texts as they are kept.

Drawing and playing cost more than reading: a battle is measured before anything else is done with it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from engine.kernel.complaints import place, shown
from engine.kernel.json_values import is_array, is_mapping, is_object
from engine.kernel.model import MOST
from engine.kernel.stretches import FORM

MOST_BYTES = 256 * 1024
"""Largest file; the largest we come with has 25 KiB."""

DEPTH = 24
"""Objects and lists inside each other."""

LARGEST = MOST
"""Largest number in a battle, in either direction: a hex number has four digits."""

MOST_HEXES = 5_000
"""Of a field; the largest we come with have 1,760."""

MOST_STRETCHED = 100_000
"""Hexes that the stretches of a document stand for altogether."""

MOST_LEVELS = 30
"""Levels of height of a field."""

MOST_UNITS = 400
"""Combat units of both sides; the largest armies we come with have 104."""

MOST_ENTRIES = 5_000
"""Of one list or object."""

LONGEST_TITLE = 100
"""Characters of a name or title."""

LONGEST_TEXT = 4_000
"""Characters of anything else that is written in a battle."""

_JOINERS = "\u200c\u200d"
"""Not seen by themselves, but needed to write Persian, Hindi and others."""

_TITLES = ("title", "name", "adjective", "date", "place", "code", "contingent", "nationality", "id")


# -- texts ------------------------------------------------------------------------------------------------------------


def tidy(text: str) -> str:
    """Text without what isn't seen: control characters, marks that turn the direction of writing, half characters.

    >>> tidy("The \u202eelttab\u202c\\x07 of  Dara\\n")
    'The elttab of Dara'
    """
    return "\n".join(x for x in (_tidy(line) for line in text.splitlines()) if x)


def _tidy(line: str) -> str:
    kept = (c if c in _JOINERS or unicodedata.category(c)[0] != "C" else " " if c == "\t" else "" for c in line)
    return " ".join("".join(kept).split())


def tidied(data: Any, name: str = "") -> Any:
    """The same data with every text in it tidied, names of fields included. ``name``: of the field it stands in."""
    if is_object(data):
        return {tidy(k): tidied(v, k) for k, v in data.items()}
    if is_array(data):
        return [tidied(x, name) for x in data]
    if not isinstance(data, str):
        return data
    return tidy(data).replace("\n", " ") if name in _TITLES else tidy(data)


# -- sizes ------------------------------------------------------------------------------------------------------------


def shallow(data: Any, depth: int = DEPTH) -> bool:
    """Whether at most ``depth`` objects and lists are inside each other."""
    inside = data.values() if is_object(data) else data if is_array(data) else None
    if inside is None:
        return True
    return depth > 0 and all(shallow(x, depth - 1) for x in inside)


def excesses(document: Mapping[str, Any]) -> Iterator[str]:
    """What is larger than a battle may be, one sentence with its path each.

    The document isn't checked yet: anything may stand anywhere in it.
    """
    if not shallow(document):
        yield f"the document: is nested too deeply: more than {DEPTH} lists and objects inside each other"
        return
    yield from _too_long(document)
    if sum(_stretched(document)) > MOST_STRETCHED:
        yield f"the document: its stretches of hexes have more than {MOST_STRETCHED} hexes altogether"
    field = document.get("map")
    if is_mapping(field):
        sizes = [_span(field.get(name)) for name in ("cols", "rows")]
        if sizes[0] * sizes[1] > MOST_HEXES or max(sizes) > 100:
            yield f"map: has more than {MOST_HEXES} hexes, or more than 100 columns or rows"
        if not _level(field.get("default_level")):
            yield f"map.default_level: is higher or lower than {MOST_LEVELS}"
        levels = field.get("levels")
        for h, level in levels.items() if is_mapping(levels) else ():
            if not _level(level):
                yield f"map.levels.{h}: {shown(level)} is higher or lower than {MOST_LEVELS}"
    sides = document.get("sides")
    units = sum(unit_count(s) for s in sides if is_mapping(s)) if is_array(sides) else 0
    if units > MOST_UNITS:
        yield f"sides: have more than {MOST_UNITS} units"


def _too_long(document: Mapping[str, Any]) -> Iterator[str]:
    """Texts, names, lists and numbers beyond what anything needs."""
    waiting: list[tuple[tuple[int | str, ...], Any]] = [((), document)]
    while waiting:
        loc, data = waiting.pop()
        if is_object(data) or is_array(data):
            if len(data) > MOST_ENTRIES:
                yield f"{place(loc, document)}: has more than {MOST_ENTRIES} entries"
                continue
            inside = list(data.items() if is_object(data) else enumerate(data))
            for k, _ in inside:
                if isinstance(k, str) and len(k) > LONGEST_TEXT:
                    yield f"{place(loc, document)}: “{k[:20]}…” is too long a name"
            waiting += [((*loc, k), v) for k, v in reversed(inside) if not isinstance(k, str) or len(k) <= LONGEST_TEXT]
        elif isinstance(data, str):
            name = next((k for k in reversed(loc) if isinstance(k, str)), "")
            most = LONGEST_TITLE if name in _TITLES else LONGEST_TEXT
            if len(data) > most:
                yield f"{place(loc, document)}: has more than {most} characters"
        elif isinstance(data, int | float) and not abs(data) <= LARGEST:
            yield f"{place(loc, document)}: {shown(data)} is a number too large for anything in a battle"


def _stretched(data: Any) -> Iterator[int]:
    """How many hexes each text that looks like a stretch of them stands for."""
    if is_object(data):
        for k, v in data.items():
            yield from _stretched(k)
            yield from _stretched(v)
    elif is_array(data):
        for x in data:
            yield from _stretched(x)
    elif isinstance(data, str) and (ends := FORM.fullmatch(data)):
        a, b = (int(x) for x in ends.groups())
        yield (b // 100 - a // 100 + 1) * (b % 100 - a % 100 + 1)


def _span(given: Any) -> int:
    """How many columns or rows there are; 0 where that can't be told, which the format's check refuses."""
    if not is_array(given) or len(given) != 2 or not all(isinstance(x, int | float | str) for x in given):
        return 0
    try:
        # A number may be written as a text, and as 5.0.
        first, last = (int(float(x)) for x in given)
    except (ValueError, OverflowError):
        return 0
    return max(last - first + 1, 0)


def _level(given: Any) -> bool:
    """Whether it is no level that would take too long to draw."""
    try:
        return given is None or abs(float(given)) <= MOST_LEVELS
    except OverflowError:
        return False
    except (TypeError, ValueError):
        return True  # the format's check refuses it


def unit_count(side: Mapping[str, Any]) -> int:
    """Combat units of a side of a battle, as far as they can be counted, with all of its Commands."""
    commands = side.get("commands")
    holders = [side, *(c for c in commands if is_mapping(c))] if is_array(commands) else [side]
    count = 0
    for holder in holders:
        groups = holder.get("units")
        for g in groups if is_array(groups) else ():
            if is_mapping(g):
                lists = [x for name in ("numbers", "hexes") if is_array(x := g.get(name))]
                count += max(1, *(len(x) for x in lists), 1)
    return count
