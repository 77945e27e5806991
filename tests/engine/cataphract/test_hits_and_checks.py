"""9.35 The chart of automatic hits and TQ checks, row by row, each on the procedure that uses it; its notes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.cohesion import cohesion, rout
from engine.systems.gboh.events import HitsTaken, UnitMoved, UnitRouted
from engine.systems.gboh.missiles import harass
from engine.systems.gboh.missiles.fire import fire
from engine.systems.gboh.movement import facing, stacking, withdrawal
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.shock.segment import fight
from tests.each import for_each
from tests.engine.cataphract import kit

MOVE = orders.Move
AWAY = ("rout-path", "advance-turn", "clash-unit", "reaction-facing", "unit-order")


def led(*units: dict[str, Any], enemies: tuple[dict[str, Any], ...] = (), **more: Any) -> kit.Rig:
    r = kit.battle(units, enemies, a_leaders=[kit.leader("Anna", 1008, command_range=9)], **more)
    return r.orders("a", "Anna")


def hits(r: kit.Rig) -> list[tuple[str, int, str]]:
    return [(e.unit, e.hits, e.rule) for e in r.happened(HitsTaken)]


# -- automatic hits ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 9.35", "cataphract table:automatic_hits", "cataphract 6.22", "cataphract 7.13")
@pytest.mark.parametrize(
    ("ground", "horse", "heavy", "light"),
    [
        ({}, 0, 0, 0),
        ({"terrain": {1110: "woods"}}, 1, 1, 1),
        ({"terrain": {1110: "rough"}}, 1, 1, 0),
        ({"hexsides": [(1010, 1110, "stream")]}, 0, 1, 0),
        ({"levels": {1110: 1}}, 1, 1, 1),
        ({"levels": {1010: 1}}, 1, 1, 0),
    ],
)
def test_ground_for_moving(ground, horse, heavy, light):
    for kind, expected in (("HC", horse), ("LC", horse), ("HI", heavy), ("MI", heavy), ("LI", light)):
        r = led(kit.unit(f"{kind}1", 1010, tq=9), **ground)
        r.order(MOVE(unit=f"{kind}1", path=(1110,)))
        assert sum(n for _, n, _ in hits(r)) == expected, kind


@pytest.mark.rule("cataphract 9.35", "cataphract table:automatic_hits", "cataphract 7.13")
@for_each("kind", ["HC", "HI", "LI"])
@for_each(("ground", "vertices", "expected"), [("open", 2, 0), ("woods", 1, 1), ("rough", 2, 2)])
def test_ground_for_turning(kind, ground, vertices, expected):
    r = led(kit.unit(f"{kind}1", 1010, "E", tq=9), terrain={1010: ground})
    r.order(MOVE(unit=f"{kind}1", path=(Facing.E.turned(2 * vertices),)))
    assert hits(r) == ([(f"{kind}1", expected, "7.13")] if expected else [])


@pytest.mark.rule("cataphract 9.35", "cataphract table:automatic_hits", "cataphract 6.13")
@pytest.mark.parametrize(("moved", "expected"), [(False, []), (True, [("HC1", 1, "6.13")])])
def test_moving_again(moved, expected):
    r = led(kit.unit("HC1", 1010, moved=moved))
    r.order(MOVE(unit="HC1", path=(1110, 1210)))
    assert hits(r) == expected


def withdraws(who: dict[str, Any]) -> kit.Rig:
    r = kit.battle([kit.unit("HI1", 1010, ma=3)], [who]).orders("a", moved=["HI1"])

    def away(d):
        return {d.items[0].key: next(c.key for c in d.items[0].choices if c.key.endswith(f"@{who['facing']}"))}

    r.run(lambda g: withdrawal.orderly_withdrawal(g, r.unit("HI1"), starting=False), answers=[away], defaults=AWAY)
    return r


@pytest.mark.rule("cataphract 9.35", "cataphract table:automatic_hits", "cataphract 6.52")
@pytest.mark.parametrize(
    ("unit", "facing_", "expected"),
    [("LC2", "W", 0), ("LI2", "W", 1), ("LC2", "E", 1), ("LI2", "E", 2), ("LC2", "NE", 1)],
)
def test_withdrawing_on_foot_and_from_flank_or_rear(unit, facing_, expected):
    r = withdraws(kit.unit(unit, 1210, facing_))
    assert r.unit(unit).hex != 1210 and sum(n for _, n, _ in hits(r)) == expected
    assert {rule for _, _, rule in hits(r)} <= {"6.52"}


@pytest.mark.rule("cataphract 9.35", "cataphract table:automatic_hits", "cataphract 6.65")
def test_riding_through_a_friend_costs_both_1():
    r = led(kit.unit("HC1", 1010), kit.unit("HI2", 1110))
    r.order(MOVE(unit="HC1", path=(1110, 1210)))
    assert sorted(hits(r)) == [("HC1", 1, "6.65"), ("HI2", 1, "6.65")]


@pytest.mark.rule("cataphract 9.35", "cataphract table:automatic_hits", "cataphract 8.15")
@pytest.mark.parametrize(("die", "expected"), [(1, [2]), (2, [1]), (4, [1]), (5, [])])
def test_missiles_strike_once_or_twice(die, expected):
    """A mounted composite bow at 3 hexes needs 4, and strikes foot twice on a modified 1."""
    r = kit.battle([kit.unit("LC1", 1010, missile="C")], [kit.unit("MI2", 1310, "W")]).orders("a")
    r.run(fire, r.unit("LC1"), r.unit("MI2"), "order", dice=[die])
    assert [n for _, n, _ in hits(r)] == expected


@pytest.mark.rule("cataphract 9.35", "cataphract table:automatic_hits", "cataphract 6.46")
def test_forced_out_of_column():
    b = [kit.unit("HI2", 1110, "SIDE_SW", column=True, tq=20, size=7)]
    r = kit.battle([kit.unit("HC1", 1010, tq=9, size=7)], b).orders("a")
    r.run(lambda g: fight(g, [Attack(attackers=("HC1",), defenders=("HI2",))]), dice=(5,), answers=["W"], defaults=AWAY)
    assert [(u, n) for u, n, rule in hits(r) if rule == "6.46"] == [("HI2", 1)]


# -- checks: what is rolled against, and what failing costs ------------------------------------------------------------


def charged(die: int) -> kit.Rig:
    """HI1 stands before MI2 with Must Check; the enemy's own check is a 0."""
    r = kit.battle([kit.unit("HI1", 1010, tq=6)], [kit.unit("MI2", 1110, "W", tq=9)]).orders(
        "a", markers={"HI1": "must"}
    )
    plan = [Attack(attackers=("HI1",), defenders=("MI2",))]
    r.run(lambda g: fight(g, plan), dice=[die, 0, 5], defaults=AWAY)
    return r


