"""Positions of Cataphract written from the rules alone, expectations first: refusals, and rules that meet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, rule
from tests.positions.test_meeting_cataphract import NARSES, asks, dice_over, field, goth, leader, marker, roman

HERE = goth("MI9", 1110, ma=5)
CC = {"side": "roman", "id": "Phanitheus", "hex": "0810", "role": "CC", "commands": ["LN1"]}


def offered(ruling: Ruling, piece: str) -> list[str]:
    """What the open question lets a piece do."""
    (asked,) = [t for t in ruling.told if t["type"] == "decision"]
    return next((c.get("choices", []) for c in asked["choices"] if c.get("unit") == piece), [])


NO: dict[str, tuple[dict[str, Any], str, str]] = {
    "as slow as who holds it": (field(roman("HI1", 1010, ma=5), HERE), "HI1 > 1109", "7.23"),
    "by its side": (field(roman("HC1", 1010, ma=8), HERE), "HC1 > 1009", "7.23"),
    "no empty hex before it": (field(roman("HC1", 1010), roman("HI1", 1109), HERE), "HC1 > 1009", "7.23"),
    "an enemy before it": (field(roman("HC1", 1010), HERE), "HC1 @NE", "7.25"),
    "routed": (field(roman("HC1", 1010, routed=True)), "HC1 > 0909", "10.26"),
    "rallied": (field(roman("HC1", 1010, rallied=True)), "HC1 > 1110", "10.27"),
    "no missiles": (field(roman("HI1", 1010), goth("MI9", 1110, "E")), "HI1 x MI9", "8.11"),
    "too far": (field(roman("LI1", 1010, missile="J"), goth("MI9", 1210)), "LI1 x MI9", "8.13"),
    "behind it": (field(roman("LI1", 1010, "W", missile="B"), goth("MI9", 1210)), "LI1 x MI9", "8.13"),
    "quivers empty": (field(roman("LI1", 1010, missile="B", supply="no"), goth("MI9", 1210)), "LI1 x MI9", "8.17"),
    "harassed by lancers": (
        field(roman("LN1", 1010, missile="J"), goth("MI9", 1310)),
        "LN1 harass MI9 1110 1210",
        "8.31",
    ),
    "harassed without missiles": (field(roman("LC1", 1010), goth("MI9", 1310)), "LC1 harass MI9 1110 1210", "8.31"),
    "harassed from five": (
        field(roman("LC1", 1010, missile="J"), goth("MI9", 1510)),
        "LC1 harass MI9 1110 1210 1310 1410",
        "8.32",
    ),
    "harassed out of a zone": (
        field(roman("LC1", 1010, missile="J"), HERE, goth("MI8", 1212)),
        "LC1 harass MI8 1110 1211",
        "8.32",
    ),
    "harassed from beside": (
        field(roman("LC1", 1010, missile="J"), goth("MI9", 1110, "E")),
        "LC1 harass MI9 1110",
        "8.32",
    ),
    "nothing to recover": (field(roman("HI1", 1010)), "recover HI1", "10.16"),
    "recovery beside the enemy": (field(roman("HI1", 1010, hits=3), goth("MI9", 1110, "E")), "recover HI1", "10.16"),
    "recovery of the routed": (field(roman("HI1", 1010, routed=True)), "recover HI1", "10.26"),
    "rally of who isn't routed": (field(roman("HI1", 1010, hits=3)), "rally HI1 @E", "10.27"),
    "rally beside the enemy": (field(roman("HI1", 1010, routed=True), goth("MI9", 1110, "E")), "rally HI1 @E", "10.27"),
    "a line from the press": (
        field(roman("HC1", 1012), {**NARSES, "hex": 1010}, roman("HI1", 1010), HERE),
        "line HC1",
        "4.33",
    ),
    "orders, then a line": (
        field(roman("HI1", 1010), roman("HI2", 1011), orders={"acted": ["HI2"]}),
        "line HI1",
        "4.31",
    ),
    "lancers dismount": (field(roman("LN1", 1010)), "dismount LN1 @E", "11.1"),
    "horse In Column": (field(roman("HC1", 1010)), "HC1 form @SIDE_SE", "6.41"),
    "wild foot In Column": (
        field(goth("MI1", 2010), ground={"sides": {"goth": {"disciplined": False}}}, active="Totila"),
        "MI1 form @SIDE_SW",
        "6.41",
    ),
    "a Column in a zone": (field(roman("MI1", 1010), HERE), "MI1 form @SIDE_SE", "6.41"),
    "fire In Column": (
        field(roman("LI1", 1010, "SIDE_SE", column=True, missile="B"), goth("MI9", 1210)),
        "LI1 x MI9",
        "6.45",
    ),
    "a wall that marches": (field(roman("MI1", 1010, shield_wall=True)), "MI1 > 1110", "11.73"),
    "a wall that shoots": (
        field(roman("MI1", 1010, shield_wall=True, missile="B"), goth("MI9", 1210)),
        "MI1 x MI9",
        "11.73",
    ),
    "a subordinate in the press": (
        field(roman("HC1", 1012), leader("roman", "Bessas", 1010), roman("HI1", 1010), HERE, active="Bessas"),
        "HC1 > 1112",
        "4.24",
    ),
    "a leader alone into a zone": (
        field(goth("MI9", 1110), leader("roman", "Bessas", "0909")),
        "Bessas > 1010",
        "4.61",
    ),
    "too far for a leader": (field({**NARSES, "hex": 1010}), "Narses > 2010", "6.14"),
    "another's contingent": (
        field(roman("HC1", 1010), roman("LN1", "0910"), CC, active="Phanitheus"),
        "HC1 > 1110",
        "4.5",
    ),
    "a line by a contingent commander": (field(roman("LN1", "0910"), CC, active="Phanitheus"), "line LN1", "4.5"),
    "a second of a friend's hex": (field(roman("HI1", 1010), roman("HI2", 1110)), "HI1 > 1110", "6.61"),
    "an enemy's hex": (field(roman("HI1", 1010), goth("MI9", 1110, "E")), "HI1 > 1110", "6.62"),
    "over its MP": (field(roman("HI1", 1010, ma=2), ground={"terrain": {"1210": "woods"}}), "HI1 > 1110 1210", "6.25"),
    "out of earshot": (field(roman("HI1", 1010), {**NARSES, "command_range": 4}), "HI1 > 1110", "4.21"),
    "twice in a phase": (field(roman("HI1", 1010), orders={"moved": ["HI1"]}), "HI1 > 1110", "5.24"),
    "a leader fetched for the last order": (
        field(
            {**NARSES, "command_range": 14},
            roman("HI1", 1010),
            leader("roman", "Bessas", 1010),
            HERE,
            orders={"orders_used": 5},
        ),
        "Bessas > 0910",
        "4.4",
    ),
}


@pytest.mark.rule("cataphract 7.23", "cataphract 8.32", "cataphract 10.16", "cataphract 4.24", "cataphract 6.41")
@pytest.mark.parametrize("name", NO)
def test_refused_for_its_reason(name: str) -> None:
    given, order, case = NO[name]
    ruling = rule(given, order)
    assert ruling.refused == [case], ruling.told


SHOCK_NO: dict[str, tuple[list[dict[str, Any]], str, str]] = {
    "one left out": ([roman("HC1", 1010), HERE, goth("MI8", 1109)], "shock HC1 x MI9", "9.12"),
    "one beside it": ([roman("HC1", 1010), HERE, goth("MI8", 1011, "NW")], "shock HC1 x MI8", "9.12"),
    "a Column": ([roman("MI1", 1010, "SIDE_SE", column=True), HERE], "shock MI1 x MI9", "7.34"),
    "the routed": ([roman("MI1", 1010, routed=True), goth("MI9", 1110, "E")], "shock MI1 x MI9", "7.34"),
    "a wall": ([roman("MI1", 1010, shield_wall=True), HERE], "shock MI1 x MI9", "7.34"),
    "twice": ([roman("HC1", 1010), HERE, goth("MI8", 1109)], "shock HC1 x MI9 & HC1 x MI8", "9.12"),
}


@pytest.mark.rule("cataphract 9.12", "cataphract 7.33", "cataphract 7.34", "cataphract 11.73")
@pytest.mark.parametrize("name", SHOCK_NO)
def test_an_attack_refused_for_its_reason(name: str) -> None:
    pieces, order, case = SHOCK_NO[name]
    ruling = rule(field(*pieces, phase="shock"), order)
    assert ruling.refused == [case], ruling.told


@pytest.mark.rule("cataphract 6.51", "cataphract 6.42")
@pytest.mark.parametrize(("mine", "column", "asked"), [(6, True, False), (7, True, True), (6, False, True)])
def test_a_column_is_a_point_faster_for_who_withdraws_too(mine: int, column: bool, asked: bool) -> None:
    mover = roman("MI1", 1010, "SIDE_SE" if column else "E", ma=5, column=column)
    ruling = rule(field(mover, goth("LI9", 1310, ma=mine)), "MI1 > 1110")
    assert not ruling.refused and ("orderly-withdrawal" in asks(ruling)) is asked


@pytest.mark.rule("cataphract 8.21", "cataphract 8.17", "cataphract 8.23")
def test_javelins_are_thrown_at_two_who_come_and_are_gone() -> None:
    """A 6 leaves few, and the next throw none: nobody answers the archer."""
    given = field(
        roman("LC1", 1010), roman("LC2", 1011), roman("LI1", 1308, "SE", missile="B"), goth("MI9", 1310, missile="J")
    )
    orders = "LC1 > 1110 1210 keep\nMI9 hold\nMI9 fire\nLC2 > 1111 1211 keep\nMI9 fire\nLI1 x MI9"
    ruling = rule(given, orders, 6, 6, 1)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("MI9")["supply"] == "no" and "return-fire" not in asks(ruling)
    assert (ruling.of("LC1")["hits"], ruling.of("LC2")["hits"]) == (1, 1)


@pytest.mark.rule("cataphract 6.58", "cataphract 6.52")
def test_of_a_line_they_who_were_come_upon_from_behind_pay() -> None:
    horse = [goth(f"LC{n}", at, "E", ma=9) for n, at in ((7, 1310), (8, 1311), (9, 1313))]
    given = field(roman("HC1", 1010, ma=8), *horse)
    ruling = rule(given, "HC1 > 1110\nLC7 line\nLC7 1410; LC8 1411; LC9 1414")
    assert not ruling.refused
    assert [ruling.of(f"LC{n}")["hits"] for n in (7, 8, 9)] == [1, 1, 0]
    assert [ruling.of(f"LC{n}")["hex"] for n in (7, 8, 9)] == [1410, 1411, 1414]


@pytest.mark.rule("cataphract 8.34", "cataphract 11.2", "cataphract 6.22")
@pytest.mark.parametrize(("die", "at", "hits"), [(6, 1210, 2), (5, 1310, 1)])
def test_wild_foot_storms_out_by_its_printed_quality_over_a_stream(die: int, at: int, hits: int) -> None:
    ground = {"sides": {"goth": {"disciplined": False}}, "hexsides": [{"a": "1210", "b": "1310", "type": "stream"}]}
    given = field(roman("LC1", 1010, missile="J"), goth("MI9", 1310, tq=5), ground=ground)
    ruling = rule(given, "LC1 harass MI9 1110 1210\nMI9 hold\n" + ("1210" if at == 1210 else ""), 3, die)
    assert not ruling.refused and not dice_over(ruling)
    it = ruling.of("MI9")
    assert (it["hex"], it["hits"], it["moved"]) == (at, hits, False)


@pytest.mark.rule("cataphract 11.31", "cataphract 6.51", "cataphract 6.57")
def test_who_is_out_of_hand_runs_after_those_who_give_way() -> None:
    """It goes straight for the nearest, wherever that has gone meanwhile, with all of its MA."""
    given = field(
        roman("MI1", 1010, ma=5),
        goth("LI9", 1410, ma=7),
        active=None,
        phase="uncontrolled",
        turn=2,
        uncontrolled=[{"side": "roman", "units": ["MI1"], "turn": 1}],
    )
    ruling = rule(given, "MI1 > 1310\nLI9 1610\nMI1 > 1510\nLI9 stay\nLI9 hold")
    assert not ruling.refused
    assert ruling.of("LI9")["hex"] == 1610 and ruling.of("MI1")["hex"] == 1510 and marker(ruling, "MI1") == "must"


@pytest.mark.rule("cataphract 9.13", "cataphract 9.16", "cataphract 6.26", "cataphract 10.13")
def test_horse_that_came_and_foot_that_stood_climb_together() -> None:
    """7 for horse on foot, 2:1 as one has moved, two less for the hill: 6; 4 and 4 for Narses is 8: 2 and 3 hits."""
    pieces = [
        roman("HC1", 1010, size=4, tq=6, moved=True),
        roman("MI1", 1009, size=5, tq=6),
        goth("MI9", 1109, size=5, tq=8),
        {**NARSES, "hex": 1009, "charisma": 4},
    ]
    given = field(
        *pieces, phase="shock", ground={"levels": {"1109": 1}}, orders={"moved": ["HC1"], "markers": {"HC1": "must"}}
    )
    ruling = rule(given, "shock HC1 MI1 x MI9\nHC1 leads", 7, 7, 5, 4)
    assert not ruling.refused and not dice_over(ruling)
    assert (ruling.of("HC1")["hits"], ruling.of("MI1")["hits"], ruling.of("MI9")["hits"]) == (2, 1, 3)


@pytest.mark.rule("cataphract 10.32", "cataphract 6.22", "cataphract 7.21")
@pytest.mark.parametrize("friend", [None, 1110])
def test_engaged_horse_slips_into_a_hex_nobody_is_in(friend: int | None) -> None:
    """Away from whom it fights, not beside him, and into nobody's way; woods are open to it."""
    fight = [roman("LC1", 1210, tq=9, ma=9, engaged=True), goth("MI9", 1310, tq=9, ma=5, engaged=True)]
    there = [roman("HI3", friend)] if friend else []
    given = field(*fight, *there, phase="shock", options={"10.3": True}, ground={"terrain": {"1109": "woods"}})
    ruling = rule(given)
    assert sorted(offered(ruling, "LC1")) == sorted({"stay", "1109", "1110", "1209"} - {str(friend)})
    after = rule(given, "LC1 1109").of("LC1")
    assert (after["hex"], after["facing"], after["hits"], after["engaged"]) == (1109, "E", 1, False)


