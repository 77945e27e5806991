"""9.3 A shot: range, columns, results, modifiers."""

from __future__ import annotations

import pytest

from engine.kernel.dice import Modifier
from engine.kernel.text import Refusal, Text
from engine.systems.men_of_iron import fire, shot
from engine.systems.men_of_iron.charts import Charts
from engine.systems.men_of_iron.special import Special
from tests.each import for_each
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.fire_field import drms, duel
from tests.engine.men_of_iron.kit import refused

# -- T-RANGE, T-MISSILE ----------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron T-RANGE", "men-of-iron 9.1", "men-of-iron 9.3")
@pytest.mark.parametrize(
    ("shooter", "by_range"),
    [("LB1", [2, 1, 0]), ("CB1", [1, 0, -1]), ("DH1", [1, 0, -1]), ("GE1", [0]), ("SL1", [-1])],
)
def test_range_and_its_modifier(shooter, by_range):
    for distance in range(1, 6):
        r, firer, target = duel(shooter, at=1010 + distance)
        if distance <= len(by_range):
            fire.check_fire(r.g, firer, target)
            assert shot.preview(r.g, firer, target, "active").modifier == by_range[distance - 1]
            assert fire.targets(r.g, firer) == [target]
        else:
            with refused("9.1"):
                fire.check_fire(r.g, firer, target)
            assert fire.targets(r.g, firer) == []
            with pytest.raises(Refusal):
                shot.preview(r.g, firer, target, "active")


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron T-RANGE")
def test_e2_a_longbow_at_range_one_has_plus_two():
    r, firer, target = duel(at=1011)
    assert shot.preview(r.g, firer, target, "active").modifiers == (
        Modifier(value=2, reason=Text("range {n}", n=1), rule="T-RANGE"),
    )


@pytest.mark.rule("men-of-iron T-MISSILE", "men-of-iron 12.1")
@pytest.mark.parametrize(
    ("column", "bands"),
    [
        ("foot_normal", {-3: "NE", 4: "NE", 5: "DD", 8: "DD", 9: "DD DR1", 10: "DD DR1", 11: "DRT", 16: "DRT"}),
        ("foot_disordered", {-3: "NE", 3: "NE", 4: "DR1", 5: "DR1", 6: "DRT", 8: "DRT", 9: "DE", 16: "DE"}),
        ("mounted_normal", {-3: "NE", 4: "NE", 5: "DD", 7: "DD", 8: "DD DR1", 9: "DD DR1", 10: "DU", 16: "DU"}),
        ("mounted_disordered", {-3: "NE", 3: "NE", 4: "DR1", 5: "DR1", 6: "DRT", 7: "DU", 9: "DU", 10: "DE", 16: "DE"}),
    ],
)
def test_missile_fire_table(column, bands):
    charts = Charts.standard()
    for total, codes in bands.items():
        assert charts.missile_fire(column, total) == tuple(codes.split())


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron T-MISSILE")
@pytest.mark.parametrize(
    ("target", "state", "column"),
    [
        ("DM1", {}, "foot_normal"),
        ("LB9", {"disordered": True}, "foot_disordered"),
        ("PK1", {"disordered": True, "retired": True}, "foot_disordered"),
        ("MM1", {}, "mounted_normal"),
        ("GE1", {"disordered": True}, "mounted_disordered"),
        ("MH1", {}, "mounted_normal"),
        ("UH1", {"disordered": True}, "foot_disordered"),
    ],
)
def test_the_column_is_foot_or_mounted_normal_or_disordered(target, state, column):
    r, firer, x = duel(target=target, **{f"their_{k}": v for k, v in state.items()})
    assert shot.preview(r.g, firer, x, "active").column == column


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron T-CODES")
def test_odds_list_every_result_before_the_roll():
    r, firer, target = duel(at=1012)
    expected = shot.preview(r.g, firer, target, "active")
    assert {str(result): p for result, p in expected.odds.items()} == {
        "no effect": 0.4,
        "Disordered": 0.4,
        "Disordered, Retreats": 0.2,
    }
    assert expected.chance == pytest.approx(0.6)
    assert str(expected.needs) == "effect on 4 or more"
    assert str(shot.describe(r.g, firer, target)) == "DM1, range 2, effect on 4 or more"


# -- 9.3 modifiers ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron 12.2")
def test_a_disordered_firer():
    r, firer, target = duel(my_disordered=True)
    assert drms(r, firer, target) == {"range 2": 1, "firer Disordered": -1}


