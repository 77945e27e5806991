"""6.5 Orderly Withdrawal."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import ChooseEach
from engine.kernel.hexes import Facing, distance
from engine.systems.gboh.events import Fired, HitsTaken, RoutMoved, Told, UnitMoved, UnitRouted, UnitTurned
from engine.systems.gboh.movement import movement, withdrawal
from engine.systems.gboh.movement.retreats import bar, retreats
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import advance
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from tests.engine.cataphract import kit


def close(mover, *units, leaders=(), **ground):
    """``mover`` of side a has just come within reach of side b's units."""
    return kit.battle([mover], list(units), b_leaders=leaders, **ground).orders("a")


def window(r, mover="HC9", *, starting=False, dice=(), answers=()):
    r.run(
        lambda g: withdrawal.orderly_withdrawal(g, r.unit(mover), starting=starting),
        dice=dice,
        answers=answers,
        defaults=["rout-path"],
    )
    return r


def keys(r, item=0):
    return [c.key for c in r.decisions[-1].items[item].choices]


# -- 6.51 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.51", "cataphract 6.42")
def test_a_column_marches_one_faster():
    r = kit.battle([kit.unit("MI9", 1010, ma=4)], [kit.unit("LI1", 1210, "W", ma=5)]).orders("a")
    r.unit("MI9").column, r.unit("MI9").facing = True, Facing.SIDE_SE
    r.g.version += 1
    window(r, "MI9")
    assert r.decisions == []


@pytest.mark.rule("cataphract 6.51", "cataphract 6.47")
@pytest.mark.parametrize("state", [{"routed": True}, {"column": True}, {"shield_wall": True}, {"engaged": True}])
def test_states_that_bar_it(state):
    r = close(kit.unit("HI9", 1010), kit.unit("LI1", 1210, "W"))
    for k, v in state.items():
        setattr(r.unit("LI1"), k, v)
    if state.get("column"):
        r.unit("LI1").facing = Facing.SIDE_NW
    r.g.version += 1
    assert bar(r.g, r.unit("LI1"), r.unit("HI9")) is not None
    window(r, "HI9")
    assert r.decisions == []


@pytest.mark.rule("cataphract 6.51")
def test_not_in_enemy_zoc_the_movers_included():
    r = close(kit.unit("HC9", 1010, "E"), kit.unit("LC1", 1110, "W"))
    window(r)
    assert r.decisions == []


@pytest.mark.rule("cataphract 6.51")
def test_every_hex_is_farther_away_and_the_allowance_is_the_difference():
    r = close(kit.unit("HI9", 1010, ma=6), kit.unit("LC1", 1210, "W", ma=9))
    options = retreats(r.g, r.unit("LC1"), r.unit("HI9"), 1010)
    for o in options:
        steps = [1210, *o.path]
        assert all(distance(b, 1010) > distance(a, 1010) for a, b in zip(steps, o.path, strict=False))
        assert len(o.path) >= 1 and o.mp <= 3
    assert max(len(o.path) for o in options) == 3
    assert {o.facing for o in options if len(o.path) == 3} == {Facing.W}, "nothing left to turn with"


@pytest.mark.rule("cataphract 6.51", "cataphract 6.53")
def test_example_saracen_light_horse_cannot_withdraw_uphill():
    uphill = {h: 1 for h in range(1301, 1340)} | {1209: 1, 1211: 1}
    r = close(kit.unit("HC9", 1010, cls="Cat", ma=8), kit.unit("LC1", 1210, "W", ma=9), levels=uphill)
    window(r)
    assert r.decisions == []
    r = close(kit.unit("HC9", 1010, cls="Cat", ma=8), kit.unit("LC1", 1210, "W", ma=9))
    window(r, answers=["1310@W"])
    assert r.unit("LC1").hex == 1310


