"""4.1 Leader ratings: what each is for, and that every leader of every battle has all of his."""

from __future__ import annotations

import pytest

from engine.systems.gboh.command import command, leader_moves, leaders, line_command, line_leave
from engine.systems.gboh.events import HitsTaken, LeaderEliminated
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import clash
from engine.systems.gboh.turn import momentum
from scenarios import load
from tests.engine.cataphract import kit

BATTLES = ("callinicum", "casilinum", "catalaunian", "dara", "taginae", "tricameron", "utus")


@pytest.mark.rule("cataphract 4.1", "cataphract 2.24")
@pytest.mark.parametrize("name", BATTLES)
def test_every_leader_has_the_ratings_of_his_rank_and_no_others(name):
    for side in load(f"cataphract/{name}").sides:
        for x in (*side.leaders, *side.replacements):
            assert 1 <= x.initiative <= 9 and 1 <= x.command_range <= 9
            assert 0 <= x.charisma <= 9 and 0 <= x.personal_combat <= 9
            assert (x.strategy is not None) is (x.role == "OC"), f"{x.id}: Strategy is the OC's alone"
            assert (x.line_commands == 0) is (x.role == "CC"), f"{x.id}: only Contingent Commanders have a C"
            assert (x.line_commands == 2) is (x.id == "Belisarius"), "4.31 Belisarius alone gives two"
            assert not x.elite or x.role == "OC"
            assert x.role != "CC" or x.commands, f"{x.id} commands a contingent"


def one(**values) -> kit.Rig:
    units = [kit.unit("HC1", 1006), kit.unit("HC2", 1008, tq=9)]
    r = kit.battle(units, [kit.unit("MI9", 1108, "W")], a_leaders=[kit.leader("Anna", 1000 + 2, **values)])
    return r.orders("a", "Anna")


@pytest.mark.rule("cataphract 4.1", "cataphract 4.21")
@pytest.mark.parametrize(("radius", "reached"), [(3, []), (4, ["HC1"]), (6, ["HC1", "HC2"])])
def test_command_range_is_how_far_his_orders_reach(radius, reached):
    r = one(command_range=radius)
    assert [u.id for u in r.g.units("a") if command.in_command(r.g, r.leader("Anna"), u)] == reached


@pytest.mark.rule("cataphract 4.1", "cataphract 4.22")
@pytest.mark.parametrize("initiative", [1, 2])
def test_initiative_is_how_many_orders_he_gives(initiative):
    units = [kit.unit(f"HC{n}", 1000 + 2 * n) for n in range(1, 4)]
    r = kit.battle(units, a_leaders=[kit.leader("Anna", 1010, initiative=initiative, command_range=9)])
    r.orders("a", "Anna")
    for n in range(1, initiative + 1):
        r.order(orders.Move(unit=f"HC{n}", path=(1100 + 2 * n,)))
    r.refuses("4.22", orders.Move(unit="HC3", path=(1106,)))


@pytest.mark.rule("cataphract 4.1", "cataphract 5.32")
@pytest.mark.parametrize(("die", "again"), [(4, True), (5, False)])
def test_and_the_roll_for_momentum(die, again):
    r = kit.battle(
        [kit.unit("HC1", 1010)], [kit.unit("HC9", 3010, "W")], a_leaders=[kit.leader("Anna", 1010, initiative=4)]
    )
    r.orders("a", "Anna")
    r.state.phase = "momentum"
    r.state.last_leader, r.state.orders = "Anna", None
    r.run(momentum.momentum_phase, answers=["yes"], dice=[die])
    assert (r.leader("Anna").status == "active") is again


@pytest.mark.rule("cataphract 4.1", "cataphract 4.31")
@pytest.mark.parametrize(("number", "given"), [(1, 1), (2, 2)])
def test_the_number_in_the_box_is_how_many_line_commands(number, given):
    units = [kit.unit("HC1", 1010), kit.unit("HC2", 1011), kit.unit("LI3", 1014), kit.unit("LI4", 1015)]
    r = kit.battle(units, [kit.unit("HC9", 3510, "W")], a_leaders=[kit.leader("Anna", 1012, line_commands=number)])
    r.orders("a", "Anna")
    first, second = orders.Line(units=("HC1", "HC2")), orders.Line(units=("LI3", "LI4"))
    r.order(first)
    for answer in (orders.Move(unit="HC1", path=(1110,)), orders.Done()):
        r.run(line_command.line_phase, answers=[answer])
    r.run(line_command.line_phase)
    if given == 2:
        r.order(second)
        assert r.g.orders.lines_used == 2
    else:
        r.refuses("4.31", second)


