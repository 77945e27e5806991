"""Positions of Men of Iron written from the rules alone, expectations first: refusals, and rules that meet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_men_of_iron import (
    CROSS,
    LION,
    SHOCK,
    e,
    edward,
    position,
    questions,
    rolls,
    s,
    stands,
    totals,
    unused,
)

OUT = {"activation": {"out_of_command": ["PK1"]}}
WALL = {"sides": {"english": {"formations": ["shield-wall"]}, "scots": {}}}

NO: dict[str, tuple[dict[str, Any], str, str]] = {
    "into a friend": (position(e("PK1", 1010), e("PK2", 1110), s("PK9", 1510)), "PK1 > 1110", "8.0"),
    "into an enemy": (position(e("PK1", 1010), s("PK9", 1110)), "PK1 > 1110", "5.2"),
    "a second time before the same archers": (position(e("MM1", 1209), s("LB9", 1310)), "MM1 > 1210 1211", "7.2"),
    "foot held out of command": (position(e("PK1", 1010), s("MM9", 1110), **OUT), "PK1 > 0910", "5.2/ooc"),
    "up to the enemy out of command": (position(e("PK1", 1010), s("PK9", 1210), **OUT), "PK1 > 1110", "5.2/ooc"),
    "shot and then on the way": (
        position(e("LB1", 1010), s("PK9", 1310), activation={"fired": ["LB1"]}),
        "LB1 > 1110",
        "9.2",
    ),
    "behind it": (position(e("LB1", 1010, "W"), s("PK9", 1210)), "LB1 x PK9", "9.1"),
    "out of range": (position(e("LB1", 1010), s("PK9", 1410)), "LB1 x PK9", "9.1"),
    "crossbows over a friend": (position(e("CB1", 1010, "NE"), e("PK1", 1009), s("PK9", 1008)), "CB1 x PK9", "9.4"),
    "pikes shoot": (position(e("PK1", 1010), s("PK9", 1110)), "PK1 x PK9", "9.1"),
    "the Retired shoot": (
        position(e("LB1", 1010, disordered=True, retired=True), s("PK9", 1210), ground=CROSS),
        "LB1 x PK9",
        "9.2",
    ),
    "twice": (position(e("LB1", 1010), s("PK9", 1210), activation={"fired": ["LB1"]}), "LB1 x PK9", "9.2/active"),
    "a wall that walks": (
        position(e("PK1", 1010, formation="shield-wall"), s("PK9", 1510), ground=WALL),
        "PK1 > 1110",
        "14.1",
    ),
    "axemen in a wall": (position(e("AX1", 1010), s("PK9", 1510), ground=WALL), "form AX1", "14.1"),
    "disordered into a wall": (
        position(e("PK1", 1010, disordered=True), s("PK9", 1510), ground=WALL),
        "form PK1",
        "14.1",
    ),
    "a wall after a march": (
        position(e("PK1", 1010), e("PK2", 1013), s("PK9", 1510), ground=WALL, activation={"moved": ["PK2"]}),
        "form PK1",
        "14.1",
    ),
    "the Retired two hexes": (
        position(e("PK1", 1010, disordered=True, retired=True), s("PK9", 1510), ground=CROSS),
        "PK1 > 0910 0810",
        "12.4",
    ),
    "the Retired away": (
        position(e("PK1", 1010, disordered=True, retired=True), s("PK9", 1510), ground=CROSS),
        "PK1 > 1110",
        "12.4",
    ),
    "to horse beside the enemy": (position(e("DH1", 1010), s("PK9", 1110)), "DH1 change", "14.2"),
    "to horse in bowshot": (position(e("DH1", 1010), s("LB9", 1310, "E")), "DH1 change", "14.2"),
    "the leader alone before archers": (
        position(e("PK1", "0908"), s("LB9", 1210), leaders=[edward(1010)]),
        "Edward > 1110",
        "15.2",
    ),
    "off the map": (position(e("PK1", "0110"), s("PK9", 1510)), "PK1 > 0010", "5.2"),
    "over its MP": (position(e("PK1", 1010), s("PK9", 1910)), "PK1 > 1110 1210 1310 1410 1510", "5.1"),
}


@pytest.mark.rule("men-of-iron 5.2", "men-of-iron 9.1", "men-of-iron 12.4", "men-of-iron 14.1", "men-of-iron 14.2")
@pytest.mark.parametrize("name", NO)
def test_refused_for_its_reason(name: str) -> None:
    given, order, case = NO[name]
    ruling = rule(given, order)
    assert ruling.refused == [case], [t for t in ruling.told if t["type"] != "event"]


SHOCK_NO: dict[str, tuple[list[dict[str, Any]], str, str]] = {
    "archers": ([e("LB1", 1010), s("PK9", 1110, "E")], "shock LB1 x PK9", "10.1"),
    "the Retired": ([e("PK1", 1010, disordered=True, retired=True), s("PK9", 1110, "E")], "shock PK1 x PK9", "12.4"),
    "a wall": ([e("PK1", 1010, formation="shield-wall"), s("PK9", 1110, "E")], "shock PK1 x PK9", "14.1"),
    "who isn't in front": ([e("PK1", 1010), s("PK9", 1011, "E")], "shock PK1 x PK9", "10.1"),
    "one left out": ([e("PK1", 1010), s("PK9", 1110), s("PK8", 1109)], "shock PK1 x PK9", "10.3"),
    "foot that charges": ([e("DM1", 1010), s("PK9", 1210)], "shock DM1 > 1110 x PK9", "11.1"),
    "disordered horse charges": ([e("MM1", 1010, disordered=True), s("PK9", 1210)], "shock MM1 > 1110 x PK9", "11.1"),
    "from four hexes": ([e("MM1", 1010), s("PK9", 1410)], "shock MM1 > 1110 1210 1310 x PK9", "11.3"),
    "past an enemy beside it": (
        [e("MM1", 1010), s("PK8", 1009, "E"), s("PK9", 1210)],
        "shock MM1 > 1110 x PK9",
        "11.1",
    ),
    "through a zone": ([e("MM1", 1010), s("LB8", 1211, "NW"), s("PK9", 1310)], "shock MM1 > 1110 1210 x PK9", "11.3"),
    "at a wall's front": ([e("MM1", 1010), s("PK9", 1210, formation="shield-wall")], "shock MM1 > 1110 x PK9", "14.1"),
}


@pytest.mark.rule("men-of-iron 10.1", "men-of-iron 10.3", "men-of-iron 11.1", "men-of-iron 11.3", "men-of-iron 14.1")
@pytest.mark.parametrize("name", SHOCK_NO)
def test_an_attack_refused_for_its_reason(name: str) -> None:
    pieces, order, case = SHOCK_NO[name]
    ground: dict[str, Any] = {**CROSS}
    if any(p.get("formation") for p in pieces):
        ground = {"sides": {x: {"formations": ["shield-wall"]} for x in ("english", "scots")}}
    ruling = rule(position(*pieces, s("PK7", 2010), ground=ground, **SHOCK), order)
    assert ruling.refused == [case], [t for t in ruling.told if t["type"] != "event"]


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 9.3")
@pytest.mark.parametrize("standard", [True, False])
def test_who_would_retire_with_no_standard_is_told_as_lost(standard: bool) -> None:
    """A 6, less nothing, and 1 for the range: Retire; with nowhere to go it is lost, and said to be."""
    given = position(e("LB1", 1010), s("PK9", 1210, disordered=True), s("PK8", 2012), ground=LION if standard else {})
    ruling = rule(given, "LB1 x PK9", 5)
    said = " ".join(ruling.said)
    assert not ruling.refused and ruling.of("PK9")["eliminated"] is not standard
    assert ("= 6: Retires" in said, "= 6: eliminated" in said) == (standard, not standard)


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 10.3")
def test_who_would_retire_from_a_shock_with_no_standard_is_told_as_lost() -> None:
    given = position(e("DM1", 1010), s("PK9", 1110, disordered=True), s("PK8", 2012), **SHOCK)
    ruling = rule(given, "shock DM1 x PK9", 4)
    assert totals(ruling) == [6] and ruling.of("PK9")["eliminated"]
    assert "defender eliminated" in " ".join(ruling.said)


WITHDRAWS: dict[str, tuple[list[dict[str, Any]], str]] = {
    "disordered horse": ([e("PK1", 1010), s("MM9", 1110, disordered=True)], "shock PK1 x MM9"),
    "foot": ([e("PK1", 1010), s("DM9", 1110)], "shock PK1 x DM9"),
    "before horse": ([e("MM1", 1010), s("MM9", 1110)], "shock MM1 x MM9"),
    "with nowhere to go": (
        [e("PK1", 1010), s("MM9", 1110), s("PK2", 1111), s("PK3", 1210), s("PK4", 1211)],
        "shock PK1 x MM9",
    ),
}


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 12.3")
@pytest.mark.parametrize("name", WITHDRAWS)
def test_a_withdrawal_where_none_is_offered_is_refused_as_one(name: str) -> None:
    pieces, order = WITHDRAWS[name]
    them = pieces[1]["code"]
    given = position(*pieces, s("PK7", 2010), ground=LION, **SHOCK)
    ruling = rule(given, f"{order}\n{them} {1109 if len(pieces) > 2 else 1210}", 5 if them[0] != "M" else 0, 5)
    assert ruling.refused == ["10.2"], [(t.get("rule"), t.get("text")) for t in ruling.told if t["type"] == "refusal"]


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 10.2/advance", "men-of-iron 14.2")
def test_hobilars_on_horseback_slip_away_in_good_order() -> None:
    """Horse that never fights goes a hex, whatever its facing; one attacker follows and fights no more."""
    given = position(e("PK1", 1010), s("MH9", 1110), s("PK8", 1210), **SHOCK)
    ruling = rule(given, "shock PK1 x MH9\n1111 @E")
    assert not ruling.refused and questions(ruling) == ["shock", "retreat-before-shock"]
    assert stands(ruling, "MH9") == (1111, False) and ruling.of("MH9")["facing"] == "E"
    assert rule(given, "shock PK1 x MH9\n1111 @E\nPK1-1110-E").of("PK1")["hex"] == 1110


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 11.3", "men-of-iron 9.4")
def test_crossbows_shoot_once_at_two_who_charge() -> None:
    given = position(e("MM1", 1008, "SE"), e("MM2", 1010), s("CB9", 1209), s("PK8", 2010), **SHOCK)
    ruling = rule(given, "shock MM1 > 1108 x CB9 & MM2 > 1109 x CB9\nCB9 fire", 0)
    assert not ruling.refused and questions(ruling) == ["shock", "reaction-fire"]
    assert [t["purpose"] for t in ruling.told if t["type"] == "dice-due"] == ["shock"], "MM2 comes unshot"


@pytest.mark.rule("men-of-iron 12.5", "men-of-iron 15.4", "men-of-iron 11.3/lapse")
def test_a_rider_shot_off_his_horse_charges_no_more() -> None:
    """8, and 2 for the range, is 10: Unhorsed; his leader is diced for, at 9 or more against his hex."""
    given = position(e("MM1", 1010), s("LB9", 1210), s("PK8", 2010), leaders=[edward(1010)], **SHOCK)
    ruling = rule(given, "shock MM1 > 1110 x LB9\nLB9 fire", 8, 7)
    assert not ruling.refused and not unused(ruling) and rolls(ruling) == ["9.3", "15.4"]
    assert ruling.of("MM1")["type"] == "UH" and ruling.of("MM1")["disordered"] and not ruling.of("Edward")["lost"]


@pytest.mark.rule("men-of-iron 13.2", "men-of-iron 12.4", "men-of-iron 16.0")
def test_a_standard_overrun_costs_those_who_had_retired_to_it() -> None:
    given = position(
        e("DM1", 1010),
        s("PK9", 1110, disordered=True, retired=True),
        s("PK8", 1209, disordered=True, retired=True),
        s("PK7", 2010),
        ground={"standards": [{"side": "scots", "id": "Lion", "hex": 1110}]},
        **SHOCK,
    )
    ruling = rule(given, "shock DM1 x PK9\n1110", 4)
    assert not ruling.refused and "PK8 is eliminated: its Standard has fallen." in ruling.said
    assert ruling.of("PK9")["eliminated"] and ruling.of("PK8")["eliminated"]


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 10.2")
@pytest.mark.parametrize("said", ["DM9 0909", "DM9 > 0909 @W", "PK7 0909"])
def test_who_is_not_asked_is_told_so_and_not_that_the_hex_is_closed(said: str) -> None:
    """The attacker has to go back, and may go there."""
    given = position(e("PK1", 1010), s("DM9", 1110), s("PK7", 2010), ground=LION, **SHOCK)
    ruling = rule(given, f"shock PK1 x DM9\n{said}", 0)
    (refused,) = [t["text"] for t in ruling.told if t["type"] == "refusal"]
    assert refused.endswith(f"{said[:3]} isn't asked now; PK1 is.") and ruling.asked == ["retreat"]
    assert rule(given, f"shock PK1 x DM9\nPK1 {said[4:]}", 0).of("PK1")["hex"] == 909


@pytest.mark.rule("men-of-iron 10.2")
@pytest.mark.parametrize("said", ["MM9 withdraws to 1210", "MM9 retreats to 1210", "retreat 1210", "MM9 > 1210"])
def test_a_withdrawal_may_be_called_a_retreat(said: str) -> None:
    given = position(e("PK1", 1010), s("MM9", 1110), s("PK7", 2010), **SHOCK)
    ruling = rule(given, f"shock PK1 x MM9\n{said}")
    assert not ruling.refused and stands(ruling, "MM9") == (1210, True)
