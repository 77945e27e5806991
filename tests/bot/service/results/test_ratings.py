"""Ratings follow from results alone."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from bot.service.results import ratings
from bot.service.results.ratings import PROVISIONAL, Book, Rating, expected, rate, teams
from bot.storage.results import FORGOTTEN, Result

ADA, BEN, CLEO, DAN = 10, 20, 30, 40


def result(n: int, winner: str | None, red: tuple[int, ...] = (ADA,), blue: tuple[int, ...] = (BEN,), **more: object):
    players = (*((u, "blue") for u in blue), *((u, "red") for u in red))
    made = Result(f"b{n:03}", 1, "toy", "toy/duel", "rules", winner, True, float(n), players)
    return replace(made, **more)  # type: ignore[arg-type]


def test_the_first_battle_of_two_newcomers_by_hand() -> None:
    book = rate([result(1, "red")])
    variance = (25 / 3) ** 2 + (25 / 300) ** 2
    spread = math.sqrt(2 * variance + 2 * (25 / 6) ** 2)
    gained = variance / spread * 0.5
    shrunk = math.sqrt(variance * (1 - math.sqrt(variance) / spread * variance / spread**2 * 0.25))
    ada, ben = book.ratings[ADA], book.ratings[BEN]
    assert (ada.mu, ben.mu) == pytest.approx((25 + gained, 25 - gained))
    assert (ada.sigma, ben.sigma) == pytest.approx((shrunk, shrunk))
    assert ada.points == round(1500 + 30 * (25 + gained - 3 * shrunk)) == 1603
    assert (ada.change, ben.change) == (103, -55)
    assert (ada.guess, ada.spread) == (2329, 474)
    assert (ada.won, ada.lost, ben.won, ben.lost) == (1, 0, 0, 1)
    assert book.expected == {"b001": {"blue": 0.5, "red": 0.5}}


def test_a_newcomer_has_1500_points() -> None:
    assert Rating(ADA).points == 1500


def test_one_against_one_is_the_model_as_published() -> None:
    """Whatever has been added for teams changes nothing for two players."""
    model, mine, theirs = PlackettLuce(), PlackettLuce().rating(), PlackettLuce().rating()
    rng = random.Random(4)
    results = [result(n, rng.choice(["red", "red", "blue", None])) for n in range(60)]
    for r in results:
        ranks = [1 - r.score("red"), r.score("red")]
        [[mine], [theirs]] = model.rate([[mine], [theirs]], ranks=ranks)
    book = rate(results)
    assert (book.ratings[ADA].mu, book.ratings[ADA].sigma) == pytest.approx((mine.mu, mine.sigma))
    assert (book.ratings[BEN].mu, book.ratings[BEN].sigma) == pytest.approx((theirs.mu, theirs.sigma))


def test_an_upset_moves_more_than_what_was_expected() -> None:
    before = [result(n, "red") for n in range(10)]
    now = rate(before).ratings
    usual, upset = (rate([*before, result(99, w)]).ratings for w in ("red", "blue"))
    assert 0 < usual[ADA].mu - now[ADA].mu < (now[ADA].mu - upset[ADA].mu) / 2
    assert upset[BEN].change > -usual[BEN].change
    assert rate([*before, result(99, "blue")]).expected["b099"]["red"] > 0.8


def test_a_draw_brings_two_players_closer() -> None:
    before = [result(n, "red") for n in range(6)]
    now, then = rate(before).ratings, rate([*before, result(99, None)]).ratings
    assert then[ADA].mu < now[ADA].mu and then[BEN].mu > now[BEN].mu
    assert (then[ADA].won, then[ADA].drawn, then[BEN].drawn) == (6, 1, 1)
    even = rate([result(1, None)]).ratings
    assert even[ADA].mu == even[BEN].mu == 25 and even[ADA].sigma < ratings.SIGMA


def test_every_battle_makes_the_players_better_known() -> None:
    spreads = [rate([result(i, ("red", "blue")[i % 2]) for i in range(n)]).ratings[ADA].spread for n in (1, 5, 20, 80)]
    assert spreads == sorted(spreads, reverse=True) and spreads[-1] < spreads[0] / 2


# -- order ------------------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_the_order_in_which_results_are_given_makes_no_difference(data: st.DataObject) -> None:
    users = st.sampled_from([ADA, BEN, CLEO, DAN, FORGOTTEN])
    winners = st.sampled_from(["red", "blue", None])
    made = [
        result(n, data.draw(winners), (data.draw(users),), (data.draw(users),), ended=float(n // 3)) for n in range(9)
    ]
    shuffled = data.draw(st.permutations(made))
    assert rate(shuffled) == rate(made)


def test_battles_that_ended_at_once_count_in_the_order_of_their_numbers() -> None:
    one, other = result(1, "red", ended=5.0), result(2, "blue", ended=5.0)
    assert rate([one, other]) == rate([other, one])
    swapped = [replace(one, battle="b002"), replace(other, battle="b001")]
    assert rate(swapped).ratings[ADA] != rate([one, other]).ratings[ADA]


def test_the_same_results_give_the_same_ratings_to_the_last_digit() -> None:
    results = [result(n, ("red", "blue", None)[n % 3]) for n in range(30)]
    first = rate(results)
    ratings._rate.cache_clear()
    assert rate(results) == first


# -- what counts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "out",
    [
        result(2, "red", rated=False),
        result(2, "red", (ADA,), (ADA,)),
        result(2, "red", (ADA, BEN), (BEN,)),
        result(2, "red", (), (BEN,)),
        result(2, "red", (ADA,), ()),
        result(2, "red", (ADA,), (FORGOTTEN,)),
    ],
    ids=["annulled", "against oneself", "on both sides", "no red", "no blue", "deleted"],
)
def test_what_does_not_count_leaves_ratings_as_if_it_had_never_been(out: Result) -> None:
    others = [result(1, "red"), result(3, "blue", (CLEO,), (ADA,))]
    assert teams(out) is None
    assert rate([*others, out]) == rate(others)


def test_who_is_deleted_is_left_out_of_his_team() -> None:
    with_him, without = result(1, "red", (ADA, FORGOTTEN)), result(1, "red", (ADA,))
    assert rate([with_him]) == rate([without])


# -- teams ------------------------------------------------------------------------------------------------------------


def test_a_team_is_as_strong_as_the_mean_of_its_players() -> None:
    """A second player doesn't bring a second army: nothing is expected of two against one because they are two."""
    assert expected([Rating(ADA), Rating(CLEO)], [Rating(BEN)]) == 0.5
    strong, weak = Rating(CLEO, mu=31.0, sigma=2.0), Rating(DAN, mu=19.0, sigma=2.0)
    assert expected([strong, weak], [Rating(BEN, sigma=2.0)]) == pytest.approx(0.5)
    assert expected([strong], [weak]) + expected([weak], [strong]) == pytest.approx(1)


