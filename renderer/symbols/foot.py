"""Foot: shields for those who stand in line, weapons alone for skirmishers."""

from __future__ import annotations

import math

from renderer.graphics.curves import Point, spline
from renderer.symbols.pen import Drawing, Pen, oval

OVAL = oval(50, 50, 31, 44)
HEATER: list[Point] = [
    (15, 12),
    (85, 12),
    *spline([(85, 42), (80, 62), (68, 80), (50, 96), (32, 80), (20, 62), (15, 42)]),
]


def _plain(p: Pen) -> None:
    p.shield(OVAL, "heavy")


def _heavy(p: Pen) -> None:
    p.shield(OVAL, "heavy")
    p.disc(50, 50, 11, cut=True)
    p.disc(50, 50, 5.5)


def _medium(p: Pen) -> None:
    p.shield(OVAL, "medium")
    p.disc(50, 50, 10)
    p.disc(50, 50, 4.5, cut=True)


def _light(p: Pen) -> None:
    p.shield(OVAL, "light")
    p.disc(50, 50, 7)


def _hoplites(p: Pen) -> None:
    p.disc(50, 52, 43)
    p.line(((27, 72), (50, 26), (73, 72)), 8, cut=True)


def _rays(p: Pen, x: float, y: float, long: float, width: float) -> None:
    for i in range(8):
        a = i * math.pi / 4
        p.line(((x, y), (x + long * math.cos(a), y + long * math.sin(a))), width, cut=True)


def _hypaspists(p: Pen) -> None:
    p.spear((86, 96), (86, 20), 5, 18, 6.5)
    p.disc(42, 54, 41, cut=True)
    p.disc(42, 54, 38)
    _rays(p, 42, 54, 25, 4)
    p.disc(42, 54, 8)


def _phalanx(p: Pen) -> None:
    for x in (14, 32, 50, 68, 86):
        p.spear((x, 64), (x, 20), 5.2, 18, 6.5)
    p.disc(50, 70, 28, cut=True)
    p.disc(50, 70, 24.5)
    _rays(p, 50, 70, 16, 3)
    p.disc(50, 70, 4.5)


def _velites(p: Pen) -> None:
    p.spear((14, 94), (74, 22), 5, 20, 7)
    p.disc(52, 60, 28, cut=True)
    p.ring(52, 60, 25, 8)
    p.disc(52, 60, 6)


def _peltasts(p: Pen) -> None:
    p.spear((16, 96), (76, 18), 5, 20, 7)
    p.disc(52, 58, 34, cut=True)
    p.disc(52, 58, 30)
    p.disc(40, 44, 22, cut=True)
    p.line(((16, 96), (30, 78)), 5)


def _archers(p: Pen) -> None:
    p.line(((40, 6), (56, 16), (52, 30), (66, 50), (52, 70), (56, 84), (40, 94)), 8, smooth=True)
    p.line(((40, 7), (40, 93)), 3.4)
    p.spear((8, 50), (76, 50), 4.4, 20, 8)
    p.area(((8, 50), (2, 41), (14, 45), (22, 50), (14, 55), (2, 59)))


def _javelins(p: Pen) -> None:
    p.spear((12, 92), (76, 20), 6, 20, 8)
    p.spear((88, 92), (24, 20), 6, 20, 8)


def _slingers(p: Pen) -> None:
    """A sling at full swing: two cords, the stone in its pouch."""

    def at(x: float, y: float) -> Point:
        """Swung forty degrees aside."""
        c, s = math.cos(math.radians(-40)), math.sin(math.radians(-40))
        return 17 + x * c - y * s, 14 + x * s + y * c

    p.line((at(0, 0), at(-15, 58)), 6)
    p.line((at(0, 0), at(15, 58)), 6)
    p.ring(*at(0, 0), 10, 5)
    p.line([at(-24, 58), at(-20, 84), at(0, 98), at(20, 84), at(24, 58)], 10, smooth=True)
    p.disc(*at(0, 72), 15, cut=True)
    p.disc(*at(0, 72), 12)


def _longbow(p: Pen) -> None:
    p.line(((58, 2), (70, 18), (76, 50), (70, 82), (58, 98)), 8, smooth=True)
    p.line(((58, 3), (22, 50), (58, 97)), 3.6)
    p.spear((16, 50), (78, 50), 4.6, 20, 8)


