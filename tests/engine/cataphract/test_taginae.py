"""Taginae: the champions' fight and Totila's appeal, the archers held back, the nearest unit, the free set-up."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.scenario import SpecialRule
from engine.kernel.text import Refusal
from engine.systems.cataphract import champion, dismounting, uncontrolled
from engine.systems.cataphract.special.goths import GothArchers, NearestUnit
from engine.systems.cataphract.state import UncontrolledLine, initial_state
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh import deployment, special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import line_command, line_composition
from engine.systems.gboh.deployment import limits
from engine.systems.gboh.events import Told
from engine.systems.gboh.missiles.ordered_fire import ordered_fire
from engine.systems.gboh.movement import reach, retreats
from engine.systems.gboh.orders import menus, orders
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.shock.segment import fight
from scenarios import load
from tests.engine.cataphract import kit

QUIET = ["rout-path", "unit-order", "advance-turn", "leader-along", "reaction-facing"]


def taginae(*, free=False, **hexes) -> kit.Rig:
    scenario = load("cataphract/taginae")
    state = initial_state(scenario, {"free-setup": free})
    for name, h in hexes.items():
        (state.units.get(name) or state.leaders[name]).hex = h
    return kit.Rig(Cataphract(scenario).context(state))


def archers(rig: kit.Rig) -> kit.Rig:
    kit.under(
        rig, GothArchers(SpecialRule(id="goth-archers", title="Rule", text="Text.", params={"side": "a", "type": "LI"}))
    )
    return rig


def field(**kw) -> kit.Rig:
    """Goths are side a: LI1 with bows and HC1; the enemy's LI9 before the archers, HC9 before the horse."""
    return archers(
        kit.battle(
            [kit.unit("LI1", 1010, missile="B", tq=9), kit.unit("HC1", 1020, tq=9), kit.unit("HC2", 1022, tq=9)],
            [kit.unit("LI9", 1210, "W", missile="B", tq=9), kit.unit("HC9", 1120, "W", tq=9)],
            a_leaders=[kit.leader("Totila", 1012, initiative=9, command_range=12)],
            b_leaders=[kit.leader("Narses", 1412)],
            lines=(("HC", "LI"),),
            **kw,
        )
    ).orders("a", "Totila")


def released(r: kit.Rig) -> bool:
    return special.rooted(r.g, r.unit("LI1")) is None


# -- archers -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 8.19")
def test_goth_archers_may_fire_but_not_move():
    r = field()
    r.refuses("goth-archers", orders.Move(unit="LI1", path=(1109,)))
    r.refuses("goth-archers", orders.Move(unit="LI1", path=(Facing.NE,)))
    assert reach.search(r.g, r.unit("LI1")) == {}
    actions = menus.unit_choice(r.g, r.leader("Totila"), r.unit("LI1")).menu().choices
    assert [c.key for c in actions] == ["fire-LI9", "fire-Narses"], "a unit, or a leader who is alone (8.19)"
    # The horse moves as it likes.
    assert reach.search(r.g, r.unit("HC2"))
    # With nobody to fire at, no leader alone either, there is nothing to order.
    for narses, able in ((r.leader("Narses").hex, True), (3031, False)):
        r.unit("LI9").hex, r.leader("Narses").hex = 3030, narses
        r.g.version += 1
        listed = [c.unit for c in menus.orders_menu(r.g, r.leader("Totila")) if c.menu is not None]
        assert "HC2" in listed and ("LI1" in listed) is able
    r.unit("LI9").hex = 1210
    r.g.version += 1
    r.order(orders.Fire(unit="LI1", target="LI9"), dice=[9], answers=["hold"])
    assert not released(r)


@pytest.mark.rule("cataphract 5.23")
def test_a_line_of_theirs_fires_and_stays():
    r = field()
    r.order(orders.Line(units=("LI1",)))
    with kit.refused("goth-archers"):
        line_command.check(r.g, r.leader("Totila"), orders.Move(unit="LI1", path=(1109,)))
    line_command.check(r.g, r.leader("Totila"), orders.Fire(unit="LI1", target="LI9"))


@pytest.mark.rule("cataphract 6.51")
def test_nor_do_they_withdraw_in_order():
    r = field()
    slow = kit.unit("HI9", 1210, "W")
    r = archers(kit.battle([kit.unit("LI1", 1010)], [slow])).orders("b")
    assert retreats.bar(r.g, r.unit("LI1"), r.unit("HI9")) is not None
    r.state.notes["goth-archers"] = "free"
    assert retreats.bar(r.g, r.unit("LI1"), r.unit("HI9")) is None


