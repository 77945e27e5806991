"""Luck: means, chances, and how rare a run of dice is, against figures worked out by hand."""

from __future__ import annotations

import pytest

from engine.fairdice.luck import chance_to_meet, meets, tallies
from engine.kernel.dice import Modifier, Roll


def roll(
    n: int,
    *dice: int,
    side: str = "byzantine",
    purpose: str = "missile",
    needs: str = "",
    bonus: int = 0,
    faces: int = 10,
) -> Roll:
    return Roll(
        n=n,
        segment=1,
        purpose=purpose,
        side=side,
        text="",
        rule="",
        needs=needs,
        faces=faces,
        dice=dice,
        modifiers=(Modifier(value=bonus, reason="x"),) if bonus else (),
        total=sum(dice) + bonus,
    )


def test_one_die_is_never_unusual_in_the_middle_and_one_in_five_at_the_ends() -> None:
    [whole, kind] = tallies([roll(1, 4)])
    assert (whole.side, whole.purpose, kind.purpose) == ("byzantine", "", "missile")
    assert whole.mean == 4 and whole.expected == 4.5
    assert whole.chance == pytest.approx(1.0)
    assert tallies([roll(1, 9)])[0].chance == pytest.approx(0.2)  # 0 and 9 are as far off


def test_two_nines_in_a_row() -> None:
    assert tallies([roll(1, 9), roll(2, 9)])[0].chance == pytest.approx(2 / 100)
    assert tallies([roll(1, 9, 9)])[0].chance == pytest.approx(2 / 100)


def test_sixes_begin_at_one() -> None:
    [whole, _] = tallies([roll(1, 6, faces=6)])
    assert whole.expected == 3.5 and whole.chance == pytest.approx(2 / 6)


def test_many_dice_go_by_the_normal_distribution_and_meet_the_exact_one() -> None:
    def high(n: int) -> list[Roll]:
        return [roll(i, 9 if i % 20 else 0) for i in range(n)]

    exact = tallies([roll(i, i % 10 if i > 20 else 9) for i in range(200)])[0].chance
    more = [roll(i, i % 10 if i > 20 else 9) for i in range(200)] + [roll(200, 4), roll(201, 5)]
    normal = tallies(more)[0].chance
    assert 0 < exact < 0.1 and normal == pytest.approx(exact, rel=0.05)
    assert tallies(high(400))[0].chance < 1e-6


@pytest.mark.parametrize(
    ("needs", "bonus", "die", "chance", "came_off"),
    [
        ("4 or less", 0, 4, 0.5, True),
        ("4 or less", 0, 5, 0.5, False),
        ("4 or less", 2, 2, 0.3, True),
        ("4 or less", 2, 3, 0.3, False),
        ("TQ 6 or less", 0, 6, 0.7, True),
        ("8 or more: they flee", 1, 7, 0.3, True),
        ("0 or less", 1, 0, 0.0, False),
    ],
)
def test_a_need_in_plain_numbers(needs: str, bonus: int, die: int, chance: float, came_off: bool) -> None:
    r = roll(1, die, needs=needs, bonus=bonus)
    assert chance_to_meet(r) == pytest.approx(chance)
    assert meets(r) is came_off


@pytest.mark.parametrize("needs", ["", "high", "the higher roll begins", "0 is a casualty"])
def test_a_need_in_other_words_counts_for_the_dice_alone(needs: str) -> None:
    assert meets(roll(1, 3, needs=needs)) is None
    [whole, _] = tallies([roll(1, 3, needs=needs)])
    assert (whole.tries, whole.met, whole.met_expected, whole.met_chance) == (0, 0, 0, 1.0)


def test_how_often_rolls_came_off_against_how_hard_they_were() -> None:
    rolls = [roll(1, 9, needs="4 or less"), roll(2, 9, needs="8 or less"), roll(3, 9, needs="0 or less")]
    [whole, _] = tallies(rolls)
    assert (whole.tries, whole.met) == (3, 0)
    assert whole.met_expected == pytest.approx(0.5 + 0.9 + 0.1)
    # As far off: none or all three of them.
    assert whole.met_chance == pytest.approx(0.5 * 0.1 * 0.9 + 0.5 * 0.9 * 0.1)


def test_sides_kinds_and_house_rolls() -> None:
    rolls = [
        roll(1, 3, side="vandal", purpose="shock"),
        roll(2, 3, side="vandal", purpose="missile"),
        roll(3, 3, side="vandal", purpose="missile"),
        roll(4, 3),
        roll(5, 9, purpose="house"),
        roll(6, 9, side="", purpose="weather"),
    ]
    found = [(t.side, t.purpose, t.rolls) for t in tallies(rolls)]
    assert found == [
        ("byzantine", "", 1),
        ("byzantine", "missile", 1),
        ("vandal", "", 3),
        ("vandal", "missile", 2),
        ("vandal", "shock", 1),
    ]
