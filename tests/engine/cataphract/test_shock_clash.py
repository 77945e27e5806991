"""9.15, 9.16 steps 1 to 3: column, superiority, shifts, die-roll modifiers."""

from __future__ import annotations

import pytest

from engine.systems.gboh.charts import size_shift
from engine.systems.gboh.shock import choices, clash
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from tests.each import for_each
from tests.engine.cataphract import kit


def rig(a, b, *, moved=(), **more):
    return kit.battle(a, b, **more).orders("a", moved=list(moved))


def odds(r, attackers="HC1", defenders="MI1", first=None, second=None, **more):
    a, d = [r.unit(x) for x in attackers.split()], [r.unit(x) for x in defenders.split()]
    return clash.reckon(r.g, a, d, r.unit(first) if first else a[0], r.unit(second) if second else d[0], **more)


def duel(attacker, defender, *, facing="W", moved=True, a=None, b=None, **more):
    """Attacker at 1010 facing east, defender at 1110: its front faces west, flank north-east or so, rear east."""
    r = rig(
        [kit.unit(attacker, 1010, **(a or {}))],
        [kit.unit(defender, 1110, facing, **(b or {}))],
        moved=[attacker] if moved else (),
        **more,
    )
    return odds(r, attacker, defender)


# -- 9.15 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 9.15")
@pytest.mark.rule("cataphract 9.33")
@pytest.mark.parametrize(
    ("facing", "arc", "column"),
    [("W", "front", 7), ("NW", "front", 7), ("NE", "flank", 8), ("SW", "flank", 8), ("E", "rear", 10)],
)
def test_the_column_depends_on_the_arc_the_attacker_stands_in(facing, arc, column):
    got = duel("HC1", "MI1", facing=facing, a={"size": 7})
    assert (got.arc, got.base) == (arc, column)


@pytest.mark.rule("cataphract 11.64")
def test_artillery_is_always_attacked_frontally_as_light_infantry():
    got = duel("HC1", "CH1", facing="E", a={"size": 1})
    assert (got.arc, got.base, got.superiority) == ("front", 8, "-")


@pytest.mark.rule("cataphract 9.15")
def test_defender_and_attacker_choose_their_unit_where_it_matters():
    a = [kit.unit("HC1", 1010), kit.unit("HI2", 1011)]
    r = rig(a, [kit.unit("MI1", 1110, "W"), kit.unit("LC2", 1109, "W")])
    attack = Attack(attackers=("HC1",), defenders=("LC2", "MI1"))
    combat = Combat.of(r.g, attack)
    r.run(lambda g: choices.choose_units(g, [combat]), answers=[{"MI1": "LC2"}])
    assert r.decisions[0].side == "b"
    assert r.decisions[0].items[0].default_key == "MI1", "column 7 rather than 9"
    assert (combat.chosen_attacker, combat.chosen_defender) == (r.unit("HC1"), r.unit("LC2"))


@pytest.mark.rule("cataphract 9.15")
def test_the_attacker_answers_the_defenders_choice():
    a = [kit.unit("LC1", 1010), kit.unit("HI2", 1011)]
    r = rig(a, [kit.unit("MI1", 1110, "W")])
    combat = Combat.of(r.g, Attack(attackers=("LC1", "HI2"), defenders=("MI1",)))
    r.run(lambda g: choices.choose_units(g, [combat]), answers=["HI2"])
    assert r.decisions[0].side == "a"
    assert r.decisions[0].items[0].default_key == "HI2", "column 8 rather than 5"
    assert combat.chosen_attacker is r.unit("HI2")


@pytest.mark.rule("cataphract 9.15")
@pytest.mark.rule("cataphract 10.13")
@pytest.mark.parametrize("chosen", ["HI1", "HI2"])
def test_among_equals_too_the_choice_is_their_owner_s(chosen):
    """It takes the odd hit, and advances first where it gives Superiority; unless told otherwise the bot answers."""
    a = [kit.unit("HI1", 1010), kit.unit("HI2", 1011)]
    r = rig(a, [kit.unit("MI1", 1110, "W")])
    combat = Combat.of(r.g, Attack(attackers=("HI1", "HI2"), defenders=("MI1",)))
    r.run(lambda g: choices.choose_units(g, [combat]), answers=[chosen])
    assert combat.chosen_attacker is r.unit(chosen)
    (item,) = r.decisions[0].items
    assert item.default_key == "HI1" and item.policy.free


