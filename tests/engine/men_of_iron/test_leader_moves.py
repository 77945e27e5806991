"""15.2 Leaders move by themselves in their Command's activation."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import distance
from engine.systems.men_of_iron import leader_moves
from engine.systems.men_of_iron.events import LeaderMoved
from engine.systems.men_of_iron.orders import Move, MoveLeader
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import leader, unit

FAR = (unit("PK9", 2820, "W"),)


def field(*units, ma=4, b=FAR, **values) -> kit.Rig:
    return kit.battle(units, b, a_leaders=[leader("LA", 1010, ma=ma)], **values).activate("A")


def go(to: int) -> MoveLeader:
    return MoveLeader(leader="LA", to=to)


@pytest.mark.rule("men-of-iron 15.2")
def test_as_far_as_his_ma_goes_and_through_friends():
    r = field(unit("DM1", 1110), unit("DM2", 1109), unit("DM3", 1009))
    found = leader_moves.destinations(r.g, r.leader("LA"))
    assert found == {h: distance(1010, h) for h in r.g.map if 0 < distance(1010, h) <= 4}
    r.order(go(1410))
    assert r.leader("LA").hex == 1410
    assert [(e.mp, e.how) for e in r.happened(LeaderMoved)] == [(4, "order")]
    r.refuses("15.2", go(1510))


@pytest.mark.rule("men-of-iron 15.2")
def test_he_may_go_on_with_what_is_left_of_it():
    r = field(unit("DM1", 1110))
    r.order(go(1210))
    assert leader_moves.mp_left(r.g, r.leader("LA")) == 2
    r.refuses("15.2", go(1610))
    r.order(go(1410))
    assert leader_moves.destinations(r.g, r.leader("LA")) == {}


@pytest.mark.rule("men-of-iron 15.2", "men-of-iron T-TERRAIN")
def test_he_rides():
    r = field(unit("DM1", 1610), terrain={1110: "woods", 1109: "river"}, hexsides=[(1010, 1009, "hedge")])
    found = leader_moves.destinations(r.g, r.leader("LA"))
    assert found[1110] == 3 and 1109 not in found and found[1009] == 2  # round the hedge by 0909


@pytest.mark.rule("men-of-iron 15.2")
def test_not_into_an_enemys_hex_nor_to_a_stop_alone_in_its_zoc():
    r = field(unit("DM1", 1209), b=[unit("LB9", 1210, "W")])
    r.refuses("15.2", go(1210))
    r.refuses("15.2", go(1110))
    assert {1109, 1110, 1210}.isdisjoint(leader_moves.destinations(r.g, r.leader("LA")))
    r.order(go(1209))  # through the ZOC, and on to a friend
    assert r.leader("LA").hex == 1209 and r.g.act.mp == {"LA": 2}


@pytest.mark.rule("men-of-iron 15.2")
def test_with_a_friend_he_may_stop_in_enemy_zoc():
    r = field(unit("DM1", 1110), b=[unit("LB9", 1210, "W")])
    r.order(go(1110))
    assert r.leader("LA").hex == 1110


@pytest.mark.rule("men-of-iron 15.2")
def test_only_with_his_own_commands_activation():
    r = kit.battle(
        [unit("DM1", 1110), unit("DM2", 1510, command="Other")], FAR, a_leaders=[leader("LA", 1010)]
    ).activate("Other")
    r.refuses("15.2", go(1009))
    r.refuses("15.2", MoveLeader(leader="LB", to=1009))
    r.refuses("", MoveLeader(leader="Nobody", to=1009))
    r.activate("A")
    r.refuses("15.2", go(1010))
    r.refuses("5.2", go(2901))


@pytest.mark.rule("men-of-iron 15.2")
def test_riding_along_costs_him_nothing_of_his_own():
    r = field(unit("DM1", 1010))
    r.order(Move(unit="DM1", path=(1110, 1210), along=True))
    assert leader_moves.mp_left(r.g, r.leader("LA")) == 4
    r.order(go(1610))
    assert r.leader("LA").hex == 1610
