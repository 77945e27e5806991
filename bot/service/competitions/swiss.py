"""Swiss rounds: everybody plays in every round, against somebody with as many points whom they haven't met.

Pure arithmetic. Who pairs by hand does the same: those with equal points meet, the upper half of them the lower half;
nobody meets the same player twice while that can be helped, and nobody is free twice. Whom to pair with whom is a
matching of least cost, found by networkx (Edmonds' blossoms), so that it is the best one however many have withdrawn.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

AGAIN, FAR, SAME = 10**9, 10**4, 10**3
"""What it costs that two meet again, for each point squared between them, and that both have had the same side oftener;
each far more than the next, and all of them than how halves are folded."""

Pairing = tuple[int, int | None]
"""Who plays the first side, and who the second; None for who is free in the round, which counts as a victory."""


def rounds_for(players: int) -> int:
    """As many rounds as leave one player without a defeat, if nobody draws.

    >>> [rounds_for(n) for n in (2, 5, 8, 9, 64)]
    [1, 3, 3, 4, 6]
    """
    return max(1, (players - 1).bit_length())


def most_rounds(players: int) -> int:
    """Rounds after which somebody would have to meet the same player again.

    >>> [most_rounds(n) for n in (2, 5, 8)]
    [1, 5, 7]
    """
    return players - 1 if players % 2 == 0 else players


def pair(
    standing: Sequence[int],
    points: Mapping[int, int],
    met: Collection[tuple[int, int]],
    firsts: Mapping[int, int],
    freed: Collection[int],
) -> list[Pairing]:
    """The next round for the players of ``standing``, the best first: pairs from the top, who is free last.

    ``points`` and ``firsts`` are by player, ``firsts`` how much oftener they had the first side than the second;
    ``met`` are pairs that have met, in any order, ``freed`` who has been free. The same always gives the same.

    >>> pair([1, 2, 3, 4], {}, (), {}, ())
    [(1, 3), (4, 2)]
    >>> pair([1, 2, 3], {1: 3, 2: 3}, (), {}, {3})
    [(1, 3), (2, None)]
    """
    import networkx as nx  # imported where a round is paired: it takes a quarter of a second

    free = None
    if len(standing) % 2:
        free = next((p for p in reversed(standing) if p not in freed), standing[-1])
    left = [p for p in standing if p != free]
    known = {frozenset(x) for x in met}
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(left)))
    for i, one in enumerate(left):
        for j in range(i + 1, len(left)):
            mine, theirs = firsts.get(one, 0), firsts.get(left[j], 0)
            cost = _cost(i, j, left, points) + (AGAIN if frozenset((one, left[j])) in known else 0)
            cost += SAME * min(abs(mine), abs(theirs)) if mine * theirs > 0 else 0
            graph.add_edge(i, j, weight=-cost)
    matched: set[tuple[int, int]] = nx.max_weight_matching(graph, maxcardinality=True)
    found = sorted(tuple(sorted(x)) for x in matched)
    pairs: list[Pairing] = [_sides(left[i], left[j], firsts, n) for n, (i, j) in enumerate(found)]
    return [*pairs, (free, None)] if free is not None else pairs


def _cost(i: int, j: int, left: Sequence[int], points: Mapping[int, int]) -> int:
    """What it costs to pair the players in places ``i`` and ``j``."""
    mine, theirs = points.get(left[i], 0), points.get(left[j], 0)
    equals = [n for n, p in enumerate(left) if points.get(p, 0) == mine]
    # The upper half meets the lower one: the first of each, the second of each.
    fold = abs((j - i) - len(equals) // 2) if mine == theirs else 0
    return FAR * (mine - theirs) ** 2 + fold * fold


def _sides(one: int, other: int, firsts: Mapping[int, int], n: int) -> Pairing:
    """Who has had the first side less often has it; of equals the better one in every other pair."""
    mine, theirs = firsts.get(one, 0), firsts.get(other, 0)
    if mine != theirs:
        return (one, other) if mine < theirs else (other, one)
    return (one, other) if n % 2 == 0 else (other, one)
