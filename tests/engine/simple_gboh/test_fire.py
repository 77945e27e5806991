"""7.1, 7.8 Missile Fire of the active side: who, at whom, how well, what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.gboh.events import Fired
from engine.systems.gboh.missiles import fire, sight, volley
from engine.systems.gboh.orders import orders
from engine.systems.simple_gboh import breaking
from tests.each import for_each
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import unit

ROMAN = {"roman": True, "legion": "I", "cls": "HA"}


def shot(r: kit.Rig, shooter: str, target: str, **values: Any) -> tuple[int, list[int]]:
    """Hit Value and modifiers of a volley."""
    found = volley.preview(r.g, r.unit(shooter), r.unit(target), **values)
    return found.strength, [m.value for m in found.modifiers]


def needed(r: kit.Rig, shooter: str, target: str, **values: Any) -> int:
    """The highest natural roll that hits."""
    return volley.preview(r.g, r.unit(shooter), r.unit(target), **values).needed


def moved(r: kit.Rig, *units: str) -> kit.Rig:
    r.g.version += 1
    r.g.orders.moved.extend(units)
    r.g.version += 1
    return r


# -- worked examples -------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.14", "simple-gboh 7.81", "simple-gboh T:missile_range_results")
@pytest.mark.parametrize(("die", "hits"), [(2, 1), (3, 0)])
def test_a_bow_that_has_moved_at_three_hexes(die: int, hits: int) -> None:
    r = kit.battle([unit("SK1", 1010, missile="B")], [unit("LG9", 1310, "W", **ROMAN)]).turn()
    moved(r, "SK1").fires("SK1", "LG9", dice=[die])
    assert shot(r, "SK1", "LG9") == (3, [1])
    assert r.unit("LG9").hits == hits


@pytest.mark.rule("simple-gboh 7.14", "simple-gboh T:missile_drm")
@pytest.mark.parametrize(("die", "hits"), [(2, 1), (3, 0)])
def test_a_bow_at_the_front_of_a_phalanx_next_to_it(die: int, hits: int) -> None:
    r = kit.battle([unit("SK1", 1010, missile="B")], [unit("HI9", 1110, "W")]).turn()
    r.fires("SK1", "HI9", dice=[die])
    assert shot(r, "SK1", "HI9") == (5, [1, 2])
    assert r.unit("HI9").hits == hits


@pytest.mark.rule("simple-gboh 7.14")
@pytest.mark.parametrize(("die", "hits"), [(5, 1), (6, 0)])
def test_javelins_at_heavy_infantry(die: int, hits: int) -> None:
    r = kit.battle([unit("LI1", 1010, missile="J")], [unit("HI9", 1110, "E")]).turn()
    r.fires("LI1", "HI9", dice=[die])
    assert shot(r, "LI1", "HI9") == (6, [1])
    assert r.unit("HI9").hits == hits


# -- 7.1 who, when ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.1")
def test_a_unit_fires_once_before_or_after_moving() -> None:
    r = kit.battle([unit("SK1", 1010, missile="J")], [unit("LG9", 1210, "E", **ROMAN)]).turn()
    r.refuses("7.12", orders.Fire(unit="SK1", target="LG9"))
    r.order(orders.Move(unit="SK1", path=(1110,), fire_at="LG9", fire_after=1), dice=[9], defaults=["reaction-facing"])
    assert r.fired() == [("SK1", "LG9", "order")]
    r.refuses("7.1", orders.Fire(unit="SK1", target="LG9"))


@pytest.mark.rule("simple-gboh 7.1")
@pytest.mark.parametrize(("path", "allowed"), [((1110,), True), ((Facing.W, 910), False)])
def test_nobody_fires_having_moved_away_from_the_target(path: tuple[Any, ...], allowed: bool) -> None:
    r = kit.battle([unit("SK1", 1010, missile="B")], [unit("LG9", 1310, "E", **ROMAN)]).turn()
    r.order(orders.Move(unit="SK1", path=path))
    if allowed:
        r.order(orders.Fire(unit="SK1", target="LG9"), dice=[9])
    else:
        r.g.version += 1
        r.unit("SK1").facing = Facing.E
        r.g.version += 1
        r.refuses("7.1", orders.Fire(unit="SK1", target="LG9"))


@pytest.mark.rule("simple-gboh 7.1")
def test_a_step_that_comes_no_nearer_is_no_step_away() -> None:
    r = kit.battle([unit("SK1", 1010, missile="B")], [unit("LG9", 1310, "E", **ROMAN)]).turn()
    r.g.version += 1
    r.g.orders.moved.append("SK1")
    beside = next(h for h in r.g.map.neighbours(1010) if volley.away(r.unit("LG9"), h) == 3)
    r.g.orders.last_step["SK1"] = (beside, 1010)
    r.g.version += 1
    r.order(orders.Fire(unit="SK1", target="LG9"), dice=[9])


@pytest.mark.rule("simple-gboh 7.1")
@pytest.mark.parametrize(
    ("missile", "then"),
    [("B", "7.1"), ("J", None)],
)
def test_who_fires_worse_for_moving_stays_if_it_said_it_wouldnt(missile: str, then: str | None) -> None:
    r = kit.battle([unit("SK1", 1010, "E", missile=missile)], [unit("LG9", 1110, "SE", **ROMAN)]).turn()
    r.g.version += 1
    r.unit("LG9").facing = Facing.E
    r.g.version += 1
    r.order(orders.Fire(unit="SK1", target="LG9"), dice=[9])
    back = orders.Move(unit="SK1", path=(Facing.W, 910))
    if then is None:
        r.order(back)
    else:
        with pytest.raises(Exception, match=r"fired|stays|stationary|can't"):
            r.order(back)


@pytest.mark.rule("simple-gboh 7.1")
def test_javelins_stay_in_hand_in_enemy_zoc_and_before_cavalry() -> None:
    r = kit.battle(
        [unit("LI1", 1010, missile="J"), unit("LI2", 1015, missile="J"), unit("LC1", 1020, missile="J")],
        [unit("HI9", 1110, "W"), unit("LC9", 1115, "E"), unit("LC8", 1120, "E")],
    ).turn()
    r.refuses("7.1", orders.Fire(unit="LI1", target="HI9"))
    r.refuses("7.1", orders.Fire(unit="LI2", target="LC9"))
    r.order(orders.Fire(unit="LC1", target="LC8"), dice=[9])


@pytest.mark.rule("simple-gboh 7.1", "simple-gboh 10.11")
def test_artillery_moves_or_fires() -> None:
    r = kit.battle([unit("ART1", 1010, missile="Bolt", ma=2)], [unit("LG9", 1310, "E", **ROMAN)]).turn()
    r.order(orders.Fire(unit="ART1", target="LG9"), dice=[9])
    r.refuses("7.1", orders.Move(unit="ART1", path=(910,)))
    r = kit.battle([unit("ART1", 1010, missile="Bolt", ma=2)], [unit("LG9", 1310, "E", **ROMAN)]).turn()
    r.order(orders.Move(unit="ART1", path=(1110,)))
    r.refuses("7.1", orders.Fire(unit="ART1", target="LG9"))


@pytest.mark.rule("simple-gboh 7.1")
def test_artillery_does_neither_on_the_way() -> None:
    r = kit.battle([unit("ART1", 1010, missile="Bolt", ma=2)], [unit("LG9", 1310, "E", **ROMAN)]).turn()
    for after in (0, 1):
        r.refuses("7.1", orders.Move(unit="ART1", path=(1110,), fire_at="LG9", fire_after=after))


@pytest.mark.rule("simple-gboh 7.1", "simple-gboh T:missile_drm")
@pytest.mark.parametrize("after", [0, 1, 2])
def test_fire_before_between_and_after_moving_is_all_fire_of_who_moves(after: int) -> None:
    r = kit.battle([unit("SK1", 1010, missile="B")], [unit("LG9", 1410, "E", **ROMAN)]).turn()
    r.order(orders.Move(unit="SK1", path=(1110, 1210), fire_at="LG9", fire_after=after), dice=[9])
    assert r.unit("SK1").hex == 1210 and [m.value for m in r.rolls[0].modifiers] == [1]
    shots = [e.start for e in r.happened(Fired)]
    assert shots == [(1010, 1110, 1210)[after]]


@pytest.mark.rule("simple-gboh 10.52")
def test_chariots_that_come_next_to_an_enemy_dont_fire() -> None:
    r = kit.battle([unit("CH1", 1010, missile="A")], [unit("LG9", 1310, "E", **ROMAN)]).turn()
    r.order(orders.Move(unit="CH1", path=(1110, 1210)), defaults=["reaction-facing"])
    r.refuses("10.52", orders.Fire(unit="CH1", target="LG9"))
    r = kit.battle([unit("CH1", 1010, missile="A")], [unit("LG9", 1310, "E", **ROMAN)]).turn()
    r.refuses("10.52", orders.Move(unit="CH1", path=(1110, 1210), fire_at="LG9"))
    r = kit.battle([unit("CH1", 1010, missile="A")], [unit("LG9", 1310, "E", **ROMAN)]).turn()
    r.order(orders.Move(unit="CH1", path=(1110,)))
    r.order(orders.Fire(unit="CH1", target="LG9"), dice=[9])


# -- 7.12, 7.13 at whom ----------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.12")
def test_fire_leaves_by_front_and_flank_and_one_in_the_zone_must_be_the_target() -> None:
    r = kit.battle(
        [unit("SK1", 1010, missile="B"), unit("LI1", 1015, missile="B")],
        [unit("LG9", 810, **ROMAN), unit("HI9", 1115, "E"), unit("LG8", 1315, "E", **ROMAN)],
    ).turn()
    r.refuses("7.12", orders.Fire(unit="SK1", target="LG9"))
    r.refuses("7.12", orders.Fire(unit="LI1", target="LG8"))
    assert [u.id for u in fire.targets(r.g, r.unit("LI1"))] == ["HI9"]


@pytest.mark.rule("simple-gboh 7.13")
@pytest.mark.parametrize(
    ("between", "missile", "blocked"),
    [
        ({"terrain": {1110: "woods"}}, "B", True),
        ({"terrain": {1110: "village"}}, "B", True),
        ({"terrain": {1110: "woods"}, "levels": {1010: 1, 1310: 1}}, "B", False),
        ({"levels": {1110: 1}}, "B", True),
        ({"levels": {1110: 1, 1310: 1}}, "B", False),
        ({}, "B", False),
    ],
)
def test_what_blocks_the_line(between: dict[str, Any], missile: str, blocked: bool) -> None:
    r = kit.battle([unit("SK1", 1010, missile=missile)], [unit("LG9", 1310, "W", **ROMAN)], **between).turn()
    assert (sight.blocked(r.g, r.unit("SK1"), 1310) is not None) is blocked


@pytest.mark.rule("simple-gboh 7.13")
@pytest.mark.parametrize(
    ("code", "missile", "at", "open_to"),
    [
        ("SK1", "B", 1110, True),
        ("SK1", "B", 1210, False),
        ("ART1", "Ballista", 1110, True),
        ("ART1", "Bolt", 1110, False),
    ],
)
def test_bows_and_ballistas_shoot_over_units_near_to_them(code: str, missile: str, at: int, open_to: bool) -> None:
    r = kit.battle([unit(code, 1010, missile=missile), unit("HI1", at)], [unit("LG9", 1310, "W", **ROMAN)]).turn()
    assert (sight.blocked(r.g, r.unit(code), 1310) is None) is open_to


# -- 7.14 the roll ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh T:missile_drm", "simple-gboh 7.14")
@for_each(
    ("shooter", "target", "ground", "values"),
    [
        (unit("SK1", 1010, missile="B"), unit("LG9", 1210, **ROMAN), {"levels": {1010: 1}}, [-1]),
        (unit("ART1", 1010, missile="Bolt"), unit("EL9", 1210), {}, [-1]),
        (unit("SK1", 1010, missile="B", hits=2), unit("LG9", 1210, **ROMAN), {}, [2]),
        (unit("SK1", 1010, missile="B"), unit("HC9", 1210, cls="CAT"), {}, [1]),
        (unit("SK1", 1010, missile="B"), unit("HI9", 1210), {}, [1]),
        (unit("SK1", 1010, missile="B"), unit("LG9", 1210, **ROMAN), {"terrain": {1210: "woods"}}, [1]),
        (unit("SK1", 1010, missile="S"), unit("HI9", 1110, "W"), {}, [1, 2]),
        (unit("SK1", 1010, missile="S"), unit("HI9", 1110, "E"), {}, [1]),
        (unit("LI1", 1010, missile="J"), unit("HI9", 1110, "W"), {}, [1]),
        (unit("LC1", 1010, missile="J"), unit("MI9", 1110, "E"), {}, [2]),
        (unit("LC1", 1010, missile="Dart"), unit("EL9", 1210), {}, []),
        (unit("SK1", 1010, missile="B"), unit("MI9", 1210), {}, []),
        (unit("SK1", 1010, missile="B"), unit("SK9", 1210), {}, []),
    ],
)
def test_modifiers(shooter: Any, target: Any, ground: dict[str, Any], values: list[int]) -> None:
    r = kit.battle([shooter], [target], **ground).turn()
    assert shot(r, shooter["code"], target["code"])[1] == values


@pytest.mark.rule("simple-gboh T:missile_drm")
@pytest.mark.parametrize(
    ("code", "missile", "adds"),
    [("SK1", "S", 1), ("SK1", "B", 1), ("SK1", "J", 0), ("LC1", "J", 1), ("LC1", "C", 1), ("ART1", "Bolt", 0)],
)
def test_who_shoots_worse_having_moved(code: str, missile: str, adds: int) -> None:
    r = kit.battle([unit(code, 1010, missile=missile)], [unit("MI9", 1110, "E")]).turn()
    still = sum(shot(r, code, "MI9", moved=False)[1])
    assert sum(shot(r, code, "MI9", moved=True)[1]) - still == adds


@pytest.mark.rule("simple-gboh T:missile_range_results")
def test_darts_are_for_elephants_alone() -> None:
    r = kit.battle([unit("LC1", 1010, missile="Dart")], [unit("MI9", 1210), unit("EL9", 1011, "SE")]).turn()
    r.refuses("7.81", orders.Fire(unit="LC1", target="MI9"))
    assert [u.id for u in fire.targets(r.g, r.unit("LC1"))] == ["EL9"]


@pytest.mark.rule("simple-gboh 10.4")
def test_german_cavalry_throws_on_foot_next_to_an_enemy() -> None:
    r = kit.battle([unit("GC1", 1010, missile="J")], [unit("MI9", 1110, "E")]).turn()
    assert shot(r, "GC1", "MI9") == (6, [])
    r = kit.battle([unit("LC1", 1010, missile="J")], [unit("MI9", 1110, "E")]).turn()
    assert shot(r, "LC1", "MI9") == (6, [2])


@pytest.mark.rule("simple-gboh 7.18", "simple-gboh 10.21", "simple-gboh 2.21")
@pytest.mark.parametrize(
    ("shooter", "rule"),
    [
        (unit("SK1", 1010, missile="B", depleted=True, depletable=True), "7.18"),
        (unit("EL1", 1010), "10.21"),
        (unit("LG1", 1010, **ROMAN), "7.18"),
        (unit("MI1", 1010, letter="F"), "7.18"),
        (unit("BI1", 1010, letter="X"), "7.18"),
        (unit("HI1", 1010), "7.1"),
    ],
)
def test_who_has_no_missile_fire(shooter: Any, rule: str) -> None:
    r = kit.battle([shooter], [unit("MI9", 1210)]).turn()
    r.refuses(rule, orders.Fire(unit=shooter["code"], target="MI9"))


@pytest.mark.rule("simple-gboh 7.18")
@pytest.mark.parametrize("values", [{"code": "LG1", "roman": False}, {"code": "SK1", "roman": True}])
def test_only_legionaries_of_rome_have_thrown_theirs_in_the_shock(values: dict[str, Any]) -> None:
    """Samnites in their legions throw, and so do Rome's own skirmishers."""
    shooter = unit(values.pop("code"), 1010, missile="J", **values)
    r = kit.battle([shooter], [unit("MI9", 1210)]).turn()
    assert fire.inability(r.g, r.unit(shooter["code"])) is None


