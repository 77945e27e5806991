"""9.1 to 9.3 Missile fire: who fires at whom, modifiers, results."""

from __future__ import annotations

import pytest

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.men_of_iron import counter_charge, fire, orders, shot
from engine.systems.men_of_iron.charts import Charts
from engine.systems.men_of_iron.events import (
    Fired,
    LeaderLost,
    MissilesSpent,
    UnitDisordered,
    UnitEliminated,
    UnitMoved,
    UnitRetired,
)
from engine.systems.men_of_iron.special import Special
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import refused, unit

RETREATS = ["retreat", "retire"]


def duel(shooter="LB1", target="DM1", at=1012, **values):
    """``shooter`` of side a at 1010 facing SE (1011 lies in front) and ``target`` of side b; rig and both units."""
    mine = {k[3:]: v for k, v in values.items() if k.startswith("my_")}
    theirs = {k[6:]: v for k, v in values.items() if k.startswith("their_")}
    others = {k: v for k, v in values.items() if not k.startswith(("my_", "their_"))}
    mine.setdefault("facing", "SE")
    theirs.setdefault("facing", "NW")
    others.setdefault("b_standards", [kit.standard("STD", 1018, "B")])
    others.setdefault("a_leaders", [kit.leader("Al", 1001, command_range=30)])
    others.setdefault("b_leaders", [kit.leader("Bo", 1018, command_range=30)])
    r = kit.battle([unit(shooter, 1010, **mine)], [unit(target, at, **theirs)], **others).activate("A")
    return r, r.unit(shooter), r.unit(target)


def drms(r: kit.Rig, firer, target) -> dict[str, int]:
    return {m.reason: m.value for m in fire.preview(r.g, firer, target, "active").modifiers}


class Counting(Special):
    """Counts what it is told of shots."""

    def __init__(self):
        super().__init__(kit.special("counting"))
        self.threats: list[str] = []
        self.shots: list[str] = []

    async def threatened(self, g, unit):
        self.threats.append(unit.id)

    async def shot(self, g, unit):
        self.shots.append(unit.id)


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
            assert fire.preview(r.g, firer, target, "active").modifier == by_range[distance - 1]
            assert fire.targets(r.g, firer) == [target]
        else:
            with refused("9.1"):
                fire.check_fire(r.g, firer, target)
            assert fire.targets(r.g, firer) == []
            with pytest.raises(Refusal):
                fire.preview(r.g, firer, target, "active")


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron T-RANGE")
def test_e2_a_longbow_at_range_one_has_plus_two():
    r, firer, target = duel(at=1011)
    assert fire.preview(r.g, firer, target, "active").modifiers == (
        Modifier(value=2, reason="range 1", rule="T-RANGE"),
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
    assert fire.preview(r.g, firer, x, "active").column == column


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron T-CODES")
def test_odds_list_every_result_before_the_roll():
    r, firer, target = duel(at=1012)
    expected = fire.preview(r.g, firer, target, "active")
    assert expected.odds == {"no effect": 0.4, "Disordered": 0.4, "Disordered, Retreats": 0.2}
    assert expected.chance == pytest.approx(0.6)
    assert str(expected.needs) == "effect on 4 or more"
    assert str(fire.describe(r.g, firer, target)) == "DM1, range 2, effect on 4 or more"


# -- 9.1, 9.2 who fires ----------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 9.1", "men-of-iron 2.2")
@pytest.mark.parametrize("kind", ["MM", "UH", "DM", "AX", "PK"])
def test_who_has_no_missiles(kind):
    r, firer, target = duel(f"{kind}7", at=1011)
    with refused("9.1"):
        fire.check_fire(r.g, firer, target)
    assert fire.targets(r.g, firer) == []


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron 9.1")
def test_hobilars_shoot_dismounted_and_not_after_spending_mp():
    r, firer, target = duel("MH1")
    with refused("14.2"):
        fire.check_fire(r.g, firer, target)
    r, firer, target = duel("DH1", at=1012)
    fire.check_fire(r.g, firer, target)
    with refused("14.2"):
        fire.check_fire(r.g, firer, target, at=1011)
    r.g.act.mp["DH1"] = 1
    with refused("14.2"):
        fire.check_fire(r.g, firer, target)


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron T-RANGE")
def test_hobilars_shoot_with_the_weapon_of_their_battle():
    r, firer, target = duel("DH1", at=1013, my_weapon_carried="longbow")
    assert fire.preview(r.g, firer, target, "active").modifier == 0
    r, firer, target = duel("DH1", at=1013)
    assert fire.preview(r.g, firer, target, "active").modifier == -1


@pytest.mark.rule("men-of-iron 9.2", "men-of-iron 12.4")
def test_retired_units_never_fire_disordered_ones_do():
    r, firer, target = duel(my_disordered=True, my_retired=True)
    with refused("9.2"):
        fire.check_fire(r.g, firer, target)
    r, firer, target = duel(my_disordered=True)
    fire.check_fire(r.g, firer, target)


@pytest.mark.rule("men-of-iron NA-1")
def test_without_missiles_no_shot():
    r, firer, target = duel("GE1", at=1011, my_no_missiles=True)
    with refused("NA-1"):
        fire.check_fire(r.g, firer, target)


@pytest.mark.rule("men-of-iron 9.2/active")
def test_each_unit_fires_once_in_an_activation_of_its_command():
    r = kit.battle([unit("LB1", 1010, "SE"), unit("LB2", 1110, "SE", command="C")], [unit("DM1", 1012, "NW")]).activate(
        "A"
    )
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[0])
    r.refuses("9.2/active", orders.Fire(unit="LB1", target="DM1"))
    with refused("9.2/active"):
        fire.check_fire(r.g, r.unit("LB2"), r.unit("DM1"))
    assert fire.targets(r.g, r.unit("LB1")) == []
    assert [u.id for u in fire.aims(r.g, r.unit("LB2"))] == ["DM1"], "asked without an order in mind"
    r.activate("C")
    fire.check_fire(r.g, r.unit("LB2"), r.unit("DM1"))
    with refused("9.2/active"):
        fire.check_fire(r.g, r.unit("LB1"), r.unit("DM1"))


