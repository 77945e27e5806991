"""6.14 Hellenic inertia, 6.5 drift to the right, 6.92 who must stop with a friend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.alexander.hoplites import citizens
from engine.systems.gboh import footprint
from engine.systems.gboh.movement import forced, movement, moving, reach
from engine.systems.gboh.orders.orders import Move
from tests.engine.alexander import kit

FAR = kit.unit("HC9", 3535, "W")


def field(*ours: dict[str, Any], theirs: Any = (FAR,), option: str = "6.14", **ground: Any) -> kit.Rig:
    r = kit.battle(list(ours), list(theirs), a_leaders=[kit.leader("Chares", 1010)], options={option: True}, **ground)
    return r.orders("a", "Chares")


def hoplites(at: int = 1010, facing: str = "E", **values: Any) -> dict[str, Any]:
    return kit.unit("HI1", at, facing, **{"cls": "HO", "nationality": "Athenian", **values})


# -- 6.14 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 6.14")
@pytest.mark.parametrize("cls", ["HO", "HO1"])
def test_hoplites_spend_all_their_movement(cls: str) -> None:
    r = field(hoplites(cls=cls))
    r.refuses("6.14", Move(unit="HI1", path=(1110, 1210, 1310)))
    r.order(Move(unit="HI1", path=(1110, 1210, 1310, 1410)))
    assert r.unit("HI1").at == 1410
    assert {n.mp for n in reach.search(field(hoplites(cls=cls)).g, r.unit("HI1")).values()} <= {4}


@pytest.mark.rule("alexander 6.14", "alexander 6.11")
@pytest.mark.parametrize(
    "given",
    [
        {"cls": "HY"},
        {"nationality": "Spartan"},
        {"mercenary": True},
        {"code": "PH1", "cls": None},
        {"code": "MI1", "cls": None},
    ],
)
def test_others_stop_where_they_like(given: dict[str, Any]) -> None:
    unit = {**hoplites(), **given}
    r = field(unit)
    r.order(Move(unit=unit["code"], path=(1110,)))
    assert r.unit(unit["code"]).at == 1110


@pytest.mark.rule("alexander 6.14")
@pytest.mark.parametrize("battle", ["chaeronea", "gaugamela", "granicus", "issus"])
def test_the_hired_greeks_of_every_battle_are_free_of_it(battle: str) -> None:
    units = kit.the(battle).g.state.units.values()
    free = {u.id for u in units if u.cls in ("HO", "HO1") and not citizens(u)}
    assert free == {u.id for u in units if u.id.startswith("MH")}


@pytest.mark.rule("alexander 6.14")
def test_only_with_the_option() -> None:
    r = kit.battle([hoplites()], [FAR], a_leaders=[kit.leader("Chares", 1010)]).orders("a", "Chares")
    r.order(Move(unit="HI1", path=(1110,)))
    assert r.unit("HI1").at == 1110


@pytest.mark.rule("alexander 6.14", "alexander 6.31")
def test_ground_units_and_enemy_zoc_stop_them() -> None:
    r = field(hoplites(), terrain={1210: "woods", 1211: "woods", 1212: "woods", 1209: "woods", 1310: "woods"})
    ends = {k[0]: n.mp for k, n in reach.search(r.g, r.unit("HI1")).items()}
    assert 3 in ends.values() or 4 in ends.values()
    r = field(hoplites(), theirs=[kit.unit("LI9", 1310, "W")])
    r.order(Move(unit="HI1", path=(1110, 1210)), defaults=["orderly-withdrawal", "reaction-facing"])
    assert r.unit("HI1").at == 1210, "it stops in enemy ZOC"
    r = field(hoplites(), kit.unit("PH2", 1210), kit.unit("MI3", 1209), kit.unit("MI4", 1212))
    ends = {n.mp for k, n in reach.search(r.g, r.unit("HI1")).items() if k == (1110, Facing.E)}
    assert ends == {1}, "friends are ahead"


# -- 6.5 ---------------------------------------------------------------------------------------------------------------


def athenians(**values: Any) -> kit.Rig:
    return field(hoplites(2217, moved=True, **values.pop("unit", {})), option="6.5", **values)


def end(r: kit.Rig, *path: Any) -> reach.Node:
    return reach.price(r.g, r.unit("HI1"), tuple(path))


@pytest.mark.rule("alexander 6.5", "alexander 6.13")
def test_the_example_of_the_athenians() -> None:
    """2217/2218 to 2317/2318, 2418/2419, freely 2517/2518, 2618/2619."""
    r = athenians()
    assert footprint.hexes_of(r.unit("HI1")) == (2217, 2218)
    for path in ((2316,), (2317, 2417), (2317, 2418, 2517, 2617)):
        with kit.refused("6.5"):
            end(r, *path)
    node = end(r, 2317, 2418, 2517, 2618)
    assert (node.mp, node.hits) == (4, 1)
    end(r, 2317, 2418, 2518, 2619)
    r.run(movement.move, r.unit("HI1"), Move(unit="HI1", path=(2317, 2418, 2517, 2618)))
    assert footprint.hexes_of(r.unit("HI1")) == (2618, 2619) and r.unit("HI1").hits == 1


@pytest.mark.rule("alexander 6.5")
@pytest.mark.parametrize(
    ("values", "moved", "option"),
    [({}, False, "6.5"), ({}, True, "6.14"), ({"code": "PH1", "cls": None}, True, "6.5")],
    ids=["first move", "option", "phalanx"],
)
def test_who_does_not_drift(values: dict[str, Any], moved: bool, option: str) -> None:
    unit = {**hoplites(2217, moved=moved), **values}
    r = field(unit, option=option)
    assert reach.price(r.g, r.unit(unit["code"]), (2316,)).mp == 1


@pytest.mark.rule("alexander 6.5")
@pytest.mark.parametrize(
    "values",
    [
        {"theirs": [kit.unit("MI8", 2318, "E")]},
        {"theirs": [kit.unit("LI9", 2419, "E")]},
        {"levels": {2318: 9}},
        {"terrain": {2318: "woods"}, "unit": {"ma": 1}},
    ],
    ids=["units", "enemies", "cliffs", "woods it can't pay for"],
)
def test_unless_something_is_in_the_way_or_the_enemy_near(values: dict[str, Any]) -> None:
    assert end(athenians(**values), 2316).mp == 1


@pytest.mark.rule("alexander 6.5")
def test_what_it_can_pay_for_is_not_in_the_way() -> None:
    with kit.refused("6.5"):
        end(athenians(terrain={2318: "woods"}), 2316)


@pytest.mark.rule("alexander 6.5")
def test_wheels_are_free() -> None:
    r = athenians()
    assert end(r, Facing.NE).mp == 1
    with kit.refused("6.5"):
        end(r, Facing.NE, 2216)


# -- 6.92 --------------------------------------------------------------------------------------------------------------


def stopped(code: str, friend: str = "LI2", *, dice: Sequence[int] = (), **values: Any) -> kit.Rig:
    """The first stands in the hex of the other and can go no farther."""
    r = kit.battle([kit.unit(code, 1010, **values), kit.unit(friend, 1010, tq=5)], [FAR]).orders("a")
    r.run(forced.stop, r.unit(code), "order", dice=dice, defaults=["rout-path", "slip-through"])
    return r


@pytest.mark.rule("alexander 6.92", "alexander table:stacking", "alexander table:tq_checks")
@pytest.mark.parametrize(("die", "hits"), [(0, 1), (6, 1), (8, 3)])
def test_the_mover_routs_and_the_other_takes_a_hit_at_least(die: int, hits: int) -> None:
    r = stopped("MI1", dice=[die])
    assert r.unit("MI1").routed and r.unit("LI2").hits == hits


@pytest.mark.rule("alexander 6.92")
def test_skirmishers_slip_on_at_a_hit_to_both() -> None:
    r = stopped("SK1")
    assert r.unit("SK1").at in r.g.front(r.unit("LI2")) and not r.unit("SK1").routed
    assert (r.unit("SK1").hits, r.unit("LI2").hits) == (1, 1)


@pytest.mark.rule("alexander 6.92")
def test_it_comes_about_where_the_way_closes_on_the_move() -> None:
    ours = [kit.unit("MI1", 1010), kit.unit("LI2", 1110, tq=5)]
    r = kit.battle(ours, [FAR], a_leaders=[kit.leader("Chares", 1010)]).orders("a", "Chares")

    async def blocked(g: Any) -> None:
        await moving.Moving(g, r.unit("MI1"), Move(unit="MI1", path=(1110,))).carry_out()

    r.run(blocked, dice=[0], defaults=["rout-path", "leader-along"])
    assert r.unit("MI1").routed and r.unit("LI2").hits >= 1


@pytest.mark.rule("alexander 6.92")
def test_a_half_of_a_unit_of_two_hexes_in_a_friends_hex_is_enough_to_share_it() -> None:
    r = kit.battle([kit.unit("LI1", 1010, cls="CA"), kit.unit("LI2", 1011)], [kit.unit("HC9", 1510, "W")])
    wide = r.unit("LI1")
    assert 1011 in footprint.hexes_of(wide) and moving.shares(r.g, wide)
    r.unit("LI2").hex = 1013
    r.g.version += 1
    assert not moving.shares(r.g, wide)
