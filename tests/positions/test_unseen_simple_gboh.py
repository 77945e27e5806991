"""Positions of Simple GBoH written from the rules alone, expectations first: refusals, and rules that meet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, rule, unit
from tests.positions.test_meeting_simple_gboh import FAR, FAR_A, LEGION, chief, dice_left, field, hits, where

COLUMNS = {"11.2": True}
GENERAL = chief("a", "Alfa", "0910", command_range=5)


def asks(ruling: Ruling) -> list[str]:
    return [t["kind"] for t in ruling.told if t["type"] in ("next", "decision")]


def turn(*units: dict[str, Any], leaders: Any = (), **said: Any) -> dict[str, Any]:
    return field([*units, FAR], [*leaders], **said)


def stands(code: str, at: Any, facing: str = "W", **state: Any) -> dict[str, Any]:
    return unit("b", code, at, facing, **state)


def ours(code: str, at: Any, facing: str = "E", **state: Any) -> dict[str, Any]:
    return unit("a", code, at, facing, **state)


OUT = {"side": "a", "in_command": [], "activated": ["MI1"]}

NO: dict[str, tuple[dict[str, Any], str, str]] = {
    "backwards out of a zone, out of command": (
        turn(ours("MI1", 1010), stands("MI9", 1110), orders=OUT),
        "MI1 > 1109",
        "6.23",
    ),
    "up to an enemy, out of command": (
        turn(ours("MI1", 1010), stands("MI9", 1210, "E"), orders=OUT),
        "MI1 > 1110",
        "4.12",
    ),
    "horse before an elephant": (turn(ours("HC1", 1010), stands("EL9", 1310)), "HC1 > 1110 1210", "10.23"),
    "elephants shoot": (turn(ours("EL1", 1010), stands("MI9", 1110, "E")), "EL1 x MI9", "10.21"),
    "legionaries shoot": (turn(ours("LG1", 1010, **LEGION), stands("MI9", 1110, "E")), "LG1 x MI9", "7.18"),
    "the depleted shoot": (
        turn(ours("LI1", 1010, missile="J", depletable=True, depleted=True), stands("MI9", 1110, "E")),
        "LI1 x MI9",
        "7.18",
    ),
    "a Column shoots": (
        turn(ours("LI1", 1010, "SIDE_SE", column=True, missile="A"), stands("MI9", 1210), options=COLUMNS),
        "LI1 x MI9",
        "11.25",
    ),
    "past the one in contact": (
        turn(ours("LI1", 1010, missile="A"), stands("MI9", 1110, "E"), stands("MI8", 1209)),
        "LI1 x MI8",
        "7.12",
    ),
    "a leader alone beside the enemy": (
        turn(stands("MI9", 1110), FAR_A, leaders=[GENERAL], orders={"side": "a", "leads": ["Alfa"]}),
        "Alfa > 1010",
        "4.34",
    ),
    "phalanx in contact faces about": (turn(ours("PH1", 1010), stands("MI9", 1111)), "PH1 about", "6.13"),
    "hit and run at horse": (turn(ours("LI1", 1010, missile="J"), stands("HC9", 1210)), "LI1 harass HC9 1110", "7.16"),
    "hit and run by archers": (
        turn(ours("LI1", 1010, missile="A"), stands("MI9", 1210)),
        "LI1 harass MI9 1110",
        "7.16",
    ),
    "hit and run out of command": (
        turn(ours("LI1", 1010, missile="J"), stands("MI9", 1210), orders={**OUT, "activated": ["LI1"]}),
        "LI1 harass MI9 1110",
        "4.12",
    ),
    "Column of horse": (turn(ours("HC1", 1010), options=COLUMNS), "HC1 form @SIDE_SE", "11.21"),
    "Column beside the enemy": (
        turn(ours("MI1", 1010), stands("MI9", 1110, "E"), options=COLUMNS),
        "MI1 form @SIDE_SE",
        "11.21",
    ),
    "a Column up to the enemy": (
        turn(ours("MI1", 1010, "SIDE_SE", column=True), stands("MI9", 1211, "E"), options=COLUMNS),
        "MI1 > 1110",
        "11.25",
    ),
    "stacked with a stranger": (
        turn(ours("LG1", 1010, **LEGION), ours("LG2", 1110, **{**LEGION, "legion": "X"})),
        "LG1 > 1110",
        "5.31",
    ),
    "the lower first": (
        turn(ours("LG1", 1010, **LEGION), ours("LG2", 1010, **LEGION, below="LG1")),
        "LG2 > 1110",
        "5.33",
    ),
    "too steep": (turn(ours("MI1", 1010), ground={"levels": {"1110": 4}}), "MI1 > 1110", "5.16"),
    "back to whom it left": (turn(ours("LC1", 1010), stands("MI9", 1110)), "LC1 > 1109 1209", "6.22"),
    "turns after coming into a zone": (turn(ours("MI1", 1010), stands("MI9", 1210)), "MI1 > 1110 @NE", "6.14"),
}


@pytest.mark.rule("simple-gboh 4.12", "simple-gboh 6.23", "simple-gboh 7.16", "simple-gboh 7.18", "simple-gboh 11.21")
@pytest.mark.parametrize("name", NO)
def test_refused_for_its_reason(name: str) -> None:
    given, order, case = NO[name]
    ruling = rule(given, order)
    assert ruling.refused == [case], [t for t in ruling.told if t["type"] != "event"]


SHOCK_NO: dict[str, tuple[list[dict[str, Any]], str, str]] = {
    "skirmishers": ([ours("SK1", 1010, missile="J"), stands("MI9", 1110, "E")], "shock SK1 x MI9", "7.31"),
    "horse at an elephant": ([ours("HC1", 1010), stands("EL9", 1110, "E")], "shock HC1 x EL9", "10.23"),
    "one left out": ([ours("MI1", 1010), stands("MI9", 1110), stands("MI8", 1109)], "shock MI1 x MI9", "7.31"),
    "who must": ([ours("MI1", 1010), stands("MI9", 1110)], "shock none", "7.31"),
    "twice": ([ours("MI1", 1010), stands("MI9", 1110), stands("MI8", 1109)], "shock MI1 x MI9 & MI1 x MI8", "7.34"),
}


@pytest.mark.rule("simple-gboh 7.31", "simple-gboh 7.34", "simple-gboh 10.23")
@pytest.mark.parametrize("name", SHOCK_NO)
def test_an_attack_refused_for_its_reason(name: str) -> None:
    pieces, order, case = SHOCK_NO[name]
    ruling = rule(turn(*pieces, phase="shock"), order)
    assert ruling.refused == [case], [t for t in ruling.told if t["type"] != "event"]


@pytest.mark.rule("simple-gboh 7.22", "simple-gboh 7.41", "simple-gboh 6.15")
def test_who_turned_threw_and_stays_for_the_shock() -> None:
    """Light foot turns by its roll, throws at who comes, and doesn't give way for it."""
    given = turn(ours("MI1", 1110, ma=4), stands("LI9", 1310, "NW", missile="J", ma=6, tq=5))
    ruling = rule(given, "MI1 > 1210\nLI9 @W\nLI9 fire\ndone\nshock MI1 x LI9", 5, 9)
    assert asks(ruling)[:2] == ["reaction-facing", "entry-fire"] and ruling.of("LI9")["facing"] == "W"
    assert not ruling.refused and "retreat-before-shock" not in asks(ruling)


