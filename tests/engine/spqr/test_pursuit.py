"""10.4 Cavalry pursuit, cavalry that is spent, and cavalry that comes back onto the map."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.events import ShockFought, UnitMoved
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders import orders
from engine.systems.gboh.referee import invariants
from engine.systems.gboh.shock import clash
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.shock.segment import fight
from engine.systems.gboh.turn import orders_phase
from engine.systems.spqr.events.cavalry import RodeOff
from engine.systems.spqr.pursuit import Regroup
from tests.engine.spqr import kit
from tests.engine.spqr.kit import Rig, leader, refused, unit

WEAK = {"tq": 3, "hits": 2}


def won(
    dice: list[int],
    *,
    a: Any = None,
    b: Any = None,
    attack: str = "HC1 x LG9",
    answers: Any = (),
    marker: str = "must",
    **more: Any,
) -> Rig:
    """Cavalry at 1010 has come up to legionaries at 1110, who have one hit left in them; side "b" goes home east."""
    ours = a or [unit("HC1", 1010, tq=7, ma=8)]
    r = kit.battle(ours, b or [unit("LG9", 1110, "W", **WEAK)], a_leaders=[leader("Anna", 1030)], **more)
    r.orders("a", "Anna")
    r.g.orders.markers, r.g.orders.moved = {u["code"]: marker for u in ours}, [u["code"] for u in ours]
    r.g.version += 1
    r.fights(attack, dice=dice, answers=answers)
    return r


def asked_for(r: Rig) -> int:
    return len([x for x in r.rolls if x.purpose == "pursuit"])


def pursued(r: Rig) -> list[int]:
    return [e.to for e in r.happened(UnitMoved) if e.how == "pursue"]


# -- 10.41 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 10.41", "spqr 10.42")
def test_cavalry_that_has_routed_its_enemy_rolls_and_the_fugitive_runs_on_where_it_breaks_off() -> None:
    r = won([0, 9, 7])
    fled = r.unit("LG9")
    assert asked_for(r) == 1 and r.advanced() == [("HC1", 1110)] and pursued(r) == []
    assert fled.at // 100 == 11 + fled.ma, "its whole MA, not two hexes"
    assert r.unit("HC1").spent


@pytest.mark.rule("spqr 10.41")
@pytest.mark.parametrize("marker", ["must", "no"])
def test_all_cavalry_that_attacks_pursues_whether_or_not_it_came_up(marker: str) -> None:
    r = won([9, 7], a=[unit("HC1", 1010, tq=7, size=20)], marker="no") if marker == "no" else won([0, 9, 7])
    assert asked_for(r) == 1


@pytest.mark.rule("spqr 10.41")
def test_foot_and_victorious_defenders_pursue_nobody() -> None:
    r = won([0, 9], a=[unit("HI1", 1010, tq=7)], attack="HI1 x LG9")
    assert asked_for(r) == 0 and r.advanced() == [("HI1", 1110)]
    r = won([9, 0], a=[unit("HC1", 1010, tq=3, hits=2)], b=[unit("HC9", 1110, "W", tq=9)], attack="HC1 x HC9")
    assert r.routed() == ["HC1"] and asked_for(r) == 0


@pytest.mark.rule("spqr 10.41")
def test_none_where_one_of_two_stands_or_where_only_the_collapse_broke_it() -> None:
    two = [unit("LG9", 1110, "W", **WEAK), unit("LG8", 1109, "W", tq=20)]
    r = won([0, 9, 0, 9], a=[unit("HC1", 1010, tq=20)], b=two, attack="HC1 x LG9+LG8")
    assert r.routed() == ["LG9"] and asked_for(r) == 0
    b = [unit("LG9", 1110, "W", tq=5, hits=0)]
    r = kit.battle([unit("HC1", 1010, tq=20)], b, a_leaders=[leader("Anna", 1030)]).orders("a", "Anna")
    odds = clash.foresee(r.g, [r.unit("HC1")], [r.unit("LG9")])
    die = min(range(10), key=lambda n: odds.hits(n)[1])
    r.unit("LG9").hits = 4 - odds.hits(die)[1]
    r.g.version += 1
    r.fights("HC1 x LG9", dice=[die, 9])
    assert r.routed() == ["LG9"] and asked_for(r) == 0 and r.advanced() == [("HC1", 1110)]


@pytest.mark.rule("spqr 10.41")
def test_none_where_it_had_nowhere_to_flee_to() -> None:
    shut = dict.fromkeys((1109, 1111, 1210, 1211, 1011), "village")
    r = won([0, 9], terrain=shut)
    assert r.unit("LG9").eliminated and asked_for(r) == 0


@pytest.mark.rule("spqr 10.41")
def test_of_several_one_pursues_its_owners_choice() -> None:
    ours = [unit("HC1", 1010, tq=7), unit("HC2", 1011, tq=7)]
    r = won([0, 0, 9, 7], a=ours, attack="HC1+HC2 x LG9", answers=["HC1", "HC2"])
    assert (
        [d.kind for d in r.decisions] == ["advance-unit", "pursuit"] and r.unit("HC2").spent and not r.unit("HC1").spent
    )


@pytest.mark.rule("spqr 10.41")
def test_a_battle_may_do_without_it() -> None:
    r = won([0, 9], rules_not_used=["10.4"])
    assert asked_for(r) == 0 and r.advanced() == [("HC1", 1110)] and not r.unit("HC1").spent


# -- 10.42 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 10.42")
def test_it_follows_the_fugitive_and_attacks_whom_it_comes_upon_then_half_its_ma_on() -> None:
    """The example: hastati at 2728 flee to 2527, cavalry follows to 2628, rides them down and goes on by 4 hexes."""
    ours = unit("LG1", 2728, "E", tq=3, hits=2)
    r = kit.battle([ours], [unit("HC9", 2828, "W", tq=7, ma=8)], b_leaders=[leader("Bono", 3030)]).orders("b", "Bono")
    r.g.orders.markers, r.g.orders.moved = {"HC9": "must"}, ["HC9"]
    r.g.version += 1
    plan = [Attack(attackers=("HC9",), defenders=("LG1",))]
    quiet = ["rout-path", "pursuit", "advance-turn", "clash-unit"]
    r.run(lambda g: fight(g, plan), dice=[0, 9, 8, 5], defaults=quiet)
    gone = pursued(r)
    assert r.unit("LG1").eliminated and len(gone) == 1 + 4 and r.unit("HC9").spent
    assert [x.purpose for x in r.rolls] == ["pre-shock", "pre-shock", "pursuit", "shock"]


@pytest.mark.rule("spqr 10.42")
def test_after_another_rout_it_follows_without_a_roll_and_attacks_nobody_more() -> None:
    b = [unit("LG9", 1110, "W", **WEAK), unit("MI8", 1309, "W", tq=4, hits=3)]
    r = won([0, 9, 9, 9], b=b)
    fought = r.happened(ShockFought)
    assert asked_for(r) == 1 and len(fought) == 1 and set(fought[0].defenders) == {"LG9", "MI8"}
    assert r.routed() == ["LG9", "MI8"] and r.unit("LG9").eliminated
    assert r.unit("MI8").at // 100 == 13 + r.unit("MI8").ma, "its whole MA"
    assert r.unit("HC1").at // 100 == r.unit("MI8").at // 100 - 1 and r.unit("HC1").spent
    assert invariants.broken(r.g, at_rest=True) == []


@pytest.mark.rule("spqr 10.42", "spqr 10.45")
def test_it_follows_off_the_map_and_isnt_lost() -> None:
    r = won([0, 9, 9], cols=(1, 12))
    assert [(e.unit, e.at) for e in r.happened(RodeOff)] == [("HC1", r.unit("HC1").gone_at)]
    assert r.unit("HC1").hex is None and not r.unit("HC1").eliminated and r.state.sides["a"].rout_points == 0
    assert r.unit("LG9").eliminated and r.state.sides["b"].rout_points == 3
    assert invariants.broken(r.g, at_rest=True) == []


# -- 10.43 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 10.43")
def test_cavalry_that_has_pursued_turns_and_attacks_but_neither_moves_nor_fires() -> None:
    horse = unit("LC1", 1010, missile="J", ma=9)
    r = kit.battle([horse], [unit("MI9", 1210, "W")], a_leaders=[leader("Anna", 1008)]).orders("a", "Anna")
    r.unit("LC1").spent = True
    r.orders("a", "Anna")
    for order in (orders.Move(unit="LC1", path=(1009,)), orders.Harass(unit="LC1", target="MI9", path=(1110,))):
        r.refuses("10.43", order)
    orders_phase.check(r.g, orders.Move(unit="LC1", path=(Facing.NE,)))
    r.unit("LC1").new_turn()
    r.orders("a", "Anna")
    orders_phase.check(r.g, orders.Move(unit="LC1", path=(1109,)))


# -- 10.44 -----------------------------------------------------------------------------------------------------------


def abroad() -> Rig:
    """Two units of cavalry are off the map, one other stands on it."""
    units = [unit("HC1", None, ma=8), unit("HC2", None, ma=8), unit("HI3", 1010)]
    both = [leader("Anna", 1008, initiative=5), leader("Asso", 1012, "SC")]
    r = kit.battle(units, [unit("MI9", 3010, "W")], a_leaders=both).orders("a", "Anna")
    r.unit("HC1").gone_at, r.unit("HC2").gone_at = 3901, 3905
    r.g.version += 1
    return r


@pytest.mark.rule("spqr 10.44")
def test_the_overall_commander_brings_all_of_it_back_in_a_phase_of_its_own() -> None:
    r = abroad()
    r.order(Regroup(), answers=["3902", "3905"])
    assert {r.unit("HC1").hex, r.unit("HC2").hex} == {3902, 3905}
    r.refuses("10.44", orders.Move(unit="HI3", path=(1110,)))
    r.refuses("10.44", orders.MoveLeader(leader="Asso", to=1013))
    used = r.g.orders.orders_used
    step = next(h for h in r.g.front(r.unit("HC1")) if h in r.g.map)
    assert movement.order_price(r.g, orders.Move(unit="HC1", path=(step,))) == 0
    orders_phase.check(r.g, orders.Move(unit="HC1", path=(step,)))
    assert r.g.orders.orders_used == used
    assert kit.written_as(Regroup()) == "regroup" and kit.read(abroad(), "regroup") == Regroup()


@pytest.mark.rule("spqr 10.44")
def test_when_it_cant() -> None:
    r = abroad()
    r.g.orders.orders_used = 1
    r.refuses("10.44", Regroup())
    r = abroad().orders("a", "Asso")
    r.refuses("10.44", Regroup())
    r = kit.battle([unit("HC1", 1010)], [unit("MI9", 3010, "W")], a_leaders=[leader("Anna", 1008)]).orders("a", "Anna")
    r.refuses("10.44", Regroup())
    with refused("10.44"):
        orders_phase.named_unit(abroad().g, "HC1")
