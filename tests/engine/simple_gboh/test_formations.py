"""4.1 Formations: what is activated, who commands, who is In Command and what that lets units do."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.orders import orders
from engine.systems.simple_gboh.turn import command_status
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import formation, group, leader, unit


def army(*units, leaders=(), formations=(), together=(), enemies=(), **values):
    """Side "a", which begins, against one enemy far away unless told otherwise."""
    foe = list(enemies) or [unit("HI9", 3535, "W")]
    sides = {"a": {"formations": formations, "together": together}, "b": {}}
    return kit.battle(list(units), foe, a_leaders=list(leaders), sides=sides, first_player="a", **values)


def line(name, count, start=1010, step=1, **values):
    return [unit(f"{name}{n + 1}", start + n * step, "E", **values) for n in range(count)]


def activated(r, key):
    """The units In Command after a Formation has been chosen."""
    r.play(answers=[key])
    return r.g.orders.in_command


def keys(r):
    return [c.key for c in r.play().choices]


# -- what may be activated ---------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.1", "simple-gboh 4.16", "simple-gboh 3.2")
def test_one_formation_of_the_table_the_commander_s_ride_or_nothing():
    assert keys(kit.minimal(first_player="b")) == ["b1", "b2", "oc", "pass"]


@pytest.mark.rule("simple-gboh 4.1", "simple-gboh 3.2")
def test_all_its_units_are_activated_wherever_they_are_and_nobody_else():
    r = army(
        unit("HI1", 1010, formation="w"),
        unit("HI2", 2030, formation="w"),
        unit("HI3", 1012, formation="y"),
        leaders=[leader("Anna", 1010)],
        formations=[formation("w", "Anna"), formation("y", auxiliary=True)],
    )
    r.play(answers=["w"])
    assert r.g.orders.activated == ["HI1", "HI2"]
    r.refuses("4.1", orders.Move(unit="HI3", path=(1112,)))
    assert r.leader("Anna").status == "active"


@pytest.mark.rule("simple-gboh 4.1", "simple-gboh 4.11")
def test_of_several_commanders_one_is_activated_and_alone_counts():
    r = army(
        unit("HI1", 1010, formation="w"),
        unit("HI2", 2030, formation="w"),
        leaders=[leader("Anna", 1010), leader("Berta", 2030, "SC")],
        formations=[formation("w", "Anna", "Berta")],
    )
    r.play(answers=["w", "Berta"])
    assert r.decisions[-2].kind == "commander"
    assert (r.g.orders.commanders, r.g.orders.leads) == ({"w": "Berta"}, ["Berta"])
    assert r.g.orders.in_command == ["HI2"]


def test_of_equal_commanders_who_commands_this_formation_alone_is_suggested_and_taken_unasked():
    r = army(
        unit("HI1", 1010, formation="w"),
        unit("HI2", 2030, formation="y"),
        leaders=[leader("Anna", 1010), leader("Berta", 1010, "SC")],
        formations=[formation("w", "Anna", "Berta"), formation("y", "Anna")],
    )
    r.play(answers=["w", "Berta"])
    asked: Any = r.decisions[-2]
    assert (asked.kind, asked.default_key) == ("commander", "Berta")
    assert asked.policy is not None and (asked.policy.free, asked.policy.yes) == (True, "Berta")


@pytest.mark.rule("simple-gboh 4.1")
def test_without_commanders_it_is_activated_and_nobody_is_in_command():
    r = army(
        unit("HI1", 1010, formation="w"),
        leaders=[leader("Anna", 1020), leader("Berta", None, "SC")],
        formations=[formation("w", "Berta")],
    )
    r.leader("Berta").eliminated = True
    assert activated(r, "w") == []
    assert "W has no Commander on the map." in r.told()


@pytest.mark.rule("simple-gboh 4.15")
def test_the_same_formation_again_and_again():
    r = kit.minimal(first_player="b")
    d = r.play(answers=["b1", orders.Done(), "no", "pass", "no", "b1", orders.Done(), "no", "pass", "no"])
    assert (d.kind, d.side) == ("activation", "b")
    assert "b1" in [c.key for c in d.choices]


# -- who is In Command -------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.11", "simple-gboh 4.21")
def test_within_command_range_or_next_to_one_who_is():
    """Range 2: the third unit is too far, but stands next to the second; the fifth stands apart."""
    units = [*line("HI", 4, 1010, formation="w"), unit("HI5", 1016, formation="w")]
    r = army(*units, leaders=[leader("Anna", 1009, command_range=2)], formations=[formation("w", "Anna")])
    assert activated(r, "w") == ["HI1", "HI2", "HI3", "HI4"]


@pytest.mark.rule("simple-gboh 4.11")
@pytest.mark.parametrize(("gap", "found"), [(0, ["HI1"]), (1, ["HI1", "HI2"]), (2, ["HI1", "HI2", "HI3"])])
def test_a_chain_may_pass_as_many_vacant_hexes_as_the_table_says(gap, found):
    units = [unit("HI1", 1010, formation="w"), unit("HI2", 1012, formation="w"), unit("HI3", 1015, formation="w")]
    r = army(*units, leaders=[leader("Anna", 1010, command_range=0)], formations=[formation("w", "Anna", gap=gap)])
    assert activated(r, "w") == found


@pytest.mark.rule("simple-gboh 4.11")
def test_the_hexes_between_must_be_vacant_and_the_units_of_the_formation():
    units = [unit("HI1", 1010, formation="w"), unit("HI2", 1011, formation="y"), unit("HI3", 1012, formation="w")]
    walls = [unit(f"MI{n}", h, "W") for n, h in enumerate((911, 1111), 1)]
    tables = [formation("w", "Anna", gap=1), formation("y", auxiliary=True)]
    r = army(*units, leaders=[leader("Anna", 1010, command_range=0)], formations=tables, enemies=walls)
    assert activated(r, "w") == ["HI1"]


@pytest.mark.rule("simple-gboh 4.21")
def test_command_range_is_counted_from_his_own_hex():
    r = army(unit("HI1", 1010), leaders=[leader("Scipio", 1010, command_range=2)]).turn()
    found = command_status.reach(r.g, r.leader("Scipio"))
    assert (found[1010], found[1110], found[1210]) == (0, 1, 2) and 1310 not in found


@pytest.mark.rule("simple-gboh 4.21")
def test_enemies_block_the_path_and_their_zones_do_not():
    """Four hexes in a straight line; the way round one enemy is longer, round three longer yet."""

    def found(reach, *enemies):
        r = army(
            unit("HI1", 1014, formation="w"),
            leaders=[leader("Anna", 1010, command_range=reach)],
            formations=[formation("w", "Anna")],
            enemies=[unit(f"MI{n}", h, "W") for n, h in enumerate(enemies, 1)],
        )
        return activated(r, "w")

    assert found(4, 3535) == ["HI1"]
    assert found(4, 1112, 911) == ["HI1"], "zones of control on both sides of the path"
    assert found(4, 1012) == []
    assert found(5, 1012) == ["HI1"]
    assert found(5, 912, 1012, 1112) == []


@pytest.mark.rule("simple-gboh 4.13")
def test_auxiliaries_and_artillery_are_always_in_command():
    r = army(
        unit("SK1", 3010, formation="w"),
        unit("SK2", 1030, formation="w"),
        formations=[formation("w", auxiliary=True)],
        leaders=[leader("Anna", 1010)],
    )
    assert activated(r, "w") == ["SK1", "SK2"]
    r = army(
        unit("HI1", 3010, formation="w"),
        unit("ART1", 1030, formation="w", missile="Bolt"),
        leaders=[leader("Anna", 1010)],
        formations=[formation("w", "Anna")],
    )
    assert activated(r, "w") == ["ART1"]


@pytest.mark.rule("simple-gboh 4.11", "simple-gboh 4.13")
@pytest.mark.parametrize(("at", "found"), [(1010, ["HI1", "ART1", "HI2"]), (3030, ["ART1"])])
def test_artillery_hands_on_a_chain_that_reaches_it_and_begins_none(at, found):
    units = [unit("HI1", 1010, formation="w"), unit("ART1", 1110, formation="w", missile="Bolt")]
    r = army(
        *units,
        unit("HI2", 1211, formation="w"),
        leaders=[leader("Anna", at, command_range=0)],
        formations=[formation("w", "Anna")],
    )
    assert activated(r, "w") == found


@pytest.mark.rule("simple-gboh 10.24")
def test_an_elephant_with_an_enemy_in_its_zoc_is_out_of_command():
    beasts = [unit("EL1", 1010, formation="w"), unit("EL2", 1012, formation="w")]
    r = army(
        *beasts,
        formations=[formation("w", auxiliary=True)],
        leaders=[leader("Anna", 1010)],
        enemies=[unit("MI1", 1110, "W")],
    )
    ahead = r.g.enemies_in_zoc(r.unit("EL1"))
    assert [e.id for e in ahead] == ["MI1"]
    assert activated(r, "w") == ["EL2"]


# -- what being Out of Command forbids ---------------------------------------------------------------------------------


def contact(**enemy):
    """HI1 and HI2 activated, HI2 Out of Command, an enemy three hexes before it."""
    r = kit.battle([unit("HI1", 1010), unit("HI2", 1014)], [unit("MI1", 1314, "W", **enemy)])
    return r.turn("a", activated=["HI1", "HI2"], in_command=["HI1"])


@pytest.mark.rule("simple-gboh 4.12", "simple-gboh 2.4")
def test_out_of_command_nobody_comes_next_to_an_enemy():
    r = contact()
    r.refuses("4.12", orders.Move(unit="HI2", path=(1114, 1214)))
    r.order(orders.Move(unit="HI2", path=(1114,)))
    assert r.unit("HI2").hex == 1114


@pytest.mark.rule("simple-gboh 4.12", "simple-gboh 6.23")
def test_out_of_command_nothing_moves_or_turns_in_contact():
    r = kit.battle([unit("HI1", 1010)], [unit("MI1", 1110, "W")]).turn("a", in_command=[])
    r.refuses("6.23", orders.Move(unit="HI1", path=(910,)))
    r = kit.battle([unit("HI1", 1010)], [unit("MI1", 1110, "E")]).turn("a", in_command=[])
    assert not r.g.in_enemy_zoc(r.unit("HI1")), "the enemy looks away, but stands in its ZOC"
    r.refuses("6.23", orders.Move(unit="HI1", path=(Facing.NE,)))
    r = kit.battle([unit("HI1", 1010)], [unit("MI1", 1110, "E")]).turn("a")
    r.order(orders.Move(unit="HI1", path=(Facing.NE,)))
    assert r.unit("HI1").facing.name == "NE", "In Command it turns"


@pytest.mark.rule("simple-gboh 4.12")
def test_in_command_they_move_without_restriction():
    r = kit.battle([unit("HI2", 1014)], [unit("MI1", 1314, "W")]).turn("a")
    r.order(orders.Move(unit="HI2", path=(1114, 1214)), defaults=["reaction-facing"])
    assert r.unit("HI2").hex == 1214


# -- several together --------------------------------------------------------------------------------------------------


def wings(most=2, within_range=True, **berta):
    units = [unit("HI1", 1010, formation="w"), unit("HI2", 1015, formation="y"), unit("HI3", 3010, formation="z")]
    return army(
        *units,
        leaders=[
            leader("Anna", 1010, command_range=6),
            leader("Berta", 1015, "SC", **berta),
            leader("Carla", 3010, "SC"),
        ],
        formations=[formation("w", "Anna"), formation("y", "Berta"), formation("z", "Carla")],
        together=[group("all", "Anna", "w", "y", "z", most=most, within_range=within_range)],
    )


@pytest.mark.rule("simple-gboh 4.14")
def test_those_whose_commanders_are_within_the_group_leader_s_range_go_together():
    assert "w+y" in keys(wings())
    assert "w+z" not in keys(wings())
    assert {"w+z", "y+z"} <= set(keys(wings(within_range=False)))
    assert "w+y+z" in keys(wings(3, within_range=False))
    assert "w+y+z" not in keys(wings(2, within_range=False))


@pytest.mark.rule("simple-gboh 4.14")
def test_what_two_groups_let_act_together_is_offered_once():
    r = army(
        unit("HI1", 1010, formation="w"),
        unit("HI2", 1015, formation="y"),
        leaders=[leader("Anna", 1010, command_range=6), leader("Berta", 1015, "SC", command_range=6)],
        formations=[formation("w", "Anna"), formation("y", "Berta")],
        together=[group("one", "Anna", "w", "y"), group("two", "Berta", "w", "y")],
    )
    assert keys(r).count("w+y") == 1


@pytest.mark.rule("simple-gboh 4.14")
def test_each_of_them_is_in_command_by_its_own_commander_and_the_group_leader_is_activated():
    r = wings(within_range=False)
    r.play(answers=["y+z"])
    assert r.g.orders.commanders == {"y": "Berta", "z": "Carla"}
    assert r.g.orders.leads == ["Anna", "Berta", "Carla"]
    r = wings(command_range=0)
    r.unit("HI2").hex = 1018
    r.g.version += 1
    assert activated(r, "w+y") == ["HI1"], "Anna's reach puts nobody of Berta's In Command"


@pytest.mark.rule("simple-gboh 4.14")
@pytest.mark.parametrize("change", [{"hex": None}, {"placed": True}, {"replacement": True}])
def test_a_leader_who_is_away_has_just_returned_or_replaces_another_leads_no_group(change):
    r = wings()
    r.play()
    for name, value in change.items():
        setattr(r.leader("Anna"), name, value)
    d = r.play()
    assert not [c.key for c in d.choices if "+" in c.key]


# -- the ride of the Overall Commander ---------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.33", "simple-gboh 4.22")
def test_the_overall_commander_rides_thirty_and_nothing_else_happens():
    r = kit.minimal(first_player="b")
    d = r.play(answers=["oc"])
    assert [c.key for c in d.menu] == ["lead-Pyrrhus", "done"]
    r.refuses("4.1", orders.Move(unit="HI1", path=(508,)))
    assert r.g.leader_mp(r.leader("Pyrrhus")) == 30
    r.play(answers=[orders.MoveLeader(leader="Pyrrhus", to=410), lambda d: "no"])
    assert (r.leader("Pyrrhus").hex, r.g.orders.side) == (410, "a")


@pytest.mark.rule("simple-gboh 4.33", "simple-gboh 4.21")
def test_activated_with_his_formation_he_has_nine():
    r = kit.minimal(first_player="b")
    r.play(answers=["b1"])
    assert r.g.leader_mp(r.leader("Pyrrhus")) == 9