@pytest.mark.rule("simple-gboh 7.21", "simple-gboh 7.22", "simple-gboh 6.22")
def test_from_an_archers_front_into_a_javelineers() -> None:
    """Shot at as it goes and as it comes; the third hit of TQ 3 is its last."""
    given = turn(
        ours("LC1", 1010, ma=9, tq=3, hits=1), stands("LI9", 1110, missile="A"), stands("LI8", 1107, "SW", missile="J")
    )
    ruling = rule(given, "LC1 > @NE 1009 1008\nLI9 fire\nLI8 hold\nLI8 fire", 0, 0)
    assert not ruling.refused and not dice_left(ruling) and ruling.of("LC1")["eliminated"]
    assert asks(ruling)[:3] == ["retire-fire", "reaction-facing", "entry-fire"]


@pytest.mark.rule("simple-gboh 4.35", "simple-gboh 4.34", "simple-gboh 6.22")
def test_a_lone_leader_two_come_up_to_from_both_sides() -> None:
    """He gets away from the first, and away from the second."""
    given = turn(ours("HC1", 1010, ma=7), ours("HC2", 1014, ma=7), leaders=[chief("b", "Beta", 1211)])
    ruling = rule(given, "HC1 > 1110\nBeta 1412\nHC2 > 1113 1213 1312\nBeta 1511")
    assert not ruling.refused and ruling.of("Beta")["hex"] == 1511


