"""4.0 Leaders: Command Range, Individual Orders, the three kinds of commander, leaders on the move."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import show
from engine.kernel.text import Refusal
from engine.systems.gboh.command import command, leader_moves
from engine.systems.gboh.events import LeaderMoved
from engine.systems.gboh.orders import menus, orders
from engine.systems.gboh.shock import designation
from engine.systems.gboh.shock.plan import ShockPlan
from engine.systems.gboh.turn import orders_phase
from tests.engine.cataphract import kit

MOVE = orders.Move
LEAD = orders.MoveLeader


def field(units=(), enemies=(), leaders=None, **kw) -> kit.Rig:
    return kit.battle(units, enemies, a_leaders=leaders or [kit.leader("Anna", 1010)], **kw).orders("a", "Anna")


# -- 4.21 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.21")
@pytest.mark.parametrize(("at", "reached"), [(1010, True), (1015, True), (1016, False), (1510, True), (1610, False)])
def test_range_counts_the_units_hex_not_the_leaders(at, reached):
    r = field([kit.unit("HC1", at)])
    assert command.in_command(r.g, r.leader("Anna"), r.unit("HC1")) is reached
    if reached:
        command.check_command(r.g, r.leader("Anna"), r.unit("HC1"))
    else:
        with kit.refused("4.21"):
            command.check_command(r.g, r.leader("Anna"), r.unit("HC1"))


def wall(of, at, facing="E", n=5):
    """Units side by side down a column."""
    return [kit.unit(f"{of}{i + 1}", at + i, facing) for i in range(n)]


@pytest.mark.rule("cataphract 4.21")
def test_enemy_units_block_the_path():
    # HC9 is 2 hexes away; a row of enemies facing away stands between, long enough that no way round is 5 hexes.
    r = field([kit.unit("HC9", 1210)], [*wall("LN", 1105, n=11)])
    assert not command.in_command(r.g, r.leader("Anna"), r.unit("HC9"))
    r.unit("LN6").hex = None  # 1110 opens, in nobody's ZOC
    r.g.version += 1
    assert command.in_command(r.g, r.leader("Anna"), r.unit("HC9"))


@pytest.mark.rule("cataphract 4.21")
def test_enemy_zoc_blocks_vacant_hexes_but_not_a_friends():
    # Enemies in column 13 face west: all of column 12 is in their ZOC.
    enemies = wall("LN", 1304, "W", n=13)
    r = field([kit.unit("HC9", 1410)], enemies)
    assert not command.in_command(r.g, r.leader("Anna"), r.unit("HC9"))
    # The ordered unit's own hex never blocks.
    r = field([kit.unit("HC9", 1210)], enemies)
    assert r.g.enemy_zoc(1210, "a")
    assert command.in_command(r.g, r.leader("Anna"), r.unit("HC9"))
    # A friend in the hex cancels the ZOC for the path: 1111 1211(friend) -> 1212, itself occupied.
    far = field([kit.unit("HC8", 1211), kit.unit("HC9", 1212)], enemies, [kit.leader("Anna", 1111, command_range=2)])
    assert command.in_command(far.g, far.leader("Anna"), far.unit("HC9"))
    # Without a friend in them the hexes of column 12 are closed: round by column 11 it is 4 hexes.
    for radius, reached in ((3, False), (4, True)):
        r = field([kit.unit("HC9", 1213)], enemies, [kit.leader("Anna", 1210, command_range=radius)])
        assert command.in_command(r.g, r.leader("Anna"), r.unit("HC9")) is reached
    shut = field([kit.unit("HC9", 1212)], [*enemies, *wall("HC", 1107, "E", n=8)], [kit.leader("Anna", 1210)])
    assert not command.in_command(shut.g, shut.leader("Anna"), shut.unit("HC9"))


@pytest.mark.rule("cataphract 4.21")
def test_terrain_a_leader_may_not_enter_blocks():
    wall_hexes = {1100 + r: "city_wall" for r in range(1, 20)}
    r = field([kit.unit("HC1", 1210)], terrain=wall_hexes)
    assert not command.in_command(r.g, r.leader("Anna"), r.unit("HC1"))
    sides = [(1010, 1110, "river_euphrates"), (1010, 1109, "river_euphrates")]
    r = field([kit.unit("HC1", 1110)], hexsides=sides, leaders=[kit.leader("Anna", 1010, command_range=1)])
    assert not command.in_command(r.g, r.leader("Anna"), r.unit("HC1"))


@pytest.mark.rule("cataphract 4.21")
def test_the_path_counts_hexes_not_mp():
    woods = {h: "woods" for h in range(1100, 1620)}
    r = field([kit.unit("HC1", 1510)], terrain=woods)
    assert command.in_command(r.g, r.leader("Anna"), r.unit("HC1"))


@pytest.mark.rule("cataphract 4.21", "cataphract 9.14")
def test_a_wound_shortens_the_range():
    r = field([kit.unit("HC1", 1510)], leaders=[kit.leader("Anna", 1010)])
    r.leader("Anna").wounded = True
    r.g.version += 1
    r.refuses("4.21", MOVE(unit="HC1", path=(1610,)))


# -- 4.22 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.22", "cataphract 5.21", "cataphract 5.22")
def test_as_many_orders_as_initiative():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1012), kit.unit("HC3", 1014)],
        [kit.unit("LN1", 3030, "W")],
        a_leaders=[kit.leader("Anna", 1010, initiative=2)],
    ).orders("a", "Anna")
    assert orders_phase.may_command(r.g)
    r.order(MOVE(unit="HC1", path=(1109,)))
    assert orders_phase.may_command(r.g)
    r.order(MOVE(unit="HC2", path=(1111,)))
    assert r.g.orders.orders_used == 2
    assert not orders_phase.may_command(r.g)
    r.run(orders_phase.orders_phase)
    assert r.state.phase == "shock"


@pytest.mark.rule("cataphract 5.21", "cataphract 4.22")
def test_fewer_orders_or_none_are_fine():
    r = field([kit.unit("HC1", 1010)])
    r.order(orders.Done())
    assert r.state.phase == "shock" and r.g.orders.orders_used == 0


@pytest.mark.rule("cataphract 5.24", "cataphract 6.12")
def test_a_unit_has_one_move_or_fire_order_a_phase():
    r = field([kit.unit("LC1", 1010, missile="C")], [kit.unit("LN1", 1410, "W")])
    r.order(MOVE(unit="LC1", path=(1109,)))
    r.refuses("5.24", MOVE(unit="LC1", path=(1209,)))
    r.refuses("5.24", orders.Fire(unit="LC1", target="LN1"))


@pytest.mark.rule("cataphract 5.24")
def test_example_5_24_another_leader_or_a_momentum_phase_may_order_it_again():
    r = kit.battle(
        [kit.unit("HC1", 1010, cls="Cat", tq=7)],
        a_leaders=[kit.leader("John", 1010, "SC", initiative=5), kit.leader("Belisarius", 1011, initiative=6)],
    )
    r.orders("a", "John").order(MOVE(unit="HC1", path=(1110,)))
    assert r.unit("HC1").moved and r.unit("HC1").hits == 0
    r.refuses("5.24", MOVE(unit="HC1", path=(1210,)))
    r.orders("a", "Belisarius").order(MOVE(unit="HC1", path=(1210,)))
    assert r.unit("HC1").hits == 1
    r.orders("a", "John", momentum=True).order(MOVE(unit="HC1", path=(1310,)))
    assert r.unit("HC1").hits == 2


@pytest.mark.rule("cataphract 5.24")
def test_leaders_are_not_limited_to_one_order():
    r = field()
    r.order(LEAD(leader="Anna", to=1011))
    r.order(LEAD(leader="Anna", to=1012))
    assert r.leader("Anna").hex == 1012 and r.g.orders.orders_used == 2


@pytest.mark.rule("cataphract 5.22", "cataphract table:orders_summary", "cataphract 5.25")
def test_the_menu_offers_the_actions_of_an_individual_order_and_no_shock():
    r = kit.battle(
        [
            kit.unit("LC1", 1010, missile="C"),
            kit.unit("HC1", 1014, hits=2),
            kit.unit("HI1", 1008, routed=True),
        ],
        [kit.unit("LN1", 1410, "W")],
        a_leaders=[kit.leader("Anna", 1010), kit.leader("Sue", 1012, "SC")],
    ).orders("a", "Anna")
    r.leader("Sue").eliminated, r.leader("Sue").hex = True, None
    r.g.version += 1
    menu = menus.orders_menu(r.g, r.leader("Anna"))
    keys = {c.key for c in menu}
    assert {"LC1", "HC1", "HI1", "lead-Anna", "done"} <= keys
    assert not any("shock" in k for k in keys)
    actions = {u: {c.key for c in menu[u].menu()} for u in ("LC1", "HC1", "HI1")}
    assert {"move", "fire-LN1"} <= actions["LC1"]
    assert {"move", "recover"} <= actions["HC1"]
    assert actions["HI1"] == {"rally"}
    r.refuses("5.22", ShockPlan())


# -- 4.23 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.23", "cataphract 6.14")
def test_moving_himself_costs_an_order():
    r = field()
    r.order(LEAD(leader="Anna", to=1015))
    assert r.g.orders.orders_used == 1 and r.g.orders.leader_mp == {"Anna": 5}


@pytest.mark.rule("cataphract 4.23", "cataphract 6.64")
def test_riding_with_an_ordered_unit_is_free_but_counts_mp():
    r = field([kit.unit("HC1", 1010)])
    r.order(MOVE(unit="HC1", path=(1110, 1210, 1310), along=True))
    assert r.leader("Anna").hex == r.unit("HC1").hex == 1310
    assert r.g.orders.orders_used == 1  # the unit's own
    assert r.g.orders.leader_mp == {"Anna": 3}  # no +1 for the unit's hex
    assert [e.how for e in r.happened(LeaderMoved)] == ["with-unit"] * 3


@pytest.mark.rule("cataphract 4.23")
def test_only_a_unit_he_is_stacked_with_takes_him_along():
    r = field([kit.unit("HC1", 1011)])
    r.refuses("4.23", MOVE(unit="HC1", path=(1110,), along=True))


@pytest.mark.rule("cataphract 4.23", "cataphract 6.14")
def test_a_leader_without_the_mp_for_the_whole_way_cannot_ride():
    # 4.23 He must stay with the unit for the whole move.
    r = field([kit.unit("HC1", 1010)])
    r.g.orders.leader_mp["Anna"] = 7
    r.refuses("4.23", MOVE(unit="HC1", path=(1110, 1210, 1310), along=True))
    r.order(MOVE(unit="HC1", path=(1110, 1210), along=True))
    assert r.leader("Anna").hex == 1210


@pytest.mark.rule("cataphract 4.23", "cataphract 4.61")
def test_a_riding_leader_may_enter_enemy_zoc_and_then_gives_no_more_orders():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1012)],
        [kit.unit("LN1", 1310, "W")],
        a_leaders=[kit.leader("Sue", 1010, "SC")],
    ).orders("a", "Sue")
    r.order(MOVE(unit="HC1", path=(1110, 1210), along=True), answers=[], defaults=["reaction-facing"])
    assert r.leader("Sue").hex == 1210 and r.g.in_enemy_zoc(r.leader("Sue"))
    assert not orders_phase.may_command(r.g)


# -- 4.24, 4.25, 4.61, 5.26 --------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.24", "cataphract 5.26")
@pytest.mark.parametrize(("role", "able"), [("OC", True), ("SC", False), ("CC", False)])
def test_in_enemy_zoc_only_the_oc_gives_orders(role, able):
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1012)],
        [kit.unit("LN1", 1110, "W")],
        a_leaders=[kit.leader("Anna", 1010, role)],
    ).orders("a", "Anna")
    assert orders_phase.may_command(r.g) is able
    if not able:
        r.run(orders_phase.orders_phase)
        assert r.state.phase == "shock" and r.decisions == []


@pytest.mark.rule("cataphract 4.25", "cataphract 4.4")
def test_a_finished_leader_moves_on_the_ocs_order_only():
    r = kit.battle(a_leaders=[kit.leader("Anna", 1010), kit.leader("Sue", 1012, "SC"), kit.leader("Tom", 1014, "SC")])
    r.leader("Sue").status = "finished"
    r.orders("a", "Sue")
    r.leader("Sue").status = "finished"
    assert not orders_phase.may_command(r.g)
    r.orders("a", "Tom").refuses("4.4", LEAD(leader="Sue", to=1013))
    r.orders("a", "Anna").order(LEAD(leader="Sue", to=1013))
    assert (r.leader("Sue").hex, r.leader("Sue").status) == (1013, "finished")


@pytest.mark.rule("cataphract 4.4")
def test_the_oc_moves_another_leader_once_a_phase():
    r = kit.battle(a_leaders=[kit.leader("Anna", 1010), kit.leader("Sue", 1012, "SC")]).orders("a", "Anna")
    r.order(LEAD(leader="Sue", to=1014))
    assert r.g.orders.orders_used == 1
    r.refuses("4.4", LEAD(leader="Sue", to=1015))


@pytest.mark.rule("cataphract 4.4", "cataphract 7.23")
def test_out_of_enemy_zoc_it_takes_the_oc_two_orders():
    r = kit.battle(
        [kit.unit("HC1", 1210)],
        [kit.unit("LN1", 1310, "W")],
        a_leaders=[kit.leader("Anna", 1010, initiative=3), kit.leader("Sue", 1210, "SC")],
    ).orders("a", "Anna")
    assert leader_moves.price(r.g, r.leader("Sue")) == 2
    r.order(LEAD(leader="Sue", to=1010))
    assert r.g.orders.orders_used == 2 and r.leader("Sue").hex == 1010
    r.leader("Sue").hex = 1210
    r.g.orders.leaders_moved.clear()
    r.g.version += 1
    r.refuses("4.4", LEAD(leader="Sue", to=1010))  # one order left


@pytest.mark.rule("cataphract 4.4", "cataphract 7.23")
def test_the_oc_leaves_enemy_zoc_for_one_order():
    r = field([kit.unit("HC1", 1010)], [kit.unit("LN1", 1110, "W")])
    r.order(LEAD(leader="Anna", to=710))
    assert r.g.orders.orders_used == 1 and r.leader("Anna").hex == 710


@pytest.mark.rule("cataphract 4.4")
def test_leaders_out_of_the_ocs_range_stay_and_enemies_are_not_his():
    r = kit.battle(
        a_leaders=[kit.leader("Anna", 1010), kit.leader("Sue", 1016, "SC")], b_leaders=[kit.leader("Bert", 1011)]
    ).orders("a", "Anna")
    r.refuses("4.4", LEAD(leader="Sue", to=1015))
    r.refuses("4.4", LEAD(leader="Bert", to=1012))


@pytest.mark.rule("cataphract 4.4", "cataphract 4.34", "cataphract 4.31")
def test_a_line_command_excludes_every_individual_order():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1012, hits=2), kit.unit("HC3", 1016, routed=True)],
        a_leaders=[kit.leader("Anna", 1010, line_commands=2), kit.leader("Sue", 1014, "SC")],
    ).orders("a", "Anna", lines_used=1)
    r.refuses("4.34", MOVE(unit="HC1", path=(1110,)))
    r.refuses("4.34", orders.Recover(unit="HC2"))
    r.refuses("4.34", orders.Rally(unit="HC3"))
    r.refuses("4.34", LEAD(leader="Sue", to=1015))
    r.refuses("4.34", LEAD(leader="Anna", to=1011))
    r.refuses("4.34", orders.Replace(leader="Sue", replaces="Sue", to=1010))


@pytest.mark.rule("cataphract 4.31", "cataphract 5.21")
def test_individual_orders_exclude_a_line_command():
    r = field([kit.unit("HC1", 1010), kit.unit("HC2", 1012)])
    r.order(MOVE(unit="HC1", path=(1110,)))
    r.refuses("4.31", orders.Line(units=("HC2",)))


@pytest.mark.rule("cataphract 4.5", "cataphract table:command_summary")
def test_a_contingent_commander_commands_his_own_and_gives_no_line_command():
    r = kit.battle(
        [kit.unit("LC1", 1010, contingent="Huns"), kit.unit("LC2", 1012)],
        a_leaders=[kit.leader("Sunicas", 1010, "CC", commands=("Huns",))],
    ).orders("a", "Sunicas")
    r.refuses("4.5", MOVE(unit="LC2", path=(1111,)))
    r.refuses("4.5", orders.Line(units=("LC1",)))
    r.refuses("4.5", orders.Permission())
    r.order(MOVE(unit="LC1", path=(1109,)))


@pytest.mark.rule("cataphract 4.33", "cataphract 4.5")
def test_example_4_33_a_leader_bound_to_a_people_commands_and_enables_only_it():
    # Cabades at Callinicum: Persians, not Saracens.
    r = kit.battle(
        [
            kit.unit("HC1", 1010, contingent="Persians"),
            kit.unit("HC2", 1011, contingent="Saracens"),
            kit.unit("HC3", 1012, contingent="Persians"),
        ],
        [kit.unit("LN1", 1110, "W"), kit.unit("LN2", 1112, "W")],
        a_leaders=[kit.leader("Cabades", 810, "SC", commands=("Persians",), initiative=5)],
    ).orders("a", "Cabades")
    r.leader("Cabades").line_permission = True
    r.refuses("4.5", MOVE(unit="HC2", path=(1111,)))
    r.refuses("4.32", orders.Line(units=("HC1", "HC2")))
    assert {u.id for u in designation.willing(r.g)} == {"HC1", "HC3"}


@pytest.mark.rule("cataphract table:command_summary")
@pytest.mark.parametrize(
    ("role", "others", "lc", "replace"),
    [("OC", True, True, True), ("SC", False, False, False), ("CC", False, False, False)],
)
def test_command_summary(role, others, lc, replace):
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1012)],
        a_leaders=[
            kit.leader("Anna", 1010, role),
            kit.leader("Sue", 1012, "CC"),
            kit.leader("Lost", 1014, "CC"),
        ],
    ).orders("a", "Anna")
    r.leader("Lost").eliminated, r.leader("Lost").hex = True, None
    r.g.version += 1

    def able(order) -> bool:
        try:
            orders_phase.check(r.g, order)
        except Refusal:
            return False
        return True

    assert able(MOVE(unit="HC1", path=(1110,)))
    assert able(LEAD(leader="Anna", to=1011))
    assert able(LEAD(leader="Sue", to=1013)) is others
    assert able(orders.Replace(leader="Lost", replaces="Lost", to=1010)) is replace
    if role != "SC":  # an SC first asks leave
        assert able(orders.Line(units=("HC1", "HC2"))) is lc
    else:
        r.leader("Anna").line_permission = False
        assert not able(orders.Line(units=("HC1", "HC2")))
        r.leader("Anna").line_permission = True
        assert able(orders.Line(units=("HC1", "HC2")))


# -- 4.61, 6.14, 6.15, 6.64 --------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.61")
def test_a_leader_enters_enemy_zoc_only_where_a_friend_stands_and_stops():
    r = field([kit.unit("HC1", 1210)], [kit.unit("LN1", 1310, "W")], [kit.leader("Anna", 1110)])
    assert {1210, 1211} <= set(r.g.zones("b"))
    found = leader_moves.destinations(r.g, r.leader("Anna"))
    assert 1210 in found and 1211 not in found
    r.refuses("4.61", LEAD(leader="Anna", to=1211))
    r.refuses("4.61", LEAD(leader="Anna", to=1310))
    # Beyond the held line he gets only by ways that are free.
    shut = field(
        [kit.unit("HC1", 1210)],
        [kit.unit(f"LN{i}", 1300 + i, "W") for i in range(1, 26)],
        [kit.leader("Anna", 1110)],
    )
    beyond = leader_moves.destinations(shut.g, shut.leader("Anna"))
    assert 1210 in beyond and not [h for h in beyond if h // 100 >= 12 and h != 1210]


@pytest.mark.rule("cataphract 6.14")
def test_a_leader_has_9_mp_a_phase_over_all_his_moves():
    r = field()
    assert {h for h in leader_moves.destinations(r.g, r.leader("Anna")) if h // 100 == 10} == {
        1000 + n for n in range(1, 20) if n != 10
    }
    r.order(LEAD(leader="Anna", to=1016))
    r.refuses("6.14", LEAD(leader="Anna", to=1020))
    r.order(LEAD(leader="Anna", to=1019))
    assert r.g.orders.leader_mp == {"Anna": 9}
    assert leader_moves.destinations(r.g, r.leader("Anna")) == {}
    assert r.leader("Anna").status == "active"


@pytest.mark.rule("cataphract 6.15", "cataphract 6.64", "cataphract table:special_mp_costs", "cataphract 6.21")
def test_leaders_pay_cavalry_mp_and_one_more_for_a_units_hex():
    r = field(
        [kit.unit("HC1", 1011)],
        terrain={1009: "woods", 1110: "rough"},
        levels={909: 1},
        hexsides=[(1010, 910, "stream"), (1010, 1109, "river_volturno")],
    )
    costs = leader_moves.destinations(r.g, r.leader("Anna"))
    assert {h: costs[h] for h in (1011, 1009, 1110, 909, 910)} == {1011: 2, 1009: 2, 1110: 1, 909: 2, 910: 1}
    assert leader_moves.step_mp(r.g, r.leader("Anna"), 1010, 1109) == 3
    r.order(LEAD(leader="Anna", to=1011))
    assert r.g.orders.leader_mp == {"Anna": 2}


@pytest.mark.rule("cataphract 4.61", "cataphract 4.21")
def test_nobody_commands_what_is_not_there():
    r = field([kit.unit("HC1", 1010)])
    r.refuses("", MOVE(unit="HC7", path=(1110,)))
    r.refuses("", LEAD(leader="Nobody", to=1011))
    assert show(r.leader("Anna").hex) == "1010"
