"""Shock in every game of the family: who attacks, the steps of the segment, who breaks, who advances."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import HitsTaken, MarkerPlaced, ShockFought, UnitMoved, UnitRouted, UnitTurned
from engine.systems.gboh.shock import collapse, designation
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from tests.each import for_each
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, leader, unit
from tests.engine.gboh.rig import Rig

ANNA = leader("Anna", 1008, command_range=9)
FAR = leader("Anna", 1030, command_range=3)


def field(kit: Kit, *a: dict[str, Any], b: Any, by: dict[str, Any] = ANNA, **more: Any) -> Rig:
    return kit.battle(a, b, a_leaders=[by], **more).orders("a", "Anna")


def plan(*attacks: str) -> ShockPlan:
    pairs = [x.split(" x ") for x in attacks]
    return ShockPlan(
        attacks=tuple(Attack(attackers=tuple(a.split("+")), defenders=tuple(d.split("+"))) for a, d in pairs)
    )


def refusal(r: Rig, attempt: ShockPlan) -> str | None:
    with pytest.raises(Refusal) as no:
        designation.check_plan(r.g, attempt)
    return no.value.rule


def ids(units: Any) -> set[str]:
    return {u.id for u in units}


# -- who attacks -----------------------------------------------------------------------------------------------------


@shared(Case.MUST_ATTACK, Case.MUST_CHECK)
@pytest.mark.rule(
    "cataphract 7.31", "cataphract 7.32", "alexander 7.31", "alexander 7.33", "alexander 7.35", "spqr 7.25", "spqr 7.26"
)
@for_each("code", ["HC1", "LN1", "HI1", "MI1"])
def test_heavy_units_that_move_adjacent_must_attack_after_a_check(kit: Kit, code: str) -> None:
    r = field(kit, unit(code, 1010), b=[unit("HI9", 1210, "W")]).moves(code, 1110)
    assert r.g.orders.markers == {code: "must"}
    assert ids(designation.obliged(r.g)) == {code}
    assert refusal(r, ShockPlan()) == kit.case(Case.MUST_ATTACK)


@shared(Case.MAY_ATTACK, Case.MUST_CHECK)
@pytest.mark.rule(
    "cataphract 7.31", "cataphract 7.32", "alexander 7.32", "alexander 7.33", "alexander 7.35", "spqr 7.25", "spqr 7.26"
)
@for_each("code", ["LC1", "LI1"])
@for_each("answer", ["yes", "no"])
def test_light_units_choose_on_arrival_and_check_too(kit: Kit, code: str, answer: str) -> None:
    """The printed example of A 7.35 marks them with No Check, against 7.33."""
    r = field(kit, unit(code, 1010), b=[unit("HI9", 1210, "W")]).moves(code, 1110, answers=[answer])
    (d,) = r.decisions
    assert (d.kind, d.side, d.rule) == ("must-check", "a", kit.case(Case.MAY_ATTACK))
    assert r.g.orders.markers == ({code: "must"} if answer == "yes" else {})
    if answer == "no":
        assert designation.willing(r.g) == [], "having kept its distance it can't change its mind"
        assert refusal(r, plan(f"{code} x HI9")) == kit.case(Case.MAY_ATTACK)


@shared(Case.MUST_CHECK)
@pytest.mark.rule("cataphract 7.32", "cataphract 9.13", "alexander 7.33", "alexander 8.33", "spqr 7.26")
def test_the_marker_is_placed_as_it_arrives_and_decides_who_checks(kit: Kit) -> None:
    r = field(kit, unit("HC1", 1010, tq=20), b=[unit("HI9", 1210, "W", tq=20)]).moves("HC1", 1110)
    kinds = [type(e) for e in r.events if isinstance(e, MarkerPlaced | UnitMoved)]
    assert kinds == [UnitMoved, MarkerPlaced]
    r.fights("HC1 x HI9", dice=[0, 0, 5])
    assert [x.purpose for x in r.rolls] == ["pre-shock", "pre-shock", "shock"]


@shared(Case.MAY_JOIN, Case.NO_CHECK)
@pytest.mark.rule("cataphract 7.33", "cataphract 9.11", "spqr 7.25", "spqr 7.26")
@pytest.mark.rule("alexander 7.32", "alexander 7.34", "alexander 7.35", "alexander 8.31")
def test_units_ordered_to_fire_or_in_range_may_attack_without_a_check(kit: Kit) -> None:
    a = [
        unit("LC1", 1020, missile="javelin", tq=20),  # ordered to fire, out of range
        unit("HC2", 1013, tq=20),  # merely in range
        unit("HC3", 1025),  # neither
    ]
    b = [unit("HI8", 1120, "E", tq=20), unit("HI9", 1113, "E", tq=20), unit("HI7", 1125, "E")]
    r = field(kit, *a, b=b)
    r.g.orders.fired, r.g.orders.acted = ["LC1"], ["LC1"]
    assert ids(designation.willing(r.g)) == {"LC1", "HC2"}
    assert refusal(r, plan("HC3 x HI7")) == kit.case(Case.MAY_JOIN)
    r.run(designation.designate, answers=[plan("HC2 x HI9")])
    assert r.g.orders.markers == {"HC2": "no"}
    r.fights("HC2 x HI9", dice=[5])
    assert [x.purpose for x in r.rolls] == ["shock"]


@shared(Case.NO_CHECK)
@pytest.mark.rule("cataphract 7.33", "cataphract 9.13", "alexander 7.34", "alexander 8.33", "spqr 7.26")
def test_a_defender_of_both_kinds_of_attackers_checks_all_the_same(kit: Kit) -> None:
    r = field(kit, unit("HC1", 1010, tq=20), unit("HC2", 1011, tq=20), b=[unit("HI9", 1110, "W", tq=20)])
    r.g.orders.markers, r.g.orders.moved = {"HC1": "must", "HC2": "no"}, ["HC1"]
    r.fights("HC1+HC2 x HI9", dice=[0, 0, 5])
    assert [(x.purpose, x.unit) for x in r.rolls][:2] == [("pre-shock", "HC1"), ("pre-shock", "HI9")]


@shared(Case.CANNOT_ATTACK)
@pytest.mark.rule("cataphract 7.34", "alexander 7.35", "spqr 7.25")
def test_a_routed_unit_never_attacks(kit: Kit) -> None:
    r = field(kit, unit("HI1", 1010, routed=True), b=[unit("HI8", 1110, "E")])
    assert designation.willing(r.g) == []
    assert refusal(r, plan("HI1 x HI8")) == kit.case(Case.CANNOT_ATTACK)


@shared(Case.DESIGNATION)
@pytest.mark.rule("cataphract 9.11", "alexander 8.31", "alexander 7.35", "spqr 8.31")
def test_no_check_goes_to_those_designated_only_and_by_default_to_nobody(kit: Kit) -> None:
    a = [unit("HC1", 1010), unit("HI2", 1012)]
    for answer, markers in ((plan("HC1 x MI9"), {"HC1": "must"}), (plan("HC1 x MI9", "HI2 x MI8"), None)):
        r = field(kit, *a, b=[unit("MI9", 1110, "W"), unit("MI8", 1112, "W")])
        r.g.orders.markers, r.g.orders.moved = {"HC1": "must"}, ["HC1"]
        r.run(designation.designate, answers=[answer])
        assert r.decisions[0].default == plan("HC1 x MI9")
        assert r.g.orders.markers == (markers or {"HC1": "must", "HI2": "no"})


@shared(Case.DESIGNATION)
@pytest.mark.rule("cataphract 9.11", "alexander 8.31", "spqr 8.31")
def test_nobody_is_asked_when_nobody_can_attack(kit: Kit) -> None:
    r = field(kit, unit("HI1", 1010), b=[unit("MI9", 2010, "W")])
    assert r.run(designation.designate) == ShockPlan()
    assert r.events == [] and r.decisions == []


@shared(Case.DESIGNATION)
@pytest.mark.rule("cataphract 9.11", "alexander 8.31", "cataphract 7.31", "alexander 7.31", "spqr 8.31")
def test_the_marker_goes_when_nobody_is_left_to_attack(kit: Kit) -> None:
    r = field(kit, unit("HC1", 1010), b=[unit("HI9", 1210, "W")]).moves("HC1", 1110)
    r.unit("HI9").hex = 2020
    r.run(designation.designate)
    assert r.g.orders.markers == {}
    assert [(e.unit, e.marker) for e in r.happened(MarkerPlaced)] == [("HC1", "must"), ("HC1", None)]


@shared(Case.DESIGNATION)
@pytest.mark.rule("cataphract 9.11", "alexander 8.31", "spqr 8.31")
@pytest.mark.parametrize("attempt", ["MI9 x HI1", "HI7 x MI9"])
def test_only_ones_own_units_are_designated(kit: Kit, attempt: str) -> None:
    r = field(kit, unit("HI1", 1010), b=[unit("MI9", 1110, "W")])
    assert refusal(r, plan(attempt)) == kit.case(Case.DESIGNATION)


# -- the steps -------------------------------------------------------------------------------------------------------


def two(kit: Kit, **weak: Any) -> Rig:
    """HC1 and HC3, a long way from each other, each before a defender it may break."""
    a = [unit("HC1", 1010, tq=20), unit("HC3", 1020, tq=20)]
    b = [unit("MI7", 1110, "W", **weak), unit("MI8", 1120, "W", **weak)]
    return kit.battle(a, b).orders("a", moved=["HC1", "HC3"])


def story(r: Rig, *kinds: type[Any]) -> list[str]:
    return [type(e).__name__ for e in r.events if isinstance(e, kinds)]


@shared()
@pytest.mark.rule("cataphract 9.1", "cataphract 9.17", "alexander 8.3", "alexander 8.38")
def test_every_step_is_done_for_all_combats_before_the_next(kit: Kit) -> None:
    r = two(kit, tq=2)
    r.g.orders.markers = {"HC1": "must", "HC3": "must"}
    r.fights("HC1 x MI7", "HC3 x MI8", dice=[0, 2, 0, 2, 6, 6])
    assert [x.purpose for x in r.rolls] == ["pre-shock"] * 4 + ["shock"] * 2
    assert story(r, ShockFought, UnitRouted, UnitMoved) == [
        *["ShockFought"] * 2,
        *["UnitRouted"] * 2,
        *["UnitMoved"] * 2,
    ]


@shared()
@pytest.mark.rule("cataphract 9.1", "alexander 8.3")
def test_a_combat_decided_before_contact_has_no_further_steps(kit: Kit) -> None:
    r = two(kit, tq=2)
    r.g.orders.markers = {"HC1": "must", "HC3": "must"}
    r.fights("HC1 x MI7", "HC3 x MI8", dice=[0, 4, 0, 0, 6])
    assert r.routed() == ["MI7", "MI8"]
    assert story(r, ShockFought, UnitRouted, UnitMoved) == [
        *("UnitRouted", "UnitMoved"),
        *("ShockFought", "UnitRouted", "UnitMoved"),
    ]


@shared(Case.SHOCK)
@pytest.mark.rule("cataphract 9.16", "cataphract 9.31", "alexander 8.36", "alexander table:shock_drm", "spqr 8.36")
@for_each(("ours", "theirs", "total"), [((), (), 5), ((4,), (), 9), ((), (3,), 2), ((4,), (3,), 6), ((9,), (), 9)])
def test_the_charisma_of_leaders_changes_the_roll(
    kit: Kit, ours: tuple[int, ...], theirs: tuple[int, ...], total: int
) -> None:
    """A 8.36, table:shock_drm: a leader adds his to an attack and takes it from one he is the target of."""
    unrated = {"personal_combat": None} if kit.system == "alexander" else {}  # else they would fight (8.4)
    a = [leader("Alexander", 1010, charisma=x, **unrated) for x in ours]
    b = [leader("Memnon", 1110, charisma=x, **unrated) for x in theirs]
    units = [unit("HC1", 1010, tq=20)], [unit("MI9", 1110, "W", tq=20)]
    r = kit.battle(*units, a_leaders=a, b_leaders=b).orders("a", moved=["HC1"])
    r.fights("HC1 x MI9", dice=[*[5] * (len(a) + len(b)), 5])
    (fought,) = r.happened(ShockFought)
    assert min(9, max(0, r.rolls[-1].total)) == total, fought.story


# -- who breaks ------------------------------------------------------------------------------------------------------


@shared()
@pytest.mark.rule("cataphract 10.12", "cataphract 10.11", "alexander 10.11")
def test_hits_are_kept_by_unit_and_add_up_until_it_breaks(kit: Kit) -> None:
    r = kit.battle([unit("HC1", 1010, tq=6), unit("HC2", 1012, tq=6)]).orders("b")
    for n, hits in ((2, 2), (3, 5)):
        r.run(lambda g, n=n: cohesion.hits(g, r.unit("HC1"), n, "a test", kit.case(Case.FIRE)))
        assert (r.unit("HC1").hits, r.unit("HC2").hits) == (hits, 0)
    assert not r.unit("HC1").routed
    r.run(lambda g: cohesion.hits(g, r.unit("HC1"), 1, "a test", kit.case(Case.FIRE)), defaults=["rout-path"])
    assert r.unit("HC1").routed and [e.hits for e in r.happened(HitsTaken)] == [2, 3, 1]


@shared()
@pytest.mark.rule("cataphract 10.11", "cataphract table:tq_checks", "alexander 10.16", "alexander table:tq_checks")
@for_each(("die", "excess"), [(0, 0), (5, 0), (6, 1), (9, 4)])
@for_each("hurt", [0, 4])
def test_a_check_is_passed_on_the_printed_tq_or_less_whatever_the_hits(
    kit: Kit, die: int, excess: int, hurt: int
) -> None:
    r = kit.battle([unit("HC1", 1010, tq=5, hits=hurt)]).orders("a")
    found = r.run(lambda g: cohesion.tq_check(g, r.unit("HC1"), "pre-shock", "it checks", "0"), dice=[die])
    assert found == excess


@shared()
@pytest.mark.rule("cataphract 10.26", "alexander 10.16", "alexander 10.25")
def test_a_routed_unit_checks_against_1(kit: Kit) -> None:
    r = kit.battle([unit("HC1", 1010, tq=5, routed=True)]).orders("a")
    assert cohesion.tq(r.g, r.unit("HC1")) == 1


def both_break(kit: Kit, ours: list[tuple[int, int]], theirs: tuple[int, int], **more: Any) -> Rig:
    """Attackers and a defender with so many hits of such a TQ, all rolled for."""
    a = [unit(f"HC{n}", 1009 + n, hits=h, tq=tq) for n, (h, tq) in enumerate(ours, 1)]
    b = [unit("HI9", 1110, "W", hits=theirs[0], tq=theirs[1])]
    r = kit.battle(a, b, **more).orders("a", moved=[u["code"] for u in a])
    combat = Combat.of(r.g, Attack(attackers=tuple(u["code"] for u in a), defenders=("HI9",)))
    r.run(lambda g: collapse.break_units(g, combat), defaults=["rout-path", "unit-order"])
    return r


@shared(Case.MUTUAL_ROUT)
@pytest.mark.rule("cataphract 10.15", "alexander 10.26", "spqr 10.16")
@for_each(
    ("ours", "theirs", "loser", "left"),
    [
        ((8, 7), (6, 6), "HC1", ("HI9", 5)),  # example 1: +1 against 0
        ((7, 7), (6, 6), "HI9", ("HC1", 6)),  # example 2: equal
        ((7, 7), (8, 6), "HI9", ("HC1", 6)),
        ((9, 7), (7, 6), "HC1", ("HI9", 5)),
    ],
)
def test_the_side_farther_over_its_tq_routs_and_of_equals_the_defender(
    kit: Kit, ours: tuple[int, int], theirs: tuple[int, int], loser: str, left: tuple[str, int]
) -> None:
    r = both_break(kit, [ours], theirs)
    assert r.routed() == [loser]
    assert r.unit(left[0]).hits == left[1]


@shared(Case.MUTUAL_ROUT)
@pytest.mark.rule("cataphract 10.15", "alexander 10.26", "spqr 10.16")
def test_the_hits_the_advance_would_cost_count_against_the_attacker(kit: Kit) -> None:
    r = both_break(kit, [(7, 7)], (6, 6), terrain={1110: "woods"})
    assert r.routed() == ["HC1"] and r.unit("HI9").hits == 5


@shared(Case.MUTUAL_ROUT)
@pytest.mark.rule("cataphract 10.15", "alexander 10.26", "spqr 10.16")
def test_if_one_unit_of_a_side_is_below_its_tq_all_others_rout(kit: Kit) -> None:
    """The third example of A 10.26: another attacker hasn't reached its TQ, so the fourth clause holds."""
    r = both_break(kit, [(7, 7), (7, 8)], (6, 6))
    assert r.routed() == ["HI9", "HC1"]
    assert r.unit("HC2").hits == 7


