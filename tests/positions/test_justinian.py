"""Positions of the campaign with orders nobody should give."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import rule

SYRIA: dict[str, Any] = {
    "scenario": "justinian/renovatio",
    "turn": 4,
    "phase": "barbarian",
    "changes": {"chosroes": {"at": "syria-1", "sp": 20}, "orient": {"at": "syria-1", "sp": 8, "leader": "sittas"}},
}


@pytest.mark.rule("justinian 6.25")
def test_an_enemy_who_stands_beside_it_is_no_name_for_an_army() -> None:
    ruling = rule(SYRIA, "select-persia\norient\nchosroes\n", 5)
    assert ruling.refused == ["6.25"] and ruling.asked == ["march"]


@pytest.mark.rule("justinian 7.17")
@pytest.mark.parametrize("number", ["0", "²", "501", "-3", "99999", "1.5", "x"])
def test_odd_numbers_are_refused_and_change_nothing(number: str) -> None:
    ruling = rule(SYRIA, f"select-persia\nchosroes\ndetach {number}\ndetach 3\n", 5)
    assert len(ruling.refused) == 1 and ruling.asked == ["march"]
    assert ruling.end["detached"]["Syria I"] == {"persia": 3} and ruling.end["changes"]["chosroes"]["sp"] == 17


@pytest.mark.rule("justinian 6.53")
def test_nothing_follows_in_an_order_that_disbands_the_army() -> None:
    ruling = rule({**SYRIA, "phase": "byzantine"}, "orient\ndisband fort euphratensis\nstop\n", 5)
    assert ruling.refused == ["6.53"]


@pytest.mark.rule("justinian 7.11", "justinian 6.53", "justinian 6.54")
@pytest.mark.parametrize(
    ("orders", "rolls", "asked"),
    [
        ("orient\ndisband", 0, "byzantine-activation"),
        ("orient\nstop", 0, "byzantine-activation"),
        ("orient\nfort syria-2\nstop", 0, "byzantine-activation"),
        ("orient\nfort syria-2\n> syria-1\nstop", 1, "byzantine-activation"),
        ("orient", 0, "march"),
    ],
)
def test_the_die_of_its_mp_is_rolled_when_an_army_is_to_move(orders: str, rolls: int, asked: str) -> None:
    changes = {"orient": {"at": "syria-2", "sp": 8, "leader": "sittas"}}
    given = {**SYRIA, "phase": "byzantine", "gold": 20, "changes": changes}
    ruling = rule(given, orders, *[5] * rolls)
    assert not ruling.refused and "dice-left" not in ruling.kinds
    assert [t["rule"] for t in ruling.told if t["type"] == "roll"] == ["7.11"] * rolls
    assert (ruling.asked == [asked]) is (asked == "march")


@pytest.mark.rule("justinian 6.27", "justinian 7.24")
@pytest.mark.parametrize(("sp", "fits"), [(21, True), (22, True), (23, False)])
def test_who_deserts_needs_no_room_aboard(sp: int, fits: bool) -> None:
    given = {
        "scenario": "justinian/renovatio",
        "turn": 2,
        "phase": "barbarian",
        "vandal_recruits": True,
        "select_recruited": ["vandals"],
        "changes": {"gelimer": {"at": "zeugitania", "sp": sp}},
        "fleets": {"vandals": {"zeugitania": 2}},
    }
    ruling = rule(
        given, "select-vandals\nfleet zeugitania\nsail 2 & gelimer > sea-of-carthage > sardinia\nshare gelimer 2"
    )
    assert (ruling.refused[:1] == []) is fits or ruling.refused[:1] == ["7.24"]
    if fits:
        assert ruling.end["changes"]["gelimer"]["sp"] == sp - 2


@pytest.mark.rule("justinian 8.28")
def test_a_leader_who_is_removed_is_out_of_the_game() -> None:
    ruling = rule({**SYRIA, "remove": ["chosroes"], "changes": {}}, "")
    assert (
        "chosroes" not in {t.get("unit") for t in ruling.told} and ruling.end["changes"]["chosroes"]["where"] == "gone"
    )


@pytest.mark.rule("justinian 4.13")
@pytest.mark.parametrize("place", ["box-persia", "aegean-sea"])
def test_a_magmil_goes_to_provinces(place: str) -> None:
    ruling = rule({**SYRIA, "phase": "byzantine"}, f"magmil sittas {place}\n")
    assert ruling.refused == ["4.13"] and "provinces" in next(t["text"] for t in ruling.told if t["type"] == "refusal")
