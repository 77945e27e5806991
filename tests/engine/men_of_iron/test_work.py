"""PO-2, PO-5 Clearing hedges and mounting again."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.men_of_iron import reach, step_refusals
from engine.systems.men_of_iron.order_kinds import work
from engine.systems.men_of_iron.orders import Fire, Form, Move, Work
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import unit

W = Facing.W
FAR = (unit("PK9", 2820, "W"),)
HEDGES = [(1010, 1110, "hedge"), (1010, 1009, "hedge"), (1012, 1112, "hedge")]
CLEAR = kit.special("clear-hedges", case="PO-2")
REMOUNT = kit.special("remounting", case="PO-5", commands=["A"], most=2)


def field(*units, b=FAR, rules=(CLEAR, REMOUNT), **values) -> kit.Rig:
    values.setdefault("hexsides", HEDGES)
    return kit.battle(units, b, rules=rules, **values).activate("A")


def clear(to: int | None = 1110, name: str = "DM1") -> Work:
    return Work(unit=name, what="clear", hex=to)


def mount(name: str = "DM1") -> Work:
    return Work(unit=name, what="remount")


# -- PO-2 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron PO-2", "men-of-iron PO-1")
def test_foot_clears_a_hexside_before_it_for_good():
    r = field(unit("LB1", 1010))
    assert step_refusals.walk(reach.Mover(r.g, r.unit("LB1")), (1110,)).mp == 2
    assert work.options(r.g, r.unit("LB1")) == [clear(name="LB1")]
    r.order(clear(name="LB1"))
    assert r.state.hedges_removed == [(1010, 1110)]
    assert r.g.sides(1010, 1110) == r.g.sides(1110, 1010) == ()
    r.activate("A")
    assert step_refusals.walk(reach.Mover(r.g, r.unit("LB1")), (1110,)).mp == 1
    assert work.options(r.g, r.unit("LB1")) == []


@pytest.mark.rule("men-of-iron PO-2")
def test_that_is_all_it_does():
    r = field(unit("LB1", 1010), b=[unit("PK9", 1210, "W")])
    r.order(clear(name="LB1"))
    assert reach.search(r.g, r.unit("LB1")) == {}
    r.refuses("4.1", Move(unit="LB1", path=(1011,)))
    r.refuses("4.1", Move(unit="LB1", path=(W,)))
    r.refuses("9.2/active", Fire(unit="LB1", target="PK9"))
    r.refuses("PO-2", clear(name="LB1"))
    r = field(unit("DM1", 1010, "W"))
    r.order(Move(unit="DM1", path=(Facing.E,)))
    r.refuses("PO-2", clear())
    r = field(unit("LB1", 1010), b=[unit("PK9", 1210, "W")])
    r.order(Fire(unit="LB1", target="PK9"), dice=[0])
    r.refuses("PO-2", clear(name="LB1"))


@pytest.mark.rule("men-of-iron PO-2")
def test_only_a_hedge_in_its_front():
    r = field(unit("DM1", 1010))
    r.refuses("PO-2", clear(1009))  # a hedge, on its flank
    r.refuses("PO-2", clear(1109))  # no hedge
    r.refuses("PO-2", clear(None))
    r.refuses("PO-2", Work(unit="DM1", what="clear", hex=1112))
    r = field(unit("DM1", 1010, "W"))
    r.refuses("PO-2", clear())


@pytest.mark.rule("men-of-iron PO-2")
@pytest.mark.parametrize(
    ("code", "state"), [("MM1", {}), ("DM1", {"disordered": True}), ("DM1", {"disordered": True, "retired": True})]
)
def test_normal_foot_only(code, state):
    r = field(unit(code, 1010, **state))
    r.refuses("PO-2", clear(name=code))
    assert work.options(r.g, r.unit(code)) == []


@pytest.mark.rule("men-of-iron PO-2")
def test_not_next_to_an_enemy_and_only_where_the_battle_has_it():
    r = field(unit("DM1", 1010), b=[unit("PK9", 1110, "W")])
    r.refuses("PO-2", clear())
    r = field(unit("DM1", 1010), rules=())
    r.refuses("PO-2", clear())
    assert work.options(r.g, r.unit("DM1")) == []


# -- PO-5 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron PO-5")
def test_dismounted_men_at_arms_take_to_horse():
    r = field(unit("DM1", 1110))
    r.order(mount())
    assert r.unit("DM1").type == "MM" and r.unit("DM1").remounted
    assert r.g.act.worked == ["DM1"] and r.g.act.acted == ["DM1"]
    r.refuses("4.1", Move(unit="DM1", path=(1210,)))
    r.activate("A")
    assert max(n.mp for n in reach.search(r.g, r.unit("DM1")).values()) == 6
    r.refuses("PO-5", mount())


@pytest.mark.rule("men-of-iron PO-5")
def test_so_many_and_each_once():
    r = field(unit("DM1", 1110), unit("DM2", 1112), unit("DM3", 1114))
    r.order(mount("DM1"))
    r.order(mount("DM2"))
    r.refuses("PO-5", mount("DM3"))
    r = field(unit("DM1", 1110, remounted=True))
    r.refuses("PO-5", mount())


@pytest.mark.rule("men-of-iron PO-5")
@pytest.mark.parametrize("code", ["UH1", "PK1", "LB1", "MM1"])
def test_only_dismounted_men_at_arms(code):
    r = field(unit(code, 1110))
    r.refuses("PO-5", mount(code))


@pytest.mark.rule("men-of-iron PO-5")
def test_normal_idle_away_from_enemies_and_of_those_commands():
    r = field(unit("DM1", 1110, disordered=True))
    r.refuses("PO-5", mount())
    r = field(unit("DM1", 1110), b=[unit("PK9", 1210, "W")])
    r.refuses("PO-5", mount())
    r = field(unit("DM1", 1110), unit("DM2", 1112, command="Other"))
    r.activate("Other")
    r.refuses("PO-5", mount("DM2"))
    r = field(unit("DM1", 1110))
    r.order(Move(unit="DM1", path=(W,)))
    r.refuses("PO-5", mount())
    r = field(unit("DM1", 1110), rules=())
    r.refuses("PO-5", mount())
    assert work.options(r.g, r.unit("DM1")) == []


@pytest.mark.rule("men-of-iron PO-5", "men-of-iron 14.1")
def test_not_out_of_a_shield_wall():
    wall = ({"formation": "shield-wall", "types": ["DM"]},)
    r = field(unit("DM1", 1110, formation="shield-wall"), formations=wall)
    r.refuses("PO-5", mount())
    r.order(Form(units=("DM1",), formation=None))
    r.refuses("PO-5", mount())  # leaving it is doing something


@pytest.mark.rule("men-of-iron PO-5", "men-of-iron PO-2")
def test_work_of_nobody():
    r = field(unit("DM1", 1110))
    with kit.refused(""):
        work.check(r.g, mount("XX9"))
    with kit.refused("CR-3"):
        work.check(r.g, Work(unit="DM1", what="reload"))


@pytest.mark.rule("men-of-iron PO-5", "men-of-iron PO-3")
def test_nobody_mounts_where_horses_can_not_go():
    r = field(unit("DM1", 1010), a_markers=[{"id": "WAG1", "name": "Wagon", "kind": "wagon", "hex": 1010}]).activate()
    r.refuses("PO-3", mount())
    assert all(order.what != "remount" for order in work.options(r.g, r.unit("DM1")))


@pytest.mark.rule("men-of-iron PO-2", "men-of-iron PO-5", "men-of-iron 4.1")
@pytest.mark.parametrize("order", [clear(name="DM2", to=1112), mount("DM2")])
def test_only_in_the_activation_of_its_own_command(order):
    hedges = {"hexsides": HEDGES, "rules": (CLEAR, kit.special("remounting", case="PO-5", commands=["A", "C"], most=2))}
    r = kit.battle([unit("DM1", 1020), unit("DM2", 1012, command="C")], FAR, **hedges).activate("C")
    work.check(r.g, order)
    r.activate("A")
    with kit.refused((order.what == "clear" and "PO-2") or "PO-5"):
        work.check(r.g, order)
    r.state.activation = None
    r.g.version += 1
    with kit.refused((order.what == "clear" and "PO-2") or "PO-5"):
        work.check(r.g, order)


@pytest.mark.rule("men-of-iron PO-2", "men-of-iron PO-5")
def test_who_is_on_the_map_and_where_the_battle_has_it():
    r = field(unit("DM1", 1010), unit("DM2", None), rules=(CLEAR,))
    assert work.options(r.g, r.unit("DM1")) == [clear()]
    assert work.options(r.g, r.unit("DM2")) == []
    with kit.refused(""):
        work.check(r.g, clear(name="DM2"))
    r = field(unit("DM1", 1010), rules=(REMOUNT,))
    assert work.options(r.g, r.unit("DM1")) == [mount()]
    r.refuses("PO-2", clear())
    r = field(unit("DM1", 1010))
    assert work.options(r.g, r.unit("DM1")) == [clear(), mount()]


@pytest.mark.rule("men-of-iron PO-2")
def test_the_refusal_names_the_hedges_before_it():
    r = field(unit("DM1", 1010))
    with pytest.raises(Refusal, match="it could clear towards 1110"):
        work.check(r.g, clear(1009))
    r = field(unit("DM1", 1010, "SW"))
    with pytest.raises(Refusal, match="DM1 has no hedge in its front"):
        work.check(r.g, clear(1110))


@pytest.mark.rule("men-of-iron PO-2", "men-of-iron PO-3", "men-of-iron T-TERRAIN")
def test_cleared_hexsides_and_wagons_count_in_every_way_a_unit_could_go():
    def ways(name, **more):
        r = field(unit(name, 1010), **more)
        return r, {h: n.mp for h, n in reach.search(r.g, r.unit(name)).items()}

    _, before = ways("LB1")
    r, _ = ways("LB1")
    r.order(clear(name="LB1"))
    r.activate("A")
    after = {h: n.mp for h, n in reach.search(r.g, r.unit("LB1")).items()}
    assert (before[1110], after[1110], after[1009]) == (2, 1, 2)
    wagons = {"a_markers": [{"id": "WAG1", "name": "Wagon", "kind": "wagon", "hex": 1011}]}
    assert 1011 in ways("MM1")[1] and 1011 not in ways("MM1", **wagons)[1]
    assert ways("LB1", **wagons)[1][1011] > ways("LB1")[1][1011]