@pytest.mark.rule("cataphract 11.31")
def test_nor_do_they_rush():
    r = field()
    r.state.turn = 2
    r.state.uncontrolled = [UncontrolledLine(side="a", units=["LI1"], turn=1)]
    r.orders("a", kind="uncontrolled", line_index=0)
    r.run(uncontrolled.advance)
    assert r.unit("LI1").hex == 1010


@pytest.mark.parametrize("die", [0, 9])
def test_fire_at_any_of_them_hit_or_miss_releases_them_for_good(die):
    r = field().orders("b")
    r.run(ordered_fire, r.unit("LI9"), r.unit("LI1"), dice=[die], answers=["hold"], defaults=["rout-path"])
    assert released(r)
    assert r.state.notes == {"goth-archers": "free"}
    assert [e.story for e in r.happened(Told) if "may move" in e.story]
    r.orders("a", "Totila")
    r.order(orders.Move(unit="LI1", path=(1009,)))
    # It is told once.
    r.orders("b")
    r.run(ordered_fire, r.unit("LI9"), r.unit("LI1"), dice=[9], answers=["hold"])
    assert len([e for e in r.happened(Told) if "may move" in e.story]) == 1


def test_fire_at_the_horse_does_not():
    r = field()
    r.unit("LI9").hex = 1122
    r.orders("b")
    r.run(ordered_fire, r.unit("LI9"), r.unit("HC2"), dice=[9], defaults=QUIET)
    assert not released(r)


@pytest.mark.parametrize(("side", "attack"), [("a", ("HC1", "HC9")), ("b", ("HC9", "HC1"))])
def test_any_shock_releases_them(side, attack):
    r = field().orders(side)
    r.run(fight, [Attack(attackers=(attack[0],), defenders=(attack[1],))], dice=[4], defaults=QUIET)
    assert released(r)


def test_it_is_not_used_with_the_free_set_up():
    ids = {r.spec.id for r in special.rules(taginae().g)}
    assert {"goth-archers", "nearest-unit", "no-dismount"} <= ids and "free-setup" not in ids
    ids = {r.spec.id for r in special.rules(taginae(free=True).g)}
    assert "free-setup" in ids and not ids & {"goth-archers", "nearest-unit"}


def test_at_taginae_they_are_the_archers_of_the_goths():
    r = taginae().orders("goth", "Totila")
    bound = [u.id for u in r.g.units() if special.rooted(r.g, u)]
    assert bound == [f"GLI{n}" for n in range(1, 13)]
    r = taginae(free=True).orders("goth", "Totila")
    assert not any(special.rooted(r.g, u) for u in r.g.units())


# -- nearest unit ------------------------------------------------------------------------------------------------------


def lured(*enemies, columns=(30,)) -> kit.Rig:
    r = kit.battle([kit.unit("HC1", 2010)], list(enemies), a_disciplined=False, b_leaders=[kit.leader("Narses", 3838)])
    params = {"side": "a", "columns": list(columns)}
    kit.under(r, NearestUnit(SpecialRule(id="nearest-unit", title="Rule", text="Text.", params=params)))
    return r


@pytest.mark.rule("cataphract 11.31")
def test_units_of_that_column_are_the_nearest_whatever_the_distance():
    r = lured(kit.unit("HI8", 2310, "W"), kit.unit("HI9", 3010, "W"))
    assert line_composition.nearest_enemy(r.g, r.unit("HC1")) == 10
    assert [u.id for u in uncontrolled.nearest_enemies(r.g, r.unit("HC1"))] == ["HI9"]
    # For the other side the rule says nothing.
    r.unit("HC1").hex = 3010
    r.unit("HI9").hex = 1010
    r.g.version += 1
    assert special.nearest(r.g, r.unit("HI9")) == [r.unit("HC1")]
    assert next(iter(special.rules(r.g))).nearest(r.g, r.unit("HI9")) == ()
    r = lured(kit.unit("HI8", 2310, "W"), kit.unit("HI9", 3010, "W"))
    # Of several the nearest.
    r = lured(kit.unit("HI8", 3016, "W"), kit.unit("HI9", 3010, "W"))
    assert [u.id for u in uncontrolled.nearest_enemies(r.g, r.unit("HC1"))] == ["HI9"]
    # Nobody left in the column: back to the general rule.
    r = lured(kit.unit("HI8", 2310, "W"), kit.unit("HI9", 3110, "W"))
    assert line_composition.nearest_enemy(r.g, r.unit("HC1")) == 3


