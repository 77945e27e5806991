"""4.3 Line Commands: who is in a Line, who may command it, what he may not do then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.systems.gboh.command import gathering, leader_moves, line_composition, line_leave
from engine.systems.gboh.events import LineBegan
from engine.systems.gboh.orders import menus, orders
from engine.systems.gboh.scenario import LineSpec
from engine.systems.gboh.turn import momentum
from tests.engine.alexander import kit

FAR = kit.unit("HC9", 3535, "W")


def lines_of(r: kit.Rig, leader: str) -> list[list[str]]:
    return [[u.id for u in x] for x in line_composition.lines(r.g, r.leader(leader)) if len(x) > 1]


def stand(*ours: dict[str, Any], at: int = 910, theirs: Sequence[dict[str, Any]] = (FAR,), **values: Any) -> kit.Rig:
    given = {"command_range": 5, **values.pop("leader", {})}
    return kit.battle(list(ours), list(theirs), a_leaders=[kit.leader("Memnon", at, **given)], **values).orders(
        "a", "Memnon"
    )


# -- 4.33 on foot ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 4.33", "alexander 4.32")
def test_pairs_side_by_side_are_one_line_of_any_length() -> None:
    column = [kit.unit(f"HI{n}", 1008 + 2 * n, cls="HO") for n in range(1, 9)]
    r = stand(*column)
    assert lines_of(r, "Memnon") == [[f"HI{n}" for n in range(1, 9)]], "Command Range doesn't matter"
    r.order(orders.Line(units=("HI1", "HI3", "HI8")))
    assert r.g.orders.line.units == ["HI1", "HI3", "HI8"], "not all of it need take part"


@pytest.mark.rule("alexander 4.33")
def test_pairs_front_to_rear_are_one_line() -> None:
    r = stand(kit.unit("HI1", 1010, cls="HO"), kit.unit("HI2", 1110, cls="HO"), kit.unit("HI3", 1210, cls="HO"))
    assert lines_of(r, "Memnon") == [["HI1", "HI2", "HI3"]]


@pytest.mark.rule("alexander 4.33")
def test_a_line_keeps_to_one_way_of_standing() -> None:
    r = stand(
        kit.unit("HI1", 1010, cls="HO"),
        kit.unit("HI2", 1012, cls="HO"),
        kit.unit("HI3", 1108, cls="HO"),
    )
    assert lines_of(r, "Memnon") == [["HI1", "HI2"], ["HI1", "HI3"]]
    r.refuses("4.33", orders.Line(units=("HI1", "HI2", "HI3")))


@pytest.mark.rule("alexander 4.33")
@pytest.mark.parametrize("between", [None, "LI5"])
def test_any_gap_ends_it_even_an_occupied_one(between: str | None) -> None:
    ours = [kit.unit("HI1", 1010), kit.unit("HI2", 1011), kit.unit("HI4", 1013), kit.unit("HI5", 1014)]
    r = stand(*[{**u, "cls": "HO1"} for u in ours], *([kit.unit(between, 1012)] if between else []))
    assert lines_of(r, "Memnon") == [["HI1", "HI2"]]


@pytest.mark.rule("alexander 4.33")
def test_a_pair_and_a_single_unit_of_the_line_stand_side_by_side() -> None:
    r = stand(kit.unit("HI1", 1010, cls="HO"), kit.unit("HI2", 1012, cls="HO1"))
    assert lines_of(r, "Memnon") == [["HI1", "HI2"]]


@pytest.mark.rule("alexander 4.33")
@pytest.mark.parametrize(("facing", "linked"), [("E", True), ("W", True), ("NE", False)])
def test_each_stands_in_a_flank_hex_of_the_other(facing: str, linked: bool) -> None:
    r = stand(kit.unit("HI1", 1010, cls="HO1"), kit.unit("HI2", 1011, facing, cls="HO1"))
    assert bool(lines_of(r, "Memnon")) is linked


@pytest.mark.rule("alexander 4.33")
def test_elephants_form_a_line_as_infantry_does() -> None:
    r = stand(kit.unit("EL1", 1010), kit.unit("EL2", 1011), kit.unit("EL3", 1013))
    assert lines_of(r, "Memnon") == [["EL1", "EL2"]]


@pytest.mark.rule("alexander 4.33")
def test_types_that_the_battle_doesnt_list_together_are_in_no_line_together() -> None:
    r = stand(kit.unit("HI1", 1010, cls="HO1"), kit.unit("LI1", 1011))
    assert lines_of(r, "Memnon") == []
    r.refuses("4.33", orders.Line(units=("HI1", "LI1")))


# -- 4.33 mounted ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 4.33")
def test_cavalry_is_in_line_within_half_the_range_wherever_it_stands() -> None:
    r = stand(kit.unit("LC1", 910), kit.unit("LC2", 1211), kit.unit("LC3", 1210), kit.unit("LC4", 1313))
    assert lines_of(r, "Memnon") == [["LC1", "LC2", "LC3"]], "half of 5 is 3"
    r.refuses("4.33", orders.Line(units=("LC3", "LC4")))


@pytest.mark.rule("alexander 4.33")
def test_enemies_cut_cavalry_off_from_the_leader() -> None:
    block = [kit.unit(f"HI{n}", h, "W") for n, h in enumerate((1108, 1109, 1110, 1111, 1112), 11)]
    r = stand(kit.unit("LC1", 910), kit.unit("LC2", 1210), theirs=block)
    assert lines_of(r, "Memnon") == []


@pytest.mark.rule("alexander 4.33")
def test_lancers_are_a_line_of_their_own_though_listed_with_others() -> None:
    r = stand(
        kit.unit("LC1", 910),
        kit.unit("LC2", 911),
        kit.unit("LN1", 1010),
        kit.unit("LN2", 1011),
        sides={"a": {"lines": [["LC", "LN"]]}},
    )
    assert lines_of(r, "Memnon") == [["LC1", "LC2"], ["LN1", "LN2"]]
    r.refuses("4.33", orders.Line(units=("LC1", "LN1")))


@pytest.mark.rule("alexander 4.33")
def test_chariots_are_a_line_as_cavalry_is() -> None:
    r = stand(kit.unit("CH1", 910), kit.unit("CH2", 1211), kit.unit("CH3", 1413))
    assert lines_of(r, "Memnon") == [["CH1", "CH2"]]


# -- 4.34 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 4.34")
@pytest.mark.parametrize(("at", "close"), [(910, True), (810, True), (710, False)])
def test_infantry_is_commanded_from_two_hexes_away(at: int, close: bool) -> None:
    r = stand(kit.unit("HI1", 1010, cls="HO"), kit.unit("HI2", 1012, cls="HO"), at=at)
    command = orders.Line(units=("HI1", "HI2"))
    if close:
        r.order(command)
        assert r.happened(LineBegan)
    else:
        r.refuses("4.34", command)


@pytest.mark.rule("alexander 4.34")
def test_it_is_enough_to_be_close_to_one_unit_of_the_line() -> None:
    r = stand(*[kit.unit(f"HI{n}", 1008 + 2 * n, cls="HO") for n in range(1, 5)], at=914)
    r.order(orders.Line(units=("HI1", "HI4")))
    assert r.g.orders.line is not None


@pytest.mark.rule("alexander 4.34", "alexander 8.14")
@pytest.mark.parametrize(("kind", "seen"), [("LI", False), ("EL", True)])
def test_units_in_between_hide_the_line_and_elephants_dont(kind: str, seen: bool) -> None:
    screen = [kit.unit(f"{kind}7", 909), kit.unit(f"{kind}8", 910)]
    r = stand(kit.unit("HI1", 1010, cls="HO1"), kit.unit("HI2", 1011, cls="HO1"), *screen, at=809)
    assert bool([x for x in lines_of(r, "Memnon") if "HI1" in x]) is seen


@pytest.mark.rule("alexander 4.34")
def test_the_overall_commander_must_be_close_too_and_rolls_never() -> None:
    r = stand(kit.unit("HI1", 1010, cls="HO1"), kit.unit("HI2", 1011, cls="HO1"), at=610)
    r.refuses("4.34", orders.Line(units=("HI1", "HI2")))
    r = stand(kit.unit("HI1", 1010, cls="HO1"), kit.unit("HI2", 1011, cls="HO1"))
    r.state.turn = 3
    r.g.orders.momentum = True
    r.order(orders.Line(units=("HI1", "HI2")))
    assert r.g.orders.line is not None


def wings(**values: Any) -> kit.Rig:
    """Darius far off; Bessus a wing commander, Bupares a subordinate, in turn 2."""
    leaders = [
        kit.leader("Darius", 130, command_range=5),
        kit.leader("Bessus", 1010, "SC", wing=True, command_range=6, strategy=5),
        kit.leader("Bupares", 1310, "SC", command_range=6, strategy=3),
    ]
    units = [kit.unit("LC1", 1010), kit.unit("LC2", 1011), kit.unit("LC3", 1310), kit.unit("LC4", 1311)]
    r = kit.battle(units, [FAR], a_leaders=leaders, **values)
    r.state.turn = 2
    return r


@pytest.mark.rule("alexander 4.53", "alexander 4.34", "alexander 4.52")
def test_a_wing_commander_asks_nobody_in_his_first_phase() -> None:
    r = wings().orders("a", "Bessus")
    assert not line_leave.needs_leave(r.g, r.leader("Bessus"))
    r.order(orders.Line(units=("LC1", "LC2")))
    assert r.leader("Bessus").earned_lines and not r.leader("Bessus").no_momentum
    r = wings().orders("a", "Bessus", momentum=True)
    r.leader("Bessus").earned_lines = True
    r.order(orders.Line(units=("LC1", "LC2")), dice=[6])
    assert r.g.orders.line is None, "Strategy 5 in Momentum"


@pytest.mark.rule("alexander 4.34", "alexander 4.52")
def test_near_a_wing_commander_others_need_no_roll_and_have_no_momentum() -> None:
    r = wings().orders("a", "Bupares")
    r.order(orders.Line(units=("LC3", "LC4")))
    assert r.g.orders.line is not None and r.leader("Bupares").no_momentum
    assert momentum.barred(r.g, r.leader("Bupares")) is not None


@pytest.mark.rule("alexander 4.34")
def test_away_from_both_he_rolls() -> None:
    r = wings().orders("a", "Bupares")
    r.leader("Bessus").hex = 1030
    r.g.version += 1
    r.order(orders.Line(units=("LC3", "LC4")), dice=[3])
    assert r.g.orders.line is not None and not r.leader("Bupares").no_momentum


@pytest.mark.rule("alexander 4.34")
def test_on_the_first_turn_nobody_rolls_or_loses_momentum() -> None:
    r = wings().orders("a", "Bupares")
    r.state.turn = 1
    r.order(orders.Line(units=("LC3", "LC4")))
    assert r.g.orders.line is not None and not r.leader("Bupares").no_momentum


@pytest.mark.rule("alexander 4.35")
def test_in_momentum_he_commands_only_if_he_did_before() -> None:
    r = wings().orders("a", "Bupares", momentum=True)
    r.refuses("4.34", orders.Line(units=("LC3", "LC4")))


# -- 4.36, 4.37 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 4.36")
def test_the_leader_may_move_with_his_line_and_need_not_stay() -> None:
    r = stand(kit.unit("LC1", 910), kit.unit("LC2", 911))
    r.state.phase = "line"
    r.order(orders.Line(units=("LC1", "LC2")))
    decision = r.play(answers=[orders.MoveLeader(leader="Memnon", to=110)])
    assert r.leader("Memnon").at == 110
    with kit.refused("4.36"):
        decision.check(orders.MoveLeader(leader="Memnon", to=111))


@pytest.mark.rule("alexander 4.37", "alexander 5.22")
@pytest.mark.parametrize(
    "order", [orders.Rally(unit="LC3"), orders.Recover(unit="LC1"), orders.Move(unit="LC1", path=(1010,))]
)
def test_after_a_line_command_there_are_no_other_orders(order: Any) -> None:
    r = stand(kit.unit("LC1", 910, hits=2), kit.unit("LC2", 911), kit.unit("LC3", 912, routed=True))
    r.g.orders.lines_used = 1
    r.refuses("4.36", order)


@pytest.mark.rule("alexander 4.37")
def test_a_line_may_be_some_leaders_alone_and_individual_orders_anybodys() -> None:
    r = stand(kit.unit("LC1", 910), kit.unit("LC2", 911), sides={"a": {"lines": [["LC"]]}})
    row = LineSpec(types=("LC",), leaders=("Nabarzanes",))
    sides = (r.g.scenario.sides[0].model_copy(update={"lines": (row,)}), r.g.scenario.sides[1])
    r.g.scenario = r.g.scenario.model_copy(update={"sides": sides})
    assert gathering.is_closed(r.g, row, r.leader("Memnon")) and lines_of(r, "Memnon") == []
    r.refuses("4.37", orders.Line(units=("LC1", "LC2")))
    r.order(orders.Move(unit="LC1", path=(1010,)))
    assert r.unit("LC1").at == 1010


@pytest.mark.rule("alexander 4.37")
@pytest.mark.parametrize("on", [True, False])
def test_the_limit_may_be_an_option(on: bool) -> None:
    r = stand(kit.unit("LC1", 910), kit.unit("LC2", 911), options={"lc": on})
    row = LineSpec(types=("LC",), leaders=("Nabarzanes",), leaders_with="lc")
    assert gathering.is_closed(r.g, row, r.leader("Memnon")) is on


@pytest.mark.rule("alexander 4.3", "alexander 4.31")
def test_the_menu_offers_each_line_and_nothing_that_is_refused() -> None:
    r = stand(
        kit.unit("HI1", 1010, cls="HO"), kit.unit("HI2", 1012, cls="HO"), kit.unit("LC1", 910), kit.unit("LC2", 911)
    )
    menu = menus.orders_menu(r.g, r.leader("Memnon"))
    offered = [c.answer for c in menu.choices if isinstance(c.answer, orders.Line)]
    assert sorted(x.units for x in offered) == [("HI1", "HI2"), ("LC1", "LC2")]
    for x in offered:
        line_leave.check_line_command(r.g, r.leader("Memnon"), x)


# -- 4.24, 4.4 ---------------------------------------------------------------------------------------------------------

HELD = kit.unit("HI9", 1110, "W", cls="HO1")


@pytest.mark.rule("alexander 4.24", "alexander 4.34")
def test_in_enemy_zoc_a_subordinate_commands_nobody_and_the_overall_commander_does() -> None:
    ours = [kit.unit("LC1", 1010), kit.unit("LC2", 911)]
    sub = stand(*ours, at=1010, theirs=[HELD], leader={"role": "SC"})
    assert sub.g.in_enemy_zoc(sub.leader("Memnon"))
    sub.refuses("4.34", orders.Line(units=("LC2",)))
    sub.refuses("4.22", orders.Move(unit="LC2", path=(1011,)))
    over = stand(*ours, at=1010, theirs=[HELD])
    over.order(orders.Line(units=("LC1", "LC2")))
    assert over.g.orders.line is not None


@pytest.mark.rule("alexander 4.4", "alexander 4.24")
def test_the_overall_commander_leaves_enemy_zoc_before_he_moves_others() -> None:
    r = kit.battle(
        [kit.unit("LC1", 1010), kit.unit("LC2", 810)],
        [HELD],
        a_leaders=[kit.leader("Darius", 1010), kit.leader("Bessus", 810, "SC")],
    ).orders("a", "Darius")
    r.refuses("4.4", orders.MoveLeader(leader="Bessus", to=710))
    r.order(orders.MoveLeader(leader="Darius", to=808))
    r.order(orders.MoveLeader(leader="Bessus", to=710))
    assert (r.leader("Darius").at, r.leader("Bessus").at, r.g.orders.orders_used) == (808, 710, 2)
    r.refuses("4.4", orders.MoveLeader(leader="Bessus", to=711))


@pytest.mark.rule("alexander 4.4", "alexander 4.24", "alexander 4.25")
def test_a_leader_in_enemy_zoc_costs_two_orders_finished_or_not() -> None:
    r = kit.battle(
        [kit.unit("LC1", 1010), kit.unit("LC2", 810)],
        [HELD],
        a_leaders=[kit.leader("Darius", 810), kit.leader("Bessus", 1010, "SC", status="finished")],
    ).orders("a", "Darius")
    assert leader_moves.price(r.g, r.leader("Bessus")) == 2
    r.order(orders.MoveLeader(leader="Bessus", to=909))
    assert (r.leader("Bessus").at, r.g.orders.orders_used) == (909, 2)


@pytest.mark.rule("alexander 4.4")
def test_an_acting_commander_leaves_enemy_zoc_by_his_own_order() -> None:
    r = stand(kit.unit("LC1", 1010), at=1010, theirs=[HELD], leader={"role": "SC", "acting_commander": True})
    r.order(orders.MoveLeader(leader="Memnon", to=808))
    assert r.leader("Memnon").at == 808
