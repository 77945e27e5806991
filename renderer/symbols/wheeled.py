"""Chariots, engines, waggons."""

from __future__ import annotations

import math

from renderer.graphics.curves import spline
from renderer.symbols.pen import Drawing, Pen


def _chariots(p: Pen) -> None:
    p.ring(42, 58, 36, 8)
    for i in range(4):
        a = i * math.pi / 4
        dx, dy = 32 * math.cos(a), 32 * math.sin(a)
        p.line(((42 - dx, 58 - dy), (42 + dx, 58 + dy)), 4)
    p.disc(42, 58, 9)
    p.disc(42, 58, 3.5, cut=True)
    p.line(((42, 58), (78, 50), (97, 34)), 6, smooth=True)
    p.line(((6, 8), (8, 28), (30, 20)), 6, smooth=True)


def _artillery(p: Pen) -> None:
    p.line(((58, 50), (50, 8)), 8)
    p.line(((58, 50), (50, 92)), 8)
    p.line(((50, 8), (18, 50), (50, 92)), 3.6)
    p.line(((14, 50), (76, 50)), 8)
    p.area(((74, 38), (98, 50), (74, 62)))
    p.box(54, 36, 66, 64)


def _bombard(p: Pen) -> None:
    """A barrel of iron staves and hoops on its timber bed, in plan."""
    for y in (22, 78):
        p.line(((12, y), (66, y)), 8)
    for x in (22, 54):
        p.line(((x, 20), (x, 80)), 8)
    p.area(((4, 40), (26, 32), (94, 32), (94, 68), (26, 68), (4, 60)), cut=True)
    p.area(((6, 44), (28, 37), (86, 37), (86, 63), (28, 63), (6, 56)))
    p.box(84, 32, 95, 68)
    for x in (30, 48, 66):
        p.line(((x, 38), (x, 62)), 4, cut=True)


def _baggage(p: Pen) -> None:
    tilt = spline(((10, 52), (16, 24), (50, 16), (84, 24), (90, 52)))
    p.area([*tilt, (90, 60), (10, 60)])
    for x in (34, 50, 66):
        p.line(((x, 20), (x, 50)), 3, cut=True)
    for x in (28, 72):
        p.ring(x, 76, 18, 6)
        p.disc(x, 76, 5)


def _scythed(p: Pen) -> None:
    """A wheel with blades on its hub."""
    p.ring(46, 54, 34, 8)
    for i in range(4):
        a = i * math.pi / 4
        dx, dy = 30 * math.cos(a), 30 * math.sin(a)
        p.line(((46 - dx, 54 - dy), (46 + dx, 54 + dy)), 4)
    for blade in (
        ((46, 47), (78, 50), (99, 30), (88, 58), (72, 64), (46, 62)),
        ((46, 47), (20, 56), (2, 84), (4, 52), (22, 44), (46, 46)),
    ):
        grown = [(x + (4 if x > 46 else -4 if x < 46 else 0), y + (4 if y > 54 else -4)) for x, y in blade]
        p.blob(grown, cut=True)
        p.blob(blade)
    p.disc(46, 54, 12)
    p.disc(46, 54, 4.5, cut=True)


def _stone_thrower(p: Pen) -> None:
    """A catapult from the side: frame, arm flung up, the stone in its cup."""
    p.area(((6, 78), (94, 78), (94, 88), (6, 88)))
    p.line(((44, 80), (62, 42)), 8)
    p.line(((84, 80), (62, 42)), 7)
    p.line(((74, 82), (26, 26)), 8)
    p.disc(22, 20, 15)
    for x in (20, 78):
        p.disc(x, 88, 11)
        p.disc(x, 88, 4, cut=True)


DRAWINGS: dict[str, Drawing] = {
    "chariots": _chariots,
    "artillery": _artillery,
    "bombard": _bombard,
    "baggage": _baggage,
    "scythed-chariots": _scythed,
    "stone-thrower": _stone_thrower,
}
