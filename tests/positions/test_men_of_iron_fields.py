"""What a Men of Iron field says nothing of: leaders, names, formations; and the state an activation begins in."""

from __future__ import annotations

from typing import Any

import pytest

from scenarios import ScenarioError, position
from tests.positions.kit import on_field, rule, unit


def english(code: str, at: Any, facing: str = "E", **state: Any) -> dict[str, Any]:
    return unit("english", code, at, facing, **state)


def scots(code: str, at: Any, facing: str = "W", **state: Any) -> dict[str, Any]:
    return unit("scots", code, at, facing, **state)


def written(*units: dict[str, Any], **said: Any) -> dict[str, Any]:
    return on_field(units, said.pop("leaders", ()), system="men-of-iron", **{"phase": "free", **said})


def laid(document: dict[str, Any]) -> Any:
    """The battle and the state."""
    return position.read(document, "a test")


def wrong(document: dict[str, Any]) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        laid(document)
    return [p.removeprefix("field.") for p in caught.value.problems]


@pytest.mark.rule("men-of-iron 15.2")
def test_leaders_nobody_has_placed_stand_at_the_edge_in_nobodys_way() -> None:
    small = {"cols": [10, 14], "rows": [10, 14]}
    _, state = laid(written(english("LB1", 1014), scots("LB3", 1214), ground=small))
    assert [(x.id, x.side, x.hex, x.activation, x.ma, x.command_range) for x in state.leaders.values()] == [
        ("English", "english", 1114, 4, 8, 30),
        ("Scots", "scots", 1314, 4, 8, 30),
    ]
    units = (english("LB1", 1010, command="First"), english("LB2", 1011, command="Second"), scots("LB3", 1214))
    _, state = laid(written(*units, ground=small))
    assert [x.hex for x in state.leaders.values()] == [1014, 1114, 1314]


@pytest.mark.rule("men-of-iron 15.2")
def test_leaders_who_are_placed_have_a_leaders_usual_ratings() -> None:
    edward = {"side": "english", "id": "Edward", "hex": 1012}
    _, state = laid(written(english("LB1", 1010), scots("LB3", 1810), leaders=[edward]))
    x = state.leaders["Edward"]
    assert (x.hex, x.activation, x.command_range, x.ma, x.command) == (1012, 4, 6, 8, "Edward")
    both = [edward, {"side": "english", "id": "Hal", "hex": 1013, "command": "Edward"}]
    assert wrong(written(english("LB1", 1010), scots("LB3", 1810), leaders=both)) == [
        "leaders[1] (Hal).command: Edward is led by Edward; say whom Hal leads"
    ]


def test_names_follow_from_the_side() -> None:
    sides = {"sides": {"men-at-arms": {}, "scots": {"name": "The Scots", "adjective": "Scottish"}}}
    units = (unit("men-at-arms", "LB1", 1010), scots("LB3", 1810))
    battle, state = laid(written(*units, ground=sides))
    first, second = battle.sides
    assert (first.name, first.adjective, second.name, second.adjective) == (
        "Men At Arms",
        "Men At Arms",
        "The Scots",
        "Scottish",
    )
    assert list(state.commands) == ["MenAtArms", "Scots"]
    assert state.units["LB1"].name == "LB1"


@pytest.mark.rule("men-of-iron 15.1")
def test_the_overall_commander_is_of_the_side() -> None:
    units = (english("LB1", 1010, command="Van"), english("LB2", 1012, command="Main"), scots("LB3", 1810))
    sides: dict[str, Any] = {"english": {"overall": "Main"}, "scots": {}}
    battle, _ = laid(written(*units, ground={"sides": sides}))
    assert battle.sides[0].overall == "Main" and battle.sides[1].overall == "Scots"
    battle, _ = laid(written(*units))
    assert battle.sides[0].overall == "Van"
    sides["english"]["overall"] = "Scots"
    assert "sides.english.overall: Scots is no Command of this side" in wrong(written(*units, ground={"sides": sides}))


@pytest.mark.rule("men-of-iron 14.1", "men-of-iron FK-1")
def test_what_units_stand_in_their_side_may_form() -> None:
    walled = written(english("PK1", 1010, formation="shield-wall"), scots("PK3", 1810, formation="schiltron"))
    battle, _ = laid(walled)
    assert [[f.formation for f in s.formations] for s in battle.sides] == [["shield-wall"], ["schiltron"]]
    battle, _ = laid(written(english("PK1", 1010), scots("PK3", 1810)))
    assert [list(s.formations) for s in battle.sides] == [[], []]