@pytest.mark.rule("men-of-iron 9.3/flank", "men-of-iron 9.3", "men-of-iron T-FACING")
@for_each("at", [1011, 1012, 1013])
@for_each(
    ("target", "facing", "added"),
    [
        ("MM1", "W", True),
        ("MM1", "E", True),
        ("MM1", "NW", False),
        ("MM1", "NE", False),
        ("MM1", "SE", False),
        ("MM1", "SW", False),
        ("GE1", "E", True),
        ("MH1", "W", True),
        ("DM1", "W", False),
        ("UH1", "E", False),
        ("LB9", "W", False),
    ],
)
def test_through_the_flank_of_mounted_units_only(target, facing, added, at):
    r, firer, x = duel("LB1", target, at=at, their_facing=facing)  # shot at from the north
    assert (drms(r, firer, x).get("through a mounted flank") == 1) is added
    assert shot.preview(r.g, firer, x, "active").modifier == 1012 - at + 1 + added


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron 14.1")
@pytest.mark.parametrize(("facing", "behind"), [("NW", True), ("NE", True), ("W", False), ("E", False), ("SE", False)])
def test_a_shield_wall_helps_through_its_front_only(facing, behind):
    r, firer, target = duel(target="PK1", their_facing=facing, their_formation="shield-wall")
    assert drms(r, firer, target) == {"range 2": 1} | ({"Shield Wall": -1} if behind else {})


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron FK-1")
@pytest.mark.parametrize("facing", ["NW", "W", "SE"])
def test_a_schiltron_is_hit_more_easily_from_everywhere(facing):
    r, firer, target = duel(target="PK1", their_facing=facing, their_formation="schiltron")
    assert drms(r, firer, target) == {"range 2": 1, "Schiltron": 1}


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron T-TERRAIN")
@pytest.mark.parametrize(
    ("terrain", "drm"),
    [("woods", -1), ("village", -1), ("town", -1), ("building", -1), ("swamp", 0), ("vineyard", 0), ("ditch", 0)],
)
def test_ground_the_target_stands_in(terrain, drm):
    r, firer, target = duel(terrain={1012: terrain})
    assert drms(r, firer, target) == {"range 2": 1} | ({terrain: drm} if drm else {})
    r, firer, target = duel(terrain={1010: terrain})
    assert drms(r, firer, target) == {"range 2": 1}, "the firer's own ground doesn't matter"


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron PO-1", "men-of-iron T-TERRAIN")
def test_a_hedge_on_the_targets_side_of_the_line():
    hedge = {"hexsides": [(1011, 1012, "hedge")]}
    r, firer, target = duel(**hedge)
    assert drms(r, firer, target) == {"range 2": 1, "hedge": -1}
    r, firer, target = duel(at=1013, **hedge)
    assert drms(r, firer, target) == {}, "a hedge on the way, not along the target's hex"
    r, firer, target = duel(hexsides=[(1010, 1011, "hedge")])
    assert drms(r, firer, target) == {"range 2": 1}, "the firer's own hedge"
    r, firer, target = duel(hexsides=[(1012, 1013, "hedge")])
    assert drms(r, firer, target) == {"range 2": 1}, "a hedge behind the target"
    r, firer, target = duel(at=1011, hexsides=[(1010, 1011, "hedge")])
    assert drms(r, firer, target) == {"range 1": 2, "hedge": -1}, "next to each other across it"


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron PO-1")
@pytest.mark.parametrize("hedges", [[1109], [1110], [1109, 1110]])
def test_a_line_between_two_hexes_crosses_either_hedge_once(hedges):
    r, firer, target = duel(at=1210, my_facing="E", hexsides=[(h, 1210, "hedge") for h in hedges])
    assert drms(r, firer, target) == {"range 2": 1, "hedge": -1}


@pytest.mark.rule("men-of-iron PO-2", "men-of-iron 9.3")
def test_a_hedge_that_was_cleared_covers_nobody():
    r, firer, target = duel(hexsides=[(1011, 1012, "hedge")])
    r.state.hedges_removed.append((1012, 1011))
    assert drms(r, firer, target) == {"range 2": 1}


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron T-TERRAIN")
@pytest.mark.parametrize("feature", ["burn", "beek", "brook"])
def test_water_along_a_hexside_is_no_cover(feature):
    r, firer, target = duel(hexsides=[(1011, 1012, feature)])
    assert drms(r, firer, target) == {"range 2": 1}


@pytest.mark.rule("men-of-iron 9.3")
def test_modifiers_add_up_and_show_in_the_roll():
    r, firer, target = duel(
        at=1011,
        my_disordered=True,
        target="MM1",
        their_facing="W",
        terrain={1011: "woods"},
        hexsides=[(1010, 1011, "hedge")],
    )
    r.run(fire.active_fire, firer, target, dice=[5])
    (roll,) = r.rolls
    assert {m.reason: m.value for m in roll.modifiers} == {
        "range 1": 2,
        "firer Disordered": -1,
        "through a mounted flank": 1,
        "woods": -1,
        "hedge": -1,
    }
    assert (roll.total, roll.table, roll.unit, roll.side) == (5, "missile_fire", "LB1", "a")
    assert roll.text == "LB1 fires at MM1, range 1"


@pytest.mark.rule("men-of-iron 9.3")
def test_the_battles_own_modifiers():
    class Wet(Special):
        def fire_modifiers(self, g, firer, target):
            return [Modifier(value=-2, reason="wet strings", rule="CR-1")] if firer.side == "a" else []

    r, firer, target = duel()
    r.play_by(Wet(kit.special("wet")))
    assert drms(r, firer, target) == {"range 2": 1, "wet strings": -2}
