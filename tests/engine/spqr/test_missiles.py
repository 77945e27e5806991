"""8.1, 8.2 Missiles: supply, sight, what hits, and fire in reaction."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.events import Fired
from engine.systems.gboh.missiles import fire, reaction, sight, volley
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.shock import clash
from tests.each import for_each
from tests.engine.spqr import kit

QUIET = ["orderly-withdrawal", "reaction-facing", "rout-path", "must-check"]


def duel(mine: dict[str, Any], theirs: dict[str, Any], **more: Any) -> kit.Rig:
    leaders = [kit.leader("A", 805, command_range=20)]
    return kit.battle([mine], [theirs], a_leaders=leaders, **more).orders("a", "A")


def needs(mine: dict[str, Any], theirs: dict[str, Any], *, moved: bool = False, **more: Any) -> int:
    """Highest roll that hits."""
    r = duel(mine, theirs, **more)
    return volley.preview(r.g, r.unit(mine["code"]), r.unit(theirs["code"]), moved=moved).needed


@pytest.mark.rule("spqr 8.17", "spqr 8.51", "spqr table:missile")
@pytest.mark.parametrize(
    ("code", "missile", "strengths"),
    [
        ("LI1", "A", [5, 3, 3, 1]),
        ("SK1", "S", [3, 2]),
        ("LI1", "J", [5]),
        ("LC1", "A", [5, 3, 1]),
        ("LC1", "J", [3]),
        ("EL1", "J", [3]),
        ("SC1", "B", [7, 5, 5, 3, 2, 1, 0]),
    ],
)
def test_strength_by_range(code: str, missile: str, strengths: list[int]) -> None:
    r = duel(kit.unit(code, 1010, missile=missile), kit.unit("MI9", 2010, "W"))
    found = [r.g.charts.missile_strength(r.unit(code), d) for d in range(1, 9)]
    assert [n for n in found if n is not None] == strengths == found[: len(strengths)]


@pytest.mark.rule("spqr 8.17")
@for_each(
    ("target", "faces", "missile", "at", "wanted"),
    [
        ("MI9", "W", "A", 1110, 5),
        ("HI9", "W", "J", 1110, 4),
        ("PH9", "W", "A", 1210, 2),
        ("HI9", "W", "A", 1110, 2),
        ("HI9", "W", "S", 1110, 0),
        ("HI9", "E", "A", 1110, 4),
        ("SK9", "W", "A", 1110, 3),
        ("LG9", "W", "A", 1110, 5),
    ],
)
def test_what_the_target_adds(target: str, faces: str, missile: str, at: int, wanted: int) -> None:
    mine = kit.unit("SK1" if missile == "S" else "LI1", 1010, missile=missile)
    assert needs(mine, kit.unit(target, at, faces)) == wanted


@pytest.mark.rule("spqr 8.17")
def test_a_cataphracts_mail_takes_one_off() -> None:
    mine = kit.unit("LI1", 1010, missile="J")
    plain, mailed = (needs(mine, kit.unit("HC9", 1110, "W", **cls)) for cls in ({}, {"cls": "CAT"}))
    assert plain - mailed == 1


@pytest.mark.rule("spqr 8.17")
@pytest.mark.parametrize(
    ("code", "missile", "worse"), [("LI1", "A", 1), ("SK1", "S", 1), ("LI1", "J", 0), ("LC1", "J", 1)]
)
def test_who_shoots_worse_after_moving(code: str, missile: str, worse: int) -> None:
    pair = kit.unit(code, 1010, missile=missile), kit.unit("MI9", 1110, "W")
    assert needs(*pair) - needs(*pair, moved=True) == worse
    assert needs(*pair) - needs(*pair, terrain={1110: "woods"}) == 1


@pytest.mark.rule("spqr 6.26")
@pytest.mark.parametrize(
    ("terrain", "levels", "shift"),
    [({}, {}, 0), ({1110: "woods"}, {}, -1), ({1110: "marsh"}, {}, -1), ({}, {1110: 1}, -2), ({}, {1010: 1}, 1)],
)
def test_the_ground_shifts_columns_of_a_shock_and_woods_spoil_aim(terrain: Any, levels: Any, shift: int) -> None:
    pair = kit.unit("MI1", 1010, missile="J"), kit.unit("MI9", 1110, "W")
    r = duel(*pair, terrain=terrain, levels=levels)
    assert sum(m.value for m in clash.terrain_shifts(r.g, [r.unit("MI1")], [r.unit("MI9")])) == shift
    assert needs(*pair, terrain=terrain) == 5 - (terrain.get(1110) == "woods")


@pytest.mark.rule("spqr 8.17", "spqr 8.14")
@pytest.mark.parametrize(("die", "hits", "supply"), [(2, 1, "full"), (6, 0, "full"), (9, 0, "low")])
def test_balearic_slingers_two_hexes_from_roman_horse(die: int, hits: int, supply: str) -> None:
    """An example of the 4th edition: strength 2; a 9 leaves them Missile Low."""
    r = duel(kit.unit("SK1", 1010, missile="S"), kit.unit("RC9", 1210, "W"))
    r.fires("SK1", "RC9", dice=[die])
    assert (r.unit("RC9").hits, r.unit("SK1").supply) == (hits, supply)


@pytest.mark.rule("spqr 8.17")
@pytest.mark.parametrize(("code", "values", "hits"), [("LI1", {"missile": "J"}, 2), ("EL1", {"missile": "J"}, 1)])
def test_elephants_take_2_hits_but_from_elephants(code: str, values: Any, hits: int) -> None:
    r = duel(kit.unit(code, 1010, **values), kit.unit("EL9", 1110, "W", tq=6))
    r.fires(code, "EL9", dice=[0], answers=["hold"])
    assert r.unit("EL9").hits == hits


@pytest.mark.rule("spqr 8.14")
@for_each(
    ("code", "values", "die", "supply"),
    [
        ("LI1", {"missile": "A"}, 8, "full"),
        ("LI1", {"missile": "A"}, 9, "low"),
        ("SK1", {"missile": "S"}, 8, "full"),
        ("LI1", {"missile": "J"}, 5, "full"),
        ("LI1", {"missile": "J"}, 6, "low"),
        ("LI1", {"missile": "J", "cls": "VE"}, 6, "low"),
        ("LC1", {"missile": "J"}, 6, "low"),
        ("LG1", {"missile": "J", "cls": "HA"}, 0, "no"),
        ("LG1", {"missile": "J", "cls": "PR"}, 0, "no"),
        ("LG1", {"missile": "J", "cls": "CO"}, 0, "no"),
        ("LG1", {"missile": "J", "cls": "SAM"}, 0, "full"),
        ("LI1", {"missile": "A", "supply": "low"}, 0, "no"),
    ],
)
def test_how_missiles_run_out(code: str, values: Any, die: int, supply: str) -> None:
    r = duel(kit.unit(code, 1010, **values), kit.unit("MI9", 1110, "W"))
    r.fires(code, "MI9", dice=[die])
    assert r.unit(code).supply == supply


@pytest.mark.rule("spqr 8.14")
def test_javelins_on_foot_are_thrown_in_shock() -> None:
    r = kit.battle(
        [kit.unit("LI1", 1010, cls="VE", missile="J", tq=9), kit.unit("LC1", 1012, missile="J", tq=9)],
        [kit.unit("LG9", 1110, "W", missile="J", tq=9), kit.unit("MI9", 1112, "W", tq=9)],
    ).orders("a")
    r.fights("LI1 x LG9", "LC1 x MI9", dice=[5, 5])
    assert [r.unit(u).supply for u in ("LI1", "LC1", "LG9")] == ["no", "full", "no"]


@pytest.mark.rule("spqr 8.13")
def test_fire_leaves_through_front_and_flank_and_nobody_fires_with_another() -> None:
    for code, missile in (("LI1", "A"), ("LC1", "A"), ("SK1", "S")):
        r = duel(kit.unit(code, 1010, "E", missile=missile), kit.unit("MI9", 3010))
        seen = {h for h in (1109, 1110, 1009, 1011, 909, 910) if sight.in_arc(r.unit(code), h)}
        assert seen == {1109, 1110, 1009, 1011}


@pytest.mark.rule("spqr 8.16")
@pytest.mark.parametrize(
    ("ground", "levels", "blocked"),
    [
        ({1110: "woods"}, {}, True),
        ({1110: "village"}, {}, True),
        ({1110: "broken"}, {}, False),
        ({}, {1110: 1}, True),
        ({1110: "woods"}, {1010: 1, 1210: 1}, False),
        ({1110: "woods"}, {1010: 1}, True),
    ],
)
def test_what_blocks_sight(ground: Any, levels: Any, blocked: bool) -> None:
    r = duel(kit.unit("LI1", 1010, missile="A"), kit.unit("MI9", 1310, "W"), terrain=ground, levels=levels)
    line = [h for crossing in sight.line(1010, 1210) for h in crossing]
    assert 1110 in line
    assert (sight.blocked_by(r.g, 1010, 1210, r.unit("LI1")) is not None) is blocked


@pytest.mark.rule("spqr 8.16")
def test_archers_shoot_over_units_nearer_to_them_and_slingers_dont() -> None:
    for code, missile, clear in (("LI1", "A", True), ("SC1", "B", False)):
        mine, friend = kit.unit(code, 1010, missile=missile), kit.unit("MI2", 1011)
        r = kit.battle([mine, friend], [kit.unit("MI9", 1013)]).orders("a")
        assert (sight.blocked_by(r.g, 1010, 1013, r.unit(code)) is None) is clear
    half = kit.battle([kit.unit("LI1", 1010, missile="A"), kit.unit("MI2", 1011)], [kit.unit("MI9", 1012)]).orders("a")
    assert sight.blocked_by(half.g, 1010, 1012, half.unit("LI1")) == 1011, "exactly half way blocks"


@pytest.mark.rule("spqr 8.18")
def test_a_hex_farther_at_lower_ground_on_0_with_the_modifiers() -> None:
    r = duel(kit.unit("SK1", 1010, missile="S"), kit.unit("MI9", 1013, "NE"), levels={1010: 1})
    odds = volley.preview(r.g, r.unit("SK1"), r.unit("MI9"))
    assert odds.extended and odds.strength == 0
    r = duel(kit.unit("SK1", 1010, missile="S"), kit.unit("MI9", 1013, "NE"))
    assert volley.strength(r.g, r.unit("SK1"), 1010, 1013, 3) is None
    r = duel(kit.unit("SK1", 1010, missile="S"), kit.unit("SK9", 1013, "NE"), levels={1010: 1})
    assert volley.preview(r.g, r.unit("SK1"), r.unit("SK9")).needed < 0


@pytest.mark.rule("spqr 8.12", "spqr 8.11")
def test_the_archer_rides_up_shoots_and_rides_away() -> None:
    """The book's example: forward, a shot at two hexes, and the rest of the move away."""
    r = duel(kit.unit("LC1", 1010, missile="A", ma=9), kit.unit("MI9", 1610, "E", ma=4))
    order = Move(unit="LC1", path=(1110, 1210, 1310, 1410, Facing.W, 1310, 1210), fire_at="MI9", fire_after=4)
    r.order(order, dice=[3], defaults=QUIET)
    assert (r.unit("LC1").hex, r.fired()) == (1210, [("LC1", "MI9", "order")])
    assert r.rolls[-1].total == 4, "1 for moving"
    r = duel(kit.unit("LC1", 1010, missile="A", ma=9), kit.unit("MI9", 1610, "E", ma=4))
    r.refuses("8.11", Move(unit="LC1", path=(1110, 1210, 1310, 1410, Facing.NE, 1409), fire_at="MI9", fire_after=6))


