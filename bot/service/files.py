"""Files players send: nothing in them is believed before it is measured.

A file has a largest size, must be UTF-8 text, and, where it is JSON, an object nested no deeper than it need be, with
no name given twice and no number larger than any of ours. A scenario's field and armies have a largest size too, since
drawing and playing cost more than reading, and what is written in it is cleared of characters that aren't seen.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from engine.kernel.text import Refusal, Text
from scenarios.errors import ScenarioError
from scenarios.json_text import parse
from scenarios.reading import read

SHOWN = 8
"""Problems told at once."""

LONGEST = 180
"""Characters of one of them."""

LARGEST = 10**9
"""Largest number a file may hold, in either direction."""

LARGEST_IN_SCENARIO = 100_000
"""The same for a scenario: a hex number has four digits."""

MOST_HEXES = 5_000
"""Of a field; the largest we come with have 1,760."""

MOST_LEVELS = 30
"""Levels of height of a field."""

MOST_UNITS = 400
"""Combat units of both sides; the largest armies we come with have 104."""

LONGEST_TITLE = 100
"""Characters of a name or title."""

LONGEST_TEXT = 4_000
"""Characters of anything else that is written in a scenario."""

_JOINERS = "\u200c\u200d"
"""Not seen by themselves, but needed to write Persian, Hindi and others."""

_TITLES = ("title", "name", "adjective", "date", "place", "code", "contingent", "nationality", "id")


def too_large(what: Text, most: int) -> Refusal:
    """``what`` is the kind of file with its article ("a chart pack"), ``most`` its largest size in bytes."""
    return Refusal("That file is too large: {what} has at most {n} KiB.", what=what, n=most // 1024)


def text_of(data: bytes, what: Text, most: int) -> str:
    """The text in a file of at most ``most`` bytes. Raises Refusal."""
    if len(data) > most:
        raise too_large(what, most)
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as e:
        raise Refusal("That file is no UTF-8 text (byte {n}), so it can't be {what}.", n=e.start, what=what) from e
    if "\0" in text:
        # Text of 16 bits to the character looks like this, and so do many files that are no text.
        raise Refusal("That file is no UTF-8 text (byte {n}), so it can't be {what}.", n=data.index(0), what=what)
    return text


def json_of(data: bytes, what: Text, most: int, depth: int) -> dict[str, Any]:
    """The JSON object in a file; at most ``depth`` objects and lists inside each other.

    Raises Refusal, or :class:`~scenarios.ScenarioError` for what is no JSON.
    """
    document = parse(text_of(data, what, most), "", LARGEST)
    if not _shallow(document, depth):
        raise Refusal("That file is nested too deeply for {what}.", what=what)
    return document


def _shallow(data: Any, depth: int) -> bool:
    """Whether at most ``depth`` objects and lists are inside each other."""
    if not isinstance(data, dict | list):
        return True
    inside = data.values() if isinstance(data, dict) else data
    return depth > 0 and all(_shallow(x, depth - 1) for x in inside)


def _small(data: Any, largest: int) -> bool:
    """Whether no number is larger, in either direction. The data must be shallow."""
    if isinstance(data, dict | list):
        return all(_small(x, largest) for x in (data.values() if isinstance(data, dict) else data))
    return not isinstance(data, int | float) or abs(data) <= largest


def listed(problems: list[str]) -> str:
    """Problems as lines one can read: the first few, cut to length, without characters that don't print."""
    told = [x if len(x) <= LONGEST else x[: LONGEST - 1] + "…" for x in problems[:SHOWN]]
    return "\n".join("- " + "".join(c if c.isprintable() else "\ufffd" for c in x) for x in told)


def tidy(text: str) -> str:
    """Text without what isn't seen: control characters, marks that turn the direction of writing, half characters.

    >>> tidy("The \u202eelttab\u202c\\x07 of  Dara\\n")
    'The elttab of Dara'
    """
    return "\n".join(x for x in (_tidy(line) for line in text.splitlines()) if x)


