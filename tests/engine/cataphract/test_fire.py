"""8.1 Missile fire."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.gboh.missiles import fire, ordered_fire, volley
from engine.systems.gboh.movement import movement, reach
from engine.systems.gboh.orders import orders
from tests.engine.cataphract import kit


def duel(shooter="LC1", target="HC1", at=1310, *, missile="C", leaders=(), options=None, **values):
    """``shooter`` of side a at 1010 facing E against ``target`` of side b facing W; returns the rig and both units."""
    mine = {k[3:]: v for k, v in values.items() if k.startswith("my_")}
    theirs = {k[6:]: v for k, v in values.items() if k.startswith("their_")}
    ground = {k: v for k, v in values.items() if k in ("terrain", "levels")}
    r = kit.battle(
        [kit.unit(shooter, 1010, missile=missile, **mine)],
        [kit.unit(target, at, "W", **theirs)],
        b_leaders=leaders,
        options=options,
        **ground,
    )
    r.orders("a")
    return r, r.unit(shooter), r.unit(target)


# -- 8.11, 8.13 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 8.11", "cataphract 8.17", "cataphract 10.26", "cataphract 6.45", "cataphract 11.73")
@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({"missile": None}, "8.11"),
        ({"supply": "no"}, "8.17"),
        ({"routed": True}, "10.26"),
        ({"column": True}, "6.45"),
        ({"shield_wall": True}, "11.73"),
        ({"engaged": True}, "10.31"),
        ({"rallied": True}, "10.27"),
    ],
)
def test_who_cannot_fire(state, rule):
    r, shooter, target = duel("LI1", at=1110)
    for k, v in state.items():
        setattr(shooter, k, v)
    if state.get("column"):
        shooter.facing = Facing.SIDE_SE
    r.g.version += 1
    with pytest.raises(Refusal) as no:
        fire.check_fire(r.g, shooter, target)
    assert no.value.rule == rule
    assert fire.targets(r.g, shooter) == []


@pytest.mark.rule("cataphract 8.13")
def test_range_arc_and_sight_with_the_targets_left():
    r = kit.battle(
        [kit.unit("LC1", 1010, missile="C"), kit.unit("HC1", 1011)],
        [kit.unit("HI1", 1510, "W"), kit.unit("HI2", 910), kit.unit("HI3", 1012), kit.unit("HI4", 1210, "W")],
    )
    r.orders("a")
    shooter = r.unit("LC1")
    assert [u.id for u in fire.targets(r.g, shooter)] == ["HI4"]
    for name, rule, words in (("HI1", "8.13", "range 5"), ("HI2", "8.13", "behind"), ("HI3", "8.14", "1011 blocks")):
        with pytest.raises(Refusal) as no:
            fire.check_fire(r.g, shooter, r.unit(name))
        assert no.value.rule == rule
        assert words in str(no.value)
        assert "It can fire at: HI4." in str(no.value)
    with pytest.raises(Refusal, match="own side"):
        fire.check_fire(r.g, shooter, r.unit("HC1"))


@pytest.mark.rule("cataphract 8.13")
def test_units_fire_one_by_one_never_together():
    r = kit.battle(
        [kit.unit("LI1", 1010, missile="C"), kit.unit("LI2", 1011, missile="C")], [kit.unit("HC1", 1210, "W")]
    )
    r.orders("a")
    for name, die in (("LI1", 3), ("LI2", 7)):
        r.run(ordered_fire.ordered_fire, r.unit(name), r.unit("HC1"), dice=[die])
    assert [roll.unit for roll in r.rolls] == ["LI1", "LI2"]
    assert r.unit("HC1").hits == 1


@pytest.mark.rule("cataphract 8.11")
def test_looking_ahead_with_a_copy_of_the_unit():
    r, shooter, target = duel(at=1610)
    assert fire.targets(r.g, shooter) == []
    ghost = shooter.model_copy(update={"hex": 1210})
    fire.check_fire(r.g, ghost, target, last_step=(1110, 1210))
    with pytest.raises(Refusal, match="closer"):
        fire.check_fire(r.g, ghost, target, last_step=(1310, 1210))


@pytest.mark.rule("cataphract 8.11")
def test_fire_before_moving_is_declared():
    r, shooter, target = duel()
    r.run(ordered_fire.ordered_fire, shooter, target, dice=[4])
    assert r.g.orders.stationary == ["LC1"]
    assert target.hits == 1
    r, shooter, target = duel()
    r.run(lambda g: ordered_fire.ordered_fire(g, shooter, target, moved=True), dice=[4])
    assert r.g.orders.stationary == []
    assert target.hits == 0, "+1 for the move to come"


@pytest.mark.rule("cataphract 8.11", "cataphract 8.15")
def test_example_hun_light_horse_rides_up_fires_and_rides_away():
    r = kit.battle([kit.unit("LC1", 1010, missile="C", ma=9)], [kit.unit("HC1", 1810, "W", ma=8)])
    r.orders("a")
    path = (1110, 1210, 1310, 1410, Facing.W, 1310, 1210)
    order = orders.Move(unit="LC1", path=path, fire_at="HC1", fire_after=4)
    movement.check_move(r.g, r.unit("LC1"), order)
    r.run(movement.move, r.unit("LC1"), order, dice=[0])
    (roll,) = r.rolls
    assert (roll.needs, roll.total, roll.result) == ("1 or less", 1, "1 hit")
    assert r.unit("HC1").hits == 1
    assert (r.unit("LC1").hex, r.unit("LC1").facing) == (1210, Facing.W)


# -- 8.15 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 8.15")
@pytest.mark.parametrize(("die", "hits"), [(4, 1), (5, 0), (9, 0), (0, 1)])
def test_the_modified_roll_against_the_strength(die, hits):
    r, shooter, target = duel(their_hits=1)
    r.run(ordered_fire.ordered_fire, shooter, target, dice=[die])
    assert target.hits == 1 + hits
    assert r.rolls[0].result == ("1 hit" if hits else "no effect")


@pytest.mark.rule("cataphract 8.15")
def test_example_armenian_cataphracts_at_taginae():
    r, shooter, target = duel("HC2", "HC1", 1310, my_cls="Cat")
    assert fire.preview(r.g, shooter, target).strength == 4
    r.run(ordered_fire.ordered_fire, shooter, target, dice=[1])
    assert target.hits == 1
    r, shooter, target = duel("HC2", "LI1", 1310, my_cls="Cat")
    r.run(ordered_fire.ordered_fire, shooter, target, dice=[1])
    assert target.hits == 2


@pytest.mark.rule("cataphract 8.15")
@pytest.mark.parametrize(
    ("missile", "target", "die", "hits"),
    [
        ("C", "MI1", 1, 2),
        ("C", "MI1", 2, 1),
        ("C", "CH1", 0, 2),
        ("B", "MI1", 0, 1),
        ("C", "LN1", 0, 1),
        ("C", "HI1", 0, 2),
        ("C", "HI1", 1, 1),
    ],
)
def test_composite_bows_hit_infantry_twice_on_a_modified_1_or_less(missile, target, die, hits):
    r, shooter, enemy = duel("LI1", target, 1210, missile=missile)
    r.run(ordered_fire.ordered_fire, shooter, enemy, dice=[die], answers=["hold"] if enemy.missile else [])
    assert enemy.hits == hits


def _modifiers(r, shooter, target, **values):
    return [(m.value, m.reason) for m in fire.preview(r.g, shooter, target, **values).modifiers]


@pytest.mark.rule("cataphract 8.15", "cataphract 6.26")
def test_woods_shelter_the_target():
    r, shooter, target = duel(at=1210, terrain={1210: "woods"})
    assert _modifiers(r, shooter, target) == [(1, "woods")]


@pytest.mark.rule("cataphract 8.15")
@pytest.mark.parametrize(
    ("shooter", "missile", "counts"),
    [
        ("LC1", "C", True),
        ("LC1", "J", True),
        ("LI1", "B", True),
        ("LI1", "J", False),
        ("HC2", "F", False),
        ("MI1", "F", False),
    ],
)
def test_moving_spoils_the_aim_except_with_axes_and_javelins_on_foot(shooter, missile, counts):
    r, mine, target = duel(shooter, "LN1", 1110, missile=missile)
    assert _modifiers(r, mine, target) == []
    r.g.orders.turned.append(shooter)
    assert _modifiers(r, mine, target) == [], "turning in place is no move"
    r.g.orders.moved.append(shooter)
    assert _modifiers(r, mine, target) == ([(1, "moved")] if counts else [])
    assert _modifiers(r, mine, target, moved=False) == []


@pytest.mark.rule("cataphract 8.15", "cataphract 11.73")
def test_armour_counts_1_or_3_and_a_shield_wall_3():
    r, shooter, target = duel("LI1", "HI1", 1210)
    assert _modifiers(r, shooter, target) == [(1, "heavy infantry")]
    target.shield_wall = True
    assert _modifiers(r, shooter, target) == [(3, "Shield Wall")]
    r, shooter, target = duel("LI1", "HI1", 1110)
    assert _modifiers(r, shooter, target) == [(3, "heavy infantry's front at close range")]
    target.facing = Facing.E
    assert _modifiers(r, shooter, target) == [(1, "heavy infantry")], "not through its Front"
    r, shooter, target = duel("LI1", "HI1", 1110, missile="J")
    assert _modifiers(r, shooter, target) == [(1, "heavy infantry")], "javelins are no bows"
    r, shooter, target = duel("LI1", "MI1", 1110)
    assert _modifiers(r, shooter, target) == []
    target.shield_wall = True
    assert _modifiers(r, shooter, target) == [(3, "Shield Wall")]


@pytest.mark.rule("cataphract 8.15")
def test_modifiers_add_up_and_the_odds_show_it():
    r, shooter, target = duel("LC1", "HI1", 1210, terrain={1210: "woods"})
    odds = fire.preview(r.g, shooter, target, moved=True)
    assert (odds.strength, odds.modifier, odds.needed) == (4, 3, 1)
    assert odds.chances == {0: 0.8, 1: 0.2, 2: 0.0}
    odds = fire.preview(r.g, shooter, target, distance=1, moved=False)
    assert odds.strength == 6
    with pytest.raises(Refusal, match="reach"):
        fire.preview(r.g, shooter, target, distance=6)


@pytest.mark.rule("cataphract 8.15")
def test_effects_come_at_once():
    r, shooter, target = duel("LC1", "HC1", 1310, their_hits=5, their_missile="C")
    r.run(ordered_fire.ordered_fire, shooter, target, dice=[2], defaults=["rout-path"])
    assert target.routed
    assert len(r.rolls) == 1, "a routed unit doesn't fire back"


# -- 8.16 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 8.16")
@pytest.mark.parametrize(
    ("at", "level", "possible"),
    [(1410, 0, True), (1510, 0, True), (1610, 0, False), (1510, 1, False), (1510, 2, False)],
)
def test_one_hex_further_downhill(at, level, possible):
    r, shooter, target = duel(at=at, levels={1010: 1, at: level})
    assert (target in fire.targets(r.g, shooter)) is possible


@pytest.mark.rule("cataphract 8.16")
@pytest.mark.parametrize(("die", "moved", "hits"), [(0, False, 1), (1, False, 0), (0, True, 0)])
def test_extended_range_needs_a_modified_0_and_hits_once(die, moved, hits):
    r, shooter, target = duel("LC1", "MI1", 1510, levels={1010: 1})
    assert fire.preview(r.g, shooter, target).extended
    r.run(lambda g: ordered_fire.ordered_fire(g, shooter, target, moved=moved), dice=[die])
    assert target.hits == hits


# -- 8.17, 8.18 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 8.17")
def test_firing_while_low_leaves_none_whatever_the_roll():
    r, shooter, target = duel(my_supply="low")
    r.run(ordered_fire.ordered_fire, shooter, target, dice=[0])
    assert shooter.supply == "no"
    with pytest.raises(Refusal, match="no missiles left"):
        fire.check_fire(r.orders("a").g, shooter, target)


@pytest.mark.rule("cataphract 8.17")
def test_the_natural_roll_counts_and_the_modifier_does_not():
    r, shooter, target = duel("LC1", "HI1", 1110)
    r.run(ordered_fire.ordered_fire, shooter, target, dice=[8])
    assert r.rolls[0].total > 9
    assert shooter.supply == "full"


# -- 8.19 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 8.19")
@pytest.mark.parametrize(
    ("dice", "outcome"),
    [([1], "safe"), ([0, 1], "safe"), ([0, 9], "safe"), ([0, 0, 5], "wounded"), ([0, 0, 6], "killed")],
)
def test_leaders_in_the_hex_are_at_risk_on_a_natural_0(dice, outcome):
    r, shooter, target = duel(leaders=[kit.leader("Gelimer", 1310, personal_combat=5)])
    r.run(ordered_fire.ordered_fire, shooter, target, dice=dice)
    gelimer = r.leader("Gelimer")
    assert ("killed" if gelimer.eliminated else "wounded" if gelimer.wounded else "safe") == outcome


@pytest.mark.rule("cataphract 8.15")
def test_the_story_spells_out_the_roll():
    r, shooter, target = duel("LC1", "HI1", 1210)
    r.run(lambda g: volley.shoot(g, shooter, target, "order", moved=True), dice=[2])
    assert r.told() == ["LC1 fires at HI1: range 2, needs 4 or less, +1 moved, +1 heavy infantry, rolled 2 → 4: 1 hit"]


@pytest.mark.rule("cataphract 8.11", "cataphract 8.13")
def test_at_the_end_of_a_way_it_may_fire_at_whom_an_order_for_move_and_fire_may_name():
    r = kit.battle(
        [kit.unit("LC1", 1010, missile="C", ma=5), kit.unit("LI2", 1110, missile="J")],
        [kit.unit("HC1", 1410, "W"), kit.unit("HI2", 1407, "W"), kit.unit("LI3", 713), kit.unit("MI4", 1112)],
        terrain={1308: "woods"},
    )
    r.orders("a")
    seen = set()
    for unit in (r.unit("LC1"), r.unit("LI2")):
        for node in reach.search(r.g, unit).values():
            may = {t.id for t in movement.targets_from(r.g, unit, node)}
            for target in r.g.units("b"):
                order = orders.Move(unit=unit.id, path=node.path(), fire_at=target.id)
                try:
                    movement.check_move(r.g, unit, order)
                except Refusal:
                    assert target.id not in may, node.path()
                else:
                    assert target.id in may, node.path()
                    seen.add(target.id)
    assert len(seen) > 1
