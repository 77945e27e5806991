"""Positions of Great Battles of Alexander in which two rules or more meet: what each half of a long line stands in."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, rule
from tests.positions.test_meeting_alexander import PHILIP, asks, dice_over, field, greek, mac

CHIEF = {**PHILIP, "hex": "0910"}


def reasons(ruling: Ruling) -> list[str]:
    return [t["text"] for t in ruling.told if t["type"] == "refusal"]


def cases(ruling: Ruling, kind: str = "roll") -> list[str]:
    return [t["rule"] for t in ruling.told if t["type"] == kind and t["text"]]


@pytest.mark.rule("alexander 6.94", "alexander 10.25", "alexander 6.41")
def test_a_phalanx_goes_through_friends_in_flight_alone() -> None:
    """It takes a hit of it, and they none; past whoever stands it doesn't go, and skirmishers go through it."""
    flown = rule(field(mac("PH1", 1010), mac("LI2", 1110, routed=True)), "PH1 forward 2")
    assert flown.refused == [] and flown.left("PH1") == 2
    assert (flown.of("PH1")["hits"], flown.of("LI2")["hits"], flown.of("LI2")["eliminated"]) == (1, 0, False)
    assert rule(field(mac("PH1", 1010), mac("LI2", 1110)), "PH1 forward 2").refused == ["6.94"]


@pytest.mark.rule("alexander 6.94", "alexander 6.42")
@pytest.mark.parametrize("half", [1109, 1110])
def test_cardaces_and_those_they_pass_take_a_hit_each(half: int) -> None:
    ruling = rule(field(mac("LI1", 1010, cls="CA", ma=5, tq=5), mac("LI2", half)), "LI1 > 1109 1209")
    assert (ruling.of("LI1")["hits"], ruling.of("LI2")["hits"]) == (1, 1)
    breaks = rule(field(mac("LI1", 1010, cls="CA", ma=5, tq=5, hits=4), mac("LI2", half)), "LI1 > 1109 1209")
    assert "LI1 routs!" in breaks.said, "and still they have passed"
    assert any(said.startswith("LI2 takes 1 hit: LI1 passes through it") for said in breaks.said)


@pytest.mark.rule("alexander 6.94", "alexander 6.75", "alexander 6.91", "alexander 6.72")
@pytest.mark.parametrize("half", [1210, 1209])
def test_cardaces_withdraw_through_a_friend_with_either_half(half: int) -> None:
    """And don't stop in his hex with either."""
    cardaces = greek("LI9", 1110, cls="CA", ma=8, tq=9)
    given = field(mac("LI1", "0810", cls="LP", ma=6), cardaces, greek("LI8", half))
    ruling = rule(given, "LI1 > 0910\nLI9 > 1210\nLI9 > 1210 1310", 3)
    assert ruling.refused == ["6.91"] and f"LI8 stands at {half}" in reasons(ruling)[0]
    assert ruling.of("LI9")["hex"] == 1310
    assert (ruling.of("LI9")["hits"], ruling.of("LI8")["hits"]) == (2, 1), "it goes on foot besides"


@pytest.mark.rule("alexander 10.14", "alexander 10.27", "alexander 6.41")
@pytest.mark.parametrize(
    ("ground", "archer", "what"),
    [({}, 1413, "missiles"), ({"terrain": {"1011": "woods"}}, None, "difficult terrain"), ({}, None, None)],
)
def test_no_rest_where_one_half_has_none(ground: dict[str, Any], archer: int | None, what: str | None) -> None:
    """The archer is four hexes from the right half, five from the left."""
    pieces = [CHIEF, *([greek("SK9", archer, missile="A")] if archer is not None else [])]
    tired = rule(field(mac("PH1", 1010, hits=2), *pieces, ground=ground), "recover PH1")
    broken = mac("LI1", 1010, cls="CA", tq=5, routed=True)
    fled = rule(field(broken, *pieces, ground=ground), "rally LI1 @E", 0, 0)
    assert tired.refused == ([] if what is None else ["10.14"])
    assert fled.refused == ([] if what is None else ["10.27"])
    assert what is None or (what in reasons(tired)[0] and what in reasons(fled)[0])