@pytest.mark.rule("cataphract 9.15")
def test_a_side_with_one_unit_is_not_asked():
    r = rig([kit.unit("HI1", 1010)], [kit.unit("MI1", 1110, "W")])
    combat = Combat.of(r.g, Attack(attackers=("HI1",), defenders=("MI1",)))
    r.run(lambda g: choices.choose_units(g, [combat]))
    assert (combat.chosen_attacker, combat.chosen_defender) == (r.unit("HI1"), r.unit("MI1"))


# -- 9.16 step 1 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.parametrize(("facing", "superior"), [("W", "-"), ("NE", "AS"), ("E", "AS")])
def test_position(facing, superior):
    assert duel("HC1", "MI1", facing=facing).superiority == superior


@pytest.mark.rule("cataphract 9.16")
def test_no_position_for_an_attacker_with_an_enemy_on_its_own_flank():
    b = [kit.unit("MI1", 1110, "E"), kit.unit("MI2", 1009, "SE")]
    r = rig([kit.unit("HC1", 1010)], b)
    assert odds(r).superiority == "-"
    r = rig([kit.unit("HC1", 1010)], [b[0], kit.unit("MI2", 1009, "NW")])
    assert odds(r).superiority == "AS", "an enemy there without the attacker in its ZOC doesn't matter"


@pytest.mark.rule("cataphract 9.16")
def test_an_enemy_in_front_of_the_attacker_does_not_spoil_its_position():
    r = rig([kit.unit("HC1", 1010)], [kit.unit("MI1", 1110, "E"), kit.unit("MI2", 1109, "W")])
    assert odds(r).superiority == "AS"


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.rule("cataphract 9.32")
@pytest.mark.parametrize(
    ("attacker", "defender", "superior"),
    [("HC1", "LN2", "AS"), ("HC1", "LC2", "AS"), ("HC1", "HI2", "DS"), ("HC1", "MI2", "-"), ("HI1", "LI2", "AS")],
)
def test_weapons(attacker, defender, superior):
    assert duel(attacker, defender).superiority == superior


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.rule("cataphract 9.32")
def test_cataphracts_have_a_row_and_a_column_of_their_own():
    assert duel("HC1", "MI2").superiority == "-"
    assert duel("HC1", "MI2", a={"cls": "Cat"}).superiority == "AS"
    assert duel("LI1", "HC2").superiority == "-"
    assert duel("LI1", "HC2", b={"cls": "Cat"}).superiority == "DS"


@pytest.mark.rule("cataphract 9.16")
def test_position_outweighs_the_defenders_weapons():
    assert duel("HC1", "HI2", facing="E").superiority == "AS"


@pytest.mark.rule("cataphract 6.45")
@pytest.mark.parametrize("facing", ["SIDE_SW", "SIDE_NW", "SIDE_NE"])
def test_a_column_is_always_attacked_with_superiority(facing):
    assert duel("HC1", "HI2", facing=facing, b={"column": True}).superiority == "AS"


@pytest.mark.rule("cataphract 11.5")
def test_swords_against_an_open_flank():
    got = duel("MI1", "HI2", a={"sword": True})
    assert (got.superiority, got.why) == ("AS", "swords")
    assert duel("MI1", "HI2").superiority == "-"


@pytest.mark.rule("cataphract 11.5")
def test_no_swords_against_covered_flanks_or_horse():
    assert duel("MI1", "HC2", a={"sword": True}).superiority == "-"
    sword = kit.unit("MI1", 1010, sword=True)
    # 1110 facing west has its flanks at 1109 and 1111: one held by a friend, one in a friend's ZOC.
    r = rig([sword], [kit.unit("HI2", 1110, "W"), kit.unit("HI3", 1109, "W"), kit.unit("HI4", 1211, "W")])
    assert odds(r, "MI1", "HI2").superiority == "-"
    r = rig([sword], [kit.unit("HI2", 1110, "W"), kit.unit("HI3", 1109, "W"), kit.unit("HI4", 1211, "E")])
    assert odds(r, "MI1", "HI2").superiority == "AS"