@pytest.mark.rule("simple-gboh 7.14", "simple-gboh T:die_roll_summary")
@pytest.mark.parametrize(
    ("target", "off"), [({"code": "MI9"}, 0), ({"code": "HI9"}, 1), ({"code": "HC9", "cls": "CAT"}, 1)]
)
def test_mail_takes_one_off_whoever_shoots(target: dict[str, Any], off: int) -> None:
    foes = [unit(**target, at=1210, facing="W"), unit("MI8", 1209, "W")]
    r = kit.battle([unit("SK1", 1010, missile="B")], foes).turn()
    plain, armoured = (fire.preview(r.g, r.unit("SK1"), r.unit(x)) for x in ("MI8", target["code"]))
    assert plain.needed - armoured.needed == off


@pytest.mark.rule("simple-gboh 7.14")
def test_the_top_unit_of_a_stack_takes_the_hit() -> None:
    r = kit.battle([unit("SK1", 1010, missile="B")], [unit("LG8", 1210, **ROMAN), unit("LG9", 1210, **ROMAN)]).turn()
    top = r.g.unit_at(1210).id
    r.fires("SK1", top, dice=[0])
    assert {u: r.unit(u).hits for u in ("LG8", "LG9")} == {u: int(u == top) for u in ("LG8", "LG9")}
    other = next(u for u in ("LG8", "LG9") if u != top)
    assert fire.bad_target(r.g, r.unit("SK1"), r.unit(other)) is not None