@pytest.mark.rule("cataphract 9.35", "cataphract table:tq_checks", "cataphract 9.13")
@pytest.mark.parametrize(("die", "lost"), [(5, 0), (6, 0), (7, 1), (8, 2)])
def test_before_the_shock_what_the_roll_exceeds(die, lost):
    assert sum(n for u, n, rule in hits(charged(die)) if (u, rule) == ("HI1", "9.13")) == lost


@pytest.mark.rule("cataphract 9.35", "cataphract table:tq_checks", "cataphract 9.17")
@pytest.mark.parametrize(("die", "stands"), [(6, True), (7, False)])
def test_in_the_collapse_a_hit_less_or_rout(die, stands):
    """Column 7 gives both 2 hits on a 5: HI1, with 3 of TQ 6 before, is one short of it."""
    r = kit.battle([kit.unit("HI1", 1010, tq=6, hits=3, size=7)], [kit.unit("MI2", 1110, "W", tq=9)]).orders(
        "a", moved=["HI1"]
    )
    r.run(lambda g: fight(g, [Attack(attackers=("HI1",), defenders=("MI2",))]), dice=[5, die], defaults=AWAY)
    assert [x.purpose for x in r.rolls] == ["shock", "collapse"]
    assert (r.unit("HI1").routed, r.unit("HI1").hits) == ((False, 4) if stands else (True, 0))


@pytest.mark.rule("cataphract 9.35", "cataphract table:tq_checks", "cataphract 6.65")
@pytest.mark.parametrize(("die", "lost"), [(6, 0), (7, 1), (9, 1)])
def test_huns_passing_through(die, lost):
    r = led(kit.unit("LC1", 1010, passes_lightly=True), kit.unit("HI2", 1110, tq=6))
    r.order(MOVE(unit="LC1", path=(1110, 1210)), dice=[die])
    assert (r.unit("HI2").hits, r.unit("LC1").hits) == (lost, 0)