# -- 6.52, 6.53 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.52")
def test_facing_is_kept_on_the_way_and_turning_at_the_end_is_paid_for():
    r = close(kit.unit("HI9", 1010, ma=4), kit.unit("LC1", 1210, "W", ma=9))
    window(r, "HI9", answers=["1310@E"])
    assert [(e.to, e.facing) for e in r.happened(UnitMoved)] == [(1310, Facing.W)]
    (turn,) = r.happened(UnitTurned)
    assert (turn.facing, turn.mp) == (Facing.E, 3)
    assert (r.unit("LC1").facing, r.unit("LC1").hits) == (Facing.E, 0)


@pytest.mark.rule("cataphract 6.52", "cataphract 7.13")
def test_ground_costs_what_it_always_costs():
    r = close(kit.unit("HI9", 1010, ma=4), kit.unit("LC1", 1210, "W", ma=9), terrain={1310: "rough"})
    window(r, "HI9", answers=["1310@SW"])
    assert r.unit("LC1").hits == 2, "entering Rough, turning in it"


@pytest.mark.rule("cataphract 6.52")
@pytest.mark.parametrize(
    ("code", "towards", "hits"),
    [("LC1", "W", 0), ("LC1", "NE", 1), ("LC1", "E", 1), ("LI1", "W", 1), ("LI1", "NE", 2), ("LI1", "E", 2)],
)
def test_infantry_and_units_approached_from_flank_or_rear_pay(code, towards, hits):
    r = close(kit.unit("HI9", 1010, ma=4), kit.unit(code, 1210, towards, tq=6))
    key = f"1310@{towards}"
    offered = next(o for o in retreats(r.g, r.unit(code), r.unit("HI9"), 1010) if o.key == key)
    window(r, "HI9", answers=[key])
    assert r.unit(code).hits == hits == offered.hits


@pytest.mark.rule("cataphract 6.52")
def test_the_approach_hit_falls_before_and_the_infantrys_after():
    r = close(kit.unit("HI9", 1010, ma=4), kit.unit("LI1", 1210, "E", tq=6))
    window(r, "HI9", answers=["1310@E"])
    assert [type(e) for e in r.events if isinstance(e, HitsTaken | UnitMoved)] == [HitsTaken, UnitMoved, HitsTaken]


@pytest.mark.rule("cataphract 6.52", "cataphract 6.51")
def test_example_persian_light_horse_approached_through_a_rear_hex():
    r = close(kit.unit("HC9", 1010, cls="Cat", ma=8), kit.unit("LC1", 1210, "E", ma=9))
    window(r, answers=["1309@E"])
    assert all(distance(c.hex, 1010) == 3 for c in r.decisions[0].items[0].choices if c.hex)
    assert r.unit("LC1").hits == 1


@pytest.mark.rule("cataphract 6.53")
def test_a_unit_broken_on_the_way_routs_instead_of_the_rest():
    r = close(kit.unit("HI9", 1010), kit.unit("LC1", 1210, "W", hits=4, tq=5), terrain={1310: "rough", 1309: "rough"})
    window(r, "HI9", answers=["1410@W"])
    assert r.unit("LC1").routed
    assert len(r.happened(UnitMoved)) == 1


# -- 6.54, 6.55 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.55")
@pytest.mark.parametrize("ground", ["woods", "marsh", "river", "city_wall"])
def test_ground_that_is_barred(ground):
    r = close(kit.unit("HI9", 1010), kit.unit("LC1", 1210, "W"), terrain={1310: ground})
    assert all(1310 not in o.path for o in retreats(r.g, r.unit("LC1"), r.unit("HI9"), 1010))


