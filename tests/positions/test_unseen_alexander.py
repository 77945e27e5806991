"""Positions of Great Battles of Alexander written from the rules alone, expectations first."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, rule
from tests.positions.test_meeting_alexander import PHILIP, asks, dice_over, field, greek, leader, mac

HERE = greek("MI9", 1110, ma=5)


def points(ruling: Ruling, side: str) -> int:
    return int(ruling.end.get("sides", {}).get(side, {}).get("rout_points", 0))


NO: dict[str, tuple[dict[str, Any], str, str]] = {
    "as slow as who holds it": (field(mac("HI1", 1010, cls="HY", ma=5), HERE), "HI1 > 1109", "7.23"),
    "horse before an elephant": (field(mac("HC1", 1010), greek("EL9", 1310)), "HC1 > 1110 1210", "9.15"),
    "a phalanx held by its right half faces about": (
        field(mac("PH1", 1010), greek("MI9", 1111, "W")),
        "PH1 about",
        "6.44",
    ),
    "a phalanx half in the rough faces about": (
        field(mac("PH1", 1010), ground={"terrain": {"1011": "rough"}}),
        "PH1 about",
        "6.44",
    ),
    "chariots turn twice on the way": (field(mac("CH1", 1010)), "CH1 > 1110 @SE @SW 1111 1112", "7.15"),
    "elephants shoot by order": (field(mac("EL1", 1010), greek("MI9", 1110, "E")), "EL1 x MI9", "9.11"),
    "hoplites among friends": (field(mac("HI1", 1010, cls="HY"), mac("MI1", 1110)), "HI1 > 1110 1210", "6.94"),
    "light foot among hoplites": (field(mac("LI1", 1010), mac("HI1", 1110, cls="HY")), "LI1 > 1110 1210", "6.94"),
    "horse In Column": (field(mac("HC1", 1010)), "HC1 form @SIDE_SE", "6.61"),
    "a Column in a zone": (field(mac("MI1", 1010), HERE), "MI1 form @SIDE_SE", "6.61"),
    "a phalanx rallies": (field(mac("PH1", 1010, routed=True)), "rally PH1 @E", "10.27"),
    "rest under javelins": (field(mac("MI1", 1010, hits=3), greek("SK9", 1210, missile="A")), "recover MI1", "10.14"),
    "rest in a wood": (field(mac("MI1", 1010, hits=3), ground={"terrain": {"1010": "woods"}}), "recover MI1", "10.14"),
    "a lone leader shot at": (
        field(mac("SK1", 1010, missile="A"), leader("greek", "Chares", 1110)),
        "SK1 x Chares",
        "8.19",
    ),
    "a leader alone into a zone": (
        field(greek("MI9", 1110), leader("mac", "Attalus", "0909")),
        "Attalus > 1010",
        "4.61",
    ),
    "the commander in the press moves another": (
        field(mac("MI1", 1010), {**PHILIP, "hex": 1010}, HERE, leader("mac", "Attalus", "0909")),
        "Attalus > 0809",
        "4.4",
    ),
    "orders, then a line": (field(mac("HI1", 1010), mac("HI2", 1012), orders={"acted": ["HI2"]}), "line HI1", "4.31"),
    "twice in a phase": (field(mac("MI1", 1010), orders={"moved": ["MI1"]}), "MI1 > 1110", "5.23"),
    "foot behind it": (field(mac("LI1", 1010, missile="J"), greek("MI9", "0910", "E")), "LI1 x MI9", "8.13"),
    "archers of foot to the side": (field(mac("LI1", 1010, missile="A"), greek("MI9", 1012)), "LI1 x MI9", "8.13"),
    "a wheel at a stride too many": (field(mac("PH1", 1010)), "PH1 forward 6", "6.25"),
}


@pytest.mark.rule("alexander 6.44", "alexander 6.94", "alexander 9.15", "alexander 9.11", "alexander 10.14")
@pytest.mark.parametrize("name", NO)
def test_refused_for_its_reason(name: str) -> None:
    given, order, case = NO[name]
    ruling = rule(given, order)
    assert ruling.refused == [case], ruling.told


SHOCK_NO: dict[str, tuple[list[dict[str, Any]], str, str]] = {
    "skirmishers": ([mac("SK1", 1010), HERE], "shock SK1 x MI9", "9.31"),
    "horse before an elephant": ([mac("HC1", 1010), greek("EL9", 1110)], "shock HC1 x EL9", "9.15"),
    "one left out": ([mac("HC1", 1010), HERE, greek("MI8", 1109)], "shock HC1 x MI9", "8.32"),
    "the routed": ([mac("MI1", 1010, routed=True), greek("MI9", 1110, "E")], "shock MI1 x MI9", "7.35"),
}


@pytest.mark.rule("alexander 9.31", "alexander 9.15", "alexander 8.32", "alexander 10.25")
@pytest.mark.parametrize("name", SHOCK_NO)
def test_an_attack_refused_for_its_reason(name: str) -> None:
    pieces, order, case = SHOCK_NO[name]
    ruling = rule(field(*pieces, phase="shock"), order)
    assert ruling.refused == [case], ruling.told


@pytest.mark.rule("alexander 7.16", "alexander 8.21", "alexander 7.23")
@pytest.mark.parametrize(("die", "breaks"), [(6, False), (7, True)])
def test_who_turns_to_a_slow_phalanx_has_two_to_the_good(die: int, breaks: bool) -> None:
    """MA 4 against 6: 6 - 2 is its TQ. It stands and throws as it is come upon; or runs, and the phalanx goes on."""
    given = field(mac("PH1", 1010, ma=4), greek("LI9", 1209, "SW", ma=6, tq=4, missile="J"))
    ruling = rule(given, "PH1 fl\nLI9 stay\nLI9 @W" + ("" if breaks else "\nLI9 hold"), die)
    assert not ruling.refused and not dice_over(ruling)
    wanted = ["orderly-withdrawal", "reaction-facing", *([] if breaks else ["entry-fire"])]
    assert asks(ruling)[: len(wanted)] == wanted and ruling.of("LI9")["routed"] is breaks
    (rolled,) = [t["text"] for t in ruling.told if t["type"] == "roll"]
    assert "needs 6 or less" in rolled, "which isn't its TQ"


@pytest.mark.rule("alexander 8.37", "alexander 8.38", "alexander 8.36")
def test_a_breach_leaves_one_hit_and_the_nerve_holds() -> None:
    """3 hits and 3 more against 2: thrice as many, so 2 more make 8 of TQ 9; it stands by its roll with 7."""
    given = field(mac("HI1", 1010, cls="HY", size=6, tq=8), greek("MI9", 1110, size=6, tq=9, hits=3), phase="shock")
    ruling = rule(given, "shock HI1 x MI9", 5, 9)
    assert not ruling.refused and not dice_over(ruling)
    assert (ruling.of("HI1")["hits"], ruling.of("MI9")["hits"], ruling.of("MI9")["routed"]) == (2, 7, False)


@pytest.mark.rule("alexander 5.44", "alexander 5.41", "alexander 5.31")
def test_an_equal_is_passed_over_too() -> None:
    """Unlike its sisters' rule: as low or lower."""
    leaders = [
        {**PHILIP, "status": "inactive"},
        leader("mac", "Attalus", "0812", initiative=2),
        leader("mac", "Parmenio", "0814", initiative=5),
        leader("greek", "Chares", 2014, initiative=5),
    ]
    given = field(mac("MI1", 1010), *leaders, active=None, phase="select", turn=2)
    ruling = rule(given, "trump Parmenio\nno\nMI1 > 1110\ndone\nno", 5)
    assert not ruling.refused
    assert [ruling.of(n)["no_momentum"] for n in ("Attalus", "Chares", "Memnon", "Philip")] == [True, True, True, False]