# -- 7.14 elephants --------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.14")
@pytest.mark.parametrize(("die", "stands"), [(4, True), (5, False)])
def test_an_elephant_hit_by_missiles_checks_with_all_its_hits(die: int, stands: bool) -> None:
    r = kit.battle([unit("SK1", 1010, missile="B")], [unit("EL9", 1310, "W", hits=1)]).turn()
    r.fires("SK1", "EL9", dice=[0, die])
    assert r.unit("EL9").on_map is stands
    if stands:
        assert r.unit("EL9").hits == 2
    assert [x.purpose for x in r.rolls][:2] == ["missile", "rampage-check"]
    assert breaking.chance(r.g, r.unit("EL9"), 2) == 0.5 if stands else True


@pytest.mark.rule("simple-gboh 7.14")
def test_no_check_of_others_and_none_for_a_miss() -> None:
    foes = [unit("EL9", 1310, "W"), unit("MI9", 1308, "W")]
    r = kit.battle([unit("SK1", 1010, missile="B"), unit("SK2", 1009, missile="B")], foes).turn()
    r.fires("SK1", "EL9", dice=[9])
    r.fires("SK2", "MI9", dice=[0])
    assert (r.unit("EL9").hits, r.unit("MI9").hits) == (0, 1)


# -- 7.15 leaders ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.15")
@pytest.mark.parametrize(("second", "lost"), [(0, True), (1, False)])
def test_a_natural_0_may_hit_the_leader_in_the_hex(second: int, lost: bool) -> None:
    r = kit.battle(
        [unit("SK1", 1010, missile="B")],
        [unit("MI9", 1310, "W"), unit("MI8", 2020)],
        b_leaders=[kit.leader("Crassus", 1310)],
    ).turn()
    r.fires("SK1", "MI9", dice=[0, second])
    assert r.leader("Crassus").eliminated is lost
    assert r.unit("MI9").hits == 1


