"""Foot that stand in line and shoot: a shield by weight, and the weapon beside it."""

from __future__ import annotations

from renderer.graphics.curves import spline
from renderer.symbols.pen import Drawing, Pen, oval

SHIELD = oval(29, 50, 25, 42)


def _shield(p: Pen, weight: str) -> None:
    p.shield(SHIELD, weight, rim=7.5)
    if weight == "heavy":
        p.disc(29, 50, 8.5, cut=True)


def _with_bow(weight: str) -> Drawing:
    def draw(p: Pen) -> None:
        _shield(p, weight)
        p.line(((64, 4), (72, 16), (70, 30), (82, 50), (70, 70), (72, 84), (64, 96)), 7.5, smooth=True)
        p.line(((64, 5), (64, 95)), 3.4)
        p.spear((64, 50), (84, 50), 4, 17, 9)

    return draw


def _with_javelin(weight: str) -> Drawing:
    def draw(p: Pen) -> None:
        _shield(p, weight)
        p.spear((80, 96), (80, 28), 7, 26, 12)

    return draw


def _with_axe(weight: str) -> Drawing:
    def draw(p: Pen) -> None:
        _shield(p, weight)
        p.line(((78, 96), (78, 6)), 7)
        edge = spline(((96, 10), (100, 24), (96, 44)))
        p.area([(78, 18), *edge, (78, 36)])

    return draw


DRAWINGS: dict[str, Drawing] = {
    "heavy-archers": _with_bow("heavy"),
    "medium-archers": _with_bow("medium"),
    "light-archers": _with_bow("light"),
    "medium-javelins": _with_javelin("medium"),
    "light-javelins": _with_javelin("light"),
    "medium-axes": _with_axe("medium"),
}
