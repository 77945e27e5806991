"""What is printed on a counter's face: symbol and code, with its ratings."""

from __future__ import annotations

from renderer import symbols
from renderer.counters import badges, nameplates
from renderer.counters.drawing import CounterDrawing
from renderer.counters.ratings import ammunition, figures, is_wide, missile
from renderer.graphics import fonts
from renderer.graphics.curves import Point

CODE = 0.265
"""Size of the code's type, in radii."""
_LINE = 0.235
"""From one line of small print on a pair to the next, in radii."""


def draw(c: CounterDrawing) -> None:
    """All of it, as much as the zoom shows."""
    if c.look.span:
        _pair(c)
        return
    _symbol(c)
    if c.look.code:
        # It gives way to a badge or a leader at the rear corner: nobody can order a unit whose code is hidden.
        x, room = (0.23, 0.64) if c.look.led else (0.11, 0.76) if badges.rear_badge(c.look.states) else (0.03, 1.02)
        y = -0.20 if nameplates.wanted(c) else -0.29 if c.look.band is not None else -0.40
        _code(c, c.at(x, y), room)
    if c.look.figure is not None:
        figures(c, c.look.figure)
    if c.look.missile:
        missile(c)


def _stamp(c: CounterDrawing, size: float, at: Point) -> None:
    px = round(size * c.r * c.sharpness)
    c.canvas.stamp(symbols.mask(c.look.symbol, px, c.look.mirrored), at, c.ink)


def _symbol(c: CounterDrawing) -> None:
    look = c.look
    if c.zoom == "far":
        size, at = 0.92, c.middle
    elif look.figure is None:
        size, at = 0.86, c.at(0, 0.05 if look.band is not None else 0)
        if look.code:
            size, at = 0.62 if nameplates.wanted(c) else 0.70, c.at(0, 0.17)
    elif look.code:
        size, at = (0.50, c.at(-0.24, 0.13)) if nameplates.wanted(c) else (0.58, c.at(-0.21, 0.10))
    elif is_wide(look.figure):
        size, at = 0.72, c.at(-0.19, -0.03)
    else:
        size, at = 0.86, c.at(-0.12, -0.02)
    _stamp(c, size, at)


def _code(c: CounterDrawing, at: Point, room: float) -> None:
    written_code(c, at, room, c.look.code)


def written_code(c: CounterDrawing, at: Point, room: float, code: str) -> None:
    """The code orders are written with, no wider than ``room`` radii."""
    r = c.r
    px = CODE * r
    wide = fonts.plain(100).getlength(fonts.ascii_only(code)) / 100 * px
    px *= min(1.0, room * r / max(1.0, wide))
    c.canvas.text(at, code, px, c.ink, 0.03, c.plate, 0.02 * r)


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
        ammunition(c, (x - (0.12 * r if pips else 0), y + (_LINE * r if near else 0)), 1)