@pytest.mark.rule("men-of-iron 9.2/active")
def test_nobody_fires_while_a_standard_is_activated_or_between_activations():
    r, firer, target = duel()
    r.g.act.standard = "STD"
    with refused("9.2/active"):
        fire.check_fire(r.g, firer, target)
    r.state.activation = None
    with refused("9.2/active"):
        fire.check_fire(r.g, firer, target)


@pytest.mark.rule("men-of-iron 9.1", "men-of-iron 6.1")
def test_front_and_flank_but_never_the_rear():
    targets = {1011: "front", 1110: "front", 1109: "flank", 910: "flank", 1009: "rear", 909: "rear"}
    r = kit.battle(
        [unit("LB1", 1010, "SE")], [unit(f"PK{i}", h, "W") for i, h in enumerate(targets, start=1)]
    ).activate("A")
    reached = {u.hex for u in fire.targets(r.g, r.unit("LB1"))}
    assert reached == {h for h, arc in targets.items() if arc != "rear"}
    with refused("9.1"):
        fire.check_fire(r.g, r.unit("LB1"), r.g.unit_at(1009))
    r = kit.battle([unit("LB1", 1010, "SE")], [unit("PK1", 1007), unit("PK2", 1013)]).activate("A")
    assert [u.id for u in fire.targets(r.g, r.unit("LB1"))] == ["PK2"]


@pytest.mark.rule("men-of-iron 9.1", "men-of-iron 9.4")
def test_a_refusal_says_why_and_what_could_be_fired_at():
    r = kit.battle(
        [unit("CB1", 1010, "SE"), unit("PK1", 1011)],
        [unit("DM1", 1012, "NW"), unit("DM2", 1209, "NW"), unit("DM3", 1008), unit("DM4", 1014)],
    ).activate("A")
    for name, rule, said in (
        ("DM1", "9.4", "1011 blocks the line of sight"),
        ("DM3", "9.1", "is behind CB1"),
        ("DM4", "9.1", "range 4, it reaches 3"),
        ("PK1", "9.2", "own side"),
    ):
        with pytest.raises(Refusal, match=said) as caught:
            fire.check_fire(r.g, r.unit("CB1"), r.unit(name))
        assert caught.value.rule == rule
        assert "It can fire at: DM2." in str(caught.value)


@pytest.mark.rule("men-of-iron 9.4", "men-of-iron 9.1")
def test_longbows_shoot_over_units_where_crossbows_cannot():
    for shooter, sees in (("LB1", True), ("CB1", False), ("DH1", False)):
        r = kit.battle([unit(shooter, 1010, "SE"), unit("PK1", 1011)], [unit("DM1", 1012, "NW")]).activate("A")
        assert bool(fire.targets(r.g, r.unit(shooter))) is sees
        if not sees:
            with refused("9.4"):
                fire.check_fire(r.g, r.unit(shooter), r.unit("DM1"))


