"""7.16, 7.17 Hit & Run."""

from __future__ import annotations

import pytest

from engine.systems.gboh.missiles import harass, volley
from engine.systems.gboh.orders import orders
from tests.each import for_each
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import unit

ROMAN = {"roman": True, "legion": "I", "cls": "HA"}


def raid(shooter: str, target: str, *path: int) -> orders.Harass:
    return orders.Harass(unit=shooter, target=target, path=path)


def ends(r: kit.Rig, name: str) -> set[int]:
    return {p[-1] for _, p in harass.harass_options(r.g, r.unit(name))}


@pytest.mark.rule("simple-gboh 7.16", "simple-gboh T:missile_drm")
@pytest.mark.parametrize(("die", "hits"), [(4, 1), (5, 0)])
def test_skirmishers_with_javelins_from_two_hexes(die: int, hits: int) -> None:
    r = kit.battle([unit("SK1", 1010, missile="J")], [unit("MI9", 1210, "E")]).turn()
    path = next(p for _, p in harass.harass_options(r.g, r.unit("SK1")))
    r.order(raid("SK1", "MI9", *path), dice=[die])
    assert r.unit("MI9").hits == hits and r.unit("SK1").hex == 1010
    assert [m.value for m in r.rolls[0].modifiers] == [2]
    r.refuses("5.12", orders.Move(unit="SK1", path=(1110,)))


@pytest.mark.rule("simple-gboh 7.17", "simple-gboh T:missile_drm")
@pytest.mark.parametrize(("die", "hits"), [(3, 1), (4, 0)])
def test_cavalry_with_javelins_from_three_hexes(die: int, hits: int) -> None:
    r = kit.battle([unit("LC1", 1010, missile="J")], [unit("MI9", 1310, "E")]).turn()
    path = next(p for _, p in harass.harass_options(r.g, r.unit("LC1")))
    r.order(raid("LC1", "MI9", *path), dice=[die])
    assert r.unit("MI9").hits == hits
    assert sorted(m.value for m in r.rolls[0].modifiers) == [1, 2]


@pytest.mark.rule("simple-gboh 7.16", "simple-gboh 7.17", "simple-gboh T:unit_capabilities")
@for_each(
    ("shooter", "target", "at", "able"),
    [
        (unit("SK1", 1010, missile="J"), unit("MI9", 1210), 1210, True),
        (unit("SK1", 1010, type="SK*", missile="J"), unit("MI9", 1210), 1210, True),
        (unit("SK1", 1010, missile="S"), unit("MI9", 1210), 1210, True),
        (unit("LI1", 1010, missile="J"), unit("MI9", 1210), 1210, True),
        (unit("LP1", 1010, missile="J"), unit("MI9", 1210), 1210, True),
        (unit("SK1", 1010, missile="B"), unit("MI9", 1210), 1210, False),  # archers
        (unit("MI1", 1010, missile="J"), unit("MI9", 1210), 1210, False),
        (unit("SK1", 1010, missile="J"), unit("LC9", 1210), 1210, False),  # at cavalry
        (unit("SK1", 1010, missile="J"), unit("EL9", 1210, "E"), 1210, True),
        (unit("SK1", 1010, missile="J"), unit("MI9", 1310), 1310, False),
        (unit("LC1", 1010, missile="J"), unit("LC9", 1410), 1410, True),
        (unit("HC1", 1010, missile="C"), unit("MI9", 1410), 1410, True),  # any cavalry with missiles
        (unit("HC1", 1010), unit("MI9", 1410), 1410, False),
        (unit("LC1", 1010, missile="J"), unit("MI9", 1510), 1510, False),
        (unit("LC1", 1010, missile="J"), unit("MI9", 1110), 1110, False),
        (unit("CH1", 1010, missile="J"), unit("MI9", 1210), 1210, False),
    ],
)
def test_who_may_at_whom(shooter: dict[str, object], target: dict[str, object], at: int, able: bool) -> None:
    r = kit.battle([shooter], [target]).turn()
    assert bool(harass.harass_options(r.g, r.unit(str(shooter["code"])))) is able


@pytest.mark.rule("simple-gboh 7.16")
def test_the_hex_between_must_be_vacant_and_the_unit_free() -> None:
    between = [unit("HI1", 1110), unit("HI2", 1111), unit("HI3", 1109)]
    r = kit.battle([unit("SK1", 1010, missile="J"), *between], [unit("MI9", 1210, "E")]).turn()
    assert not harass.harass_options(r.g, r.unit("SK1"))
    r = kit.battle([unit("SK1", 1010, missile="J")], [unit("MI9", 1210, "E"), unit("MI8", 1110, "NW")]).turn()
    with kit.refused("7.16"):
        harass.check_harass(r.g, r.unit("SK1"), r.unit("MI9"), (1111,))


@pytest.mark.rule("simple-gboh 7.16")
def test_not_at_a_target_that_a_friend_holds() -> None:
    r = kit.battle([unit("SK1", 1010, missile="J"), unit("HI2", 1310, "W")], [unit("MI9", 1210, "E")]).turn()
    r.refuses("7.16", raid("SK1", "MI9", 1110))


@pytest.mark.rule("simple-gboh 4.12", "simple-gboh 7.16")
def test_not_out_of_command() -> None:
    r = kit.battle([unit("SK1", 1010, missile="J")], [unit("MI9", 1210, "E")]).turn(in_command=[])
    r.refuses("4.12", raid("SK1", "MI9", 1110))


