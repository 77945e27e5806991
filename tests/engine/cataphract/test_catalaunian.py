"""Catalaunian Fields: Alans who may leave, tribes that come on fiercely."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Pick
from engine.systems.gboh import special
from engine.systems.gboh.cohesion import cohesion, rout
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import HitsTaken, UnitEliminated, UnitRouted, UnitsLeft
from engine.systems.gboh.inquiry import unit as unit_inquiry
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import charge
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.shock.segment import fight
from engine.systems.gboh.turn import activation, momentum, trump
from tests.each import for_each
from tests.engine.cataphract import kit
from tests.engine.cataphract.test_attila_lines import leader, unit

ALANS = {"contingent": "Alans", "leader": "San"}
RULES = [
    kit.special("alan-defection", **ALANS),
    kit.special("alan-activation", **ALANS),
    kit.special("alan-no-recovery", contingent="Alans"),
]
BAND = ("HC1", "HC2", "MI1")
DONE = orders.Done()


def alan(code: str, at: int, **values: Any) -> dict[str, Any]:
    return unit(code, at, contingent="Alans", tq=7, **values)


def field(*more: dict[str, Any], ours: int = 0, theirs: int = 0, san: Any = None) -> kit.Rig:
    """Sangiban, Initiative 4, with HC1, HC2 and MI1 of the Alans; Aetius (6) and Att, the enemy (5), wait."""
    r = kit.field(
        units=[
            *(alan(code, at) for code, at in (("HC1", 1010), ("HC2", 1012), ("MI1", 914))),
            unit("HI1", 818, contingent="Romans"),
            unit("LN9", 2915, "W", "b"),
            *(p for p in more if "code" in p),
        ],
        leaders=[
            leader("Aet", 818, initiative=6, elite=True, commands=("Romans",)),
            leader("San", 1010, role="SC", initiative=4, commands=("Alans",), superior="Aet", **(san or {})),
            leader("Att", 2915, "b", initiative=5),
            *(p for p in more if "id" in p),
        ],
        special_rules=RULES,
    )
    r.state.sides["a"].rout_points, r.state.sides["b"].rout_points = ours, theirs
    r.state.phase, r.state.turn = "select", 2
    r.state.elite_order = []
    return r


def present(r: kit.Rig) -> bool:
    assert len({r.unit(name).on_map for name in BAND}) == 1, "all of them or none"
    return r.unit("HC1").on_map


def words_about(r: kit.Rig, name: str) -> str:
    found = unit_inquiry.about(r.g, r.unit(name))
    return " ".join(str(f.text) for s in found.sections for f in s.facts)


def check_gone(r: kit.Rig, ours: int = 0) -> None:
    """They have left with their leader, and nobody counts them."""
    assert not present(r) and not r.leader("San").on_map
    assert r.state.sides["a"].rout_points == ours
    assert all(words_about(r, name).count("left the battle") == 1 for name in BAND)
    assert [e.units for e in r.happened(UnitsLeft)] == [list(BAND)] and not r.happened(UnitEliminated)
    assert any("The Alans leave the battle" in t for t in r.told())
    r.state.sides["a"].pool = ["Aet"]
    assert leaders.replaceable(r.g, "a") == []  # who has left isn't replaced


# -- alan-activation ---------------------------------------------------------------------------------------------------


def outcome(total: int) -> str:
    return "leave" if total >= 9 else "acts" if total <= 4 else "finished"


@pytest.mark.rule("cataphract 5.12")
@for_each("die", range(10))
@for_each(("ours", "theirs", "change"), [(0, 0, 0), (7, 7, 0), (8, 7, 1), (7, 8, -1)])
def test_sangiban_rolls_to_act(die, ours, theirs, change):
    r = field(ours=ours, theirs=theirs)
    d = r.play(answers=["San"], dice=[die])
    roll = r.rolls[0]
    assert (roll.side, roll.rule, roll.total) == ("a", "alan-activation", die + change)
    match outcome(die + change):
        case "acts":
            assert d.kind == "orders" and d.subject == "San"
        case "finished":
            assert d.kind == "activation" and d.subject == "Att"
            assert r.leader("San").status == "finished" and present(r)
        case _:
            check_gone(r, ours)
            assert d.kind == "activation" and d.subject == "Att"


@pytest.mark.rule("cataphract 5.15")
def test_who_is_passed_rolls_nothing():
    r = field()
    asked = r.play()
    risk = next(c.risk for c in asked.choices if c.key == "San")
    assert "needs 4 or less: 50 %" in str(risk.words)
    assert "9 or more (10 %) takes the Alans out of the battle" in str(risk.words)
    d = r.play(answers=["pass-San"])
    assert d.subject == "Att" and r.rolls == [] and r.leader("San").status == "finished" and present(r)


def test_other_leaders_roll_nothing_nor_does_he_with_nobody_left():
    r = field()
    d = r.play(answers=["pass-San", "Att"])
    assert d.kind == "orders" and r.rolls == []
    r = field()
    for name in BAND:
        r.unit(name).hex, r.unit(name).eliminated = None, True
    d = r.play(answers=["San"])
    assert d.kind == "orders" and r.rolls == []


@pytest.mark.rule("cataphract 5.41")
def test_he_may_not_trump():
    r = field()
    r.leader("San").initiative_printed = 8
    r.leader("San").hex = 1010
    assert [x.id for x in trump.candidates(r.g, "a", above=4)] == ["Aet"]


@pytest.mark.rule("cataphract 5.41")
@pytest.mark.parametrize(("key", "rolls"), [("pass", 0), ("San", 1)])
def test_after_a_failed_trump_of_his_turn_he_may_still_be_passed(key, rolls):
    r = field()
    d = r.play(answers=["trump-Aet", key], dice=[8, *[0] * rolls])
    asked = r.decisions[1]
    assert asked.kind == "activation" and {c.key for c in asked.choices} == {"San", "pass"}  # type: ignore[attr-defined]
    assert asked.default == Pick(key="pass")
    assert (d.subject == "San") is (rolls == 1)
    assert len(r.rolls) == 1 + rolls and r.leader("Aet").status == "finished"


@pytest.mark.rule("cataphract 5.26")
@pytest.mark.parametrize("key", ["pass", "San"])
def test_let_go_from_enemy_zoc_he_may_be_passed(key):
    r = field()
    r.leader("San").deferred = True
    r.leader("Att").status = "finished"
    d = r.play(answers=[key], dice=[0] if key == "San" else [])
    assert d.subject == ("San" if key == "San" else "Aet")
    assert len(r.rolls) == (key == "San")


def after_orders() -> kit.Rig:
    r = field()
    r.state.phase, r.state.last_leader = "momentum", "San"
    r.leader("San").status, r.leader("San").in_a_row = "active", 1
    r.leader("Att").status = "finished"
    return r


@pytest.mark.rule("cataphract 5.31", "cataphract 5.32")
@for_each("die", range(10))
def test_momentum_takes_the_roll_too(die):
    r = after_orders()
    r.run(momentum.momentum_phase, answers=["yes"], dice=[4, die])
    assert [x.rule for x in r.rolls] == ["5.32", "alan-activation"]
    assert "the Alans leave the battle" in str(r.decisions[0].prompt)
    match outcome(die):
        case "acts":
            assert r.state.phase == "orders" and r.g.orders.momentum
        case "finished":
            assert r.state.phase == "select" and r.leader("San").status == "finished" and present(r)
        case _:
            assert r.state.phase == "select"
            check_gone(r)


@pytest.mark.rule("cataphract 5.32")
def test_without_momentum_there_is_nothing_more_to_roll():
    r = after_orders()
    r.run(momentum.momentum_phase, answers=["yes"], dice=[5])
    assert [x.rule for x in r.rolls] == ["5.32"] and r.leader("San").status == "finished"


@pytest.mark.rule("cataphract 5.42")
def test_trumped_momentum_needs_no_roll():
    r = after_orders()
    r.leader("Att").status = "inactive"
    r.run(momentum.momentum_phase, answers=["yes", "Att"], dice=[0, 0])
    assert [x.rule for x in r.rolls] == ["5.32", "5.42"] and r.g.orders.leader == "Att" and present(r)


@pytest.mark.rule("cataphract 5.51", "cataphract 5.52")
@pytest.mark.parametrize("die", [4, 5, 9])
def test_the_elite_phase_given_to_him_takes_the_roll(die):
    r = field()
    r.leader("San").hex = 1016
    r.state.phase, r.state.elite_order = "turn", None
    d = r.play(answers=["San"], dice=[die])
    assert [x.rule for x in r.rolls] == ["alan-activation"]
    if die == 4:
        assert d.kind == "orders" and r.g.orders.kind == "elite"
        r.play(answers=[DONE])
        assert r.leader("San").status == "inactive"  # his normal turn is still to come
        return
    assert r.state.orders is None and r.state.sides["a"].elite_done
    assert present(r) is (die == 5) and r.leader("San").status == "finished"


def test_held_in_enemy_zoc_to_the_end_of_the_turn_he_is_warned():
    r = field(unit("HC9", 1110, "W", "b"))
    r.state.phase = "last-call"
    for name in ("Aet", "Att"):
        r.leader(name).status = "finished"
    d = r.play()
    assert d.kind == "last-call" and "the Alans out of the battle" in str(d.choices[0].risk.words)
    r.play(answers=["shock"], dice=[0])
    assert r.rolls[0].rule == "alan-activation"


def test_leaders_among_them_look_after_themselves_when_they_go():
    r = field(unit("HC9", 1110, "W", "b"), leader("Pau", 1010, initiative=3, role="SC", superior="Aet"))
    r.leader("Pau").status = "finished"
    r.leader("San").hex = 914
    d = r.play(answers=["San"], dice=[9])
    assert d.kind == "leader-withdrawal" and [i.key for i in d.items] == ["Pau"]


# -- alan-defection ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.21")
@for_each("die", range(10))
@for_each(("ours", "theirs"), [(0, 0), (30, 0), (0, 30)])
def test_each_rout_of_an_alan_is_rolled_for_without_the_modifier(die, ours, theirs):
    r = field(ours=ours, theirs=theirs)
    r.run(rout.rout, r.unit("MI1"), dice=[die], defaults=["rout-path"])
    assert [(x.side, x.rule, x.total) for x in r.rolls] == [("a", "alan-defection", die)]
    if die <= 4:
        assert present(r) and r.unit("MI1").routed and r.leader("San").on_map
    else:
        check_gone(r, ours)


def test_others_may_rout_as_they_like():
    r = field()
    r.run(rout.rout, r.unit("HI1"), defaults=["rout-path", "leader-along"])
    r.run(rout.rout, r.unit("LN9"), defaults=["rout-path", "leader-along"])
    assert r.rolls == [] and present(r)


@pytest.mark.parametrize(("state", "limit"), [({"wounded": True}, 3), ({"eliminated": True, "hex": None}, 0)])
def test_what_holds_them_is_his_initiative_of_the_moment(state, limit):
    r = field()
    for k, v in state.items():
        setattr(r.leader("San"), k, v)
    r.run(rout.rout, r.unit("MI1"), dice=[limit], defaults=["rout-path"])
    assert present(r) and r.rolls[0].needs == f"{limit} or less"
    r.run(rout.rout, r.unit("HC2"), dice=[limit + 1], defaults=["rout-path"])
    assert not present(r)


def test_the_last_of_them_takes_nobody_along():
    r = field()
    for name in ("HC1", "HC2"):
        r.unit(name).hex, r.unit(name).eliminated = None, True
    r.unit("MI1").hex = 110  # two hexes from here the map ends
    r.run(rout.rout, r.unit("MI1"), defaults=["rout-path"])
    assert r.rolls == [] and r.unit("MI1").eliminated and r.state.sides["a"].rout_points == 7


@pytest.mark.rule("cataphract 9.13")
@pytest.mark.parametrize("goes", [False, True])
def test_they_leave_in_the_middle_of_a_combat(goes):
    """Two combats: HC1 breaks in the charge; the other combat of the Alans is over when they leave."""
    r = field(unit("HC8", 1110, "W", "b"), unit("HC9", 1112, "W", "b"))
    r.leader("San").hex = 914
    r.orders("b", "Att", markers={"HC8": "must", "HC9": "must"}, moved=["HC8", "HC9"])
    combats = [Combat.of(r.g, Attack(attackers=(a,), defenders=(d,))) for a, d in (("HC8", "HC1"), ("HC9", "HC2"))]
    # HC8, HC1 (9: 2 hits of 7), HC9, HC2: nobody else takes a hit.
    r.unit("HC1").hits = 5
    away = ["rout-path", "advance-turn", "leader-withdrawal", "clash-unit"]
    r.run(lambda g: charge.charge(g, combats), dice=[0, 9, 0, 0, 9 if goes else 0], defaults=away)
    assert r.happened(UnitRouted)[0].unit == "HC1"
    assert [c.goes_on for c in combats] == [False, not goes]
    assert present(r) is not goes
    if goes:
        assert r.unit("HC9").hex == 1012  # nobody is left to stand against it
        check_gone(r)


@pytest.mark.rule("cataphract 9.17")
def test_attackers_who_leave_fight_no_more():
    r = field(unit("HC8", 1110, "W", "b"), unit("HC9", 1112, "W", "b"))
    r.leader("San").hex = 914
    r.orders("a", "San", markers={"HC1": "must", "HC2": "must"}, moved=["HC1", "HC2"])
    r.unit("HC1").hits = 6
    attacks = [Attack(attackers=(a,), defenders=(d,)) for a, d in (("HC1", "HC8"), ("HC2", "HC9"))]
    away = ["rout-path", "advance-turn", "clash-unit"]
    r.run(fight, attacks, dice=[8, 0, 0, 0, 9], defaults=away)
    check_gone(r)
    assert r.unit("HC8").hits == r.unit("HC9").hits == 0
    assert [x.rule for x in r.rolls] == ["9.13"] * 4 + ["alan-defection"]


# -- recovery ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.16", "cataphract 10.27")
def test_alans_recover_no_hits_and_can_be_rallied():
    r = field(unit("LC3", 1011, hits=2, contingent="Huns"), leader("Lex", 1011, role="SC", superior="Aet"))
    r.unit("HC1").hits = 2
    r.unit("HC2").routed = True
    r.orders("a", "Lex")
    r.refuses("alan-no-recovery", orders.Recover(unit="HC1"))
    r.order(orders.Recover(unit="LC3"))
    r.order(orders.Rally(unit="HC2"), dice=[0])
    assert not r.unit("HC2").routed


# -- ferocity ----------------------------------------------------------------------------------------------------------

FEROCITY = kit.special("ferocity", contingents=["Franks", "Gepids"], bonus=2)


def tribes(*more: dict[str, Any], **state: Any) -> kit.Rig:
    """Franks MI1-2 (TQ 5) and Gepids MI3 of side a face Franks MI8 (TQ 5) and Romans HI9 (TQ 6) of side b."""
    r = kit.field(
        units=[
            unit("MI1", 1010, contingent="Franks"),
            unit("MI2", 1011, contingent="Franks"),
            unit("MI3", 1012, contingent="Gepids"),
            unit("MI4", 1013, contingent="Romans"),
            unit("MI8", 1110, "W", "b", contingent="Franks"),
            unit("HI9", 1112, "W", "b", contingent="Romans"),
            *more,
        ],
        leaders=[leader("Aet", 906), leader("Att", 2915, "b")],
        special_rules=[FEROCITY],
    )
    for name, values in state.items():
        for k, v in values.items():
            setattr(r.unit(name), k, v)
    return r.orders("a", "Aet")


def charging(r: kit.Rig, attacker: str, defender: str, dice: list[int], *, marker: str = "must") -> list[int]:
    """Hits of the Pre-Shock check, in the order of the rolls: attacker, defender."""
    r.g.orders.markers[attacker] = marker  # type: ignore[assignment]
    combat = Combat.of(r.g, Attack(attackers=(attacker,), defenders=(defender,)))
    away = ["rout-path", "advance-turn", "clash-unit"]
    r.run(lambda g: charge.charge(g, [combat]), dice=dice, defaults=away)
    taken = {e.unit: e.hits for e in r.happened(HitsTaken)}
    return [taken.get(attacker, 0), taken.get(defender, 0)]


@pytest.mark.rule("cataphract 9.13")
@for_each(("attacker", "tq"), [("MI1", 7), ("MI3", 7), ("MI4", 5)])
@for_each("die", [5, 7, 8, 9])
def test_tribal_foot_charges_with_2_more_tq(attacker, tq, die):
    r = tribes()
    hits, _ = charging(r, attacker, "HI9", [die, 0])
    assert hits == max(0, die - tq)
    assert r.rolls[0].needs == f"TQ {tq} or less"


@pytest.mark.rule("cataphract 9.13", "cataphract 10.11")
def test_it_helps_nobody_who_awaits_a_charge_and_counts_for_the_check_alone():
    r = tribes()
    assert charging(r, "MI1", "MI8", [0, 7]) == [0, 2]
    assert r.rolls[1].needs == "TQ 5 or less"
    assert all(cohesion.tq(r.g, r.unit(u)) == 5 for u in ("MI1", "MI8"))
    # A charge that would have broken it without Ferocity: 4 hits and 1 more are 5, its TQ.
    r = tribes(MI1={"hits": 4})
    charging(r, "MI1", "HI9", [8, 0, 0])
    assert r.unit("MI1").routed and [x.purpose for x in r.rolls][-1] == "ferocity"


@pytest.mark.rule("cataphract 10.21")
@for_each("die", range(10))
def test_each_rout_may_cost_the_tribe_its_ferocity(die):
    r = tribes()
    r.run(rout.rout, r.unit("MI1"), dice=[die], defaults=["rout-path"])
    assert [(x.rule, x.side, x.unit) for x in r.rolls] == [("ferocity", "a", "MI1")]
    lost = die > 5
    assert (r.state.notes.get("ferocity") == "a Franks") is lost
    told = "The Franks of the A have lost their Ferocity."
    assert (told in r.told()) is lost
    bonus = {u.id: sum(x.charge_bonus(r.g, u) for x in special.rules(r.g)) for u in r.g.units()}
    assert bonus["MI2"] == (0 if lost else 2)
    # Other tribes, and the same tribe of the enemy, keep it.
    assert (bonus["MI3"], bonus["MI8"], bonus["MI4"]) == (2, 2, 0)
    # Whoever has it no more rolls no more.
    r.run(rout.rout, r.unit("MI2"), dice=[] if lost else [5], defaults=["rout-path"])
    r.run(rout.rout, r.unit("MI3"), dice=[9], defaults=["rout-path"])
    if lost:
        assert r.state.notes["ferocity"] == "a Franks; a Gepids"


def test_others_roll_for_nothing():
    r = tribes()
    r.run(rout.rout, r.unit("MI4"), defaults=["rout-path"])
    r.run(rout.rout, r.unit("HI9"), defaults=["rout-path"])
    assert r.rolls == []


@pytest.mark.rule("cataphract 9.13")
def test_a_tribe_that_lost_it_charges_like_anybody_else():
    r = tribes()
    r.run(rout.rout, r.unit("MI1"), dice=[6], defaults=["rout-path"])
    assert charging(r, "MI2", "HI9", [7, 0])[0] == 2


@pytest.mark.rule("cataphract 10.16", "cataphract 10.27")
@pytest.mark.parametrize("lost", [False, True])
def test_tribes_recover_no_hits_whether_fierce_or_not(lost):
    r = tribes(MI2={"hits": 2, "hex": 806}, MI4={"hits": 2, "hex": 807}, MI1={"routed": True, "hex": 705})
    if lost:
        r.state.notes["ferocity"] = "a Franks"
    r.orders("a", "Aet")
    r.refuses("ferocity", orders.Recover(unit="MI2"))
    r.order(orders.Recover(unit="MI4"))
    r.order(orders.Rally(unit="MI1"), dice=[0])
    assert not r.unit("MI1").routed


def test_activation_of_a_leader_under_no_rule_is_never_in_doubt():
    r = tribes()
    r.state.orders, r.state.phase = None, "select"
    r.run(lambda g: activation.activate(g, r.leader("Aet")))
    assert r.state.phase == "orders" and r.rolls == []
