"""What a unit or leader is offered first: positions made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Command
from engine.kernel.hexes import Facing, distance
from engine.kernel.ideas import GroupIdea, Idea
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders import goals, groups, ideas, moves_foretold, orders, places
from tests.engine.cataphract.kit import Rig, battle, leader, unit, write


def question(rig: Rig, name: str = "Oc") -> Command:
    """The question for orders of a leader."""
    rig.orders("a", name)
    asked = rig.play()
    assert isinstance(asked, Command)
    return asked


def of(rig: Rig, name: str) -> list[Idea]:
    return ideas.ideas(rig.g, question(rig), name)


def first(found: list[Idea], kind: str) -> Idea:
    return next(i for i in found if i.kind == kind)


def kinds(found: list[Idea]) -> list[str]:
    return [i.kind for i in found]


def one(*enemies: dict[str, Any], **own: Any) -> Rig:
    """A unit at 1010 looking east, and its enemies."""
    me = unit(own.pop("code", "HC1"), 1010, own.pop("facing", "E"), **own)
    return battle([me], list(enemies), a_leaders=[leader("Oc", 909)])


@pytest.mark.rule("cataphract 9.16")
def test_it_strikes_in_flank_or_rear_where_it_can_get_there() -> None:
    rig = one(unit("HI1", 1310, "W"))
    idea = first(of(rig, "HC1"), "strike")
    assert isinstance(idea.answer, orders.Move)
    assert rig.g.arc(rig.unit("HI1"), idea.hex or 0) == "rear"
    assert "in rear" in str(idea.label)
    assert "Attack Superiority" in str(idea.note)
    assert "must attack HI1" in str(idea.note)


@pytest.mark.rule("cataphract 6.65", "cataphract 10.22")
@pytest.mark.parametrize(("hits", "broken"), [(4, True), (3, False)])
def test_whom_a_way_breaks_is_told(hits: int, broken: bool) -> None:
    friend = unit("HI5", 1110, hits=hits, tq=5)
    rig = battle([unit("HC1", 1010), friend], [unit("HI1", 2010, "W")], a_leaders=[leader("Oc", 909)])
    rig.orders("a", "Oc")
    u = rig.unit("HC1")
    way = reach.price(rig.g, u, (1110, 1210))
    assert [f.id for f in places.broken(rig.g, u, way)] == ["HI5"] * broken
    assert ("breaks HI5, which it passes through" in str(moves_foretold.consequences(rig.g, u, way))) is broken


@pytest.mark.rule("cataphract 6.65", "cataphract 9.16")
@pytest.mark.parametrize(("hits", "through"), [(0, True), (4, False)])
def test_no_strike_is_offered_through_a_friend_it_would_break(hits: int, through: bool) -> None:
    """The enemy's front is bad, but better than the loss of a friend."""
    wall = [unit(f"HI{h}", h, hits=hits, tq=5) for h in (1110, 1109, 1111)]
    rig = battle([unit("HC1", 1010, ma=5), *wall], [unit("HI1", 1310, "W")], a_leaders=[leader("Oc", 909)])
    rig.orders("a", "Oc")
    found = goals.strikes(rig.g, rig.unit("HC1"))
    assert any(s.node.passed and s.worth > 0 for s in found) is through
    assert bool(found)


@pytest.mark.rule("cataphract 9.16")
def test_it_strikes_at_the_front_where_there_is_no_other_way() -> None:
    rig = one(unit("HI1", 1310, "W"), unit("HI2", 1309, "W"), unit("HI3", 1311, "W"), ma=4)
    found = [i for i in of(rig, "HC1") if i.kind == "strike"]
    assert found
    assert all(i.hex is not None and distance(i.hex, 1310) <= 2 for i in found)


@pytest.mark.rule("cataphract 7.31")
def test_a_strike_faces_whom_it_is_to_attack_and_a_light_unit_takes_its_check() -> None:
    rig = one(unit("LI1", 1310, "W"), code="LC1")
    idea = first(of(rig, "LC1"), "strike")
    assert isinstance(idea.answer, orders.Move)
    assert idea.answer.attack is True
    rig.order(idea.answer, defaults=["withdrawal", "entry-fire", "reaction-facing"])
    assert rig.g.orders.markers == {"LC1": "must"}
    assert [e.id for e in rig.g.opponents(rig.unit("LC1"))] == ["LI1"]


@pytest.mark.rule("cataphract 7.34")
def test_a_column_is_offered_no_attack() -> None:
    rig = one(unit("LI1", 1310, "W"), facing="SIDE_NE", column=True)
    assert "strike" not in kinds(of(rig, "HC1"))


