"""Fitting text into Discord's limits, and keeping names from being read as formatting."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.kernel.text import Verbatim

MESSAGE = 2000
"""Characters of one message."""

CHOICE = 100
"""Characters of a label, a description, an autocomplete choice, a custom id."""

BUTTON = 80
"""Characters of a button's label."""

_MARKS = re.compile(r"([\\*_~`|\[\]])")
"""What marks text up wherever it stands: emphasis, code, spoilers, links with a text of their own."""

_LINE_MARKS = re.compile(r"^([ \t]*)(>|#|-(?=[#\s])|\+(?=\s))|^([ \t]*\d+)([.)])(?=\s)", re.MULTILINE)
"""What marks up a line at its beginning: quotations, headings, small print, lists."""

_REFERENCES = re.compile(r"<(?=[@#:/]|a:|id:)|@(?=everyone|here)", re.IGNORECASE)
"""What begins a mention of somebody, a channel, a command, an emoji, or calls everybody."""

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, marks that turn the direction of all that follows, and halves of characters."""


def escape(text: str) -> str:
    """``text`` with everything Discord would read as formatting shown as it is; mentions are broken up.

    What isn't seen but changes how the rest is seen is left out. Everything that players, authors or files bring goes
    through here before it is part of a message: names, titles, reasons, remarks, phrases. As a value of a sentence it
    isn't translated.

    >>> print(escape("[free](https://example.org) # not a heading"))
    \\[free\\](https://example.org) # not a heading
    """
    plain = _MARKS.sub(r"\\\1", _UNSEEN.sub("", text))
    plain = _LINE_MARKS.sub(lambda m: f"{m[1]}\\{m[2]}" if m[2] else f"{m[3]}\\{m[4]}", plain)
    return Verbatim(_REFERENCES.sub(lambda m: f"{m[0]}\u200b", plain))


def titled(title: str) -> str:
    """A battle's title as a value of a sentence: escaped; that of a battle that ships in the reader's words."""
    return str(escape(title))


def fit(text: str, limit: int) -> str:
    """``text``, cut at a word if it is longer than ``limit``, the cut marked with "…".

    >>> fit("withdraw to 2405", 12)
    'withdraw to…'
    """
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    space = -1 if text[limit - 1].isspace() else cut.rfind(" ")
    return (cut[:space] if space > limit // 2 else cut).rstrip() + "…"


def split(text: str, limit: int = MESSAGE) -> list[str]:
    """All of ``text`` in pieces of at most ``limit`` characters, parted at the end of a line or between words.

    >>> split("withdraw to 2405", 12)
    ['withdraw to', '2405']
    """
    found: list[str] = []
    while len(text) > limit:
        ends = (text.rfind(c, limit // 2, limit + 1) for c in "\n ")
        at = next((end for end in ends if end > 0), limit)
        found.append(text[:at].rstrip())
        text = text[at:].lstrip()
    return [*found, text]


def pages(lines: Sequence[str], limit: int = MESSAGE) -> list[str]:
    """The lines in as few pages as possible, each at most ``limit`` characters; a longer line is cut."""
    found: list[str] = []
    page = ""
    for raw in lines:
        line = fit(raw, limit)
        if page and len(page) + 1 + len(line) > limit:
            found.append(page)
            page = line
        else:
            page = f"{page}\n{line}" if page else line
    if page:
        found.append(page)
    return found