@pytest.mark.rule("simple-gboh 7.15", "simple-gboh 4.36", "simple-gboh 8.4", "simple-gboh 9.0")
def test_a_shot_kills_the_tribune_and_breaks_his_men() -> None:
    """A nought hits and strikes him too; broken men leave a leader elsewhere, but not a dead one."""
    given = turn(
        ours("LI1", 1010, missile="A"),
        stands("MI9", 1210, tq=5, hits=4),
        leaders=[chief("b", "Beta", 1210, initiative=3)],
    )
    ruling = rule(given, "LI1 x MI9", 0, 0)
    beta = ruling.of("Beta")
    assert not dice_left(ruling) and beta["eliminated"] and not beta["elsewhere"] and ruling.of("MI9")["eliminated"]
    assert ruling.end["sides"]["b"]["rout_points"] == 20


@pytest.mark.rule("simple-gboh 7.53", "simple-gboh 8.22", "simple-gboh 8.3")
def test_what_a_beaten_double_strength_unit_keeps() -> None:
    given = turn(
        ours("HI1", 1010, size=9, tq=7), stands("MI9", 1110, size=4, tq=5, hits=3, depletable=True), phase="shock"
    )
    ruling = rule(given, "shock HI1 x MI9", 9)
    assert (ruling.of("MI9")["depleted"], hits(ruling, "MI9"), where(ruling, "MI9")) == (True, [1], [1110])
    (asked,) = [t for t in ruling.told if t["type"] == "decision"]
    assert [c["key"] for c in asked["choices"]] == ["1111", "1210", "1211"], "not next to who has beaten it"


@pytest.mark.rule("simple-gboh 4.36", "simple-gboh 7.46", "simple-gboh 7.54")
def test_a_stack_comes_up_and_slides_apart_before_elephants() -> None:
    given = turn(
        ours("EL1", 1010, ma=5),
        stands("LG8", 1310, **LEGION),
        stands("LG9", 1310, **LEGION, below="LG8"),
        ground={"intervals": True},
    )
    ruling = rule(given, "EL1 > 1110 1210\nLG8 1309\nnone")
    assert not ruling.refused and asks(ruling) == ["intervals", "reaction-facing", "shock"]
    assert where(ruling, "LG8", "LG9") == [1309, 1310] and "EL1 against LG8+LG9" in str(ruling.told)


@pytest.mark.rule("simple-gboh 7.31", "simple-gboh 6.23")
@pytest.mark.parametrize("order", ["MI1 > 1109", "shock none"])
def test_who_may_not_stir_and_must_fight_is_told_so(order: str) -> None:
    """What is written is refused for what forbids it, though nothing else could be done; then the fight is fought."""
    given = turn(ours("MI1", 1010), stands("MI9", 1110), orders=OUT)
    for dice in ((), (5,)):
        ruling = rule(given, order, *dice)
        assert ruling.refused == [{"M": "6.23", "s": "7.31"}[order[0]]]
        assert asks(ruling)[-1:] == (["activation"] if dice else ["shock"] if order[0] == "M" else [])


@pytest.mark.rule("simple-gboh 8.3")
@pytest.mark.parametrize("said", ["MI9 retreats to 1210", "MI9 withdraw 1210", "retreat 1210", "MI9 > 1210", "1210"])
def test_the_beaten_go_where_they_are_told_in_whatever_words(said: str) -> None:
    beaten = stands("MI9", 1110, size=4, tq=5, hits=3, depletable=True)
    given = turn(ours("HI1", 1010, size=9, tq=7), beaten, phase="shock")
    ruling = rule(given, f"shock HI1 x MI9\n{said}", 9)
    assert not ruling.refused and where(ruling, "MI9", "HI1") == [1210, 1110]
