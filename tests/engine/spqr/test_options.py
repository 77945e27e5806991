"""12.1 What players may switch on as they make a battle."""

from __future__ import annotations

from engine.systems.gboh.cases import Case
from engine.systems.gboh.movement import withdrawal, zoc
from engine.systems.gboh.shock import clash, contact
from engine.systems.registry import system_for
from engine.systems.spqr import options
from scenarios import load
from tests.engine.spqr import kit


def test_every_battle_offers_them_once() -> None:
    keys = [o.key for o in system_for(load("spqr/drill")).options()]
    assert len(keys) == len(set(keys)) and {"4.8", "10.5", *(v.key for v in options.VARIANTS)} <= set(keys)


def test_nothing_is_different_without_any() -> None:
    r = kit.battle([kit.unit("MI1", 1010)], options={"10.5": False})
    assert r.g.game is options.varied(r.g.game, {}) and not r.g.uses(Case.ENGAGED_CHAPTER)
    assert kit.battle([kit.unit("MI1", 1010)], options={"10.5": True}).g.uses(Case.ENGAGED_CHAPTER)


def test_turning_before_one_enemy() -> None:
    for chosen, mp in (({}, 0), ({"zoc-turning": True}, 2)):
        r = kit.battle([kit.unit("HI1", 1110, "W", ma=4)], [kit.unit("HI9", 1210, "W")], options=chosen).orders("a")
        assert zoc.turning_allowance(r.g, r.unit("HI1")) == mp


def test_javelins_that_last_longer() -> None:
    for chosen, supply in (({}, "low"), ({"javelins-7": True}, "full")):
        pair = [kit.unit("LI1", 1010, missile="J")], [kit.unit("MI9", 1110, "W")]
        r = kit.battle(*pair, options=chosen).orders("a")
        r.fires("LI1", "MI9", dice=[6])
        assert r.unit("LI1").supply == supply


def test_cavalry_lines_that_never_withdraw_as_one() -> None:
    horse = [kit.unit("HC8", 1210, "W", ma=8), kit.unit("HC9", 1211, "W", ma=8)]
    for chosen, n in (({}, 2), ({"single-withdrawals": True}, 0)):
        r = kit.battle([kit.unit("HI1", 1010, ma=4)], horse, b_leaders=[kit.leader("Hanno", 1310)], options=chosen)
        r.orders("a")
        assert len(withdrawal.line_of(r.g, r.unit("HC8"), r.unit("HI1"), 1010)) == n


def test_terror_and_light_cavalry() -> None:
    for chosen, n in (({}, 1), ({"no-terror": True}, 0)):
        r = kit.battle([kit.unit("EL1", 1010)], [kit.unit("MI9", 1110, "W")], options=chosen).orders("a")
        found = contact.modifiers(r.g, r.unit("MI9"), [r.unit("EL1")], [r.unit("MI9")])
        assert sum(m.value for m in found) == n
    for chosen, halved in (({}, False), ({"light-halved": True}, True)):
        r = kit.battle([kit.unit("LC1", 1010)], [kit.unit("MI9", 1110, "W")], options=chosen).orders("a")
        plan = clash.reckon(r.g, [r.unit("LC1")], [r.unit("MI9")], r.unit("LC1"), r.unit("MI9"))
        assert plan.halved is halved