# -- 8.2 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 8.2", "spqr 8.24")
def test_reaction_needs_no_order_and_missiles_alone() -> None:
    r = duel(kit.unit("HI1", 1010), kit.unit("LI9", 1210, "W", missile="J", tq=6))
    r.order(Move(unit="HI1", path=(1110,)), answers=["fire"], dice=[9], defaults=QUIET)
    assert r.fired() == [("LI9", "HI1", "entry")]
    r = duel(kit.unit("HI1", 1010), kit.unit("LI9", 1210, "W", missile="J", supply="no"))
    r.order(Move(unit="HI1", path=(1110,)), defaults=QUIET)
    assert r.fired() == []


@pytest.mark.rule("spqr 8.21")
@pytest.mark.parametrize(("to", "fires"), [(1109, False), (909, True)])
def test_who_leaves_a_zone_for_a_hex_farther_off_is_fired_at(to: int, fires: bool) -> None:
    r = duel(kit.unit("HC1", 1010, "W", ma=8), kit.unit("LI9", 1110, "W", missile="A", ma=4))
    assert bool(reaction.retirers(r.g, r.unit("HC1"), 1010, to)) is fires


@pytest.mark.rule("spqr 8.21")
def test_a_range_of_two_is_needed_and_counts() -> None:
    for missile, fires in (("A", True), ("S", True), ("J", False)):
        code = "SK9" if missile == "S" else "LI9"
        r = duel(kit.unit("HC1", 1010, "W", ma=8), kit.unit(code, 1110, "W", missile=missile, ma=4))
        assert bool(reaction.retirers(r.g, r.unit("HC1"), 1010, 909)) is fires
    r = duel(kit.unit("HC1", 1010, "W", ma=8), kit.unit("LI9", 1110, "W", missile="A", ma=4))
    r.order(Move(unit="HC1", path=(909,)), answers=["fire"], dice=[4], defaults=QUIET)
    assert [(e.how, str(e.story).split(",")[0]) for e in r.happened(Fired)] == [("retire", "range 2")]