@pytest.mark.rule("cataphract 6.55")
@pytest.mark.parametrize(
    ("feature", "open_"), [("river_volturno", False), ("river_euphrates", False), ("stream", True), ("trench", True)]
)
def test_rivers_are_not_crossed_streams_are(feature, open_):
    r = close(kit.unit("HI9", 1010), kit.unit("LC1", 1210, "W"), hexsides=[(1210, 1310, feature)])
    steps = [
        (a, b)
        for o in retreats(r.g, r.unit("LC1"), r.unit("HI9"), 1010)
        for a, b in zip((1210, *o.path), o.path, strict=False)
    ]
    assert ((1210, 1310) in steps) is open_


@pytest.mark.rule("cataphract 6.55", "cataphract 6.63")
def test_passing_a_friend_hurts_both_and_nobody_ends_on_one():
    r = close(kit.unit("HI9", 1010), kit.unit("LC1", 1210, "W"), kit.unit("HI1", 1310, "W"), terrain={1309: "woods"})
    options = {o.key: o for o in retreats(r.g, r.unit("LC1"), r.unit("HI9"), 1010)}
    assert "1310@W" not in options
    assert options["1410@W"].hits == 1
    window(r, "HI9", answers=[{"LC1": "1410@W"}])
    assert (r.unit("LC1").hex, r.unit("LC1").hits, r.unit("HI1").hits) == (1410, 1, 1)


@pytest.mark.rule("cataphract 6.55", "cataphract 6.53")
def test_who_withdraws_stops_short_of_a_friend_that_has_fled_to_where_it_goes():
    """The hit of being passed through breaks the friend, who flees along the same way; nobody rides him down."""
    woods = {1309: "woods", 1211: "woods", 1311: "woods", 1209: "woods"}
    r = close(kit.unit("HI9", 1010), kit.unit("LC1", 1210, "W"), kit.unit("HI1", 1310, "W", hits=6), terrain=woods)
    window(r, "HI9", answers=[{"LC1": "1510@W"}])
    assert r.unit("HI1").routed and r.unit("HI1").hex == 1510
    assert r.unit("LC1").hex == 1410 and not r.unit("LC1").routed
    assert any("LC1 stops at 1410" in t.story for t in r.happened(Told))


@pytest.mark.rule("cataphract 6.55")
def test_no_way_leads_through_routed_friends_or_columns():
    for state in ({"routed": True}, {"column": True}):
        r = close(kit.unit("HI9", 1010), kit.unit("LC1", 1210, "W"), kit.unit("HI1", 1310, "W"))
        for k, v in state.items():
            setattr(r.unit("HI1"), k, v)
        r.g.version += 1
        assert all(1310 not in o.path for o in retreats(r.g, r.unit("LC1"), r.unit("HI9"), 1010))


# -- 6.56, 6.57 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.56")
@pytest.mark.parametrize(
    "unit",
    [
        kit.unit("LC1", 1210, "W", missile="J"),
        kit.unit("LC1", 1210, "W"),
        kit.unit("LI1", 1210, "W", missile="C", ma=9),
        kit.unit("LC1", 1210, "W", missile="C", supply="no"),
        kit.unit("LC1", 1210, "E", missile="C"),
    ],
)
def test_who_cannot_fire_while_withdrawing(unit):
    r = close(kit.unit("HC9", 1010), unit)
    window(r, answers=[f"1310@{unit['facing']}"])
    assert r.unit(unit["code"]).hex == 1310


@pytest.mark.rule("cataphract 6.56", "cataphract 8.17")
def test_once_at_each_enemy_in_an_orders_phase():
    r = kit.battle(
        [kit.unit("HC9", 1010), kit.unit("HC8", 1011)], [kit.unit("LC1", 1210, "W", missile="C", ma=12)]
    ).orders("a")
    window(r, answers=["1310@W", "fire"], dice=[9])
    assert r.unit("LC1").supply == "low"
    r.unit("HC9").hex = 1110
    r.g.version += 1
    window(r, answers=["1410@W"])
    assert len(r.happened(Fired)) == 1
    r.unit("HC8").hex = 1210
    r.g.version += 1
    window(r, "HC8", answers=["1510@W", "fire"], dice=[9])
    assert r.unit("LC1").supply == "no"


