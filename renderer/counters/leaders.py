"""Leaders are discs, never squares: rank over rating, gold ring while they may act, halo while they do."""

from __future__ import annotations

from engine.kernel.view import LeaderView
from renderer import symbols
from renderer.graphics.canvas import Canvas
from renderer.graphics.sprites import Sprite, kept, shadowed
from renderer.palette.colours import GOLD, HIT, RGB, WHITE, Theme, luminance, rgb
from renderer.palette.sides import side

ALONE, RIDING, FAR = 0.50, 0.36, 0.46
"""Radius of the disc alone in a hex, on a unit, and at small zoom, in units of the hex radius."""

_GREY_RING, _GREY_DARK, _GREY_PALE = rgb("#8C867B"), rgb("#5B5750"), rgb("#B9B0A0")


def radius(alone: bool, far: bool) -> float:
    """Radius of a leader's disc in units of the hex radius."""
    return FAR if far else ALONE if alone else RIDING


def sprite(leader: LeaderView, r: int, theme: Theme, alone: bool, far: bool) -> Sprite:
    """A leader's disc at a hex radius of ``r`` pixels."""
    key = ("leader", leader.side, leader.rank, leader.rating, leader.status, leader.wounded, r, theme, alone, far)
    return kept(key, lambda: _disc(leader, r, theme, radius(alone, far), far, alone))


def _disc(leader: LeaderView, r: int, theme: Theme, size: float, far: bool, alone: bool) -> Sprite:
    d = size * r
    middle = d * 1.36
    q = 4
    px = int(2 * middle) + 2
    canvas = Canvas((0, 0), (px, px), q)
    at = (middle, middle)
    c = side(leader.side)
    finished = leader.status == "finished"
    face: RGB = c.face
    ring: RGB = GOLD
    if finished:
        face, ring = (_GREY_DARK if luminance(c.face) < 0.2 else _GREY_PALE), _GREY_RING
    if leader.status == "active":
        # On a unit a narrower one: what stands beside it must be read.
        canvas.disc(at, d * (1.30 if alone else 1.23), c.rim)
        canvas.disc(at, d * (1.22 if alone else 1.17), GOLD)
    for scale, colour in ((1.08, c.rim), (1.0, ring), (0.89, c.rim), (0.86, face)):
        canvas.disc(at, d * scale, colour)
    if far:
        canvas.stamp(symbols.mask(f"rank-{leader.rank}", round(1.25 * d * q)), at, c.ink)
    else:
        canvas.stamp(symbols.mask(f"rank-{leader.rank}", round(0.78 * d * q)), (at[0], at[1] - 0.35 * d), c.ink)
        canvas.text((at[0], at[1] + 0.40 * d), str(leader.rating), 0.80 * d, c.ink, 0.05)
    if leader.wounded:
        x, y = at[0] + 0.66 * d, at[1] + 0.66 * d
        canvas.disc((x, y), 0.32 * d, WHITE)
        canvas.disc((x, y), 0.27 * d, HIT)
        for a, b in ((0.17, 0.06), (0.06, 0.17)):
            box = [(x + s * a * d, y + t * b * d) for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            canvas.area(box, WHITE)
    return Sprite(shadowed(canvas.flat(), r, theme, 0.04, 0.04), at)
