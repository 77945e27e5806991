"""Who meets whom: leagues in which everybody meets everybody, cups in which losers are out, Swiss rounds.

Pure arithmetic.

Players are numbers, 0 being the first of an order that was drawn or follows from ratings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

Pair = tuple[int, int]
"""Who plays the first side of a battle, and who the second."""


def drawn(users: Iterable[int], seed: str) -> list[int]:
    """Users in an order that follows from a seed, and that anybody can work out again.

    They are sorted by SHA-256 of ``seed|user``, in hexadecimal.

    >>> drawn([1, 2, 3], "cup 7")
    [3, 2, 1]
    """
    return sorted(users, key=lambda u: (hashlib.sha256(f"{seed}|{u}".encode()).hexdigest(), u))


def lot(seed: str) -> int:
    """0 or 1, by the first byte of SHA-256 of the seed: even or odd."""
    return hashlib.sha256(seed.encode()).digest()[0] % 2


# -- leagues ----------------------------------------------------------------------------------------------------------


def round_robin(players: int, cycles: int = 1) -> list[list[Pair]]:
    """Rounds in which each meets each other once per cycle, sides changed with every cycle.

    The circle method. Within a cycle everybody plays each side equally often if the number of players is odd, and to
    within one battle if it is even; two cycles are balanced exactly. With an odd number one is free in each round,
    everybody once per cycle. Raises ValueError for fewer than two players.

    >>> round_robin(3)
    [[(1, 2)], [(2, 0)], [(0, 1)]]
    """
    if players < 2 or cycles < 1:
        raise ValueError(f"no league of {players} players in {cycles} cycles")
    once = _cycle(players)
    return [[(b, a) if c % 2 else (a, b) for a, b in pairs] for c in range(cycles) for pairs in once]


def _cycle(players: int) -> list[list[Pair]]:
    # An odd circle; of an even number the last player stays outside and meets whoever is free.
    circle = players - 1 if players % 2 == 0 else players
    rounds: list[list[Pair]] = []
    for r in range(circle):
        pairs: list[Pair] = []
        if circle < players:
            pairs.append((r, circle) if r % 2 == 0 else (circle, r))
        for k in range(1, circle // 2 + 1):
            one, other = (r + k) % circle, (r - k) % circle
            # By turns, so that nobody has one side several times in a row for long.
            pairs.append((one, other) if k % 2 else (other, one))
        rounds.append(pairs)
    return rounds


def free(players: int, pairs: Sequence[Pair]) -> list[int]:
    """Who has no battle in a round."""
    busy = {p for pair in pairs for p in pair}
    return [p for p in range(players) if p not in busy]


# -- cups -------------------------------------------------------------------------------------------------------------


def bracket(players: int) -> list[tuple[int, int | None]]:
    """The first round of a cup: each match's two players by their seeds; None for a bye.

    As many matches as make a full bracket; byes fall to the strongest. If the stronger always wins, the two strongest
    meet in the final, the four strongest in its semi-finals, and so on. Winners of the matches 2i and 2i + 1 of a
    round meet in match i of the next one. Raises ValueError for fewer than two players.

    >>> bracket(4)
    [(0, 3), (1, 2)]
    >>> bracket(3)
    [(0, None), (1, 2)]
    """
    if players < 2:
        raise ValueError(f"no cup of {players} players")
    order = [0]
    while len(order) < players:
        last = 2 * len(order) - 1
        order = [x for s in order for x in (s, last - s)]
    pairs = zip(order[::2], order[1::2], strict=True)
    return [(min(a, b), max(a, b) if max(a, b) < players else None) for a, b in pairs]


def rounds_of(players: int) -> int:
    """Rounds of a cup.

    >>> [rounds_of(n) for n in (2, 3, 4, 5, 64)]
    [1, 2, 2, 3, 6]
    """
    return max(1, (players - 1).bit_length())