@pytest.mark.rule("cataphract 11.31")
def test_an_uncontrolled_line_passes_nearer_enemies_by():
    r = lured(kit.unit("HI8", 2005, "W"), kit.unit("HI9", 3010, "W"))
    r.state.turn = 2
    r.state.uncontrolled = [UncontrolledLine(side="a", units=["HC1"], turn=1)]
    r.orders("a", kind="uncontrolled", line_index=0)
    r.run(uncontrolled.advance, defaults=["uncontrolled-move"])
    assert r.unit("HC1").hex // 100 == 28


def test_at_taginae_it_is_column_38():
    r = taginae(GHC5=5018)
    assert line_composition.nearest_enemy(r.g, r.unit("GHC5")) == 12
    assert {u.at // 100 for u in uncontrolled.nearest_enemies(r.g, r.unit("GHC5"))} == {38}
    r = taginae(free=True, GHC5=5004)
    assert "HLC1" in [u.id for u in uncontrolled.nearest_enemies(r.g, r.unit("GHC5"))]


# -- free set-up -------------------------------------------------------------------------------------------------------


def test_the_goths_set_up_anywhere_from_column_54_facing_as_they_like():
    r = taginae(free=True)
    cols, rows = r.g.map.cols, r.g.map.rows
    every = {c * 100 + n for c in range(54, cols[1] + 1) for n in range(rows[0], rows[1] + 1)}
    open_ = {h for h in every if not r.g.charts.is_prohibited(r.g.map.terrain_at(h))}
    for name in ("GHC1", "GLI12"):
        assert set(limits.area(r.g, r.unit(name))) == open_
        assert limits.faces_freely(r.g, r.unit(name))
    assert set(limits.area(r.g, r.leader("Totila"))) == open_
    byzantine = [p for p in limits.choosers(r.g, "byzantine")]
    assert byzantine == []
    assert deployment.needed(r.g)


def test_with_the_historical_set_up_only_the_mix_of_the_horse_is_theirs_to_choose():
    r = taginae()
    assert {p.id[:3] for p in limits.choosers(r.g, "goth")} == {"GHC"}
    assert not limits.faces_freely(r.g, r.unit("GHC1"))


# -- on foot -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.1")
def test_nobody_mounts_or_dismounts():
    r = taginae().orders("byzantine", "Narses")
    for u in r.g.units():
        with pytest.raises(Refusal):
            dismounting.check(r.g, u, u.dismounted)


# -- champions ---------------------------------------------------------------------------------------------------------


def duel(r: kit.Rig, *dice: int, answers=()) -> kit.Rig:
    r.state.turn = 1
    r.run(champion.challenge, dice=dice, answers=answers)
    return r


WON = [9, 0] * 3
"""14 to 3, three hits a round: after the third Coccas has 9 of 7."""


@pytest.mark.rule("cataphract 11.85")
def test_anzalas_wins_and_totila_lets_it_be():
    r = duel(taginae(), *WON, answers=["no"])
    assert r.state.champions_prize == "byzantine"
    assert r.state.tq_drm == {"byzantine": -1}


@pytest.mark.rule("cataphract 11.85")
@pytest.mark.parametrize(("die", "undone"), [(0, True), (6, True), (7, False), (9, False)])
def test_totila_rolls_against_his_charisma(die, undone):
    r = duel(taginae(), *WON, die, answers=["yes"])
    assert r.leader("Totila").charisma == 6
    if undone:
        assert r.state.champions_prize is None and r.state.tq_drm == {}
    else:
        assert r.state.champions_prize == "byzantine"
        assert r.state.tq_drm == {"byzantine": -1, "goth": 1}


@pytest.mark.rule("cataphract 11.85")
def test_the_byzantines_have_nobody_to_undo_a_defeat():
    # 5 to 12 three times over: 2 hits each, 6 of 6; a fourth kills.
    r = duel(taginae(), *([0, 9] * 4))
    assert r.state.champions_prize == "goth" and r.state.tq_drm == {"goth": -1}
    assert r.decisions == []


@pytest.mark.rule("cataphract 11.85")
def test_the_goths_add_1_to_every_tq_roll_of_the_first_turn():
    r = duel(taginae(), *WON, 9, answers=["yes"])
    goth, byzantine = r.unit("GHC5"), r.unit("THC1")
    assert [m.value for m in cohesion.modifiers(r.g, goth)] == [1]
    assert [m.value for m in cohesion.modifiers(r.g, byzantine)] == [-1]
    limit = cohesion.tq(r.g, goth)
    n = r.run(lambda g: cohesion.tq_check(g, goth, "pre-shock", "test", "9.13"), dice=[limit])
    assert n == 1
