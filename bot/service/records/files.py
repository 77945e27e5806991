"""Files players send: nothing in them is believed before it is measured.

A file has a largest size, must be UTF-8 text, and, where it is JSON, an object nested no deeper than it need be, with
no name given twice and no number larger than any of ours. Scenarios are measured where they are checked,
:mod:`scenarios.limits`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.kernel.text import Refusal, Text
from scenarios.json_text import parse
from scenarios.limits import shallow, tidy

SHOWN = 8
"""Problems told at once."""

LONGEST = 180
"""Characters of one of them."""

LARGEST = 10**9
"""Largest number a file may hold, in either direction."""


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
    if not shallow(document, depth):
        raise Refusal("That file is nested too deeply for {what}.", what=what)
    return document


def listed(problems: list[str]) -> str:
    """Problems as lines one can read: the first few, cut to length, without characters that don't print."""
    told = [x if len(x) <= LONGEST else x[: LONGEST - 1] + "…" for x in problems[:SHOWN]]
    return "\n".join("- " + "".join(c if c.isprintable() else "\ufffd" for c in x) for x in told)


def one_line(text: str, most: int | None = None) -> str:
    """The same on one line of at most ``most`` characters."""
    return tidy(text).replace("\n", " ")[:most].rstrip()


def plain(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document as JSON holds it: what was stored and what was loaded compare equal."""
    return json.loads(json.dumps(document))


def plain_json(text: str) -> dict[str, Any]:
    """A document we stored ourselves."""
    return json.loads(text)
