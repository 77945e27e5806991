"""Files players send: nothing in them is believed before it is measured.

A file has a largest size, must be UTF-8 text, and, where it is JSON, an object nested no deeper than it need be.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.kernel.text import Refusal, Text
from scenarios.reading import parse, read

SHOWN = 8
"""Problems told at once."""

LONGEST = 180
"""Characters of one of them."""


def too_large(what: Text, most: int) -> Refusal:
    """``what`` is the kind of file with its article ("a chart pack"), ``most`` its largest size in bytes."""
    return Refusal("That file is too large: {what} has at most {n} KiB.", what=what, n=most // 1024)


def text_of(data: bytes, what: Text, most: int) -> str:
    """The text in a file of at most ``most`` bytes. Raises Refusal."""
    if len(data) > most:
        raise too_large(what, most)
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as e:
        raise Refusal("That file is no UTF-8 text (byte {n}), so it can't be {what}.", n=e.start, what=what) from e


def json_of(data: bytes, what: Text, most: int, depth: int) -> dict[str, Any]:
    """The JSON object in a file; at most ``depth`` objects and lists inside each other.

    Raises Refusal, or :class:`~scenarios.ScenarioError` for what is no JSON.
    """
    document = parse(text_of(data, what, most), "")
    if not _shallow(document, depth):
        raise Refusal("That file is nested too deeply for {what}.", what=what)
    return document


def _shallow(data: Any, depth: int) -> bool:
    """Whether at most ``depth`` objects and lists are inside each other."""
    if not isinstance(data, dict | list):
        return True
    inside = data.values() if isinstance(data, dict) else data
    return depth > 0 and all(_shallow(x, depth - 1) for x in inside)


def listed(problems: list[str]) -> str:
    """Problems as lines one can read: the first few, cut to length, without characters that don't print."""
    told = [x if len(x) <= LONGEST else x[: LONGEST - 1] + "…" for x in problems[:SHOWN]]
    return "\n".join("- " + "".join(c if c.isprintable() else "\ufffd" for c in x) for x in told)


def plain(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document as JSON holds it: what was stored and what was loaded compare equal."""
    return json.loads(json.dumps(document))


def plain_json(text: str) -> dict[str, Any]:
    """A document we stored ourselves."""
    return json.loads(text)


def checked_scenario(document: dict[str, Any], depth: int) -> dict[str, Any]:
    """A scenario from outside, checked from end to end. Raises :class:`~scenarios.ScenarioError`, or Refusal."""
    if not _shallow(document, depth):
        raise Refusal("The scenario is nested too deeply.")
    return read(document, "").model_dump(mode="json")
