"""Sentences of the rules, drawn by lot and tried in a position."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh import footprint
from engine.systems.gboh.command import command, line_composition
from engine.systems.gboh.events import LeaderMoved
from engine.systems.gboh.movement import reach, retreats
from engine.systems.gboh.orders import menus, orders
from tests.engine.alexander import kit

FAR = kit.unit("HC9", 3535, "W")


@pytest.mark.rule("alexander 4.23")
@pytest.mark.parametrize("half", [0, 1])
def test_who_gives_the_order_rides_with_either_half_of_a_phalanx(half: int) -> None:
    r = kit.battle([kit.unit("PH1", 1010)], [FAR], a_leaders=[kit.leader("Craterus", 1010)]).orders("a", "Craterus")
    phalanx, leader = r.unit("PH1"), r.leader("Craterus")
    leader.hex = footprint.hexes_of(phalanx)[half]
    r.g.version += 1
    offered = menus.unit_choice(r.g, leader, phalanx).menu
    assert offered is not None and "ride" in [c.key for c in offered()]
    to = r.g.front(phalanx)[0]
    r.order(orders.Move(unit="PH1", path=(to,), along=True))
    assert r.happened(LeaderMoved) and leader.hex == footprint.hexes_of(phalanx)[half]
    r.orders("a", "Craterus")
    leader.hex = 1012
    r.refuses("4.23", orders.Move(unit="PH1", path=(r.g.front(phalanx)[0],), along=True))


@pytest.mark.rule("alexander 4.24", "alexander 4.61")
def test_who_comes_into_enemy_zoc_gives_no_more_orders() -> None:
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1013)],
        [kit.unit("MI9", 1210, "W"), FAR],
        a_leaders=[kit.leader("Philotas", 1010, "SC", initiative=5), kit.leader("Alexander", 505)],
    ).orders("a", "Philotas")
    quiet = ["reaction-facing", "leader-withdrawal", "must-check"]
    r.order(orders.Move(unit="HC1", path=(1110,), along=True), defaults=quiet)
    assert r.leader("Philotas").at == 1110 and command.silenced(r.g, r.leader("Philotas"))
    r.refuses("4.22", orders.Move(unit="HC2", path=(1113,)))


@pytest.mark.rule("alexander 4.21")
def test_the_units_hex_counts_and_the_leaders_does_not() -> None:
    r = kit.battle(
        [kit.unit("HC1", 1410), kit.unit("HC2", 1510)], [FAR], a_leaders=[kit.leader("A", 1010, command_range=4)]
    ).orders("a", "A")
    assert command.in_command(r.g, r.leader("A"), r.unit("HC1"))
    assert not command.in_command(r.g, r.leader("A"), r.unit("HC2"))


@pytest.mark.rule("alexander 4.33")
@pytest.mark.parametrize(("at", "facing", "linked"), [(1110, "E", True), (1010, "W", False), (1111, "E", False)])
def test_in_file_one_stands_before_the_other_and_has_it_in_its_rear(at: int, facing: str, linked: bool) -> None:
    ours = [kit.unit("MI1", 1009 if at == 1010 else 1010), kit.unit("MI2", at, facing)]
    r = kit.battle(ours, [FAR])
    assert line_composition.front_to_rear(r.unit("MI1"), r.unit("MI2")) is linked


@pytest.mark.rule("alexander 6.72", "alexander 9.31")
@pytest.mark.parametrize(("facing", "hits"), [("W", 0), ("NW", 0), ("E", 1)])
def test_skirmishers_pay_for_an_approach_from_the_rear_alone_and_check_nothing(facing: str, hits: int) -> None:
    r = kit.battle([kit.unit("MI1", 1010)], [kit.unit("SK9", 1210, facing), FAR]).orders("a")

    def leaves(d: Any) -> dict[str, str]:
        return {"SK9": next(c.key for c in d.items[0].choices if c.key != "stay")}

    r.withdraws("MI1", answers=[leaves])
    assert r.unit("SK9").hits == hits and r.unit("SK9").at != 1210


@pytest.mark.rule("alexander 7.15", "alexander 9.21")
def test_a_chariot_turns_as_it_likes_where_it_begins_and_ends() -> None:
    r = kit.battle([kit.unit("CH1", 1010, ma=8)], [FAR]).orders("a")
    unit = r.unit("CH1")
    assert reach.price(r.g, unit, (1110, 1210, Facing.NW)).hits == 2
    with kit.refused("7.15"):
        reach.price(r.g, unit, (1110, Facing.NW, 1109))
    assert reach.price(r.g, unit, (Facing.NW, 1009)).mp == 5


@pytest.mark.rule("alexander 4.4")
def test_another_leader_takes_one_order_and_two_out_of_enemy_zoc_once() -> None:
    r = kit.battle(
        [kit.unit("HC1", 1010)],
        [kit.unit("MI9", 1211, "W"), FAR],
        a_leaders=[kit.leader("A", 1010, initiative=7), kit.leader("B", 1012, "SC"), kit.leader("C", 1008, "SC")],
    ).orders("a", "A")
    r.leader("B").hex = 1111
    r.g.version += 1
    assert r.g.in_enemy_zoc(r.leader("B"))
    r.order(orders.MoveLeader(leader="B", to=1012), defaults=["leader-withdrawal"])
    assert r.state.orders.orders_used == 2
    r.refuses("4.4", orders.MoveLeader(leader="B", to=1013))
    r.order(orders.MoveLeader(leader="C", to=1007))
    assert r.state.orders.orders_used == 3


@pytest.mark.rule("alexander 6.75")
def test_nobody_withdraws_into_enemy_zoc_or_rough_ground() -> None:
    behind, woods = [kit.unit("MI2", 1608, "W")], {1310: "woods", 1410: "woods"}
    for more, ground in ((behind, {}), ([], woods)):
        theirs = [kit.unit("LC9", 1210, "W", ma=8), FAR]
        r = kit.battle([kit.unit("MI1", 1010), *more], theirs, terrain=ground).orders("a")
        ends = {x.end for x in retreats.retreats(r.g, r.unit("LC9"), r.unit("MI1"), 1010)}
        closed = set(r.g.zoc(r.unit("MI2"))) if more else set(ground)
        assert ends and not ends & closed
