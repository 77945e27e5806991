"""What stands on the map of a campaign, and what an army leaves behind it: hosts, ships, forts, camps, money."""

from __future__ import annotations

import math

from renderer.graphics.curves import spline
from renderer.symbols.pen import Drawing, Pen


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


def _detachment(p: Pen) -> None:
    """A small pennon on a spear: part of an army, away from it."""
    p.spear((30, 98), (30, 24), 7, 22, 8)
    p.area(((33, 30), (88, 46), (33, 62)))


def _frontier(p: Pen) -> None:
    """Frontier troops: a watchtower with its beacon."""
    p.area(((30, 40), (70, 40), (78, 96), (22, 96)))
    p.box(22, 34, 78, 46)
    p.line(((24, 56), (76, 56)), 4, cut=True)
    p.box(43, 74, 57, 97, cut=True)
    p.blob(((50, 2), (60, 16), (62, 26), (50, 32), (38, 26), (42, 16)))


def _fleet(p: Pen) -> None:
    p.blob(((4, 58), (20, 66), (80, 66), (92, 52), (98, 40), (94, 66), (80, 82), (24, 82), (10, 74)))
    for x in (26, 40, 54, 68):
        p.line(((x, 78), (x - 8, 96)), 4)
    p.line(((48, 62), (48, 6)), 5)
    p.blob(((18, 14), (48, 10), (78, 14), (82, 34), (76, 54), (48, 50), (20, 54), (24, 34)))
    p.line(((24, 34), (76, 34)), 3, cut=True)


def _galley(p: Pen) -> None:
    """A galley under oars alone, ram forward, stern curled over."""
    p.area(((14, 48), (82, 48), (100, 66), (84, 68), (76, 72), (22, 72), (12, 62)))
    p.line(((17, 62), (8, 44), (14, 26), (26, 26)), 8, smooth=True)
    p.line(((84, 52), (88, 34)), 6)
    for x in (28, 42, 56, 70):
        p.line(((x, 60), (x - 14, 96)), 5)
    for x in (30, 46, 62, 78):
        p.disc(x, 58, 3.5, cut=True)


def _camp(p: Pen) -> None:
    """A tent with its pole, its flap open."""
    p.area(((50, 12), (96, 90), (4, 90)))
    p.area(((50, 42), (66, 91), (34, 91)), cut=True)
    p.line(((50, 4), (50, 90)), 6)


def _fort(p: Pen) -> None:
    p.box(12, 38, 88, 92)
    for x in (12, 34.5, 57, 79.5):
        p.box(x, 22, x + (8.5 if x > 70 else 13), 40)
    p.area(spline(((38, 93), (38, 70), (50, 58), (62, 70), (62, 93))), cut=True)


def _treasury(p: Pen) -> None:
    """A round-lidded chest with its lock."""
    p.area([*spline(((8, 46), (14, 22), (50, 14), (86, 22), (92, 46))), (8, 46)])
    p.box(8, 52, 92, 90)
    p.box(40, 46, 60, 70, cut=True)
    p.disc(50, 58, 6.5)


def _revolt(p: Pen) -> None:
    """A burning torch."""
    p.area(((38, 46), (62, 46), (54, 98), (46, 98)))
    p.box(30, 42, 70, 50)
    p.blob(((50, 1), (58, 14), (72, 22), (70, 36), (60, 40), (40, 40), (29, 32), (33, 18), (42, 22)))
    p.blob(((52, 18), (58, 28), (54, 37), (46, 37), (43, 29)), cut=True)


DRAWINGS: dict[str, Drawing] = {
    "standard": _standard,
    "army": _army,
    "detachment": _detachment,
    "frontier-troops": _frontier,
    "fleet": _fleet,
    "galley": _galley,
    "camp": _camp,
    "fort": _fort,
    "treasury": _treasury,
    "revolt": _revolt,
}