@pytest.mark.rule("cataphract 8.11")
def test_it_fires_at_whom_it_can_with_the_chance_of_the_roll() -> None:
    rig = _bowmen()
    found = of(rig, "LI1")
    idea = found[0]
    assert idea.kind == "fire"
    assert idea.answer == orders.Fire(unit="LI1", target="LC1")
    rig.order(idea.answer, dice=[9], defaults=["return-fire"])
    request = rig.rolls[0]
    assert idea.chance == pytest.approx(_chance(rig, request))


def _bowmen() -> Rig:
    return battle(
        [unit("LI1", 1010, "E", missile="C")], [unit("LC1", 1210, "W", size=3)], a_leaders=[leader("Oc", 909)]
    )


def _chance(rig: Rig, roll: Any) -> float:
    limit = int(str(roll.needs).split()[0])
    return sum(die + sum(m.value for m in roll.modifiers) <= limit for die in range(10)) / 10


@pytest.mark.rule("cataphract 8.11")
def test_it_comes_closer_to_fire_where_nobody_is_in_range() -> None:
    rig = battle([unit("LI1", 1010, "E", missile="C")], [unit("HI1", 1810, "W")], a_leaders=[leader("Oc", 909)])
    idea = first(of(rig, "LI1"), "fire")
    assert isinstance(idea.answer, orders.Move)
    assert idea.answer.fire_at == "HI1"
    assert idea.hex is not None
    assert not rig.g.enemy_zoc(idea.hex, "a")


@pytest.mark.rule("cataphract 10.16")
def test_a_battered_unit_far_from_everybody_recovers() -> None:
    rig = one(unit("HI1", 2510, "W"), hits=4)
    assert kinds(of(rig, "HC1"))[0] == "recover"


@pytest.mark.rule("cataphract 10.27")
def test_a_routed_unit_is_offered_its_rally_and_what_failing_costs() -> None:
    rig = one(unit("HI1", 2510, "W"), routed=True)
    found = of(rig, "HC1")
    assert kinds(found) == ["rally"]
    risk = found[0].risk
    assert risk is not None
    assert (risk.chance, str(risk.failing)) == (0.5, "loses HC1")  # charisma 4: 0 to 4
    assert found[0].chance == risk.chance


def test_a_unit_falls_back_from_what_it_cannot_face() -> None:
    rig = one(unit("HC1", 1510, "W", tq=8, size=9), unit("HC2", 1511, "W", tq=8, size=9), code="LI1", hits=3)
    found = of(rig, "LI1")
    assert found[0].kind == "fall back"
    back = found[0].hex
    assert back is not None
    assert distance(back, 1510) > distance(1010, 1510)
    assert isinstance(found[0].answer, orders.Move)


@pytest.mark.rule("cataphract 7.14")
def test_a_unit_with_the_enemy_at_its_flank_turns_to_him() -> None:
    rig = one(unit("HI1", 1007, "SE"), facing="W")
    idea = first(of(rig, "HC1"), "hold")
    assert isinstance(idea.answer, orders.Move)
    (facing,) = idea.answer.path[-1:]
    assert facing in (Facing.NE, Facing.NW)


def test_an_advance_keeps_out_of_the_enemy_s_zone_and_abreast_of_those_who_have_moved() -> None:
    rig = battle(
        [unit("HI1", 1010, "E"), unit("HI2", 1211, "E")], [unit("HI3", 2011, "W")], a_leaders=[leader("Oc", 909)]
    )
    asked = question(rig)
    rig.g.orders.moved.append("HI2")
    rig.g.version += 1
    idea = first(ideas.ideas(rig.g, asked, "HI1"), "advance")
    assert idea.hex is not None
    assert distance(idea.hex, 1211) == 1
    assert not rig.g.enemy_zoc(idea.hex, "a")


@pytest.mark.parametrize("far", [17, 18, 25])
def test_an_advance_leads_nearer_however_far_the_enemy_is(far: int) -> None:
    enemy = 1010 + 100 * far
    idea = first(of(one(unit("HI1", enemy, "W")), "HC1"), "advance")
    assert str(idea.label).startswith("Advance to")
    assert distance(idea.hex or 0, enemy) < far


def test_a_leader_is_offered_the_line_the_way_to_his_units_and_the_end() -> None:
    row = [unit(f"HI{n}", 1010 + n, "E") for n in range(1, 5)]
    rig = battle([*row, unit("HI5", 1021, "E")], [unit("HI6", 3010, "W")], a_leaders=[leader("Oc", 1007)])
    found = of(rig, "Oc")
    assert kinds(found)[-1] == "done"
    assert set(first(found, "line").answer.units) == {"HI1", "HI2", "HI3", "HI4"}  # type: ignore[attr-defined]
    lead = first(found, "lead")
    assert "4 units in command" in str(lead.label) or "3 units in command" in str(lead.label)


