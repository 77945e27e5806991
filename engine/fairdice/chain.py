"""The secret chain and the dice it gives.

s_N, ..., s_1, s_0 with s_(i-1) = SHA-256(s_i). s_0 is published before the battle; segment i is rolled with s_i, which
is published when the segment ends. Nobody can choose a later secret to suit: it must hash to the one already known.

A segment is a game turn (or what a system without turns counts instead). Only a take-back into a segment that has ended
tells the two apart: its secret is known to all by then, so new rolls use the first secret that isn't.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache

LENGTH = 1000
"""Segments a chain has: more game turns than any battle lasts."""

MOST_FACES = 1000


class Chain:
    """One battle's secrets.

    >>> chain = Chain(b"only an example")
    >>> hashlib.sha256(chain.secret(1)).digest() == chain.secret(0)
    True
    """

    def __init__(self, seed: bytes, length: int = LENGTH) -> None:
        self._seed = seed
        self.length = length

    def secret(self, segment: int) -> bytes:
        """s_i, 32 bytes. Raises ValueError past the end of the chain."""
        if not 0 <= segment <= self.length:
            raise ValueError(f"the chain has segments 1 to {self.length}, not {segment}")
        return _walk(self._seed, self.length - segment)

    @property
    def commitment(self) -> str:
        """s_0 in hex, published before the first roll."""
        return self.secret(0).hex()


@lru_cache(maxsize=4096)
def _walk(seed: bytes, steps: int) -> bytes:
    """s_N hashed ``steps`` times; s_N itself is the hash of the seed, so that the seed is never published."""
    value = hashlib.sha256(b"hexarch chain " + seed).digest()
    for _ in range(steps):
        value = hashlib.sha256(value).digest()
    return value


def link_for(segment: int, published: int) -> int:
    """Link of the chain for a roll in a segment of the battle, when the secrets up to ``published`` are known to all.

    >>> link_for(4, 3), link_for(2, 3)
    (4, 4)
    """
    return max(segment, published + 1)


def message(game: str, n: int, entropy: str, block: int) -> bytes:
    """What is signed for roll ``n``: ``game|n|entropy``; further blocks, rarely needed, add ``|1``, ``|2``..."""
    text = f"{game}|{n}|{entropy}"
    return (text if block == 0 else f"{text}|{block}").encode()


def digits(secret: bytes, game: str, n: int, entropy: str, count: int = 1, faces: int = 10) -> list[int]:
    """The dice of roll ``n``: bytes of HMAC-SHA-256, those that would favour some faces thrown away.

    Ten-sided dice read 0-9 (bytes below 250, modulo 10), others 1 to ``faces``. More than 256 faces take two bytes a
    die. Raises ValueError for dice that can't exist.
    """
    if not 2 <= faces <= MOST_FACES or not 1 <= count <= 100:
        raise ValueError(f"no such dice: {count}d{faces}")
    width = 1 if faces <= 256 else 2
    space = 256**width
    limit = space - space % faces
    low = 0 if faces == 10 else 1
    found: list[int] = []
    block = 0
    while len(found) < count:
        stream = hmac.new(secret, message(game, n, entropy, block), hashlib.sha256).digest()
        for i in range(0, len(stream), width):
            value = int.from_bytes(stream[i : i + width], "big")
            if value < limit and len(found) < count:
                found.append(value % faces + low)
        block += 1
    return found
