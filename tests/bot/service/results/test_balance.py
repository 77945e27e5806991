"""Who won against whom, and what a handful of battles says about a scenario."""

from __future__ import annotations

import pytest

from bot.language.catalogue import ENGLISH
from bot.narration.ranks import balance_lines, rating_lines, signed, table_lines
from bot.service.results.balance import FEWEST, MOST, Balance, Score, balance, meetings, score_of, wilson
from bot.service.results.ratings import rate
from tests.bot.service.results.test_ratings import ADA, BEN, CLEO, DAN, result

SIDES = (("red", "Reds"), ("blue", "Blues"))


def made(won: int, drawn: int, lost: int, expected: float = 0.5) -> Balance:
    return Balance("toy", "toy/duel", "The duel", SIDES, Score(won, drawn, lost), expected)


@pytest.mark.parametrize(
    ("share", "n", "low", "high"),
    [
        # z = 1.96: (p + z²/2n ± z·√(p(1-p)/n + z²/4n²)) / (1 + z²/n), worked out by hand.
        (0.8, 10, 0.4902, 0.9433),
        (0.5, 100, 0.4038, 0.5962),
        (0.0, 10, 0.0, 0.2775),
        (1.0, 10, 0.7225, 1.0),
        (0.1, 20, 0.0279, 0.3010),
        (0.5, 0, 0.0, 1.0),
    ],
)
def test_wilsons_interval(share: float, n: int, low: float, high: float) -> None:
    assert wilson(share, n) == pytest.approx((low, high), abs=0.0001)


def test_the_interval_holds_the_share_and_shrinks() -> None:
    for n in range(1, 60):
        for won in range(n + 1):
            low, high = wilson(won / n, n)
            assert 0 <= low <= won / n <= high <= 1
            more = wilson(won / n, 4 * n)
            assert more[1] - more[0] < high - low


def test_draws_are_half() -> None:
    b = made(3, 4, 1)
    assert b.share == 5 / 8 and b.interval == wilson(5 / 8, 8)


@pytest.mark.parametrize(
    ("battles", "favoured", "even"),
    [
        ((16, 0, 4), "red", False),
        ((4, 0, 16), "blue", False),
        ((10, 0, 10), None, False),
        ((60, 0, 60), None, True),
        ((9, 0, 0), None, False),
        ((10, 0, 0), "red", False),
    ],
)
def test_what_can_be_said(battles: tuple[int, int, int], favoured: str | None, even: bool) -> None:
    b = made(*battles)
    assert (b.favoured, b.even) == (favoured, even)
    assert (b.needed == 0) is (favoured is not None or even)


def test_better_players_explain_a_better_share() -> None:
    assert made(16, 0, 4).favoured == "red"
    assert made(16, 0, 4, expected=0.8).favoured is None
    assert made(10, 0, 10, expected=0.8).favoured == "blue"


@pytest.mark.parametrize("battles", [(0, 0, 0), (1, 0, 0), (5, 0, 5), (7, 0, 3), (12, 3, 9), (2, 0, 2)])
def test_as_many_more_of_the_same_kind_decide(battles: tuple[int, int, int]) -> None:
    b = made(*battles)
    n, needed = b.score.battles, b.needed
    assert FEWEST - n <= needed < MOST and needed > 0
    share = (b.share + 1.96**2 / (2 * n)) / (1 + 1.96**2 / n) if n else 0.5

    def said(m: int) -> bool:
        low, high = wilson(share, n + m)
        return n + m >= FEWEST and (low > 0.5 or high < 0.5 or (low >= 0.4 and high <= 0.6))

    assert said(needed) and not said(needed - 1)


