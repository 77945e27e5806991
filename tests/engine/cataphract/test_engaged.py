"""10.3 Engaged (optional)."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import Picks
from engine.kernel.text import Refusal
from engine.systems.cataphract.events.formations import UnitFormed
from engine.systems.gboh.cohesion import engaged, rout
from engine.systems.gboh.events import HitsTaken, UnitMoved
from engine.systems.gboh.shock import designation
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.shock.segment import fight, shock_segment
from tests.engine.cataphract import kit

ON = {"10.3": True}
AWAY = ["rout-path", "advance-turn", "clash-unit"]


def attack(text):
    a, d = text.split(" x ")
    return Attack(attackers=tuple(a.split("+")), defenders=tuple(d.split("+")))


def duel(die=6, *, options=ON, a=None, b=None, dice=None):
    """HC1 and MI2 fight with 7 against 7."""
    r = kit.battle(
        [kit.unit("HC1", 1010, size=7, **{"tq": 9, **(a or {})})],
        [kit.unit("MI2", 1110, "W", size=7, **{"tq": 9, **(b or {})})],
        options=options,
    ).orders("a", moved=["HC1"])
    r.run(lambda g: fight(g, [attack("HC1 x MI2")]), dice=dice or [die], defaults=AWAY)
    return r


def locked(a, b, leader=True, **ground):
    """Units of both sides Engaged already; Bouzes commands side a."""
    leaders = [kit.leader("Bouzes", 908, command_range=6 if leader else 0)]
    engaged_units = [{"engaged": True, **u} for u in (*a, *b)]
    r = kit.battle(engaged_units[: len(a)], engaged_units[len(a) :], a_leaders=leaders, options=ON, **ground)
    return r.orders("a", "Bouzes")


# -- 9.17 (3) --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.31")
@pytest.mark.rule("cataphract 9.17")
def test_units_of_both_sides_that_kept_their_ground_are_engaged():
    r = duel()
    assert (r.unit("HC1").engaged, r.unit("MI2").engaged) == (True, True)


@pytest.mark.rule("cataphract 10.31")
def test_only_when_the_option_is_on():
    r = duel(options={})
    assert not r.unit("HC1").engaged and not r.happened(UnitFormed)


@pytest.mark.rule("cataphract 10.33")
@pytest.mark.parametrize("loser", ["HC1", "MI2"])
def test_nobody_is_when_one_side_broke(loser):
    r = duel(
        a={"tq": 2 if loser == "HC1" else 9, "engaged": True}, b={"tq": 2 if loser == "MI2" else 9, "engaged": True}
    )
    assert r.unit(loser).routed
    assert not r.unit("HC1").engaged and not r.unit("MI2").engaged


@pytest.mark.rule("cataphract 10.33")
@pytest.mark.rule("cataphract 9.17")
def test_a_unit_that_advances_is_not_engaged_those_that_stay_are():
    a = [kit.unit("HC1", 1010, size=7, tq=9), kit.unit("HC3", 1011, size=7, tq=8)]
    b = [kit.unit("MI2", 1110, "W", size=14, tq=2), kit.unit("MI4", 1111, "W", size=7, tq=9)]
    r = kit.battle(a, b, options=ON).orders("a", moved=["HC1", "HC3"])
    attacks = [attack("HC1 x MI2"), attack("HC3 x MI4")]
    r.run(lambda g: fight(g, attacks), dice=[9, 6], defaults=[*AWAY, "reaction-facing"])
    assert [(e.unit, e.to) for e in r.happened(UnitMoved)] == [("HC1", 1110)]
    assert [u.id for u in r.g.units() if u.engaged] == ["HC3", "MI4"]


# -- 10.33 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.33")
def test_the_marker_goes_when_no_engaged_enemy_is_left_in_front():
    r = locked([kit.unit("HI1", 1010), kit.unit("HI3", 1020)], [kit.unit("MI2", 1110, "W")])
    r.run(_release)
    assert [u.id for u in r.g.units() if u.engaged] == ["HI1", "MI2"]
    r.run(lambda g: rout.rout(g, r.unit("MI2")), defaults=AWAY)
    assert not r.unit("HI1").engaged


@pytest.mark.rule("cataphract 10.33")
def test_the_zoc_of_an_engaged_enemy_is_enough_to_keep_it():
    # HI1 looks away; MI2 has it in its ZOC.
    r = locked([kit.unit("HI1", 1010, "W")], [kit.unit("MI2", 1110, "W")])
    r.run(_release)
    assert r.unit("HI1").engaged


@pytest.mark.rule("cataphract 10.33")
def test_an_enemy_that_is_not_engaged_does_not():
    r = locked([kit.unit("HI1", 1010)], [kit.unit("MI2", 1110, "W", engaged=False)])
    r.run(_release)
    assert not r.unit("HI1").engaged


async def _release(g):
    engaged.release(g)


# -- 10.31 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.31")
def test_engaged_units_in_command_range_must_attack():
    r = locked([kit.unit("HI1", 1010)], [kit.unit("MI2", 1110, "W")])
    assert [u.id for u in designation.obliged(r.g)] == ["HI1"]
    assert designation.willing(r.g) == []
    with pytest.raises(Refusal):
        designation.check_plan(r.g, ShockPlan())


@pytest.mark.rule("cataphract 10.31")
def test_beyond_it_they_need_not():
    r = locked([kit.unit("HI1", 1010)], [kit.unit("MI2", 1110, "W")], leader=False)
    assert designation.obliged(r.g) == [] and designation.willing(r.g) == []


@pytest.mark.rule("cataphract 10.31")
def test_they_get_no_check_and_fight():
    r = locked([kit.unit("HI1", 1010, tq=9)], [kit.unit("MI2", 1110, "W", tq=9)])
    r.run(shock_segment, dice=[6], defaults=AWAY)
    assert r.state.orders.markers == {"HI1": "no"}
    assert [x.purpose for x in r.rolls] == ["shock"]
    assert r.unit("HI1").engaged and r.unit("MI2").engaged


# -- 10.32 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.32")
@pytest.mark.parametrize(
    ("mine", "theirs", "may"),
    [
        ("LC1", {}, True),
        ("LI1", {"ma": 4}, True),
        ("LI1", {"ma": 5}, False),
        ("MI1", {"ma": 2}, False),
        ("HC1", {"ma": 8}, False),
    ],
)
def test_faster_horse_and_light_foot_may_withdraw_instead(mine, theirs, may):
    r = locked([kit.unit(mine, 1010)], [kit.unit("MI2", 1110, "W", **theirs)])
    assert bool(engaged.escapes(r.g, r.unit(mine))) is may


@pytest.mark.rule("cataphract 10.32")
def test_1_hex_keeping_its_facing_clear_of_the_enemy():
    r = locked([kit.unit("LC1", 1010)], [kit.unit("MI2", 1110, "W")])
    r.run(shock_segment, answers=[{"LC1": "0910"}])
    u = r.unit("LC1")
    assert (u.hex, u.facing.name, u.engaged) == (910, "E", False)
    assert not r.unit("MI2").engaged, "nobody holds it any more"
    # 1109 and 1011 touch the enemy; 1009, 0909 and 0910 don't.
    assert [c.key for c in r.decisions[0].items[0].choices] == ["stay", "1009", "0910", "0909"]


@pytest.mark.rule("cataphract 10.32", "cataphract 6.22")
@pytest.mark.parametrize(
    ("who", "ground", "n"),
    [
        ("LC1", {"terrain": {910: "woods"}}, 1),
        ("LC1", {"terrain": {910: "rough"}}, 1),
        ("LI1", {"terrain": {910: "rough"}}, 0),
        ("LC1", {"levels": {910: 1}}, 1),
        ("LC1", {"levels": {910: 1}, "terrain": {910: "woods"}}, 2),
        ("LC1", {}, 0),
    ],
)
def test_it_takes_the_hits_of_the_ground_it_withdraws_into(who, ground, n):
    r = locked([kit.unit(who, 1010)], [kit.unit("MI2", 1110, "W")], **ground)
    r.run(shock_segment, answers=[{who: "0910"}])
    u = r.unit(who)
    assert (u.hex, u.facing.name, u.hits) == (910, "E", n)
    assert [e.rule for e in r.happened(HitsTaken)] == (["6.22"] if n else [])
    shown = next(c for c in r.decisions[0].items[0].choices if c.key == "0910")
    assert shown.hits == n, "and its owner is told so beforehand"


@pytest.mark.rule("cataphract 10.32")
def test_two_that_withdraw_into_one_hex_are_refused_whole():
    r = locked([kit.unit("LC1", 1010), kit.unit("LC2", 1011)], [kit.unit("MI2", 1110, "W"), kit.unit("MI3", 1111, "W")])

    def both(d):
        with kit.refused("10.32"):
            d.check(Picks(picks={"LC1": "0910", "LC2": "0910"}))
        return {"LC1": "0910", "LC2": "0911"}

    r.run(shock_segment, answers=[both])
    assert (r.unit("LC1").hex, r.unit("LC2").hex) == (910, 911)


@pytest.mark.rule("cataphract 10.32", "cataphract 10.14")
def test_and_routs_by_them_if_they_reach_its_tq():
    r = locked([kit.unit("LC1", 1010, tq=5, hits=4)], [kit.unit("MI2", 1110, "W")], terrain={910: "woods"})
    r.run(shock_segment, answers=[{"LC1": "0910"}], defaults=AWAY)
    assert r.unit("LC1").routed and r.unit("LC1").hex == 710, "from 0910 on"


@pytest.mark.rule("cataphract 10.32", "cataphract 7.13", "cataphract 6.13")
def test_withdrawing_neither_turns_nor_marks_it_moved():
    r = locked([kit.unit("LC1", 1010, moved=True)], [kit.unit("MI2", 1110, "W")], terrain={1010: "woods"})
    r.run(shock_segment, answers=[{"LC1": "0910"}])
    assert r.unit("LC1").hits == 0 and "LC1" not in r.g.orders.moved


@pytest.mark.rule("cataphract 10.32", "cataphract 8.22", "cataphract 10.31")
def test_nobody_fires_at_its_back_while_it_is_engaged():
    b = [kit.unit("MI2", 1110, "W"), kit.unit("LI4", 1109, "W", missile="C", engaged=False, ma=4)]
    r = locked([kit.unit("LC1", 1010)], b)
    assert r.unit("LI4") in r.g.covering(1010, "a")
    r.run(shock_segment, answers=[{"LC1": "0910"}])
    assert r.unit("LC1").hex == 910 and [d.kind for d in r.decisions] == ["engaged-withdrawal"]


@pytest.mark.rule("cataphract 10.32")
def test_or_stays_and_must_attack():
    r = locked([kit.unit("LC1", 1010, tq=9)], [kit.unit("MI2", 1110, "W", tq=9)])
    r.run(shock_segment, answers=["stay"], dice=[6], defaults=AWAY)
    assert r.decisions[0].default.picks == {"LC1": "stay"}
    assert [x.purpose for x in r.rolls] == ["shock"]


@pytest.mark.rule("cataphract 10.32")
def test_not_into_enemy_zoc_friends_or_prohibited_ground():
    a = [kit.unit("LC1", 1010), kit.unit("HI3", 1009, engaged=False)]
    b = [kit.unit("MI2", 1110, "W"), kit.unit("MI4", 811, "NE", engaged=False)]
    r = locked(a, b)
    assert r.g.enemy_zoc(910, "a")
    assert engaged.escapes(r.g, r.unit("LC1")) == [909]
