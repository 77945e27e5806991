"""Swiss rounds: pairing, byes, sides; whole events with random results and withdrawals."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from bot.service.competitions import progress, swiss
from bot.service.competitions.standings import Meeting, table
from bot.storage.competitions import SWISS, Competition, Fixture
from tests.bot.service.competitions.test_progress import leg
from tests.each import for_each


def event(players: int, rounds: int = 0) -> Competition:
    users = tuple(range(1, players + 1))
    n = min(rounds or swiss.rounds_for(players), swiss.most_rounds(players))
    return Competition(
        "e", 1, 2, None, 3, "S", SWISS, "running", 0.0, ("a",), ("A",), "live", order=users, seed="e|1", rounds=n
    )


def played_out(e: Competition, rng: random.Random, *, withdrawing: float = 0.0) -> tuple[list[Fixture], set[int]]:
    gone: set[int] = set()
    fixtures = progress.proceed(e, progress.fixtures_of(e), gone, 0.0)
    for _ in range(2000):
        assert progress.proceed(e, fixtures, gone, 0.0) == fixtures, "doing it again changes nothing"
        open_ = [f for f in fixtures if f.playable]
        if not open_:
            break
        if rng.random() < withdrawing:
            gone.add(rng.choice(e.order))
        else:
            f = rng.choice(open_)
            x = leg(rng.choice([*f.players, 0]))
            fixtures = [progress.decided(e, replace(g, legs=(x,))) if g is f else g for g in fixtures]
        fixtures = progress.proceed(e, fixtures, gone, 0.0)
    assert progress.over(e, fixtures, gone)
    return fixtures, gone


@for_each("players", [*range(2, 14), 24, 33])
@for_each("seed", [1, 2])
def test_nobody_meets_anybody_twice_nor_is_free_twice(players: int, seed: int) -> None:
    e = event(players)
    fixtures, _ = played_out(e, random.Random(f"{players} {seed}"))
    assert progress.final_of(fixtures) == e.rounds
    pairs = Counter(frozenset(f.players) for f in fixtures if len(f.players) == 2)
    assert max(pairs.values()) == 1, pairs.most_common(3)
    free = Counter(f.first for f in fixtures if f.how == progress.BYE)
    assert sum(free.values()) == (e.rounds if players % 2 else 0) and max(free.values(), default=1) == 1
    for r in range(1, e.rounds + 1):
        there = [u for f in fixtures if f.round == r for u in f.players]
        assert sorted(there) == list(e.order), "everybody, once a round"
    firsts = Counter[int]()
    for f in fixtures:
        if f.first and f.second:
            firsts[f.first] += 1
            firsts[f.second] -= 1
    assert max(abs(n) for n in firsts.values()) <= 2, "sides are shared out"


def test_as_many_rounds_as_there_are_opponents() -> None:
    fixtures, _ = played_out(event(6, rounds=12), random.Random(3))
    assert progress.final_of(fixtures) == 5 and len({frozenset(f.players) for f in fixtures}) == 15


@for_each("seed", range(12))
def test_who_withdraws_is_paired_no_more_and_it_comes_to_an_end(seed: int) -> None:
    e = event(5 + seed % 5)
    fixtures, gone = played_out(e, random.Random(f"gone {seed}"), withdrawing=0.25)
    won = progress.winners(e, fixtures, gone)
    assert not set(won) & gone and (won or gone == set(e.order))


def test_equals_meet_halves_folded_and_a_floater_meets_the_nearest() -> None:
    standing, points = [1, 2, 3, 4, 5, 6], {1: 3, 2: 3, 3: 3}
    met = [(1, 2), (3, 4), (5, 6)]
    pairs = swiss.pair(standing, points, met, {}, ())
    unordered = {frozenset(p) for p in pairs}
    # 1 and 2 have met: one of them meets 3, the other goes down by a victory.
    assert any(p <= {1, 2, 3} for p in unordered) and sum(len(p & {1, 2, 3}) == 1 for p in unordered) == 1
    assert not unordered & {frozenset(x) for x in met}


def test_meeting_again_beats_nobody_to_play() -> None:
    assert swiss.pair([1, 2], {}, [(1, 2)], {1: 1, 2: -1}, ()) == [(2, 1)]


def test_the_points_of_those_one_met_count() -> None:
    games = [Meeting(1, 2, 1), Meeting(3, 4, 3), Meeting(1, 3, 1), Meeting(2, 4, 2)]
    rows = {r.user: r for r in table([1, 2, 3, 4], games, swiss=True)}
    assert rows[1].place == 1 and (rows[2].points, rows[3].points) == (3, 3)
    assert rows[2].met == 6 + 0 and rows[3].met == 0 + 6
    free = {r.user: r for r in table([1, 2, 3], [Meeting(1, 2, 1), Meeting(3, 0, 3)], swiss=True)}
    assert free[3].points == 3 and free[3].met == 0


def test_the_next_round_waits_for_results_or_for_time() -> None:
    e = event(4)
    fixtures = progress.proceed(e, progress.fixtures_of(e), (), 0.0)
    assert progress.final_of(fixtures) == 1
    fixtures = [progress.decided(e, replace(f, legs=(leg(f.first or 0),))) if f.n == 1 else f for f in fixtures]
    assert progress.final_of(progress.proceed(e, fixtures, (), 100.0)) == 1
    late = progress.proceed(e, fixtures, (), e.days * progress.DAY + 1)
    assert progress.final_of(late) == 2 and not next(f for f in late if f.n == 2).decided
