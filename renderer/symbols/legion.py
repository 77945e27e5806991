"""The legion and its allies: the tall curved shield; its bars are the line a maniple fights in, its filling the men."""

from __future__ import annotations

from renderer.symbols.pen import Drawing, Pen, oval

TALL = oval(50, 50, 31, 46, power=5)
TAPERED = ((17, 6), (83, 6), (80, 44), (66, 78), (50, 96), (34, 78), (20, 44))


def _line_of_battle(*bars: float) -> Drawing:
    def draw(p: Pen) -> None:
        p.shield(TALL, "heavy")
        for y in bars:
            p.box(28, y - 4.5, 72, y + 4.5, cut=True)

    return draw


_LOZENGE = ((50, 24), (68, 50), (50, 76), (32, 50))


def _cohort(p: Pen) -> None:
    p.shield(TALL, "heavy")
    p.area(_LOZENGE, cut=True)


def _recruits(p: Pen) -> None:
    p.shield(TALL, "medium")
    p.area(((50, 24), (68, 50), (32, 50)))
    p.area(((32, 50), (68, 50), (50, 76)), cut=True)


def _conscripts(p: Pen) -> None:
    p.shield(TALL, "light")
    p.area(_LOZENGE)


def _allies(p: Pen) -> None:
    """Socii: the shield crossed from corner to corner."""
    p.shield(TALL, "heavy")
    p.line(((33, 24), (67, 76)), 8, cut=True)
    p.line(((67, 24), (33, 76)), 8, cut=True)


def _extraordinarii(p: Pen) -> None:
    """The picked allies: two chevrons."""
    p.shield(TALL, "heavy")
    for y in (30, 52):
        p.line(((31, y + 20), (50, y), (69, y + 20)), 8, cut=True)


def _samnites(p: Pen) -> None:
    """A shield broad above and tapering, parted down the middle."""
    p.area(TAPERED)
    p.area(((50, 14), (74, 14), (72, 42), (60, 72), (50, 84)), cut=True)


DRAWINGS: dict[str, Drawing] = {
    "cohort": _cohort,
    "recruit-cohort": _recruits,
    "conscript-cohort": _conscripts,
    "allied-cohort": _allies,
    "extraordinarii": _extraordinarii,
    "hastati": _line_of_battle(50),
    "principes": _line_of_battle(38, 62),
    "triarii": _line_of_battle(28, 50, 72),
    "samnites": _samnites,
}
