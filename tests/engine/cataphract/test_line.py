"""4.3 Line Commands: composition, who may give one, carrying one out."""

from __future__ import annotations

import pytest

from engine.kernel.text import Refusal
from engine.systems.gboh.command import line_command, line_composition
from engine.systems.gboh.events import Fired, LineBegan, UnitMoved
from engine.systems.gboh.orders import menus, orders
from engine.systems.gboh.turn import orders_phase
from tests.each import for_each
from tests.engine.cataphract import kit

MOVE = orders.Move
LINE = orders.Line
DONE = orders.Done()


def field(units, enemies=(), *, role="OC", **kw) -> kit.Rig:
    enemies = enemies or [kit.unit("LN99", 3535, "W")]
    return kit.battle(units, enemies, a_leaders=[kit.leader("Anna", 1010, role)], **kw).orders("a", "Anna")


def linked(r: kit.Rig, *units: str) -> bool:
    """Whether the units can have one Line Command together."""
    r.g.version += 1
    try:
        line_composition.check_line(r.g, r.leader("Anna"), [r.unit(u) for u in units])
    except Refusal as no:
        assert no.rule == "4.32"
        return False
    return True


# -- 4.32 infantry -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.32", "cataphract table:line_composition")
@for_each(
    ("hexes", "facings", "one_line"),
    [
        ((1010, 1011, 1012), "EEE", True),  # side by side
        ((1010, 1110, 1210), "EEE", True),  # front to rear
        ((1010, 1012), "EE", False),  # a gap
        ((1010, 1011, 1110), "EEE", True),  # a wedge: 1110 is in front of both
        ((1010, 1011, 1111), "EEE", False),  # side by side and front to rear mixed
        ((1010, 1011), "EW", True),  # each in a Flank hex of the other
        ((1010, 1110), "EW", False),  # face to face is neither
        ((1010, 1110), "WE", False),  # back to back is neither
    ],
)
def test_infantry_stands_side_by_side_or_front_to_rear(hexes, facings, one_line):
    units = [kit.unit(f"HI{i}", h, f) for i, (h, f) in enumerate(zip(hexes, facings, strict=True), 1)]
    r = field(units)
    assert linked(r, *(u["code"] for u in units)) is one_line


@pytest.mark.rule("cataphract 4.32")
def test_side_by_side_is_mutual():
    # 1010 facing NE: flanks are N.. not 1011; only one of them has the other in a Flank hex.
    r = field([kit.unit("HI1", 1010, "E"), kit.unit("HI2", 1011, "SE")])
    assert not linked(r, "HI1", "HI2")


@pytest.mark.rule("cataphract 4.32")
def test_columns_link_front_to_rear_only():
    r = field(
        [kit.unit("HI1", 1010, "SIDE_NE", column=True), kit.unit("HI2", 1109, "SIDE_NE", column=True)],
    )
    assert linked(r, "HI1", "HI2")  # 1109 is the Front hex of HI1, 1010 the Rear hex of HI2
    r = field([kit.unit("HI1", 1010, "SIDE_NE", column=True), kit.unit("HI2", 1011, "SIDE_NE", column=True)])
    assert not linked(r, "HI1", "HI2")


@pytest.mark.rule("cataphract 4.32", "cataphract table:line_composition")
def test_only_types_of_one_group_of_the_battles_table():
    r = field(
        [kit.unit("HI1", 1010), kit.unit("MI1", 1011), kit.unit("LI1", 1012)],
        lines=[("HI", "MI"), ("LI",)],
    )
    assert linked(r, "HI1", "MI1")
    assert not linked(r, "MI1", "LI1")
    assert linked(r, "LI1")
    r = field([kit.unit("HC1", 1010), kit.unit("HC2", 1012, cls="Cat")], lines=[("HC",), ("HC/Cat",)])
    assert not linked(r, "HC1", "HC2")


@pytest.mark.rule("cataphract 4.32", "cataphract 4.21")
def test_a_line_reaches_to_twice_the_command_range():
    r = field([kit.unit("HC1", 1018), kit.unit("HC2", 1020), kit.unit("HC3", 1022)])
    assert linked(r, "HC1", "HC2")  # 10 hexes: twice Range 5
    assert not linked(r, "HC1", "HC2", "HC3")
    with kit.refused("4.32"):
        line_composition.check_line(r.g, r.leader("Anna"), [r.unit("HC3")])
    # Nobody needs to be within the single range.
    r.order(LINE(units=("HC1", "HC2")))


