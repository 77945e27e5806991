"""9.16 step 4 and 9.17: hits, shares, collapse; 10.13, 10.15."""

from __future__ import annotations

import pytest

from engine.kernel.scenario import SpecialRule
from engine.systems.cataphract.state import UncontrolledLine
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import HitsRemoved, HitsTaken, ShockFought, UnitEliminated, UnitMoved, UnitRouted
from engine.systems.gboh.shock import resolve
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.shock.segment import fight
from tests.engine.cataphract import kit

AWAY = ["rout-path", "advance-turn"]


def attack(text):
    a, d = text.split(" x ")
    return Attack(attackers=tuple(a.split("+")), defenders=tuple(d.split("+")))


def fights(a, b, *attacks, dice=(), answers=(), defaults=(*AWAY, "clash-unit"), **more):
    """Nobody has Must Check, so the dice begin with the Shock."""
    r = kit.battle(a, b, **more).orders("a", moved=[u["code"] for u in a])
    r.run(lambda g: fight(g, [attack(x) for x in attacks]), dice=dice, answers=answers, defaults=defaults)
    return r


def duel(dice, attacker="HC1", defender="MI2", a=None, b=None, facing="W", **more):
    return fights(
        [kit.unit(attacker, 1010, size=7, **(a or {}))],
        [kit.unit(defender, 1110, facing, size=7, **(b or {}))],
        f"{attacker} x {defender}",
        dice=dice,
        **more,
    )


def hits(r, rule="9.16"):
    return {e.unit: e.hits for e in r.happened(HitsTaken) if e.rule == rule}


def routed(r):
    return [e.unit for e in r.happened(UnitRouted)]


# -- 9.16 step 4 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.parametrize(("die", "taken"), [(0, (3, 2)), (6, (2, 2)), (7, (2, 3)), (9, (2, 4))])
def test_both_sides_take_the_hits_of_the_chart(die, taken):
    r = duel([die], a={"tq": 9}, b={"tq": 9})
    assert hits(r) == {"HC1": taken[0], "MI2": taken[1]}
    (fight_,) = r.happened(ShockFought)
    assert fight_.column == 7 and "column 7" in fight_.story and f"rolled {die}" in fight_.story


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.rule("cataphract table:shock_result_modifications")
def test_superiority_doubles_the_defenders_and_triples_the_attackers_hits():
    assert hits(duel([7], facing="NE", a={"tq": 9}, b={"tq": 20})) == {"HC1": 2, "MI2": 6}, "column 8, 2(3)"
    assert hits(duel([7], defender="HI2", a={"tq": 9}, b={"tq": 9})) == {"HC1": 6, "HI2": 2}, "column 6, 2(2)"


@pytest.mark.rule("cataphract 9.16")
def test_a_routed_defender_that_is_hit_is_gone():
    r = duel([5], a={"tq": 9}, b={"routed": True})
    assert [e.unit for e in r.happened(UnitEliminated)] == ["MI2"]
    assert [(e.unit, e.to) for e in r.happened(UnitMoved)] == [("HC1", 1110)]


# -- 10.13 -----------------------------------------------------------------------------------------------------------


def share(n, hit, *, chosen=0, tqs=(9, 9, 9), had=(0, 0, 0), answers=()):
    units = [kit.unit(f"HI{i + 1}", 1010 + i, tq=tqs[i], hits=had[i]) for i in range(n)]
    r = kit.battle(units)
    all_units = [r.unit(u["code"]) for u in units]
    got = r.run(lambda g: resolve.share(g, all_units, all_units[chosen], hit), answers=answers)
    return [h for _, h in got]


@pytest.mark.rule("cataphract 10.13")
def test_hits_are_shared_equally_the_odd_one_to_the_chosen_unit():
    assert share(1, 3) == [3]
    assert share(2, 4) == [2, 2]
    assert share(2, 3, chosen=1) == [1, 2]
    assert share(3, 4, chosen=2) == [1, 1, 2]
    assert share(3, 0) == [0, 0, 0]


@pytest.mark.rule("cataphract 10.13")
def test_even_if_it_routs_the_unit():
    assert share(2, 1, chosen=1, had=(0, 8, 0)) == [0, 1]


@pytest.mark.rule("cataphract 10.13")
def test_further_odd_hits_go_where_the_owner_wants_them():
    assert share(3, 5, had=(0, 4, 2), answers=["HI2"]) == [2, 2, 1]
    assert share(3, 5, had=(0, 4, 2), answers=[lambda d: d.default]) == [2, 1, 2], "farthest from its TQ"
    assert share(3, 2, answers=["HI3"]) == [1, 0, 1], "among equals too"


@pytest.mark.rule("cataphract 10.13")
def test_among_equals_a_standing_order_answers():
    seen = []
    share(3, 2, answers=[lambda d: seen.append(d) or d.default])
    share(3, 2, had=(0, 4, 2), answers=[lambda d: seen.append(d) or d.default])
    assert [(d.policy.kind, d.policy.free) for d in seen] == [("odd-hit", True), ("odd-hit", False)]


# -- 9.17 (1), 10.14, 10.15 ------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 9.17")
@pytest.mark.rule("cataphract 10.14")
def test_units_at_their_tq_rout_and_the_attacker_advances():
    r = duel([6], a={"tq": 9}, b={"tq": 2})
    assert routed(r) == ["MI2"]
    assert [(e.unit, e.to) for e in r.happened(UnitMoved)] == [("HC1", 1110)]


