"""6.1 to 6.4 Movement: allowances, ground and levels, Front hexes, phalanxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh import footprint
from engine.systems.gboh.command import leader_moves
from engine.systems.gboh.movement import movement, reach
from engine.systems.gboh.orders.orders import Move, MoveLeader
from engine.systems.gboh.shock import advance
from tests.engine.spqr import kit

FAR = kit.unit("HC9", 3535, "W")
"""Somebody of the other side who is in nobody's way."""


def alone(code: str, at: int = 1010, facing: str = "E", **values: Any) -> kit.Rig:
    given, ground = {}, {}
    for k, v in values.items():
        (ground if k in ("terrain", "levels", "hexsides", "default_terrain") else given)[k] = v
    leaders = [kit.leader("A", 805, command_range=20)]
    return kit.battle([kit.unit(code, at, facing, **given)], [FAR], a_leaders=leaders, **ground).orders("a", "A")


def price(r: kit.Rig, code: str, *path: Any) -> tuple[int, int]:
    end = reach.price(r.g, r.unit(code), tuple(path))
    return end.mp, end.hits


def go(r: kit.Rig, code: str, *path: Any, dice: Sequence[int] = (), answers: Sequence[Any] = ()) -> None:
    r.run(movement.move, r.unit(code), Move(unit=code, path=tuple(path)), dice=dice, answers=answers)


def stands(r: kit.Rig, code: str) -> tuple[tuple[int, ...], str]:
    u = r.unit(code)
    return footprint.hexes_of(u), u.facing.name


# -- 6.1 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.12")
def test_one_move_in_an_orders_phase_and_any_number_in_a_turn() -> None:
    r = alone("HI1", ma=4)
    r.order(Move(unit="HI1", path=(1110,)))
    r.refuses("5.25", Move(unit="HI1", path=(1210,)))
    r.orders("a", "A").order(Move(unit="HI1", path=(1210,)))
    r.orders("a", "A").order(Move(unit="HI1", path=(1310,)))
    assert r.unit("HI1").hex == 1310


@pytest.mark.rule("spqr 6.13")
def test_moving_again_costs_a_hit_as_the_move_ends() -> None:
    r = alone("HI1", moved=True, tq=7, hits=6)
    r.order(Move(unit="HI1", path=(1110, 1210)), defaults=["rout-path"])
    ends = [e for e in r.events if e.type in ("unit-moved", "hits-taken")]
    assert [e.type for e in ends[:3]] == ["unit-moved", "unit-moved", "hits-taken"]
    assert r.unit("HI1").routed


@pytest.mark.rule("spqr 6.13")
@pytest.mark.parametrize(
    ("code", "values", "path", "hits"),
    [
        ("HI1", {}, (1110,), 1),
        ("HI1", {}, (Facing.NE,), 1),
        ("SK1", {"missile": "S"}, (1110,), 0),
        ("LI1", {"cls": "VE"}, (1110,), 1),
    ],
)
def test_turning_is_moving_and_skirmishers_are_spared(code: str, values: Any, path: Any, hits: int) -> None:
    r = alone(code, moved=True, **values)
    r.order(Move(unit=code, path=path))
    assert r.unit(code).hits == hits


@pytest.mark.rule("spqr 6.14", "spqr 6.15")
def test_a_leader_has_9_mp_in_a_phase_and_pays_what_cavalry_pays() -> None:
    r = kit.battle(
        [kit.unit("HI1", 905)],
        [FAR],
        a_leaders=[kit.leader("A", 1010)],
        terrain={1109: "woods", 1110: "broken"},
        levels={1111: 2},
    ).orders("a", "A")
    found = leader_moves.destinations(r.g, r.leader("A"))
    assert (found[1110], found[1109], found[1111]) == (1, 2, 4), "two levels up take 2 MP more"
    r.order(MoveLeader(leader="A", to=1005))
    assert r.g.orders.leader_mp["A"] == 5 and r.leader("A").hex == 1005
    r.refuses("6.14", MoveLeader(leader="A", to=1000))


# -- 6.2 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.21", "spqr 6.22")
@pytest.mark.parametrize(("code", "values", "hits"), [("HI1", {}, 2), ("MI1", {}, 1), ("LG1", {}, 1), ("EL1", {}, 0)])
def test_cynoscephalae_two_levels_up(code: str, values: Any, hits: int) -> None:
    """The book's example: heavy infantry goes from 2322 to 2523, two levels up: 4 MP, 2 hits; medium infantry 1."""
    r = alone(code, 2322, "E", ma=4, levels={2423: 1, 2523: 2}, **values)
    assert price(r, code, 2423, 2523) == (4, hits)
    assert price(r, code, 2423) == (2, int(code == "HI1"))
    go(r, code, 2423, 2523)
    assert r.unit(code).hits == hits


