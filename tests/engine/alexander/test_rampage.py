"""9.14 Rampage."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Direction
from engine.kernel.terrain import BattleMap
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.elephants import compass
from engine.systems.gboh.events import UnitEliminated, UnitMoved
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.referee import invariants
from tests.engine.alexander import kit
from tests.engine.alexander.kit import leader, unit


def wild(
    *, theirs: Any = (), ours: Any = (), dice: list[int], answers: Any = (), at: int = 2010, **values: Any
) -> kit.Rig:
    """An elephant at 2010 that faces east breaks under a last hit."""
    el = unit("EL1", at, "E", hits=4)
    far = unit("HI8", 3838, "W")
    r = kit.battle([el, *ours], [*theirs, far], **values).orders("a")
    quiet = ["orderly-withdrawal", "rout-path", "leader-along"]
    r.run(cohesion.hits, r.unit("EL1"), 1, "fire", "8.15", dice=dice, answers=answers, defaults=quiet)
    return r


def track(r: kit.Rig) -> list[int]:
    return [e.to for e in r.happened(UnitMoved) if e.unit == "EL1"]


@pytest.mark.rule("alexander 9.14", "alexander table:rampage")
@pytest.mark.parametrize("die", [7, 8, 9])
def test_its_driver_kills_it(die: int) -> None:
    r = wild(dice=[die])
    assert r.unit("EL1").eliminated and track(r) == []
    assert r.state.sides["a"].rout_points == 2


@pytest.mark.rule("alexander 9.14", "alexander 10.42")
def test_its_rout_points_count_once() -> None:
    r = wild(dice=[2, 5, 2, 5], theirs=[unit("MI9", 2612, "W")])
    assert r.unit("EL1").eliminated and r.state.sides["a"].rout_points == 2
    assert len([e for e in r.happened(UnitEliminated) if e.unit == "EL1"]) == 1
    assert invariants.broken(r.g, at_rest=True) == []


@pytest.mark.rule("alexander 9.14", "alexander table:rampage")
@pytest.mark.parametrize(
    ("die", "path"),
    [
        (1, [2009, 2008, 2007]),
        (2, [2109, 2209, 2308]),
        (3, [2110, 2211, 2311]),
        (4, [2011, 2012, 2013]),
        (5, [1910, 1811, 1711]),
        (6, [1909, 1809, 1708]),
    ],
)
def test_the_compass_of_the_map_says_where(die: int, path: list[int]) -> None:
    r = wild(dice=[die, 9], ours=[unit("MI2", 2014)])
    assert track(r) == path


@pytest.mark.rule("alexander 9.14", "alexander table:map_compass")
@pytest.mark.parametrize(
    ("up", "one", "two"),
    [
        ("north", Direction.N, Direction.NE),
        ("south", Direction.S, Direction.SW),
        ("east", Direction.NW, Direction.N),
        ("west", Direction.SE, Direction.S),
        ("north-east", Direction.N, Direction.NE),
        ("north-west", Direction.NE, Direction.SE),
    ],
)
def test_one_is_north_or_what_comes_after_it(up: str, one: Direction, two: Direction) -> None:
    ground = BattleMap(id="m", name="m", cols=(1, 9), rows=(1, 9), compass={"UP": up})
    assert (compass.way(ground, 1), compass.way(ground, 2)) == (one, two)


@pytest.mark.rule("alexander 9.14")
def test_four_rolls_and_no_more() -> None:
    r = wild(dice=[1, 4, 1, 4], ours=[unit("MI2", 2311)])
    assert track(r) == [2009, 2008, 2007, 2008, 2009, 2010, 2009, 2008, 2007, 2008, 2009, 2010]
    assert r.unit("EL1").eliminated


@pytest.mark.rule("alexander 9.14")
def test_far_from_everybody_it_is_gone() -> None:
    r = wild(dice=[1], ours=[unit("MI2", 2015)])
    assert r.unit("EL1").eliminated and len(r.rolls) == 1


@pytest.mark.rule("alexander 9.14")
def test_off_the_map_it_is_lost() -> None:
    r = wild(at=2002, dice=[1])
    assert r.unit("EL1").eliminated and track(r) == [2001]
    assert any("runs off the map" in t for t in r.told())


@pytest.mark.rule("alexander 9.14")
@pytest.mark.parametrize(
    ("target", "hits"),
    [
        (unit("MI9", 2008, "SE", tq=9), 1),
        (unit("MI9", 2008, "E", tq=9), 2),
        (unit("MI9", 2008, "NE", tq=9), 2),
        (unit("LC9", 2008, "SE", tq=9, ma=7), 2),
        (unit("CH9", 2008, "SE", tq=9, ma=7), 2),
        (unit("EL9", 2008, "SE", tq=9), 1),
    ],
    ids=["front", "flank", "rear", "cavalry", "chariots", "elephants"],
)
def test_it_tramples_whom_it_would_enter(target: dict[str, Any], hits: int) -> None:
    r = wild(dice=[1, 9], theirs=[target])
    assert r.unit(target["code"]).hits == hits
    assert track(r) == [2009], "it stops beside it"


@pytest.mark.rule("alexander 9.14")
def test_a_pair_that_lies_over_it_is_not_met_from_its_front() -> None:
    """A phalanx on its way through the elephant that breaks under it: its other half is where the elephant runs."""
    r = wild(dice=[1, 9], ours=[unit("PH1", 2009, "E", tq=9)])
    assert r.unit("PH1").hits == 2 and track(r) == []


@pytest.mark.rule("alexander 9.14")
def test_it_tramples_friends_as_well_and_zero_leads_to_them() -> None:
    r = wild(dice=[0, 9], ours=[unit("MI2", 2013, "NW", tq=9)])
    assert track(r) == [2011, 2012] and r.unit("MI2").hits == 1


@pytest.mark.rule("alexander 9.14")
def test_of_ways_equally_short_its_owner_chooses() -> None:
    r = wild(dice=[0, 9], ours=[unit("MI2", 2210, "NW", tq=9)], answers=["2109"])
    assert track(r) == [2109] and r.unit("MI2").hits == 1


@pytest.mark.rule("alexander 9.14")
def test_of_equally_near_friends_its_owner_chooses() -> None:
    r = wild(dice=[0, 9], ours=[unit("MI2", 2007, "E", tq=9), unit("MI3", 2013, "E", tq=9)], answers=["MI3"])
    assert r.unit("MI3").hits == 2 and r.unit("MI2").hits == 0


@pytest.mark.rule("alexander 9.14")
def test_without_a_friend_zero_leads_nowhere() -> None:
    r = wild(dice=[0, 9], theirs=[unit("MI9", 2012)])
    assert track(r) == [] and r.unit("EL1").eliminated


@pytest.mark.rule("alexander 9.14", "alexander 10.21")
def test_who_breaks_moves_away_before_the_next_roll() -> None:
    r = wild(dice=[1, 1, 9], theirs=[unit("MI9", 2008, "E", tq=2)])
    assert r.unit("MI9").routed and r.unit("MI9").hex not in (2008, None)
    assert track(r) == [2009, 2008, 2007, 2006]


@pytest.mark.rule("alexander 9.14")
def test_another_elephant_that_breaks_waits_until_the_first_is_lost() -> None:
    r = wild(dice=[1, 9, 9], theirs=[unit("EL9", 2008, "E", hits=3)])
    assert r.unit("EL1").eliminated and r.unit("EL9").eliminated
    lost = [e.unit for e in r.happened(UnitEliminated)]
    assert lost == ["EL1", "EL9"]


@pytest.mark.rule("alexander 9.14", "alexander 6.23")
def test_ground_closed_to_elephants_stops_it() -> None:
    r = wild(dice=[1, 9], terrain={2008: "marsh"}, theirs=[unit("MI9", 2012)])
    assert track(r) == [2009]


@pytest.mark.rule("alexander 9.14", "alexander 7.21", "alexander 8.21")
def test_it_has_no_zoc_and_draws_no_fire() -> None:
    seen: list[Any] = []

    def look(d: Any) -> str:
        seen.append((r.g.zoc(r.unit("EL1")), r.g.in_enemy_zoc(r.unit("LC9")), reaction.enterers(r.g, r.unit("EL1"))))
        return str(d.choices[0].key) if hasattr(d, "choices") else "stay"

    el = unit("EL1", 2010, "E", hits=4)
    theirs = [unit("LC9", 2111, "W", ma=8), unit("SK9", 2108, "W", missile="A")]
    r = kit.battle([el], theirs).orders("a")
    r.run(cohesion.hits, r.unit("EL1"), 1, "fire", "8.15", dice=[1, 9], answers=[look])
    assert seen[0][0] == () and seen[0][1] is False


@pytest.mark.rule("alexander 6.71", "alexander 6.76", "alexander 9.14")
@pytest.mark.parametrize("ours", [True, False], ids=["friend", "foe"])
def test_cavalry_of_either_side_may_withdraw_from_it(ours: bool) -> None:
    name = "LC2" if ours else "LC9"
    horse, el = unit(name, 2008, "SE"), unit("EL1", 2010, "E", hits=4)
    r = kit.battle([el, *([horse] if ours else [])], [unit("MI9", 2018), *([] if ours else [horse])]).orders("a")
    r.state.phase = "shock"

    def leaves(d: Any) -> dict[str, str]:
        assert d.side == ("a" if ours else "b")
        return {name: next(c.key for c in d.items[0].choices if c.key != "stay")}

    r.run(cohesion.hits, r.unit("EL1"), 1, "fire", "8.15", dice=[4, 0, 9], answers=[leaves])
    assert r.unit(name).hex != 2008 and r.unit(name).hits == 0


@pytest.mark.rule("alexander 6.71", "alexander 9.14")
def test_foot_has_no_time_to() -> None:
    r = kit.battle([unit("EL1", 2010, "E", hits=4)], [unit("SK9", 2008, "SE", ma=9)]).orders("a")
    r.run(cohesion.hits, r.unit("EL1"), 1, "fire", "8.15", dice=[4, 9])
    assert r.decisions == []


@pytest.mark.rule("alexander 9.14", "alexander 4.62")
def test_leaders_there_get_away_or_die() -> None:
    theirs = [unit("MI9", 2008, "SE", tq=9)]
    r = wild(dice=[1, 9], theirs=theirs, b_leaders=[leader("B", 2008)], answers=[{"B": "2006"}])
    assert r.leader("B").hex == 2006
    sea = {h: "sea" for h in (2007, 2107, 1907)}
    r = wild(dice=[1, 9], theirs=theirs, b_leaders=[leader("B", 2008)], terrain=sea)
    assert r.leader("B").eliminated
    assert any("trampled by EL1" in t for t in r.told())


@pytest.mark.rule("alexander 9.14", "alexander 6.75", "alexander 10.25")
@pytest.mark.parametrize(("shot", "runs"), [(0, []), (9, [2011, 2012, 2013])])
def test_shot_down_by_who_gives_way_it_runs_no_farther(shot: int, runs: list[int]) -> None:
    horse = unit("LC9", 2008, "SE", missile="A", ma=9)
    r = kit.battle([unit("EL1", 2010, "E", hits=4)], [unit("MI9", 2028), horse]).orders("a")

    def leaves(d: Any) -> dict[str, str]:
        return {"LC9": next(c.key for c in d.items[0].choices if c.key != "stay")}

    dice = [4, shot, 0] if not runs else [4, shot, 0, 9]
    r.run(cohesion.hits, r.unit("EL1"), 1, "fire", "8.15", dice=dice, answers=[leaves, "fire"])
    assert track(r) == runs and r.unit("EL1").eliminated
    assert len([e for e in r.happened(UnitEliminated) if e.unit == "EL1"]) == 1