@pytest.mark.rule("alexander 4.62", "alexander 8.19", "alexander 10.42")
@pytest.mark.parametrize(("ma", "away"), [(9, False), (8, True), (6, True)])
def test_a_lone_leader_gets_away_by_what_he_is_faster(ma: int, away: bool) -> None:
    """9 MP less the rider's: one hex before 8, three before 6, none before 9."""
    given = field(mac("HC1", 1010, ma=ma), leader("greek", "Chares", 1310, initiative=3))
    ruling = rule(given, "HC1 > 1110 1210" + ("\nChares 1410" if away else ""))
    chares = ruling.of("Chares")
    assert not ruling.refused and chares["eliminated"] is not away
    assert chares["hex"] == (1410 if away else None) and (points(ruling, "greek") > 0) is not away
    if ma == 8:
        far = rule(given, "HC1 > 1110 1210\nChares 1510")
        assert far.refused == ["4.62"]


@pytest.mark.rule("alexander 8.21", "alexander 8.17", "alexander 5.22")
def test_javelins_at_each_of_a_line_that_came() -> None:
    """When all have moved; an 8 leaves few and the second throw none."""
    given = field(mac("LI1", 1010), mac("LI2", 1011), {**PHILIP, "hex": "0910"}, greek("LI9", 1310, missile="J"))
    ruling = rule(given, "line LI1\nLI1 > 1110 1210 keep\nLI9 no\nLI2 > 1111 1211 keep\ndone\nfire LI1\nfire LI2", 8, 8)
    assert not dice_over(ruling) and ruling.of("LI9")["supply"] == "no"


