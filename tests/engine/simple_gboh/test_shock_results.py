"""7.53, 7.6, 7.7, 8.3, 8.4 What comes of a Shock: hits, retreats, the mutual Rout, advance, pursuit."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import distance
from engine.systems.gboh import footprint
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.shock import advance, contact, pursuit, resolve
from engine.systems.simple_gboh.shock.combat import Combat, Party
from engine.systems.simple_gboh.shock.retreat import retreat, ways
from engine.systems.simple_gboh.shock.tables import Outcome
from engine.systems.simple_gboh.system import SimpleGboh
from tests.engine.simple_gboh.kit import Rig, battle, leader, unit

ROMAN = {"roman": True, "legion": "I", "cls": "PR"}


def duel(attacker: dict[str, Any], defender: dict[str, Any], *more: dict[str, Any], **values: Any) -> Rig:
    ours = {"hex": 1010, "facing": "E", **attacker}
    theirs = {"hex": 1110, "facing": "W", **defender}
    return battle([ours], [theirs, *more], **values).shock_turn()


def fought(r: Rig, attack: str, total: int, *dice: int, **values: Any) -> Rig:
    """The Shock with a roll that comes to a total."""
    die = total - r.reckoned(attack).drm
    assert 0 <= die <= 9, f"no roll comes to {total}"
    return r.fights(attack, dice=[die, *dice], **values)


# -- hits ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.53")
def test_hits_are_shared_evenly_and_the_enemy_gives_those_left_over():
    r = battle([unit("MI1", 1010), unit("MI2", 1011), unit("MI3", 1109, "SE")], [unit("HI9", 1110, "W")]).shock_turn()
    tops = [r.unit(x) for x in ("MI1", "MI2", "MI3")]
    for n, answers, expected in ((2, ["MI2", "MI3"], [0, 1, 1]), (3, [], [1, 1, 1]), (4, ["MI3"], [1, 1, 2])):
        found = r.run(lambda g, n=n: resolve.share(g, tops, n, r.unit("HI9")), answers=answers)
        assert [k for _, k in found] == expected
        assert all(d.side == "b" for d in r.decisions)


@pytest.mark.rule("simple-gboh 7.53")
def test_a_rout_roll_is_each_ones_own_and_who_passes_takes_all_the_hits():
    r = battle([unit("MI1", 1010, tq=5), unit("MI2", 1011, tq=5)], [unit("HI9", 1110, "W", tq=6)]).shock_turn()
    fought(r, "MI1+MI2 x HI9", 1, 6, 5)
    assert r.unit("MI1").eliminated
    assert r.unit("MI2").hits == 2
    assert r.unit("MI2").hex != 1011, "it retreats besides"


@pytest.mark.rule("simple-gboh 7.53")
def test_a_worse_result_adds_two_to_the_rout_roll():
    r = duel({"code": "MI1", "tq": 5}, {"code": "HI9", "tq": 6})
    fought(r, "MI1 x HI9", -1, 4)
    assert r.rolls[-1].total == 6
    assert r.unit("MI1").eliminated


@pytest.mark.rule("simple-gboh 7.53")
def test_an_automatic_rout_takes_all_of_a_stack():
    r = battle(
        [unit("LG1", 1010, depletable=True, hits=3, **ROMAN), unit("LG2", 1010, hits=0, **ROMAN)],
        [unit("PH9", 1110, "W", tq=9)],
    ).shock_turn()
    r.run(lambda g: _apply(g, r, "LG1", Outcome(retreat=True, rout="auto")), defaults=["retreat-hex"])
    assert (r.unit("LG1").depleted, r.unit("LG1").hits) == (True, 1)
    assert r.unit("LG2").eliminated
    assert r.unit("LG1").hex != 1010


async def _apply(g: Any, r: Rig, name: str, outcome: Outcome) -> None:
    """An outcome for one attacker, without a roll."""
    foe = r.unit("PH9")
    harm = resolve.Harm([Party.of(g, r.unit(name))], outcome)
    other = resolve.Harm([Party.of(g, foe)], Outcome())
    c = Combat(r.plan(f"{name} x PH9").attacks[0], list(harm.parties), list(other.parties))
    await resolve._weigh(g, harm, foe)
    await resolve._break(g, c, harm, foe)
    await resolve._retreats(g, c, (harm, other))


# -- 8.3 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 8.3")
def test_without_a_hex_it_stays_and_takes_two_hits():
    """D10"""
    shut = dict.fromkeys((1109, 1210, 1211, 1111), "impassable")
    r = duel({"code": "MI1"}, {"code": "MI9", "tq": 6}, terrain=shut)
    fought(r, "MI1 x MI9", 7)
    assert (r.unit("MI9").hex, r.unit("MI9").hits) == (1110, 4)
    assert r.unit("MI1").hex == 1010, "nothing is vacated"


@pytest.mark.rule("simple-gboh 8.3")
def test_both_of_a_stack_without_a_hex_take_two():
    shut = dict.fromkeys((909, 910, 1009, 1011), "impassable")
    r = battle(
        [unit("LG1", 1010, **ROMAN), unit("LG2", 1010, **ROMAN)], [unit("PH9", 1110, "W")], terrain=shut
    ).shock_turn()
    r.run(lambda g: retreat(g, Party.of(g, r.unit("LG1")), [r.unit("PH9")]))
    assert (r.unit("LG1").hits, r.unit("LG2").hits) == (2, 2)


@pytest.mark.rule("simple-gboh 8.3")
def test_off_the_map_it_is_lost():
    r = battle([unit("MI1", 1010)], [unit("MI9", 1110, "W", tq=6)], cols=(1, 11)).shock_turn()
    r.unit("MI1").hex, r.unit("MI9").hex = 1010, 1110
    shut = [m.to.hex for m in ways(r.g, r.unit("MI9"), [r.unit("MI1")])]
    assert shut == [1111]
    r = battle([unit("MI1", 1010)], [unit("MI9", 1110, "W", tq=6)], cols=(1, 11), terrain={1111: "sea"}).shock_turn()
    fought(r, "MI1 x MI9", 7)
    assert r.unit("MI9").eliminated
    assert r.state.sides["b"].rout_points == 6
    assert r.unit("MI1").hex == 1110


@pytest.mark.rule("simple-gboh 8.3")
def test_a_pair_retreats_bodily():
    r = battle([unit("HI1", 1010, tq=7, size=10)], [unit("PH9", 1110, "W", tq=7)]).shock_turn()
    before = footprint.hexes_of(r.unit("PH9"))
    fought(r, "HI1 x PH9", 7)
    after = footprint.hexes_of(r.unit("PH9"))
    assert len({(a // 100 - b // 100) for a, b in zip(after, before, strict=True)}) == 1, "both halves by one step"
    assert r.unit("PH9").facing.name == "W"
    assert r.unit("HI1").hex in before


@pytest.mark.rule("simple-gboh 8.3", "simple-gboh 5.33")
def test_into_a_friends_hex_it_comes_on_top():
    shut = dict.fromkeys((1109, 1210, 1111), "impassable")
    r = battle(
        [unit("MI1", 1010)],
        [unit("LG9", 1110, "W", tq=6, **ROMAN), unit("LG8", 1211, "W", tq=6, **ROMAN)],
        terrain=shut,
    ).shock_turn()
    fought(r, "MI1 x LG9", 7)
    assert r.unit("LG9").hex == 1211
    assert [u.id for u in r.g.ranks(r.unit("LG8"))] == ["LG9", "LG8"]


@pytest.mark.rule("simple-gboh 8.3", "simple-gboh 5.17")
def test_retreat_costs_nothing_by_the_ground():
    marsh = dict.fromkeys((1109, 1210, 1211, 1111), "marsh")
    r = duel({"code": "MI1"}, {"code": "HI9", "tq": 6}, terrain=marsh)
    fought(r, "MI1 x HI9", 7)
    assert r.unit("HI9").hits == 2


@pytest.mark.rule("simple-gboh 4.36", "simple-gboh 8.3")
def test_a_leader_goes_along():
    r = duel({"code": "MI1"}, {"code": "MI9", "tq": 6}, b_leaders=[leader("Hector", 1110)])
    r.fights("MI1 x MI9", dice=[5, 7 - r.reckoned("MI1 x MI9").drm])
    assert r.leader("Hector").hex == r.unit("MI9").hex != 1110


# -- 8.4 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 8.4")
def test_where_hits_would_rout_everybody_the_attacker_keeps_one():
    r = battle(
        [unit("MI1", 1010, tq=5, hits=4), unit("MI2", 1011, tq=4, hits=3)], [unit("MI9", 1110, "W", tq=5, hits=4)]
    ).shock_turn()
    fought(r, "MI1+MI2 x MI9", 4, answers=["MI2"])
    assert r.unit("MI9").eliminated
    assert r.unit("MI1").eliminated
    assert (r.unit("MI2").on_map, r.unit("MI2").hits, r.unit("MI2").hex) == (True, 3, 1011)


@pytest.mark.rule("simple-gboh 8.4")
def test_not_where_one_of_them_has_a_hit_to_spare():
    r = duel({"code": "MI1", "tq": 5, "hits": 4}, {"code": "MI9", "tq": 5, "hits": 3})
    fought(r, "MI1 x MI9", 4)
    assert r.unit("MI1").eliminated
    assert (r.unit("MI9").eliminated, r.unit("MI9").hits) == (False, 4)


@pytest.mark.rule("simple-gboh 8.4")
def test_not_where_one_of_them_is_depleted_instead():
    r = duel({"code": "MI1", "tq": 5, "hits": 4}, {"code": "MI9", "tq": 5, "hits": 4, "depletable": True})
    fought(r, "MI1 x MI9", 4)
    assert r.unit("MI1").eliminated
    assert r.unit("MI9").depleted


# -- 7.7 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.54", "simple-gboh 7.71", "simple-gboh 7.72")
def test_who_attacked_advances_and_may_turn_by_a_vertex():
    r = duel({"code": "HI1"}, {"code": "MI9", "tq": 6})
    fought(r, "HI1 x MI9", 7, answers=["right"], but=["advance-turn"])
    assert (r.unit("HI1").hex, r.unit("HI1").facing.name) == (1110, "SE")
    asked: Any = r.decisions[-1]
    assert sorted(c.key for c in asked.items[0].choices) == ["left", "no", "right"]


@pytest.mark.rule("simple-gboh 7.71")
def test_the_unit_whose_type_was_used_advances_with_its_stack():
    r = battle(
        [unit("LG1", 1010, **ROMAN), unit("LG2", 1010, **ROMAN), unit("LI3", 1011)], [unit("MI9", 1110, "W", tq=4)]
    ).shock_turn()
    assert r.reckoned("LG1+LI3 x MI9").attacker.id == "LG1"
    fought(r, "LG1+LI3 x MI9", 7)
    assert (r.unit("LG1").hex, r.unit("LG2").hex, r.unit("LI3").hex) == (1110, 1110, 1011)


@pytest.mark.rule("simple-gboh 7.71")
def test_a_pair_advances_straight_or_by_a_wheel():
    r = battle([unit("PH1", 1010, "E")], [unit("MI9", 1110, "W", tq=5)]).shock_turn()
    seen: list[str] = []

    def wheel(d: Any) -> str:
        seen.extend(c.key for c in d.choices)
        return next(k for k in seen if not k.endswith("@E"))

    fought(r, "PH1 x MI9", 7, answers=[wheel], but=["advance-hex"])
    assert any(k.endswith("@E") for k in seen)
    assert 1110 in footprint.hexes_of(r.unit("PH1"))
    assert r.unit("PH1").facing.name in ("NE", "SE")


@pytest.mark.rule("simple-gboh 7.71")
def test_a_pair_that_cannot_stays():
    r = battle([unit("PH1", 1010, "E"), unit("MI5", 1110)], [unit("MI9", 1210, "W")]).shock_turn()
    assert advance.ways(r.g, r.unit("PH1"), [1109]) == []
    r.unit("MI5").hex = 1112
    r.g.version += 1
    assert [m.kind for m in advance.ways(r.g, r.unit("PH1"), [1109])] == ["forward-left"]


@pytest.mark.rule("simple-gboh 7.73")
def test_a_defender_never_advances():
    r = duel({"code": "MI1", "tq": 6}, {"code": "HI9", "tq": 6})
    fought(r, "MI1 x HI9", 2)
    assert r.unit("MI1").hex != 1010
    assert r.unit("HI9").hex == 1110


@pytest.mark.rule("simple-gboh 10.13")
def test_artillery_left_by_its_infantry_is_lost_as_the_enemy_comes_in():
    r = duel({"code": "HI1"}, {"code": "MI9", "tq": 6}, unit("ART8", 1110))
    fought(r, "HI1 x MI9", 7)
    assert r.unit("HI1").hex == 1110
    assert r.unit("ART8").eliminated
    assert r.unit("MI9").on_map


# -- 7.6 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.6", "simple-gboh 7.61", "simple-gboh 7.62", "simple-gboh 7.54")
@pytest.mark.parametrize(("die", "stays"), [(4, True), (5, False)])
def test_cavalry_that_beats_cavalry_checks_and_may_ride_off(die: int, stays: bool):
    """D11"""
    r = duel({"code": "HC1", "tq": 6}, {"code": "LN9", "tq": 3, "ma": 7}, a_leaders=[leader("Parmenion", 1010)])
    r.g.orders.started_in_zoc.append("LN9")
    die_of = max(0, 8 - r.reckoned("HC1 x LN9").drm)
    r.fights("HC1 x LN9", dice=[5, die_of, 9, die])
    assert r.unit("LN9").eliminated
    hc, him = r.unit("HC1"), r.leader("Parmenion")
    assert {str(m.reason): m.value for m in r.rolls[-1].modifiers} == {"HC": 3, "leader": -1}
    if stays:
        assert (hc.hex, him.hex) == (1110, 1110)
    else:
        assert (hc.hex, hc.pursuing, hc.eliminated, him.hex, him.pursuing) == (None, True, False, None, "HC1")


@pytest.mark.rule("simple-gboh 7.62", "simple-gboh T:die_roll_summary")
@pytest.mark.parametrize(
    ("values", "drm"),
    [
        ({"code": "LN1"}, 1),
        ({"code": "RC1"}, 2),
        ({"code": "LC1"}, 0),
        ({"code": "LC1", "numidian": True}, 2),
        ({"code": "BC1"}, 3),
        ({"code": "HC1"}, 3),
        ({"code": "GC1"}, 0),
    ],
)
def test_modifiers_of_the_check(values: dict[str, Any], drm: int):
    r = duel(values, {"code": "LC9"})
    assert sum(m.value for m in pursuit.modifiers(r.g, r.unit(values["code"]))) == drm


@pytest.mark.rule("simple-gboh 7.61")
def test_nobody_pursues_on_foot_or_after_foot():
    for a, d in (("HI1", "LC9"), ("HC1", "MI9")):
        r = duel({"code": a}, {"code": d, "tq": 6, "ma": 4})
        fought(r, f"{a} x {d}", 7)
        assert "pursuit" not in [x.purpose for x in r.rolls]


@pytest.mark.rule("simple-gboh 7.54", "simple-gboh 7.61", "simple-gboh 8.4")
@pytest.mark.parametrize(
    ("who", "kept", "lost", "checks"),
    [("HC1", None, False, True), ("HI1", None, False, False), ("HC1", "HC1", False, False), ("HC1", None, True, False)],
)
def test_who_checks_rides_still_stands_and_was_not_spared(who: str, kept: str | None, lost: bool, checks: bool):
    r = duel({"code": who}, {"code": "LC9"})
    c = Combat.of(r.g, r.plan(f"{who} x LC9").attacks[0])
    assert pursuit.follows(r.g, c) is None, "no Type has been used yet"
    c.reckoning, c.kept = r.reckoned(f"{who} x LC9"), kept
    assert pursuit.follows(r.g, c) is None, "the enemy holds its hex"
    r.unit("LC9").hex = 1310
    if lost:
        r.run(lambda g: effects.eliminate(g, r.unit(who), "lost", "7.53"))
    found = pursuit.follows(r.g, c)
    assert (found.id if found is not None else None) == (who if checks else None)


def riding(*, commander: bool) -> Rig:
    """Cavalry of side "a" that pursues beyond the map."""
    r = battle(
        [unit("HC1", 1010)],
        [unit("LN9", 1110, "W")],
        a_leaders=[leader("Parmenion", 1010)],
        cols=(1, 20),
        rows=(1, 12),
    ).turn("a")
    r.unit("HC1").hex, r.unit("HC1").pursuing = None, True
    if commander:
        r.leader("Parmenion").hex, r.leader("Parmenion").pursuing = None, "HC1"
    r.g.version += 1
    return r


@pytest.mark.rule("simple-gboh 7.63")
@pytest.mark.parametrize(("commander", "die", "fate"), [(True, 9, "away"), (False, 9, "gone"), (False, 2, "away")])
def test_pursuers_may_stay_away(commander: bool, die: int, fate: str):
    """D12"""
    r = riding(commander=commander)
    r.run(lambda g: pursuit.come_back(g, "a"), dice=[die])
    hc = r.unit("HC1")
    assert (hc.pursuing, hc.departed) == ((True, False) if fate == "away" else (False, True))
    assert not hc.on_map
    assert r.state.sides["a"].rout_points == 0


@pytest.mark.rule("simple-gboh 7.63")
@pytest.mark.parametrize(("commander", "die"), [(False, 1), (True, 3)])
def test_pursuers_come_back_at_the_enemys_edge(commander: bool, die: int):
    r = riding(commander=commander)
    edge = r.g.spec("b").retreat_edge

    def third(d: Any) -> str:
        return d.choices[2].key

    r.run(lambda g: pursuit.come_back(g, "a"), dice=[die], answers=[third, "W"])
    hc = r.unit("HC1")
    assert hc.hex in edge
    assert (hc.facing.name, hc.pursuing) == ("W", False)
    assert "HC1" in r.g.orders.activated
    if commander:
        assert (r.leader("Parmenion").hex, r.leader("Parmenion").pursuing) == (hc.hex, None)


@pytest.mark.rule("simple-gboh 7.63")
def test_proposed_is_to_come_back_near_friends():
    edge = list(riding(commander=False).g.spec("b").retreat_edge)
    friend = edge[-1]
    r = battle([unit("HC1", 1010), unit("LC2", friend)], [unit("LN9", 1110, "W")], cols=(1, 20), rows=(1, 12)).turn("a")
    r.unit("HC1").hex, r.unit("HC1").pursuing = None, True
    r.g.version += 1

    def nearest(d: Any) -> str:
        away = [distance(c.hex, friend) for c in d.choices]
        assert away == sorted(away) and away[0] == 1 and d.default_key == d.choices[0].key
        assert d.choices[0].lean > d.choices[-1].lean
        return d.choices[0].key

    r.run(lambda g: pursuit.come_back(g, "a"), dice=[1], answers=[nearest, "W"])
    assert distance(r.unit("HC1").at, friend) == 1


# -- Columns ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 11.25")
def test_a_column_that_is_attacked_is_in_line_afterwards():
    r = battle([unit("HI1", 1010)], [unit("MI9", 1110, "SIDE_NW", column=True, tq=8)], columns=True).shock_turn()
    assert r.reckoned("HI1 x MI9").modifiers
    total = r.reckoned("HI1 x MI9").drm
    r.fights("HI1 x MI9", dice=[max(0, 4 - total)], answers=["W"])
    assert (r.unit("MI9").column, r.unit("MI9").facing.name) == (False, "W")


# -- Entry fire, fortifications --------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.74", "simple-gboh 7.22")
def test_missile_units_may_fire_at_who_advances_but_not_those_that_have_just_retreated():
    r = battle(
        [unit("HI1", 1010, tq=8)],
        [unit("LI9", 1110, "W", tq=8, missile="J", ma=4), unit("LI8", 1111, "NW", missile="J")],
    ).shock_turn()
    assert 1110 in r.g.zoc(r.unit("LI8"))
    die = 7 - r.reckoned("HI1 x LI9").drm
    r.fights("HI1 x LI9", dice=[max(0, die), 9], answers=["1210", {"LI8": "fire"}], but=["retreat-hex"])
    given: list[Any] = [d for d in r.decisions if d.kind == "entry-fire"]
    asked = [i.key for d in given for i in d.items]
    assert asked == ["LI8"]


@pytest.mark.rule("simple-gboh 7.74", "simple-gboh 5.17")
def test_hits_of_the_ground_on_an_advance_are_those_that_nothing_buys_off():
    r = duel({"code": "HI1", "tq": 8}, {"code": "MI9", "tq": 6}, terrain={1110: "forest"})
    r.fights("HI1 x MI9", dice=[7 - r.reckoned("HI1 x MI9").drm])
    assert (r.unit("HI1").hex, r.unit("HI1").hits) == (1110, 1), "1 by the Shock, none by the forest"
    side = [{"a": 1010, "b": 1110, "type": "river"}]
    r = duel({"code": "HI1", "tq": 9}, {"code": "MI9", "tq": 6}, hexsides=side)
    r.fights("HI1 x MI9", dice=[7 - r.reckoned("HI1 x MI9").drm])
    assert (r.unit("HI1").hex, r.unit("HI1").hits) == (1110, 2), "the river's besides"


@pytest.mark.rule("simple-gboh 11.13", "simple-gboh 11.14")
def test_across_a_fortified_hexside_shock_is_voluntary_and_so_is_the_advance():
    walls = [{"a": 1010, "b": 1110, "type": "rampart"}]
    r = duel({"code": "HI1", "tq": 8}, {"code": "MI9", "tq": 6}, hexsides=walls)
    assert contact.obliged(r.g) == []
    assert [u.id for u in contact.willing(r.g)] == ["HI1"]
    assert any(v < 0 for k, v in r.modifiers("HI1 x MI9").items() if "ramparts" in k), r.modifiers("HI1 x MI9")
    r.fights("HI1 x MI9", dice=[min(9, 7 - r.reckoned("HI1 x MI9").drm)], answers=["no"])
    assert r.decisions[-1].kind == "advance-across"
    assert r.unit("HI1").hex == 1010
    r = duel({"code": "HI1", "tq": 8}, {"code": "MI9", "tq": 6}, hexsides=[{"a": 1110, "b": 1211, "type": "rampart"}])
    assert 1211 not in [m.to.hex for m in ways(r.g, r.unit("MI9"), [r.unit("HI1")])]


# -- Types, standing orders ------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.35")
def test_the_attacker_may_use_a_worse_type_and_that_unit_advances():
    r = battle([unit("HI1", 1010), unit("LI2", 1011)], [unit("MI9", 1110, "W", tq=4)]).shock_turn()
    drm = r.reckoned("HI1+LI2 x MI9").drm
    seen: list[Any] = []

    def light(d: Any) -> str:
        seen.append(d)
        return "LI2"

    die = 7 - (drm - 1)  # light infantry is worth 1 less than heavy against medium
    r.fights("HI1+LI2 x MI9", dice=[die], answers=[light], but=["clash-unit"])
    assert seen[0].default_key == "HI1"
    assert seen[0].policy.free, "without a standing order the best is used unasked"
    assert str(r.rolls[0].modifiers[0].reason).startswith("LI against MI")
    assert (r.unit("LI2").hex, r.unit("HI1").hex) == (1110, 1010)


@pytest.mark.rule("simple-gboh 7.35", "simple-gboh 7.36")
def test_the_defender_chooses_among_several():
    r = battle([unit("HI1", 1010)], [unit("LP9", 1110, "W", ma=4), unit("HI8", 1109, "W")]).shock_turn()
    assert r.reckoned("HI1 x LP9+HI8").defender.id == "HI8"
    seen: list[Any] = []

    def other(d: Any) -> str:
        seen.append(d)
        return "LP9"

    worse = next(m.value for m in r.reckoned("HI1 x LP9").modifiers)
    total = r.reckoned("HI1 x LP9+HI8").drm + worse
    r.fights("HI1 x LP9+HI8", dice=[max(0, 4 - total)], answers=[other], but=["clash-unit"])
    assert seen[0].side == "b"
    assert sum(m.value for m in r.rolls[0].modifiers) == total


@pytest.mark.rule("simple-gboh 8.3")
def test_a_retreat_may_be_left_to_a_standing_order():
    r = duel({"code": "MI1"}, {"code": "MI9", "tq": 6})
    seen: list[Any] = []

    def where(d: Any) -> str:
        seen.append(d)
        return d.policy.yes

    fought(r, "MI1 x MI9", 7, answers=[where], but=["retreat-hex"])
    assert (seen[0].kind, seen[0].side, seen[0].policy.kind) == ("retreat-hex", "b", "retreat-hex")
    assert seen[0].policy.yes == seen[0].default_key
    assert any(p.kind == "retreat-hex" for p in SimpleGboh.policies)


@pytest.mark.rule("simple-gboh 10.23", "simple-gboh 8.3")
def test_horse_that_retreats_to_an_elephants_side_takes_a_hit():
    r = battle([unit("HI1", 1110, "W", tq=9), unit("EL1", 908, "NW")], [unit("HC9", 1010, tq=6)]).shock_turn()
    party = Party.of(r.g, r.unit("HC9"))
    r.run(lambda g: retreat(g, party, [r.unit("HI1")]), answers=["0909"])
    assert (r.unit("HC9").hex, r.unit("HC9").hits) == (909, 1)
