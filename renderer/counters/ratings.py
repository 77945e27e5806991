"""A counter's ratings: TQ or what the rules have in its place, size or MA, missile class with its ammunition."""

from __future__ import annotations

from renderer.counters.drawing import CounterDrawing
from renderer.graphics.curves import Point
from renderer.palette.colours import HIT, WHITE, luminance


def figures(c: CounterDrawing, figure: str) -> None:
    """TQ or rating large in front; two characters take room, so they are written smaller. Size or MA above."""
    r, corner = c.r, c.colours.corner_size
    near, wide = c.zoom == "near", is_wide(figure)
    if wide:
        x, y, px = (0.27, 0.345, 0.44) if near or c.look.code else (0.24, 0.315, 0.47)
        px *= 1.04 - 0.6 * corner
    else:
        x, y, px = (0.35, 0.335, 0.52) if near or c.look.code else (0.37, 0.30, 0.56)
    inward = _inward(c)
    c.canvas.text(c.at(x - inward, y - inward), figure, px * r, c.ink, 0.05, c.plate, 0.04 * r)
    if c.look.second is not None and near:
        c.canvas.text(c.at(0.44, 0.015 if c.look.name else -0.05), c.look.second, 0.24 * r, c.ink, 0.02)


def missile(c: CounterDrawing) -> None:
    """Behind the TQ at the lower edge; farther back where no pips follow, or where the figure needs their room."""
    look, r = c.look, c.r
    if look.supply is None or is_wide(look.figure or "0"):
        inward = _inward(c)
        ammunition(c, c.at(inward - 0.39, 0.405 - inward), c.front)
    else:
        # Between the TQ and the seal of hits.
        x = -0.13 if c.front > 0 else -0.11
        ammunition(c, (c.middle[0] + x * r, c.middle[1] + 0.475 * r), 1)


def ammunition(c: CounterDrawing, at: Point, way: int) -> None:
    """Class letter; two pips: two solid full, one solid low; letter struck through when nothing is left."""
    look, r, canvas = c.look, c.r, c.canvas
    if c.zoom == "middle" and look.supply not in ("low", "no"):
        return
    canvas.text(at, look.missile or "", 0.24 * r, c.ink, 0.035, c.plate, 0.05 * r)
    if c.zoom == "near":
        for i in range(2):
            pip = (at[0] + way * (0.16 + 0.12 * i) * r, at[1])
            if look.supply == "full" or (look.supply == "low" and i == 0):
                canvas.disc(pip, 0.045 * r, c.ink)
            elif look.supply == "low":
                canvas.ring(pip, 0.045 * r, c.ink, 0.018 * r)
    if look.supply == "no":
        strike = WHITE if luminance(c.plate) < 0.2 else HIT
        canvas.line(((at[0] - 0.15 * r, at[1] + 0.13 * r), (at[0] + 0.15 * r, at[1] - 0.13 * r)), strike, 0.05 * r)


def _inward(c: CounterDrawing) -> float:
    """How far print in a corner moves in to keep clear of the cut, in radii both ways."""
    return 0.5 * max(0.0, c.colours.corner_size - 0.12)


def is_wide(figure: str) -> bool:
    """Whether it is more than a digit: a modifier with its sign, or a strength of ten and more."""
    return len(figure) > 1
