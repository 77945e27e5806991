"""Beasts other than horses: camels, and elephants bare, towered and ridden by a leader."""

from __future__ import annotations

from renderer.graphics.curves import spline
from renderer.symbols.pen import Drawing, Pen, star


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


_HEAD = (
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


def _head(p: Pen) -> None:
    p.blob(_HEAD)
    p.line(((26, 34), (46, 30), (52, 46), (44, 66), (30, 70)), 3.4, cut=True, smooth=True)
    p.disc(59, 36, 3.6, cut=True)
    tusk = spline(((58, 61), (66, 77), (80, 92)))
    p.line(tusk, 10, cut=True)
    p.line(tusk, 5.5)


def _body(p: Pen) -> None:
    """The whole beast from the side."""
    p.blob(((4, 68), (8, 54), (20, 46), (44, 45), (58, 48), (62, 62), (56, 74), (34, 78), (10, 76)))
    head = (
        (56, 50),
        (66, 42),
        (78, 44),
        (86, 54),
        (88, 66),
        (92, 78),
        (96, 76),
        (97, 86),
        (88, 92),
        (80, 80),
        (66, 74),
    )
    p.blob(head)
    for x in (10, 42):
        p.box(x, 66, x + 14, 96)
    p.line(((28, 68), (28, 94)), 9)
    p.line(((61, 70), (61, 94)), 9)
    p.line(((76, 76), (86, 76)), 9, cut=True)
    tusk = spline(((77, 74), (84, 82), (94, 64)))
    p.line(((64, 50), (72, 56), (68, 68), (60, 66)), 3.4, cut=True, smooth=True)
    p.line(tusk[4:], 4)


def _tower(p: Pen) -> None:
    _body(p)
    p.box(14, 10, 52, 40)
    for x in (14, 28.5, 43):
        p.box(x, 2, x + 9, 12)
    p.line(((6, 44), (60, 44)), 4, cut=True)
    p.box(26, 20, 31, 32, cut=True)
    p.box(36, 20, 41, 32, cut=True)


def _leader(p: Pen) -> None:
    """A rank's star on the cloth over the ear."""
    p.blob(_HEAD)
    p.area(star(5, 34, 48, 24, 10), cut=True)
    p.disc(61, 34, 3.6, cut=True)
    tusk = spline(((58, 61), (66, 77), (80, 92)))
    p.line(tusk, 10, cut=True)
    p.line(tusk, 5.5)


DRAWINGS: dict[str, Drawing] = {
    "camels": _camels,
    "elephants": _head,
    "towered-elephants": _tower,
    "leader-elephant": _leader,
}
