"""Ranks on leaders' discs: sun, star, lozenge, crown."""

from __future__ import annotations

from renderer.symbols.pen import Drawing, Pen, star


def _overall(p: Pen) -> None:
    p.area(star(8, 50, 50, 46, 24))
    p.disc(50, 50, 11, cut=True)
    p.disc(50, 50, 6)


def _subordinate(p: Pen) -> None:
    p.area(star(5, 50, 53, 46, 19))


def _contingent(p: Pen) -> None:
    p.area(((50, 6), (80, 50), (50, 94), (20, 50)))
    p.area(((50, 30), (64, 50), (50, 70), (36, 50)), cut=True)


def _king(p: Pen) -> None:
    p.area(((12, 78), (8, 28), (30, 52), (50, 14), (70, 52), (92, 28), (88, 78)))
    p.box(12, 84, 88, 93)
    p.disc(50, 12, 6)


DRAWINGS: dict[str, Drawing] = {
    "rank-oc": _overall,
    "rank-sc": _subordinate,
    "rank-cc": _contingent,
    "rank-king": _king,
}