@pytest.mark.rule("cataphract 4.32", "cataphract 4.21")
def test_enemies_block_the_way_to_a_line_as_for_orders():
    ring = [kit.unit(f"LN{n}", h, "W") for n, h in enumerate((1009, 1109, 1110, 1011, 910, 909), 1)]
    r = kit.battle([kit.unit("HC1", 1014)], ring, a_leaders=[kit.leader("Anna", 1010)]).orders("a", "Anna")
    assert not linked(r, "HC1")


# -- 4.32 cavalry ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.32", "cataphract table:line_composition")
@pytest.mark.parametrize(
    ("between", "one_line"),
    [
        (None, True),
        (kit.unit("LN8", 1011), True),  # may be in the Line itself
        (kit.unit("HI8", 1011), False),  # a friend that cannot be
        (kit.unit("HC8", 1011, routed=True), False),  # Routed units are in no Line
    ],
)
def test_cavalry_at_most_one_hex_apart_with_nobody_foreign_between(between, one_line):
    units = [kit.unit("HC1", 1010), kit.unit("HC2", 1012)]
    r = field([*units, *([between] if between else [])])
    assert linked(r, "HC1", "HC2") is one_line


@pytest.mark.rule("cataphract 4.32")
def test_an_enemy_between_parts_a_cavalry_line_and_two_hexes_are_too_many():
    r = field([kit.unit("HC1", 1010), kit.unit("HC2", 1012)], [kit.unit("LN9", 1011, "W")])
    assert not linked(r, "HC1", "HC2")
    r = field([kit.unit("HC1", 1010), kit.unit("HC2", 1013)])
    assert not linked(r, "HC1", "HC2")


@pytest.mark.rule("cataphract 4.32")
def test_one_free_hex_between_is_enough():
    # 1010 and 1111 touch both 1011 and 1110.
    r = field([kit.unit("HC1", 1010), kit.unit("HC2", 1111), kit.unit("HI8", 1011)])
    assert linked(r, "HC1", "HC2")
    r = field([kit.unit("HC1", 1010), kit.unit("HC2", 1111), kit.unit("HI8", 1011)], [kit.unit("LN9", 1110, "E")])
    assert not linked(r, "HC1", "HC2")


@pytest.mark.rule("cataphract 4.32", "cataphract 4.33")
def test_a_friend_the_leader_may_not_command_parts_the_line():
    r = kit.battle(
        [
            kit.unit("HC1", 1010, contingent="Persians"),
            kit.unit("HC2", 1012, contingent="Persians"),
            kit.unit("HC3", 1011, contingent="Saracens"),
        ],
        [kit.unit("LN9", 3535, "W")],
        a_leaders=[kit.leader("Anna", 1010, "SC", commands=("Persians",))],
    ).orders("a", "Anna")
    assert not linked(r, "HC1", "HC2")
    r.unit("HC3").contingent = "Persians"
    assert linked(r, "HC1", "HC2")


@pytest.mark.rule("cataphract 4.32")
def test_routed_units_are_in_no_line_rallied_ones_link_but_do_not_act():
    r = field([kit.unit("HC1", 1010), kit.unit("HC2", 1012, rallied=True), kit.unit("HC3", 1014)])
    r.refuses("10.27", LINE(units=("HC1", "HC2", "HC3")))
    r.order(LINE(units=("HC1", "HC3")))
    assert r.state.phase == "line"
    r = field([kit.unit("HC1", 1010), kit.unit("HC2", 1012, routed=True), kit.unit("HC3", 1014)])
    r.refuses("4.32", LINE(units=("HC1", "HC3")))
    r.refuses("10.26", LINE(units=("HC2",)))


@pytest.mark.rule("cataphract 4.32", "cataphract 5.24")
def test_units_that_acted_link_a_line_but_do_not_act_again():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1012), kit.unit("HC3", 1014)],
        [kit.unit("LN99", 3535, "W")],
        a_leaders=[kit.leader("Anna", 1010, line_commands=2)],
    ).orders("a", "Anna", lines_used=1, acted=["HC2"])
    r.refuses("5.24", LINE(units=("HC1", "HC2", "HC3")))
    r.order(LINE(units=("HC1", "HC3")))