@shared(Case.MUTUAL_ROUT)
@pytest.mark.rule("cataphract 10.15", "alexander 10.26", "spqr 10.16")
def test_the_whole_side_routs_or_stands(kit: Kit) -> None:
    r = both_break(kit, [(9, 7), (7, 7)], (7, 6))
    assert sorted(r.routed()) == ["HC1", "HC2"] and r.unit("HI9").hits == 5
    r = both_break(kit, [(7, 7), (7, 7)], (8, 6))
    assert r.routed() == ["HI9"] and [r.unit(u).hits for u in ("HC1", "HC2")] == [6, 6]


# -- who advances ----------------------------------------------------------------------------------------------------


def wins(kit: Kit, *a: dict[str, Any], b: Any = (), answers: Any = (), but: Any = (), **more: Any) -> Rig:
    """Attackers break MI9 at 1110, which two hits are the end of."""
    foe = {**unit("MI9", 1110, "W", tq=2), **more}
    r = kit.battle(a, [foe, *b]).orders("a", moved=[u["code"] for u in a])
    return r.fights("+".join(u["code"] for u in a) + " x MI9", dice=[6], answers=answers, but=but)


@shared(Case.ADVANCE_TURN)
@pytest.mark.rule("cataphract 9.22", "alexander 8.52", "spqr 8.42")
@for_each(("key", "facing"), [("left", "NE"), ("right", "SE"), ("no", "E")])
def test_after_an_advance_it_may_turn_one_vertex_even_in_enemy_zoc(kit: Kit, key: str, facing: str) -> None:
    enemy = unit("MI8", 1210, "W", tq=20)
    r = wins(kit, unit("HI1", 1010, tq=20), b=[enemy], answers=[{"HI1": key}], but=["advance-turn"])
    assert r.g.in_enemy_zoc(r.unit("HI1")) and r.advanced() == [("HI1", 1110)]
    assert r.unit("HI1").facing.name == facing
    assert [e.mp for e in r.happened(UnitTurned) if e.how == "advance"] == [0] * (key != "no")


