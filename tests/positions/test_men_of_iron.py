"""Any state a piece, a Command, an army or the sequence of play can be in is written down, and begins exactly there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import on_field, rule, unit


def position(*units: dict[str, Any], leaders: Any = (), **said: Any) -> dict[str, Any]:
    said.setdefault("active", "English")
    if said["active"] is None:
        del said["active"]
    return on_field(units, leaders, system="men-of-iron", **said)


def english(code: str, at: Any, facing: str = "E", **state: Any) -> dict[str, Any]:
    return unit("english", code, at, facing, **state)


def scots(code: str, at: Any, facing: str = "W", **state: Any) -> dict[str, Any]:
    return unit("scots", code, at, facing, **state)


LION = {"standards": [{"side": "scots", "id": "Lion", "hex": 2010}]}
CROSS = {"standards": [{"side": "english", "id": "Cross", "hex": 1010}]}


@pytest.mark.rule("men-of-iron 9.2")
def test_shots_and_return_shots() -> None:
    given = position(english("LB1", 1010), english("LB2", 1011), scots("LB3", 1210), ground=LION)
    ruling = rule(given, "LB1 x LB3\nscots: fire\nLB2 x LB3\nfire", 4, 6, 6, 4)
    assert [t["question"] for t in ruling.told if t["type"] == "order"] == [
        "orders",
        "return-fire",
        "orders",
        "return-fire",
    ]
    assert (ruling.of("LB3")["hex"], ruling.of("LB3")["retired"], ruling.of("LB1")["disordered"]) == (2010, True, True)


@pytest.mark.rule("men-of-iron 12.4")
def test_a_retired_unit_moves_to_its_standard_alone() -> None:
    given = position(english("LB1", 1010, retired=True), scots("LB3", 1810), ground=CROSS)
    assert rule(given, "LB1 > 0910").refused == ["12.4"]


@pytest.mark.rule("men-of-iron 13.1")
@pytest.mark.parametrize(("more", "disordered"), [({}, False), ({"acted": ["LB1"]}, True), ({"may_recover": []}, True)])
def test_the_end_of_an_activation_brings_recovery(more: dict[str, Any], disordered: bool) -> None:
    given = position(english("LB1", 1010, disordered=True), scots("LB3", 1810), phase="end", activation=more)
    assert rule(given).of("LB1")["disordered"] is disordered


@pytest.mark.rule("men-of-iron 13.2")
def test_a_standard_is_activated() -> None:
    given = position(english("LB1", 1010, retired=True), scots("LB3", 1810), ground=CROSS, active="Cross")
    ruling = rule(given)
    assert not ruling.of("LB1")["retired"] and ruling.asked == ["activate"]


@pytest.mark.rule("men-of-iron 15.2")
def test_who_is_out_of_command_follows_from_where_they_stand() -> None:
    edward = {"side": "english", "id": "Edward1", "hex": "0101", "command_range": 2}
    given = position(english("LB1", 1010), scots("LB3", 1210), leaders=[edward], active="Edward1")
    assert rule(given).end["activation"]["out_of_command"] == ["LB1"]
    given["activation"] = {"out_of_command": []}
    assert rule(given).end["activation"]["out_of_command"] == []


@pytest.mark.rule("men-of-iron 14.1")
def test_formations_come_first() -> None:
    sides = {"sides": {"english": {"formations": ["shield-wall"]}, "scots": {}}}
    for more, refused in (({}, []), ({"moved": ["PK1"]}, ["14.1"]), ({"orders_given": True}, ["14.1"])):
        given = position(english("PK1", 1010), english("PK2", 1011), scots("PK3", 1810), ground=sides, activation=more)
        assert rule(given, "form PK2").refused == refused


@pytest.mark.rule("men-of-iron FK-1")
@pytest.mark.parametrize(("state", "modifier"), [({"formation": "schiltron"}, "-2 Schiltron"), ({}, "+3 rear")])
def test_a_schiltron_has_only_a_front(state: dict[str, Any], modifier: str) -> None:
    given = position(english("MM1", 1310, "W"), scots("PK3", 1210, "W", **state), phase="shock")
    said = rule(given, "shock all", 5).said
    assert f"roll 1: MM1 attacks PK3: 5 {modifier} =" in said[1], said


@pytest.mark.rule("men-of-iron 16.0")
@pytest.mark.parametrize(("die", "flees"), [(1, False), (2, True)])
def test_flight_after_a_free_activation(die: int, flees: bool) -> None:
    given = position(english("MM1", 1010), scots("PK3", 1810), phase="end", sides={"scots": {"extra": 28}})
    assert ("outcome" in rule(given, "", die).kinds) is flees
    unread = rule(given)
    assert unread.kinds == ["stopped", "position"] and unread.end["phase"] == "end"
    given["activation"] = {"how": "continuity"}
    assert "roll" not in rule(given).kinds


@pytest.mark.rule("men-of-iron 4.2")
def test_continuity_names_another_command() -> None:
    units = english("MM1", 1010, command="Aa"), english("MM2", 1012, command="Bb"), scots("PK3", 1810)
    given = position(*units, active=None, phase="continue", chooser="english", last_command="Aa")
    ruling = rule(given, "Aa\nBb\nno", 3)
    assert len(ruling.refused) == 1 and ruling.end["active"] == "Bb" and ruling.end["activation"]["how"] == "continuity"


@pytest.mark.rule("men-of-iron 11.4")
def test_horses_shy_at_pikes() -> None:
    given = position(english("MM1", 1010), scots("PK1", 1310))
    ruling = rule(given, "done\nshock MM1 > 1110 1210 x PK1", 5, 5)
    assert "The horses of MM1 shy: it attacks without a Charge." in ruling.said


@pytest.mark.rule("men-of-iron 9.2")
def test_missile_infantry_moves_before_its_shot() -> None:
    given = position(english("LB1", 1010), scots("LB3", 1210), activation={"fired": ["LB1"]})
    assert rule(given, "LB1 > 0910\nLB1 x LB3").refused == ["9.2", "9.2/active"]


@pytest.mark.rule("men-of-iron 5.1")
def test_movement_points_spent_count() -> None:
    given = position(english("LB1", 1010), scots("LB3", 2010), activation={"mp": {"LB1": 3}})
    ruling = rule(given, "LB1 > 1110 1210 1310\nLB1 > 1110")
    assert len(ruling.refused) == 1 and ruling.left("LB1") == 1
    assert ruling.end["activation"]["mp"] == {"LB1": 4}


@pytest.mark.rule("men-of-iron CR-3")
def test_a_bombard_is_made_ready() -> None:
    ground = {"markers": [{"side": "english", "id": "Gun", "kind": "bombard", "hex": 1012, "fired": True}]}
    ruling = rule(position(english("LB1", 1010), scots("LB3", 1210), ground=ground), "Gun x LB3\nreload Gun")
    assert ruling.refused == ["CR-3"] and "Gun is ready to fire again." in ruling.said


@pytest.mark.rule("men-of-iron NA-1")
def test_out_of_missiles() -> None:
    given = position(english("LB1", 1010, no_missiles=True), scots("LB3", 1210))
    assert rule(given, "LB1 x LB3").refused == ["NA-1"]


@pytest.mark.rule("men-of-iron 10.3")
def test_attacks_are_fought_from_where_they_stand() -> None:
    attacks = {"attacks": [{"unit": "MM1", "targets": ["LB3"]}]}
    given = position(english("MM1", 1010), scots("LB3", 1110), phase="resolve", activation=attacks)
    assert rule(given).kinds == ["stopped", "position"]
    assert "MM1" in rule(given, "", 9).said[0]


@pytest.mark.rule("men-of-iron 15.6")
def test_a_lost_leader_is_replaced_as_the_activation_begins() -> None:
    edward = {"side": "english", "id": "Edward", "hex": "0101", "lost": True}
    given = position(english("MM1", 1010), scots("LB3", 1810), leaders=[edward], active="Edward", phase="begin")
    ruling = rule(given)
    new = ruling.of("Edward2")
    assert new["replacement"] and new["hex"] == 1010 and ruling.end["commands"]["Edward"]["leader"] == "Edward2"


@pytest.mark.rule("men-of-iron 12.5")
def test_the_unhorsed_go_on_foot() -> None:
    ruling = rule(position(english("UH1", 1010), scots("PK3", 1810)), "UH1 > 1110")
    assert ruling.left("UH1") == 3


@pytest.mark.rule("men-of-iron 14.1")
def test_before_the_battle() -> None:
    ruling = rule({"scenario": "men-of-iron/falkirk", "phase": "setup"})
    assert ruling.asked == ["set-up"]
    ruling = rule({"scenario": "men-of-iron/falkirk", "phase": "setup", "sides": {"scots": {"deployed": True}}})
    assert ruling.asked == ["activate"]
