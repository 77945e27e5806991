"""Small devices on badges."""

from __future__ import annotations

from renderer.symbols.pen import Drawing, Pen


def _swords(p: Pen) -> None:
    for f in (1, -1):

        def x(value: float, f: int = f) -> float:
            return 50 + f * (value - 50)

        p.line(((x(16), 14), (x(72), 74)), 13, cut=True)
        p.line(((x(16), 12), (x(72), 74)), 8)
        p.line(((x(58), 84), (x(84), 60)), 7)
        p.line(((x(72), 74), (x(88), 90)), 8)


def _question(p: Pen) -> None:
    p.line(((28, 32), (32, 16), (50, 8), (68, 16), (72, 34), (56, 50), (50, 66)), 12, smooth=True)
    p.disc(50, 88, 8)


DRAWINGS: dict[str, Drawing] = {"swords": _swords, "question": _question}
