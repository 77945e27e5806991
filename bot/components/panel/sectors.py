"""Many hexes in two presses: first a lettered sector of the map, then a lettered hex in it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.components.panel.page import OPTIONS
from engine.kernel.hexes import Hex, centre

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
"""As many as a select has options."""

WIDTH = 1.25
"""How much sooner a part is cut for being wide than for being high: a telephone stands upright."""


def sectors(hexes: Sequence[Hex], most: int = OPTIONS) -> dict[str, list[Hex]]:
    """The hexes in sectors of at most ``most``, each compact, lettered from left to right and from top to bottom.

    More hexes than the letters can name are cut into as many sectors as there are letters, each to be cut again.

    >>> {k: len(v) for k, v in sectors([100 * c + r for c in range(10) for r in range(6)]).items()}
    {'A': 20, 'B': 20, 'C': 20}
    """
    parts = -(-len(hexes) // most)
    found = _cut(sorted(hexes), min(parts, len(LETTERS)))
    found.sort(key=_middle)
    return {LETTERS[n]: part for n, part in enumerate(found)}


def within(hexes: Sequence[Hex], letters: str) -> list[Hex] | None:
    """The hexes of a sector, by the letters that lead to it; None where there is no such sector."""
    found = list(hexes)
    for letter in letters:
        if len(found) <= OPTIONS or letter not in (parts := sectors(found)):
            return None
        found = parts[letter]
    return found


def lettered(hexes: Sequence[Hex]) -> dict[Hex, str]:
    """A letter for each of at most 25 hexes, column by column as the map is read."""
    return dict(zip(sorted(hexes), LETTERS, strict=False))


def _cut(hexes: list[Hex], parts: int) -> list[list[Hex]]:
    """Halve the longer side again and again; every part gets its share, never more than one hex above it."""
    if parts <= 1:
        return [hexes]
    xs, ys = zip(*map(centre, hexes), strict=True)
    wide = WIDTH * (max(xs) - min(xs)) >= max(ys) - min(ys)
    ordered = sorted(hexes, key=lambda h: (centre(h)[0 if wide else 1], centre(h)[1 if wide else 0]))
    first = parts // 2
    at = -(-len(hexes) * first // parts)
    return [*_cut(ordered[:at], first), *_cut(ordered[at:], parts - first)]


def _middle(hexes: Sequence[Hex]) -> tuple[float, float]:
    xs, ys = zip(*map(centre, hexes), strict=True)
    return round(sum(ys) / len(ys) / 4), sum(xs) / len(xs)