@pytest.mark.rule("cataphract 9.35", "cataphract table:tq_checks", "cataphract 6.65")
@pytest.mark.parametrize(("die", "lost"), [(0, 1), (7, 1), (8, 2), (9, 3)])
def test_a_routed_friend_fleeing_through(die, lost):
    r = kit.battle([kit.unit("HI1", 1010, routed=True), kit.unit("HI2", 1110, tq=6)])
    r.run(stacking.pass_through, r.unit("HI1"), r.unit("HI2"), dice=[die])
    assert r.unit("HI2").hits == lost


@pytest.mark.rule("cataphract 9.35", "cataphract table:tq_checks", "cataphract 7.14")
@pytest.mark.parametrize(("who", "die", "lost"), [("HI2", 0, 1), ("HI2", 7, 1), ("HI2", 9, 3), ("HC2", None, 0)])
def test_turning_in_reaction_on_foot(who, die, lost):
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit(who, 1110, "NW", tq=6)]).orders("a")
    r.unit(who).facing = Facing.SW
    dice = [] if die is None else [die]
    r.run(lambda g: facing.reaction_facing(g, r.unit("HC1")), dice=dice, answers=[{who: "right"}])
    assert r.unit(who).hits == lost


@pytest.mark.rule("cataphract 9.35", "cataphract table:tq_checks", "cataphract 8.34")
@pytest.mark.parametrize(("die", "rushes"), [(5, False), (6, True)])
def test_impetuosity_goes_by_the_printed_tq(die, rushes):
    """TQ 5 printed, 7 in an Undisciplined army: a 6 still makes it charge out."""
    r = kit.battle([kit.unit("LC1", 1010, missile="C")], [kit.unit("MI2", 1310, "W", tq=5)], b_disciplined=False)
    r.orders("a")
    order = orders.Harass(unit="LC1", target="MI2", path=(1110, 1210))
    r.run(
        lambda g: harass.harass(g, r.unit("LC1"), r.unit("MI2"), order.path),
        dice=[3, die],
        answers=[lambda d: d.choices[0].key] if rushes else [],
        defaults=AWAY,
    )
    assert bool([e for e in r.happened(UnitMoved) if e.how == "impetuous"]) is rushes
    assert r.unit("MI2").hits == 1


# -- notes to the chart ------------------------------------------------------------------------------------------------


def undisciplined(r: kit.Rig) -> None:
    r.state.sides["a"].bonus = True


def in_column(r: kit.Rig) -> None:
    r.unit("HI1").column = True


def has_routed(r: kit.Rig) -> None:
    r.unit("HI1").routed = True


def won_the_duel(r: kit.Rig) -> None:
    r.state.tq_drm["a"] = -1


@pytest.mark.rule("cataphract 9.35", "cataphract table:tq_checks", "cataphract 10.11")
@pytest.mark.parametrize(
    ("note", "limit"),
    [(None, 6), (undisciplined, 8), (in_column, 4), (has_routed, 1), (won_the_duel, 7)],
)
def test_what_changes_a_check(note: Callable[[kit.Rig], None] | None, limit: int):
    """The highest roll that passes."""
    for die in range(10):
        r = kit.battle([kit.unit("HI1", 1010, tq=6)])
        if note is not None:
            note(r)
        r.g.version += 1
        found = r.run(lambda g, r=r: cohesion.tq_check(g, r.unit("HI1"), "test", "", "10.11"), dice=[die])
        assert (found == 0) is (die <= limit), die


@pytest.mark.rule("cataphract 9.35", "cataphract table:tq_checks")
def test_lent_lowers_it_for_byzantines_who_fast():
    r = kit.the("callinicum")
    ours, theirs = r.unit("IMI1"), next(r.g.units("persian"))
    before = cohesion.tq(r.g, ours), cohesion.tq(r.g, theirs)
    r.state.notes["lent"] = "weak"
    r.g.version += 1
    assert (cohesion.tq(r.g, ours), cohesion.tq(r.g, theirs)) == (before[0] - 1, before[1])
    assert rout.points(ours) == ours.tq == before[0], "Rout Points go by the printed TQ"


@pytest.mark.rule("cataphract 10.14", "cataphract 9.35")
def test_hits_that_reach_the_tq_rout_whatever_brought_them():
    r = led(kit.unit("HC1", 1010, hits=5, moved=True))
    r.order(MOVE(unit="HC1", path=(1110,)), defaults=AWAY)
    assert [e.unit for e in r.happened(UnitRouted)] == ["HC1"]