@pytest.mark.rule("alexander 6.45", "alexander 6.44", "alexander 6.42", "alexander 6.43")
def test_the_enemy_before_one_half() -> None:
    """The half that wheels comes into woods; facing about is out of the question, for the half that is held."""
    wheels = rule(field(mac("PH1", 1010), greek("MI9", 1109, "SW"), ground={"terrain": {"1110": "woods"}}), "PH1 wl", 9)
    assert (wheels.of("PH1")["hits"], wheels.of("PH1")["facing"], wheels.left("PH1")) == (3, "NE", 2)
    assert cases(wheels) == ["6.45"] and not dice_over(wheels)
    about = rule(field(mac("PH1", 1010), greek("MI9", 1111)), "PH1 about")
    assert about.refused == ["6.44"] and "1011" in reasons(about)[0]


@pytest.mark.rule("alexander 9.74", "alexander 6.25")
def test_what_keeps_charging_horse_off_rough_ground() -> None:
    """Its formation, where others of its kind may go; the ground itself where none may."""
    chosen: dict[str, Any] = {"optional_rules": ["9.7", "10.3"], "terrain": {"1110": "rough", "1112": "town"}}
    pieces = [CHIEF, mac("HC1", 1010, charging=True), mac("HC2", 1012, charging=True)]
    given = field(*pieces, ground=chosen, options={"9.7": True, "10.3": True})
    assert rule(given, "HC1 > 1110").refused == ["9.74"]
    calm = field(CHIEF, mac("HC1", 1010), ground=chosen, options={"9.7": True, "10.3": True})
    assert rule(calm, "HC1 > 1110").refused == []


@pytest.mark.rule("alexander 9.34", "alexander 6.72", "alexander 6.73")
def test_skirmishers_surprised_as_they_withdraw_scatter() -> None:
    ruling = rule(field(mac("PH1", 1010), greek("SK9", 1310, "E", tq=3, ma=6, hits=2)), "PH1 forward 1\nSK9 > 1410")
    lost = [t for t in ruling.told if t["type"] == "event" and "eliminated" in str(t["text"])]
    assert [t["rule"] for t in lost] == ["9.34"]


@pytest.mark.rule("alexander 4.62", "alexander 6.41")
def test_a_leader_the_right_half_stood_beside_already_isnt_approached() -> None:
    """From 1011 to 1111 it stays next to 1012, as any other unit would."""
    bias = {"side": "greek", "id": "Bias", "hex": 1012, "role": "SC"}
    for mover, order in ((mac("PH1", 1010), "PH1 fr"), (mac("MI1", 1011), "MI1 > 1111")):
        ruling = rule(field(mover, CHIEF, bias), order)
        assert "leader-withdrawal" not in asks(ruling) and not ruling.of("Bias")["eliminated"]
    nearer = rule(field(mac("PH1", 1010), CHIEF, {**bias, "hex": 1112}), "PH1 fr")
    assert "leader-withdrawal" in asks(nearer)


@pytest.mark.rule("alexander 7.16", "alexander 8.21")
def test_who_is_asked_about_a_phalanx_is_told_of_both_its_halves() -> None:
    """The javelins have the right one alone before them."""
    ruling = rule(field(mac("PH1", 1010), greek("LI9", 1212, "NW", missile="J", ma=4)), "PH1 fr\nno\nLI9 hold")
    said = [t["text"] for t in ruling.told if t["type"] == "next" and t["kind"] in ("reaction-facing", "entry-fire")]
    assert len(said) == 2 and all("1110+1111" in s for s in said)


@pytest.mark.rule("alexander 6.64", "alexander 6.63")
def test_a_column_of_two_turns_by_marching() -> None:
    """Ahead of its head or to either side of that; it neither wheels nor turns on the spot."""
    given = field(mac("PH1", 1010, "SIDE_N", column=True, headed="left"), CHIEF)
    assert rule(given, "PH1 > 1009 1109\nPH1 wl\nPH1 @W\nPH1 about").refused == ["6.64"] * 4
    assert rule(given, "PH1 > 1009 1108").of("PH1")["facing"] == "SIDE_NE"
