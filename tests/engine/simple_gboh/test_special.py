"""The rules of single battles: who may not act yet, who comes late, who leaves, rivers, walls and kings."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

import scenarios
from engine.kernel.hexes import Facing, Hex
from engine.systems.gboh import footprint, special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import BattleEnded, LeaderEliminated, UnitPlaced, UnitsLeft
from engine.systems.gboh.missiles import volley
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.shock import modifiers, pursuit
from engine.systems.simple_gboh.state import initial_state
from engine.systems.simple_gboh.system import SimpleGboh
from engine.systems.simple_gboh.turn import activation, formations, returns, sequence
from tests.engine.simple_gboh.kit import Rig


def the(
    name: str,
    hexes: Mapping[str, Hex | None] | None = None,
    *,
    alone: bool = False,
    options: dict[str, bool] | None = None,
) -> Rig:
    """A battle as set up, with pieces elsewhere, or only those (``alone``)."""
    scenario: Any = scenarios.load(f"simple-gboh/{name}")
    state = initial_state(scenario, options)
    for piece in (*state.units.values(), *state.leaders.values()) if alone else ():
        piece.hex = None
    for code, h in (hexes or {}).items():
        state.piece(code).hex = h
    return Rig(SimpleGboh(scenario).context(state))


def turn(r: Rig, side: str, number: int = 1, phase: str = "activation", **values: Any) -> Rig:
    """The Player Turn of that number of a side under way."""
    r.state.sides[side].turns = number
    r.turn(side, **values)
    r.state.phase = phase
    return r


def offered(r: Rig) -> list[str]:
    """Formations that may be activated now."""
    r.g.version += 1
    return [f.id for f in formations.available(r.g)]


def lost(r: Rig, code: str, **how: Any) -> Rig:
    """A unit is eliminated, with all that comes of it."""
    r.run(lambda g: effects.eliminate(g, r.unit(code), "tested", "8.4"), **how)
    return r


# -- Formations that wait ---------------------------------------------------------------------------------------------


def test_the_left_phalanx_is_still_marching_before_the_fourth_player_turn() -> None:
    r = turn(the("cynoscephalae"), "macedon", 3)
    assert "left-phalanx" not in offered(r)
    no = formations.barred(r.g, r.g.spec("macedon").formation("left-phalanx"))
    assert no is not None and no.rule == "left-wing"
    assert "left-phalanx" in offered(turn(r, "macedon", 4))


def test_formations_that_wait_join_no_group_either() -> None:
    r = turn(the("cynoscephalae"), "macedon", 3)
    assert not any("left-phalanx" in [f.id for f in together] for _, together in formations.joint(r.g))


def test_goth_archers_wait_for_a_shot_at_them_or_a_shock() -> None:
    r = turn(the("taginae"), "goth")
    assert "goth-archers" not in offered(r)
    for rule in special.having(r.g, Special.fired_at):
        rule.fired_at(r.g, r.unit("GHC1"))
    assert "goth-archers" not in offered(r), "somebody else was shot at"
    for rule in special.having(r.g, Special.fired_at):
        rule.fired_at(r.g, r.unit("GLI1"))
    assert "goth-archers" in offered(r)
    r = turn(the("taginae"), "goth", shocked=["GHC1"])
    for rule in special.having(r.g, Special.shock_over):
        rule.shock_over(r.g)
    assert "goth-archers" in offered(r)


def test_with_the_free_set_up_the_goth_archers_wait_for_nobody() -> None:
    assert "goth-archers" in offered(turn(the("taginae", options={"free-setup": True}), "goth"))


def test_the_guard_stays_in_the_camp_until_an_enemy_is_near_or_the_battle_goes_badly() -> None:
    r = turn(the("beneventum"), "rome")
    assert "camp-guard" not in offered(r)
    r.state.sides["rome"].rout_points = (r.state.sides["rome"].withdrawal_level + 3) // 4
    r.run(start_of_turn)
    assert "camp-guard" in offered(r)
    r = turn(the("beneventum"), "rome")
    camp = r.g.scenario.areas["the Roman camp"][0]
    foe = next(u for u in r.g.units("epirus") if u.hex is not None and r.g.rules)
    foe.hex = camp + 1
    special.call(r.g, Special.entered, foe)
    assert "camp-guard" in offered(r)


async def start_of_turn(g: Any) -> None:
    for rule in special.having(g, Special.turn_start):
        await rule.turn_start(g)


# -- who comes on later -----------------------------------------------------------------------------------------------


def test_the_engines_stand_behind_the_apsos_when_the_sixth_player_turn_has_ended() -> None:
    r = turn(the("pelium"), "macedonian", 5, "withdrawal")
    r.run(sequence.withdrawal)
    assert r.happened(UnitPlaced) == []
    r = turn(the("pelium"), "macedonian", 6, "withdrawal")
    r.run(sequence.withdrawal)
    placed = r.happened(UnitPlaced)
    assert [e.unit for e in placed] == ["OX1", "OX2", "OX3", "OX4"]
    assert {e.to for e in placed} <= set(r.g.scenario.areas["the far bank"])
    assert len({e.to for e in placed}) == 4


def test_the_infantry_is_rolled_for_and_comes_on_when_it_is_activated() -> None:
    r = turn(the("tricameron"), "byzantine", 3, "start")
    r.run(start_of_turn)
    assert r.rolls == [], "not before the fourth Player Turn"
    turn(r, "byzantine", 4, "start")
    r.run(start_of_turn, dice=[1])
    assert "infantry" not in offered(r)
    turn(r, "byzantine", 5, "start")
    r.run(start_of_turn, dice=[0])
    assert "infantry" in offered(r)
    r.run(activation.activation, answers=["infantry"])
    placed = [e.unit for e in r.happened(UnitPlaced)]
    assert len(placed) == 5
    assert set(placed) <= set(r.state.orders.activated), "and may act at once"
    assert all(r.unit(u).hex // 100 == 60 for u in placed)


def test_craterus_comes_when_the_battle_is_nearly_won_or_goes_badly() -> None:
    r = turn(the("hydaspes", options={"craterus": True}), "macedonian", 12)
    assert "rearguard" not in offered(r)
    r.state.sides["indian"].rout_points = r.state.sides["indian"].withdrawal_level - 15
    assert "rearguard" in offered(r)
    assert "rearguard" not in offered(turn(r, "macedonian", 11))
    r.state.sides["indian"].rout_points, r.state.sides["macedonian"].rout_points = 0, 10
    assert "rearguard" not in offered(turn(r, "macedonian", 30))
    assert "rearguard" in offered(turn(r, "macedonian", 31))
    r.run(activation.activation, answers=["rearguard"])
    assert {r.unit(e.unit).formation for e in r.happened(UnitPlaced)} == {"rearguard"}
    assert r.leader("Craterus").hex is not None


# -- who leaves -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "leaves"), [(4, False), (5, True)])
def test_alans_may_all_leave_when_one_of_them_is_lost(die: int, leaves: bool) -> None:
    r = turn(the("catalaunian"), "hun")
    alan = next(u.id for u in r.g.units("west-roman") if u.formation == "alans")
    points = r.unit(alan).tq
    lost(r, alan, dice=[die])
    assert r.leader("Sangiban").initiative == 4
    assert bool(r.happened(UnitsLeft)) is leaves
    assert (r.leader("Sangiban").hex is None) is leaves
    assert r.state.sides["west-roman"].rout_points == points, "who leaves is nobody's loss"


@pytest.mark.parametrize(("die", "rp", "fate"), [(4, 0, "act"), (5, 0, "idle"), (9, 0, "leave"), (8, 5, "leave")])
def test_alans_are_rolled_for_when_they_are_named(die: int, rp: int, fate: str) -> None:
    r = turn(the("catalaunian"), "west-roman")
    r.state.sides["west-roman"].rout_points = rp
    r.run(activation.activation, answers=["alans"], dice=[die])
    assert (r.state.orders.formations == ["alans"]) is (fate == "act")
    assert bool(r.happened(UnitsLeft)) is (fate == "leave")
    assert (r.state.phase == "withdrawal") is (fate != "act")


def test_huns_and_heruli_keep_clear_and_ride_home_when_their_side_falls_behind() -> None:
    r = turn(the("tricameron"), "byzantine", phase="withdrawal")
    hun = next(u for u in r.g.units("byzantine") if u.formation == "huns")
    vandal = next(u for u in r.g.units("vandal") if u.hex is not None)
    front = next(h for h in r.g.map.neighbours(vandal.hex) if r.g.enemy_zoc(h, "byzantine"))
    assert not special.may_enter_zoc(r.g, hun, front)
    r.state.sides["vandal"].rout_points = 2
    assert special.may_enter_zoc(r.g, hun, front)
    r.state.sides["byzantine"].rout_points = 3
    r.run(sequence.withdrawal)
    assert {u.formation for u in r.g.units("byzantine")}.isdisjoint({"huns", "heruli"})
    assert r.leader("Sunicas").hex is None
    assert r.state.sides["byzantine"].rout_points == 3


# -- commanders -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("battle", "side"), [("issus", "macedonian"), ("gaugamela", "macedonian")])
def test_the_death_of_darius_ends_the_battle_and_his_absence_does_not(battle: str, side: str) -> None:
    r = turn(the(battle), "macedonian")
    darius = r.leader("Darius")
    darius.hex, darius.elsewhere = None, True
    assert r.g.decided() is None
    darius.eliminated = True
    found = r.g.decided()
    assert found is not None and found[0] == side


def test_paullus_takes_the_place_of_aetius_and_of_nobody_else() -> None:
    r = turn(the("catalaunian"), "west-roman", phase="returns", formations=["romans"])
    r.g.emit(LeaderEliminated(leader="Aetius", at=r.leader("Aetius").at, points=30, cause="tested", rule="7.46"))
    r.run(returns.returns, answers=["RHI1"], defaults=["commander"])
    paullus = r.leader("Paullus")
    assert paullus.hex == r.unit("RHI1").hex
    assert (paullus.role, paullus.seizure) == ("OC", 0)
    group = next(x for x in r.g.spec("west-roman").together if x.leader == "Aetius")
    assert formations.head(r.g, group) is paullus


def test_pharnaces_gives_up_and_everybody_is_dismayed() -> None:
    r = turn(the("samarkand"), "persian")
    # He rolls 7; then five units are left, of TQ 5 and 6, with 2 added to their rolls.
    lost(r, "GH1", dice=[7, 3, 4, 3, 4, 4])
    assert r.leader("Pharnaces").eliminated
    assert r.state.sides["macedonian"].rout_points == 10, "no points for him"
    assert {u.id: u.hits for u in r.g.units("macedonian")} == {"GH2": 0, "GH3": 1, "GLC1": 0, "GLC2": 1, "TLC1": 0}


def test_the_dismay_is_told_as_the_one_hit_it_is() -> None:
    """By however much a unit fails: GH2 rolls 9 and 2 are added, against a TQ of 6."""
    r = turn(the("samarkand"), "persian")
    lost(r, "GH1", dice=[7, 9, 9, 9, 9, 9])
    assert [str(roll.result) for roll in r.rolls if roll.purpose == "dismay"] == ["1 hit"] * 5
    assert {u.hits for u in r.g.units("macedonian")} == {1}


def test_pharnaces_may_keep_his_head() -> None:
    r = lost(turn(the("samarkand"), "persian"), "GH1", dice=[8])
    assert not r.leader("Pharnaces").eliminated


# -- ends of battles --------------------------------------------------------------------------------------------------


def test_the_scythians_have_won_if_nobody_is_across_by_the_twelfth_player_turn() -> None:
    r = turn(the("jaxartes"), "macedonian", 11, "withdrawal")
    r.run(sequence.withdrawal)
    assert r.happened(BattleEnded) == []
    r = turn(the("jaxartes"), "macedonian", 12, "withdrawal")
    r.run(sequence.withdrawal)
    assert [e.winner for e in r.happened(BattleEnded)] == ["scythian"]
    r = turn(the("jaxartes", {"CA1": 3020}), "macedonian", 12, "withdrawal")
    r.run(sequence.withdrawal)
    assert r.happened(BattleEnded) == []


def test_samarkand_is_won_by_half_the_army_on_the_northern_road() -> None:
    away = {"GH1": 4700, "GH2": 4900}
    r = turn(the("samarkand", away), "macedonian", 9, "withdrawal")
    road = r.g.scenario.areas["the northern road"]
    for code in away:
        wanted = (f for f in Facing if f.is_vertex)
        r.unit(code).facing = next(f for f in wanted if _stands(r.unit(code), f, road))
    r.g.version += 1
    r.run(sequence.withdrawal)
    assert r.happened(BattleEnded) == [], "two blocks are worth 20"
    r.unit("GLC1").hex = 5100
    turn(r, "macedonian", 9, "withdrawal")
    r.run(sequence.withdrawal)
    assert [e.winner for e in r.happened(BattleEnded)] == ["macedonian"]


@pytest.mark.parametrize(("name", "side", "turns", "winner"), [("lyginus", "macedonian", 21, "triballi")])
def test_a_battle_ends_with_the_last_player_turn_of_a_side(name: str, side: str, turns: int, winner: str) -> None:
    r = turn(the(name), side, turns - 1, "withdrawal")
    r.run(sequence.withdrawal)
    assert r.happened(BattleEnded) == []
    r = turn(the(name), side, turns, "withdrawal")
    r.run(sequence.withdrawal)
    assert [e.winner for e in r.happened(BattleEnded)] == [winner]


def test_the_baggage_brings_the_macedonians_nearer_to_withdrawing() -> None:
    r = turn(the("gaugamela"), "persian")
    looter = next(u for u in r.g.units("persian") if u.hex is not None)
    looter.hex = 1125
    special.call(r.g, Special.entered, looter)
    assert r.state.sides["macedonian"].withdrawal_level == 140
    special.call(r.g, Special.entered, looter)
    assert r.state.sides["macedonian"].withdrawal_level == 140, "once"


def test_the_persians_may_be_given_a_higher_level() -> None:
    assert the("gaugamela", options={"persian-level-200": True}).state.sides["persian"].withdrawal_level == 200


def test_the_fast_is_rolled_for_after_every_third_player_turn_from_the_ninth() -> None:
    r = the("callinicum")
    for number in (8, 10, 11):
        turn(r, "byzantine", number, "withdrawal")
        r.run(sequence.withdrawal)
    assert r.rolls == []
    turn(r, "byzantine", 9, "withdrawal")
    r.run(sequence.withdrawal, dice=[2])
    unit = next(iter(r.g.units("byzantine")))
    before = cohesion.tq(r.g, unit)
    turn(r, "byzantine", 12, "withdrawal")
    r.run(sequence.withdrawal, dice=[1])
    r.g.version += 1
    assert cohesion.tq(r.g, unit) == before - 1
    turn(r, "byzantine", 15, "withdrawal")
    r.run(sequence.withdrawal)


# -- ground -----------------------------------------------------------------------------------------------------------


def test_the_jaxartes_takes_a_whole_move_in_another_out_and_a_hit() -> None:
    r = turn(the("jaxartes", {"CA1": 2420, "SCL6": 2621}, alone=True), "macedonian", phase="orders")
    unit, cost = r.unit("CA1"), r.g.charts.step_cost
    into, out = cost(r.g.map, unit, 2420, 2520), cost(r.g.map, unit, 2520, 2620)
    assert into is not None and out is not None
    assert (into.mp, into.hits) == (unit.ma, 0)
    assert (out.mp, out.hits) == (unit.ma, 1)
    assert cost(r.g.map, unit, 2416, 2417) is None, "the rest of the river is closed"
    barred = cost(r.g.map, r.unit("SCL6"), 2620, 2520)
    assert barred is not None and barred.mp > r.unit("SCL6").ma


def test_in_the_jaxartes_nobody_attacks_the_bank_and_missiles_hit_twice() -> None:
    r = turn(the("jaxartes", {"CA1": 2520, "SCL6": 2620}, alone=True), "macedonian", phase="shock")
    found = [rule for rule in special.having(r.g, Special.spares) if rule.spares(r.g, r.unit("CA1"), r.unit("SCL6"))]
    assert [rule.spec.id for rule in found] == ["ford"]
    assert volley.harm(r.g, r.unit("SCL6"), r.unit("CA1")) == 2
    assert volley.harm(r.g, r.unit("CA1"), r.unit("SCL6")) == 1
    found_too = list(special.told(r.g, Special.fire_modifiers, r.unit("CA1"), 2520, 2620))
    assert [m.value for m in found_too if m.rule == "ford"] == [2]


def test_the_apsos_costs_a_hit_to_step_into_and_nothing_to_leave() -> None:
    r = turn(the("pelium", {"CO1": 3818}, alone=True), "macedonian", phase="orders")
    unit, cost = r.unit("CO1"), r.g.charts.step_cost
    into, out = cost(r.g.map, unit, 3818, 3718), cost(r.g.map, unit, 3619, 3519)
    assert into is not None and (into.mp, into.hits) == (unit.ma, 1)
    assert out is not None and out.mp < unit.ma and out.hits == 0


def test_slopes_at_the_catalaunian_fields_are_gentle() -> None:
    r, steep = turn(the("catalaunian"), "hun"), turn(the("dara"), "persian")
    assert r.g.charts is not steep.g.charts
    rule = next(x for x in r.g.rules if x.spec.id == "gentle-slopes")
    assert rule.gentle_slopes()


def test_the_wind_at_dara_blows_into_the_persians_faces() -> None:
    r = turn(the("dara"), "persian")
    shooter = next(u for u in r.g.units("persian") if u.missile)
    wind: Any = next(x for x in r.g.rules if x.spec.id == "wind")
    assert wind.fire_modifiers(r.g, shooter, 2010, 1810)[0] in special.told(
        r.g, Special.fire_modifiers, shooter, 2010, 1810
    )
    assert [m.value for m in wind.fire_modifiers(r.g, shooter, 2010, 1810)] == [1]
    assert [m.value for m in special.told(r.g, Special.range_changes, shooter, 2010, 1810)] == [-1]
    assert wind.fire_modifiers(r.g, shooter, 1810, 2010) == wind.range_changes(r.g, shooter, 2010, 2015) == ()


def test_who_attacks_across_the_trench_has_one_less_if_all_do() -> None:
    r = turn(the("dara"), "persian", phase="shock")
    side = next(f for f in r.g.map.hexsides if f.type == "trench")
    attacker, defender = next(iter(r.g.units("persian"))), next(iter(r.g.units("byzantine")))
    attacker.hex, defender.hex = side.a, side.b
    reasons = [
        str(m.reason)
        for rule in r.g.having("clash_modifiers")
        for m in rule.clash_modifiers(r.g, [attacker], [defender])
    ]
    assert reasons == ["across the trench"]
    other = next(u for u in r.g.units("persian") if u is not attacker)
    other.hex = next(h for h in r.g.map.neighbours(side.b) if "trench" not in r.g.map.side(h, side.b))
    assert not [
        m for rule in r.g.having("clash_modifiers") for m in rule.clash_modifiers(r.g, [attacker, other], [defender])
    ]


def test_archers_on_the_wall_stay_there_and_are_left_alone() -> None:
    r = turn(the("dara"), "byzantine", phase="orders")
    archer = next(u for u in r.g.units("byzantine") if u.hex == 1013)
    assert special.rooted(r.g, archer)
    assert [m.value for m in special.told(r.g, Special.fire_modifiers, archer, 1013, 1413)] == [-1]
    assert any(rule.bars_attack(r.g, archer) for rule in special.having(r.g, Special.bars_attack))
    enemy = next(iter(r.g.units("persian")))
    assert any(rule.spares(r.g, enemy, archer) for rule in special.having(r.g, Special.spares))


def test_stakes_make_it_harder_to_attack_and_fall_behind_the_first_enemy() -> None:
    r = turn(the("issus"), "macedonian", phase="shock")
    rule: Any = next(x for x in r.g.rules if x.spec.id == "abatis")
    foot = next(u for u in r.g.units("persian") if u.troop.arm == "foot" and footprint.is_single(u))
    r.state.notes["abatis"] = str(foot.hex)
    attacker = next(iter(r.g.units("macedonian")))
    assert [m.value for m in rule.clash_modifiers(r.g, [attacker], [foot])] == [-1]
    assert rule.clash_modifiers(r.g, [foot], [attacker]) == ()
    price = rule.obstacles(r.g, attacker)[foot.hex]
    assert (price.mp, price.hits) == (1, 1)
    attacker.hex, foot.hex = foot.hex, 4040
    special.call(r.g, Special.entered, attacker)
    assert rule.standing(r.g) == []


def test_modifiers_of_a_battle_s_rules_reach_the_roll() -> None:
    r = turn(the("dara"), "persian", phase="shock")
    side = next(f for f in r.g.map.hexsides if f.type == "trench")
    attacker, defender = next(iter(r.g.units("persian"))), next(iter(r.g.units("byzantine")))
    attacker.hex, defender.hex = side.a, side.b
    r.g.version += 1
    found = modifiers.of(r.g, [attacker], [defender], attacker, defender)
    assert "across the trench" in [str(m.reason) for m in found]


# -- shooting ---------------------------------------------------------------------------------------------------------


def test_indian_archers_move_or_shoot() -> None:
    r = turn(the("arigaeum"), "indian", phase="orders")
    archer = r.unit("INA1")
    rule: Any = next(x for x in r.g.rules if x.spec.id == "indian-archers")
    assert rule.silences(r.g, archer) is None
    assert rule.bars_move(r.g, archer) is None
    archer.moved = True
    assert rule.silences(r.g, archer).rule == "indian-archers"
    r.state.orders.fired.append("INA1")
    assert rule.bars_move(r.g, archer).rule == "indian-archers"
    assert rule.shoots_standing(r.g, archer) is not None
    other = next(u for u in r.g.units("indian") if u.missile != "A")
    other.moved = True
    assert rule.silences(r.g, other) is None


def test_armour_is_no_help_against_indian_bows() -> None:
    r = turn(the("arigaeum"), "indian", phase="orders")
    rule: Any = next(x for x in r.g.rules if x.spec.id == "indian-archers")
    worse = r.g.game.fire.targets["heavy"]
    heavy = next(u for u in r.g.units("macedonian") if u.troop.target == "heavy")
    assert [m.value for m in rule.target_modifiers(r.g, r.unit("INA1"), heavy)] == [-worse]
    light = next(u for u in r.g.units("macedonian") if u.type == "SK")
    assert rule.target_modifiers(r.g, r.unit("INA1"), light) == ()


def test_mud_is_an_option_and_costs_two() -> None:
    r = turn(the("hydaspes", options={"slipping": True}), "indian", phase="orders")
    archer = next(u for u in r.g.units("indian") if u.missile == "A" and u.type == "LI")
    assert 2 in [m.value for m in special.told(r.g, Special.fire_modifiers, archer, archer.hex, archer.hex + 2)]
    assert not any(x.spec.id == "slipping" for x in the("hydaspes").g.rules)


def test_at_beneventum_nobody_pursues() -> None:
    r = turn(the("beneventum"), "epirus", phase="shock")
    assert _follows(r) is None
    other = turn(the("bagradas"), "carthage", phase="shock")
    assert _follows(other) is not None


def _follows(r: Rig) -> Any:
    """Who would check for pursuit, had one's horse driven off the other's."""
    ours, theirs = (next(u for u in r.g.units(s.id) if u.is_cavalry) for s in r.g.scenario.sides)
    driven = SimpleNamespace(members=[theirs], holds=False)
    combat: Any = SimpleNamespace(
        reckoning=SimpleNamespace(attacker=ours), kept=None, defenders=[driven], attackers=[], gone=[]
    )
    return pursuit.follows(r.g, combat)


def _stands(unit: Any, facing: Facing, ground: Any) -> bool:
    return all(h in ground for h in footprint.hexes_of(unit.model_copy(update={"facing": facing})))