def _tidy(line: str) -> str:
    kept = (c if c in _JOINERS or unicodedata.category(c)[0] != "C" else " " if c == "\t" else "" for c in line)
    return " ".join("".join(kept).split())


def one_line(text: str, most: int | None = None) -> str:
    """The same on one line of at most ``most`` characters."""
    return tidy(text).replace("\n", " ")[:most].rstrip()


def plain(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document as JSON holds it: what was stored and what was loaded compare equal."""
    return json.loads(json.dumps(document))


def plain_json(text: str) -> dict[str, Any]:
    """A document we stored ourselves."""
    return json.loads(text)


def checked_scenario(document: dict[str, Any], depth: int) -> dict[str, Any]:
    """A scenario from outside, checked from end to end, with its texts tidied.

    Raises :class:`~scenarios.ScenarioError`, or Refusal.
    """
    if not _shallow(document, depth):
        raise Refusal("The scenario is nested too deeply.")
    if not _small(document, LARGEST_IN_SCENARIO):
        raise Refusal("The scenario has a number too large for anything in it.")
    tidied = _tidied(document)
    # Measured first: what is too large must not even be laid out to be checked.
    if found := list(_excesses(tidied)):
        raise ScenarioError("", found)
    return read(tidied, "").model_dump(mode="json")


def _tidied(data: Any, name: str = "") -> Any:
    """The same data with every text in it tidied, names of fields included. ``name``: of the field it stands in."""
    if isinstance(data, dict):
        return {tidy(k): _tidied(v, k) for k, v in data.items()}
    if isinstance(data, list):
        return [_tidied(x, name) for x in data]
    if not isinstance(data, str):
        return data
    return tidy(data).replace("\n", " ") if name in _TITLES else tidy(data)


def _excesses(document: Mapping[str, Any]) -> Iterator[str]:
    """What is larger than a scenario may be. The document isn't checked yet: anything may stand anywhere in it."""
    yield from _long_texts(document, "")
    field = document.get("map")
    if isinstance(field, Mapping):
        sizes = [_span(field.get(name)) for name in ("cols", "rows")]
        if sizes[0] * sizes[1] > MOST_HEXES or max(sizes) > 100:
            yield f"map: has more than {MOST_HEXES} hexes, or more than 100 columns or rows"
        levels = field.get("levels")
        if not _level(field.get("default_level")) or not all(map(_level, _values(levels))):
            yield f"map.levels: are higher or lower than {MOST_LEVELS}"
    sides = document.get("sides")
    units = sum(unit_count(s) for s in sides if isinstance(s, Mapping)) if isinstance(sides, list) else 0
    if units > MOST_UNITS:
        yield f"sides: have more than {MOST_UNITS} units"


def _span(given: Any) -> int:
    """How many columns or rows there are; 0 where that can't be told, which the format's check refuses."""
    if not isinstance(given, list) or len(given) != 2 or not all(isinstance(x, int | float | str) for x in given):
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
    except (TypeError, ValueError):
        return True  # the format's check refuses it


def _values(given: Any) -> list[Any]:
    return list(given.values()) if isinstance(given, Mapping) else []


def unit_count(side: Mapping[str, Any]) -> int:
    """Combat units of a side of a scenario, as far as they can be counted."""
    groups = side.get("units")
    if not isinstance(groups, list):
        return 0
    lists = ([g.get(name) for name in ("numbers", "hexes")] for g in groups if isinstance(g, Mapping))
    return sum(max(1, *(len(x) for x in found if isinstance(x, list)), 1) for found in lists)


def _long_texts(data: Any, name: str) -> Iterator[str]:
    if isinstance(data, dict):
        for k, v in data.items():
            if len(k) > LONGEST_TEXT:
                yield f"{k[:20]}…: is too long a name"
            yield from _long_texts(v, k)
    elif isinstance(data, list):
        for x in data:
            yield from _long_texts(x, name)
    elif isinstance(data, str):
        most = LONGEST_TITLE if name in _TITLES else LONGEST_TEXT
        if len(data) > most:
            yield f"{name}: has more than {most} characters"
