"""What a unit or leader is offered first: positions made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Command
from engine.kernel.hexes import Facing, distance
from engine.kernel.ideas import GroupIdea, Idea
from engine.systems.men_of_iron import charge, groups, ideas, orders, shot, written
from engine.systems.men_of_iron.shock import designation
from tests.engine.men_of_iron.kit import Rig, battle, leader, standard, unit


def question(rig: Rig) -> Command:
    """The question for orders of Command A, activated afresh unless it is under way."""
    if rig.state.activation is None:
        rig.activate("A")
    asked = rig.play()
    assert isinstance(asked, Command)
    return asked


def of(rig: Rig, name: str) -> list[Idea]:
    return ideas.ideas(rig.g, question(rig), name)


def first(found: list[Idea], kind: str) -> Idea:
    return next(i for i in found if i.kind == kind)


def kinds(found: list[Idea]) -> list[str]:
    return [i.kind for i in found]


def field(me: dict[str, Any], *enemies: dict[str, Any], **more: Any) -> Rig:
    return battle([me], list(enemies), a_leaders=[leader("LA", 203, command_range=40)], **more)


@pytest.mark.rule("men-of-iron 11.3")
def test_horse_goes_where_it_can_charge_from() -> None:
    rig = field(unit("MM1", 1010), unit("PK1", 1510, "W"))
    idea = first(of(rig, "MM1"), "charge")
    rig.order(idea.answer, defaults=["reaction"])
    mounted = rig.unit("MM1")
    assert 2 <= distance(mounted.at, 1510) <= 3
    assert any(t.id == "PK1" for way in charge.ways(rig.g, mounted) for t in way.targets)
    assert "PK1" in str(idea.note)
    assert "hurt" in str(idea.note)


@pytest.mark.rule("men-of-iron 11.3")
def test_horse_at_charging_distance_turns_to_whom_it_can_charge() -> None:
    rig = field(unit("MM1", 1010, "W"), unit("PK1", 1310, "W")).activate("A", moved=["MM1"], acted=["MM1"])
    found = [i for i in of(rig, "MM1") if i.kind == "charge" and i.hex == 1010]
    assert found
    rig.order(found[0].answer)
    assert charge.ways(rig.g, rig.unit("MM1"))


@pytest.mark.rule("men-of-iron 10.1")
def test_foot_strikes_from_where_it_has_the_enemy_before_it() -> None:
    rig = field(unit("AX1", 1010), unit("LB1", 1310, "NE"))
    idea = first(of(rig, "AX1"), "strike")
    rig.order(idea.answer, defaults=["reaction"])
    assert [e.id for e in designation.in_front(rig.g, rig.unit("AX1"))] == ["LB1"]


@pytest.mark.rule("men-of-iron 10.4(2A)")
def test_it_strikes_into_a_flank_or_rear_rather_than_the_front() -> None:
    rig = field(unit("AX1", 1010), unit("PK1", 1310, "W"), unit("PK2", 2505, "W"))
    idea = next(i for i in of(rig, "AX1") if i.kind == "strike" and "PK1" in str(i.label))
    assert idea.hex is not None
    assert rig.g.arc(rig.unit("PK1"), idea.hex) != "front"


@pytest.mark.rule("men-of-iron 9.3")
def test_bows_fire_with_the_chance_of_the_shot() -> None:
    rig = field(unit("LB1", 1010), unit("PK1", 1210, "W"))
    found = of(rig, "LB1")
    assert found[0].answer == orders.Fire(unit="LB1", target="PK1")
    expected = shot.preview(rig.g, rig.unit("LB1"), rig.unit("PK1"))
    assert found[0].chance == expected.chance
    rig.order(found[0].answer, dice=[0])
    effects = sum(expected.results[die] != shot.NOTHING for die in range(10))
    assert found[0].chance == effects / 10


@pytest.mark.rule("men-of-iron 9.2/active")
def test_bows_out_of_range_go_and_fire_in_one_order() -> None:
    rig = field(unit("CB1", 1010), unit("PK1", 1510, "W"))
    idea = first(of(rig, "CB1"), "fire")
    assert isinstance(idea.answer, orders.Move)
    assert idea.answer.fire_at == "PK1"
    assert idea.hex is not None
    assert distance(idea.hex, 1510) <= 3


@pytest.mark.rule("men-of-iron 12.4")
def test_a_retired_unit_goes_home_to_its_standard() -> None:
    rig = field(
        unit("PK1", 1010, retired=True, disordered=True),
        unit("PK2", 2010, "W"),
        a_standards=[standard("SA", 410, "A")],
    )
    found = of(rig, "PK1")
    assert kinds(found) == ["home"]
    assert found[0].hex is not None
    assert distance(found[0].hex, 410) < distance(1010, 410)


@pytest.mark.rule("men-of-iron 15.2")
def test_a_unit_out_of_command_is_sent_back_into_it() -> None:
    rig = battle([unit("PK1", 1010)], [unit("PK2", 2510, "W")], a_leaders=[leader("LA", 310, command_range=4)])
    found = of(rig, "PK1")
    assert found[0].kind == "home"
    assert found[0].hex is not None
    assert distance(found[0].hex, 310) <= 4


@pytest.mark.rule("men-of-iron 12.2")
def test_a_disordered_unit_beside_the_enemy_falls_back_and_is_told_what_it_gives_up() -> None:
    rig = field(unit("AX1", 1010, "E", disordered=True), unit("PK1", 1110, "W"))
    assert "fall back" in kinds(of(rig, "AX1"))
    rig = field(unit("AX1", 1010, "E", disordered=True), unit("PK1", 1510, "W"))
    assert "gives up its recovery" in str(first(of(rig, "AX1"), "fall back").note)


@pytest.mark.rule("men-of-iron 6.2")
def test_a_unit_that_looks_away_turns_to_the_nearest_enemy() -> None:
    rig = field(unit("PK1", 1010, "W"), unit("PK2", 1310, "W"))
    idea = first(of(rig, "PK1"), "hold")
    rig.order(idea.answer)
    assert rig.g.arc(rig.unit("PK1"), 1310) == "front"


def test_an_advance_stays_abreast_of_those_who_have_moved() -> None:
    rig = battle(
        [unit("PK1", 1010), unit("PK2", 1211)], [unit("PK3", 2211, "W")], a_leaders=[leader("LA", 909)]
    ).activate("A", moved=["PK2"], acted=["PK2"])
    idea = first(of(rig, "PK1"), "advance")
    assert idea.hex is not None
    assert distance(idea.hex, 1211) == 1
    assert isinstance(idea.answer, orders.Move)
    assert idea.answer.path[-1] is Facing.E


def test_the_leader_has_the_end_and_the_way_to_his_units() -> None:
    rig = battle(
        [unit("PK1", 1510), unit("PK2", 1511)], [unit("PK3", 2511, "W")], a_leaders=[leader("LA", 410, command_range=3)]
    )
    found = of(rig, "LA")
    assert kinds(found)[-1] == "done"
    assert "2 units in command" in str(first(found, "lead").label)


# -- groups ----------------------------------------------------------------------------------------------------------


def _ideas(rig: Rig, *names: str) -> dict[str, GroupIdea]:
    asked = question(rig)
    return {str(i.label): i for i in groups.group_ideas(rig.g, asked, names, written.write)}


def _row() -> Rig:
    bows = [unit(f"CB{n}", 1009 + n) for n in range(1, 6)]
    return battle([*bows, unit("PK1", 807)], [unit("PK9", 1612, "W")], a_leaders=[leader("LA", 909)])


def test_groups_are_the_command_types_and_rows() -> None:
    rig = _row()
    found = {str(g.title): g for g in groups.groups(rig.g, question(rig))}
    assert found["All crossbows: CB1-5"].key == "type-crossbows"
    assert next(iter(found)).startswith("A")
    assert len(next(iter(found.values())).units) == 6
    assert len(found) == 2  # the row is the crossbows


def test_five_crossbows_go_forward_two() -> None:
    forward = _ideas(_row(), *(f"CB{n}" for n in range(1, 6)))["Forward 2"]
    assert [str(s) for s in forward.orders] == [f"CB{n} > 11{8 + n:02d} 12{9 + n:02d}" for n in range(1, 6)]
    assert forward.left == ()


@pytest.mark.rule("men-of-iron 4.1")
def test_who_cannot_is_left_with_the_reason() -> None:
    rig = _row().activate("A", moved=["CB1"], acted=["CB1"])
    forward = _ideas(rig, "CB1", "CB2", "PK9")["Forward 1"]
    assert [str(s) for s in forward.orders] == ["CB2 > 1110"]
    left = dict(forward.left)
    assert str(left["CB1"]) == "CB1 has moved in this activation; it can still turn."
    assert str(left["PK9"]) == "PK9 is the enemy's."


def test_the_next_may_do_what_the_last_did() -> None:
    rig = _row()
    rig.activate("A")
    rig.order(orders.Move(unit="CB1", path=(1109, 1210)))
    same = _ideas(rig, "CB2", "CB3")["As CB1: the same way"]
    assert [str(s) for s in same.orders] == ["CB2 > 1110 1211 @E", "CB3 > 1111 1212 @E"]
