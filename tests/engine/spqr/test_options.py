"""12.1 What players may switch on as they make a battle."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh import footprint
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import rally
from engine.systems.gboh.command import gathering
from engine.systems.gboh.missiles import sight
from engine.systems.gboh.movement import facing, withdrawal, zoc
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


@pytest.mark.parametrize("options", [{}, {"lenient-sight": True}])
def test_leaders_who_look_past_one_hex(options: dict[str, bool]) -> None:
    """810 to 1010 runs between 909 and 910. What shoots never looks past one of them."""
    for walls, seen in (((), True), ((909,), bool(options)), ((910,), bool(options)), ((909, 910), False)):
        near = [kit.unit("LG1", 1010, missile="J"), *(kit.unit(f"MI{h}", h) for h in walls)]
        r = kit.battle(near, a_leaders=[kit.leader("Scipio", 810)], options=options)
        assert gathering.seen_close(r.g, r.leader("Scipio"), [r.unit("LG1")]) is seen, walls
        assert (sight.blocked_by(r.g, 810, 1010) is None) is (not walls)


@pytest.mark.parametrize(("options", "column"), [({}, 8), ({"rally-runs": True}, 5)])
def test_who_fails_to_rally_flees_two_hexes_or_its_whole_ma(options: dict[str, bool], column: int) -> None:
    anna = kit.leader("Anna", 1008, initiative=4, command_range=9)
    one = kit.unit("LG1", 1010, "W", cls="PR", tq=7, ma=5, routed=True)
    r = kit.battle([one], [kit.unit("MI9", 3030, "W")], a_leaders=[anna], options=options).orders("a", "Anna")
    r.run(rally.rally, r.leader("Anna"), r.unit("LG1"), Facing.W, dice=[6], defaults=["rout-path", "leader-along"])
    assert r.unit("LG1").at // 100 == column and r.unit("LG1").routed


def behind(options: dict[str, bool], at: int = 909, **phalanx: Any) -> kit.Rig:
    """Horse of 8 has come behind a phalanx of 4 that stands in 1010 and 1011."""
    r = kit.battle([kit.unit("HC1", 3030, "SE", ma=8)], [kit.unit("PH9", 1010, **phalanx)], options=options)
    r.orders("a").unit("HC1").hex = at
    r.g.version += 1
    return r


ABOUT = {"phalanx-about": True}


@pytest.mark.parametrize(("die", "hits"), [(0, 1), (3, 1), (5, 2)])
def test_a_phalanx_that_faces_about_before_who_comes_behind_it(die: int, hits: int) -> None:
    """The roll and 4, of the difference in MA, against TQ 7; 1 hit at least."""
    r = behind(ABOUT)
    own = set(footprint.hexes_of(r.unit("PH9")))
    r.run(facing.reaction_facing, r.unit("HC1"), answers=["about"], dice=[die])
    one = r.unit("PH9")
    assert (one.facing, one.hits, set(footprint.hexes_of(one))) == (Facing.W, hits, own)
    assert not one.moved and not facing.can_turn(r.g, one, r.unit("HC1"), 909), "once in an Orders Phase"
    assert 909 in footprint.front(one) and any("faces about" in x for x in r.told())


def test_when_no_phalanx_faces_about() -> None:
    for chosen, at, phalanx in (
        ({}, 909, {}),
        (ABOUT, 1009, {}),
        (ABOUT, 1110, {}),
        (ABOUT, 909, {"routed": True}),
        (ABOUT, 909, {"column": True, "facing": "SIDE_S"}),
    ):
        r = behind(chosen, at, **phalanx)
        assert not facing.can_turn(r.g, r.unit("PH9"), r.unit("HC1"), at), (chosen, at, phalanx)
    r = behind(ABOUT)
    assert facing.can_turn(r.g, r.unit("PH9"), r.unit("HC1"), 909)
    held = kit.battle([kit.unit("HC1", 909, "SE"), kit.unit("HI2", 1111, "W")], [kit.unit("PH9", 1010)], options=ABOUT)
    held.orders("a").g.orders.held_at_start.clear()
    assert not facing.can_turn(held.g, held.unit("PH9"), held.unit("HC1"), 909), "another enemy holds it"
    for ground in ("woods", "broken", "marsh"):
        rough = kit.battle([kit.unit("HC1", 909)], [kit.unit("PH9", 1010)], options=ABOUT, terrain={1011: ground})
        rough.orders("a").g.orders.held_at_start.clear()
        assert not facing.can_turn(rough.g, rough.unit("PH9"), rough.unit("HC1"), 909), ground
