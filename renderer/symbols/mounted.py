"""Mounted troops: a horse's head, filled by weight, with what the rider carries; and other beasts."""

from __future__ import annotations

import math

from renderer.curves import Point, spline
from renderer.symbols.pen import Drawing, Pen

_HEAD: tuple[Point, ...] = (
    (12, 95),
    (15, 74),
    (24, 54),
    (36, 38),
    (47, 25),
    (56, 19),
    (66, 27),
    (76, 41),
    (87, 57),
    (92, 66),
    (90, 75),
    (82, 79),
    (74, 75),
    (66, 71),
    (60, 70),
    (57, 79),
    (61, 95),
)
_NECK: tuple[Point, ...] = ((18, 92), (22, 72), (30, 56), (40, 44), (50, 52), (56, 66), (53, 78), (56, 92))


def _solid(p: Pen) -> None:
    p.blob(_HEAD)
    p.area(((43, 30), (47, 4), (58, 20)))


def _heavy(p: Pen) -> None:
    _solid(p)
    p.disc(66, 42, 4, cut=True)
    p.line(((59, 68), (72, 36)), 3, cut=True)
    for a, b in (((23, 62), (35, 66)), ((30, 50), (42, 55)), ((39, 38), (49, 45))):
        p.line((a, b), 3.2, cut=True)


def _light(p: Pen) -> None:
    _solid(p)
    p.hollow(5)
    p.disc(66, 43, 4.5)


def _lancer(p: Pen) -> None:
    _heavy(p)
    p.line(((4, 66), (86, 10)), 9, cut=True)
    p.spear((4, 66), (82, 13), 5, 18, 7)


def _cataphract(p: Pen) -> None:
    _heavy(p)
    scales, neck = Pen(), Pen()
    for j in range(6):
        for i in range(6):
            scales.arc(18 + i * 11 + (j % 2) * 5.5, 47 + j * 9, 6, 10, 170, 2.6)
    neck.blob(_NECK)
    p.cut_by(scales, within=neck)
    p.line(((58, 24), (88, 66)), 3, cut=True)


def _horse_archer(p: Pen) -> None:
    _light(p)
    p.line(((10, 4), (26, 12), (34, 28), (28, 46)), 12, cut=True, smooth=True)
    p.line(((8, 6), (22, 10), (32, 24), (28, 44)), 6, smooth=True)
    p.line(((8, 6), (28, 44)), 3)
    p.spear((4, 40), (34, 14), 3.6, 12, 5)


def _men_at_arms(p: Pen) -> None:
    """A chanfron with its spike, the lance upright with its pennon."""
    _solid(p)
    p.area(((60, 22), (84, 4), (69, 32)))
    p.disc(66, 42, 4, cut=True)
    p.line(((59, 68), (72, 36)), 3, cut=True)
    p.line(((44, 33), (34, 58), (30, 94)), 3.4, cut=True, smooth=True)
    p.line(((11, 99), (11, 12)), 14, cut=True)
    p.line(((11, 96), (11, 12)), 7)
    p.leaf((11, 14), -math.pi / 2, 14, 6.5)
    p.area(((12, 14), (40, 25), (12, 40)))


def _hobilars(p: Pen) -> None:
    _light(p)
    p.line(((6, 60), (84, 10)), 10, cut=True)
    p.spear((6, 60), (80, 13), 5, 18, 7)


def _genitors(p: Pen) -> None:
    """Two javelins in hand behind the head."""
    _light(p)
    for x, foot in ((8, 92), (26, 66)):
        p.line(((x, foot), (x, 20)), 14, cut=True)
        p.spear((x, foot), (x, 22), 6.5, 20, 8)


def _camels(p: Pen) -> None:
    p.blob(
        (
            (5, 95),
            (7, 72),
            (16, 54),
            (28, 46),
            (38, 56),
            (45, 73),
            (53, 72),
            (58, 54),
            (57, 34),
            (64, 20),
            (78, 17),
            (92, 25),
            (95, 34),
            (86, 39),
            (74, 38),
            (73, 52),
            (71, 74),
            (64, 92),
            (56, 95),
        )
    )
    p.disc(76, 26, 3, cut=True)
    p.line(((16, 72), (40, 78)), 3.4, cut=True)
    p.area(((62, 20), (66, 8), (72, 18)))


def _elephants(p: Pen) -> None:
    p.blob(
        (
            (8, 66),
            (9, 40),
            (22, 20),
            (42, 11),
            (60, 17),
            (70, 32),
            (75, 52),
            (80, 66),
            (86, 67),
            (88, 58),
            (95, 58),
            (97, 72),
            (88, 83),
            (74, 82),
            (64, 70),
            (58, 66),
            (54, 80),
            (40, 92),
            (20, 86),
        )
    )
    p.line(((26, 34), (46, 30), (52, 46), (44, 66), (30, 70)), 3.4, cut=True, smooth=True)
    p.disc(59, 36, 3.6, cut=True)
    tusk = spline(((58, 61), (66, 77), (80, 92)))
    p.line(tusk, 10, cut=True)
    p.line(tusk, 5.5)


DRAWINGS: dict[str, Drawing] = {
    "heavy-cavalry": _heavy,
    "light-cavalry": _light,
    "lancer": _lancer,
    "cataphract": _cataphract,
    "horse-archer": _horse_archer,
    "men-at-arms": _men_at_arms,
    "hobilars": _hobilars,
    "genitors": _genitors,
    "camels": _camels,
    "elephants": _elephants,
}
