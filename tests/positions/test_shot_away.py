"""Orders that count on the enemy they fire at, or on one who turns, to be gone by then: where other rules meet them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions import test_meeting_alexander as alexander
from tests.positions import test_meeting_cataphract as cataphract
from tests.positions.kit import rule, unit
from tests.positions.test_meeting_simple_gboh import FAR, FAR_A, LEGION, dice_left, field, where

BOWMAN = unit("a", "SK1", "0910", missile="A", tq=5, ma=6)
SHAKEN = {"tq": 5, "hits": 4}
"""One hit more is its end."""


def simple(*units: dict[str, Any], **said: Any) -> dict[str, Any]:
    return field([*units, FAR_A, FAR], **said)


# -- Simple GBoH -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.1", "simple-gboh 5.12", "simple-gboh 5.31")
@pytest.mark.parametrize(("die", "at"), [(0, 1110), (9, 1010)])
def test_moves_fires_and_moves_on_to_where_the_enemy_stood(die: int, at: int) -> None:
    given = simple(BOWMAN, unit("b", "LI9", 1110, "E", **SHAKEN))
    ruled = rule(given, "SK1 > 1010 x LI9 > 1110\nLI9 no", die)
    assert ruled.refused == [] and where(ruled, "SK1") == [at]
    stood = "SK1 stops at 1010: LI9 stands in its way."
    assert (stood in ruled.said) is (die == 9)


@pytest.mark.rule("simple-gboh 6.15", "simple-gboh 5.11", "simple-gboh 5.12")
@pytest.mark.parametrize(("answer", "die", "at"), [("left", 9, 1210), ("left", 1, 1010), ("no", None, 1010)])
def test_who_may_break_by_turning_is_counted_on_to_be_gone(answer: str, die: int | None, at: int) -> None:
    given = simple(unit("a", "LN1", "0910", tq=5, ma=7), unit("b", "HI9", 1110, "NE", **SHAKEN))
    ruled = rule(given, f"LN1 > 1010 1110 1210\n{answer}", *(() if die is None else (die,)))
    assert ruled.refused == [] and where(ruled, "LN1") == [at] and dice_left(ruled) == []
    fresh = simple(unit("a", "LN1", "0910", tq=5, ma=7), unit("b", "HI9", 1110, "NE", tq=5))
    assert rule(fresh, "LN1 > 1010 1110 1210").refused == ["5.31"], "one hit isn't its end"


@pytest.mark.rule("simple-gboh 6.15", "simple-gboh 5.12")
def test_two_one_behind_the_other_break_as_they_turn() -> None:
    enemies = [unit("b", "HI9", 1110, "NE", **SHAKEN), unit("b", "HI8", 1210, "NE", **SHAKEN)]
    given = simple(unit("a", "LN1", "0910", tq=5, ma=7), *enemies)
    both = rule(given, "LN1 > 1010 1110 1210\nHI9 left\nHI8 left", 9, 9)
    assert both.refused == [] and where(both, "LN1") == [1210]
    one = rule(given, "LN1 > 1010 1110 1210\nHI9 left\nnone", 9)
    assert where(one, "LN1") == [1110] and "LN1 stops at 1110: HI8 stands in its way." in one.said


@pytest.mark.rule("simple-gboh 4.12", "simple-gboh 7.1")
@pytest.mark.parametrize(("die", "at"), [(0, 1110), (9, 910)])
def test_out_of_command_it_comes_next_to_nobody_who_stands(die: int, at: int) -> None:
    given = simple(BOWMAN, unit("b", "LI9", 1110, "W", **SHAKEN), orders={"side": "a", "in_command": ["MI20"]})
    ruled = rule(given, "SK1 x LI9 > 1010 1110", die)
    assert ruled.refused == [] and where(ruled, "SK1") == [at]
    assert rule(given, "SK1 > 1010").refused == ["4.12"]


@pytest.mark.rule("simple-gboh 6.22", "simple-gboh 7.1")
@pytest.mark.parametrize(("die", "at"), [(0, 1109), (9, 1009)])
def test_whose_zoc_it_left_it_comes_next_to_only_if_he_is_gone(die: int, at: int) -> None:
    given = simple(unit("a", "LI1", 1010, missile="A", tq=5, ma=6), unit("b", "LI9", 1110, "W", **SHAKEN))
    assert rule(given, "LI1 > 1009 1109").refused == ["6.22"]
    ruled = rule(given, "LI1 x LI9 > 1009 1109" + "\nyes" * (die == 9), die)
    assert ruled.refused == [] and where(ruled, "LI1") == [at]


@pytest.mark.rule("simple-gboh 7.14", "simple-gboh 8.5", "simple-gboh 8.2")
def test_an_elephant_may_go_by_any_hit_and_who_is_depleted_first_by_none() -> None:
    beast = simple(BOWMAN, unit("b", "EL9", 1110, "NE", tq=6))
    stays = rule(beast, "SK1 x EL9 > 1010 1110\nyes\nnone", 0, 1)
    assert stays.refused == [] and where(stays, "SK1") == [1010]
    men = simple(BOWMAN, unit("b", "MI9", 1110, "NE", depletable=True, **SHAKEN))
    assert rule(men, "SK1 x MI9 > 1010 1110").refused == ["5.31"]


@pytest.mark.rule("simple-gboh 7.21", "simple-gboh 5.35")
def test_the_lower_of_a_stack_goes_when_the_upper_is_shot_as_they_leave() -> None:
    units = [unit("a", "LG1", 1010, **LEGION, **SHAKEN), unit("a", "LG2", 1010, **LEGION, below="LG1")]
    given = simple(*units, unit("b", "SK8", 1110, "W", missile="A", tq=5))
    ruled = rule(given, "LG1+LG2 > 0909 0809\nfire\nLG2 > 0909 0809\nnone", 0)
    assert ruled.refused == [] and ruled.of("LG1")["eliminated"] and where(ruled, "LG2") == [809]


@pytest.mark.rule("simple-gboh 7.1", "simple-gboh 5.12")
def test_who_has_fired_and_stays_may_move_otherwise_later() -> None:
    """It fires once and moves once in the phase, in any order; that it was to move counted for its fire."""
    given = simple(BOWMAN, unit("b", "LI9", 1110, "W", **SHAKEN))
    ruled = rule(given, "SK1 x LI9 > 1010 1110\nno\nSK1 > 0809\nSK1 > 0808", 9)
    assert ruled.refused == ["5.12"] and where(ruled, "SK1") == [809]


# -- the sisters -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 7.16", "alexander 6.4", "alexander 6.93")
@pytest.mark.parametrize(("answer", "die", "at"), [("left", 9, 1309), ("left", 0, 1210), ("no", None, 1210)])
def test_a_phalanx_goes_over_who_breaks_as_he_turns(answer: str, die: int | None, at: int) -> None:
    given = alexander.field(alexander.mac("PH1", 1010), alexander.greek("HI9", 1310, "NE", tq=5, hits=4))
    path = "\n1410\n1510" if die == 9 else ""
    ruled = rule(given, f"PH1 forward 3\n{answer}{path}", *(() if die is None else (die,)))
    assert ruled.refused == [] and where(ruled, "PH1") == [at]
    assert ("PH1 stops at 1210: HI9 stands in its way." in ruled.said) is (answer == "no")


@pytest.mark.rule("cataphract 8.11", "cataphract 4.23")
@pytest.mark.parametrize(("die", "at"), [(1, 1310), (9, 1210)])
def test_a_leader_rides_along_as_far_as_it_comes(die: int, at: int) -> None:
    given = cataphract.field(
        cataphract.roman("LC1", 1010, missile="B"),
        cataphract.goth("LI9", 1310, hits=3, ma=4),
        {**cataphract.NARSES, "hex": 1010},
    )
    answers = "1410\n1510" if die == 1 else "yes\nyes"
    ruled = rule(given, f"LC1 > 1110 x LI9 > 1210 1310 & Narses\n{answers}", die)
    assert ruled.refused == [] and where(ruled, "LC1", "Narses") == [at, at]


@pytest.mark.rule("cataphract 8.11", "cataphract 8.21", "cataphract 4.31")
def test_in_a_line_it_counts_on_fire_before_the_move_alone() -> None:
    units = [cataphract.roman("LC1", 1010, missile="B"), cataphract.roman("LC2", 1011, missile="B")]
    given = cataphract.field(*units, cataphract.goth("LI9", 1210, hits=3, ma=4))
    ruled = rule(given, "line LC1 LC2\nLC1 x LI9 > 1110 1210\n1310\n1410", 1)
    assert ruled.refused == [] and where(ruled, "LC1") == [1210]
    assert rule(given, "line LC1 LC2\nLC1 > 1110 1210 x LI9").refused == ["7.23"]