@pytest.mark.rule("men-of-iron 13.2", "men-of-iron CR-3")
def test_standards_and_bombards_serve_the_first_command_unless_they_say() -> None:
    units = (english("LB1", 1010, command="Van"), english("LB2", 1012, command="Main"), scots("LB3", 1810))
    ground = {
        "standards": [{"side": "english", "id": "Cross", "hex": 910}, {"side": "scots", "id": "Lion", "hex": 1910}],
        "markers": [
            {"side": "english", "id": "Gun", "kind": "bombard", "hex": 911},
            {"side": "english", "id": "Gun2", "kind": "bombard", "hex": 912, "command": "Main", "facing": "W"},
            {"side": "scots", "id": "Cart", "kind": "wagon", "hex": 1911},
        ],
    }
    _, state = laid(written(*units, ground=ground))
    assert (state.standards["Cross"].side, state.standards["Cross"].commands) == ("english", ("Van", "Main"))
    assert (state.standards["Lion"].side, state.standards["Lion"].commands) == ("scots", ("Scots",))
    guns = [(m.id, m.side, m.command, m.facing.name) for m in state.markers.values()]
    assert guns == [("Gun", "english", "Van", "E"), ("Gun2", "english", "Main", "W"), ("Cart", "scots", None, "E")]


@pytest.mark.rule("men-of-iron 15.2", "men-of-iron 13.1")
@pytest.mark.parametrize("phase", ["move", "shock", "end"])
def test_a_commands_status_is_fixed_as_its_activation_begins(phase: str) -> None:
    edward = {"side": "english", "id": "Edward", "hex": 1010, "command_range": 2}
    near, far = english("DM1", 1011, disordered=True), english("DM2", 1510)
    given = written(near, far, scots("LB3", 2010), leaders=[edward], active="Edward", phase=phase)
    _, state = laid(given)
    act = state.activation
    assert (act.out_of_command, act.may_recover, act.began) == (["DM2"], ["DM1"], {"DM1": 1011, "DM2": 1510})
    given["activation"] = {"out_of_command": [], "may_recover": []}
    _, state = laid(given)
    assert (state.activation.out_of_command, state.activation.may_recover) == ([], [])
    assert state.activation.began == {"DM1": 1011, "DM2": 1510}


@pytest.mark.rule("men-of-iron 13.2")
def test_a_standards_activation_fixes_nobodys_status() -> None:
    ground = {"standards": [{"side": "english", "id": "Cross", "hex": 910}]}
    given = written(english("DM2", 1510), scots("LB3", 2010), ground=ground, active="Cross", phase="begin")
    _, state = laid(given)
    assert (state.activation.standard, state.activation.began, state.latest) == ("Cross", {}, "Cross")


@pytest.mark.rule("men-of-iron 15.6")
def test_a_replacement_leader_is_new_and_leads_a_command() -> None:
    new = {"Hal": {"replacement": True, "command": "English", "hex": 1012}}
    _, state = laid(written(english("LB1", 1010), scots("LB3", 1810), changes=new))
    x = state.leaders["Hal"]
    assert (x.side, x.command, x.activation, x.command_range, x.ma, x.replacement) == (
        "english",
        "English",
        2,
        3,
        8,
        True,
    )
    assert state.commands["English"].leader == "Hal"
    for change in ({"replacement": True, "hex": 1012}, {"replacement": True, "command": "French", "hex": 1012}):
        told = wrong(written(english("LB1", 1010), scots("LB3", 1810), changes={"Hal": change}))
        assert any("a Replacement Leader leads a Command: English, Scots" in p for p in told), told
    told = wrong(written(english("LB1", 1010), scots("LB3", 1810), changes={"Hal": {"hex": 1012}}))
    assert any("Hal" in p and "unit, leader, Standard or marker" in p for p in told), told
    told = wrong(written(english("LB1", 1010), scots("LB3", 1810), changes={"Hal": {"replacement": False}}))
    assert any("Hal" in p and "unit, leader, Standard or marker" in p for p in told), told