@pytest.mark.rule("cataphract 4.1", "cataphract 4.5")
def test_a_c_in_it_is_none():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1011)],
        a_leaders=[kit.leader("Anna", 1012), kit.leader("Aria", 1013, "CC", commands=("a",))],
    )
    r.orders("a", "Aria").refuses("4.5", orders.Line(units=("HC1", "HC2")))


@pytest.mark.rule("cataphract 4.1", "cataphract 4.33")
@pytest.mark.parametrize(("die", "granted"), [(3, True), (4, False)])
def test_strategy_is_what_his_subordinates_roll_for_line_commands(die, granted):
    r = kit.battle(
        [kit.unit("HC1", 1010)],
        a_leaders=[kit.leader("Anna", 1012, strategy=3), kit.leader("Sara", 1011, "SC")],
    )
    r.orders("a", "Sara")
    r.run(line_leave.ask_permission, r.leader("Sara"), dice=[die])
    assert r.leader("Sara").line_permission is granted


@pytest.mark.rule("cataphract 4.1", "cataphract 9.16", "cataphract 10.27")
@pytest.mark.parametrize("charisma", [0, 3])
def test_charisma_is_added_in_shock_by_those_he_is_with_and_rallies(charisma):
    anna = kit.leader("Anna", 1010, charisma=charisma)
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit("MI9", 1110, "W")], a_leaders=[anna])
    r.orders("a", "Anna")
    found = clash.die_modifiers(r.g, [r.unit("HC1")], [r.unit("MI9")])
    assert sum(m.value for m in found) == charisma
    for die, rallied in ((charisma, True), (charisma + 1, False)):
        r = kit.battle([kit.unit("HC1", 1012, routed=True)], a_leaders=[anna])
        r.orders("a", "Anna")
        r.order(orders.Rally(unit="HC1"), dice=[die])
        assert r.unit("HC1").on_map is rallied


@pytest.mark.rule("cataphract 4.1", "cataphract 9.36")
@pytest.mark.parametrize(("rating", "die", "lives"), [(5, 5, True), (5, 6, False), (0, 0, True), (0, 1, False)])
def test_personal_combat_is_what_he_survives_by(rating, die, lives):
    r = kit.battle(a_leaders=[kit.leader("Anna", 1010, personal_combat=rating)])
    r.run(lambda g: leaders.casualty(g, r.leader("Anna"), "9.14"), dice=[die])
    assert (not r.happened(LeaderEliminated)) is lives


@pytest.mark.rule("cataphract 4.1", "cataphract 6.14", "cataphract 6.15")
def test_everybody_moves_9_as_cavalry_and_takes_no_hits():
    for role in ("OC", "SC", "CC"):
        r = kit.battle(
            [kit.unit("HC1", 3010)], a_leaders=[kit.leader("Anna", 1010, role)], terrain={1009: "woods", 1011: "rough"}
        )
        r.orders("a", "Anna")
        reached = leader_moves.destinations(r.g, r.leader("Anna"))
        assert max(reached.values()) == 9
        assert (reached[1009], reached[1011], reached[1910]) == (2, 1, 9) and 2010 not in reached
        r.order(orders.MoveLeader(leader="Anna", to=1009))
        assert not r.happened(HitsTaken)


@pytest.mark.rule("cataphract 4.1", "cataphract 5.51")
@pytest.mark.parametrize("elite", [True, False])
def test_the_triangle_gives_a_phase_before_everybody_else_s(elite):
    r = kit.battle(
        [kit.unit("HC1", 1010)],
        [kit.unit("HC9", 3010, "W")],
        a_leaders=[kit.leader("Anna", 1010, elite=elite)],
        b_leaders=[kit.leader("Bert", 3010, initiative=1)],
    )
    r.state.phase = "turn"
    d = r.play()
    assert (d.kind, d.side) == (("elite", "a") if elite else ("activation", "b"))