@pytest.mark.rule("cataphract 4.31")
def test_not_every_unit_of_the_line_needs_to_be_named():
    r = field([kit.unit(f"HI{i}", 1007 + i) for i in range(1, 6)])
    assert [[u.id for u in g] for g in line_composition.lines(r.g, r.leader("Anna")) if len(g) > 1] == [
        ["HI1", "HI2", "HI3", "HI4", "HI5"]
    ]
    # The ends of the Line without its middle are still of one Line.
    r.order(LINE(units=("HI1", "HI5")))
    assert r.happened(LineBegan)[0].line.units == ["HI1", "HI5"]


@pytest.mark.rule("cataphract 4.31")
def test_slips_in_naming_a_line():
    r = field([kit.unit("HC1", 1010)])
    r.refuses("4.31", LINE(units=()))
    r.refuses("4.31", LINE(units=("HC1", "HC1")))
    r.refuses("4.31", LINE(units=("HC1", "LN99")))
    r.refuses("", LINE(units=("HC1", "HC7")))


# -- 4.31, 4.33, 4.32b -------------------------------------------------------------------------------------------------


def two(role="OC", n=1, **kw) -> kit.Rig:
    """Two separate Lines of two."""
    return kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1011), kit.unit("HI1", 1014), kit.unit("HI2", 1015)],
        [kit.unit("LN99", 3535, "W")],
        a_leaders=[kit.leader("Anna", 1010, role, line_commands=n, initiative=6), *kw.pop("more", [])],
        **kw,
    ).orders("a", "Anna")


@pytest.mark.rule("cataphract 4.31", "cataphract 4.33", "cataphract 4.4")
def test_the_oc_gives_one_line_command_without_a_roll():
    r = two()
    r.order(LINE(units=("HC1", "HC2")))
    assert r.rolls == [] and r.state.phase == "line"
    r.run(line_command.line_phase, answers=[DONE])
    r.run(line_command.line_phase)
    assert r.state.phase == "orders"
    r.refuses("4.31", LINE(units=("HI1", "HI2")))
    assert not orders_phase.may_command(r.g)


@pytest.mark.rule("cataphract 4.31", "cataphract 5.21")
def test_example_5_21_belisarius_gives_six_orders_or_two_line_commands():
    r = two(n=2)
    r.order(LINE(units=("HC1", "HC2")))
    for answer in (MOVE(unit="HC1", path=(1110,)), MOVE(unit="HC2", path=(1111,))):
        r.run(line_command.line_phase, answers=[answer])
    r.run(line_command.line_phase, answers=[DONE])
    r.run(line_command.line_phase)
    assert orders_phase.may_command(r.g)
    # A unit acts under one of them only.
    r.refuses("5.24", LINE(units=("HC1", "HC2")))
    r.order(LINE(units=("HI1", "HI2")))
    r.run(line_command.line_phase, answers=[DONE])
    r.run(line_command.line_phase)
    assert not orders_phase.may_command(r.g)
    r.refuses("4.31", LINE(units=("HI1",)))


@pytest.mark.rule("cataphract 4.31", "cataphract 4.34", "cataphract 6.14")
def test_belisarius_moves_with_each_line_9_mp_in_all():
    r = two(n=2)
    r.order(LINE(units=("HC1",)))
    r.run(line_command.line_phase, answers=[orders.MoveLeader(leader="Anna", to=1005)])
    assert r.leader("Anna").hex == 1005
    with kit.refused("4.34"):
        line_command.check(r.g, r.leader("Anna"), orders.MoveLeader(leader="Anna", to=1004))
    r.run(line_command.line_phase, answers=[DONE])
    r.run(line_command.line_phase)
    r.order(LINE(units=("HI1", "HI2")))
    with kit.refused("6.14"):
        line_command.check(r.g, r.leader("Anna"), orders.MoveLeader(leader="Anna", to=1012))
    r.run(line_command.line_phase, answers=[orders.MoveLeader(leader="Anna", to=1009)])
    assert r.leader("Anna").hex == 1009 and r.g.orders.leader_mp["Anna"] == 9


