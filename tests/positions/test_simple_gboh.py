"""Positions of Simple GBoH as a referee with a file plays them."""

from __future__ import annotations

from typing import Any

import pytest

from scenarios import ScenarioError, position
from tests.each import for_each
from tests.positions.kit import rule, unit

TWO = {
    "first_player": "rome",
    "units": [unit("rome", "HI1", 1010), unit("epirus", "HI9", 2010, "W")],
    "leaders": [
        {"side": "rome", "id": "Scipio", "hex": 1010, "seizure": 1},
        {"side": "epirus", "id": "Pyrrhus", "hex": 2010, "seizure": 1},
    ],
}
ROME, EPIRUS = {"side": "rome"}, {"side": "epirus"}


def turn(**said: Any) -> dict[str, Any]:
    return {"system": "simple-gboh", "field": TWO, **said}


@pytest.mark.rule("simple-gboh 3.2", "simple-gboh 4.41")
@for_each(
    ("said", "orders", "asked"),
    [
        ({"phase": "first"}, "pass", "epirus"),
        ({"phase": "start", "last_side": "epirus"}, "no\npass", "epirus"),
        ({"phase": "start", "coming": [ROME, EPIRUS]}, "pass", "epirus"),
        ({"last_side": "epirus"}, "no\npass", "epirus"),
        ({"phase": "orders", "orders": ROME, "last_side": None}, "done", "epirus"),
        ({"phase": "orders", "orders": ROME, "last_side": "epirus"}, "done", "epirus"),
        ({"phase": "shock", "orders": ROME, "last_side": "rome"}, "", "epirus"),
        ({"orders": {**ROME, "kind": "oc"}}, "done", "epirus"),
        ({"orders": {**EPIRUS, "kind": "ride"}, "interrupted": ROME}, "done\npass", "epirus"),
        ({"phase": "start", "orders": ROME}, "pass", "epirus"),
        ({"phase": "seizure", "orders": {**ROME, "seizable": True}}, "no\npass", "epirus"),
        ({"phase": "activation", "orders": ROME}, "pass", "epirus"),
        ({"phase": "returns", "orders": {**ROME, "formations": ["rome"]}}, "done", "epirus"),
        ({"phase": "orders", "orders": {**ROME, "formations": ["rome"]}}, "done", "epirus"),
        ({"phase": "shock", "orders": ROME}, "", "epirus"),
        ({"phase": "withdrawal", "orders": ROME}, "", "epirus"),
    ],
)
def test_play_goes_on_from_any_phase_to_the_enemys_player_turn(said: Any, orders: str, asked: str) -> None:
    ruled = rule(turn(**said), orders)
    assert ruled.refused == []
    last = next(t for t in reversed(ruled.told) if t["type"] == "decision")
    settled = said.get("coming") is not None
    assert (last["kind"], last["side"]) == (("activation", asked) if settled else ("seizure", "rome"))
    _, state = position.read(ruled.end, "end")
    assert state.last_side == asked


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"phase": "shock"}, 'phase: "shock" needs "orders" with a "side": whose Player Turn it is'),
        ({"phase": "seizure"}, 'phase: "seizure" needs "orders" with a "side": whose Player Turn it is'),
        ({"phase": "start"}, 'phase: "start" needs "last_side", who had the Player Turn before, or "coming"'),
        ({"phase": "first", "orders": ROME}, 'orders: no Player Turn is under way in phase "first"'),
        ({"phase": "first", "last_side": "rome"}, 'last_side: nobody has had a Player Turn in phase "first"'),
        ({"phase": "turn", "coming": [ROME]}, 'coming: nobody has had a Player Turn in phase "turn"'),
        (
            {"phase": "start", "coming": [{**ROME, "seized_by": "Pyrrhus"}]},
            "coming[0].seized_by: Pyrrhus is no leader of",
        ),
        ({"orders": {**ROME, "kind": "elite"}}, 'orders.kind: must be turn, oc or ride, not "elite"'),
        (
            {"orders": {**ROME, "kind": "ride"}},
            'orders.kind: "ride" needs "interrupted", the Player Turn it breaks into',
        ),
        ({"orders": {**ROME, "kind": "ride"}, "interrupted": ROME}, "interrupted.side: a leader of rome breaks into"),
        (
            {"orders": ROME, "interrupted": EPIRUS},
            'interrupted: a leader breaks into a Player Turn with "orders" of kind',
        ),
        ({"orders": {**ROME, "kind": "oc", "leads": []}}, 'orders.leads: "oc" needs the one leader who moves'),
        (
            {"phase": "shock", "orders": {**ROME, "kind": "oc"}},
            'orders.kind: "oc" is a move of a leader, in phase "orders"',
        ),
        ({"orders": {**ROME, "leader": "Scipio"}}, "orders.leader: no leader gives the orders by these rules"),
        ({"orders": ROME, "sides": {"rome": {"turns": 0}}}, "sides.rome.turns: the Player Turn under way is one"),
        ({"active": "Scipio"}, "active: no leader gives the orders by these rules; say whose Player Turn it is"),
        ({"orders": {"side": "romans"}}, 'orders.side: there is no side "romans"'),
        ({"orders": {**ROME, "formations": ["legion"]}}, 'orders.formations[0]: there is no Formation "legion"'),
    ],
)
def test_what_is_wrong_with_where_play_stands_is_told(said: Any, problem: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        position.read(turn(**said), "here")
    assert any(p.startswith(problem) for p in caught.value.problems), caught.value.problems


@pytest.mark.rule("simple-gboh 7.41", "simple-gboh 7.52")
def test_who_is_in_contact_as_the_turn_begins_is_so_whatever_phase_a_position_begins_in() -> None:
    document = turn(phase="activation", orders=ROME, changes={"HI9": {"hex": 1110}})
    _, state = position.read(document, "here")
    assert state.orders is not None and state.orders.started_in_zoc == ["HI1", "HI9"]
    assert state.orders.activated == []


@pytest.mark.rule("simple-gboh 5.11", "simple-gboh 4.31")
def test_movement_points_are_told_by_the_cases_of_these_rules() -> None:
    field = {
        "units": [unit("rome", "HI1", 1010), unit("epirus", "HI9", 2010, "W")],
        "leaders": [{"side": "rome", "id": "Scipio", "hex": 1010}],
    }
    document = {"system": "simple-gboh", "field": field, "orders": {"side": "rome", "leads": ["Scipio"]}}
    told = [("HI1 > 1210\nScipio stay", "HI1", 3, "5.11"), ("Scipio > 1210", "Scipio", 7, "4.31")]
    for orders, piece, left, case in told:
        ruled = rule(document, orders)
        assert ruled.left(piece) == left
        assert {t["rule"] for t in ruled.told if t["type"] == "movement"} == {case}


@pytest.mark.rule("simple-gboh 5.31", "simple-gboh 8.1", "simple-gboh 10.3", "simple-gboh 11.23")
@pytest.mark.parametrize(
    ("units", "problem"),
    [
        ([unit("a", "HI1", 1010), unit("a", "HI2", 1010)], "HI2 and HI1 share 1010 (5.31)"),
        ([unit("a", "HI1", 1010, hits=6)], "HI1 has 6 hits at TQ 6 and stands (8.1)"),
        ([unit("a", "HI1", 1010, "SIDE_NE")], "HI1 faces SIDE_NE out of Column (11.23)"),
        ([unit("a", "PH1", 1010, "SIDE_NE", column=True)], "PH1 is In Column, and nothing says which of its ends"),
        ([unit("a", "PH1", 1010), unit("a", "PH2", 1010, below="PH1")], "PH2 stands under PH1 and forms no double"),
    ],
)
def test_what_cannot_be_is_told_by_the_cases_of_these_rules(units: Any, problem: str) -> None:
    field = {"columns": True, "units": [*units, unit("b", "HI9", 2010, "W")]}
    with pytest.raises(ScenarioError) as caught:
        position.read({"system": "simple-gboh", "field": field, "orders": {"side": "a"}}, "here")
    assert any(p.startswith(problem) for p in caught.value.problems), caught.value.problems


@pytest.mark.rule("simple-gboh 10.4")
def test_german_cavalry_has_javelins_and_seven_movement_points_whatever_is_said() -> None:
    field = {"units": [unit("a", "GC1", 1010), unit("b", "HI9", 2010, "W")]}
    _, state = position.read({"system": "simple-gboh", "field": field, "orders": {"side": "a"}}, "here")
    assert (state.units["GC1"].ma, state.units["GC1"].missile) == (7, "J")


@pytest.mark.rule("simple-gboh 4.46")
def test_who_was_in_contact_as_the_turn_began_that_a_leader_has_broken_into_follows_from_where_all_stand() -> None:
    said = {"orders": {**EPIRUS, "kind": "ride"}, "interrupted": {**ROME, "seizable": True}}
    document = turn(**said, changes={"HI9": {"hex": 1110}, "Pyrrhus": {"hex": 1110}})
    _, state = position.read(document, "here")
    assert state.interrupted is not None and state.interrupted.started_in_zoc == ["HI1", "HI9"]
    assert state.orders is not None and (state.orders.leads, state.orders.activated) == (["Pyrrhus"], [])


def test_turns_are_counted_on_from_the_one_a_position_says() -> None:
    _, state = position.read(rule(turn(turn=3, phase="start", coming=[ROME, EPIRUS]), "pass").end, "end")
    assert state.turn == 5


@pytest.mark.rule("simple-gboh 5.32")
def test_roman_heavy_infantry_of_one_legion_stands_in_a_stack() -> None:
    legion = {"roman": True, "legion": "V"}
    units = [unit("a", "HI1", 1010, **legion), unit("a", "HI2", 1010, **legion), unit("b", "HI9", 2010, "W")]
    document = {"system": "simple-gboh", "field": {"units": units}, "orders": {"side": "a"}}
    _, state = position.read(document, "here")
    assert state.units["HI2"].beneath == "HI1"
    units[1]["legion"] = "VI"
    with pytest.raises(ScenarioError):
        position.read(document, "here")


LEGION = {"roman": True, "legion": "V", "cls": "HA"}


@pytest.mark.rule("simple-gboh 5.14", "simple-gboh 5.34")
@pytest.mark.parametrize(("ma", "left"), [(5, 2), (3, 0), (2, None)])
def test_a_legionary_that_turns_to_fit_into_a_stack_pays_for_it(ma: int, left: int | None) -> None:
    """1 MP for the hex, 1 for the friend in it, 1 for the turn."""
    stack = [unit("a", "LG1", 1010, "NE", **LEGION), unit("a", "LG2", "0910", "E", **{**LEGION, "ma": ma})]
    field = {"units": [*stack, unit("b", "HI9", 2010, "W")]}
    ruled = rule({"system": "simple-gboh", "field": field, "orders": {"side": "a"}}, "LG2 > 1010")
    assert ruled.refused == ([] if left is not None else ["5.34"])
    if left is not None:
        assert ruled.left("LG2") == left
        assert ruled.of("LG2")["facing"] == ruled.of("LG1")["facing"]


@pytest.mark.rule("simple-gboh 6.13", "simple-gboh 6.22")
@pytest.mark.parametrize("orders", ["PH1 > about", "PH1 > @W", "PH1 > 1110 about"])
def test_a_pair_of_hexes_in_enemy_zoc_does_not_face_about(orders: str) -> None:
    enemy = 1210 if "1110" in orders else 1110
    field = {"units": [unit("a", "PH1", 1010), unit("a", "HI2", 1015), unit("b", "HI9", enemy, "W")]}
    ruled = rule({"system": "simple-gboh", "field": field, "orders": {"side": "a"}}, orders)
    assert ruled.refused == ["6.13"]


@pytest.mark.rule("simple-gboh 5.16")
def test_ground_closed_to_some_says_to_whom_and_ground_closed_to_all_that_it_is() -> None:
    field = {
        "units": [unit("a", "CH1", 1010), unit("a", "HC2", 1012), unit("b", "HI9", 2010, "W")],
        "terrain": {"1110": "forest", "1112": "impassable"},
    }
    ruled = rule({"system": "simple-gboh", "field": field, "orders": {"side": "a"}}, "CH1 > 1110\nHC2 > 1112")
    assert [t["text"] for t in ruled.told if t["type"] == "refusal"] == [
        "CH1 can't enter 1110 from 1010: forest is closed to chariots.",
        "Nothing may enter 1112 from 1012.",
    ]
    assert ruled.refused == ["5.16", "5.16"]


@pytest.mark.rule("simple-gboh 7.15")
@pytest.mark.parametrize("orders", ["SK1 x Pyrrhus", "SK1 x 1210", "SK1 > 1011 x Pyrrhus"])
def test_fire_at_a_lone_leader_is_written_as_at_a_unit(orders: str) -> None:
    units = [unit("a", "SK1", 1010, missile="A"), unit("a", "HI2", 1018), unit("b", "HI9", 2010, "W")]
    field = {"units": units, "leaders": [{"side": "b", "id": "Pyrrhus", "hex": 1210}]}
    document = {"system": "simple-gboh", "field": field, "orders": {"side": "a"}}
    ruled = rule(document, orders, 0, 0)
    assert ruled.refused == [] and ruled.of("Pyrrhus")["eliminated"]
    assert not rule(document, orders, 0, 1).of("Pyrrhus")["eliminated"]
    assert not rule(document, orders, 1).of("Pyrrhus")["eliminated"]


@pytest.mark.rule("simple-gboh 4.41", "simple-gboh 4.45")
def test_a_turn_that_is_set_aside_by_a_seizure_counts_once() -> None:
    document = turn(phase="seizure", orders={**ROME, "seizable": True}, sides={"rome": {"turns": 3}})
    ruled = rule(document, "epirus: Pyrrhus\npass\npass", 0)
    assert ruled.refused == []
    _, state = position.read(ruled.end, "end")
    assert (state.sides["rome"].turns, state.sides["epirus"].turns, state.last_side) == (3, 2, "epirus")


@pytest.mark.rule("simple-gboh 5.33", "simple-gboh 7.71")
def test_who_attacks_apart_from_the_friend_that_has_retreated_onto_it_advances_alone() -> None:
    """XIXHA3 is Depleted by the first Shock and retreats onto XIXHA1, which wins the second and has to advance."""
    document = {
        "scenario": "simple-gboh/cannae",
        "only": ["XIXHA1", "XIXHA3", "NLC2", "NLC4"],
        "phase": "shock",
        "orders": {"side": "rome", "formations": ["legion-xix"]},
        "changes": {
            "XIXHA3": {"hex": 2931, "facing": "W", "hits": 3},
            "XIXHA1": {"hex": 2932, "facing": "W"},
            "NLC2": {"hex": 2831, "facing": "E", "hits": 2},
            "NLC4": {"hex": 2832, "facing": "NE", "hits": 1},
        },
    }
    ruled = rule(document, "shock XIXHA3 x NLC2 & XIXHA1 x NLC4\n2932\ncarthage: 2731", 4, 7, 8, 7)
    assert ruled.refused == []
    units = {name: ruled.of(name) for name in ("XIXHA1", "XIXHA3")}
    assert "XIXHA1 stands under XIXHA3 now." in ruled.said, ruled.said
    assert units["XIXHA1"]["hex"] != units["XIXHA3"]["hex"]
    assert units["XIXHA1"]["below"] is None
