"""Who meets whom in leagues and cups, and how a table follows from what they did: for every number of players."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.service.competitions import pairings
from bot.service.competitions.standings import DRAW, NOBODY, WIN, Meeting, table
from tests.each import for_each

# -- leagues ----------------------------------------------------------------------------------------------------------


@for_each("players", range(2, 41))
@for_each("cycles", [1, 2, 3])
def test_every_pair_meets_once_in_a_cycle(players: int, cycles: int) -> None:
    rounds = pairings.round_robin(players, cycles)
    per_cycle = len(rounds) // cycles
    assert len(rounds) == cycles * (players - 1 + players % 2)
    for c in range(cycles):
        met = [frozenset(p) for pairs in rounds[c * per_cycle : (c + 1) * per_cycle] for p in pairs]
        assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(range(players), 2)))


@for_each("players", range(2, 41))
@for_each("cycles", [1, 2, 3, 4])
def test_sides_are_balanced_to_within_one(players: int, cycles: int) -> None:
    firsts, seconds = Counter[int](), Counter[int]()
    for pairs in pairings.round_robin(players, cycles):
        for one, other in pairs:
            firsts[one] += 1
            seconds[other] += 1
    differences = {p: firsts[p] - seconds[p] for p in range(players)}
    most = 0 if cycles % 2 == 0 or players % 2 else 1
    assert all(abs(d) <= most for d in differences.values()), differences


@for_each("players", range(2, 41))
def test_nobody_plays_twice_in_a_round_and_at_most_one_is_free(players: int) -> None:
    rounds = pairings.round_robin(players)
    idle = Counter[int]()
    for pairs in rounds:
        busy = [p for pair in pairs for p in pair]
        assert len(busy) == len(set(busy))
        found = pairings.free(players, pairs)
        assert len(found) == players % 2
        idle.update(found)
    assert all(idle[p] == players % 2 for p in range(players))


@pytest.mark.parametrize("players", [0, 1])
def test_one_player_makes_no_league_and_no_cup(players: int) -> None:
    with pytest.raises(ValueError, match="no league"):
        pairings.round_robin(players)
    with pytest.raises(ValueError, match="no cup"):
        pairings.bracket(players)


# -- cups -------------------------------------------------------------------------------------------------------------


@for_each("players", range(2, 65))
def test_a_bracket_holds_everybody_once_and_byes_go_to_the_strongest(players: int) -> None:
    first = pairings.bracket(players)
    rounds = pairings.rounds_of(players)
    assert len(first) == 2 ** (rounds - 1)
    seeds = [s for match in first for s in match if s is not None]
    assert sorted(seeds) == list(range(players))
    byes = sorted(a for a, b in first if b is None)
    assert byes == list(range(2**rounds - players))


@for_each("players", range(2, 65))
def test_if_the_stronger_wins_the_strongest_meet_as_late_as_can_be(players: int) -> None:
    alive = [a if b is None else min(a, b) for a, b in pairings.bracket(players)]
    while len(alive) > 1:
        assert sorted(alive) == list(range(len(alive)))
        alive = [min(a, b) for a, b in zip(alive[::2], alive[1::2], strict=True)]
    assert alive == [0]


@given(st.integers(2, 64), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_whoever_wins_a_cup_ends_with_one_of_its_players(players: int, rng: object) -> None:
    alive = [a if b is None else rng.choice((a, b)) for a, b in pairings.bracket(players)]  # type: ignore[attr-defined]
    played = sum(b is not None for _, b in pairings.bracket(players))
    while len(alive) > 1:
        pairs = list(zip(alive[::2], alive[1::2], strict=True))
        played += len(pairs)
        alive = [rng.choice(p) for p in pairs]  # type: ignore[attr-defined]
    assert played == players - 1 and alive[0] in range(players)


# -- draws ------------------------------------------------------------------------------------------------------------


@given(st.sets(st.integers(1, 2**63 - 1), min_size=1, max_size=64), st.text(max_size=20))
@settings(max_examples=100, deadline=None)
def test_an_order_is_drawn_from_its_seed_alone(users: set[int], seed: str) -> None:
    order = pairings.drawn(users, seed)
    assert sorted(order) == sorted(users)
    assert order == pairings.drawn(sorted(users, reverse=True), seed)
    assert order == sorted(users, key=lambda u: hashlib.sha256(f"{seed}|{u}".encode()).hexdigest())


def test_lots_fall_both_ways() -> None:
    lots = Counter(pairings.lot(f"head {n}") for n in range(1000))
    assert set(lots) == {0, 1} and abs(lots[0] - 500) < 80
    assert pairings.lot("head 1") == hashlib.sha256(b"head 1").digest()[0] % 2


# -- tables -----------------------------------------------------------------------------------------------------------


@st.composite
def leagues(draw: st.DrawFn) -> tuple[int, list[Meeting]]:
    players = draw(st.integers(2, 8))
    meetings = []
    for pairs in pairings.round_robin(players):
        for one, other in pairs:
            winner = draw(st.sampled_from([one + 1, other + 1, NOBODY]))
            lead = draw(st.sampled_from([-1.0, -0.25, 0.0, 0.25, 1.0]))
            meetings.append(Meeting(one + 1, other + 1, winner, lead))
    return players, meetings


@given(leagues())
@settings(max_examples=200, deadline=None)
def test_a_table_adds_up(league: tuple[int, list[Meeting]]) -> None:
    players, meetings = league
    rows = table(range(1, players + 1), meetings)
    assert sorted(r.user for r in rows) == list(range(1, players + 1))
    decided = sum(m.winner != NOBODY for m in meetings)
    assert sum(r.points for r in rows) == WIN * decided + 2 * DRAW * (len(meetings) - decided)
    assert sum(r.won for r in rows) == sum(r.lost for r in rows) == decided
    assert abs(sum(r.lead for r in rows)) < 1e-6
    assert [r.points for r in rows] == sorted((r.points for r in rows), reverse=True)
    assert rows[0].place == 1
    for above, below in pairwise(rows):
        assert below.place in (above.place, rows.index(below) + 1)


@given(leagues(), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_places_dont_depend_on_the_order_of_anything(league: tuple[int, list[Meeting]], rng: object) -> None:
    players, meetings = league
    users = list(range(1, players + 1))
    places = {r.user: r.place for r in table(users, meetings)}
    rng.shuffle(users)  # type: ignore[attr-defined]
    rng.shuffle(meetings)  # type: ignore[attr-defined]
    assert {r.user: r.place for r in table(users, meetings)} == places


def order(*meetings: Meeting, players: int = 4) -> list[tuple[int, int]]:
    return [(r.place, r.user) for r in table(range(1, players + 1), meetings)]


def test_equal_points_go_by_the_battle_against_each_other() -> None:
    # 1 and 2 have three points each; 2 has by far the better losses, but 1 has beaten him.
    found = order(Meeting(1, 2, 1, 0.1), Meeting(2, 3, 2, 1.0), Meeting(3, 1, 3, 0.9), players=2)
    assert found == [(1, 1), (2, 2)]


def test_then_by_the_difference_of_losses() -> None:
    found = order(Meeting(1, 2, 1, 0.2), Meeting(2, 3, 2, 0.5), Meeting(3, 1, 3, 0.4), players=3)
    assert found == [(1, 2), (2, 3), (3, 1)]


def test_then_by_victories_and_then_the_place_is_shared() -> None:
    equal = [Meeting(1, 2, 1, 0.5), Meeting(2, 3, 2, 0.5), Meeting(3, 1, 3, 0.5)]
    assert order(*equal, players=3) == [(1, 1), (1, 2), (1, 3)]
    # One victory and two defeats against three draws: not the same battles, and equal otherwise.
    fewer = [Meeting(1, 3, 1), Meeting(1, 4, 4), Meeting(3, 1, 3), Meeting(2, 3, 0), Meeting(2, 4, 0), Meeting(4, 2, 0)]
    assert order(*fewer)[2:] == [(3, 1), (4, 2)]
    assert order(players=3) == [(1, 1), (1, 2), (1, 3)]