@pytest.mark.rule("cataphract 4.33")
def test_no_line_command_from_enemy_zoc_not_even_by_the_oc():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1012)],
        [kit.unit("LN1", 1110, "W")],
        a_leaders=[kit.leader("Anna", 1010)],
    ).orders("a", "Anna")
    r.refuses("4.33", LINE(units=("HC2",)))
    assert orders_phase.may_command(r.g)  # Individual Orders he may still give


SC = {"more": [kit.leader("Oscar", 1018, "OC", strategy=6, command_range=8)]}


@pytest.mark.rule("cataphract 4.33", "cataphract 4.32b", "cataphract table:command_control")
@pytest.mark.parametrize(("die", "granted"), [(0, True), (6, True), (7, False), (9, False)])
def test_inside_the_ocs_range_a_subordinate_rolls_against_strategy(die, granted):
    r = two("SC", **SC)
    r.order(LINE(units=("HC1", "HC2")), dice=[die])
    anna = r.leader("Anna")
    assert (anna.line_permission, anna.status) == (granted, "active")
    assert (r.state.phase == "line") is granted
    if not granted:
        # Individual Orders only.
        r.refuses("4.33", LINE(units=("HC1", "HC2")))
        r.refuses("4.33", orders.Permission())
        r.order(MOVE(unit="HC1", path=(1110,)))


@pytest.mark.rule("cataphract 4.33")
@pytest.mark.parametrize(
    ("oc", "note", "chance"),
    [
        (1018, "needs 6 or less: 70 %; failing leaves Anna Individual Orders only", 0.7),
        (1035, "needs 0: 10 %; failing ends Anna's turn", 0.1),
    ],
)
def test_what_asking_leave_may_cost_is_said_before(oc, note, chance):
    """On every press that asks for it: in the menus a player chooses from, and in what their select shows."""
    r = two("SC", more=[kit.leader("Oscar", oc, "OC", strategy=6, command_range=8)])
    offered = [c for c in menus.orders_menu(r.g, r.leader("Anna")) if "leave" in str(c.label)]
    assert [c.key for c in offered] == ["line-1", "line-2", "permission"]
    assert {(str(c.risk.words), c.chance) for c in offered if c.risk is not None} == {(note, chance)}
    r.leader("Anna").line_permission = True
    assert not any(c.risk for c in menus.orders_menu(r.g, r.leader("Anna")) if c.key.startswith("line"))


@pytest.mark.rule("cataphract 4.33", "cataphract 4.32b", "cataphract table:command_control")
@pytest.mark.parametrize(("die", "granted"), [(0, True), (1, False), (9, False)])
def test_outside_only_a_0_will_do_and_failing_finishes_him(die, granted):
    r = two("SC", more=[kit.leader("Oscar", 1030, "OC", strategy=9)])
    r.order(LINE(units=("HC1", "HC2")), dice=[die])
    if granted:
        assert r.state.phase == "line" and r.leader("Anna").line_permission
    else:
        assert r.leader("Anna").status == "finished"


@pytest.mark.rule("cataphract 4.33")
def test_failing_outside_ends_the_activation_at_once_without_shock():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1011)],
        [kit.unit("LN1", 1110, "E")],  # in HC1's ZOC, and harmless: a Shock could be enabled
        a_leaders=[kit.leader("Anna", 809, "SC", initiative=3), kit.leader("Oscar", 1030, "OC")],
        b_leaders=[kit.leader("Bert", 3030, initiative=7)],
    )
    d = r.play(answers=["Anna", orders.Permission()], dice=[4])
    assert (d.kind, d.subject) == ("activation", "Oscar")
    assert r.leader("Anna").status == "finished" and r.state.orders is None


@pytest.mark.rule("cataphract 4.33")
def test_without_an_oc_every_subordinate_is_outside():
    r = two("SC")
    r.order(orders.Permission(), dice=[1])
    assert r.leader("Anna").status == "finished"


@pytest.mark.rule("cataphract 4.33")
def test_leave_is_asked_before_the_first_order_and_never_in_momentum():
    r = two("SC", **SC)
    r.order(MOVE(unit="HC1", path=(1110,)))
    r.refuses("4.33", orders.Permission())
    r.refuses("4.31", LINE(units=("HI1", "HI2")))
    r = two("SC", **SC)
    r.g.orders.momentum = True
    r.refuses("4.33", orders.Permission())
    r.refuses("4.33", LINE(units=("HC1", "HC2")))


