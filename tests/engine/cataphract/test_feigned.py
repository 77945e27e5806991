"""6.7 Feigned Retreat, and 8.35 with Harassment."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import Pick
from engine.kernel.game import Game, digest, rebuild
from engine.kernel.hexes import Facing, distance, facings_towards, front
from engine.systems.cataphract import feigned, feints
from engine.systems.cataphract.charts import STANDARD
from engine.systems.cataphract.scenario import ChampionSpec
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh.events import Fired, LeaderMoved, MarkerPlaced, ShockFought, Told, UnitMoved, UnitRouted
from engine.systems.gboh.missiles import fire, harass
from engine.systems.gboh.movement import movement, withdrawal
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import designation
from scenarios import load
from tests.engine.cataphract import kit
from tests.engine.cataphract.test_battles import battle

HUNNISH = {"type": "LC", "cls": None, "missile": "C", "feigns": True, "passes_lightly": True}
"""What makes any horse a Hun."""


def hun(code="LC1", at=1210, facing="W", **values):
    return kit.unit(code, at, facing, **{"feigns": True, "tq": 8, "missile": "C", "passes_lightly": True, **values})


def rider(code="HC9", at=1010, facing="E", **values):
    return kit.unit(code, at, facing, **{"feint_reaction": 5, **values})


def field(a, b, *, a_leaders=(), b_leaders=(), **ground):
    return kit.battle(list(a), list(b), a_leaders=a_leaders, b_leaders=b_leaders, **ground).orders("a")


def window(r, *, mover="HC9", starting=False, dice=(), answers=(), defaults=("rout-path", "pursuit-route")):
    r.run(
        lambda g: withdrawal.orderly_withdrawal(g, r.unit(mover), starting=starting),
        dice=dice,
        answers=answers,
        defaults=defaults,
    )
    return r


def keys(d, item=0):
    return [c.key for c in (d.items[item].choices if hasattr(d, "items") else d.choices)]


def straight(d):
    """Answer to "where does it ride": three hexes due east, 1210 to 1510 or so, facing away."""
    return next(c.key for c in d.choices if c.key == "1509@E")


# -- 6.71, 6.72 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.71")
@pytest.mark.parametrize(
    ("mover", "unit", "asked"),
    [
        (rider(), hun(ma=6), True),
        (rider(ma=12), hun(), True),
        (rider(), hun(feigns=False, ma=6), False),
        (rider(feint_reaction=None), hun(ma=6), False),
        (rider("HI9"), hun(ma=3), False),
        (rider(), hun("LN1", ma=6), False),
        (rider("LC9", ma=12), hun(), True),
    ],
)
def test_light_horse_that_knows_how_against_cavalry_with_a_value_whatever_the_speed(mover, unit, asked):
    r = field([mover], [unit])
    window(r, mover=mover["code"], answers=["stay"] if asked else [])
    assert bool(r.decisions) is asked
    assert (feints.bar(r.g, r.unit(unit["code"]), r.unit(mover["code"])) is None) is asked


@pytest.mark.rule("cataphract 6.71")
def test_it_can_be_switched_off():
    r = field([rider()], [hun(ma=6)], not_used=["6.7"])
    why = feints.bar(r.g, r.unit("LC1"), r.unit("HC9"))
    assert why is not None and why.rule == "6.71"
    window(r)
    assert r.decisions == []


@pytest.mark.rule("cataphract 6.72")
@pytest.mark.parametrize(("at", "asked"), [(1110, True), (1210, True), (1310, False)])
@pytest.mark.parametrize("starting", [True, False])
def test_within_2_hexes_of_a_mover_that_starts_or_arrives(at, asked, starting):
    r = field([rider(facing="W")], [hun(at=at, facing="E", ma=6)])
    window(r, starting=starting, answers=["stay"] if asked else [])
    assert bool(r.decisions) is asked


@pytest.mark.rule("cataphract 6.72")
@pytest.mark.parametrize(
    ("change", "rule"),
    [({"routed": True}, "6.72"), ({"engaged": True}, "10.31")],
)
def test_states_that_bar_it(change, rule):
    r = field([rider()], [hun(ma=6)])
    for k, v in change.items():
        setattr(r.unit("LC1"), k, v)
    r.g.version += 1
    why = feints.bar(r.g, r.unit("LC1"), r.unit("HC9"))
    assert why is not None and why.rule == rule
    window(r)
    assert r.decisions == []


@pytest.mark.rule("cataphract 6.72")
def test_not_by_a_unit_in_enemy_zoc():
    r = field([rider(), rider("HC8", 1109, "SE")], [hun(ma=6)])
    assert r.g.in_enemy_zoc(r.unit("LC1"))
    window(r)
    assert r.decisions == []


@pytest.mark.rule("cataphract 6.72")
def test_not_against_a_target_in_the_zoc_of_its_side():
    r = field([rider()], [hun(ma=6), kit.unit("MI1", 1011, "NE")])
    assert r.g.in_enemy_zoc(r.unit("HC9"))
    why = feints.bar(r.g, r.unit("LC1"), r.unit("HC9"))
    assert why is not None and why.rule == "6.72" and "MI1" in str(why)
    window(r)
    assert r.decisions == []


@pytest.mark.rule("cataphract 6.72")
def test_never_in_answer_to_harassment():
    r = field([rider("LC9", 1010, missile="C")], [hun(ma=6)])
    r.run(harass.harass, r.unit("LC9"), r.unit("LC1"), (1110,), dice=[9, 9], answers=["no", "fire"])
    assert [d.kind for d in r.decisions] == ["reaction-facing", "entry-fire"]


@pytest.mark.rule("cataphract 6.72", "cataphract 6.51")
def test_a_unit_gets_one_of_the_two_in_a_window_and_chooses_which():
    r = field([rider()], [hun()])
    window(r, answers=["feign", straight], dice=[5])
    assert "feign" in keys(r.decisions[0]) and "1309@W" in keys(r.decisions[0])
    policy = r.decisions[0].items[0].policy
    assert (policy.kind, policy.no, policy.sooner.kind) == ("orderly-withdrawal", "stay", "feigned-retreat")
    assert (policy.sooner.yes, policy.sooner.no) == ("feign", "stay"), "who has ordered the feint wants it first"
    assert [d.kind for d in r.decisions] == ["orderly-withdrawal", "feint-path"]
    r = field([rider()], [hun()])
    window(r, answers=["1309@W", "hold"])
    assert r.unit("LC1").hex == 1309 and all(e.how == "withdraw" for e in r.happened(UnitMoved))


@pytest.mark.rule("cataphract 6.72", "cataphract 6.58")
def test_a_line_that_has_lost_one_to_a_feint_does_not_withdraw_as_a_whole():
    r = field([rider()], [hun(), hun("LC2", 1211)])
    window(r, answers=[lambda d: {"LC1": "feign", "LC2": "line"}, lambda d: d.choices[-1].key], dice=[0])
    assert r.unit("LC2").hex == 1211
    assert any("LC2 stays" in x for x in r.told())


@pytest.mark.rule("cataphract 6.72")
def test_standing_orders_answer_where_there_is_nothing_else():
    r = field([rider(feint_reaction=5)], [hun(ma=6)])
    window(r, answers=["stay"])
    policy = r.decisions[0].items[0].policy
    assert (policy.kind, policy.yes, policy.no) == ("feigned-retreat", "feign", "stay")
    assert [c for c, holds in policy.conditions.items() if holds] == ["lured-3", "tq-6"]
    r = field([rider(feint_reaction=4)], [hun(ma=6, tq=5)])
    window(r, answers=["stay"])
    policy = r.decisions[0].items[0].policy
    assert [c for c, holds in policy.conditions.items() if holds] == ["lured-3", "likely-lured"]
    assert set(policy.conditions) == set(feigned.POLICY.conditions)


# -- 6.73(2), 6.76 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.73", "cataphract table:feigned_retreat_summary")
def test_three_to_five_hexes_each_farther_facing_the_way_it_rides():
    r = field([rider()], [hun(ma=3)])
    options = feints.feints(r.g, r.unit("LC1"), 1010)
    assert {len(o.path) for o in options} == {3, 4, 5}
    for o in options:
        steps = [1210, *o.path]
        assert all(distance(b, 1010) > distance(a, 1010) for a, b in zip(steps, o.path, strict=False))
        assert o.facing in facings_towards(o.path[-2], o.path[-1])
        assert o.path[-2] in front(o.end, o.facing.turned(6)), "it has its back to where it came from"


@pytest.mark.rule("cataphract 6.73")
def test_terrain_costs_nothing():
    stream = [(1210, 1310, "stream"), (1210, 1309, "stream"), (1210, 1209, "stream"), (1210, 1211, "stream")]
    r = field([rider()], [hun(ma=3)], terrain={1409: "rough", 1310: "rough"}, hexsides=stream)
    window(r, answers=["feign", "1509@E"], dice=[0])
    assert r.unit("LC1").hits == 0
    assert all(e.mp == 0 for e in r.happened(UnitMoved))
    assert not r.unit("LC1").moved


@pytest.mark.rule("cataphract 6.73")
@pytest.mark.parametrize("ground", ["woods", "marsh"])
def test_ground_that_bars_withdrawal_bars_it_too(ground):
    r = field([rider()], [hun()], terrain={1309: ground, 1310: ground, 1209: ground, 1211: ground})
    assert feints.feints(r.g, r.unit("LC1"), 1010) == []


@pytest.mark.rule("cataphract 6.73")
def test_enemies_and_their_zoc_bar_the_way():
    open_field = field([rider()], [hun()])
    ends = {o.end for o in feints.feints(open_field.g, open_field.unit("LC1"), 1010)}
    r = field([rider(), kit.unit("MI8", 1509, "W")], [hun()])
    left = feints.feints(r.g, r.unit("LC1"), 1010)
    zone = set(r.g.zoc(r.unit("MI8")))
    assert zone and 1509 in ends
    assert all(1509 not in o.path and not zone.intersection(o.path) for o in left)


@pytest.mark.rule("cataphract 6.76")
def test_never_off_the_map():
    r = field([rider()], [hun()], cols=(1, 15))
    options = feints.feints(r.g, r.unit("LC1"), 1010)
    assert options and all(h in r.g.map for o in options for h in o.path)
    r = field([rider()], [hun()], cols=(1, 12), rows=(9, 11))
    assert feints.feints(r.g, r.unit("LC1"), 1010) == []
    window(r)
    assert r.decisions == []


@pytest.mark.rule("cataphract 6.73", "cataphract 6.65")
def test_friends_are_ridden_through_with_stacking_effects_and_never_ended_on():
    r = field([rider()], [hun(), kit.unit("MI1", 1309, "W"), kit.unit("MI2", 1310, "W"), hun("LC3", 1509)])
    assert all(o.end not in (1309, 1310, 1509) for o in feints.feints(r.g, r.unit("LC1"), 1010))
    thinnest = feints.feints(r.g, r.unit("LC1"), 1010)[0]
    assert thinnest.passed == min(o.passed for o in feints.feints(r.g, r.unit("LC1"), 1010))
    way = next(o for o in feints.feints(r.g, r.unit("LC1"), 1010) if o.passed == 1 and 1309 in o.path)
    window(r, answers=["feign", way.key], dice=[9, 0])
    assert r.unit("MI1").hits + r.unit("MI2").hits == 1
    assert r.unit("LC1").hits == 0


@pytest.mark.rule("cataphract 6.73", "cataphract 6.61")
def test_a_friend_that_breaks_and_blocks_the_way_cuts_it_short():
    r = field([rider()], [hun(ma=6), kit.unit("MI1", 1309, "W", tq=4, hits=3), kit.unit("MI2", 1310, "W")])
    ways = feints.feints(r.g, r.unit("LC1"), 1010)
    way = next(o for o in ways if o.path[0] == 1309 and o.end == 1509 and len(o.path) == 3)
    window(r, answers=["feign", way.key], dice=[9])
    assert r.unit("MI1").routed and r.unit("MI1").hex == way.end
    assert r.unit("LC1").hex == way.path[-2]
    assert any("breaks off" in x for x in r.told())


@pytest.mark.rule("cataphract 6.73")
def test_leaders_may_ride_along():
    r = field([rider()], [hun(ma=6)], b_leaders=[kit.leader("Attila", 1210)])
    window(r, answers=["feign", straight, "go"], dice=[0])
    assert r.leader("Attila").hex == r.unit("LC1").hex == 1509
    r = field([rider(at=1110, facing="W")], [hun(ma=6, facing="E")], b_leaders=[kit.leader("Attila", 1210)])
    window(r, answers=["feign", lambda d: d.choices[0].key, "stay", "1411"])
    assert r.leader("Attila").hex == 1411, "left alone he withdraws"


# -- 6.74 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.74", "cataphract table:fr_reaction_values")
@pytest.mark.parametrize(
    ("value", "die", "lured"), [(5, 5, False), (5, 6, True), (2, 2, False), (2, 3, True), (8, 8, False), (8, 9, True)]
)
def test_above_its_value_it_must_pursue(value, die, lured):
    r = field([rider(feint_reaction=value)], [hun(ma=6)])
    window(r, answers=["feign", straight] + (["no"] if lured else []), dice=[die] + ([0] if lured else []))
    assert (r.unit("HC9").hex != 1010) is lured
    assert (r.unit("HC9").id in r.g.orders.drawn) is lured
    assert r.rolls[0].purpose == "feint-reaction" and r.rolls[0].table == "fr_reaction_values"


@pytest.mark.rule("cataphract table:fr_reaction_values")
def test_the_values_of_the_chart():
    rows = STANDARD.document["charts"]["fr_reaction_values"]["rows"]
    assert {u: row["value"] for row in rows for u in row["units"]} == {
        "HC": 2,
        "HC_CAT": 2,
        "Heruli LN": 2,
        "Alan HC": 4,
        "Visigoth HC": 5,
        "Visigoth LC": 6,
        "Hun HC": 8,
        "Hun LC": 7,
        "Ostrogoth HC": 3,
    }


@pytest.mark.rule("cataphract 6.74")
def test_a_leader_with_it_takes_1_off_the_roll():
    r = field([rider()], [hun(ma=6)], a_leaders=[kit.leader("Aetius", 1010)])
    window(r, answers=["feign", straight], dice=[6])
    assert r.rolls[0].total == 5 and r.unit("HC9").hex == 1010
    assert r.rolls[0].modifiers[0].value == -1


@pytest.mark.rule("cataphract 6.74", "cataphract 8.14")
@pytest.mark.parametrize(("mover", "ground"), [(rider(facing="W"), {}), (rider(), {1109: "woods", 1110: "woods"})])
def test_no_roll_and_no_pursuit_without_sight(mover, ground):
    r = field([mover], [hun(ma=6)], terrain=ground)
    window(r, answers=["feign", straight])
    assert r.rolls == [] and r.unit("HC9").hex == 1010 and r.unit("LC1").hex == 1509
    assert any("hasn't seen" in x for x in r.told())


@pytest.mark.rule("cataphract 6.74")
def test_who_is_not_lured_goes_on_with_its_move():
    r = field([rider(at=910)], [hun(ma=6)], a_leaders=[kit.leader("Aetius", 3010)])
    order = orders.Move(unit="HC9", path=(1010, 1110))
    r.run(movement.move, r.unit("HC9"), order, dice=[5], answers=["feign", straight])
    assert r.unit("HC9").hex == 1110


# -- 6.73(3) ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.73")
def test_the_pursuer_follows_to_2_hexes_whatever_it_has_moved():
    r = field([rider(at=910, ma=2)], [hun(ma=1)])
    order = orders.Move(unit="HC9", path=(1010, 1110))
    picked = next(o for o in feints.feints(r.g, r.unit("LC1"), 1010) if len(o.path) == 5)
    r.run(
        movement.move,
        r.unit("HC9"),
        order,
        dice=[9, 9],
        answers=["feign", picked.key, "no"],
        defaults=["pursuit-route"],
    )
    mover, unit = r.unit("HC9"), r.unit("LC1")
    assert mover.hex == picked.path[2] and distance(mover.hex, unit.hex) == 2
    assert picked.path[3] in front(mover.hex, mover.facing)
    steps = [e for e in r.happened(UnitMoved) if e.how == "pursue"]
    assert [e.to for e in steps][1:] == [1210, *picked.path[:3]]
    assert mover.hits == 0 and all(e.mp == 0 for e in steps)


@pytest.mark.rule("cataphract 6.73")
def test_its_owner_chooses_between_equal_ways():
    r = field([rider()], [hun(ma=6)])
    window(r, answers=["feign", straight, "1110", "no"], dice=[9, 0], defaults=[])
    route = r.decisions[2]
    assert (route.kind, route.side, keys(route)) == ("pursuit-route", "a", ["1109", "1110"])
    assert route.policy.free
    assert next(e.to for e in r.happened(UnitMoved) if e.how == "pursue") == 1110


@pytest.mark.rule("cataphract 6.73", "cataphract 8.21", "cataphract 7.23")
def test_it_ignores_zoc_and_draws_no_entry_fire():
    r = field([rider()], [hun(ma=6), kit.unit("MI1", 1211, "NE", missile="J")])
    assert 1310 in r.g.zoc(r.unit("MI1")) or 1311 in r.g.zoc(r.unit("MI1"))
    way = next(o for o in feints.feints(r.g, r.unit("LC1"), 1010) if len(o.path) == 5 and o.path[0] == 1310)
    window(r, answers=["feign", way.key, "no"], dice=[9, 0])
    assert r.unit("HC9").hex == way.path[2]
    assert r.happened(Fired) == []


@pytest.mark.rule("cataphract 6.73", "cataphract 8.22")
@pytest.mark.parametrize("hits", [0, 5])
def test_leaving_a_zoc_in_its_pursuit_it_draws_retire_fire_and_may_break_by_it(hits):
    """6.73 spares it the Entry Fire of archers whose ZOC it rides through, and no more."""
    r = field([rider(tq=6, hits=hits)], [hun(ma=6), kit.unit("MI1", 1211, "NE", missile="C")])
    way = next(o for o in feints.feints(r.g, r.unit("LC1"), 1010) if len(o.path) == 5 and o.path[0] == 1310)
    stands = hits == 0
    answers, dice = (["no"], [9, 4, 0]) if stands else ([], [9, 4])
    window(r, answers=["feign", way.key, "fire", *answers], dice=dice, defaults=["rout-path", "pursuit-route"])
    assert [(e.unit, e.target, e.how) for e in r.happened(Fired)] == [("MI1", "HC9", "retire")]
    assert (r.unit("HC9").hex == way.path[2]) is stands
    assert r.unit("HC9").routed is not stands


@pytest.mark.rule("cataphract 6.73")
def test_a_unit_in_the_way_stops_it_and_there_is_no_fourth_step():
    r = field([rider()], [hun(ma=6), kit.unit("MI1", 1309, "E"), kit.unit("MI2", 1310, "E")])
    way = next(o for o in feints.feints(r.g, r.unit("LC1"), 1010) if o.path[0] == 1309)
    window(r, answers=["feign", way.key], dice=[0, 9])
    assert r.unit("HC9").hex == 1210
    assert "HC9" in r.g.orders.drawn and any("blocked" in x for x in r.told())
    assert [x.purpose for x in r.rolls] == ["pass-through", "feint-reaction"]


@pytest.mark.rule("cataphract 6.73", "cataphract 4.62")
def test_leaders_ride_with_the_pursuer_and_flee_from_it():
    r = field(
        [rider()],
        [hun(ma=6)],
        a_leaders=[kit.leader("Aetius", 1010)],
        b_leaders=[kit.leader("Attila", 1410)],
    )
    way = "1509@E"
    window(r, answers=["feign", way, "go", lambda d: d.items[0].choices[0].key, "no"], dice=[9, 0])
    assert r.leader("Aetius").hex == r.unit("HC9").hex == 1309
    assert r.leader("Attila").hex != 1410
    assert any(e.leader == "Attila" and e.how == "withdraw" for e in r.happened(LeaderMoved))


@pytest.mark.rule("cataphract 6.73", "cataphract 7.31")
def test_a_pursuit_ends_the_move_and_lifts_the_obligation():
    r = field([rider(at=910)], [hun(ma=6), kit.unit("MI1", 1011, "SW")])
    order = orders.Move(unit="HC9", path=(1010, Facing.SE, 1110))
    r.run(
        movement.move,
        r.unit("HC9"),
        order,
        dice=[9, 0],
        answers=[{"LC1": "feign"}, straight, "no"],
        defaults=["pursuit-route", "reaction-facing"],
    )
    assert r.unit("HC9").hex == 1309
    assert r.g.orders.markers == {}
    with kit.refused("5.24"):
        movement.check_orderable(r.g, r.unit("HC9"))


# -- 6.73(4) ---------------------------------------------------------------------------------------------------------


def lured(*, die, strike, dice=(), more=(), mover=None, unit=None, **kw):
    r = field([mover or rider()], [unit or hun(ma=6)], **kw)
    window(r, answers=["feign", straight, strike, *more], dice=[9, die, *dice])
    return r


@pytest.mark.rule("cataphract 6.73")
@pytest.mark.parametrize(("tq", "die", "side"), [(8, 8, "b"), (8, 9, "a"), (4, 4, "b"), (4, 5, "a")])
def test_its_tq_decides_who_strikes(tq, die, side):
    r = lured(die=die, strike="no", unit=hun(ma=6, tq=tq))
    assert r.decisions[-1].kind == "feint-strike" and r.decisions[-1].side == side
    assert r.rolls[-1].purpose == "feint" and r.rolls[-1].side == "b"
    assert r.g.orders.spent == []


@pytest.mark.rule("cataphract 6.73")
def test_on_success_it_fires_from_its_hex():
    r = lured(die=0, strike="fire", dice=[3])
    shot = r.happened(Fired)[0]
    assert (shot.how, shot.start, shot.to) == ("feign", 1509, 1309)
    assert r.rolls[-1].total == 3 + 1, "it has ridden"
    assert r.unit("HC9").hits == 1
    assert 1409 in front(1509, r.unit("LC1").facing), "it has turned about"
    assert r.g.orders.spent == ["LC1"]


@pytest.mark.rule("cataphract 6.73")
def test_on_success_it_rides_up_and_fires():
    r = lured(die=0, strike="1409-fire", dice=[5])
    assert r.unit("LC1").hex == 1409 and r.happened(Fired)[0].start == 1409
    assert r.rolls[-1].total == 6 and r.unit("HC9").hits == 1
    assert 1309 in front(1409, r.unit("LC1").facing)


@pytest.mark.rule("cataphract 6.73")
def test_without_missiles_it_can_only_shock():
    r = lured(die=0, strike="no", unit=hun(ma=6, missile=None))
    assert keys(r.decisions[-1]) == ["1410-shock", "1409-shock", "no"]
    assert r.decisions[-1].default == Pick(key="no")
    r = lured(die=0, strike="no")
    assert keys(r.decisions[-1]) == ["fire", "1410-fire", "1410-shock", "1409-fire", "1409-shock", "no"]
    assert r.decisions[-1].default == Pick(key="fire")


@pytest.mark.rule("cataphract 6.73", "cataphract 9.13", "cataphract 9.17")
def test_on_success_it_rides_up_and_shocks_at_once():
    r = lured(die=0, strike="1409-shock", dice=[0, 0, 0])
    assert [x.purpose for x in r.rolls] == ["feint-reaction", "feint", "pre-shock", "pre-shock", "shock"]
    fight = r.happened(ShockFought)[0]
    assert (fight.attackers, fight.defenders) == (["LC1"], ["HC9"])
    assert [e.marker for e in r.happened(MarkerPlaced)] == ["must", None]
    assert r.g.orders.markers == {} and "LC1" in r.g.orders.spent


@pytest.mark.rule("cataphract 6.73")
def test_the_pursuer_has_no_reaction_fire():
    r = lured(die=0, strike="1409-fire", dice=[9], mover=rider(missile="C"))
    assert [e.unit for e in r.happened(Fired)] == ["LC1"]
    r = lured(die=0, strike="fire", dice=[9], mover=rider(missile="C"))
    assert [e.unit for e in r.happened(Fired)] == ["LC1"]


@pytest.mark.rule("cataphract 6.73")
def test_on_failure_the_pursuer_strikes_from_behind():
    r = lured(die=9, strike="1409-shock", dice=[0, 0, 0])
    assert r.unit("HC9").hex == 1409
    assert r.decisions[-1].side == "a" and r.g.arc(r.unit("LC1"), 1409) == "rear"
    assert r.happened(ShockFought)[0].attackers == ["HC9"]
    assert "HC9" in r.g.orders.spent


@pytest.mark.rule("cataphract 6.73")
def test_on_failure_a_pursuer_with_missiles_may_fire():
    r = lured(die=9, strike="1409-fire", dice=[0], mover=rider(missile="C"))
    assert r.rolls[-1].total == 1 and r.unit("LC1").hits == 1
    r = lured(die=9, strike="no")
    assert keys(r.decisions[-1]) == ["1409-shock", "1410-shock", "no"], "without missiles, and not from afar"


@pytest.mark.rule("cataphract 6.73", "cataphract 4.62")
def test_leaders_in_the_pursuit_stay_with_it():
    r = field([rider()], [hun(ma=6)], a_leaders=[kit.leader("Aetius", 1010)])
    window(r, answers=["feign", straight, "go", "1409-fire"], dice=[9, 0, 9])
    assert r.leader("Aetius").hex == r.unit("HC9").hex


@pytest.mark.rule("cataphract 6.73")
def test_who_has_struck_does_nothing_more_in_the_phase():
    r = lured(die=0, strike="1409-fire", dice=[9])
    unit, mover = r.unit("LC1"), r.unit("HC9")
    assert not designation.able(r.g, unit)
    why = feints.bar(r.g, unit, mover)
    assert why is not None and why.rule == "6.73"
    r.g.orders.acted.clear()
    mover.missile = "C"
    with kit.refused("6.73"):
        fire.check_fire(r.g, mover, unit)


@pytest.mark.rule("cataphract 6.73", "cataphract 10.14")
def test_fire_may_break_the_pursuer():
    r = lured(die=0, strike="fire", dice=[0], mover=rider(tq=6, hits=5))
    assert r.happened(UnitRouted)[0].unit == "HC9"


# -- 6.75, 6.76 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.75")
def test_one_at_a_time_until_the_mover_must_pursue():
    r = field([rider()], [hun(ma=6), hun("LC2", 1212, ma=6)])
    r.unit("LC2").hex = 1211
    window(
        r,
        answers=[{"LC2": "feign", "LC1": "feign"}, lambda d: d.choices[0].key, lambda d: d.choices[0].key, "no"],
        dice=[5, 6, 0],
    )
    assert [d.subject for d in r.decisions[1:3]] == ["LC2", "LC1"]
    assert [x.purpose for x in r.rolls] == ["feint-reaction", "feint-reaction", "feint"]


@pytest.mark.rule("cataphract 6.75")
def test_nobody_feigns_before_a_unit_that_must_pursue():
    r = field([rider()], [hun(ma=6), hun("LC2", 1211, ma=6)])
    window(r, answers=[{"LC2": "feign", "LC1": "feign"}, lambda d: d.choices[0].key, "hold", "no"], dice=[6, 0])
    assert r.unit("LC1").hex == 1210
    assert any(e.unit == "LC1" for e in r.happened(Told))
    why = feints.bar(r.g, r.unit("LC1"), r.unit("HC9"))
    assert why is not None and why.rule in ("6.75", "6.72")


@pytest.mark.rule("cataphract 6.76")
def test_again_at_the_next_hex():
    r = field([rider(at=1010)], [hun(ma=6, at=1210)])
    ways = []

    def ride(d):
        ways.append(d)
        return next(c.key for c in d.choices if c.hex in (1509, 1508, 1510))

    window(r, answers=["feign", ride], dice=[0])
    r.unit("HC9").hex = 1309
    r.g.version += 1
    window(r, answers=["feign", lambda d: d.choices[0].key], dice=[0])
    assert sum(x.purpose == "feint-reaction" for x in r.rolls) == 2


# -- worked example --------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.7", "cataphract 6.73", "cataphract 6.74")
def test_example_a_hun_draws_byzantine_horse_after_it():
    r = field([rider(at=1110, cls="Cat", tq=7)], [hun(at=1310, tq=8)])
    way = next(o for o in feints.feints(r.g, r.unit("LC1"), 1110) if len(o.path) == 3)
    between = way.path[-2]
    window(r, answers=["feign", way.key, lambda d: f"{between}-shock"], dice=[7, 7, 0, 0, 4])
    assert [x.purpose for x in r.rolls[:2]] == ["feint-reaction", "feint"]
    assert r.rolls[0].needs == "5 or less to stay" and r.rolls[0].result == "it must pursue"
    assert r.rolls[1].needs == "TQ 8 or less" and r.rolls[1].result == "the feint succeeds"
    pursued = [e for e in r.happened(UnitMoved) if e.how == "pursue"]
    assert len(pursued) == 3 and pursued[-1].to == way.path[0]
    assert distance(pursued[-1].to, way.end) == 2
    rode_in = next(e for e in r.happened(UnitMoved) if e.how == "counter")
    assert (rode_in.start, rode_in.to) == (way.end, between)
    assert r.happened(ShockFought)


# -- 8.35 ------------------------------------------------------------------------------------------------------------


def raid(*, target=None, general=1011, dice, answers):
    """LC1 at 1410 harasses HC9 at 1110, whose general is near or far."""
    horse = target or rider(at=1110)
    r = kit.battle([hun(at=1410, ma=9)], [horse], b_leaders=[kit.leader("Aetius", general)]).orders("a")
    path = next(harass.paths(r.g, r.unit("LC1"), 1110))
    beside = ["reaction-facing", "rout-path"]
    r.run(harass.harass, r.unit("LC1"), r.unit("HC9"), path, dice=dice, answers=answers, defaults=beside)
    return r, path


@pytest.mark.rule("cataphract 8.35", "cataphract 6.72")
def test_harassment_of_cavalry_may_end_in_a_feint():
    r, path = raid(dice=[9, 6, 0, 5], answers=["E", "fire"])
    assert [d.kind for d in r.decisions] == ["harass-feint", "feint-strike"]
    unit, target = r.unit("LC1"), r.unit("HC9")
    assert unit.hex == 1410 and target.hex == path[1] and distance(unit.hex, target.hex) == 2
    assert [x.purpose for x in r.rolls] == ["missile", "feint-reaction", "feint", "missile"]
    assert r.rolls[-1].total == 5, "it has not left its hex"
    assert r.happened(Fired)[-1].how == "feign"


@pytest.mark.rule("cataphract 8.35")
def test_the_offer_may_be_declined_and_the_lure_resisted():
    r, _ = raid(dice=[9], answers=["no"])
    assert r.unit("HC9").hex == 1110
    r, path = raid(dice=[9, 5], answers=["E"])
    assert r.unit("HC9").hex == 1110
    assert r.unit("LC1").facing in facings_towards(path[0], 1410), "it has turned as if to ride away"


@pytest.mark.rule("cataphract 8.35", "cataphract 6.74")
def test_beyond_command_it_pursues_without_a_roll():
    r, path = raid(dice=[9, 0], answers=["E", "no"], general=3030)
    assert [x.purpose for x in r.rolls] == ["missile", "feint"]
    assert r.unit("HC9").hex == path[1]
    assert any("beyond command" in x for x in r.told())


@pytest.mark.rule("cataphract 8.35", "cataphract 6.71")
def test_only_against_cavalry_with_a_value_that_can_still_be_lured():
    raid(target=rider(at=1110, feint_reaction=None), dice=[9], answers=[])
    r, _ = raid(target=rider(at=1110, tq=1), dice=[5], answers=[])
    assert r.unit("HC9").routed and r.decisions == []


@pytest.mark.rule("cataphract 8.35", "cataphract 6.72")
def test_not_against_a_target_in_its_sides_zoc():
    r = kit.battle([hun(at=1410, facing="W", ma=9), kit.unit("MI1", 1111, "NE")], [rider(at=1110, facing="E")]).orders(
        "a"
    )
    path = next(harass.paths(r.g, r.unit("LC1"), 1110))
    assert r.g.in_enemy_zoc(r.unit("HC9"))
    r.run(harass.harass, r.unit("LC1"), r.unit("HC9"), path, dice=[9])
    assert all(d.kind != "harass-feint" for d in r.decisions)


@pytest.mark.rule("cataphract 8.35")
def test_a_failed_feint_costs_the_rider():
    r, _ = raid(dice=[9, 9, 9, 0, 0, 0], answers=["E", lambda d: next(c.key for c in d.choices if "shock" in c.key)])
    assert r.happened(ShockFought)[0].attackers == ["HC9"]


# -- whole battles ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.7", "cataphract 8.35", "cataphract 11.8")
@pytest.mark.parametrize("seed", [3, 4])
def test_battles_full_of_feints_after_a_duel_hold_together(seed):
    plain = load("cataphract/tricameron")
    sides = tuple(
        side.model_copy(
            update={
                "units": tuple(
                    u.model_copy(update={"feint_reaction": 3, **(HUNNISH if side is plain.sides[1] else {})})
                    for u in side.units
                )
            }
        )
        for side in plain.sides
    )
    champions = tuple(ChampionSpec(side=s.id, name=f"{s.id} champion", combat=5, endurance=6) for s in sides)
    system = Cataphract(plain.model_copy(update={"sides": sides, "champions": champions}))
    seen: set[str] = set()
    for game in battle(system, seed):
        assert not system.invariants(game.state, at_rest=game.restartable)
        seen |= {d.kind for d in game.pending}
    assert {"champion-activation", "feint-path", "feint-strike"} <= seen
    again = Game.resume(system, game.journal)
    assert digest(again.state) == digest(game.state) == digest(rebuild(system, game.journal))