# -- 9.16 step 2 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.rule("cataphract table:size_differential")
@pytest.mark.parametrize(
    ("attacker", "defender", "moved", "shift"),
    [
        (11, 5, True, 2),
        (11, 5, False, 1),
        (5, 4, True, 1),
        (5, 4, False, 0),
        (4, 5, True, 0),
        (4, 5, False, -1),
        (2, 5, True, -1),
    ],
)
def test_e_9_16_2_size_differential(attacker, defender, moved, shift):
    assert size_shift(attacker, defender, moved) == shift
    got = duel("HC1", "MI1", moved=moved, a={"size": attacker}, b={"size": defender})
    assert sum(m.value for m in got.shifts) == shift
    assert got.column == got.base + shift


@pytest.mark.rule("cataphract 9.12")
@pytest.mark.rule("cataphract 9.16")
def test_sizes_of_a_side_are_added_and_one_mover_is_enough():
    a = [kit.unit("HC1", 1010, size=5), kit.unit("HC2", 1011, size=6)]
    assert odds(rig(a, [kit.unit("MI1", 1110, "W", size=5)], moved=["HC2"]), "HC1 HC2").column == 9
    assert odds(rig(a, [kit.unit("MI1", 1110, "W", size=5)]), "HC1 HC2").column == 8


def test_a_unit_without_size_counts_as_one():
    assert duel("HC1", "CH1", a={"size": 1}, b={"size": 0}).column == 8


@pytest.mark.parametrize("moved", [True, False])
def test_an_attacker_without_size_counts_as_one_too(moved):
    with_one, with_none = (duel("HC1", "MI1", moved=moved, a={"size": n}, b={"size": 4}) for n in (1, 0))
    assert with_one.column == with_none.column


# -- 9.16 step 3 -----------------------------------------------------------------------------------------------------


def shift(**ground):
    r = rig([kit.unit("HC1", 1010, size=7)], [kit.unit("MI1", 1110, "W", size=7)], moved=["HC1"], **ground)
    return sum(m.value for m in odds(r).shifts)


@pytest.mark.rule("cataphract 6.26")
@pytest.mark.rule("cataphract table:shock_terrain_shifts")
@for_each(
    ("ground", "expected"),
    [
        ({}, 0),
        ({"terrain": {1110: "woods"}}, -1),
        ({"terrain": {1010: "woods"}}, 0),
        ({"terrain": {1110: "rough"}}, 0),
        ({"hexsides": [(1010, 1110, "river_volturno")]}, -1),
        ({"hexsides": [(1010, 1110, "stream")]}, 0),
        ({"hexsides": [(1010, 1110, "trench")]}, -1),
        ({"levels": {1110: 1}}, -2),
        ({"levels": {1010: 1}}, 1),
        ({"levels": {1010: 1}, "hexsides": [(1010, 1110, "river_volturno")]}, -1),
        ({"levels": {1010: 1}, "terrain": {1110: "woods"}}, -1),
        ({"levels": {1110: 1}, "terrain": {1110: "woods"}}, -2),
    ],
)
def test_terrain_counts_once_and_for_the_defender_first(ground, expected):
    assert shift(**ground) == expected


@pytest.mark.rule("cataphract table:shock_terrain_shifts")
def test_terrain_with_several_units():
    a = [kit.unit("HC1", 1010, size=1), kit.unit("HC2", 1011, size=6)]
    b = [kit.unit("MI1", 1110, "W", size=7)]

    def total(**ground):
        return sum(m.value for m in odds(rig(a, b, **ground), "HC1 HC2").shifts)

    assert total(levels={1110: 1, 1011: 1}) == -1, "higher than one attacker only"
    assert total(hexsides=[(1010, 1110, "river_volturno")]) == 0, "one attacker comes over dry ground"
    assert total(levels={1010: 1}) == 0, "lower than one attacker only"


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.parametrize(("attacker", "defender", "column"), [(20, 1, 13), (1, 20, 1)])
def test_columns_stop_at_the_ends_of_the_chart(attacker, defender, column):
    assert duel("HC1", "MI1", a={"size": attacker}, b={"size": defender}).column == column


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.rule("cataphract table:shock_die_modifiers")
def test_charisma_of_the_best_leader_of_each_side():
    mine = [kit.leader("Bouzes", 1010, charisma=2), kit.leader("John", 1010, "SC", charisma=3)]
    theirs = [kit.leader("Zames", 1110, charisma=1)]
    r = rig([kit.unit("HC1", 1010)], [kit.unit("MI1", 1110, "W")], a_leaders=mine, b_leaders=theirs)
    assert [m.value for m in odds(r).modifiers] == [3, -1]


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.rule("cataphract table:shock_die_modifiers")
def test_a_killed_leader_counts_against_his_side():
    mine, theirs = [kit.leader("Bouzes", 1010, charisma=4)], [kit.leader("Zames", 1110, charisma=2)]
    r = rig([kit.unit("HC1", 1010)], [kit.unit("MI1", 1110, "W")], a_leaders=mine, b_leaders=theirs)
    for name in ("Bouzes", "Zames"):
        r.leader(name).hex, r.leader(name).eliminated = None, True
    r.g.version += 1
    killed = [r.leader("Bouzes"), r.leader("Zames")]
    assert [m.value for m in odds(r, killed=killed).modifiers] == [-4, 2]