@pytest.mark.rule("simple-gboh 7.15", "simple-gboh 7.2", "simple-gboh 4.36")
@pytest.mark.parametrize(("second", "lost"), [(0, True), (1, False)])
def test_the_shot_that_takes_his_unit_may_take_the_leader(second: int, lost: bool) -> None:
    r = kit.battle(
        [unit("SK1", 1010, missile="B")],
        [unit("MI9", 1310, "W", tq=5, hits=4), unit("MI8", 2020)],
        b_leaders=[kit.leader("Crassus", 1310)],
    ).turn()
    r.fires("SK1", "MI9", dice=[0, second])
    crassus = r.leader("Crassus")
    assert (r.unit("MI9").eliminated, crassus.eliminated, crassus.elsewhere) == (True, lost, not lost)


@pytest.mark.rule("simple-gboh 7.15")
def test_only_a_natural_0_and_a_leader_alone_may_be_fired_at() -> None:
    r = kit.battle(
        [unit("ART1", 1010, missile="Bolt")],
        [unit("EL9", 1310, "W"), unit("MI8", 2020)],
        b_leaders=[kit.leader("Crassus", 1310)],
    ).turn()
    r.fires("ART1", "EL9", dice=[1, 0])  # a modified 0 is none: the second die is the elephant's
    assert [x.purpose for x in r.rolls] == ["missile", "rampage-check"]
    r = kit.battle(
        [unit("SK1", 1010, missile="B")], [unit("MI8", 2020)], b_leaders=[kit.leader("Crassus", 1310)]
    ).turn()
    r.order(orders.Fire(unit="SK1", target="Crassus"), dice=[0, 0])
    assert r.leader("Crassus").eliminated