@pytest.mark.rule("cataphract 4.33")
def test_leave_lasts_through_momentum_and_may_lie_idle():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1011), kit.unit("HC3", 1020)],
        [kit.unit("LN99", 3535, "W")],
        a_leaders=[kit.leader("Anna", 1010, "SC", initiative=3), kit.leader("Oscar", 1014, strategy=6, initiative=6)],
        b_leaders=[kit.leader("Bert", 3535, initiative=2)],
    )
    r.leader("Bert").status = "finished"
    r.play(answers=["Anna", orders.Permission(), MOVE(unit="HC1", path=(1110,)), DONE, "yes"], dice=[6, 0])
    assert r.leader("Anna").line_permission is True and r.g.orders.momentum
    r.order(LINE(units=("HC1", "HC2")))
    assert len(r.rolls) == 2 and r.state.phase == "line"


@pytest.mark.rule("cataphract 4.33", "cataphract 4.4")
def test_the_oc_needs_no_leave_and_may_use_momentum_phases_too():
    r = two()
    r.refuses("4.33", orders.Permission())
    r.g.orders.momentum = True
    r.order(LINE(units=("HC1", "HC2")))
    assert r.rolls == []


# -- 4.34, 5.23 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.34")
def test_a_leader_moves_once_with_his_line_without_an_order_and_need_not_stay():
    r = two()
    r.order(LINE(units=("HC1", "HC2")))
    r.run(line_command.line_phase, answers=[MOVE(unit="HC1", path=(1110,))])
    r.run(line_command.line_phase, answers=[orders.MoveLeader(leader="Anna", to=1005)])
    r.run(line_command.line_phase, answers=[MOVE(unit="HC2", path=(1111,))])
    assert r.leader("Anna").hex == 1005 and r.g.orders.orders_used == 0


@pytest.mark.rule("cataphract 4.34", "cataphract 4.4")
def test_only_the_commanding_leader_moves_with_a_line():
    r = two(more=[kit.leader("Sue", 1012, "SC")])
    r.order(LINE(units=("HC1", "HC2")))
    with kit.refused("4.34"):
        line_command.check(r.g, r.leader("Anna"), orders.MoveLeader(leader="Sue", to=1013))


@pytest.mark.rule("cataphract 4.34", "cataphract 4.23")
def test_riding_along_goes_with_an_individual_order_only():
    r = two()
    r.order(LINE(units=("HC1", "HC2")))
    with kit.refused("4.34"):
        line_command.check(r.g, r.leader("Anna"), MOVE(unit="HC1", path=(1110,), along=True))


@pytest.mark.rule("cataphract 4.34", "cataphract 4.61")
def test_a_leader_may_move_last_once_his_line_has_gone_ahead():
    r = two()
    r.order(LINE(units=("HC1",)))
    r.run(line_command.line_phase, answers=[MOVE(unit="HC1", path=(1110,))])
    d = None

    def lead(decision):
        nonlocal d
        d = decision
        return orders.MoveLeader(leader="Anna", to=1110)

    r.run(line_command.line_phase, answers=[lead])
    assert d is not None and d.kind == "line"
    assert r.leader("Anna").hex == 1110


@pytest.mark.rule("cataphract 5.23", "cataphract table:orders_summary", "cataphract 3.0B")
def test_each_unit_of_a_line_moves_or_fires_or_both_as_it_likes():
    r = kit.battle(
        [kit.unit(f"LC{i}", 1006 + 2 * i, missile="C") for i in (1, 2, 3)],
        [kit.unit("HC9", 1410, "W", tq=9)],
        a_leaders=[kit.leader("Anna", 1008)],
        a_disciplined=True,
    ).orders("a", "Anna")
    r.order(LINE(units=("LC1", "LC2", "LC3")))
    r.run(line_command.line_phase, answers=[orders.Fire(unit="LC2", target="HC9")], dice=[9])  # fires only
    r.run(line_command.line_phase, answers=[MOVE(unit="LC1", path=(1108,))])  # moves, fires after the Line
    r.run(line_command.line_phase, answers=[MOVE(unit="LC3", path=(1112,), fire_at="HC9", fire_after=0)], dice=[9])
    r.run(line_command.line_phase, answers=[DONE])
    r.run(line_command.line_phase, answers=[{"LC1": "HC9"}], dice=[9])
    assert r.state.phase == "orders"
    assert {e.unit for e in r.happened(UnitMoved)} == {"LC1", "LC3"}
    assert sorted(r.g.orders.fired) == ["LC1", "LC2", "LC3"]


