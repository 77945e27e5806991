"""15.2 Command Range and command status."""

from __future__ import annotations

import pytest

from engine.systems.men_of_iron import command
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import leader, unit

FAR = (unit("PK9", 2820, "W"),)


def out(units, *, at=1010, reach=3, b=FAR, **values) -> list[str]:
    r = kit.battle(units, b, a_leaders=[leader("LA", at, command_range=reach)], **values)
    return command.out_of_command(r.g, "A")


@pytest.mark.rule("men-of-iron 15.2")
def test_counted_in_mp_with_the_units_hex_and_without_the_leaders():
    assert out([unit("DM1", 1310)]) == []
    assert out([unit("DM1", 1410)]) == ["DM1"]
    assert out([unit("DM1", 1310)], terrain={1010: "swamp"}) == []
    assert out([unit("DM1", 1310)], terrain={1310: "swamp"}) == ["DM1"]
    assert out([unit("DM1", 1010)], reach=0) == []


@pytest.mark.rule("men-of-iron 15.2")
def test_by_the_units_own_costs():
    terrain = {h: "woods" for h in (1009, 1109, 1110, 1011, 910, 909)}
    assert out([unit("DM1", 1210)], terrain=terrain) == []
    assert out([unit("MM1", 1210)], terrain=terrain) == ["MM1"]


@pytest.mark.rule("men-of-iron 15.2")
def test_not_through_impassable_ground():
    river = {1100 + row: "river" for row in range(1, 23)}
    assert out([unit("DM1", 1210)], reach=9, terrain=river) == ["DM1"]
    assert out([unit("DM1", 1210)], reach=9, terrain=river | {1110: "bridge"}) == []


@pytest.mark.rule("men-of-iron 15.2")
def test_not_through_enemies_nor_their_zoc_but_where_a_friend_stands():
    river = {1100 + row: "river" for row in range(1, 23)} | {1110: "bridge"}
    assert out([unit("DM1", 1210)], reach=9, terrain=river, b=[unit("PK9", 1110, "W")]) == ["DM1"]
    # Longbows at 1210 facing W have the bridge in their ZOC.
    bow = [unit("LB9", 1210, "W")]
    assert out([unit("DM1", 1211)], reach=9, terrain=river, b=bow) == ["DM1"]
    assert out([unit("DM1", 1211), unit("PK1", 1110)], reach=9, terrain=river, b=bow) == []
    other = unit("PK2", 1110, command="Other")
    assert out([unit("DM1", 1211), other], reach=9, terrain=river, b=bow) == []


@pytest.mark.rule("men-of-iron 15.2")
def test_a_unit_in_enemy_zoc_is_reached_itself():
    assert out([unit("DM1", 1110)], b=[unit("LB9", 1210, "W")]) == []


@pytest.mark.rule("men-of-iron 15.2")
def test_the_chain_of_neighbours_has_no_end():
    line = [unit(f"DM{n}", 1010 + n) for n in range(3, 9)]
    assert out(line) == []
    assert out([*line[:2], *line[3:]]) == ["DM6", "DM7", "DM8"]
    # The link must be of the same Command.
    r = kit.battle(
        [*line[:2], unit("PK1", 1015, command="Other"), *line[3:]], FAR, a_leaders=[leader("LA", 1010, command_range=3)]
    )
    assert command.out_of_command(r.g, "A") == ["DM6", "DM7", "DM8"]


@pytest.mark.rule("men-of-iron 15.2")
def test_the_chain_goes_where_the_range_does_not():
    # Neighbours across a river, even with an enemy's ZOC around, are neighbours.
    river = {1100 + row: "river" for row in range(1, 23) if row != 10}
    units = [unit("DM1", 1110), unit("DM2", 1210)]
    assert out(units, reach=1, terrain=river, b=[unit("LB9", 1310, "W")]) == []


@pytest.mark.rule("men-of-iron 15.2", "men-of-iron 15.6")
def test_without_a_leader_all_are_out_of_command():
    r = kit.battle([unit("DM1", 1010)], FAR)
    r.leader("LA").hex = None
    assert command.out_of_command(r.g, "A") == ["DM1"]


@pytest.mark.rule("men-of-iron 15.2")
def test_it_is_fixed_as_the_activation_begins():
    r = kit.battle([unit("DM1", 1010), unit("DM2", 2010)], FAR, a_leaders=[leader("LA", 1010, command_range=3)])
    r.activate("A")
    assert r.g.act.out_of_command == ["DM2"]
    r.leader("LA").hex = 2010
    r.g.version += 1
    assert r.g.out_of_command(r.unit("DM2"))
    assert not r.g.out_of_command(r.unit("DM1"))
