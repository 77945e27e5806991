"""8.0 Hits, Depletion, Rout, Retreat; leaders of lost units; Rampage."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.cohesion import cohesion
from engine.systems.simple_gboh import breaking, effects, rampage
from tests.each import for_each
from tests.engine.simple_gboh.kit import Rig, battle, leader, unit

ROMAN = {"roman": True, "legion": "I", "cls": "PR"}


def one(code: str = "LG1", **values: Any) -> Rig:
    return battle([unit(code, 1010, **values)], [unit("HI9", 2010, "W")]).turn("a")


def hit(r: Rig, code: str, n: int) -> Any:
    return r.run(lambda g: cohesion.hits(g, r.unit(code), n, "test", "8.1"))


# -- hits, Depletion -------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 8.1", "simple-gboh 8.4")
def test_hits_add_up_and_rout_at_tq():
    r = one(tq=6)
    assert hit(r, "LG1", 5)
    assert r.unit("LG1").hits == 5
    assert not hit(r, "LG1", 1)
    assert r.unit("LG1").eliminated
    assert r.state.sides["a"].rout_points == 6


@pytest.mark.rule("simple-gboh 8.2", "simple-gboh 8.21", "simple-gboh 8.22", "simple-gboh 2.23")
@pytest.mark.parametrize(("before", "more", "left"), [(4, 3, 1), (4, 2, 1), (4, 4, 2), (0, 9, 3)])
def test_hits_deplete_a_unit_with_another_side(before: int, more: int, left: int):
    """D7, D8"""
    r = one(tq=6, depletable=True, hits=before)
    assert hit(r, "LG1", more)
    u = r.unit("LG1")
    assert (u.depleted, u.hits, u.tq, cohesion.tq(r.g, u)) == (True, left, 6, 4)
    assert r.state.sides["a"].rout_points == 0


@pytest.mark.rule("simple-gboh 8.23", "simple-gboh 9.0")
def test_a_depleted_unit_routs_at_its_lower_tq():
    r = one(tq=6, depletable=True, depleted=True, hits=3)
    assert not hit(r, "LG1", 1)
    assert r.unit("LG1").eliminated
    assert r.state.sides["a"].rout_points == 6, "by its printed TQ"


@pytest.mark.rule("simple-gboh 8.23")
def test_hits_left_by_depletion_may_rout_it_at_once():
    r = one(tq=6, depletable=True)
    assert not hit(r, "LG1", 10)
    assert r.unit("LG1").eliminated


@pytest.mark.rule("simple-gboh 8.2")
def test_without_another_side_it_is_not_depleted():
    r = one(tq=6)
    hit(r, "LG1", 6)
    assert not r.unit("LG1").depleted


@pytest.mark.rule("simple-gboh 7.53", "simple-gboh 8.22", "simple-gboh 8.21")
@pytest.mark.parametrize(("hits", "left"), [(5, 2), (0, 0), (4, 2)])
def test_a_rout_result_depletes_with_half_the_hits(hits: int, left: int):
    """D9"""
    r = one(tq=6, depletable=True, hits=hits)
    r.run(lambda g: breaking.rout_result(g, r.unit("LG1")))
    assert (r.unit("LG1").depleted, r.unit("LG1").hits) == (True, left)
    r.run(lambda g: breaking.rout_result(g, r.unit("LG1")))
    assert r.unit("LG1").eliminated


@pytest.mark.rule("simple-gboh 5.35")
@pytest.mark.parametrize(("n", "shares"), [(1, (1, 0)), (2, (1, 1)), (3, (2, 1))])
def test_a_stack_shares_its_hits(n: int, shares: tuple[int, int]):
    r = battle([unit("LG1", 1010, **ROMAN), unit("LG2", 1010, **ROMAN)], [unit("HI9", 2010)]).turn("a")
    r.run(lambda g: cohesion.spread(g, r.unit("LG1"), n, "test", "5.35"))
    assert (r.unit("LG1").hits, r.unit("LG2").hits) == shares


@pytest.mark.rule("simple-gboh 5.35", "simple-gboh 8.4")
def test_of_a_stack_the_other_stays():
    r = battle([unit("LG1", 1010, **ROMAN), unit("LG2", 1010, **ROMAN)], [unit("HI9", 2010)]).turn("a")
    hit(r, "LG1", 6)
    assert r.unit("LG1").eliminated
    assert (r.unit("LG2").hex, r.unit("LG2").beneath) == (1010, None)


@pytest.mark.rule("simple-gboh 9.0", "simple-gboh T:rout_points")
@for_each(
    ("values", "points"),
    [
        ({"code": "PH1", "tq": 7}, 14),
        ({"code": "HI1", "tq": 5}, 5),
        ({"code": "SK1", "tq": 5}, 2),
        ({"code": "SK1", "type": "SK*", "tq": 5}, 2),
        ({"code": "CH1", "tq": 6}, 2),
        ({"code": "EL1", "tq": 6}, 2),
        ({"code": "ART1", "tq": 4}, 4),
        ({"code": "HI1", "tq": 5, "depletable": True, "depleted": True}, 5),
        ({"code": "HI1", "tq": 5, "rp": 11}, 11),
    ],
)
def test_rout_points(values: dict[str, Any], points: int):
    """E5"""
    r = battle([{"hex": 1010, "facing": "E", **values}], [unit("HI9", 2010)]).turn("a")
    r.run(lambda g: effects.eliminate(g, r.unit(values["code"]), "test", "8.4"))
    assert r.state.sides["a"].rout_points == points


@pytest.mark.rule("simple-gboh 9.0", "simple-gboh 10.3", "simple-gboh T:rout_points")
def test_double_depth_is_worth_twice_and_goes_together():
    r = battle(
        [unit("PH1", 1010, tq=7, may_double=True), unit("PH2", 1010, tq=6, may_double=True, below="PH1")],
        [unit("HI9", 2010)],
    ).turn("a")
    assert r.g.deep(r.unit("PH1"))
    r.run(lambda g: effects.eliminate(g, r.unit("PH1"), "test", "8.4"))
    assert r.unit("PH2").eliminated
    assert r.state.sides["a"].rout_points == 28


# -- leaders ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.36")
def test_a_leader_whose_unit_is_lost_is_engaged_elsewhere():
    r = battle([unit("HI1", 1010, tq=5)], [unit("HI9", 2010)], a_leaders=[leader("Ajax", 1010)]).turn("a")
    hit(r, "HI1", 5)
    ajax = r.leader("Ajax")
    assert (ajax.hex, ajax.elsewhere, ajax.eliminated) == (None, True, False)
    assert r.state.sides["a"].rout_points == 5, "none for him"


@pytest.mark.rule("simple-gboh 4.36")
def test_a_leader_stays_where_another_of_the_stack_does():
    r = battle(
        [unit("LG1", 1010, **ROMAN), unit("LG2", 1010, **ROMAN)],
        [unit("HI9", 2010)],
        a_leaders=[leader("Varro", 1010)],
    ).turn("a")
    hit(r, "LG1", 6)
    assert (r.leader("Varro").hex, r.leader("Varro").elsewhere) == (1010, False)


# -- Rampage ---------------------------------------------------------------------------------------------------------


def beasts(*others: dict[str, Any], **values: Any) -> Rig:
    """An elephant at 1010, with others around it, all of side "b"."""
    return battle([unit("EL1", 1010, tq=6, **values)], list(others) or [unit("HI9", 2010)]).turn("a")


@pytest.mark.rule("simple-gboh 8.5", "simple-gboh 10.22", "simple-gboh 10.2")
def test_an_elephant_at_its_tq_rampages_and_is_lost():
    r = beasts(unit("HI9", 1110, "W", tq=5), unit("MI8", 1209, "W", tq=5), hits=5)
    r.g.tormentors["EL1"] = "HI9"
    r.run(lambda g: cohesion.hits(g, r.unit("EL1"), 1, "test", "8.1"), dice=[7, 5])
    assert (r.unit("HI9").hits, r.unit("MI8").hits) == (2, 0)
    assert r.unit("EL1").eliminated
    assert r.state.sides["a"].rout_points == 2


@pytest.mark.rule("simple-gboh 8.5")
@pytest.mark.parametrize(("die", "hits"), [(8, 3), (9, 4), (0, 0), (1, 0)])
def test_some_rolls_end_it_when_they_have_had_their_effect(die: int, hits: int):
    """D21"""
    r = beasts(unit("HI9", 1110, "W", tq=5), unit("MI8", 1011, "W", tq=5))
    r.run(lambda g: rampage.run(g, r.unit("EL1"), r.unit("HI9")), dice=[die])
    assert (r.unit("HI9").hits, r.unit("MI8").hits) == (hits, 0)
    assert r.unit("EL1").eliminated


@pytest.mark.rule("simple-gboh 8.5")
def test_it_goes_round_clockwise_those_beside_it_first():
    """Beside 1010 lie, clockwise from the top, 1009, 1109, 1110, 1011, 910, 909; two hexes off 1008 and others."""
    near = {"HI1": 1110, "HI2": 1011, "HI3": 909, "HI4": 1109}
    far = {"HI5": 1211, "HI6": 1008}
    others = [unit(c, h, "W", tq=9) for c, h in {**far, **near}.items()]
    r = battle([unit("EL1", 1010)], others).turn("a")
    r.run(lambda g: rampage.run(g, r.unit("EL1"), r.unit("HI2")), dice=[2] * 6)
    assert [x.unit for x in r.rolls] == ["HI2", "HI3", "HI4", "HI1", "HI6", "HI5"]
    assert r.unit("EL1").eliminated


@pytest.mark.rule("simple-gboh 8.5")
def test_without_a_cause_near_by_a_die_says_where_it_begins():
    r = battle([unit("EL1", 1010)], [unit("HI1", 1009, tq=9), unit("HI2", 1011, tq=9), unit("HI9", 1410)]).turn("a")
    r.run(lambda g: rampage.run(g, r.unit("EL1"), r.unit("HI9")), dice=[3, 2, 2])
    assert [x.unit for x in r.rolls] == ["EL1", "HI2", "HI1"]
    assert r.rolls[0].faces == 6


@pytest.mark.rule("simple-gboh 8.5", "simple-gboh 10.22")
def test_an_elephant_shaken_to_its_tq_is_just_lost():
    r = battle([unit("EL1", 1010), unit("EL2", 1011, tq=5, hits=3)], [unit("HI9", 1110, "W", tq=9)]).turn("a")
    r.run(lambda g: rampage.run(g, r.unit("EL1"), r.unit("HI9")), dice=[2, 7])
    assert r.unit("EL2").eliminated
    assert r.state.sides["a"].rout_points == 4
    assert len(r.rolls) == 2, "no Rampage of its own"


@pytest.mark.rule("simple-gboh 8.5", "simple-gboh 5.35")
def test_a_stack_is_shaken_once_and_shares_the_hits():
    r = battle([unit("LG1", 1110, tq=5, **ROMAN), unit("LG2", 1110, tq=7, **ROMAN)], [unit("EL9", 1010, "E")]).turn("a")
    r.run(lambda g: rampage.run(g, r.unit("EL9"), r.unit("LG1")), dice=[8])
    assert (r.unit("LG1").hits, r.unit("LG2").hits) == (2, 1)


@pytest.mark.rule("simple-gboh 8.5")
def test_friends_are_shaken_too_and_who_is_three_hexes_off_is_not():
    r = battle([unit("EL1", 1010), unit("MI2", 1011, tq=5), unit("MI3", 1013, tq=5)], [unit("HI9", 2010)]).turn("a")
    r.run(lambda g: rampage.run(g, r.unit("EL1"), None), dice=[1, 7])
    assert (r.unit("MI2").hits, r.unit("MI3").hits) == (2, 0)


@pytest.mark.rule("simple-gboh 8.5", "simple-gboh 10.22")
def test_a_lost_shock_sends_it_into_a_rampage_round_who_beat_it():
    r = battle([unit("EL1", 1010, tq=6)], [unit("HI9", 1110, "W", tq=6), unit("MI8", 1009, "W", tq=5)]).shock_turn()
    drm = r.reckoned("EL1 x HI9").drm
    r.fights("EL1 x HI9", dice=[1 - drm, 9, 3, 7])
    assert [x.unit for x in r.rolls[2:]] == ["HI9", "MI8"]
    assert r.unit("MI8").hits == 2
    assert r.unit("EL1").eliminated