@pytest.mark.rule("cataphract 9.17")
def test_in_one_combat_the_defenders_routs_come_first():
    a = [kit.unit("HC1", 1010, size=7, tq=9), kit.unit("HC3", 1011, size=7, tq=1)]
    r = fights(a, [kit.unit("MI2", 1110, "W", size=14, tq=2)], "HC1+HC3 x MI2", dice=[6])
    assert routed(r) == ["MI2", "HC3"]
    assert [(e.unit, e.to) for e in r.happened(UnitMoved)] == [("HC1", 1110)]


@pytest.mark.rule("cataphract 10.15")
def test_e_10_15_equal_the_defender_routs_and_the_attacker_is_left_one_short():
    """Taginae: Goth HC (TQ 6, 4 hits) attacks LI (TQ 5, 2 hits) on open level ground; the result is 2(3)."""
    r = duel([5], defender="LI2", a={"tq": 6, "hits": 4}, b={"tq": 5, "hits": 2})
    assert hits(r) == {"HC1": 2, "LI2": 3}
    assert routed(r) == ["LI2"]
    assert r.unit("HC1").hits == 5
    assert r.unit("HC1").hex == 1110


@pytest.mark.rule("cataphract 10.15")
@pytest.mark.parametrize(("ground", "loser"), [({}, "LI2"), ({"hexsides": [(1010, 1110, "stream")]}, "LI2")])
def test_a_free_advance_adds_nothing(ground, loser):
    assert routed(duel([5], defender="LI2", a={"tq": 6, "hits": 4}, b={"tq": 5, "hits": 2}, **ground)) == [loser]


@pytest.mark.rule("cataphract 10.15")
def test_the_whole_side_routs_or_stands():
    a = [kit.unit("HC1", 1010, size=7, tq=1, hits=0), kit.unit("HC3", 1011, size=7, tq=1)]
    r = fights(a, [kit.unit("MI2", 1110, "W", size=14, tq=1)], "HC1+HC3 x MI2", dice=[6], answers=["HC3"])
    assert routed(r) == ["MI2"], "2 hits of TQ 1 against 1 of 1"
    assert [r.unit(u).hits for u in ("HC1", "HC3")] == [0, 0]


# -- 9.17 (2) --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 9.17")
@pytest.mark.rule("cataphract table:tq_checks")
@pytest.mark.parametrize(("die", "holds"), [(0, True), (3, True), (4, False), (9, False)])
def test_one_hit_from_its_tq_a_unit_in_enemy_zoc_rolls(die, holds):
    r = duel([6, die], a={"tq": 9}, b={"tq": 3})
    assert [x.purpose for x in r.rolls] == ["shock", "collapse"]
    assert r.unit("MI2").routed is not holds
    if holds:
        assert r.unit("MI2").hits == 1
        assert [(e.unit, e.cause) for e in r.happened(HitsRemoved)] == [("MI2", "collapse")]
    else:
        assert [(e.unit, e.to) for e in r.happened(UnitMoved)] == [("HC1", 1110)]


@pytest.mark.rule("cataphract 9.17")
def test_attackers_roll_too():
    r = duel([6, 9], a={"tq": 3}, b={"tq": 9})
    assert routed(r) == ["HC1"]


@pytest.mark.rule("cataphract 9.17")
def test_not_outside_enemy_zoc():
    r = duel([7], a={"tq": 3}, b={"tq": 20}, facing="NE")
    assert [x.purpose for x in r.rolls] == ["shock"], "HC1 stands on the flank of its enemy"


@pytest.mark.rule("cataphract 9.17")
def test_nobody_rolls_who_is_farther_from_its_tq():
    assert len(duel([6], a={"tq": 9}, b={"tq": 4}).rolls) == 1


# -- afterwards ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.31")
@pytest.mark.parametrize(("turn", "left"), [(0, ["HC3"]), (1, ["HC1", "HC3"])])
def test_who_has_fought_is_free_of_an_uncontrolled_line_that_was_advancing(turn, left):
    a = [kit.unit("HC1", 1010, size=7, tq=9), kit.unit("HC3", 1020)]
    r = kit.battle(a, [kit.unit("MI2", 1110, "W", size=7, tq=9)]).orders("a", moved=["HC1"])
    r.state.uncontrolled.append(UncontrolledLine(side="a", units=["HC1", "HC3"], turn=turn))
    r.run(lambda g: fight(g, [attack("HC1 x MI2")]), dice=[6], defaults=AWAY)
    assert r.state.uncontrolled[0].units == left


def test_special_rules_hear_of_the_units_harmed():
    heard = []

    class Ear(Special):
        def after_shock(self, g, losers):
            heard.extend(u.id for u in losers)

    for die, tq in ((6, 9), (6, 2)):
        r = kit.battle([kit.unit("HC1", 1010, size=7, tq=9)], [kit.unit("MI2", 1110, "W", size=7, tq=tq)]).orders(
            "a", moved=["HC1"]
        )
        kit.under(r, Ear(SpecialRule(id="ear", title="Rule", text="Text.")))
        r.run(lambda g: fight(g, [attack("HC1 x MI2")]), dice=[die], defaults=AWAY)
    assert heard == ["MI2", "MI2"]