@pytest.mark.rule("men-of-iron 9.2", "men-of-iron 9.1")
def test_looking_ahead_along_a_move():
    r, firer, target = duel("CB1", at=1014)
    assert fire.targets(r.g, firer) == []
    assert fire.targets(r.g, firer, at=1011) == [target]
    fire.check_fire(r.g, firer, target, at=1011)
    with refused("9.1"):
        fire.check_fire(r.g, firer, target, at=1011, facing=Facing.NW)
    r, firer, target = duel("CB1", at=1012)
    assert fire.targets(r.g, firer, at=1009) == [target], "its own counter isn't in its way"
    assert fire.preview(r.g, firer, target, "active", at=1009).distance == 3
    assert firer.hex == 1010


# -- 9.3 modifiers ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron 12.2")
def test_a_disordered_firer():
    r, firer, target = duel(my_disordered=True)
    assert drms(r, firer, target) == {"range 2": 1, "firer Disordered": -1}


@pytest.mark.rule("men-of-iron 9.3/flank", "men-of-iron 9.3", "men-of-iron T-FACING")
@pytest.mark.parametrize("at", [1011, 1012, 1013])
@pytest.mark.parametrize(
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
    assert fire.preview(r.g, firer, x, "active").modifier == 1012 - at + 1 + added


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
    r.g.special_rules = [Wet(kit.special("wet"))]
    assert drms(r, firer, target) == {"range 2": 1, "wet strings": -2}


# -- 9.2/active, 9.3 results -----------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 9.2/active", "men-of-iron 9.3")
def test_a_shot_and_its_result():
    r, firer, target = duel()
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[4])
    (shot_made,) = r.happened(Fired)
    assert (shot_made.kind, shot_made.at, shot_made.target_at) == ("active", 1010, 1012)
    assert target.disordered and not firer.disordered
    assert r.rolls[0].result == "Disordered"
    assert r.g.act.fired == ["LB1"]
    r, firer, target = duel()
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[3])
    assert not target.disordered
    assert r.rolls[0].result == "no effect"


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron 9.2/active", "men-of-iron 12.3")
def test_e3_three_shooters_on_one_target():
    r = kit.battle(
        [unit("LB1", 1010, "SE"), unit("LB2", 1009, "SE"), unit("LB3", 1008, "SE")],
        [unit("PK1", 1011, "NW")],
        b_standards=[kit.standard("STD", 1018, "B")],
    ).activate("A")
    r.order(orders.Fire(unit="LB1", target="PK1"), dice=[3])
    assert (r.rolls[-1].total, r.unit("PK1").disordered) == (5, True)
    r.order(orders.Fire(unit="LB2", target="PK1"), dice=[3], answers=["1012-NW"])
    assert r.rolls[-1].total == 4, "read on the Disordered column: Retreat"
    assert r.unit("PK1").hex == 1012
    r.refuses("9.1", orders.Fire(unit="LB3", target="PK1"))
    assert len(r.happened(Fired)) == 2


@pytest.mark.rule("men-of-iron 9.3")
def test_who_lost_his_target_may_pick_another():
    r = kit.battle(
        [unit("LB1", 1010, "SE"), unit("LB2", 1009, "SE")],
        [unit("PK1", 1012, "NW", disordered=True), unit("PK2", 1110, "NW")],
        b_standards=[kit.standard("STD", 1018, "B")],
    ).activate("A")
    r.order(orders.Fire(unit="LB1", target="PK1"), dice=[3], defaults=RETREATS)
    with pytest.raises(Refusal, match="It can fire at: PK2"):
        fire.check_fire(r.g, r.unit("LB2"), r.unit("PK1"))
    r.order(orders.Fire(unit="LB2", target="PK2"), dice=[0])


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 9.3")
def test_a_retired_target_is_eliminated_by_any_harm():
    r, _, target = duel(their_disordered=True, their_retired=True)
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[2])
    assert target.on_map, "final 3 has no effect on Disordered foot"
    r, *_ = duel(their_disordered=True, their_retired=True)
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[3])
    assert r.happened(UnitEliminated)


@pytest.mark.rule("men-of-iron 15.4", "men-of-iron T-LEADERLOSS")
@pytest.mark.parametrize(("die", "killed"), [(7, False), (8, True)])
def test_a_leader_is_at_risk_before_the_result_is_applied(die, killed):
    r, _, target = duel(b_leaders=[kit.leader("Bob", 1012, command_range=30)])
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[8, die], defaults=RETREATS)
    assert [roll.purpose for roll in r.rolls] == ["missile", "leader-loss"]
    assert r.leader("Bob").lost is killed
    names = [type(e) for e in r.events]
    assert names.index(UnitDisordered) < names.index(UnitMoved)
    if killed:
        assert names.index(LeaderLost) < names.index(UnitDisordered)
    else:
        assert r.leader("Bob").hex == target.hex


