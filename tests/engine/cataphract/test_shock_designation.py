"""7.33, 7.34, 9.11, 9.12 Who attacks whom."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import Choice, Menu
from engine.kernel.statement import Sign, Statement, Word
from engine.kernel.text import Refusal
from engine.systems.cataphract.state import UncontrolledLine
from engine.systems.gboh.events import MarkerPlaced
from engine.systems.gboh.orders import written
from engine.systems.gboh.shock import assignment, designation
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from tests.each import for_each
from tests.engine.cataphract import kit

FAR = kit.leader("Bouzes", 1030, command_range=3)
NEAR = kit.leader("Bouzes", 809, command_range=5)


def plan(*attacks: str) -> ShockPlan:
    """``plan("HC1+HC2 x MI1")``"""
    return ShockPlan(
        attacks=tuple(
            Attack(attackers=tuple(a.split("+")), defenders=tuple(d.split("+")))
            for a, d in (x.split(" x ") for x in attacks)
        )
    )


def field(a, b, leader=NEAR, must=(), **orders):
    r = kit.battle(a, b, a_leaders=[leader])
    orders.setdefault("moved", list(must))
    return r.orders("a", "Bouzes", markers={u: "must" for u in must}, **orders)


def designate(r, *answers):
    return r.run(designation.designate, answers=list(answers))


def refused(r, attempt):
    with pytest.raises(Refusal) as no:
        designation.check_plan(r.g, attempt)
    return no.value.rule


def ids(units):
    return [u.id for u in units]


def duel(attacker="HI1", must=False, leader=NEAR, **values):
    """One attacker with one enemy in its ZOC."""
    return field(
        [kit.unit(attacker, 1010, **values)], [kit.unit("MI9", 1110, "W")], leader, must=[attacker] if must else ()
    )


# -- 7.33, 7.34 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 7.33")
def test_a_unit_in_command_range_may_attack():
    assert ids(designation.willing(duel().g)) == ["HI1"]
    assert designation.obliged(duel().g) == []


@pytest.mark.rule("cataphract 7.33")
def test_a_unit_beyond_it_may_not_unless_it_was_ordered_in_this_phase():
    r = duel(leader=FAR)
    assert designation.willing(r.g) == []
    assert refused(r, plan("HI1 x MI9")) == "7.33"
    r.orders("a", "Bouzes", acted=["HI1"], fired=["HI1"])
    assert ids(designation.willing(r.g)) == ["HI1"]


@pytest.mark.rule("cataphract 4.5")
def test_a_contingent_commander_enables_only_his_own():
    leader = kit.leader("Bouzes", 809, "CC", commands=("huns",))
    units = [kit.unit("LC1", 1010, contingent="huns"), kit.unit("LC2", 1012)]
    r = field(units, [kit.unit("MI9", 1110, "W"), kit.unit("MI8", 1112, "W")], leader)
    assert ids(designation.willing(r.g)) == ["LC1"]


@pytest.mark.rule("cataphract 4.63")
def test_a_replacement_enables_nobody_on_the_turn_he_comes():
    r = duel()
    r.leader("Bouzes").no_shock = True
    assert designation.willing(r.g) == []


@pytest.mark.rule("cataphract 7.33")
def test_somebody_must_stand_in_its_zoc():
    r = field([kit.unit("HI1", 1010)], [kit.unit("MI9", 909, "E")])
    assert designation.willing(r.g) == []
    assert refused(r, plan("HI1 x MI9")) == "7.33"


@pytest.mark.rule("cataphract 7.34")
@pytest.mark.parametrize("state", [{"routed": True}, {"facing": "SIDE_SE", "column": True}, {"shield_wall": True}])
def test_who_can_never_attack(state):
    r = duel(**state)
    assert designation.willing(r.g) == []
    assert refused(r, plan("HI1 x MI9")) == "7.34"


@pytest.mark.rule("cataphract 7.34")
@pytest.mark.rule("cataphract 11.61")
def test_nor_does_artillery():
    r = duel("CH1")
    assert designation.willing(r.g) == []
    assert refused(r, plan("CH1 x MI9")) == "7.34"


@pytest.mark.rule("cataphract 7.31")
def test_a_light_unit_that_came_up_without_must_check_has_made_its_choice():
    r = field([kit.unit("LC1", 1010)], [kit.unit("MI9", 1110, "W")], moved=["LC1"], acted=["LC1"])
    assert designation.willing(r.g) == []
    assert refused(r, plan("LC1 x MI9")) == "7.31"


@pytest.mark.rule("cataphract 11.31")
def test_an_uncontrolled_line_attacks_with_everybody_it_can_and_nobody_else():
    a = [kit.unit("LC1", 1010), kit.unit("LC2", 1012), kit.unit("HI1", 1014)]
    b = [kit.unit("MI9", 1110, "W"), kit.unit("MI8", 1112, "W"), kit.unit("MI7", 1114, "W")]
    r = kit.battle(a, b)
    r.state.uncontrolled.append(UncontrolledLine(side="a", units=["LC1", "LC2"], turn=0))
    r.orders("a", kind="uncontrolled", line_index=0, markers={"LC1": "must"}, moved=["LC1"])
    got = designate(r)
    assert [x.attackers for x in got.attacks] == [("LC1",), ("LC2",)]
    assert r.decisions == []
    assert r.state.orders.markers == {"LC1": "must", "LC2": "no"}


# -- 9.11 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 9.11")
def test_nobody_is_asked_when_only_one_assignment_of_must_attacks_is_possible():
    r = duel("HC1", must=True, leader=FAR)
    assert designate(r) == plan("HC1 x MI9")
    assert r.decisions == []


@pytest.mark.rule("cataphract 7.31")
def test_a_must_check_without_an_enemy_left_is_removed():
    r = field([kit.unit("HC1", 1010)], [kit.unit("MI9", 2010, "W")], must=["HC1"])
    assert designate(r) == ShockPlan()
    assert r.state.orders.markers == {}
    assert [(e.unit, e.marker) for e in r.happened(MarkerPlaced)] == [("HC1", None)]


# -- 9.12 ------------------------------------------------------------------------------------------------------------


def line():
    """HI1 faces MI7 and MI8, HI2 faces MI8 and MI9: all in range, none obliged."""
    a = [kit.unit("HI1", 1010), kit.unit("HI2", 1011)]
    b = [kit.unit("MI7", 1109, "W"), kit.unit("MI8", 1110, "W"), kit.unit("MI9", 1111, "W")]
    return field(a, b)


@pytest.mark.rule("cataphract 9.12")
@pytest.mark.parametrize(
    "attempt",
    [
        (),
        ("HI1 x MI7+MI8",),
        ("HI1 x MI7", "HI2 x MI8+MI9"),
        ("HI1 x MI7+MI8", "HI2 x MI9"),
    ],
)
def test_legal_assignments(attempt):
    designation.check_plan(line().g, plan(*attempt))


@pytest.mark.rule("cataphract 9.12")
@for_each(
    "attempt",
    [
        ("HI1 x MI7",),  # MI8 is in its ZOC as well
        ("HI1 x MI7", "HI2 x MI9"),  # MI8 is left alone
        ("HI1 x MI7+MI8", "HI2 x MI8+MI9"),  # MI8 attacked twice
        ("HI1 x MI7", "HI1 x MI8"),  # HI1 attacks twice
        ("HI1+HI2 x MI8", "HI1 x MI7"),
        ("HI1 x MI7+MI8+MI9",),  # MI9 is out of its ZOC
        ("HI1+HI2 x MI7+MI8",),
        ("HI1+HI1 x MI7+MI8",),
    ],
)
def test_illegal_assignments(attempt):
    assert refused(line(), plan(*attempt)) == "9.12"


@pytest.mark.rule("cataphract 9.12")
def test_a_combat_needs_both_sides():
    r = line()
    assert refused(r, ShockPlan(attacks=(Attack(attackers=("HI1",), defenders=()),))) == "9.12"
    assert refused(r, ShockPlan(attacks=(Attack(attackers=(), defenders=("MI7",)),))) == "9.12"


@pytest.mark.rule("cataphract 9.12")
def test_several_may_combine_on_one_defender():
    r = field([kit.unit("HI1", 1010), kit.unit("HI2", 1011)], [kit.unit("MI8", 1110, "W")])
    designation.check_plan(r.g, plan("HI1+HI2 x MI8"))
    assert refused(r, plan("HI1 x MI8", "HI2 x MI8")) == "9.12"


@pytest.mark.rule("cataphract 9.12")
@pytest.mark.rule("cataphract 7.31")
def test_must_check_units_must_be_used():
    a = [kit.unit("HC1", 1010), kit.unit("HC2", 1012)]
    r = field(a, [kit.unit("MI9", 1110, "W"), kit.unit("MI8", 1112, "W")], must=["HC1", "HC2"])
    assert refused(r, ShockPlan()) == "7.31"
    assert refused(r, plan("HC1 x MI9")) == "7.31"


@pytest.mark.rule("cataphract 9.12")
def test_e_9_12_the_unit_in_range_may_join_or_stand_by():
    """Casilinum: a lancer has come up to a unit that stands in the ZOC of a friend in Command Range as well."""
    a = [kit.unit("LN1", 1011), kit.unit("MI1", 1010)]
    r = field(a, [kit.unit("MI9", 1110, "W")], must=["LN1"])
    assert ids(designation.obliged(r.g)) == ["LN1"]
    assert ids(designation.willing(r.g)) == ["MI1"]
    designation.check_plan(r.g, plan("LN1 x MI9"))
    designation.check_plan(r.g, plan("LN1+MI1 x MI9"))
    assert refused(r, plan("MI1 x MI9")) == "7.31"
    designate(r, plan("LN1+MI1 x MI9"))
    assert r.state.orders.markers == {"LN1": "must", "MI1": "no"}


# -- proposals and the menu ------------------------------------------------------------------------------------------


def front_line(n):
    """A line of n units against n + 1: every unit faces two enemies and shares them with its neighbours."""
    a = [kit.unit(f"HI{i + 1}", 1010 + i) for i in range(n)]
    b = [kit.unit(f"MI{i + 1}", 1109 + i, "W") for i in range(n + 1)]
    return field(a, b, kit.leader("Bouzes", 910, command_range=12))


@pytest.mark.rule("cataphract 9.12")
@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_a_whole_line_always_has_a_legal_assignment(n):
    r = front_line(n)
    proposed = designation.auto_plan(r.g, everybody=True)
    designation.check_plan(r.g, proposed)
    assert sorted(x for a in proposed.attacks for x in a.attackers) == sorted(f"HI{i + 1}" for i in range(n))
    assert sorted(x for a in proposed.attacks for x in a.defenders) == sorted(f"MI{i + 1}" for i in range(n + 1))


@pytest.mark.rule("cataphract 9.12")
def test_one_unit_of_a_line_takes_two_enemies_and_any_of_them_may():
    r = front_line(3)
    found = list(assignment.assignments(r.g, list(r.g.units("a"))))
    assert len(found) == 3
    for p in found:
        designation.check_plan(r.g, p)


def leaves(menu: Menu, depth: int = 4):
    for c in menu:
        if c.answer is not None:
            yield c
        elif depth and c.menu is not None:
            yield from leaves(c.menu(), depth - 1)


def asked(r):
    kept = []

    def answer(d):
        kept.append(d)
        return d.default

    designate(r, answer)
    return kept[0]


def test_every_way_through_the_menu_ends_in_a_legal_plan():
    a = [kit.unit("HC1", 1010), kit.unit("HI2", 1011), kit.unit("LC3", 1012)]
    b = [kit.unit(f"MI{i}", 1108 + i, "W") for i in range(1, 5)]
    r = field(a, b, must=["HC1"])
    decision = asked(r)
    found: list[Choice] = list(leaves(decision.menu))
    assert len(found) > 4
    for c in found:
        decision.accept(c.answer)
    everybody = decision.menu["all"].answer
    assert sorted(x for at in everybody.attacks for x in at.attackers) == ["HC1", "HI2", "LC3"]


def test_the_menu_offers_no_attack_only_where_nobody_must():
    free, bound = asked(duel()), asked(front_with_must())
    assert ShockPlan() in [c.answer for c in leaves(free.menu)]
    assert ShockPlan() not in [c.answer for c in leaves(bound.menu)]


def front_with_must():
    a = [kit.unit("HC1", 1010), kit.unit("HI2", 1012)]
    return field(a, [kit.unit("MI9", 1110, "W"), kit.unit("MI8", 1112, "W")], must=["HC1"])


def test_other_answers_are_refused():
    decision = asked(duel())
    with pytest.raises(Refusal):
        decision.accept(decision.menu.choices)  # type: ignore[arg-type]


# -- as written ------------------------------------------------------------------------------------------------------


def words(text):
    return Statement(tuple(Sign(t) if t in ("x", "&") else Word(t) for t in text.split()))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("shock HI1 x MI7 & HI2 x MI8 MI9", plan("HI1 x MI7", "HI2 x MI8+MI9")),
        ("shock hi1 x mi7 mi8", plan("HI1 x MI7+MI8")),
        ("shock none", ShockPlan()),
        ("shock must", ShockPlan()),
    ],
)
def test_reading(text, meant):
    r = line()
    assert written.read(r.g, asked(r), words(text)) == meant


def test_all_means_everybody():
    r = line()
    assert written.read(r.g, asked(r), words("shock all")) == designation.auto_plan(r.g, everybody=True)


@pytest.mark.parametrize("attempt", [(), ("HI1 x MI7+MI8",), ("HI1 x MI7", "HI2 x MI8+MI9")])
def test_writing_is_the_inverse_of_reading(attempt):
    r = line()
    decision = asked(r)
    assert written.read(r.g, decision, kit.write(plan(*attempt))) == plan(*attempt)
