"""Chariots, engines, waggons, standards, and the armies and fleets of a campaign."""

from __future__ import annotations

import math

from renderer.curves import spline
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


def _standard(p: Pen) -> None:
    p.line(((26, 4), (26, 98)), 6)
    p.area(((28, 8), (92, 16), (72, 32), (92, 50), (28, 56)))


def _army(p: Pen) -> None:
    p.line(((50, 4), (50, 98)), 6)
    p.line(((16, 16), (84, 16)), 6)
    p.area(((20, 20), (80, 20), (80, 62), (70, 72), (60, 62), (50, 72), (40, 62), (30, 72), (20, 62)))
    p.disc(50, 41, 12, cut=True)
    p.disc(50, 41, 6)
    p.leaf((50, 10), -math.pi / 2, 12, 5)


def _fleet(p: Pen) -> None:
    p.blob(((4, 58), (20, 66), (80, 66), (92, 52), (98, 40), (94, 66), (80, 82), (24, 82), (10, 74)))
    for x in (26, 40, 54, 68):
        p.line(((x, 78), (x - 8, 96)), 4)
    p.line(((48, 62), (48, 6)), 5)
    p.blob(((18, 14), (48, 10), (78, 14), (82, 34), (76, 54), (48, 50), (20, 54), (24, 34)))
    p.line(((24, 34), (76, 34)), 3, cut=True)


DRAWINGS: dict[str, Drawing] = {
    "chariots": _chariots,
    "artillery": _artillery,
    "bombard": _bombard,
    "baggage": _baggage,
    "standard": _standard,
    "army": _army,
    "fleet": _fleet,
}
