"""A position that can't be used is refused with everything that is wrong, in the words of who wrote it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.cli.common import BAD_INPUT
from engine.systems.registry import system_for
from scenarios import ScenarioError, position
from tests.each import for_each
from tests.positions.kit import on_field, unit

MM = unit("english", "MM1", 1010)
LB = unit("scots", "LB3", 1210, "W")


def field(*units: dict[str, Any], leaders: Any = (), **said: Any) -> dict[str, Any]:
    return on_field(units or (MM, LB), leaders, system="men-of-iron", **said)


def problems(document: dict[str, Any]) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        position.read(document, "p.json")
    return caught.value.problems


def test_everything_at_once() -> None:
    found = problems(
        field(
            {**MM, "disorderd": True},
            {**LB, "facing": "Q"},
            unit("scots", "ZZ3", 1310),
            leaders=[{"side": "english", "id": "Ed", "hex": "0101", "activation": 33}],
            active="Edd",
            phase="begn",
            activation={"moved": ["MM9"], "hw": "free"},
            chooser="x",
            options={"10.3": True},
            changes={"MM1": {"hex": "9999"}},
            remove=["Q"],
            commands={"Edx": {}},
            sides={"scots": {"flight": 3}},
        )
    )
    assert [p.split(":")[0] for p in found] == [
        "phase",
        "activation.hw",
        "options.10.3",
        "field.leaders[0] (Ed).activation",
        "field.units[1] (LB3).facing",
        "field.units[2] (ZZ3).type",
        "field.units[0] (MM1).disorderd",
        "remove[0]",
        "active",
        "sides.scots.flight",
        "commands.Edx",
        "MM1.hex",
        "chooser",
    ]
    assert found[0].endswith("did you mean begin?") and found[6].endswith("did you mean disordered?")


@for_each(
    ("document", "said"),
    [
        (
            field(active="English", activation={"moved": ["LB4"]}),
            'activation.moved[0]: there is no unit "LB4"',
        ),
        (field(active="English", activation={"mp": {"MM1": -1}}), "MM1 has spent -1 of 6 MP (5.1)"),
        (field(active="English", activation={"mp": {"MM1": 40}}), "MM1 has spent 40 of 6 MP (5.1)"),
        (
            field(active="English", activation={"began": {"MM1": 9999}}),
            "activation.began.MM1: hex 9999 is not on the map",
        ),
        (
            field(active="English", activation={"how": "luck"}),
            'activation.how: must be free, continuity or seizure, not "luck"',
        ),
        (field(active="English", phase="free"), 'active: nobody is active in phase "free"'),
        (field(phase="shock"), 'phase: "shock" needs "active": the Command or Standard that is activated'),
        (field(activation={"moved": []}), 'activation: nobody is activated; name the Command under "active"'),
        (field(MM, {**LB, "type": "XX"}), "field.units[1] (LB3).type: must be MM, UH, DM,"),
        (field(MM, {**LB, "retired": True}), "LB3 is Retired and has no Standard (13.2)"),
        (field(MM, LB, LB), "field.units[2].code: LB3 is used twice"),
        (field(MM, {**LB, "code": "LB"}), "field.units[1].code: a unit's code is letters and a number"),
        (field(MM), "field.sides: a battle has two sides, not 1"),
        (
            field(leaders=[{"side": "english", "id": "x", "hex": 1010}]),
            "field.leaders[0] (x).id: must be one word of letters",
        ),
        (field(ground={"terrain": {"0706": "wods"}}), "field.terrain.0706: the charts know no terrain 'wods'"),
        (field(ground={"cols": [1, 99999]}), "field.cols[1]: must be at most 99, not 99999"),
        (field(ground={"cols": [12, 1]}), "field.cols: the first comes before the last"),
        (field(ground={"first_player": "french"}), 'field.first_player: must be english or scots, not "french"'),
        (
            field(changes={"MM1": {"hits": 1}}),
            "changes.MM1.hits: is no field of the format; there are: name, side, command",
        ),
        (field(changes={"MM1": {"formation": "wedge"}}), "changes.MM1.formation: must be shield-wall or schiltron"),
        (
            {"scenario": "men-of-iron/falkirk", "system": "cataphract"},
            "system: men-of-iron/falkirk is played by men-of-iron",
        ),
        (
            {"system": "chess", "field": {}},
            'system: must be cataphract, men-of-iron, alexander, spqr, simple-gboh or justinian, not "chess"',
        ),
        ({"scenario": 3}, "scenario: must be the key of a battle"),
        ({"scenario": "hastings"}, "scenario: no such battle; there are:"),
        ({"field": [], "phase": "x"}, "field: must be an object in { }, not a list"),
        ({"scenario": {"system": "cataphract", "title": 3}}, "scenario.title: must be a text in quotes, not 3"),
        (
            {"scenario": "cataphract/tricameron", "active": "John", "orders": {"acted": ["THC9"], "deads": 1}},
            'orders.acted[0]: there is no unit "THC9"',
        ),
        (
            {"scenario": "cataphract/tricameron", "tie": {"initiative": 5, "next": "goth"}},
            'tie.next: there is no side "goth"',
        ),
        (
            {"scenario": "cataphract/tricameron", "arrivals": {"cavalry": "due"}},
            "arrivals.cavalry: there is no reinforcement",
        ),
        (
            {"scenario": "cataphract/tricameron", "changes": {"LN1": {"dismounted": True}}},
            "changes.LN1.dismounted: only cataphracts dismount; LN1 is none (11.1)",
        ),
        (
            {"scenario": "cataphract/tricameron", "changes": {"LN1": {"tq": 99}}},
            "changes.LN1.tq: must be at most 20, not 99",
        ),
        (
            {"scenario": "cataphract/tricameron", "changes": {"LN1": {"hits": -1}}},
            "changes.LN1.hits: must be at least 0, not -1",
        ),
    ],
)
def test_refused(document: dict[str, Any], said: str) -> None:
    found = problems(document)
    assert any(p.startswith(said) for p in found), found


def test_a_field_is_of_the_system_that_knows_its_troops() -> None:
    document = on_field([MM, LB])
    assert position.read(document, "here")[0].system == "men-of-iron"


def test_ids_may_have_digits_and_be_one_letter() -> None:
    document = field({**MM, "command": "A"}, LB, leaders=[{"side": "english", "id": "B2", "hex": 1010, "command": "A"}])
    _, state = position.read({**document, "active": "B2"}, "here")
    assert state.activation.command == "A"


def test_the_program_tells_what_is_wrong_with_text_and_format_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, orders = tmp_path / "p.json", tmp_path / "o.txt"
    path.write_bytes(
        b'\xef\xbb\xbf{"scenario": "tricameron", "changes": {"THC1": {"hex": 0706, "hits": 1, "hits": 2}}, "tun": 3}'
    )
    orders.write_bytes(b"\xef\xbb\xbfdone")
    assert main(["adjudicate", str(path), str(orders)]) == BAD_INPUT
    told = capsys.readouterr().err
    for said in (
        'line 1, column 56: 0706 begins with 0, so it is written "0706"',
        "changes.THC1.hits: is given twice in one object",
        "tun: is no field of the format; did you mean turn?",
        "THC1.hex: hex 0706 is not on the map",
    ):
        assert said in told, told


@pytest.mark.parametrize(
    ("system", "said", "problem"),
    [
        ("simple-gboh", {"cls": "HA"}, "field.units[0] (HI1).cls: HI are of class HO, HO2, HY, TR, or of none"),
        ("spqr", {"cls": "HA"}, "field.units[0] (HI1).cls: HI are of class HO, TR, or of none"),
        ("alexander", {"cls": "LP"}, "field.units[0] (HI1).cls: HI are of class HO, HO1, HY, or of none"),
    ],
)
def test_a_class_that_units_of_the_type_do_not_have(system: str, said: Any, problem: str) -> None:
    plain = [unit("a", "HI1", 1010), unit("b", "HI9", 2010, "W")]
    leaders = [{"side": "a", "id": "Anna", "hex": 1010}]
    begun = {"orders": {"side": "a"}} if system == "simple-gboh" else {"active": "Anna"}
    told = []
    for document in (
        {"system": system, **on_field([{**plain[0], **said}, plain[1]], leaders), **begun},
        {"system": system, **on_field(plain, leaders), **begun, "changes": {"HI1": said}},
    ):
        with pytest.raises(ScenarioError) as caught:
            position.read(document, "here")
        told.append(caught.value.problems[0])
    assert told == [problem, problem.replace("field.units[0] (HI1)", "changes.HI1")]


@pytest.mark.parametrize("said", [{"side": "b"}, {"leader": "Zoe"}])
def test_orders_of_another_than_who_is_active(said: Any) -> None:
    leaders = [{"side": "a", "id": "Anna", "hex": 1010}, {"side": "b", "id": "Zoe", "hex": 2010}]
    field = on_field([unit("a", "HI1", 1010), unit("b", "HI9", 2010, "W")], leaders)
    with pytest.raises(ScenarioError) as caught:
        position.read({**field, "active": "Anna", "orders": said}, "here")
    (problem,) = caught.value.problems
    assert "Anna is active, so it is" in problem


def test_bids_for_sides_in_a_game_that_has_none() -> None:
    field = on_field([unit("a", "HI1", 1010), unit("b", "HI9", 2010, "W")])
    with pytest.raises(ScenarioError) as caught:
        position.read({"system": "spqr", **field, "phase": "bidding"}, "here")
    assert caught.value.problems[0].startswith("phase: nobody bids for sides by these rules")


def test_a_field_that_names_no_system_is_played_by_the_rules_that_know_what_it_says() -> None:
    field = on_field([unit("a", "HI1", 1010), unit("b", "HI9", 2010, "W")])
    for said in ({"last_side": "a"}, {"orders": {"side": "a", "in_command": ["HI1"]}}):
        scenario, _ = position.read({**field, **said}, "here")
        assert scenario.system == "simple-gboh"


@pytest.mark.parametrize("system", ["alexander", "spqr", "simple-gboh"])
def test_the_unit_said_to_be_below_is_whatever_the_order_of_entries(system: str) -> None:
    letters = "PH" if system == "alexander" else "LG"
    own: dict[str, Any] = {} if system == "alexander" else {"cls": "HA", "legion": "V"}
    own |= {"roman": True} if system == "simple-gboh" else {}
    stack = [unit("a", f"{letters}2", 1010, **own, below=f"{letters}1"), unit("a", f"{letters}1", 1010, **own)]
    leaders = [{"side": "a", "id": "Anna", "hex": 1010}]
    begun = {"orders": {"side": "a"}} if system == "simple-gboh" else {"active": "Anna"}
    field = on_field([*stack, unit("b", "HI9", 2010, "W")], leaders)
    _, state = position.read({"system": system, **field, **begun}, "here")
    assert {u.id: u.beneath for u in state.units.values() if u.side == "a"} == {
        f"{letters}2": f"{letters}1",
        f"{letters}1": None,
    }
    parted = {"system": system, **field, **begun, "changes": {f"{letters}1": {"hex": 1313}}}
    with pytest.raises(ScenarioError):  # It is said to be below, and isn't.
        position.read(parted, "here")
    del stack[0]["below"]
    _, state = position.read({**parted, **on_field([*stack, unit("b", "HI9", 2010, "W")], leaders)}, "here")
    assert all(u.beneath is None for u in state.units.values())


@pytest.mark.parametrize(
    ("system", "case"), [("cataphract", "10.3"), ("alexander", "9.7"), ("spqr", "10.5"), ("simple-gboh", "11.2")]
)
def test_a_field_plays_without_optional_rules_until_they_are_switched_on(system: str, case: str) -> None:
    field = {"system": system, **on_field([unit("a", "HI1", 1010), unit("b", "HI9", 2010, "W")])}
    more = {**field, "field": {**field["field"], "optional_rules": ["6.1"]}}
    for document, on in ((field, False), (more, False), ({**field, "options": {case: True}}, True)):
        scenario, state = position.read({**document, "phase": "setup"}, "here")
        assert system_for(scenario).context(state).uses(case) is on


@pytest.mark.parametrize("key", ["spqr/cannae", "spqr/zama"])
def test_a_battle_without_the_option_that_has_a_leaders_elephant_can_be_begun_with(key: str) -> None:
    _, state = position.read({"scenario": key}, "here")
    assert state.leaders["Hannibal"].mount is None
    _, state = position.read({"scenario": key, "options": {"leader-elephant": True}}, "here")
    assert state.leaders["Hannibal"].mount == "HEL1"


@pytest.mark.parametrize(
    ("system", "code", "row", "problem"),
    [
        ("spqr", "LG", ["LG"], "'LG' says no class; write LG/CE or LG/CO or LG/HA or LG/PR or LG/SAM"),
        ("spqr", "LG", ["LI/VE", "LGHA"], "'LGHA' is no unit type; known: BI, CH, "),
        ("cataphract", "HC", ["HC/Kat"], "'HC/Kat' is no unit type; known: CH, HC, HC/Cat, "),
        ("alexander", "HC", {"types": ["HC"], "contingents": ["Thessalians"]}, "no unit belongs to Thessalians"),
    ],
)
def test_a_row_of_lines_that_is_nobodys(system: str, code: str, row: Any, problem: str) -> None:
    """As in a scenario: it would match nobody."""
    units, sides = [unit("a", f"{code}1", 1010), unit("b", "HI9", 2010, "W")], {"a": {"lines": [row]}, "b": {}}
    leaders = [{"side": "a", "id": "Anna", "hex": 1010}]
    with pytest.raises(ScenarioError) as caught:
        position.read({"system": system, **on_field(units, leaders, ground={"sides": sides})}, "here")
    (told,) = caught.value.problems
    assert told.startswith("field.sides.a.lines[0]") and problem in told


def test_a_leader_of_a_field_commands_kinds_there_are() -> None:
    leaders = [{"side": "a", "id": "Anna", "hex": 1010, "kinds": ["LG"]}]
    field = on_field([unit("a", "LG1", 1010), unit("b", "HI9", 2010, "W")], leaders)
    with pytest.raises(ScenarioError) as caught:
        position.read({"system": "spqr", **field}, "here")
    (told,) = caught.value.problems
    assert told.startswith("field.leaders[0] (Anna).kinds: 'LG' says no class")
