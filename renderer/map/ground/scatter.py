"""What grows and lies in single hexes: trees, crags, reeds, mud, vines, pits, stones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from engine.kernel.hexes import Hex, centre
from renderer.graphics.curves import Point, chaikin
from renderer.map.ground.marks import Mark, arc, area, line, oval


def inside(a: float, b: float, edge: float) -> bool:
    """Whether an offset from the centre lies in the hex shrunk to ``edge``."""
    return abs(a) + abs(b) * 0.577 <= edge and abs(b) <= 0.866 * edge


def trees(
    h: Hex, rnd: Random, far: bool = False, to: Callable[[Point], Point] | None = None
) -> Iterator[tuple[float, list[Mark]]]:
    """Some twenty trees, each with the height on the sheet it stands at, so that they can overlap properly.

    Seen from ``far`` they are a dozen larger ones, which stay trees when each is only some pixels wide. ``to`` tells
    where the ground that a tree would stand on has gone.
    """
    x, y = centre(h)
    pitch, row, least, most = (0.45, 0.40, 0.205, 0.26) if far else (0.37, 0.34, 0.13, 0.185)
    for j in range(-2, 3):
        for i in range(-2, 3):
            a = (i + 0.5 * (j % 2)) * pitch + rnd.uniform(-0.07, 0.07)
            b = j * row + rnd.uniform(-0.07, 0.07)
            gap = rnd.random() < (0.04 if far else 0.10)
            q = rnd.uniform(least, most)
            if not inside(a, b, 0.97 if far else 0.93) or gap:
                continue
            at = (x + a, y + b) if to is None else to((x + a, y + b))
            yield at[1], tree(at, q, far)


def tree(p: Point, q: float, far: bool) -> list[Mark]:
    """One tree of radius ``q`` that stands at a point; from afar without hatching."""
    x, y = p
    crown = [
        oval((x + 0.45 * q, y + 0.70 * q), 1.05 * q, 0.35 * q, ("tree-line", "woods", 0.62)),
        oval((x, y - 0.075 * q), q, 0.925 * q, "tree", "tree-line", 0.016),
        oval((x - 0.235 * q, y - 0.365 * q), 0.485 * q, 0.415 * q, "tree-lit"),
    ]
    if far:
        return crown
    hatching = [
        arc((x + 0.35 * q, y - 0.2 * q + e * q), 0.45 * q, 0.3 * q, "tree-line", 0.014, (20, 120)) for e in (0.15, 0.45)
    ]
    return crown + hatching


def crags(h: Hex, rnd: Random) -> Iterator[Mark]:
    """Eleven little crags, shaded on their western face."""
    x, y = centre(h)
    for _ in range(11):
        a, b, q = rnd.uniform(-0.78, 0.78), rnd.uniform(-0.72, 0.72), rnd.uniform(0.07, 0.14)
        if not inside(a, b, 0.92):
            continue
        cx, cy = x + a, y + b
        foot, top = (cx - q, cy + q * 0.5), (cx - q * 0.1, cy - q * 0.7)
        yield area((foot, top, (cx + q * 0.25, cy + q * 0.5)), ("rough-line", "level-1", 0.72))
        yield line((foot, top, (cx + q * 0.9, cy + q * 0.5)), "rough-line", 0.022)
        yield line(((cx + q * 0.15, cy - q * 0.1), (cx + q * 0.3, cy + q * 0.45)), "rough-line", 0.02)


def stones(h: Hex, rnd: Random) -> Iterator[Mark]:
    """Sixteen pale stones of a dry riverbed."""
    x, y = centre(h)
    for _ in range(16):
        a, b, q = rnd.uniform(-0.6, 0.6), rnd.uniform(-0.6, 0.6), rnd.uniform(0.03, 0.07)
        yield oval((x + a, y + b), q, q * 0.7, "paper", "water-line", 0.02)


def reeds(h: Hex, rnd: Random) -> Iterator[Mark]:
    """Staggered dashes of a marsh, two in five with reeds."""
    x, y = centre(h)
    for j in range(-3, 4):
        for i in range(-2, 3):
            a, b = (i + 0.5 * (j % 2)) * 0.36 + rnd.uniform(-0.05, 0.05), j * 0.25
            d, tall = rnd.uniform(0.08, 0.15), rnd.random() < 0.4
            if not inside(a, b, 0.95):
                continue
            yield line(((x + a - d, y + b), (x + a + d, y + b)), "marsh-line", 0.02)
            if tall:
                for e in (-0.05, 0.0, 0.05):
                    yield line(((x + a + e * 0.4, y + b), (x + a + e * 1.6, y + b - 0.13)), "marsh-line", 0.018)


def pools(h: Hex) -> Iterator[Mark]:
    """Three open pools: the mark of a marsh nobody may enter."""
    x, y = centre(h)
    for a, b, rx, ry in ((-0.35, -0.3, 0.32, 0.13), (0.3, 0.0, 0.34, 0.15), (-0.2, 0.4, 0.36, 0.14)):
        yield oval((x + a, y + b), rx, ry, "water", "water-edge", 0.025)


def ruts(h: Hex, rnd: Random) -> Iterator[Mark]:
    """Nine dashes and dots of mud."""
    x, y = centre(h)
    for _ in range(9):
        a, b, d = rnd.uniform(-0.8, 0.8), rnd.uniform(-0.75, 0.75), rnd.uniform(0.10, 0.22)
        if not inside(a, b, 0.95):
            continue
        yield line(((x + a - d, y + b), (x + a + d, y + b)), "mud-line", 0.022)
        yield oval((x + a + d * 0.2 + 0.02, y + b + 0.08), 0.018, 0.018, "mud-line")


def vines(h: Hex) -> Iterator[Mark]:
    """Seven green rows."""
    x, y = centre(h)
    for j in range(-3, 4):
        reach = 0.92 - abs(j) * 0.127
        yield line(((x - reach, y + j * 0.22), (x + reach, y + j * 0.22)), "vineyard", 0.05)


def pits(h: Hex) -> Iterator[Mark]:
    """Eight shaded holes."""
    x, y = centre(h)
    holes = ((-0.4, -0.3), (0.05, -0.42), (0.42, -0.2), (-0.5, 0.15), (-0.05, 0.05), (0.38, 0.25), (-0.25, 0.45))
    for a, b in (*holes, (0.15, 0.5)):
        yield oval((x + a, y + b), 0.11, 0.08, ("pits", "level-2", 0.15))
        yield arc((x + a, y + b), 0.15, 0.12, "hachure", 0.025, (170, 350))


def tufts(h: Hex, rnd: Random, level: int, dry: bool) -> Iterator[Mark]:
    """What little grows on open ground: here and there some blades of grass; on ``dry`` ground grains of sand."""
    x, y = centre(h)
    for _ in range(rnd.choice((0, 1, 1, 2))):
        a, b = rnd.uniform(-0.75, 0.75), rnd.uniform(-0.42, 0.74)
        q = rnd.uniform(0.055, 0.085)
        if not inside(a, b, 0.88):
            continue
        cx, cy = x + a, y + b
        if dry:
            for i in range(4):
                at = cx + q * (1.3 * i - 2), cy + rnd.uniform(-0.6, 0.6) * q
                yield oval(at, 0.014, 0.011, ("hachure", f"level-{level}", 0.52))
        else:
            blades = ((-1.3, -0.7), (-0.5, 0.0), (-0.1, -1.3), (0.15, 0.0), (1.1, -0.9))
            yield line([(cx + u * q, cy + v * q) for u, v in blades], ("tree-line", f"level-{level}", 0.60), 0.016)


def waves(h: Hex, rnd: Random) -> Iterator[Mark]:
    """Two or three crests on open water."""
    x, y = centre(h)
    for _ in range(rnd.choice((1, 2, 3))):
        a, b, q = rnd.uniform(-0.6, 0.6), rnd.uniform(-0.4, 0.7), rnd.uniform(0.09, 0.15)
        if inside(a, b, 0.85):
            crest = [
                (x + a + u * q, y + b + v * q)
                for u, v in ((-1.6, 0.1), (-0.8, -0.25), (0, 0.1), (0.8, -0.25), (1.6, 0.1))
            ]
            yield line(chaikin(crest, 2), ("water-line", "water", 0.45), 0.02)


def specks(h: Hex, rnd: Random) -> Iterator[Mark]:
    """Stipple for ground of a type the map has no picture for."""
    x, y = centre(h)
    for _ in range(26):
        a, b = rnd.uniform(-0.85, 0.85), rnd.uniform(-0.75, 0.75)
        if inside(a, b, 0.9):
            yield oval((x + a, y + b), 0.022, 0.022, "soft")