@pytest.mark.rule("simple-gboh 7.17")
def test_the_path_keeps_out_of_enemy_zoc_but_next_to_the_target() -> None:
    r = kit.battle([unit("LC1", 1010, missile="J")], [unit("MI9", 1310, "W")]).turn()
    r.order(raid("LC1", "MI9", 1110, 1210), dice=[9])  # 1210 is in the target's own ZOC
    r = kit.battle([unit("LC1", 1010, missile="J")], [unit("MI9", 1410, "E"), unit("HI8", 1209, "SW")]).turn()
    zone = set(r.g.zoc(r.unit("HI8")))
    assert 1210 in zone
    found = list(harass.paths(r.g, r.unit("LC1"), 1410))
    assert found and not any(zone & set(p) for p in found)
    r.refuses("7.17", raid("LC1", "MI9", 1110, 1210, 1310))


@pytest.mark.rule("simple-gboh 7.17", "simple-gboh 10.23")
def test_elephants_are_come_at_from_flank_or_rear_for_a_hit() -> None:
    r = kit.battle([unit("LC1", 1010, missile="J")], [unit("EL9", 1210, "W")]).turn()
    ahead = set(r.g.zoc(r.unit("EL9")))
    assert ends(r, "LC1") and not ends(r, "LC1") & ahead
    path = next(p for _, p in harass.harass_options(r.g, r.unit("LC1")))
    with kit.refused("7.17"):
        harass.check_harass(r.g, r.unit("LC1"), r.unit("EL9"), (min(ahead & set(r.g.map.neighbours(1010))),))
    r.order(raid("LC1", "EL9", *path), dice=[9])
    assert r.unit("LC1").hits == 1
    assert 1 in [m.value for m in r.rolls[0].modifiers if "hit" in str(m.reason)], "the hit comes before the shot"


@pytest.mark.rule("simple-gboh 7.17")
def test_the_path_may_go_round_and_has_four_hexes_at_most() -> None:
    r = kit.battle([unit("LC1", 1010, missile="J")], [unit("MI9", 1210, "W")]).turn()
    assert max(len(p) for p in harass.paths(r.g, r.unit("LC1"), 1210)) == 4
    far = max(harass.paths(r.g, r.unit("LC1"), 1210), key=len)
    harass.check_harass(r.g, r.unit("LC1"), r.unit("MI9"), far)
    with kit.refused("7.17"):
        harass.check_harass(r.g, r.unit("LC1"), r.unit("MI9"), (1009, 1008, 1108, 1208, 1209))


@pytest.mark.rule("simple-gboh 7.16", "simple-gboh 7.23")
@pytest.mark.parametrize(("facing", "answers"), [("W", ["fire"]), ("E", [])])
def test_the_target_returns_fire_at_one_hex_through_front_and_flank(facing: str, answers: list[str]) -> None:
    r = kit.battle([unit("SK1", 1010, missile="J")], [unit("LI9", 1210, facing, missile="J", hits=4)]).turn()
    path = next(p for _, p in harass.harass_options(r.g, r.unit("SK1")))
    r.order(raid("SK1", "LI9", *path), dice=[0, *([0] if answers else [])], answers=answers)
    assert [x[2] for x in r.fired()] == ["harass", *(["return"] if answers else [])]
    assert not r.unit("LI9").on_map
    assert r.unit("SK1").hits == len(answers), "both shots count"


@pytest.mark.rule("simple-gboh 10.4", "simple-gboh 7.17")
def test_german_cavalry_from_two_hexes_throws_as_foot() -> None:
    r = kit.battle([unit("GC1", 1010, missile="J")], [unit("MI9", 1210, "E"), unit("MI8", 1015, "E")]).turn()
    near = volley.preview(r.g, r.unit("GC1"), r.unit("MI9"), moved=True, origin=1110)
    assert {str(m.reason): m.value for m in near.modifiers} == {"moved": 1, "javelins on foot in Hit & Run": 2}
    r = kit.battle([unit("GC1", 1010, missile="J")], [unit("MI9", 1310, "E")]).turn()
    far = volley.preview(r.g, r.unit("GC1"), r.unit("MI9"), moved=True, origin=1210)
    assert {str(m.reason): m.value for m in far.modifiers} == {"moved": 1, "cavalry": 2}


@pytest.mark.rule("simple-gboh 7.16")
def test_slingers_count_as_moved() -> None:
    r = kit.battle([unit("SK1", 1010, missile="S")], [unit("MI9", 1210, "E")]).turn()
    path = next(p for _, p in harass.harass_options(r.g, r.unit("SK1")))
    r.order(raid("SK1", "MI9", *path), dice=[2])
    assert [m.value for m in r.rolls[0].modifiers] == [1] and r.unit("MI9").hits == 1


@pytest.mark.rule("simple-gboh 7.16", "simple-gboh 7.12")
def test_the_path_begins_in_front_or_flank() -> None:
    r = kit.battle([unit("SK1", 1010, "W", missile="J")], [unit("MI9", 1210, "E")]).turn()
    r.refuses("7.16", raid("SK1", "MI9", 1110))
    assert not harass.harass_options(r.g, r.unit("SK1"))


@pytest.mark.rule("simple-gboh 7.16")
def test_it_takes_all_the_movement_of_the_unit() -> None:
    r = kit.battle([unit("SK1", 1010, missile="J")], [unit("MI9", 1210, "E")]).turn()
    r.order(raid("SK1", "MI9", 1110), dice=[9])
    r.refuses("5.12", orders.Move(unit="SK1", path=(910,)))
    r = kit.battle([unit("SK1", 910, missile="J")], [unit("MI9", 1210, "E")]).turn()
    r.order(orders.Move(unit="SK1", path=(1010,)))
    r.refuses("7.16", raid("SK1", "MI9", 1110))
