"""Lines broken to a measure, and names cut to one."""

from __future__ import annotations

import re

from renderer.graphics import fonts
from renderer.graphics.fonts import Font

_PIECES = re.compile(r"[^-]+-?|-")


def wrapped(text: str, font: Font, measure: float) -> list[str]:
    """The text in lines of at most ``measure`` pixels, broken at spaces and after hyphens; what is longer stands alone.

    >>> from renderer.graphics.fonts import plain
    >>> wrapped("one two three", plain(10), 50)
    ['one two', 'three']
    """
    lines = [""]
    for word in text.split():
        gap = " " if lines[-1] else ""
        for piece in _PIECES.findall(word):
            if lines[-1] and font.getlength(lines[-1] + gap + piece) > measure:
                lines.append(piece)
            else:
                lines[-1] += gap + piece
            gap = ""
    return lines if lines[0] else []


def balanced(text: str, font: Font, measure: float, tracking: float = 0.0) -> list[str]:
    """The text in as few lines as fit, of about the same length."""
    words = text.split()
    whole = fonts.width(text, font, tracking)
    if whole <= measure or len(words) < 2:
        return [text]
    best = [text]
    most = whole
    for i in range(1, len(words)):
        parts = [" ".join(words[:i]), " ".join(words[i:])]
        longest = max(fonts.width(p, font, tracking) for p in parts)
        if longest < most:
            best, most = parts, longest
    return best


def shortened(text: str, font: Font, room: float) -> str:
    """The text, cut where it is wider than ``room`` pixels; a number at its end is kept.

    >>> from renderer.graphics import fonts
    >>> shortened("Armenian cataphracts 12", fonts.plain(20), 1000)
    'Armenian cataphracts 12'
    """
    head, _, number = text.rpartition(" ")
    if font.getlength(text) <= room or not head or not number.isdigit():
        return fonts.fitted(text, font, room)
    return f"{fonts.fitted(head, font, room - font.getlength(' ' + number))} {number}"


def limited(text: str, font: Font, room: float, lines: int) -> list[str]:
    """The words of a text in at most so many lines, the last cut where it has to be; a number stays with its word.

    >>> from renderer.graphics import fonts
    >>> limited("one two", fonts.plain(20), 1000, 2)
    ['one two']
    """
    found: list[str] = []
    words = _kept_together(text)
    while words:
        if len(found) == lines - 1:
            return [*found, shortened(" ".join(words), font, room)]
        n = 1
        while n < len(words) and font.getlength(" ".join(words[: n + 1])) <= room:
            n += 1
        found.append(shortened(" ".join(words[:n]), font, room))
        words = words[n:]
    return found


def _kept_together(text: str) -> list[str]:
    """The words of a text, a number at its end together with the word before it."""
    words = text.split()
    return [*words[:-2], " ".join(words[-2:])] if len(words) > 1 and words[-1].isdigit() else words


__all__ = ["balanced", "limited", "shortened", "wrapped"]
