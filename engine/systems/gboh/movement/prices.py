"""What makes one way better than another, as one number: halves of Movement Points, then hits for certain, then friends
passed through. :attr:`Node.price <engine.systems.gboh.movement.steps.Node.price>` has the same order.
"""

from __future__ import annotations

HIT = 1 << 10
"""One hit; friends passed through are below it."""
HALF = HIT << 10
"""Half a Movement Point."""
BITS = 32
"""Of any price: of less than 2,048 Movement Points, which is beyond any map; hits and friends are fewer than 1,024."""


def of(half_mp: int, hits: int, passed: int) -> int:
    """The number of a way."""
    return half_mp * HALF + hits * HIT + passed


def parts(price: int) -> tuple[int, int, int]:
    """Halves of Movement Points, hits, and friends passed through.

    >>> parts(of(7, 2, 1))
    (7, 2, 1)
    """
    return price // HALF, price % HALF // HIT, price % HIT