@pytest.mark.rule("spqr 6.22")
def test_levels_beyond_the_first_are_counted_over_the_phase_and_cost_others_once() -> None:
    r = alone("MI1", 1010, "E", ma=9, levels={1110: 1, 1210: 0, 1310: 1, 1410: 2})
    assert [price(r, "MI1", *(1110, 1210, 1310, 1410)[: n + 1])[1] for n in range(4)] == [0, 0, 1, 1]
    found = reach.search(r.g, r.unit("MI1"))
    assert found[1410, Facing.E].hits == 1 and found[1110, Facing.E].hits == 0
    go(r, "MI1", 1110, 1210, 1310, 1410)
    assert r.unit("MI1").hits == 1


@pytest.mark.rule("spqr 6.22")
def test_an_advance_adds_to_the_levels_of_the_phase() -> None:
    r = alone("MI1", 1010, "E", ma=5, levels={1110: 1, 1210: 2})
    go(r, "MI1", 1110)
    r.run(advance._go, r.unit("MI1"), 1210)
    assert r.unit("MI1").hits == 1
    assert alone("MI1", 1110, levels={1110: 1, 1210: 2}).g.step_cost(r.unit("MI1"), 1110, 1210).hits == 0


@pytest.mark.rule("spqr 6.22", "spqr 6.27", "spqr table:movement_cost")
@pytest.mark.parametrize(
    ("ground", "mp", "hits"),
    [
        ("open", 1, {"PH": 0, "HI": 0, "LG": 0, "SK": 0, "HC": 0, "EL": 0, "CH": 0}),
        ("woods", 2, {"PH": 1, "HI": 1, "LG": 1, "SK": 1, "HC": 1, "EL": 0, "CH": 1}),
        ("broken", 1, {"PH": 1, "HI": 1, "LG": 0, "SK": 0, "HC": 1, "EL": 0, "CH": 1}),
        ("marsh", 2, {"PH": 1, "HI": 1, "LG": 1, "SK": 1, "HC": 1, "EL": None, "CH": None}),
        ("river", None, dict.fromkeys(("PH", "HI", "LG", "SK", "HC", "EL", "CH"))),
        ("village", None, dict.fromkeys(("PH", "HI", "LG", "SK", "HC", "EL", "CH"))),
    ],
)
def test_what_a_hex_costs(ground: str, mp: int | None, hits: dict[str, int | None]) -> None:
    for code, n in hits.items():
        r = alone(f"{code}1", 1010, terrain=dict.fromkeys((1109, 1110, 1111), ground))
        cost = r.g.charts.step_cost(r.g.map, r.unit(f"{code}1"), 1010, 1110)
        assert cost is None if n is None else (cost is not None and (cost.mp, cost.hits) == (mp, n)), code


@pytest.mark.rule("spqr 6.22", "spqr 6.27")
def test_streams_and_going_down_hurt_phalanxes_and_heavy_infantry_alone() -> None:
    for code, n in {"PH": 1, "HI": 1, "LG": 0, "HC": 0, "EL": 0}.items():
        side = {"a": 1010, "b": 1110, "type": "stream"}
        r = alone(f"{code}1", 1010, hexsides=[side], levels={1010: 1, 1109: 1, 1110: 1})
        assert r.g.charts.step_cost(r.g.map, r.unit(f"{code}1"), 1010, 1110).hits == n
        r = alone(f"{code}1", 1010, levels={1010: 1})
        cost = r.g.charts.step_cost(r.g.map, r.unit(f"{code}1"), 1010, 1110)
        assert (cost.mp, cost.hits) == (1, n), "down one level"


@pytest.mark.rule("spqr 6.23", "spqr 6.24")
def test_a_hex_has_one_kind_of_ground_and_some_nobody_enters() -> None:
    r = alone("LC1", terrain={1110: "river", 1109: "village"})
    for h in (1110, 1109):
        with kit.refused("6.24"):
            price(r, "LC1", h)
    assert (1110, Facing.E) not in reach.search(r.g, r.unit("LC1"))


@pytest.mark.rule("spqr 6.25")
def test_a_unit_has_the_whole_price_or_stays() -> None:
    r = alone("HI1", ma=4, terrain={h: "woods" for h in (1110, 1210, 1309)})
    assert price(r, "HI1", 1110, 1210) == (4, 2)
    r = alone("HI1", ma=1, terrain={1110: "woods"})
    with kit.refused("6.25"):
        price(r, "HI1", 1110)


# -- 6.3 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.32")
def test_only_front_hexes_are_entered() -> None:
    r = alone("HI1", ma=1)
    assert {h for h, _ in reach.search(r.g, r.unit("HI1")) if h != 1010} == {1109, 1110} - {1109} | set(
        r.g.front(r.unit("HI1"))
    )
    with kit.refused("6.25"):
        price(r, "HI1", 1011)