@pytest.mark.rule("spqr 8.22", "spqr 8.23")
def test_who_fired_at_a_unit_as_it_came_up_doesnt_answer_its_fire() -> None:
    r = duel(kit.unit("LC1", 1010, missile="J", ma=9), kit.unit("LI9", 1210, "W", missile="J", tq=8))
    order = Move(unit="LC1", path=(1110,), fire_at="LI9", fire_after=1, attack=False)
    r.order(order, answers=["fire"], dice=[9, 9], defaults=QUIET)
    assert [(e.unit, e.how) for e in r.happened(Fired)] == [("LI9", "entry"), ("LC1", "order")]
    r = duel(kit.unit("LC1", 1010, missile="J", ma=9), kit.unit("LI9", 1210, "W", missile="J", tq=8))
    r.order(order, answers=["hold", "fire"], dice=[9, 9], defaults=QUIET)
    assert [(e.unit, e.how) for e in r.happened(Fired)] == [("LC1", "order"), ("LI9", "return")]


@pytest.mark.rule("spqr 8.25")
def test_the_screens_of_elephants_shoot_in_reaction_alone() -> None:
    r = duel(kit.unit("EL1", 1010, missile="J", supply="no"), kit.unit("MI9", 1110, "W"))
    no = fire.inability(r.g, r.unit("EL1"))
    assert no is not None
    r = duel(kit.unit("HI1", 1010), kit.unit("EL9", 1210, "W", missile="J", supply="no"))
    r.order(Move(unit="HI1", path=(1110,)), answers=["fire"], dice=[9], defaults=QUIET)
    assert r.unit("EL9").screen == "low" and r.unit("EL9").supply == "no"


@pytest.mark.rule("spqr 8.25")
def test_and_return_fire_too() -> None:
    r = duel(kit.unit("LI1", 1010, missile="J"), kit.unit("EL9", 1110, "W", missile="J", tq=6))
    r.fires("LI1", "EL9", dice=[9, 9, 9], answers=["fire", "fire"])
    assert [(e.unit, e.how) for e in r.happened(Fired)] == [("LI1", "order"), ("EL9", "return"), ("EL9", "return")]
    assert (r.unit("EL9").supply, r.unit("EL9").screen) == ("low", "low")
