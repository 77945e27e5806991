"""The rules of single battles: rivers, goals, columns, and what befalls commanders."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import SIDE_ANGLE, Facing, direction, distance, front
from engine.kernel.text import Refusal
from engine.systems.alexander.special.abatis import Abatis
from engine.systems.alexander.special.night import Night
from engine.systems.gboh import footprint, special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion, rally, recovery, rout, rout_path
from engine.systems.gboh.command import leaders
from engine.systems.gboh.deployment import limits
from engine.systems.gboh.events import BattleEnded, LeaderEliminated, UnitEliminated, UnitMoved, UnitPlaced
from engine.systems.gboh.missiles import fire, volley
from engine.systems.gboh.movement import movement, reach, retreats, stacking, steps, withdrawal
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import advance
from engine.systems.gboh.special.baggage import Baggage
from engine.systems.gboh.special.objectives import Bridgehead, Escape
from engine.systems.gboh.special.set_up_limits import SetUpLimits
from engine.systems.gboh.special.town import Town
from engine.systems.gboh.turn import activation, momentum, sequence
from tests.engine.alexander import kit
from tests.engine.gboh import setting_up


def only(name: str, at: dict, **more):
    return kit.the(name, at, alone=True, **more)


# -- the ford ----------------------------------------------------------------------------------------------------------


def test_stepping_into_the_jaxartes_and_out_takes_whole_moves_and_two_hits():
    r = only("jaxartes", {"CA1": 2420, "Alexander": 2420}).orders("macedonian", "Alexander")
    step = r.g.charts.step_cost(r.g.map, r.unit("CA1"), 2420, 2520)
    assert (step.mp, step.hits) == (r.unit("CA1").ma, 0)
    out = r.g.charts.step_cost(r.g.map, r.unit("CA1"), 2520, 2620)
    assert (out.mp, out.hits) == (r.unit("CA1").ma, 2)
    ends = {h for h, _ in reach.search(r.g, r.unit("CA1"))}
    assert 2520 in ends and not any(h // 100 > 25 for h in ends)


def test_the_rest_of_the_jaxartes_is_closed_and_scythians_keep_out():
    r = only("jaxartes", {"CA1": 2416, "SCL6": 2620})
    assert r.g.charts.step_cost(r.g.map, r.unit("CA1"), 2416, 2417) is None
    assert r.g.charts.step_cost(r.g.map, r.unit("SCL6"), 2620, 2520).mp > r.unit("SCL6").ma
    assert not r.g.rules[-2].may_advance(r.g, r.unit("SCL6"), 2520)
    assert r.g.rules[-2].may_advance(r.g, r.unit("CA1"), 2520)


def test_a_phalanx_crosses_in_column_alone_in_three_moves():
    r = only("jaxartes", {"PH1": 2420, "Alexander": 2320}, PH1={"facing": Facing.E})
    enter = r.g.charts.step_cost(r.g.map, r.unit("PH1"), 2420, 2520)
    assert enter.mp > 20
    r.unit("PH1").column, r.unit("PH1").facing = True, Facing.SIDE_SE
    r.g.version += 1
    ma = r.unit("PH1").ma + 2  # In Column
    assert r.g.charts.step_cost(r.g.map, r.unit("PH1"), 2420, 2520).mp == ma
    out = r.g.charts.step_cost(r.g.map, r.unit("PH1"), 2520, 2620)
    assert (out.mp, out.hits) == (ma, 2)
    r.orders("macedonian", "Alexander")
    r.unit("PH1").hex = 2620  # its tail is in the water still
    r.g.version += 1
    assert steps.allowance(r.g, r.unit("PH1")) == 1
    r.unit("PH1").hex = 2721
    r.g.version += 1
    assert steps.allowance(r.g, r.unit("PH1")) == ma


def test_in_the_water_nobody_attacks_the_bank_and_only_skirmishers_shoot():
    r = only("jaxartes", {"CA1": 2520, "AR1": 2519, "PLC1": 2521, "SCL6": 2621, "SCL7": 2620}).orders("macedonian")
    assert special.why_not(r.g, Special.bars_attack, r.unit("CA1")) is not None
    assert special.why_not(r.g, Special.bars_attack, r.unit("SCL7")) is None
    assert special.why_not(r.g, Special.silences, r.unit("PLC1")) is not None
    assert special.why_not(r.g, Special.silences, r.unit("AR1")) is None
    values = [m.value for m in special.told(r.g, Special.fire_modifiers, r.unit("AR1"), 2519, 2620)]
    assert values == [2]
    assert list(special.told(r.g, Special.fire_modifiers, r.unit("SCL7"), 2620, 2519)) == []


def test_missiles_hit_twice_in_the_water_and_a_rout_is_the_end():
    r = only("jaxartes", {"CA1": 2520, "AR1": 2319})
    assert volley.harm(r.g, r.unit("AR1"), r.unit("CA1")) == 2
    r.run(rout.rout, r.unit("CA1"), defaults=["rout-path", "leader-along"])
    assert r.happened(UnitEliminated)
    r = only("jaxartes", {"CA1": 2319})
    assert volley.harm(r.g, r.unit("CA1"), r.unit("CA1")) == 1
    r.run(rout.rout, r.unit("CA1"), defaults=["rout-path", "leader-along"])
    assert not r.happened(UnitEliminated)


def _at(unit, facing):
    return footprint.hexes_of(footprint.Stand(unit.at, facing, unit.shape))


def test_in_the_apsos_phalanxes_alone_suffer_twice_and_are_lost():
    r = only("pelium", {"PH5": 3717, "AR1": 3518})
    r.unit("PH5").facing = next(f for f in Facing if f.is_vertex and 3718 in _at(r.unit("PH5"), f))
    assert volley.harm(r.g, r.unit("AR1"), r.unit("PH5")) == 2
    r = only("pelium", {"CA1": 3718, "AR1": 3518})
    assert volley.harm(r.g, r.unit("AR1"), r.unit("CA1")) == 1
    r.run(rout.rout, r.unit("CA1"), defaults=["rout-path", "leader-along"])
    assert not r.happened(UnitEliminated)


def test_the_apsos_costs_three_points_and_two_hits_to_enter():
    r = only("pelium", {"CA1": 3818, "LI6": 3817})
    step = r.g.charts.step_cost(r.g.map, r.unit("CA1"), 3818, 3718)
    assert (step.mp, step.hits) == (4, 2)
    inside = r.g.charts.step_cost(r.g.map, r.unit("CA1"), 3718, 3619)
    assert (inside.mp, inside.hits) == (1, 0)
    assert r.g.charts.step_cost(r.g.map, r.unit("LI6"), 3818, 3718).mp > 20
    assert volley.harm(r.g, r.unit("LI6"), r.unit("CA1")) == 1


# -- goals -------------------------------------------------------------------------------------------------------------


def _ended(r) -> str | None:
    return next((e.winner for e in r.happened(BattleEnded)), None)


@pytest.mark.parametrize(("at", "turn", "winner"), [(2621, 4, None), (2321, 4, "scythian"), (2321, 3, None)])
def test_somebody_is_across_the_jaxartes_by_the_fourth_turn(at, turn, winner):
    r = kit.the("jaxartes", {"CA1": at})
    r.state.turn = turn
    rule = next(x for x in r.g.rules if isinstance(x, Bridgehead))
    r.run(rule.before_withdrawal)
    assert _ended(r) == winner
    if at == 2621:
        r.unit("CA1").routed = True
        r.run(rule.before_withdrawal)
        assert _ended(r) == "scythian"


def test_fifty_points_and_alexander_away_over_the_apsos():
    r = only("pelium", {"PH5": 3410, "PH6": 3412, "HA1": 3414, "HY1": 3415, "Alexander": 3810})
    rule = next(x for x in r.g.rules if isinstance(x, Escape))
    assert rule.points(r.g) == 2 * 7 + 2 * 7 + 9 + 8
    r.unit("HY2").hex = 3416
    r.unit("CA1").hex = 3417
    r.g.version += 1
    assert rule.points(r.g) >= 50
    r.run(rule.before_withdrawal)
    assert _ended(r) is None  # without Alexander
    r.leader("Alexander").hex = 3410
    r.g.version += 1
    r.run(rule.before_withdrawal)
    assert _ended(r) == "macedonian"


def test_the_northern_road_must_be_free_of_the_enemy():
    r = only("samarkand", {"GLC1": 4800, "SCL12": 4802})
    rule = next(x for x in r.g.rules if isinstance(x, Escape))
    r.unit("SCL12").facing = Facing.NE
    r.g.version += 1
    held = r.g.in_enemy_zoc(r.unit("GLC1"))
    assert bool(rule.points(r.g)) is not held
    r.unit("SCL12").hex = 3808
    r.g.version += 1
    r.run(sequence.withdrawal)
    assert _ended(r) == "macedonian" and r.state.phase == "over"


# -- commanders --------------------------------------------------------------------------------------------------------


def test_pharnaces_gives_up_and_his_men_lose_heart():
    r = only("samarkand", {"GLC1": 3720, "GH1": 3622, "TLC1": 3515, "Pharnaces": 3622, "Caranus": 3515})
    before = r.state.sides["macedonian"].rout_points
    tq = cohesion.tq(r.g, r.unit("GH1"))
    r.run(rout.rout, r.unit("GLC1"), dice=[7, tq - 1, 0], defaults=["rout-path", "leader-along"])
    assert r.happened(LeaderEliminated)[0].points == 0
    assert r.state.sides["macedonian"].rout_points == before
    assert r.unit("GH1").hits == 1 and r.unit("TLC1").hits == 0
    r.orders("macedonian", "Caranus")
    r.unit("TLC1").hits = 1
    assert special.having(r.g, Special.bars_rally)[0].bars_rally(r.g, r.unit("TLC1")) is None
    r.leader("Caranus").hex = 3516
    r.g.version += 1
    with pytest.raises(Refusal, match="needs a leader in its hex"):
        recovery.can_recover(r.g, r.leader("Caranus"), r.unit("TLC1"))
    r.unit("TLC1").routed = True
    with pytest.raises(Refusal, match="needs a leader in its hex"):
        rally.can_rally(r.g, r.leader("Caranus"), r.unit("TLC1"))


def test_pharnaces_keeps_his_head():
    r = only("samarkand", {"GLC1": 3720, "GH1": 3622, "Pharnaces": 3622})
    r.run(rout.rout, r.unit("GLC1"), dice=[8], defaults=["rout-path", "leader-along"])
    assert r.leader("Pharnaces").on_map and r.unit("GH1").hits == 0


def test_nobody_asks_after_pharnaces_where_an_enemy_routs_or_he_is_gone():
    r = only("samarkand", {"GH1": 3622, "Pharnaces": 3622, "SCL12": 3212})
    r.run(rout.rout, r.unit("SCL12"), dice=[], defaults=["rout-path", "leader-along"])
    r = only("samarkand", {"GLC1": 3720, "GH1": 3622})
    r.run(rout.rout, r.unit("GLC1"), dice=[], defaults=["rout-path", "leader-along"])
    assert r.unit("GLC1").routed and not r.happened(LeaderEliminated)


# -- columns -----------------------------------------------------------------------------------------------------------


def test_a_column_comes_on_with_its_leader_on_its_turn():
    r = kit.the("granicus-meeting")
    assert r.leader("Alexander").hex is None and r.unit("CA1").hex is None
    r.run(sequence.turn_start)
    assert r.leader("Alexander").hex is None
    r.state.turn, r.state.phase = 2, "turn"
    r.run(sequence.turn_start, answers=["1040", "4205"])
    assert r.leader("Alexander").hex == 4205 and r.leader("Arsites").hex == 1040
    assert r.unit("CA1").hex is None
    r.run(activation.activate, r.leader("Alexander"))
    entered = {e.unit: e.to for e in r.happened(UnitPlaced)}
    assert set(entered) == {"CA1", "CO1", "CO2", "CO3"} and entered["CA1"] == 4205
    assert steps.allowance(r.g, r.unit("CA1")) == r.unit("CA1").ma - 1
    assert r.state.arrivals["Alexander's column"] == "complete"


def test_who_finds_the_edge_full_stands_farther_in_and_pays_more():
    r = kit.the("granicus-meeting", {"Philotas": 4205})
    r.state.turn = 4
    r.run(activation.activate, r.leader("Philotas"))
    placed = {e.unit: e.to for e in r.happened(UnitPlaced)}
    assert len(placed) == 10 and len(set(placed.values())) == 10
    inner = [u for u, h in placed.items() if h // 100 == 41]
    assert inner and all(steps.allowance(r.g, r.unit(u)) == r.unit(u).ma - 3 for u in inner)


def test_the_foot_of_issus_comes_within_reach_of_the_edge_or_never():
    r = kit.the("issus-meeting")
    r.run(activation.activate, r.leader("Craterus"))
    placed = {e.unit for e in r.happened(UnitPlaced)}
    assert "PH1" in placed
    r = kit.the("issus-meeting", {"Craterus": 4006})
    r.run(activation.activate, r.leader("Craterus"))
    assert not r.happened(UnitPlaced)
    r.state.turn, r.state.orders, r.state.phase = 3, None, "turn"
    r.run(sequence.turn_start)
    assert r.state.arrivals["the phalanx"] == "cancelled"


def test_craterus_comes_in_place_of_an_orders_phase():
    r = kit.the("hydaspes", options={"craterus": True})
    assert r.state.sides["macedonian"].withdrawal_level == 80
    r.state.turn = 4
    r.state.sides["indian"].rout_points = 55
    r.run(activation.activate, r.leader("Alexander"), answers=["yes"])
    assert r.leader("Alexander").status == "finished" and r.leader("Craterus").on_map and r.unit("CC1").on_map
    assert r.state.orders is None
    for turn, lost, may in ((4, 54, False), (3, 55, False)):
        r = kit.the("hydaspes", options={"craterus": True})
        r.state.turn = turn
        r.state.sides["indian"].rout_points = lost
        r.run(activation.activate, r.leader("Alexander"))
        assert r.leader("Craterus").on_map is may
    assert "CC1" not in kit.the("hydaspes").state.units


# -- leaders on elephants ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "theirs", "turn", "comes"),
    [(30, 20, 11, True), (30, 21, 11, False), (30, 20, 10, False), (10, 20, 11, False)],
)
def test_craterus_comes_when_the_battle_goes_badly_for_long(ours, theirs, turn, comes):
    r = kit.the("hydaspes", options={"craterus": True})
    r.state.turn = turn
    r.state.sides["macedonian"].rout_points, r.state.sides["indian"].rout_points = ours, theirs
    answers = ["yes"] if comes else []
    r.run(activation.activate, r.leader("Alexander"), answers=answers)
    assert r.leader("Craterus").on_map is comes


def test_leaders_on_elephants_are_hurt_less_in_shock():
    r = only("hydaspes", {"Porus": 3020, "Alexander": 2020})
    r.run(leaders.casualty, r.leader("Porus"), "8.41", dice=[9])
    assert r.rolls[-1].total == 7 and r.leader("Porus").on_map
    r.run(leaders.casualty, r.leader("Alexander"), "8.41", dice=[9])
    assert r.rolls[-1].total == 9


# -- setting up --------------------------------------------------------------------------------------------------------


def test_both_halves_of_a_unit_are_set_up_in_its_area():
    r = kit.the("chaeronea-free")
    r.state.phase = "setup"
    r.state.deployed = ["greek"]
    with pytest.raises(Refusal, match=r"no ground for it|outside its area"):
        setting_up.spots(r.g, "macedonian", orders.Place(piece="PH12", to=4200, facing=Facing.W))
    assert setting_up.spots(r.g, "macedonian", orders.Place(piece="PH12", to=4002, facing=Facing.W))
    with pytest.raises(Refusal, match="can't share"):
        setting_up.spots(r.g, "macedonian", orders.Place(piece="PH1", to=2013, facing=Facing.E))


@pytest.mark.parametrize(
    ("battle", "side", "piece", "to", "said"),
    [
        ("pelium", "illyrian", "LI15", None, "No more than 9 units"),
        ("issus-free", "macedonian", "CO1", None, "No more than 4 units"),
        ("issus-meeting", "persian", "PSL1", None, "At least 5 units"),
    ],
)
def test_so_many_may_be_set_up_there(battle, side, piece, to, said):
    r = kit.the(battle)
    rule = next(x for x in r.g.rules if isinstance(x, SetUpLimits))
    places = {p.id: p.at for p in (*r.g.units(side), *r.g.leaders(side))}
    rule.check_set_up(r.g, side, places)
    ground = r.g.scenario.areas
    if battle == "pelium":
        inside = [h for h in ground["near the ford"] if h not in places.values()]
        changed = places | {f"LI{n}": inside[n] for n in range(6, 16)}
    elif battle == "issus-free":
        changed = places | {f"CO{n}": places[f"CO{n}"] + 1 for n in range(1, 5)} | {"CA1": places["CA1"] + 1}
    else:
        changed = places | {piece: next(h for h in ground["north of the river"] if h not in places.values())}
    with pytest.raises(Refusal, match=said):
        rule.check_set_up(r.g, side, changed)


def test_the_persians_of_samarkand_keep_twelve_hexes_away():
    r = kit.the("samarkand")
    r.state.phase = "setup"
    r.state.deployed = ["macedonian"]
    near = {distance(h, u.at) for h in limits.area(r.g, r.unit("SCL12")) for u in r.g.units("macedonian")}
    assert min(near) == 12


# -- night -------------------------------------------------------------------------------------------------------------


def night(**more):
    at = {"LI6": 4609, "AR1": 4608, "Glaucias": 4711, "Alexander": 4212, "Clitus": 4804}
    return only("pelium-night", at, LI6={"facing": Facing.W}, **more)


def test_the_camp_sleeps_until_it_is_attacked():
    r = night()
    rule = next(x for x in r.g.rules if isinstance(x, Night))
    assert [x.id for x in activation.ready(r.g)] == ["Alexander"]
    assert rule.silences(r.g, r.unit("LI6")) and special.rooted(r.g, r.unit("LI6"))
    assert rule.silences(r.g, r.unit("AR1")) is None
    r.orders("macedonian", "Alexander")
    r.run(volley.shoot, r.unit("AR1"), r.unit("LI6"), "order", dice=[9])
    assert any("wakes" in t for t in r.told())
    assert {x.id for x in activation.ready(r.g)} >= {"Glaucias", "Clitus"}
    assert rule.silences(r.g, r.unit("LI6")) is None
    r = night()
    rule = next(x for x in r.g.rules if isinstance(x, Night))
    rule.fights(r.g, r.unit("LI6"))
    assert "night" in r.state.notes


def test_chiefs_wake_by_their_initiative_once_and_have_no_momentum():
    r = night()
    rule = next(x for x in r.g.rules if isinstance(x, Night))
    r.state.notes["night"] = "awake"
    chief = r.leader("Glaucias")
    assert rule.activation_risk(r.g, chief).chance == pytest.approx((chief.initiative + 1) / 10)
    assert rule.risk(r.g, chief) and rule.risk(r.g, r.leader("Alexander")) is None
    assert r.run(rule.activating, chief, dice=[chief.initiative + 1]) is False and chief.status == "finished"
    chief.status = "inactive"
    assert r.run(rule.activating, chief, dice=[chief.initiative]) is True
    assert r.run(rule.activating, chief) is True
    assert momentum.barred(r.g, chief) and not momentum.barred(r.g, r.leader("Alexander"))


def test_missiles_reach_one_hex_at_night():
    r = night()
    assert volley.reach(r.g, r.unit("AR1"), 4608, 4610) == 1
    assert [m.value for m in special.told(r.g, Special.fire_modifiers, r.unit("AR1"), 4608, 4609)] == [1]


# -- stakes, baggage, walls --------------------------------------------------------------------------------------------


def test_stakes_are_set_up_by_the_river_under_foot():
    r = kit.the("issus")
    rule = next(x for x in r.g.rules if isinstance(x, Abatis))
    free = rule.eligible(r.g)
    assert free and all(r.g.unit_at(h).side == "persian" and r.g.unit_at(h).type != "HC" for h in free)
    r.run(rule.setup, defaults=["abatis"])
    assert len(rule.standing(r.g)) == 8 and set(rule.standing(r.g)) <= set(free)
    assert set(rule.params.suggested) & set(free) <= set(rule.standing(r.g))
    r = kit.the("issus")
    rule = next(x for x in r.g.rules if isinstance(x, Abatis))
    r.run(rule.setup, answers=["4104", "done"])
    assert r.decisions[0].default_key == str(next(h for h in rule.params.suggested if h in free))
    assert rule.standing(r.g) == [4104]


def test_stakes_make_foot_firmer_under_both_halves():
    r = kit.the("issus")
    halves = footprint.hexes_of(r.unit("MH3"))
    plain = cohesion.tq(r.g, r.unit("MH3"))
    r.state.notes["abatis"] = str(halves[0])
    r.g.version += 1
    assert cohesion.tq(r.g, r.unit("MH3")) == plain
    r.state.notes["abatis"] = " ".join(map(str, halves))
    r.g.version += 1
    assert cohesion.tq(r.g, r.unit("MH3")) == plain + 1


QUIET = (
    "rout-path",
    "leader-along",
    "orderly-withdrawal",
    "reaction-facing",
    "entry-fire",
    "must-check",
    "leader-flight",
)


def staked(at: dict, *stakes: int, **more):
    r = only("issus", at, **more)
    r.state.notes["abatis"] = " ".join(map(str, stakes))
    r.g.version += 1
    return r, next(x for x in r.g.rules if isinstance(x, Abatis))


def test_who_stands_by_the_stakes_alone_breaks_when_it_leaves_them():
    at = {"HY1": 2913, "ABA1": 3013, "Darius": 3213}
    r, rule = staked(at, 3013, ABA1={"facing": Facing.W})
    foot = r.unit("ABA1")
    foot.hits = cohesion.tq(r.g, foot) - 1
    assert not list(rule.foretells(r.g, foot, foot.at, Facing.E)) and list(rule.foretells(r.g, foot, 3113, Facing.E))
    r.orders("persian", "Darius")
    r.run(movement.move, foot, orders.Move(unit="ABA1", path=(Facing.SW, Facing.SE, Facing.E, 3112)), defaults=QUIET)
    assert foot.routed
    for hits, breaks in ((3, False), (4, True)):
        r, rule = staked(at, 3013, 3112, ABA1={"facing": Facing.E, "hits": hits})
        r.orders("persian", "Darius")
        r.run(movement.move, r.unit("ABA1"), orders.Move(unit="ABA1", path=(3112,)), defaults=QUIET)
        assert r.unit("ABA1").routed is breaks  # the hit of those it comes upon; on them it has its TQ


def test_who_withdraws_from_its_stakes_breaks_without_them():
    r, _ = staked({"HY1": 2813, "ABA1": 3013}, 3013, ABA1={"facing": Facing.W, "hits": 4})
    r.orders("macedonian", None)
    found = retreats.retreats(r.g, r.unit("ABA1"), r.unit("HY1"), 2813)
    r.run(withdrawal.withdraw, r.unit("ABA1"), r.unit("HY1"), 2813, found[0], defaults=QUIET)
    assert r.unit("ABA1").routed


def test_who_advances_from_its_stakes_stands_by_a_hair():
    r, _ = staked({"ABA1": 3013}, 3013, ABA1={"facing": Facing.W, "hits": 4})
    r.orders("persian", None)
    r.run(advance._go, r.unit("ABA1"), 2913, defaults=QUIET)
    assert (r.unit("ABA1").hits, r.unit("ABA1").routed) == (3, False)


def test_the_first_enemy_over_the_stakes_fells_them_and_is_hit():
    for who, before, gone in (("HY1", 3, False), ("HY1", 7, True)):
        r, rule = staked({who: 2913, "Alexander": 2913}, 3013, 3111, **{who: {"facing": Facing.E, "hits": before}})
        r.orders("macedonian", "Alexander")
        plain = r.g.charts.step_cost(r.g.map, r.unit(who), 2913, 3013)
        dear = r.g.step_cost(r.unit(who), 2913, 3013)
        assert (dear.mp, dear.hits) == (plain.mp + 1, plain.hits + 1)
        r.run(movement.move, r.unit(who), orders.Move(unit=who, path=(3013,)), defaults=QUIET)
        assert rule.standing(r.g) == [3111] and r.unit(who).routed is gone
        assert gone or r.unit(who).hits == before + dear.hits


def test_its_own_army_pays_for_the_stakes_too_and_leaves_them():
    r, rule = staked({"ABA1": 3013, "Darius": 3213}, 3112, ABA1={"facing": Facing.E})
    r.orders("persian", "Darius")
    plain = r.g.charts.step_cost(r.g.map, r.unit("ABA1"), 3013, 3112)
    ends = reach.search(r.g, r.unit("ABA1"))
    assert (ends[3112, Facing.E].mp, ends[3112, Facing.E].hits) == (plain.mp + 1, plain.hits + 1)
    r.run(movement.move, r.unit("ABA1"), orders.Move(unit="ABA1", path=(3112,)), defaults=QUIET)
    assert rule.standing(r.g) == [3112] and r.unit("ABA1").hits == plain.hits + 1
    column = r.unit("ABA1").model_copy(update={"column": True, "type": "LI"})
    assert rule.obstacles(r.g, column)[3112].hits == 0


def test_nobody_withdraws_onto_stakes_which_are_rough_ground():
    r, _ = staked({"HY1": 2813, "ABA1": 3013}, 2012, ABA1={"facing": Facing.W})
    r.orders("macedonian", None)
    before = {x.end for x in retreats.retreats(r.g, r.unit("ABA1"), r.unit("HY1"), 2813)}
    onto = sorted(before)[0]
    r, _ = staked({"HY1": 2813, "ABA1": 3013}, onto, ABA1={"facing": Facing.W})
    r.orders("macedonian", None)
    assert {x.end for x in retreats.retreats(r.g, r.unit("ABA1"), r.unit("HY1"), 2813)} <= before - {onto}


def test_looted_baggage_counts_ten():
    r = only("gaugamela", {"TP1": 1125, "SCL14": 1225})
    rule = next(x for x in r.g.rules if isinstance(x, Baggage))
    rule.entered(r.g, r.unit("TP1"))
    assert r.state.sides["macedonian"].withdrawal_level == 150
    r.unit("SCL14").hex = 1125
    rule.entered(r.g, r.unit("SCL14"))
    rule.entered(r.g, r.unit("SCL14"))
    assert r.state.sides["macedonian"].withdrawal_level == 140


@pytest.mark.rule("alexander 6.26")
def test_pelium_is_entered_by_a_whole_move_and_shelters():
    r = only("pelium", {"LI1": 4605, "HY1": 4704, "LI2": 4805, "AR1": 4806})
    assert r.g.charts.step_cost(r.g.map, r.unit("LI1"), 4605, 4704).mp == r.unit("LI1").ma
    column = r.unit("LI1").model_copy(update={"column": True})
    assert r.g.charts.step_cost(r.g.map, column, 4605, 4704).mp == r.unit("LI1").ma + 1
    assert r.g.charts.step_cost(r.g.map, r.unit("LI1"), 4704, 4605).mp == 1
    assert r.g.charts.step_cost(r.g.map, r.unit("LI1"), 4603, 4703) is None
    r.orders("illyrian")
    assert special.why_not(r.g, Special.bars_target, r.unit("AR1"), r.unit("LI2")) is not None
    assert special.why_not(r.g, Special.bars_target, r.unit("LI2"), r.unit("AR1")) is None


def gate(active: str = "illyrian", **more):
    """LI1 inside a gate of Pelium looks out at AR1 before it."""
    r = only("pelium", {"LI1": 4704, "AR1": 4605, **more})
    for code, to in (("LI1", 4605), ("AR1", 4704)):
        u = r.unit(code)
        u.facing = next(f for f in Facing if f.is_vertex and to in front(u.at, f))
    return r.orders(active)


def test_at_the_gate_those_inside_attack_and_arent_attacked():
    r = gate()
    assert r.g.opponents(r.unit("LI1")) == [r.unit("AR1")] and r.g.opponents(r.unit("AR1")) == []
    assert special.why_not(r.g, Special.bars_attack, r.unit("LI1")) is None
    assert special.why_not(r.g, Special.bars_attack, r.unit("AR1")) is not None
    assert r.g.in_enemy_zoc(r.unit("AR1"))


@pytest.mark.parametrize(
    ("inside", "at", "to", "may"),
    [(True, 4704, 4605, False), (False, 4605, 4704, False), (True, 4804, 4704, True), (False, 4606, 4605, True)],
)
def test_nobody_goes_through_a_gate_into_enemy_zoc(inside, at, to, may):
    r = only("pelium", {"LI1": at, "HY1": 4606 if at != 4606 else 4604})
    enemy = r.unit("HY1")
    if to == 4704:
        enemy.hex = 4804 if at == 4605 else 4703
    r.g.version += 1
    enemy.facing = next(f for f in Facing if f.is_vertex and to in front(enemy.at, f))
    r.g.version += 1
    assert to in r.g.zoc(enemy)
    assert special.may_enter_zoc(r.g, r.unit("LI1"), to) is may


def test_who_is_shot_at_over_the_wall_answers_that_shot_alone():
    r = gate(CR1=4606, LI2=4805)
    archers, ours = r.unit("AR1"), r.unit("LI1")
    archers.facing = Facing.W
    ours.facing = Facing.E
    r.unit("LI2").facing = r.unit("LI1").facing = next(f for f in Facing if f.is_vertex and 4605 not in front(4704, f))
    r.g.version += 1
    ours.missile = "J"
    assert fire.bad_target(r.g, archers, ours) is not None
    rule = next(x for x in r.g.rules if isinstance(x, Town))
    rule.shot(r.g, ours, archers)
    assert rule.bars_target(r.g, archers, ours) is None and rule.bars_target(r.g, archers, r.unit("LI2")) is not None
    assert rule.bars_target(r.g, r.unit("CR1"), ours) is not None
    r.orders("macedonian")
    assert rule.bars_target(r.g, archers, ours) is not None
    r.orders("illyrian")
    rule.entered(r.g, ours)
    assert rule.bars_target(r.g, archers, ours) is not None
    assert [m.value for m in special.told(r.g, Special.fire_modifiers, ours, 4704, 4605)] == [2]
    rule.shot(r.g, ours, archers)
    ours.facing = next(f for f in Facing if f.is_vertex and 4605 in front(4704, f))
    r.g.version += 1
    assert rule.bars_target(r.g, archers, ours) is not None  # in enemy ZOC


def test_nobody_passes_through_friends_in_the_water_or_in_the_town():
    r = only("pelium", {"LI1": 4705, "LI2": 4804, "LI6": 4606, "LI7": 4607, "AR1": 3718, "CR1": 3818})
    passing = [(u, w, stacking.may_pass(r.g, r.unit(u), r.unit(w))) for u, w in (("LI1", "LI2"), ("LI6", "LI7"))]
    assert [x[2] for x in passing] == [False, True]
    assert not stacking.may_pass(r.g, r.unit("CR1"), r.unit("AR1")) and stacking.may_pass(
        r.g, r.unit("AR1"), r.unit("CR1")
    )
    r.unit("LI1").routed = True
    assert stacking.may_pass(r.g, r.unit("LI1"), r.unit("LI2"))


def test_a_phalanx_is_disordered_as_it_leaves_the_apsos():
    r = only("pelium", {"PH5": 3818})
    r.unit("PH5").column, r.unit("PH5").facing = True, Facing(SIDE_ANGLE[direction(3818, 3718)])
    r.g.version += 1
    steps_ = [r.g.charts.step_cost(r.g.map, r.unit("PH5"), a, b) for a, b in ((3818, 3718), (3718, 3619), (3619, 3519))]
    assert [(c.mp, c.hits) for c in steps_] == [(6, 0), (1, 0), (1, 2)]


def test_the_garrison_of_pelium_flees_into_the_town():
    r = only("pelium", {"LI1": 4607, "LI6": 4607})
    assert rout_path.edge(r.g, r.unit("LI1"))[0] is None
    assert rout_path.edge(r.g, r.unit("LI1"))[1][0] == 4704
    assert rout_path.edge(r.g, r.unit("LI6"))[0] == Facing.E


@pytest.mark.rule("alexander 6.26")
def test_nobody_gets_through_the_walls_of_chaeronea():
    r = only("chaeronea", {"PH1": 2020})
    walled = [f for f in r.g.map.hexsides if f.type == "city_wall"]
    assert walled
    for f in walled:
        for piece in (r.unit("PH1"), None):
            assert r.g.charts.step_cost(r.g.map, piece, f.a, f.b) is None
            assert r.g.charts.step_cost(r.g.map, piece, f.b, f.a) is None


@pytest.mark.rule("alexander 9.62")
def test_the_phalanx_of_chaeronea_begins_two_deep():
    r = kit.the("chaeronea")
    assert r.unit("PH2").beneath == "PH1" and r.unit("PH1").beneath is None
    assert r.unit("PH2").hex == r.unit("PH1").hex
    assert sum(u.beneath is not None for u in r.g.units("macedonian")) == 6


# -- roads -------------------------------------------------------------------------------------------------------------

ROAD = (4609, 4610, 4611, 4612, 4512, 4413, 4414, 4314, 4215, 4115, 4016)


def marching(code: str = "HY1", at: int = 4609, **more):
    side = Facing(SIDE_ANGLE[direction(at, ROAD[ROAD.index(at) + 1])])
    r = only("pelium", {code: at, "Alexander": 4409, **more}, **{code: {"facing": side, "column": True}})
    return r.orders("macedonian", "Alexander")


def test_a_column_marches_two_hexes_of_road_for_a_point():
    r = marching()
    ma = steps.allowance(r.g, r.unit("HY1"))
    assert ma == 6
    nodes = {n: reach.price(r.g, r.unit("HY1"), ROAD[1 : n + 1]) for n in range(1, 11)}
    assert [nodes[n].mp for n in range(1, 11)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    found = {
        h: min(n.mp - n.half / 2 for (x, _), n in reach.search(r.g, r.unit("HY1")).items() if x == h) for h in ROAD[1:]
    }
    assert [found[h] for h in ROAD[1:]] == [x / 2 for x in range(1, 11)]
    r.run(movement.move, r.unit("HY1"), orders.Move(unit="HY1", path=ROAD[1:4]), defaults=QUIET)
    assert sum(e.mp for e in r.happened(UnitMoved)) == 2


def test_half_a_point_left_over_buys_nothing_off_the_road():
    r = marching()
    beside = next(h for h in r.g.map.neighbours(4610) if h not in ROAD and distance(h, 4609) == 2)
    off = r.g.charts.step_cost(r.g.map, r.unit("HY1"), 4610, beside)
    assert reach.price(r.g, r.unit("HY1"), (4610, beside)).mp == 1 + off.mp
    r.unit("HY1").column, r.unit("HY1").facing = False, r.unit("HY1").facing.turned(1)
    r.g.version += 1
    assert reach.price(r.g, r.unit("HY1"), (4610, 4611), most=9).mp >= 2


def test_no_road_leads_quicker_into_enemy_zoc_or_over_the_ford():
    r = marching(LI6=4413)
    r.unit("LI6").facing = next(f for f in Facing if f.is_vertex and 4512 in front(4413, f))
    r.g.version += 1
    enter = steps.Entering(r.g, r.unit("HY1"))
    assert enter.by_road(4611, 4612) and not enter.by_road(4612, 4512)
    assert enter.price(4612, 4512, 9, 0)[0] == 1
    assert not enter.by_road(3818, 3718) and enter.by_road(3718, 3619) and not enter.by_road(4605, 4704)


def test_a_phalanx_takes_the_road_with_its_head():
    at = 4610
    side = Facing(SIDE_ANGLE[direction(at, 4611)])
    r = only("pelium", {"PH5": at, "Alexander": 4409}, PH5={"facing": side, "column": True, "headed": "left"})
    r.orders("macedonian", "Alexander")
    path = ROAD[2:6]
    assert [reach.price(r.g, r.unit("PH5"), path[:n]).mp for n in (1, 2, 3, 4)] == [1, 1, 2, 2]
    assert any(n.half for n in reach.search(r.g, r.unit("PH5")).values())
    r.run(movement.move, r.unit("PH5"), orders.Move(unit="PH5", path=path[:3]), defaults=QUIET)
    assert sum(e.mp for e in r.happened(UnitMoved)) == 2