# -- 6.4 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.41")
@pytest.mark.parametrize(("die", "hits"), [(7, 0), (8, 1), (9, 1)])
def test_a_phalanx_may_go_a_fifth_mp_and_checks(die: int, hits: int) -> None:
    r = alone("PH1", tq=7)
    go(r, "PH1", 1109, 1209, 1308, 1408, 1507, dice=[die])
    assert (stands(r, "PH1")[0][0], r.unit("PH1").hits) == (1507, hits)
    go(alone("PH1", tq=7), "PH1", 1109, 1209, 1308, 1408)
    with kit.refused("6.25"):
        price(alone("PH1"), "PH1", 1109, 1209, 1308, 1408, 1507, 1607)


@pytest.mark.rule("spqr 6.41", "spqr 6.13")
def test_on_a_later_move_the_fifth_mp_costs_2_hits_at_the_end_and_no_check() -> None:
    r = alone("PH1", moved=True)
    go(r, "PH1", 1109, 1209, 1308, 1408, 1507)
    assert r.unit("PH1").hits == 2
    kinds = [e.type for e in r.events]
    assert kinds.index("hits-taken") > max(n for n, k in enumerate(kinds) if "moved" in k)
    r = alone("PH1", moved=True)
    go(r, "PH1", 1109, 1209, 1308, 1408)
    assert r.unit("PH1").hits == 1


@pytest.mark.rule("spqr 6.42")
def test_of_two_hexes_the_dearer_counts_and_the_worse_hits() -> None:
    r = alone("PH1", terrain={1110: "woods"}, levels={1109: 1})
    assert price(r, "PH1", 1109) == (2, 1)
    r = alone("PH1", terrain={1109: "broken", 1110: "woods"})
    assert price(r, "PH1", 1109) == (2, 1)


@pytest.mark.rule("spqr 6.42")
def test_a_half_that_joins_the_other_on_bad_ground_adds_no_hit_for_it() -> None:
    r = alone("PH1", 1010, "E", terrain={1010: "broken", 1110: "broken"})
    assert price(r, "PH1", Facing.NE) == (1, 1), "1 hit for wheeling alone"
    r = alone("PH1", 1010, "E", terrain={1110: "broken"})
    assert price(r, "PH1", Facing.NE) == (1, 2)


@pytest.mark.rule("spqr 6.43", "spqr 7.13")
def test_front_to_flank_costs_a_hit_a_hex_and_turns_by_a_vertex() -> None:
    r = alone("PH1", 1010)
    go(r, "PH1", Facing.NE)
    assert stands(r, "PH1") == ((1010, 1110), "NE") and r.unit("PH1").hits == 1
    r = alone("PH1", 1010)
    assert price(r, "PH1", 1109) == (1, 0) and price(r, "PH1", 1110) == (1, 0), "straight on costs none"
    with kit.refused("7.12"):
        price(r, "PH1", Facing.NW)


@pytest.mark.rule("spqr 6.44")
def test_it_faces_about_for_3_mp_out_of_zones_and_off_rough_ground() -> None:
    r = alone("PH1", 1010)
    assert price(r, "PH1", Facing.W) == (3, 0)
    go(r, "PH1", Facing.W)
    assert set(stands(r, "PH1")[0]) == {1010, 1011} and r.unit("PH1").facing == Facing.W
    with kit.refused("6.44"):
        price(alone("PH1", 1010, terrain={1011: "broken"}), "PH1", Facing.W)
    r = kit.battle([kit.unit("PH1", 1010)], [kit.unit("HC9", 1111, "W")]).orders("a")
    with kit.refused("6.44"):
        price(r, "PH1", Facing.W)


def cannae(*, dice: Sequence[int], tq: int = 6, **holder: Any) -> kit.Rig:
    """The book's example: velites in 2719 hold the half in 2620 of a phalanx in 2620 and 2621, facing E."""
    who = kit.unit(**{"code": "LI9", "at": 2719, "facing": "SW", "cls": "VE", "missile": "J", "ma": 6, **holder})
    r = kit.battle([kit.unit("PH1", 2620, "E", tq=tq)], [who]).orders("a")
    r.run(
        movement.move,
        r.unit("PH1"),
        Move(unit="PH1", path=(Facing.NE,)),
        dice=dice,
        answers=["hold"],
        defaults=["orderly-withdrawal", "reaction-facing", "rout-path"],
    )
    return r


@pytest.mark.rule("spqr 6.45")
@pytest.mark.parametrize(("die", "hits"), [(5, 2), (8, 3), (0, 2), (9, 4)])
def test_a_half_that_is_held_is_wheeled_about_with_a_check(die: int, hits: int) -> None:
    r = cannae(dice=[die])
    assert stands(r, "PH1") == ((2620, 2720), "NE") and r.unit("PH1").hits == hits


@pytest.mark.rule("spqr 6.45")
def test_before_skirmishers_there_is_no_check() -> None:
    r = cannae(dice=[], code="SK9", cls=None, missile="J")
    assert stands(r, "PH1") == ((2620, 2720), "NE") and r.unit("PH1").hits == 1