@pytest.mark.rule("cataphract 5.23", "cataphract 8.21")
def test_a_target_named_with_the_move_is_fired_at_when_the_line_has_moved():
    r = kit.battle(
        [kit.unit(f"LC{i}", 1006 + 2 * i, missile="C") for i in (1, 2, 3)],
        [kit.unit("HC9", 1410, "W", tq=9), kit.unit("HC8", 2010, "W")],
        a_leaders=[kit.leader("Anna", 1008)],
    ).orders("a", "Anna")
    r.order(LINE(units=("LC1", "LC2", "LC3")))
    with kit.refused("8.13"):
        line_command.check(r.g, r.leader("Anna"), MOVE(unit="LC1", path=(1108,), fire_at="LC2"))
    r.run(line_command.line_phase, answers=[MOVE(unit="LC1", path=(1108,), fire_at="HC9")])
    r.run(line_command.line_phase, answers=[MOVE(unit="LC2", path=(1110,), fire_at="HC8")])  # out of reach
    r.run(line_command.line_phase, answers=[MOVE(unit="LC3", path=(1112,))])
    assert not r.happened(Fired)
    r.run(line_command.line_phase, answers=[DONE])
    r.run(line_command.line_phase, answers=[{"LC2": "HC9"}], dice=[9, 9])
    assert [(e.unit, e.target) for e in r.happened(Fired)] == [("LC1", "HC9"), ("LC2", "HC9")]


@pytest.mark.rule("cataphract 5.23", "cataphract 8.21")
def test_under_a_line_command_nobody_fires_in_mid_move_or_does_anything_else():
    r = kit.battle(
        [kit.unit("LC1", 1010, missile="C", hits=2), kit.unit("LC2", 1012), kit.unit("LC3", 1020)],
        [kit.unit("HC9", 1410, "W")],
        a_leaders=[kit.leader("Anna", 1010)],
    ).orders("a", "Anna")
    r.order(LINE(units=("LC1", "LC2")))

    def refused(rule, order):
        with kit.refused(rule):
            line_command.check(r.g, r.leader("Anna"), order)

    refused("8.21", MOVE(unit="LC1", path=(1110, 1210), fire_at="HC9", fire_after=1))
    refused("5.23", orders.Recover(unit="LC1"))
    refused("5.23", MOVE(unit="LC3", path=(1120,)))
    refused("5.23", LINE(units=("LC1",)))
    r.run(line_command.line_phase, answers=[MOVE(unit="LC2", path=(1111,))])
    refused("5.24", MOVE(unit="LC2", path=(1211,)))


@pytest.mark.rule("cataphract 4.31", "cataphract 4.32")
def test_composition_is_judged_when_the_command_is_given():
    r = two()
    r.order(LINE(units=("HC1", "HC2")))
    r.run(line_command.line_phase, answers=[MOVE(unit="HC1", path=(1110, 1210, 1310, 1410, 1510, 1610))])
    # HC2 is far from HC1 by now, and acts all the same.
    r.run(line_command.line_phase, answers=[MOVE(unit="HC2", path=(1111,))])
    assert r.unit("HC2").hex == 1111


@pytest.mark.rule("cataphract 4.32")
def test_lines_of_tricameron():
    r = kit.tricameron().orders("byzantine", "Belisarius")
    groups = [[u.id for u in g] for g in line_composition.lines(r.g, r.leader("Belisarius"))]
    # The cataphracts stand every second hex of column 51, the Bucellarii (5513) beyond column 52.
    thracians = [f"THC{i}" for i in range(1, 6)]
    armenians = [f"AHC{i}" for i in range(1, 6)]
    assert [*thracians, *armenians] in groups
    r = kit.tricameron().orders("byzantine", "Sunicas")
    r.refuses("4.5", LINE(units=("HLC1",)))