@pytest.mark.rule("men-of-iron 12.4")
def test_who_is_retired_is_disordered_unless_it_is_said_otherwise() -> None:
    ground = {"standards": [{"side": "english", "id": "Cross", "hex": 910}]}
    given = written(english("LB1", 1010), scots("LB3", 1810), ground=ground, changes={"LB1": {"retired": True}})
    _, state = laid(given)
    assert state.units["LB1"].disordered
    given["changes"] = {"LB1": {"retired": True, "disordered": False}}
    assert any("LB1 is Retired and not Disordered" in p for p in wrong(given))


def test_who_is_eliminated_or_lost_is_nowhere() -> None:
    given = written(english("LB1", 1010), english("LB2", 1011), scots("LB3", 1810))
    given["changes"] = {"LB1": {"eliminated": True}, "English": {"lost": True}}
    _, state = laid(given)
    assert (state.units["LB1"].hex, state.leaders["English"].hex) == (None, None)
    given["changes"] = {"LB1": {"eliminated": True, "hex": 1010}}
    assert any("LB1 is eliminated and still on the map" in p for p in wrong(given))


@pytest.mark.rule("men-of-iron 3.1")
def test_an_active_command_and_its_phase_go_together() -> None:
    units = english("LB1", 1010), scots("LB3", 1810)
    assert any('nobody is active in phase "free"' in p for p in wrong(written(*units, active="English")))
    assert any('phase: "move" needs "active"' in p for p in wrong(written(*units, phase="move")))
    told = wrong(written(*units, activation={"moved": ["LB1"]}))
    assert any("nobody is activated" in p for p in told)
    assert any("French" in p for p in wrong(written(*units, phase="move", active="French")))


@pytest.mark.parametrize("count", ["passes", "deeds", "activations"])
def test_counts_begin_with_none(count: str) -> None:
    units = english("LB1", 1010), scots("LB3", 1810)
    for n in (0, 1, 4):
        _, state = laid(written(*units, **{count: n}))
        assert getattr(state, count) == n
    assert wrong(written(*units, **{count: -1})) == [f"{count}: must be at least 0, not -1"]


@pytest.mark.rule("men-of-iron 15.2", "men-of-iron 16.0")
@pytest.mark.parametrize(
    ("piece", "field", "least", "most"),
    [("English", "activation", 0, 9), ("English", "command_range", 0, 30), ("English", "ma", 1, 20)],
)
def test_ratings_have_their_bounds(piece: str, field: str, least: int, most: int) -> None:
    units = english("LB1", 1010), scots("LB3", 1810)
    for n in (least, most):
        _, state = laid(written(*units, changes={piece: {field: n}}))
        assert getattr(state.leaders[piece], field) == n
    for n in (least - 1, most + 1):
        assert any(field in p for p in wrong(written(*units, changes={piece: {field: n}})))


@pytest.mark.rule("men-of-iron 16.0")
def test_a_flight_level_is_one_point_at_least() -> None:
    units = english("LB1", 1010), scots("LB3", 1810)
    _, state = laid(written(*units, ground={"sides": {"english": {"flight_level": 1}, "scots": {}}}))
    assert (state.armies["english"].flight_level, state.armies["scots"].flight_level) == (1, 30)
    assert any("flight_level" in p for p in wrong(written(*units, ground={"sides": {"english": {"flight_level": 0}}})))


def test_pieces_taken_off_were_never_there() -> None:
    ground = {"standards": [{"side": "english", "id": "Cross", "hex": 910}]}
    units = english("LB1", 1010), english("LB2", 1011), scots("LB3", 1810), scots("LB4", 1811)
    _, state = laid(written(*units, ground=ground, remove=["LB2", "Cross"]))
    assert [u for u in state.units if state.units[u].on_map] == ["LB1", "LB3", "LB4"] and not state.standards
    _, state = laid(written(*units, ground=ground, only=["LB1", "LB3"]))
    assert [u for u in state.units if state.units[u].on_map] == ["LB1", "LB3"]
    assert state.units["LB2"].departed and state.standards
    assert any("LB9" in p for p in wrong(written(*units, remove=["LB9"])))


def test_what_is_written_of_the_gone_is_read_again() -> None:
    given = written(english("LB1", 1010), english("LB2", 1011), scots("LB3", 1810))
    given["changes"] = {"LB1": {"eliminated": True}, "English": {"lost": True}}
    end = rule(given).end
    _, state = laid(end)
    assert state.units["LB1"].eliminated and not state.units["LB1"].on_map
    assert state.leaders["English"].lost and not state.leaders["English"].on_map
