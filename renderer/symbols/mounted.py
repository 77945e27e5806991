"""Mounted troops: a horse's head, filled by weight, with what the rider carries."""

from __future__ import annotations

import math

from renderer.graphics.curves import Point
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
_NECK: tuple[Point, ...] = ((14, 93), (18, 74), (27, 57), (38, 44), (46, 52), (53, 66), (58, 78), (66, 93))


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
    p.line(((0, 74), (92, 8)), 16, cut=True)
    p.spear((2, 72), (80, 17), 8, 24, 10)


def _cataphract(p: Pen) -> None:
    """Neck and chest in scale armour, a plume on the poll."""
    _solid(p)
    p.area(((12, 97), (14, 80), (40, 70), (58, 76), (72, 97)))
    p.line(((60, 19), (89, 64)), 4, cut=True)
    p.disc(67, 45, 3.6, cut=True)
    p.line(((60, 66), (52, 44), (50, 34)), 4, cut=True, smooth=True)
    scales, within = Pen(), Pen()
    for j in range(4):
        for i in range(6):
            scales.arc(8 + i * 14 + (j % 2) * 7, 42 + j * 14, 8.5, 0, 180, 5)
    within.blob(_NECK)
    p.cut_by(scales, within=within)
    p.line(((45, 12), (32, 10), (20, 22), (14, 40)), 9, smooth=True)


def _horse_archer(p: Pen) -> None:
    _light(p)
    _bow(p)


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


def _bow(p: Pen) -> None:
    """Drawn, behind the poll."""
    p.line(((6, 4), (26, 12), (36, 30), (30, 54)), 15, cut=True, smooth=True)
    p.line(((4, 5), (24, 10), (35, 28), (29, 53)), 7.5, smooth=True)
    p.line(((4, 5), (29, 53)), 3.6)
    p.spear((3, 44), (34, 18), 4.4, 14, 7)


def _heavy_horse_archer(p: Pen) -> None:
    _heavy(p)
    _bow(p)


def _roman(p: Pen) -> None:
    """The rider's round shield before the neck."""
    _heavy(p)
    p.disc(30, 74, 27, cut=True)
    p.disc(30, 74, 23)
    p.disc(30, 74, 8, cut=True)


def _six_sided(p: Pen) -> None:
    """A barbarian's shield before the neck."""
    corners = ((0, -32), (21, -16), (21, 16), (0, 32), (-21, 16), (-21, -16))
    for k, cut in ((1.2, True), (1.0, False)):
        p.area([(28 + x * k, 66 + y * k) for x, y in corners], cut)
    p.line(((28, 48), (28, 84)), 7, cut=True)


def _barbarian(p: Pen) -> None:
    _heavy(p)
    _six_sided(p)


def _german(p: Pen) -> None:
    _light(p)
    _six_sided(p)


DRAWINGS: dict[str, Drawing] = {
    "heavy-cavalry": _heavy,
    "light-cavalry": _light,
    "lancer": _lancer,
    "cataphract": _cataphract,
    "horse-archer": _horse_archer,
    "men-at-arms": _men_at_arms,
    "hobilars": _hobilars,
    "genitors": _genitors,
    "heavy-horse-archer": _heavy_horse_archer,
    "roman-cavalry": _roman,
    "barbarian-cavalry": _barbarian,
    "german-cavalry": _german,
}