@pytest.mark.rule("cataphract 9.16")
def test_a_leader_elsewhere_lends_nothing():
    mine = [kit.leader("Bouzes", 909, charisma=4)]
    r = rig([kit.unit("HC1", 1010)], [kit.unit("MI1", 1110, "W")], a_leaders=mine)
    assert odds(r).modifiers == ()


# -- 9.16 step 4, as foreseen ----------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.rule("cataphract table:shock_result_modifications")
def test_superiority_multiplies():
    assert duel("HC1", "LN2", a={"size": 4}).hits(9) == (2, 8), "AS: column 9, 2(4) doubled for the defender"
    assert duel("HC1", "HI2", a={"size": 7}).hits(0) == (9, 2), "DS: column 6, 3(2) tripled for the attacker"


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.rule("cataphract table:shock_result_modifications")
@pytest.mark.parametrize(
    ("attacker", "missile", "defender", "halved"),
    [
        ("LC1", "B", "MI2", True),
        ("LI1", "C", "HI2", True),
        ("LC1", "J", "MI2", False),
        ("LC1", None, "MI2", False),
        ("LC1", "B", "LI2", False),
        ("LC1", "B", "HC2", False),
        ("MI1", "B", "MI2", False),
    ],
)
def test_light_bowmen_do_half_to_heavier_foot(attacker, missile, defender, halved):
    got = duel(attacker, defender, a={"missile": missile})
    assert got.halved is halved


@pytest.mark.rule("cataphract 9.16")
def test_not_to_foot_that_was_routed_before():
    got = duel("LC1", "MI2", a={"missile": "B"}, b={"routed": True})
    assert not got.halved


@pytest.mark.rule("cataphract 9.16")
def test_halving_rounds_down_and_adds_to_doubling():
    plain = duel("LC1", "MI2", a={"missile": "B", "size": 7})
    assert (plain.column, plain.charts.crt(5, 9), plain.hits(9)) == (5, (2, 3), (2, 1))
    flank = duel("LC1", "MI2", facing="NE", a={"missile": "B", "size": 7})
    assert flank.hits(7) == flank.charts.crt(flank.column, 7)


def test_chances_add_up_and_the_odds_are_told():
    got = duel("HC1", "LN2")
    assert sum(got.chances().values()) == pytest.approx(1)
    assert "Attack Superiority" in got.words() and "column" in got.words()


@pytest.mark.rule("cataphract 9.16", "cataphract table:shock_crt")
@pytest.mark.parametrize("size", [1, 3, 5, 9])
def test_what_is_foretold_is_the_mean_of_all_faces_of_the_die(size):
    r = kit.battle([kit.unit("HC1", 1010, size=size)], [kit.unit("HI9", 1110, "W", size=5)])
    reckoning = clash.reckon(r.g, [r.unit("HC1")], [r.unit("HI9")], r.unit("HC1"), r.unit("HI9"))
    drm = sum(m.value for m in reckoning.modifiers)
    results = [reckoning.hits(die + drm) for die in range(10)]
    assert reckoning.balance == pytest.approx(sum(d for _, d in results) / 10 - sum(a for a, _ in results) / 10)
    assert reckoning.chances() == {pair: pytest.approx(results.count(pair) / 10) for pair in results}
