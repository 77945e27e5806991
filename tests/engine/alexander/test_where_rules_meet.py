"""Positions in which several rules of movement and flight meet, each reckoned from the book beforehand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh import footprint
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.movement import yielding, zoc
from engine.systems.gboh.orders.orders import Move
from tests.engine.alexander import kit

ARCHERS = {"ma": 6, "missile": "A"}
PAST = (2914, 3014, 3114, 3215, 3315)
"""Five hexes of a phalanx in 2814/2815, past archers in 3215."""


def craterus(*enemies: dict[str, Any], **values: Any) -> kit.Rig:
    phalanx = kit.unit("PH1", 2814, tq=7, **values)
    r = kit.battle([phalanx], enemies, a_leaders=[kit.leader("Alexander", 2813)])
    return r.orders("a", "Alexander")


@pytest.mark.rule("alexander 6.76", "alexander 6.46", "alexander 6.13")
def test_a_phalanx_that_moves_again_at_a_stride_behind_archers_takes_two_hits_and_no_check() -> None:
    r = craterus(kit.unit("SK9", 3215, "SE", **ARCHERS, supply="no"), moved=True)
    r.order(Move(unit="PH1", path=PAST), answers=[{"SK9": "3416@SE"}, {"SK9": "3617@SE"}], dice=[])
    assert footprint.hexes_of(r.unit("PH1")) == (3315, 3316) and r.unit("PH1").hits == 2


@pytest.mark.rule("alexander 6.76", "alexander 8.21", "alexander 7.23")
def test_archers_who_stay_shoot_at_who_counted_on_them_and_hold_it() -> None:
    r = craterus(kit.unit("SK9", 3215, "NW", **ARCHERS))
    r.order(Move(unit="PH1", path=PAST), answers=[{"SK9": "stay"}, "no", "fire"], dice=[0])
    assert footprint.hexes_of(r.unit("PH1")) == (3114, 3115) and r.unit("PH1").hits == 1
    assert r.g.orders.markers == {"PH1": "must"}


@pytest.mark.rule("alexander 6.72", "alexander 6.73", "alexander 6.76", "alexander 10.21")
def test_who_breaks_as_it_would_withdraw_leaves_the_way_open_too() -> None:
    """Three hits of TQ 4 and one for being approached from the rear: it flees two hexes east, and has no zone."""
    r = kit.battle(
        [kit.unit("HI1", 910, "E", cls="HY", ma=4)],
        [kit.unit("LI9", 1210, "E", ma=6, tq=4, hits=3)],
        a_leaders=[kit.leader("Alexander", 809)],
    ).orders("a", "Alexander")
    order = Move(unit="HI1", path=(1010, 1110, 1210, 1310))
    r.order(order, answers=[{"LI9": "1410@E"}], dice=[], defaults=["rout-path"])
    assert r.unit("LI9").routed and footprint.distance_to(r.unit("LI9"), 1210) == 2
    assert r.unit("HI1").hex == 1310


@pytest.mark.rule("alexander 6.77", "alexander 6.76")
def test_a_cavalry_line_that_goes_as_one_opens_the_way() -> None:
    horse = [kit.unit("LC8", 1210, "W", ma=8), kit.unit("LC9", 1211, "W", ma=8)]
    r = kit.battle(
        [kit.unit("HI1", 910, "E", cls="HY", ma=4)],
        horse,
        a_leaders=[kit.leader("Alexander", 809)],
        b_leaders=[kit.leader("Bessus", 1310, command_range=6, line_commands=1)],
    ).orders("a", "Alexander")
    way = (1010, 1110, 1210)
    assert set(yielding.price(r.g, r.unit("HI1"), way).counts_on) == {"LC8", "LC9"}
    answers = [{"LC8": "line", "LC9": "stay"}, {"LC8": "1508@W", "LC9": "1511@W"}]
    r.order(Move(unit="HI1", path=way), answers=answers, dice=[0, 0], defaults=["leader-withdrawal"])
    assert (r.unit("LC8").hex, r.unit("LC9").hex) == (1508, 1511)
    assert r.unit("HI1").hex == 1210


@pytest.mark.rule("alexander 6.61", "alexander 6.62", "alexander 7.23")
def test_a_column_that_marches_into_a_zone_stays_in_column() -> None:
    r = kit.battle(
        [kit.unit("PH1", 1010, "SIDE_N", column=True, headed="left")],
        [kit.unit("HI9", 1003, "SW", cls="HY", ma=4)],
        a_leaders=[kit.leader("Alexander", 810)],
    ).orders("a", "Alexander")
    way = tuple(range(1009, 1003, -1))
    with kit.refused("6.61"):
        r.order(Move(unit="PH1", path=way, form=Facing.E))
    assert r.unit("PH1").hex == 1010


@pytest.mark.rule("alexander 9.65", "alexander 10.21", "alexander 7.21")
def test_a_phalanx_that_fails_to_stand_turns_its_back_and_lets_go() -> None:
    """DR 6 and 2 over its TQ of 7 are 8: it routs. Nobody is held by it any more."""
    r = kit.battle([kit.unit("PH1", 2010, "E", tq=7, hits=9)], [kit.unit("LI9", 2110, "E", ma=5)]).orders("b")
    assert not zoc.may_leave(r.g, r.unit("LI9"))
    r.run(rout.rout, r.unit("PH1"), dice=[6], defaults=["rout-path"])
    assert r.unit("PH1").routed and r.unit("PH1").facing is Facing.W
    assert zoc.may_leave(r.g, r.unit("LI9"))


@pytest.mark.rule("alexander 6.42", "alexander 6.44", "alexander 6.28")
def test_a_phalanx_in_woods_with_one_half_goes_on_and_then_about() -> None:
    """Out of the woods, 1 MP, and about, 3 MP: 4 in all; in them it can't."""
    r = kit.battle(
        [kit.unit("PH1", 1010)],
        [kit.unit("HC9", 3030)],
        a_leaders=[kit.leader("Alexander", 809)],
        terrain={1011: "woods"},
    ).orders("a", "Alexander")
    with kit.refused("6.44"):
        r.order(Move(unit="PH1", path=(Facing.W,)))
    r.order(Move(unit="PH1", path=(1110, Facing.W)), dice=[])
    assert r.unit("PH1").facing is Facing.W and r.unit("PH1").hits == 0