@pytest.mark.rule("simple-gboh 10.11")
def test_artillery_without_values_is_light_infantry_of_tq_4_that_stays() -> None:
    r = kit.battle([unit("ART1", 1010, missile="Bolt")], [unit("LG9", 1310, "E", **ROMAN)]).turn()
    gun = r.unit("ART1")
    assert (gun.tq, gun.ma, gun.troop.clash, gun.troop.faces) == (4, 0, "LI", False)
    with pytest.raises(Refusal):
        r.order(orders.Move(unit="ART1", path=(1110,)))


@pytest.mark.rule("simple-gboh 10.12")
def test_artillery_fires_all_round() -> None:
    r = kit.battle([unit("ART1", 1010, missile="Bolt")], [unit("LG9", 710, "E", **ROMAN)]).turn()
    r.order(orders.Fire(unit="ART1", target="LG9"), dice=[9])


@pytest.mark.rule("simple-gboh T:die_roll_summary", "simple-gboh 7.14")
@pytest.mark.parametrize(("hits", "p"), [(1, 0.4), (2, 0.5), (5, 0.8)])
def test_the_chance_of_a_rampage(hits: int, p: float) -> None:
    r = kit.battle([unit("SK1", 1010, missile="B")], [unit("EL9", 1310, "W")]).turn()
    assert breaking.chance(r.g, r.unit("EL9"), hits) == pytest.approx(p)