@pytest.mark.rule("cataphract 6.56")
def test_a_unit_that_has_broken_its_enemy_withdraws_all_the_same_and_the_others_stay():
    r = close(
        kit.unit("HC9", 1010, hits=5), kit.unit("LC1", 1210, "W", missile="C"), kit.unit("LC2", 1209, "W", missile="C")
    )
    window(r, dice=[0], answers=[{"LC1": "1310@W", "LC2": "1308@W"}, "fire"])
    assert r.unit("HC9").routed
    assert (r.unit("LC1").hex, r.unit("LC2").hex) == (1310, 1209)
    assert any("LC2 stays" in e.story for e in r.happened(Told))


@pytest.mark.rule("cataphract 6.57", "cataphract 8.21", "cataphract 7.14")
def test_an_advance_after_combat_is_met_with_fire_and_facing_but_no_withdrawal():
    r = close(kit.unit("HC9", 1010), kit.unit("LC1", 1210, "W", missile="C"), kit.unit("LI8", 1110, "W"))
    mover = r.unit("HC9")
    combat = Combat.of(r.g, Attack(attackers=("HC9",), defenders=("LI8",)))
    r.g.emit(UnitRouted(unit="LI8"))
    r.g.emit(RoutMoved(unit="LI8", start=1110, to=1111, facing=Facing.E))
    r.g.emit(RoutMoved(unit="LI8", start=1111, to=1212, facing=Facing.E))
    r.run(advance.advance, combat, dice=[9], answers=["no", "fire"], defaults=["advance-turn"])
    assert mover.hex == 1110
    assert [d.kind for d in r.decisions] == ["reaction-facing", "entry-fire"]


# -- several units, 6.58 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.51")
def test_units_that_may_withdraw_are_one_question_and_one_may_be_asked_again():
    r = close(kit.unit("HI9", 1010), kit.unit("LC1", 1210, "W"), kit.unit("LI1", 1209, "W", ma=6))
    window(r, "HI9", answers=[{"LC1": "1309@W", "LI1": "1309@W"}, {"LI1": "1308@W"}])
    assert [isinstance(d, ChooseEach) and len(d.items) for d in r.decisions] == [2, 1]
    assert (r.unit("LC1").hex, r.unit("LI1").hex) == (1309, 1308)


def squadron(**ground):
    """A cavalry Line of three, one hex between its members, with foot coming up to the first."""
    return close(
        kit.unit("MI9", 1010, ma=4),
        kit.unit("LC1", 1210, "W"),
        kit.unit("LC2", 1212, "W", missile="C"),
        kit.unit("HC3", 1214, "W"),
        **ground,
    )


@pytest.mark.rule("cataphract 6.58", "cataphract 4.32")
def test_the_whole_line_may_withdraw_each_with_its_own_mp():
    r = squadron()
    window(r, "MI9", answers=[{"LC1": "line"}, {"HC3": "1415@W", "LC1": "1410@W", "LC2": "1414@W"}])
    assert [u.hex for u in r.g.units("b")] == [1410, 1414, 1415]
    whole = r.decisions[1]
    assert whole.kind == "line-withdrawal"
    assert [c.mp for c in whole.items[0].choices if c.key == "1410@W"] == [2]
    assert max(c.mp for c in whole.items[0].choices) == 5 and max(c.mp for c in whole.items[2].choices) == 4
    assert all("stay" not in [c.key for c in i.choices] for i in whole.items)
    assert r.g.orders.withdrew == []
    assert all(u.hits == 0 for u in r.g.units("b")), "nobody approached the others"


@pytest.mark.rule("cataphract 6.58", "cataphract 6.52")
def test_only_members_that_were_approached_pay_for_it():
    r = close(kit.unit("MI9", 1010, ma=4), kit.unit("LC1", 1210, "E"), kit.unit("LC2", 1212, "E"))
    window(r, "MI9", answers=[{"LC1": "line"}, {}])
    assert (r.unit("LC1").hits, r.unit("LC2").hits) == (1, 0)
    assert r.unit("LC2").hex != 1212