@shared(Case.WHO_ADVANCES)
@pytest.mark.rule("cataphract 9.23", "alexander 8.54", "spqr 8.44")
def test_the_unit_that_gave_superiority_advances(kit: Kit) -> None:
    """HI1 stands on the flank of MI9; MI3, of higher TQ, before it."""
    r = wins(kit, unit("HI1", 1011, tq=19), unit("MI3", 1010, tq=20), facing="NW")
    assert r.advanced() == [("HI1", 1110)]


@shared(Case.WHO_ADVANCES)
@pytest.mark.rule("cataphract 9.23", "alexander 8.54", "spqr 8.44")
def test_else_the_highest_tq_and_of_equals_the_owners_choice(kit: Kit) -> None:
    r = wins(kit, unit("MI1", 1010, tq=19), unit("MI3", 1011, tq=20))
    assert r.advanced() == [("MI3", 1110)]
    r = wins(kit, unit("MI1", 1010, tq=20), unit("MI3", 1011, tq=20), answers=["MI1"])
    assert r.decisions[-1].kind == "advance-unit" and r.advanced() == [("MI1", 1110)]


@shared(Case.ADVANCE)
@pytest.mark.rule("cataphract 9.21", "alexander 8.51", "spqr 8.41")
def test_into_the_vacated_hex_without_an_order_or_a_mark(kit: Kit) -> None:
    r = wins(kit, unit("HI1", 1010, tq=20))
    assert r.advanced() == [("HI1", 1110)]
    assert not r.unit("HI1").moved and r.unit("HI1").facing == Facing.E
    assert r.g.orders.orders_used == 0
