"""7.4 Retreat Before Shock, who follows, leaders in the thick of it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.kernel.hexes import distance
from engine.systems.gboh import footprint
from engine.systems.gboh.footprint import distance_to
from engine.systems.simple_gboh.shock import before_ways, follow
from tests.each import for_each
from tests.engine.simple_gboh.kit import Rig, battle, leader, refused, unit


def against(attacker: dict[str, Any], defender: dict[str, Any], **values: Any) -> Rig:
    """An attacker at 1010 that faces east; a defender before it at 1110, facing west."""
    ours = {"hex": 1010, "facing": "E", **attacker}
    theirs = {"hex": 1110, "facing": "W", **defender}
    return battle([ours], [theirs], **values).shock_turn()


def may(r: Rig, unit: str, *attackers: str) -> str | None:
    """The case that keeps a unit from retreating before them; None when it may."""
    r.g.version += 1
    bar = before_ways.bar(r.g, r.unit(unit), [r.unit(x) for x in attackers])
    return bar.rule if bar is not None else None


# -- who -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.41", "simple-gboh T:unit_capabilities")
@for_each(
    ("attacker", "defender", "case"),
    [
        ({"code": "HC1", "ma": 6}, {"code": "LC9", "ma": 7}, None),
        ({"code": "HC1", "ma": 7}, {"code": "LC9", "ma": 7}, "7.41"),
        ({"code": "HI1", "ma": 5}, {"code": "LI9", "ma": 6}, None),
        ({"code": "HI1", "ma": 6}, {"code": "LP9", "ma": 6}, "7.41"),
        ({"code": "HI1", "ma": 6}, {"code": "SK9", "ma": 4}, None),
        ({"code": "HC1", "ma": 7}, {"code": "SK9", "ma": 6}, "7.41"),
        ({"code": "HC1", "ma": 5}, {"code": "SK9", "ma": 6}, None),
        ({"code": "HI1", "ma": 4}, {"code": "MI9", "ma": 6}, "7.41"),
        ({"code": "HI1", "ma": 4}, {"code": "HI9", "ma": 6}, "7.41"),
    ],
)
def test_faster_cavalry_and_light_foot_may_retreat(
    attacker: dict[str, Any], defender: dict[str, Any], case: str | None
):
    """D13"""
    r = against(attacker, defender)
    assert may(r, defender["code"], attacker["code"]) == case


@pytest.mark.rule("simple-gboh 7.41")
def test_not_who_was_in_contact_as_the_turn_began():
    for listed in ("started_in_zoc", "started_with_enemy"):
        r = against({"code": "HI1"}, {"code": "SK9"})
        getattr(r.g.orders, listed).append("SK9")
        assert may(r, "SK9", "HI1") == "7.41"


@pytest.mark.rule("simple-gboh 7.22", "simple-gboh 7.41", "simple-gboh 11.25", "simple-gboh 11.27")
def test_not_who_has_fired_at_who_came_up_nor_columns():
    r = against({"code": "HI1"}, {"code": "SK9"})
    r.g.orders.entry_fire.append(("SK9", "HI1"))
    assert may(r, "SK9", "HI1") == "7.22"
    r = against({"code": "HI1", "ma": 4}, {"code": "LI9", "ma": 6})
    r.g.orders.uncolumned.append("LI9")
    assert may(r, "LI9", "HI1") == "11.27"
    r.unit("LI9").column = True
    assert may(r, "LI9", "HI1") == "11.25"


# -- where to --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.42", "simple-gboh 7.43", "simple-gboh T:movement_allowances")
@pytest.mark.parametrize(("ma", "hexes"), [(6, 3), (5, 3), (7, 4), (8, 4)])
def test_half_the_movement_allowance_rounded_up_each_hex_farther_off(ma: int, hexes: int):
    r = against({"code": "HC1", "ma": 4}, {"code": "LC9", "ma": ma})
    found = before_ways.ways(r.g, r.unit("LC9"), [r.unit("HC1")])
    assert {len(w.path) for w in found} == {hexes}
    for w in found:
        way = [1110, *w.path]
        assert [distance(1010, h) for h in way] == list(range(1, hexes + 2))
        assert way[-1] == w.end


@pytest.mark.rule("simple-gboh 7.42")
def test_away_from_every_attacker():
    r = battle([unit("HI1", 1010, ma=4), unit("HI2", 1109, "SE", ma=4)], [unit("LI9", 1110, "W", ma=6)]).shock_turn()
    ours = [r.unit("HI1"), r.unit("HI2")]
    for w in before_ways.ways(r.g, r.unit("LI9"), ours):
        way = [1110, *w.path]
        assert all(distance_to(a, y) > distance_to(a, x) for a in ours for x, y in pairwise(way))


@pytest.mark.rule("simple-gboh 7.43")
def test_it_stops_in_enemy_zoc_and_keeps_its_facing():
    r = battle(
        [unit("HI1", 1010, ma=4), unit("HI2", 1311, "W", ma=4)], [unit("LI9", 1110, "W", ma=6, tq=9)]
    ).shock_turn()
    held = r.g.zoc(r.unit("HI2"))
    found = {w.end: w for w in before_ways.ways(r.g, r.unit("LI9"), [r.unit("HI1")])}
    stopped = [w for h, w in found.items() if h in held]
    assert stopped
    assert all(h not in held for w in found.values() for h in w.path[:-1])
    assert any(len(w.path) == 1 for w in stopped)
    r.fights("HI1 x LI9", dice=[3], answers=[{"LI9": stopped[0].key}])
    assert (r.unit("LI9").hex, r.unit("LI9").facing.name) == (stopped[0].end, "W")


@pytest.mark.rule("simple-gboh 7.42", "simple-gboh 7.43")
def test_the_ground_costs_movement_points_and_hits():
    terrain = {100 * c + r: "marsh" for c in range(11, 16) for r in range(5, 16)}
    r = against({"code": "HI1", "ma": 4}, {"code": "LI9", "ma": 6}, terrain=terrain)
    found = before_ways.ways(r.g, r.unit("LI9"), [r.unit("HI1")])
    assert found
    assert all(sum(w.mp) <= 3 for w in found)
    assert {len(w.path) for w in found} == {1}, "2 MP, and 3 without a hit"


@pytest.mark.rule("simple-gboh 7.42")
def test_without_a_hex_nobody_is_asked():
    shut = dict.fromkeys((1109, 1210, 1211, 1111), "impassable")
    r = against({"code": "HI1", "ma": 4}, {"code": "SK9"}, terrain=shut)
    drm = r.reckoned("HI1 x SK9").drm
    r.fights("HI1 x SK9", dice=[max(0, 3 - drm)])
    assert not [d for d in r.decisions if d.kind == "retreat-before-shock"]


# -- the procedure ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.4", "simple-gboh 7.41", "simple-gboh 7.42", "simple-gboh 7.44")
def test_example_of_a_retreat_and_of_who_follows():
    """E2: skirmishers go 3 hexes; the cohort enters the hex they left and turns, 2 MP in all; neither fights."""
    r = battle(
        [unit("LG1", 1010, roman=True, ma=5), unit("LG3", 1013, roman=True, ma=5)],
        [unit("HI2", 1110, "W", tq=5), unit("SK9", 1113, "W", ma=6)],
    ).shock_turn(moved=["LG1", "LG3"])

    def far(d: Any) -> dict[str, str]:
        keys = [c.key for i in d.items for c in i.choices if c.key != "stay"]
        return {"SK9": "1414" if "1414" in keys else keys[0]}

    def followed(d: Any) -> str:
        way = next(c for c in d.choices if c.hex == 1113 and c.facing is not None and c.facing.name == "NE")
        assert way.mp == 2
        return way.key

    r.fights("LG1 x HI2", "LG3 x SK9", dice=[3], answers=[far, followed], but=["follow-up"])
    assert distance(1113, r.unit("SK9").hex) == 3
    assert r.unit("SK9").facing.name == "W"
    assert (r.unit("LG3").hex, r.unit("LG3").facing.name) == (1113, "NE")
    assert [x.purpose for x in r.rolls] == ["shock"], "the other Shock alone is rolled for"


@pytest.mark.rule("simple-gboh 7.44")
def test_nobody_follows_who_went_one_hex_only():
    """E5"""
    r = against({"code": "LG1", "ma": 5}, {"code": "SK9", "ma": 2})
    r.fights("LG1 x SK9", dice=[], answers=["1211"], but=["follow-up"])
    assert not [d for d in r.decisions if d.kind == "follow-up"]


@pytest.mark.rule("simple-gboh 7.44", "simple-gboh T:movement_allowances")
def test_who_follows_keeps_off_who_retreated_and_stops_in_enemy_zoc():
    r = battle([unit("HC1", 1010, ma=8)], [unit("LC9", 1110, "W", ma=9), unit("HI8", 1212, "NW", tq=5)]).shock_turn()
    r.unit("LC9").hex = 1408
    r.g.version += 1
    found = follow.advances(r.g, r.unit("HC1"), [1110], [r.unit("LC9")])
    assert found
    assert all(a.mp <= 4 for a in found)
    assert all(a.steps[0].move.to.hex == 1110 for a in found)
    assert all(distance(1408, a.end.hex) > 1 for a in found)
    held = set(r.g.zoc(r.unit("HI8")))
    assert any(a.end.hex in held for a in found), "it may come next to others"
    assert all(s.move.to.hex not in held for a in found for s in a.steps[:-1])


@pytest.mark.rule("simple-gboh 7.44")
def test_nobody_follows_where_one_of_the_defenders_stays():
    r = battle([unit("HI1", 1010, ma=4)], [unit("LI9", 1110, "W", ma=6, tq=9), unit("MI8", 1109, "W")]).shock_turn()
    r.fights("HI1 x LI9+MI8", dice=[2, 3], answers=[lambda d: {"LI9": d.items[0].choices[0].key}], but=["follow-up"])
    assert [x.purpose for x in r.rolls] == ["retreat-check", "shock"]
    fought: Any = next(e for e in r.events if e.type == "shock-fought")
    assert fought.defenders == ["MI8"]


@pytest.mark.rule("simple-gboh 7.45", "simple-gboh T:die_roll_summary")
@pytest.mark.parametrize(("die", "hits"), [(5, 0), (6, 1)])
def test_light_infantry_rolls_for_it(die: int, hits: int):
    """D14"""
    r = against({"code": "HI1", "ma": 5}, {"code": "LI9", "ma": 6, "tq": 5})
    r.fights("HI1 x LI9", dice=[die], answers=[lambda d: {"LI9": d.items[0].choices[0].key}])
    assert r.unit("LI9").hits == hits


@pytest.mark.rule("simple-gboh 7.45")
def test_skirmishers_and_cavalry_do_not():
    for code in ("SK9", "LC9"):
        r = against({"code": "HI1", "ma": 5}, {"code": code})
        r.fights(f"HI1 x {code}", dice=[], answers=[lambda d: {d.items[0].key: d.items[0].choices[0].key}])
        assert r.unit(code).hits == 0


@pytest.mark.rule("simple-gboh 4.36", "simple-gboh 7.43")
def test_a_leader_goes_along():
    r = battle([unit("HI1", 1010, ma=4)], [unit("LC9", 1110, "W")], b_leaders=[leader("Maharbal", 1110)]).shock_turn()
    r.fights("HI1 x LC9", dice=[], answers=[lambda d: {"LC9": d.items[0].choices[0].key}])
    assert r.leader("Maharbal").hex == r.unit("LC9").hex != 1110


# -- elephants -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 10.23")
def test_cavalry_before_elephants_must_retreat_whatever_its_speed():
    r = against({"code": "EL1", "ma": 9}, {"code": "HC9", "ma": 6})
    r.g.orders.started_in_zoc.append("HC9")
    assert may(r, "HC9", "EL1") is None
    r.fights("EL1 x HC9", dice=[], answers=[lambda d: {"HC9": d.items[0].choices[0].key}])
    asked: Any = r.decisions[0]
    assert "stay" not in [c.key for c in asked.items[0].choices]
    assert r.unit("HC9").hex != 1110


@pytest.mark.rule("simple-gboh 10.23")
def test_cavalry_that_cannot_is_hit_before_the_shock():
    """D18"""
    shut = dict.fromkeys((1109, 1210, 1211, 1111), "impassable")
    r = against({"code": "EL1"}, {"code": "HC9", "tq": 9}, terrain=shut)
    drm = r.reckoned("EL1 x HC9").drm
    r.fights("EL1 x HC9", dice=[2])
    assert {str(m.reason): m.value for m in r.rolls[0].modifiers}["hits 0 to 1"] == 1
    assert sum(m.value for m in r.rolls[0].modifiers) == drm + 1


@pytest.mark.rule("simple-gboh 10.23")
def test_cavalry_is_hit_beside_elephants_as_it_is_activated_and_as_it_comes_near():
    r = battle([unit("HC1", 1010)], [unit("EL9", 1110, "E", ma=6)]).turn("a")
    r.run(lambda g: next(c for c in g.rules if type(c).__name__ == "ElephantsAndHorse").activated(g, [r.unit("HC1")]))
    assert r.unit("HC1").hits == 1
    r = battle([unit("HC1", 909)], [unit("EL9", 1110, "E")]).turn("a", started_in_zoc=[])
    r.moves("HC1", 1009, 1109)
    assert (r.unit("HC1").hex, r.unit("HC1").hits) == (1109, 1)
    r = battle([unit("HC1", 909)], [unit("EL9", 1110, "W")]).turn("a", started_in_zoc=[])
    with refused("10.23"):
        r.moves("HC1", 1010)


# -- leaders ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.46", "simple-gboh T:die_roll_summary")
@pytest.mark.parametrize(("dice", "lost"), [([3], False), ([0, 2], False), ([0, 1], True), ([0, 0], True)])
def test_leaders_in_the_thick_of_it(dice: list[int], lost: bool):
    r = battle(
        [unit("MI1", 1010)], [unit("MI9", 1110, "W")], a_leaders=[leader("Ajax", 1010, initiative=4)]
    ).shock_turn()
    r.fights("MI1 x MI9", dice=[*dice, 4])
    assert r.leader("Ajax").eliminated == lost
    assert r.state.sides["a"].rout_points == (20 if lost else 0)


@pytest.mark.rule("simple-gboh 7.46", "simple-gboh 7.4")
def test_all_leaders_roll_before_any_shock_is_rolled_for():
    r = battle(
        [unit("MI1", 1010), unit("MI2", 1013)],
        [unit("MI9", 1110, "W"), unit("MI8", 1113, "W")],
        a_leaders=[leader("Ajax", 1013)],
        b_leaders=[leader("Hector", 1110)],
    ).shock_turn()
    r.fights("MI1 x MI9", "MI2 x MI8", dice=[3, 4, 4, 4])
    assert [x.purpose for x in r.rolls] == ["leader-hit", "leader-hit", "shock", "shock"]


# -- two hexes -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.42", "simple-gboh 7.43", "simple-gboh 4.36")
def test_light_infantry_of_two_hexes_retreats_with_both_its_halves():
    r = battle(
        [unit("HI1", 1010, ma=3)],
        [unit("LI9", 1110, "W", cls="CA", ma=4, tq=9), unit("MI8", 1310, "W")],
        b_leaders=[leader("Darius", 1109)],
    ).shock_turn()
    pair, enemy = r.unit("LI9"), r.unit("HI1")
    found = before_ways.ways(r.g, pair, [enemy])
    assert max(len(w.path) for w in found) == 2
    for w in found:
        stands = [footprint.stand(pair)._replace(hex=h) for h in (1110, *w.path)]
        assert [footprint.distance(enemy, s) for s in stands] == list(range(1, 2 + len(w.path)))
        assert 1310 not in footprint.hexes_of(stands[-1]), "neither half stays with who stands there"
    r.fights("HI1 x LI9", dice=[3], answers=[{"LI9": found[0].key}])
    assert footprint.hexes_of(pair) == footprint.hexes_of(footprint.stand(pair)._replace(hex=found[0].end))
    assert (pair.facing.name, r.leader("Darius").hex in footprint.hexes_of(pair)) == ("W", True)


@pytest.mark.rule("simple-gboh 7.44", "simple-gboh 6.12")
def test_romans_who_follow_turn_any_way_for_one_point() -> None:
    r = battle(
        [unit("LG1", 1010, roman=True, legion="I", cls="HA"), unit("HI2", 1020)], [unit("SK9", 1410, "W")]
    ).shock_turn()
    for name, at, ways in (("LG1", 1110, 6), ("HI2", 1120, 3)):
        ends = follow.advances(r.g, r.unit(name), [at], [r.unit("SK9")])
        assert len({a.end.facing for a in ends if a.end.hex == at}) == ways
