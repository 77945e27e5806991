"""Rules that meet in movement and fire: reactions, stacks, zones, elephants, Hit & Run, hoplites in double depth."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.gboh.missiles import volley
from engine.systems.gboh.movement import facing, reach
from engine.systems.gboh.orders.orders import Fire, Harass, Move
from engine.systems.simple_gboh.shock import before_ways, follow
from engine.systems.simple_gboh.turn import moving_phase
from tests.engine.simple_gboh.kit import Rig, battle, leader, unit

ROMAN = {"roman": True, "legion": "I", "cls": "HA"}
HOPLITES = {"cls": "HO", "may_double": True}
TURN = ("reaction-facing",)
UP = (1210, 1110)
"""The way of an enemy from 1310 to the hex beside a unit at 1010."""


def refused_by(r: Rig, order: Any) -> str | None:
    try:
        moving_phase.check(r.g, order)
    except Refusal as no:
        return no.rule
    return None


def modifiers(r: Rig, shooter: str, target: str) -> dict[str, int]:
    return {str(m.reason): m.value for m in volley.preview(r.g, r.unit(shooter), r.unit(target)).modifiers}


# -- Reaction Facing --------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 6.15", "simple-gboh 5.35")
@pytest.mark.parametrize(("die", "hits", "way"), [(5, (1, 0), "NW"), (4, (0, 0), "NE")])
def test_a_stack_turns_as_one_by_its_tops_tq_and_the_top_takes_the_hit(die: int, hits: Any, way: str) -> None:
    stack = [unit("LG9", 1010, "NW", tq=4, **ROMAN), unit("LG8", 1010, "NW", tq=6, **ROMAN)]
    r = battle([unit("HI1", 1310, "W")], stack).turn("a")
    r.order(Move(unit="HI1", path=UP), dice=[die], answers=[{"LG9": "right"}])
    assert (r.unit("LG9").hits, r.unit("LG8").hits) == hits
    assert {r.unit("LG9").facing.name, r.unit("LG8").facing.name} == {way}


@pytest.mark.rule("simple-gboh 6.15", "simple-gboh 8.1")
def test_who_routs_for_failing_to_turn_holds_nobody_up() -> None:
    r = battle([unit("HI1", 1310, "W")], [unit("MI9", 1010, "NW", tq=4, hits=3)]).turn("a")
    r.order(Move(unit="HI1", path=UP), dice=[5], answers=[{"MI9": "right"}])
    assert r.unit("MI9").eliminated and r.unit("HI1").hex == 1110


@pytest.mark.rule("simple-gboh 6.15")
@pytest.mark.parametrize(("code", "dice"), [("EL1", [6]), ("CH1", [6]), ("HC1", [6]), ("SK1", []), ("LI1", [])])
def test_horse_turns_unrolled_to_infantry_alone(code: str, dice: list[int]) -> None:
    r = battle([unit(code, 1310, "W")], [unit("HC9", 1010, "NW", tq=6)]).turn("a")
    r.order(Move(unit=code, path=UP), dice=dice, answers=[{"HC9": "right"}])
    assert (r.unit("HC9").facing.name, len(r.rolls)) == ("NE", len(dice))


# -- moving among friends and enemies ---------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 6.22", "simple-gboh 5.32", "simple-gboh 5.34", "simple-gboh 6.14")
def test_in_enemy_zoc_it_joins_a_stack_that_faces_alike_and_passes_nobody() -> None:
    foe = unit("MI9", 1211, "W")
    r = battle([unit("LG1", 1010, **ROMAN), unit("LG2", 1110, **ROMAN)], [foe]).turn("a")
    r.order(Move(unit="LG1", path=(1110,)), defaults=TURN)
    assert r.unit("LG1").beneath == "LG2"
    r = battle([unit("LG1", 1010, **ROMAN), unit("LG2", 1110, "NE", **ROMAN)], [foe]).turn("a")
    assert refused_by(r, Move(unit="LG1", path=(1110,))) == "5.34"
    r = battle([unit("HI1", 1010), unit("MI2", 1110)], [foe]).turn("a")
    assert refused_by(r, Move(unit="HI1", path=(1110, 1210))) == "5.31"


@pytest.mark.rule("simple-gboh 5.33", "simple-gboh 5.12")
def test_both_of_a_stack_may_leave_it_the_upper_first() -> None:
    r = battle([unit("LG1", 1010, **ROMAN), unit("LG2", 1010, **ROMAN)], []).turn("a")
    assert refused_by(r, Move(unit="LG2", path=(1009,))) == "5.33"
    r.order(Move(unit="LG1", path=(1110,)))
    r.order(Move(unit="LG2", path=(1009,)))
    assert (r.unit("LG1").hex, r.unit("LG2").hex) == (1110, 1009)


@pytest.mark.rule("simple-gboh 5.24", "simple-gboh 6.22", "simple-gboh 6.13")
def test_a_pair_with_one_half_held_leaves_the_zoc_or_wheels_within_it() -> None:
    r = battle([unit("PH1", 1010)], [unit("MI9", 1109, "SW")]).turn("a")
    ends = {(h, f.name) for h, f in reach.search(r.g, r.unit("PH1"))}
    assert ends == {(1010, "NE"), (1110, "E"), (1110, "SE")}


@pytest.mark.rule("simple-gboh 10.23")
def test_every_hex_at_an_elephants_side_costs_horse_a_hit_once_however_many_beasts() -> None:
    """1110 lies beside one of them, 1210 beside both."""
    r = battle([unit("HC1", 1010, tq=7)], [unit("EL9", 1209, "E"), unit("EL8", 1211, "E")]).turn("a")
    r.order(Move(unit="HC1", path=(1110, 1210)), defaults=TURN)
    assert r.unit("HC1").hits == 2


@pytest.mark.rule("simple-gboh 10.13")
def test_infantry_leaves_its_engine_standing() -> None:
    r = battle([unit("HI1", 1010), unit("ART2", 1010, missile="Bolt")], []).turn("a")
    r.order(Move(unit="HI1", path=(1110,)))
    assert (r.unit("HI1").hex, r.unit("ART2").hex) == (1110, 1010)


@pytest.mark.rule("simple-gboh 10.13", "simple-gboh 5.31", "simple-gboh 5.32")
def test_who_comes_to_an_engine() -> None:
    engine = unit("ART1", 1110, missile="Bolt")
    for code, case in (("HI2", None), ("SK2", None), ("HC2", "5.31"), ("EL2", "5.31"), ("ART2", "5.31")):
        r = battle([engine, unit(code, 1010, ma=4)], []).turn("a")
        assert refused_by(r, Move(unit=code, path=(1110,))) == case, code
    r = battle([unit("HI2", 1010)], [unit("ART9", 1110, missile="Bolt")]).turn("a")
    with pytest.raises(Refusal, match="ART9 holds 1110"):
        moving_phase.check(r.g, Move(unit="HI2", path=(1110,)))


@pytest.mark.rule("simple-gboh 5.36", "simple-gboh 4.36")
def test_of_a_stack_that_opens_out_the_leader_stays_where_it_stood() -> None:
    stack = [unit("LG9", 1010, **ROMAN), unit("LG8", 1010, **ROMAN)]
    r = battle([unit("HI1", 1410, "W")], stack, b_leaders=[leader("Decius", 1010)], intervals=True).turn("a")
    seen: list[str] = []

    def out(d: Any) -> dict[str, str]:
        seen.extend(c.key for c in d.items[0].choices)
        return {"LG9": "LG8-1009"}

    r.order(Move(unit="HI1", path=(1310, 1210)), answers=[out], defaults=TURN)
    assert seen == ["LG9-1009", "LG8-1009", "LG9-1011", "LG8-1011", "stay"]
    assert (r.unit("LG8").hex, r.unit("LG9").hex, r.leader("Decius").hex) == (1009, 1010, 1010)


@pytest.mark.rule("simple-gboh 11.27", "simple-gboh 6.15", "simple-gboh 11.25")
def test_a_column_of_light_infantry_falls_in_by_its_lower_tq_and_stays() -> None:
    r = battle([unit("HI1", 1310, "W")], [unit("LI9", 1010, "SIDE_NE", column=True, tq=5)], columns=True).turn("a")
    r.order(Move(unit="HI1", path=UP), dice=[3], answers=[{"LI9": "right"}])
    assert (r.unit("LI9").column, r.unit("LI9").facing.name) == (False, "E")
    bar = before_ways.bar(r.g, r.unit("LI9"), [r.unit("HI1")])
    assert bar is not None and bar.rule == "11.27"
    r = battle([unit("HI1", 1310, "W")], [unit("LI9", 1010, "SIDE_NE", column=True, tq=5)], columns=True).turn("a")
    r.order(Move(unit="HI1", path=UP), dice=[4], answers=[{"LI9": "right"}])
    assert (r.unit("LI9").column, r.unit("LI9").hits) == (True, 1)


# -- fire -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.2", "simple-gboh 7.23", "simple-gboh 9.0")
def test_two_who_shoot_at_each_other_may_both_be_lost() -> None:
    r = battle([unit("SK1", 1010, missile="A", tq=1)], [unit("LI9", 1210, "W", tq=1, missile="A", hits=0)]).turn()
    r.order(Fire(unit="SK1", target="LI9"), dice=[0, 0], answers=["fire"])
    assert r.unit("SK1").eliminated and r.unit("LI9").eliminated
    assert [r.state.sides[s].rout_points for s in ("a", "b")] == [2, 1]


@pytest.mark.rule("simple-gboh 7.12")
def test_an_enemy_beside_it_binds_no_archer_but_one_before_it_does() -> None:
    far = unit("MI8", 1310, "W")
    r = battle([unit("MI1", 1010, missile="A")], [unit("MI9", 1009, "W"), far]).turn()
    assert [refused_by(r, Fire(unit="MI1", target=x)) for x in ("MI8", "MI9")] == [None, None]
    r = battle([unit("MI1", 1010, missile="A")], [unit("MI9", 1110, "W"), far]).turn()
    assert [refused_by(r, Fire(unit="MI1", target=x)) for x in ("MI8", "MI9")] == ["7.12", None]


@pytest.mark.rule("simple-gboh 7.12", "simple-gboh 7.15")
def test_it_binds_him_before_a_leader_too() -> None:
    r = battle([unit("SK1", 1010, missile="A")], [unit("HI9", 1110)], b_leaders=[leader("Xerxes", 1310)]).turn()
    assert refused_by(r, Fire(unit="SK1", target="Xerxes")) == "7.12"


@pytest.mark.rule("simple-gboh 7.13")
@pytest.mark.parametrize(("at", "case"), [(1110, None), (1210, "7.13"), (1310, "7.13")])
def test_bows_shoot_over_who_is_nearer_to_them_and_not_over_who_is_halfway(at: int, case: str | None) -> None:
    r = battle([unit("SK1", 1010, missile="A"), unit("MI2", at)], [unit("MI9", 1410, "W")]).turn()
    assert refused_by(r, Fire(unit="SK1", target="MI9")) == case


@pytest.mark.rule("simple-gboh 7.14", "simple-gboh T:missile_drm")
def test_modifiers_add_up() -> None:
    r = battle(
        [unit("SK1", 1010, missile="S")],
        [unit("HI9", 1110, "W", cls="HO")],
        terrain={1110: "forest"},
        levels={1110: 1, 1010: 2},
    ).turn()
    assert sorted(modifiers(r, "SK1", "HI9").values()) == [-1, 1, 1, 2]
    r = battle([unit("SK1", 1010, missile="S")], [unit("PH9", 1110, "E")]).turn()
    assert sorted(modifiers(r, "SK1", "PH9").values()) == [1], "from behind"


@pytest.mark.rule("simple-gboh 7.22", "simple-gboh 7.15", "simple-gboh 5.35", "simple-gboh 9.0")
def test_entry_fire_at_a_stack_hits_its_top_and_may_take_the_leader_who_rides_along() -> None:
    r = battle(
        [unit("LG1", 1010, **ROMAN), unit("LG2", 1010, **ROMAN)],
        [unit("SK9", 1210, "W", missile="J")],
        a_leaders=[leader("Anna", 1010)],
    ).turn(leads=["Anna"])
    move = Move(unit="LG1", under="LG2", path=(1110,))
    r.order(move, dice=[0, 0], answers=[{"Anna": "go"}, "fire"], defaults=TURN)
    assert (r.unit("LG1").hits, r.unit("LG2").hits, r.leader("Anna").eliminated) == (1, 0, True)
    assert r.state.sides["a"].rout_points == 25


@pytest.mark.rule("simple-gboh 7.22", "simple-gboh 7.14", "simple-gboh 8.5")
def test_a_beast_that_entry_fire_maddens_shakes_who_shot_first() -> None:
    r = battle([unit("EL1", 1010, hits=4, tq=6)], [unit("SK9", 1210, "W", missile="J", tq=4)]).turn()
    r.order(Move(unit="EL1", path=(1110,)), dice=[0, 2, 9], answers=["fire"], defaults=TURN)
    assert r.unit("EL1").eliminated and r.unit("SK9").eliminated
    assert [r.state.sides[s].rout_points for s in ("a", "b")] == [2, 2]


@pytest.mark.rule("simple-gboh 7.1", "simple-gboh 7.22")
def test_javelins_on_foot_are_thrown_at_horse_that_comes_up() -> None:
    r = battle([unit("HC1", 1010)], [unit("LI9", 1210, "W", missile="J")]).turn()
    r.order(Move(unit="HC1", path=(1110,)), dice=[0], answers=["fire"], defaults=TURN)
    assert r.unit("HC1").hits == 1


@pytest.mark.rule("simple-gboh 7.18", "simple-gboh 7.23", "simple-gboh 11.25")
@pytest.mark.parametrize("state", [{"depletable": True, "depleted": True}, {"column": True, "facing": "SIDE_NW"}])
def test_the_depleted_and_columns_return_no_fire(state: dict[str, Any]) -> None:
    target = {"code": "MI9", "hex": 1210, "facing": "W", "missile": "A", **state}
    r = battle([unit("SK1", 1010, missile="A")], [target], columns=True).turn()
    r.order(Fire(unit="SK1", target="MI9"), dice=[9])
    assert [f[0] for f in r.fired()] == ["SK1"]


@pytest.mark.rule("simple-gboh 7.16")
@pytest.mark.parametrize(
    ("shooter", "missile", "target", "case"),
    [
        ("SK1", "J", "EL9", None),
        ("SK1", "J", "CH9", None),
        ("SK1", "S", "MI9", None),
        ("SK1", "J", "HC9", "7.16"),
        ("SK1", "A", "MI9", "7.16"),
        ("MI1", "J", "MI9", "7.16"),
    ],
)
def test_foot_makes_hit_and_run_at_all_but_horse(shooter: str, missile: str, target: str, case: str | None) -> None:
    r = battle([unit(shooter, 1010, missile=missile)], [unit(target, 1210, "W")]).turn()
    assert refused_by(r, Harass(unit=shooter, target=target, path=(1110,))) == case


@pytest.mark.rule("simple-gboh 7.17", "simple-gboh 10.23", "simple-gboh 8.1")
def test_the_hit_for_riding_at_elephants_may_be_the_end_of_it() -> None:
    r = battle([unit("LC1", 1010, missile="J", tq=5, hits=4)], [unit("EL9", 1210, "E")]).turn()
    r.order(Harass(unit="LC1", target="EL9", path=(1110,)))
    assert r.unit("LC1").eliminated and r.fired() == []


# -- hoplites of one hex in double depth ------------------------------------------------------------------------------


def deep(*foes: Any, **values: Any) -> Rig:
    ours = [unit("HI1", 1010, **HOPLITES), unit("HI2", 1010, below="HI1", **HOPLITES)]
    return battle(ours, list(foes), **values)


@pytest.mark.rule("simple-gboh 10.3", "simple-gboh T:unit_capabilities")
def test_hoplites_in_double_depth_go_straight_ahead_and_never_turn() -> None:
    r = deep(levels={1010: 1, 1110: 2, 1210: 3}).turn()
    for path in ((Facing.NE,), (1009,), (1110, Facing.NE)):
        assert refused_by(r, Move(unit="HI1", path=path)) == "10.3"
    assert {f.name for _, f in reach.search(r.g, r.unit("HI1"))} == {"E"}
    assert reach.price(r.g, r.unit("HI1"), (1110,)).mp == 3
    fast = deep(levels={1010: 1, 1110: 2, 1210: 3}).turn()
    fast.unit("HI1").ma = fast.unit("HI2").ma = 9
    fast.g.version += 1
    assert refused_by(fast, Move(unit="HI1", path=(1110, 1210))) is None, "up two levels: it is no chariot"
    assert (1210, Facing.E) in reach.search(fast.g, fast.unit("HI1"))
    r.order(Move(unit="HI1", path=(1110,)))
    assert r.unit("HI2").hex == 1110


@pytest.mark.rule("simple-gboh 10.3", "simple-gboh 6.15", "simple-gboh 7.44", "simple-gboh 7.72")
def test_nor_before_an_enemy_nor_following_nor_after_an_advance() -> None:
    r = deep(unit("MI9", 1209, "W")).turn("b")
    assert not facing.can_turn(r.g, r.unit("HI1"), r.unit("MI9"), 1109)
    r = deep(unit("MI9", 1110, "W", tq=5)).shock_turn()
    r.fights("HI1 x MI9", dice=[7 - r.reckoned("HI1 x MI9").drm], but=["advance-turn"])
    assert r.unit("HI1").hex == r.unit("HI2").hex == 1110
    r = deep(unit("SK9", 1410, "W")).shock_turn()
    assert {a.end.facing.name for a in follow.advances(r.g, r.unit("HI1"), [1110], [r.unit("SK9")])} == {"E"}
