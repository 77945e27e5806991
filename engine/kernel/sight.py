"""Lines of sight as geometry: which hexes a line crosses, where it runs along a hexside. Exact integer arithmetic."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from engine.kernel.hexes import Hex, cube, distance, neighbours

Crossing: TypeAlias = tuple[Hex, ...]
"""One hex the line passes through, or the two hexes it runs between."""


@lru_cache(maxsize=1 << 14)
def line(a: Hex, b: Hex) -> tuple[Crossing, ...]:
    """What the straight line between two hex centres crosses on its way, ends excluded, nearest to ``a`` first.

    >>> line(2004, 2303)
    ((2103,), (2204,))
    """
    n = distance(a, b)
    crossings: list[Crossing] = []
    ax, ay, az = cube(a)
    bx, by, bz = cube(b)
    for i in range(1, n):
        # The point i/n of the way, in cube coordinates multiplied by n: all integers.
        px, py, pz = ax * (n - i) + bx * i, ay * (n - i) + by * i, az * (n - i) + bz * i
        crossings.append(_hexes_at(px, py, pz, n))
    return tuple(crossings)


def _hexes_at(px: int, py: int, pz: int, n: int) -> Crossing:
    """The hex whose centre is nearest to a scaled cube point; both hexes when it is midway between two."""
    best: list[Hex] = []
    least: int | None = None
    for x in (px // n, px // n + 1):
        for z in (pz // n, pz // n + 1):
            y = -x - z
            dx, dy, dz = abs(x * n - px), abs(y * n - py), abs(z * n - pz)
            d = dx * dx + dy * dy + dz * dz
            if least is None or d < least:
                best, least = [_from_cube(x, z)], d
            elif d == least:
                best.append(_from_cube(x, z))
    return tuple(sorted(best))


def _from_cube(x: int, z: int) -> Hex:
    r = z + (x - (x & 1)) // 2
    return x * 100 + r


@lru_cache(maxsize=1 << 14)
def exits(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """Neighbours of ``a`` through whose hexside the line towards ``b`` leaves; two when it leaves along a hexside."""
    if distance(a, b) == 1:
        return (b,)
    first = line(a, b)[0]
    return tuple(h for h in first if h in neighbours(a))