def test_players_of_a_team_share_what_it_wins() -> None:
    alone = rate([result(1, "red")]).ratings
    team = rate([result(1, "red", (ADA, CLEO), (BEN, DAN))]).ratings
    assert team[ADA].mu == team[CLEO].mu > 25 > team[BEN].mu == team[DAN].mu
    assert team[ADA].mu - 25 < alone[ADA].mu - 25, "one of two has less to do with it"
    assert team[ADA].sigma > alone[ADA].sigma, "and it tells less about one of two"


def test_the_less_known_of_a_team_moves_most() -> None:
    known = [result(n, ("red", "blue")[n % 2]) for n in range(20)]
    before = rate(known).ratings[ADA]
    after = rate([*known, result(99, "red", (ADA, CLEO), (DAN,))]).ratings
    assert after[CLEO].mu - 25 > 2 * (after[ADA].mu - before.mu) > 0


def test_two_against_one_is_won_and_lost() -> None:
    book = rate([result(1, "blue", (ADA, CLEO), (BEN,))])
    assert {u: (r.won, r.lost) for u, r in book.ratings.items()} == {ADA: (0, 1), CLEO: (0, 1), BEN: (1, 0)}


# -- the table --------------------------------------------------------------------------------------------------------


def test_the_stronger_ends_above_the_weaker() -> None:
    """Three players of known strength meet in a round robin for long."""
    strength = {ADA: 4.0, BEN: 2.0, CLEO: 1.0}
    rng, results = random.Random(1), []
    for n in range(180):
        one, other = list(itertools.permutations(strength, 2))[n % 6]
        red = rng.random() < strength[one] / (strength[one] + strength[other])
        results.append(result(n, "red" if red else "blue", (one,), (other,)))
    book = rate(results)
    assert [r.user for r in book.ranking()] == [ADA, BEN, CLEO]
    assert [book.place(u) for u in (ADA, BEN, CLEO)] == [1, 2, 3]
    assert expected([book.ratings[ADA]], [book.ratings[CLEO]]) == pytest.approx(0.8, abs=0.1)


def test_provisional_players_have_no_place_and_come_last() -> None:
    often = [result(n, "red") for n in range(PROVISIONAL)]
    once = result(99, "red", (CLEO,), (DAN,))
    book = rate([*often, once])
    assert book.ratings[CLEO].points > book.ratings[BEN].points
    assert [r.user for r in book.ranking()] == [ADA, BEN, CLEO, DAN]
    assert (book.place(ADA), book.place(BEN), book.place(CLEO), book.place(99)) == (1, 2, None, None)
    assert rate(often[:-1]).place(ADA) is None


def test_equal_points_share_a_place() -> None:
    settled = [Rating(u, 30.0, 2.0, won=9) for u in (ADA, BEN)] + [Rating(CLEO, 20.0, 2.0, lost=9)]
    book = Book({r.user: r for r in settled})
    assert [book.place(u) for u in (ADA, BEN, CLEO)] == [1, 1, 3]


def test_no_results_no_ratings() -> None:
    assert rate([]) == Book({}, {}) and rate([]).ranking() == []
