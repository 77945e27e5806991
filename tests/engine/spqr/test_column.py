"""6.7 In Column."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh import footprint, special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import column, facing, reach
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.shock import clash
from tests.engine.spqr import kit

FAR = kit.unit("HC9", 3535, "W")


def alone(code: str, at: int = 1010, faces: str = "E", *, b: Any = (FAR,), **values: Any) -> kit.Rig:
    given, ground = {}, {}
    for k, v in values.items():
        (ground if k in ("terrain", "levels", "hexsides") else given)[k] = v
    leaders = [kit.leader("A", 805, command_range=20)]
    return kit.battle([kit.unit(code, at, faces, **given)], list(b), a_leaders=leaders, **ground).orders("a", "A")


@pytest.mark.rule("spqr 6.71")
@pytest.mark.parametrize(("code", "may"), [("PH1", True), ("HI1", True), ("LG1", True), ("MI1", True), ("LI1", True)])
def test_infantry_forms_column_at_the_end_of_its_move(code: str, may: bool) -> None:
    r = alone(code)
    end = next(s for s in (Facing.SIDE_NE, Facing.SIDE_SE, Facing.SIDE_N, Facing.SIDE_S) if _may_form(r, code, s))
    r.order(Move(unit=code, path=(1109,), form=end))
    assert r.unit(code).column is may and r.g.orders.leader == "A"


def _may_form(r: kit.Rig, code: str, side: Facing) -> bool:
    return side in column.options(r.unit(code), r.unit(code).facing)


@pytest.mark.rule("spqr 6.71")
@pytest.mark.parametrize("code", ["SK1", "HC1", "EL1"])
def test_others_dont(code: str) -> None:
    alone(code).refuses("6.71", Move(unit=code, form=Facing.SIDE_NE))


@pytest.mark.rule("spqr 6.71")
def test_it_takes_an_mp_and_no_enemy_zone() -> None:
    r = alone("HI1", ma=1)
    r.order(Move(unit="HI1", form=Facing.SIDE_NE))
    assert r.unit("HI1").column, "one is enough"
    r = alone("HI1", ma=2)
    r.refuses("6.71", Move(unit="HI1", path=(1109, 1209), form=Facing.SIDE_NE))
    r = alone("HI1", b=[kit.unit("HI9", 1210, "W")])
    r.refuses("6.71", Move(unit="HI1", path=(1110,), form=Facing.SIDE_NE))


@pytest.mark.rule("spqr 6.72")
@pytest.mark.parametrize(("code", "ma", "mp"), [("PH1", 4, 6), ("HI1", 4, 5), ("LG1", 5, 6), ("LI1", 5, 6)])
def test_a_column_has_one_mp_more_and_a_phalanx_its_extended_ones(code: str, ma: int, mp: int) -> None:
    r = alone(code, faces="SIDE_SE", column=True, ma=ma)
    assert reach.allowance(r.g, r.unit(code)) == mp
    assert max(n.mp for n in reach.search(r.g, r.unit(code)).values()) == mp


@pytest.mark.rule("spqr 6.72", "spqr 6.27")
def test_what_ground_spares_a_column() -> None:
    for code, broken in {"PH1": 0, "HI1": 1}.items():
        r = alone(code, faces="SIDE_SE", column=True, terrain={1110: "broken", 1111: "broken"})
        assert r.g.charts.step_cost(r.g.map, r.unit(code), 1010, 1110).hits == broken
        r = alone(code, faces="SIDE_SE", column=True, levels={1110: 1, 1211: 2})
        cost = r.g.charts.step_cost(r.g.map, r.unit(code), 1010, 1110)
        assert (cost.mp, cost.hits) == (2, 0), "the first level up"
        r = alone(code, faces="SIDE_SE", column=True, hexsides=[{"a": 1010, "b": 1110, "type": "stream"}])
        assert r.g.charts.step_cost(r.g.map, r.unit(code), 1010, 1110).hits == 0
        r = alone(code, faces="SIDE_SE", column=True, terrain={1110: "woods"})
        assert r.g.charts.step_cost(r.g.map, r.unit(code), 1010, 1110).hits == 1
    r = alone("HI1", faces="SIDE_SE", column=True, ma=5, levels={1110: 1, 1211: 2})
    assert reach.price(r.g, r.unit("HI1"), (1110, 1211)).hits == 1, "levels beyond the first are not spared"


@pytest.mark.rule("spqr 6.73")
def test_a_column_faces_a_side_and_turns_30_degrees_out_of_it() -> None:
    r = alone("HI1", faces="SIDE_SE", column=True)
    u = r.unit("HI1")
    arcs = {h: r.g.arc(u, h) for h in (1010 - 1, 1011, 1109, 1110, 909, 910)}
    assert sorted(arcs.values()) == ["flank"] * 4 + ["front", "rear"] and arcs[1110] == "front"
    r.order(Move(unit="HI1", form=Facing.E))
    assert not u.column and u.facing == Facing.E
    r = alone("HI1", faces="SIDE_SE", column=True)
    r.refuses("6.73", Move(unit="HI1", form=Facing.NE))


@pytest.mark.rule("spqr 6.73")
def test_a_phalanx_keeps_its_hexes_and_faces_again_as_it_did() -> None:
    r = alone("PH1", 1010, "E")
    before = set(footprint.hexes_of(r.unit("PH1")))
    r.order(Move(unit="PH1", form=Facing.SIDE_N))
    assert set(footprint.hexes_of(r.unit("PH1"))) == before and r.unit("PH1").facing == Facing.SIDE_N
    r.orders("a", "A")
    r.refuses("6.73", Move(unit="PH1", form=Facing.W))
    r.order(Move(unit="PH1", form=Facing.E))
    assert set(footprint.hexes_of(r.unit("PH1"))) == before and r.unit("PH1").facing == Facing.E


@pytest.mark.rule("spqr 6.74")
def test_it_goes_to_front_and_front_flank_hexes_without_turning() -> None:
    r = alone("HI1", faces="SIDE_SE", column=True, ma=1)
    assert {h: n.mp for (h, _), n in reach.search(r.g, r.unit("HI1")).items() if h != 1010 and n.mp == 1} == {
        1109: 1,
        1110: 1,
        1011: 1,
    }
    r = alone("PH1", faces="SIDE_SE", column=True)
    with kit.refused("6.74"):
        reach.price(r.g, r.unit("PH1"), (Facing.SIDE_N,))
    reach.price(r.g, r.unit("PH1"), (1110,))


@pytest.mark.rule("spqr 6.75")
def test_a_column_is_weaker_and_neither_fires_nor_attacks() -> None:
    r = alone("LI1", faces="SIDE_SE", column=True, tq=6, missile="J", b=[kit.unit("HI9", 1110, "W")])
    assert cohesion.tq(r.g, r.unit("LI1")) == 4
    no = fire.inability(r.g, r.unit("LI1"))
    assert no is not None and no.rule == "6.75"
    assert special.why_not(r.g, Special.bars_attack, r.unit("LI1")) is not None
    r = alone("HI1", faces="E", b=[kit.unit("MI9", 1110, "SIDE_NW", column=True)])
    assert clash.superiority(r.g, r.unit("HI1"), r.unit("MI9"))[0] == "AS"


@pytest.mark.rule("spqr 6.77")
def test_no_withdrawal_no_turn_in_reaction_and_nobody_passes() -> None:
    r = kit.battle([kit.unit("HI1", 1110, "W")], [kit.unit("HI9", 1010, "SIDE_NW", column=True)]).orders("a")
    assert not facing.can_turn(r.g, r.unit("HI9"), r.unit("HI1"), 1110)
    r = kit.battle([kit.unit("LG1", 1010), kit.unit("HI2", 1110, "SIDE_SE", column=True)], [FAR]).orders("a")
    with kit.refused("6.77"):
        reach.price(r.g, r.unit("LG1"), (1110, 1210))