@pytest.mark.rule("men-of-iron 15.4")
def test_below_nine_no_leader_is_at_risk():
    r, *_ = duel(b_leaders=[kit.leader("Bob", 1012, command_range=30)])
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[7])
    assert len(r.rolls) == 1


@pytest.fixture
def provoked(monkeypatch):
    """Shots after which Men-at-Arms could counter-charge, as (target, firer)."""
    seen: list[tuple[str, str]] = []

    async def after_shot(g, unit, firer):
        seen.append((unit.id, firer.id))

    monkeypatch.setattr(counter_charge, "after_shot", after_shot)
    return seen


@pytest.mark.rule("men-of-iron 11.5", "men-of-iron 9.2/active")
@pytest.mark.parametrize(
    ("target", "die", "asked"), [("MM1", 3, True), ("MM1", 4, False), ("GE1", 3, False), ("DM1", 3, False)]
)
def test_men_at_arms_shot_at_may_counter_charge_unless_disordered(provoked, target, die, asked):
    r, *_ = duel("LB1", target)
    r.order(orders.Fire(unit="LB1", target=target), dice=[die])
    assert provoked == ([(target, "LB1")] if asked else [])


@pytest.mark.rule("men-of-iron 11.5")
def test_disordered_men_at_arms_do_not_counter_charge(provoked):
    r, *_ = duel("LB1", "MM1", their_disordered=True)
    r.order(orders.Fire(unit="LB1", target="MM1"), dice=[0])
    assert provoked == []


@pytest.mark.rule("men-of-iron FK-3", "men-of-iron 9.2/active")
def test_a_target_that_leaves_before_the_shot():
    class Nervous(Counting):
        async def threatened(self, g, unit):
            await super().threatened(g, unit)
            unit.hex, unit.departed = None, True
            g.version += 1

    r, *_ = duel()
    nervous = Nervous()
    r.g.special_rules = [nervous]
    r.order(orders.Fire(unit="LB1", target="DM1"))
    assert nervous.threats == ["DM1"]
    assert nervous.shots == [] and not r.happened(Fired)
    assert r.g.act.fired == [], "the shot isn't used up"
    assert r.told() == ["LB1 holds its fire: DM1 is gone."]


@pytest.mark.rule("men-of-iron NA-1", "men-of-iron 9.2/return")
def test_every_shot_made_is_counted_returned_ones_too():
    r, *_ = duel("LB1", "LB2")
    counting = Counting()
    r.g.special_rules = [counting]
    r.order(orders.Fire(unit="LB1", target="LB2"), dice=[0, 0], answers=["fire"])
    assert counting.threats == ["LB2", "LB1"]
    assert counting.shots == ["LB1", "LB2"]


@pytest.mark.rule("men-of-iron NA-1")
def test_who_is_eliminated_spends_no_missiles():
    class Empty(Special):
        async def shot(self, g, unit):
            g.emit(MissilesSpent(unit=unit.id, rule="NA-1"))

    r, firer, target = duel("GE1", "LB2", at=1011, their_disordered=True)
    r.g.special_rules = [Empty(kit.special("empty"))]
    r.order(orders.Fire(unit="GE1", target="LB2"), dice=[9, 0], answers=["fire"])
    assert target.eliminated and not target.no_missiles
    assert firer.no_missiles


@pytest.mark.rule("men-of-iron NA-3")
def test_a_parting_shot_is_not_returned():
    r, firer, target = duel("GE1", "LB2", at=1011)
    assert fire.can_part(r.g, firer, target)
    r.run(fire.parting_shot, firer, target, dice=[5])
    assert target.disordered
    assert r.happened(Fired)[0].kind == "parting"
    assert r.g.act.fired == []
    r, firer, target = duel("GE1", "LB2", at=1012)
    assert not fire.can_part(r.g, firer, target)
    r, firer, target = duel("GE1", "LB2", at=1011, my_no_missiles=True)
    assert not fire.can_part(r.g, firer, target)


@pytest.mark.rule("men-of-iron 9.2/active", "men-of-iron 12.4")
def test_a_target_that_retires_is_told_after_the_shot():
    r, *_ = duel(their_disordered=True)
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[5], defaults=RETREATS)
    (retired,) = r.happened(UnitRetired)
    assert (retired.start, retired.to) == (1012, 1018)
    assert shot.words(["DD", "DR1"]) == "Disordered, Retreats"