def _crossbow(p: Pen) -> None:
    p.line(((8, 40), (26, 24), (50, 18), (74, 24), (92, 40)), 9, smooth=True)
    p.line(((8, 40), (50, 60), (92, 40)), 4)
    p.line(((50, 94), (50, 20)), 9)
    p.area(((50, 0), (60, 18), (40, 18)))


def _pike(p: Pen) -> None:
    for x0, x1 in ((36, 16), (50, 50), (64, 84)):
        p.spear((x0, 96), (x1, 22), 6, 20, 8)
    p.line(((28, 74), (72, 74)), 6)


def _axe(p: Pen) -> None:
    p.line(((24, 96), (58, 6)), 8)
    edge = spline(((80, 4), (93, 22), (96, 44), (88, 66)))
    p.area([(50, 20), (68, 18), *edge, (72, 52), (60, 46), (44, 46)])


def _men_at_arms(p: Pen) -> None:
    p.area(HEATER)
    p.line(((50, 22), (50, 78)), 6, cut=True)
    p.line(((34, 38), (66, 38)), 6, cut=True)


def _unhorsed(p: Pen) -> None:
    p.shield(HEATER, "light")
    p.line(((62, 10), (46, 36), (58, 50), (40, 92)), 8, cut=True)


def _hobilars_on_foot(p: Pen) -> None:
    p.spear((82, 96), (82, 22), 5, 20, 7)
    p.ring(44, 54, 36, 8)
    p.disc(44, 54, 7)


def _light_phalanx(p: Pen) -> None:
    """Three pikes over an open shield."""
    for x in (22, 50, 78):
        p.spear((x, 66), (x, 22), 6, 20, 8)
    p.disc(50, 70, 28, cut=True)
    p.ring(50, 70, 24.5, 7.5)
    p.disc(50, 70, 5)


def _cardaces(p: Pen) -> None:
    """The hoplite's shield in outline."""
    p.ring(50, 52, 43, 8)
    p.line(((31, 68), (50, 30), (69, 68)), 8)


_HEXAGONAL: tuple[Point, ...] = ((50, 2), (84, 24), (84, 76), (50, 98), (16, 76), (16, 24))


def _barbarians(p: Pen) -> None:
    """A long six-sided shield with its spine."""
    p.area(_HEXAGONAL)
    p.line(((50, 18), (50, 82)), 8, cut=True)
    p.blob(((50, 28), (63, 50), (50, 72), (37, 50)), cut=True)


def _assault_skirmishers(p: Pen) -> None:
    """Skirmishers who also close in: crossed javelins behind a small shield."""
    _javelins(p)
    p.disc(50, 62, 26, cut=True)
    p.disc(50, 62, 22)
    p.disc(50, 62, 7, cut=True)


def _dismounted_cataphracts(p: Pen) -> None:
    """A solid shield with the scales of their horses' armour."""
    p.shield(OVAL, "heavy")
    scales, within = Pen(), Pen()
    for j in range(5):
        for i in range(6):
            scales.arc(14 + i * 16 + (j % 2) * 8, 14 + j * 15, 10, 0, 180, 5)
    within.area(oval(50, 50, 25, 38))
    p.cut_by(scales, within=within)


DRAWINGS: dict[str, Drawing] = {
    "plain": _plain,
    "heavy-infantry": _heavy,
    "medium-infantry": _medium,
    "light-infantry": _light,
    "hoplites": _hoplites,
    "hypaspists": _hypaspists,
    "phalanx": _phalanx,
    "velites": _velites,
    "peltasts": _peltasts,
    "light-phalanx": _light_phalanx,
    "cardaces": _cardaces,
    "barbarians": _barbarians,
    "assault-skirmishers": _assault_skirmishers,
    "dismounted-cataphracts": _dismounted_cataphracts,
    "archers": _archers,
    "javelins": _javelins,
    "slingers": _slingers,
    "longbow": _longbow,
    "crossbow": _crossbow,
    "pike": _pike,
    "axe": _axe,
    "dismounted-men-at-arms": _men_at_arms,
    "unhorsed-men-at-arms": _unhorsed,
    "dismounted-hobilars": _hobilars_on_foot,
}