@pytest.mark.rule("cataphract 6.58")
def test_not_once_one_of_them_has_withdrawn_alone():
    r = squadron()
    r.g.orders.withdrew.append("HC3")
    window(r, "MI9", answers=["stay"])
    assert "line" not in keys(r)
    r = squadron()
    window(r, "MI9", answers=["1310@W"])
    assert "line" in keys(r)
    assert r.g.orders.withdrew == ["LC1"]


@pytest.mark.rule("cataphract 6.58")
@pytest.mark.parametrize("state", [{"ma": 4}, {"engaged": True}])
def test_not_unless_all_of_it_can(state):
    r = squadron()
    for k, v in state.items():
        setattr(r.unit("HC3"), k, v)
    r.g.version += 1
    window(r, "MI9", answers=["stay"])
    assert "line" not in keys(r)


@pytest.mark.rule("cataphract 6.58")
def test_infantry_has_no_line_to_withdraw_with():
    r = close(kit.unit("HI9", 1010, ma=4), kit.unit("LI1", 1210, "W"), kit.unit("LI2", 1211, "W"))
    window(r, "HI9", answers=["stay"])
    assert all("line" not in [c.key for c in i.choices] for i in r.decisions[0].items)


@pytest.mark.rule("cataphract 6.58", "cataphract 6.51", "cataphract 6.52", "cataphract 6.56")
def test_example_isaurians_and_persian_light_horse_at_callinicum():
    r = kit.battle([kit.unit("MI1", 1805, "E", ma=4)], [kit.unit("LC1", 2105, "E", ma=9, missile="C")]).orders("a")
    seen = []

    def answer(key):
        def look(decision):
            seen.append((r.unit("MI1").hex, r.unit("LC1").hex))
            return key

        return look

    r.run(
        movement.move,
        r.unit("MI1"),
        orders.Move(unit="MI1", path=(1905, 2006, 2105, 2206)),
        dice=[3],
        answers=[answer("2305@W"), answer("2405@W"), answer("fire"), answer("stay")],
    )
    assert seen == [(1905, 2105), (2105, 2305), (2105, 2305), (2206, 2405)]
    lc, mi = r.unit("LC1"), r.unit("MI1")
    assert (lc.hex, lc.facing, lc.hits) == (2405, Facing.W, 1), "1 hit: the first approach was from the rear"
    first, second = [[e for e in r.happened(UnitMoved) if e.unit == "LC1"][i : i + 2] for i in (0, 2)]
    assert [e.to for e in first][-1] == 2305 and [e.to for e in second] == [2405]
    assert r.happened(UnitTurned)[0].mp == 3
    assert [e.how for e in r.happened(Fired)] == ["withdrawal"]
    assert (mi.hex, mi.hits) == (2206, 1)


@pytest.mark.rule("cataphract 6.51")
def test_the_standing_order_knows_what_it_costs_and_from_whom():
    r = close(kit.unit("HI9", 1010), kit.unit("LC1", 1210, "W"), kit.unit("LI1", 1209, "E"))
    window(r, "HI9", answers=["stay"])
    policies = {i.key: i.policy for i in r.decisions[0].items}
    horse, foot = policies["LC1"], policies["LI1"]
    assert set(horse.conditions) == set(withdrawal.POLICY.conditions)
    holds = [c for c, it in horse.conditions.items() if it]
    assert holds == ["from-infantry", "from-heavy", "from-heavier", "no-hits"]
    assert foot.conditions["no-hits"] is False
    assert (horse.no, foot.no) == ("stay", "stay")
    assert r.decisions[0].default.picks == {"LC1": "stay", "LI1": "stay"}