# -- groups ----------------------------------------------------------------------------------------------------------


def _row(initiative: int = 5) -> Rig:
    row = [unit(f"HI{n}", 1010 + n, "E") for n in range(1, 5)]
    enemies = [unit("HI9", 1913, "W")]
    return battle([*row, unit("LC1", 909, "E")], enemies, a_leaders=[leader("Oc", 1013, initiative=initiative)])


def _ideas(rig: Rig, *names: str) -> dict[str, GroupIdea]:
    asked = question(rig)
    return {str(i.label): i for i in groups.group_ideas(rig.g, asked, names, write)}


def test_groups_are_types_lines_rows_and_all() -> None:
    rig = _row()
    found = {g.key: g for g in groups.groups(rig.g, question(rig))}
    assert set(found["all"].units) == {"HI1", "HI2", "HI3", "HI4", "LC1"}
    assert len({g.units for g in found.values()}) == len(found)
    assert any(set(g.units) == {"HI1", "HI2", "HI3", "HI4"} for g in found.values())


@pytest.mark.rule("cataphract 4.22")
def test_a_group_is_at_most_what_the_leader_has_orders_for_and_says_so() -> None:
    rig = _row(initiative=3)
    found = groups.groups(rig.g, question(rig))
    assert max(len(g.units) for g in found) == 3
    assert "3 of 4" in "; ".join(str(g.title) for g in found)


@pytest.mark.rule("cataphract 4.22")
def test_units_beyond_the_leader_s_orders_are_left_with_the_reason() -> None:
    forward = _ideas(_row(initiative=3), "HI1", "HI2", "HI3", "HI4")["Forward 1"]
    assert len(forward.orders) == 3
    assert [(name, str(why)) for name, why in forward.left] == [("HI4", "Oc has 3 orders left; the others take 3.")]


def test_a_row_goes_straight_forward() -> None:
    forward = _ideas(_row(), "HI1", "HI2", "HI3", "HI4")["Forward 2"]
    assert [str(s) for s in forward.orders] == [
        "HI1 > 1110 1211",
        "HI2 > 1111 1212",
        "HI3 > 1112 1213",
        "HI4 > 1113 1214",
    ]
    assert forward.left == ()


@pytest.mark.rule("cataphract 6.11")
def test_who_has_too_few_mp_is_left_out_with_the_refusal_s_words() -> None:
    rig = _row()
    rig.unit("HI2").ma = 1
    forward = _ideas(rig, "HI1", "HI2")["Forward 2"]
    assert len(forward.orders) == 1
    ((name, why),) = forward.left
    assert name == "HI2"
    assert "MP" in str(why)


@pytest.mark.rule("cataphract 6.61")
def test_the_second_rank_follows_the_first() -> None:
    ranks = [unit("HI1", 1109, "E"), unit("HI2", 1010, "E")]
    rig = battle(ranks, [unit("HI9", 1913, "W")], a_leaders=[leader("Oc", 909)])
    forward = _ideas(rig, "HI1", "HI2")["Forward 1"]
    assert [str(s) for s in forward.orders] == ["HI1 > 1209", "HI2 > 1109"]


@pytest.mark.rule("cataphract 6.63")
def test_the_hits_of_going_through_one_another_are_told() -> None:
    """HI2 goes through the hex HI1 has come to by then; and not through the one that HI1 has left."""
    ways = {"HI1": (1111,), "HI2": (1111, 1212), "HI3": (1112, 1213)}
    rig = _row()

    def make(g: Any, u: Any, taken: frozenset[int]) -> orders.Move:
        return orders.Move(unit=u.id, path=ways[u.id])

    question(rig)
    batch = groups.Batch(rig.g, rig.g.state.leaders["Oc"], make)
    assert batch.order("HI1") and batch.price() is None
    batch.order("HI2")
    batch.order("HI3")
    price = str(batch.price())
    assert price.startswith("costs HI2 ") and "HI1" not in price.partition(":")[0] and "HI3" not in price, price
    assert [str(d) for d in batch.deeds()] == ["HI1 to 1111", "HI2 to 1212", "HI3 to 1213"]


def test_nothing_is_offered_that_nobody_can_do() -> None:
    found = _ideas(_row(), "HI1", "HI2")
    assert "Fire at what is nearest" not in found
    assert "Recover hits" not in found
    assert "Rally" not in found
