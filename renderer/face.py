"""What is printed on a counter's face: symbol, code, figures, missile class with its ammunition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderer import badges, fonts, symbols
from renderer.curves import Point
from renderer.palette import HIT, WHITE, luminance

if TYPE_CHECKING:
    from renderer.counters import CounterDrawing

_LINE = 0.235
"""From one line of small print on a pair to the next, in radii."""


def draw(c: CounterDrawing) -> None:
    """All of it, as much as the zoom shows."""
    if c.look.span:
        _pair(c)
        return
    _symbol(c)
    if c.look.code:
        # It gives way to a badge at the rear corner: nobody can order a unit whose code is hidden.
        x, room = (0.11, 0.74) if badges.rear_badge(c.look.states) else (0.03, 1.02)
        _code(c, c.at(x, -0.305 if c.look.band is not None else -0.40), room)
    if c.look.figure is not None:
        _figures(c, c.look.figure)
    if c.look.missile:
        _missile(c)


def _stamp(c: CounterDrawing, size: float, at: Point) -> None:
    px = round(size * c.r * c.sharpness)
    c.canvas.stamp(symbols.mask(c.look.symbol, px, c.look.mirrored), at, c.ink)


def _symbol(c: CounterDrawing) -> None:
    look = c.look
    if c.zoom == "far":
        size, at = 0.92, c.middle
    elif look.figure is None:
        size, at = (0.70, c.at(0, 0.14)) if look.code else (0.86, c.at(0, 0.05 if look.band is not None else 0))
    elif look.code:
        size, at = 0.60, c.at(-0.20, 0.085)
    elif _wide(look.figure):
        size, at = 0.72, c.at(-0.19, -0.03)
    else:
        size, at = 0.86, c.at(-0.12, -0.02)
    _stamp(c, size, at)


def _code(c: CounterDrawing, at: Point, room: float) -> None:
    """The code orders are written with, no wider than ``room`` radii."""
    code, r = c.look.code, c.r
    px = 0.225 * r
    wide = fonts.plain(100).getlength(fonts.ascii_only(code)) / 100 * px
    px *= min(1.0, room * r / max(1.0, wide))
    c.canvas.text(at, code, px, c.ink, 0.03, c.plate, 0.02 * r)


def _figures(c: CounterDrawing, figure: str) -> None:
    """TQ or rating large in front; two characters take room, so they are written smaller. Size or MA above."""
    r, corner = c.r, c.colours.corner_size
    near, wide = c.zoom == "near", _wide(figure)
    if wide:
        x, y, px = (0.27, 0.345, 0.44) if near else (0.24, 0.315, 0.47)
        px *= 1.04 - 0.6 * corner
    else:
        x, y, px = (0.35, 0.335, 0.52) if near else (0.37, 0.30, 0.56)
    inward = _inward(c)
    c.canvas.text(c.at(x - inward, y - inward), figure, px * r, c.ink, 0.05, c.plate, 0.04 * r)
    if c.look.second is not None and near:
        c.canvas.text(c.at(0.44, -0.06), c.look.second, 0.24 * r, c.ink, 0.02)


def _missile(c: CounterDrawing) -> None:
    """Behind the TQ at the lower edge; farther back where no pips follow, or where the figure needs their room."""
    look, r = c.look, c.r
    if look.supply is None or _wide(look.figure or "0"):
        inward = _inward(c)
        _ammunition(c, c.at(inward - 0.39, 0.405 - inward), c.front)
    else:
        # Between the TQ and the seal of hits.
        x = -0.13 if c.front > 0 else -0.11
        _ammunition(c, (c.middle[0] + x * r, c.middle[1] + 0.475 * r), 1)


def _ammunition(c: CounterDrawing, at: Point, way: int) -> None:
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


def _pair(c: CounterDrawing) -> None:
    """On a two-hex unit: symbol at the first end, TQ at the second, small print in lines between; all upright."""
    look, r, canvas = c.look, c.r, c.canvas
    if c.zoom == "far":
        _stamp(c, 1.10, c.middle)
        return
    near = c.zoom == "near"
    if look.figure is None:
        _stamp(c, 1.02, c.at(0, -0.30 if near else 0))
    else:
        _stamp(c, 0.86 if near else 0.98, c.at(0, -0.74 if near else -0.60))
        canvas.text(c.at(0, 0.84 if near else 0.80), look.figure, (0.66 if near else 0.76) * r, c.ink, 0.05)
    x, y = c.at(0, 0.16 if look.figure is None or not round(c.turn) else 0.12)
    if look.figure is None:
        x, y = c.at(0, 0.70)
    if look.code:
        _code(c, (x, y - _LINE * r), 0.98 if not round(c.turn) else 0.66)
    if look.second is not None:
        canvas.text((x, y), look.second, 0.24 * r, c.ink, 0.02)
    if look.missile:
        pips = look.supply in ("full", "low") and near
        _ammunition(c, (x - (0.12 * r if pips else 0), y + (_LINE * r if near else 0)), 1)


def _inward(c: CounterDrawing) -> float:
    """How far print in a corner moves in to keep clear of the cut, in radii both ways."""
    return 0.5 * max(0.0, c.colours.corner_size - 0.12)


def _wide(figure: str) -> bool:
    """Whether it is more than a digit: a modifier with its sign, or a strength of ten and more."""
    return len(figure) > 1
