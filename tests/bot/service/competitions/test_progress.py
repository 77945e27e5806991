"""How leagues and cups go on: by random results, withdrawals and awards, for every number of players."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.service.competitions import progress
from bot.service.competitions.pairings import lot, rounds_of
from bot.storage.competitions import CUP, LEAGUE, Competition, Fixture, Leg
from tests.each import for_each

DAY = 24 * 3600.0


def event(kind: str, players: int, **more: object) -> Competition:
    made = Competition("e1", 1, 2, None, 3, "Spring", kind, "running", 0.0, ("a", "b"), ("A", "B"), "live")
    return replace(made, order=tuple(range(1, players + 1)), **more)  # type: ignore[arg-type]


def leg(winner: int, lead: float = 0.0, head: str = "head") -> Leg:
    return Leg(f"b{winner}", winner, lead, head)


def played(e: Competition, fixtures: list[Fixture], n: int, x: Leg) -> list[Fixture]:
    """The matches after a battle of one of them."""
    after = [progress.decided(e, replace(f, legs=(*f.legs, x))) if f.n == n else f for f in fixtures]
    return progress.proceed(e, after, set(), 0.0)


def played_out(e: Competition, rng: random.Random, *, withdrawing: float = 0.0) -> tuple[list[Fixture], set[int]]:
    """An event with random results, players withdrawing now and then."""
    gone: set[int] = set()
    fixtures = progress.proceed(e, progress.fixtures_of(e), gone, 0.0)
    for _ in range(10_000):
        assert progress.proceed(e, fixtures, gone, 0.0) == fixtures, "doing it again changes nothing"
        open_ = [f for f in fixtures if f.playable]
        if not open_:
            break
        if rng.random() < withdrawing:
            gone.add(rng.choice(e.order))
        else:
            f = rng.choice(open_)
            x = leg(rng.choice([*f.players, 0]), rng.choice([-0.5, 0.0, 0.5]), f"{f.n} {len(f.legs)}")
            fixtures = [progress.decided(e, replace(g, legs=(*g.legs, x))) if g is f else g for g in fixtures]
        fixtures = progress.proceed(e, fixtures, gone, 0.0)
    assert progress.over(e, fixtures)
    return fixtures, gone


@for_each("players", range(2, 65))
@for_each("third", [False, True])
def test_a_cup_of_any_size_has_a_winner(players: int, third: bool) -> None:
    e = event(CUP, players, third=third, both=players % 2 == 0)
    fixtures, _ = played_out(e, random.Random(players))
    rounds = rounds_of(players)
    main = [f for f in fixtures if not f.third]
    assert len(main) == 2**rounds - 1 and [f.n for f in fixtures] == list(range(1, len(fixtures) + 1))
    assert sum(f.how == progress.BYE for f in main) == 2**rounds - players
    assert all(f.how in (progress.BATTLE, progress.POINTS, progress.LOT, progress.BYE) for f in fixtures)
    [winner] = progress.winners(e, fixtures, set())
    losers = [f.other(f.winner) or 0 for f in main if f.winner and len(f.players) == 2]
    assert sorted([winner, *losers]) == list(e.order), "everybody but the winner loses once"
    thirds = [f for f in fixtures if f.third]
    assert len(thirds) == (1 if third and rounds > 1 else 0)
    for f in thirds:
        semis = [s for s in main if s.round == rounds - 1]
        assert set(f.players) == {s.other(s.winner or 0) for s in semis if len(s.players) == 2}


@for_each("seed", range(60))
def test_a_cup_whose_players_withdraw_comes_to_an_end(seed: int) -> None:
    rng = random.Random(seed)
    e = event(CUP, rng.randint(2, 20), third=True)
    fixtures, gone = played_out(e, rng, withdrawing=0.3)
    winners = progress.winners(e, fixtures, gone)
    assert len(winners) <= 1 and set(winners) <= set(e.order)
    for f in fixtures:
        if f.how == progress.FORFEIT:
            assert f.winner is not None and f.other(f.winner) in gone


@for_each("players", range(2, 14))
@for_each(("both", "cycles"), [(False, 1), (True, 1), (False, 3), (True, 2)])
def test_a_league_is_played_round_by_round(players: int, both: bool, cycles: int) -> None:
    e = event(LEAGUE, players, both=both, cycles=cycles)
    fixtures, _ = played_out(e, random.Random(players))
    times = cycles * (2 if both else 1)
    assert len(fixtures) == times * players * (players - 1) // 2
    assert all(len(f.legs) == 1 and f.how == progress.BATTLE for f in fixtures)
    assert {f.scenario for f in fixtures if f.round % 2} == {"a"}
    assert all(f.scenario == "b" for f in fixtures if f.round % 2 == 0)
    table = progress.league_table(e, fixtures)
    assert all(r.played == times * (players - 1) for r in table)
    assert progress.winners(e, fixtures, set()) == tuple(r.user for r in table if r.place == 1)


@for_each("seed", range(30))
def test_a_league_whose_players_withdraw_comes_to_an_end(seed: int) -> None:
    rng = random.Random(seed)
    e = event(LEAGUE, rng.randint(2, 8))
    fixtures, gone = played_out(e, rng, withdrawing=0.2)
    assert not set(progress.winners(e, fixtures, gone)) & gone
    for f in fixtures:
        if f.how == progress.VOID:
            assert set(f.players) <= gone and f.winner == 0
    table = progress.league_table(e, fixtures)
    assert sum(r.won for r in table) == sum(r.lost for r in table)


def test_the_next_round_of_a_league_waits_for_the_last_or_for_its_deadline() -> None:
    e = event(LEAGUE, 4)
    fixtures = progress.proceed(e, progress.fixtures_of(e), set(), 0.0)
    assert {f.round for f in fixtures if f.playable} == {1}
    one = next(f for f in fixtures if f.playable)
    fixtures = played(e, fixtures, one.n, leg(one.first or 0))
    assert {f.round for f in fixtures if f.playable} == {1}
    late = progress.proceed(e, fixtures, set(), 14 * DAY)
    assert {f.round for f in late if f.playable} == {1, 2}
    assert {f.due for f in late if f.round == 2} == {28 * DAY}
    other = next(f for f in fixtures if f.playable)
    assert {f.round for f in played(e, fixtures, other.n, leg(0)) if f.playable} == {2}


def test_a_round_that_nobody_has_to_play_opens_none_before_its_time() -> None:
    e = event(LEAGUE, 3, both=True)
    fixtures = progress.proceed(e, progress.fixtures_of(e), set(), 0.0)
    one = next(f for f in fixtures if f.playable)
    gone = next(u for u in e.order if u not in one.players)
    after = progress.proceed(e, fixtures, {gone}, 0.0)
    assert [f.n for f in after if f.playable] == [one.n]
    again = next(f for f in played(e, after, one.n, leg(0)) if f.playable)
    assert again.players == one.players[::-1] and again.round == one.round + 3


def test_matches_of_a_cup_begin_when_both_players_are_known() -> None:
    e = event(CUP, 6)
    fixtures = progress.proceed(e, progress.fixtures_of(e), set(), 0.0)
    # The two strongest have byes; their opponents come from the first round.
    byes = [f for f in fixtures if f.how == progress.BYE]
    assert [f.winner for f in byes] == [1, 2]
    first = [f for f in fixtures if f.playable]
    assert [set(f.players) for f in first] == [{4, 5}, {3, 6}]
    after = played(e, fixtures, first[0].n, leg(5))
    assert [(f.n, set(f.players)) for f in after if f.playable] == [(4, {3, 6}), (5, {1, 5})]


@pytest.mark.parametrize(
    ("legs", "winner", "how"),
    [
        ([leg(1)], 1, "battle"),
        ([leg(0)], None, ""),
        ([leg(0), leg(2)], 2, "battle"),
        ([leg(0, 0.3), leg(0, -0.1)], 1, "points"),
        ([leg(0, 0.1), leg(0, -0.3)], 2, "points"),
        ([leg(0, 0.1), leg(0, -0.1, "x")], (1, 2)[lot("x|e1|1")], "lot"),
        ([leg(0), leg(0, 0, "y")], (1, 2)[lot("y|e1|1")], "lot"),
    ],
)
def test_a_match_of_a_cup(legs: list[Leg], winner: int | None, how: str) -> None:
    f = Fixture("e1", 1, 1, 1, 2, "a", legs=tuple(legs))
    found = progress.decided(event(CUP, 2), f)
    assert (found.winner, found.how) == (winner, how)


@pytest.mark.parametrize(
    ("legs", "winner", "how"),
    [
        ([leg(1)], None, ""),
        ([leg(1), leg(1)], 1, "battle"),
        ([leg(1), leg(0)], 1, "battle"),
        ([leg(1, 0.2), leg(2, -0.5)], 2, "points"),
        ([leg(1, 0.5), leg(2, -0.5, "x")], (1, 2)[lot("x|e1|1")], "lot"),
    ],
)
def test_a_match_of_two_battles(legs: list[Leg], winner: int | None, how: str) -> None:
    f = Fixture("e1", 1, 1, 1, 2, "a", legs=tuple(legs))
    found = progress.decided(event(CUP, 2, both=True), f)
    assert (found.winner, found.how) == (winner, how)


def test_in_a_cup_nobody_has_the_first_side_much_oftener() -> None:
    e = event(CUP, 64)
    fixtures, _ = played_out(e, random.Random(4))
    for user in e.order:
        mine = [f for f in fixtures if user in f.players and len(f.players) == 2]
        firsts = sum(f.first == user for f in mine)
        assert abs(2 * firsts - len(mine)) <= 3