def test_expectations_come_from_the_ratings_before_each_battle() -> None:
    first = [result(n, "red", (ADA,), (BEN,)) for n in range(8)]
    book = rate(first)
    b = balance(first, SIDES, book.expected)
    assert b.score == Score(8, 0, 0)
    assert b.expected == pytest.approx(sum(book.expected[r.battle]["red"] for r in first) / 8)
    assert 0.5 < b.expected < 1
    other = balance(first, SIDES[::-1], book.expected)
    assert other.expected == pytest.approx(1 - b.expected) and other.score == Score(0, 0, 8)
    assert balance(first, SIDES, {}).expected == 0.5


def test_scores_and_meetings() -> None:
    results = [
        result(1, "red"),
        result(2, None),
        result(3, "red", (BEN,), (ADA,)),
        result(4, "red", (ADA, CLEO), (BEN, DAN)),
        result(5, "blue", (ADA, BEN), (CLEO,)),
        result(6, "blue", rated=False),
        result(7, "blue", scenario="toy/other", title="Other"),
    ]
    assert score_of(results, ADA) == Score(2, 1, 3)
    assert score_of(results, 99) == Score()
    met = meetings(results, ADA, BEN)
    assert [(m.scenario, m.side, m.score) for m in met] == [
        ("toy/duel", "blue", Score(0, 0, 1)),
        ("toy/duel", "red", Score(2, 1, 0)),
        ("toy/other", "red", Score(0, 0, 1)),
    ]
    mirrored = meetings(results, BEN, ADA)
    assert sum(m.score.won for m in met) == sum(m.score.lost for m in mirrored)
    assert meetings(results, ADA, 99) == []


# -- in words ---------------------------------------------------------------------------------------------------------


def test_a_balance_in_words() -> None:
    lines = balance_lines(made(14, 2, 8, 0.55), "Toy*", ENGLISH)
    assert lines[0] == r"**The duel** (Toy\*)"
    assert lines[1] == "Battles: 24. Won by the Reds 14, by the Blues 8, drawn 2."
    assert "The Reds have 62 in 100" in lines[2] and "55 were to be expected" in lines[2]
    assert "between 43 and 79" in lines[2]
    assert lines[3].startswith("Too early to say; battles still needed: about ")
    assert "Reds have the better" in balance_lines(made(16, 0, 4), "Toy", ENGLISH)[3]
    assert "Blues have the better" in balance_lines(made(4, 0, 16), "Toy", ENGLISH)[3]
    assert "Neither side" in balance_lines(made(60, 0, 60), "Toy", ENGLISH)[3]


def test_a_rating_in_words() -> None:
    results = [result(n, "red") for n in range(2)]
    book = rate(results)
    told = "\n".join(rating_lines("Toy", book, ADA, Score(3, 0, 0), ENGLISH))
    assert f"{book.ratings[ADA].points} points, provisional (rated battles: 2 of 5)" in told
    assert "3 won, 0 drawn, 0 lost. The last rated battle: +" in told
    assert "Against players whose data are gone, and not rated: 1." in told
    assert "Not well known yet" in told and f"within {book.ratings[ADA].spread} of that" in told
    settled = rate([result(n, ("red", "blue")[n % 2]) for n in range(120)])
    told = "\n".join(rating_lines("Toy", settled, ADA, Score(60, 0, 60), ENGLISH))
    assert "place " in told and "of 2" in told and "Well known" in told and "gone" not in told


def test_a_table_in_pages() -> None:
    results = [result(n, "red", (1000 + n,), (2000 + n,)) for n in range(23)]
    book = rate(results)
    pages = [table_lines("Toy", book, n, ENGLISH) for n in range(3)]
    assert [len(p) for p in pages] == [22, 22, 8]
    shown = [x for p in pages for x in p if "<@" in x]
    assert len(set(shown)) == 46 and all("provisional" in x for x in shown)
    long = rate([result(n, "red", (10**18 + n,), (10**19 + n,)) for n in range(40)])
    assert max(len("\n".join(table_lines("Great Battles of Alexander", long, n, ENGLISH))) for n in range(4)) < 1900


def test_changes_with_their_sign() -> None:
    assert [signed(n) for n in (34, -12, 0)] == ["+34", "−12", "±0"]