@pytest.mark.rule("alexander 6.71", "alexander 6.75", "alexander 6.72")
def test_hoplites_withdraw_past_the_rough_with_both_halves() -> None:
    """One half's rough ground closes that way for the pair; a hit for foot, and its TQ."""
    pair = greek("HI9", 1411, "W", cls="HO", ma=5, tq=6)
    given = field(mac("PH1", 1010, ma=4), pair, ground={"terrain": {"1511": "rough"}})
    ruling = rule(given, "PH1 > 1110 1210")
    (asked,) = [t for t in ruling.told if t["type"] == "decision"]
    assert not ruling.refused and asked["choices"][0]["choices"] == ["1510@W", "stay"]


@pytest.mark.rule("alexander 9.15", "alexander 9.16", "alexander 7.16")
def test_horse_that_rides_into_an_elephants_flank_pays_twice() -> None:
    """Two hits for each of the hexes beside it."""
    given = field(mac("HC1", 1008, "SE", ma=8), greek("EL9", 1010, "E"))
    ruling = rule(given, "HC1 > 1009")
    assert not ruling.refused and ruling.of("HC1")["hits"] == 2


@pytest.mark.rule("alexander 6.62", "alexander 6.64", "alexander 6.42")
def test_a_column_walks_off_the_hit_of_a_hill_but_not_of_two() -> None:
    """Terrain hits of a hex together, less one."""
    given = field(
        mac("MI1", 1010, "SIDE_SE", column=True, ma=5), ground={"levels": {"1110": 1}, "terrain": {"1110": "rough"}}
    )
    ruling = rule(given, "MI1 > 1110")
    flat = rule(field(mac("MI1", 1010, "SIDE_SE", column=True, ma=5), ground={"levels": {"1110": 1}}), "MI1 > 1110")
    assert flat.of("MI1")["hits"] == 0 and ruling.of("MI1")["hits"] == 1
    assert flat.left("MI1") in (4, 5)


@pytest.mark.rule("alexander 10.26", "alexander 8.33", "alexander 8.51")
def test_the_charge_that_breaks_both_breaks_who_is_farther_gone() -> None:
    pieces = [mac("HC1", 1010, tq=6, hits=5, moved=True), greek("MI9", 1110, tq=5, hits=4)]
    given = field(*pieces, phase="shock", orders={"moved": ["HC1"], "markers": {"HC1": "must"}})
    ruling = rule(given, "shock HC1 x MI9\n1210\n1310", 8, 9)
    mi, hc = ruling.of("MI9"), ruling.of("HC1")
    assert mi["routed"] and not hc["routed"] and (hc["hits"], hc["hex"]) == (5, 1110)