@pytest.mark.rule("cataphract 6.76", "cataphract 6.71", "cataphract 6.51")
@pytest.mark.parametrize(("shift", "feigns"), [(0, False), (-2, True)])
def test_nobody_feigns_off_the_map(shift: int, feigns: bool) -> None:
    at = 100 * shift
    given = field(
        roman("HC1", 2510 + at, ma=8, feint_reaction=4),
        {**NARSES, "hex": 1810},
        goth("LC9", 2810 + at, ma=9, feigns=True),
    )
    ruling = rule(given, f"HC1 > {2610 + at}")
    assert not ruling.refused
    said = [c for t in ruling.told if t["type"] == "decision" for c in t["choices"]]
    assert any("feign" in str(c) for c in said) is feigns and "orderly-withdrawal" in asks(ruling)


@pytest.mark.rule("cataphract 5.42", "cataphract 5.44", "cataphract 5.43")
def test_an_equal_may_trump_the_trump_and_is_passed_over_by_none() -> None:
    leaders = [
        {**NARSES, "initiative": 6, "status": "inactive"},
        leader("roman", "Bessas", "0812", initiative=2),
        leader("roman", "Valerian", "0814", initiative=5),
        leader("goth", "Teias", 2010, initiative=5),
        leader("goth", "Witigis", 2014, initiative=4),
    ]
    given = field(roman("HI1", 1010), goth("MI1", 2012), *leaders, active=None, phase="select", turn=2)
    ruling = rule(given, "trump Valerian\ntrump Teias\nMI1 > 1911\ndone\nno", 5, 5)
    assert ruling.of("Valerian")["status"] == "finished" and ruling.of("Bessas")["no_momentum"]
    assert ruling.of("Witigis")["no_momentum"] and not ruling.of("Narses")["no_momentum"]
    assert not ruling.of("Totila")["no_momentum"], "his Initiative is as high"


@pytest.mark.rule("cataphract 4.62", "cataphract 4.61", "cataphract 6.57")
def test_a_leader_who_got_away_to_a_friend_in_contact_stays() -> None:
    """He rides to a friend already held; who comes up to him next finds him in a zone, where he stays."""
    there = [goth("MI9", 1411), leader("goth", "Teias", 1211), roman("HI5", 1310)]
    given = field(roman("HC1", 1010), roman("HC2", 1313, "NE"), *there)
    ruling = rule(given, "HC1 > 1110\nTeias 1411\nHC2 > 1312 1412")
    assert not ruling.refused and asks(ruling) == ["leader-withdrawal", "orders", "orders"]
    assert ruling.of("Teias")["hex"] == 1411 and not ruling.of("Teias")["eliminated"]
