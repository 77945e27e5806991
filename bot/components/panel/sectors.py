"""Many places in two presses: first a lettered sector of the map, then a lettered place in it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.components.panel.page import OPTIONS
from engine.kernel.board import Board, Place

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
"""As many as a select has options."""

WIDTH = 1.25
"""How much sooner a part is cut for being wide than for being high: a telephone stands upright."""


def sectors(board: Board, hexes: Sequence[Place], most: int = OPTIONS) -> dict[str, list[Place]]:
    """The hexes in sectors of at most ``most``, each compact, lettered from left to right and from top to bottom.

    More hexes than the letters can name are cut into as many sectors as there are letters, each to be cut again.

    >>> from engine.kernel.terrain import BattleMap
    >>> field = BattleMap(id="field", name="A field", cols=(1, 10), rows=(1, 6), compass={})
    >>> {k: len(v) for k, v in sectors(field, field.every_place).items()}
    {'A': 20, 'B': 20, 'C': 20}
    """
    parts = -(-len(hexes) // most)
    found = _cut(board, sorted(hexes), min(parts, len(LETTERS)))
    found.sort(key=lambda part: _middle(board, part))
    return {LETTERS[n]: part for n, part in enumerate(found)}


def within(board: Board, hexes: Sequence[Place], letters: str) -> list[Place] | None:
    """The hexes of a sector, by the letters that lead to it; None where there is no such sector."""
    found = list(hexes)
    for letter in letters:
        if len(found) <= OPTIONS or letter not in (parts := sectors(board, found)):
            return None
        found = parts[letter]
    return found


def lettered(hexes: Sequence[Place]) -> dict[Place, str]:
    """A letter for each of at most 25 hexes, column by column as the map is read."""
    return dict(zip(sorted(hexes), LETTERS, strict=False))


def _cut(board: Board, hexes: list[Place], parts: int) -> list[list[Place]]:
    """Halve the longer side again and again; every part gets its share, never more than one hex above it."""
    if parts <= 1:
        return [hexes]
    xs, ys = zip(*map(board.middle, hexes), strict=True)
    wide = WIDTH * (max(xs) - min(xs)) >= max(ys) - min(ys)
    ordered = sorted(hexes, key=lambda h: (board.middle(h)[0 if wide else 1], board.middle(h)[1 if wide else 0]))
    first = parts // 2
    at = -(-len(hexes) * first // parts)
    return [*_cut(board, ordered[:at], first), *_cut(board, ordered[at:], parts - first)]


def _middle(board: Board, hexes: Sequence[Place]) -> tuple[float, float]:
    xs, ys = zip(*map(board.middle, hexes), strict=True)
    return round(sum(ys) / len(ys) / 4), sum(xs) / len(xs)
