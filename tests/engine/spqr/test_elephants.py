"""9.1 Elephants as SPQR has them: let through, running wild, two kinds, shunned by horses."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import command
from engine.systems.gboh.elephants import rampage
from engine.systems.gboh.elephants.beasts import Calmed
from engine.systems.gboh.events import HitsTaken, UnitMoved
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.referee import invariants
from engine.systems.gboh.shock import clash, designation
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from engine.systems.spqr import pass_through
from tests.engine.spqr import kit
from tests.engine.spqr.kit import Rig, leader, unit
from tests.engine.spqr.legions import roman

QUIET = ("orderly-withdrawal", "rout-path", "leader-along", "reaction-facing", "unit-order")


def charging(a: Any, b: Any, **more: Any) -> Rig:
    """Elephants of side "a" have come up."""
    r = kit.battle(a, b, **{"a_leaders": [leader("Anna", 1030)], **more}).orders("a", "Anna")
    r.g.orders.markers = {u["code"]: "must" for u in a}
    r.g.orders.moved = [u["code"] for u in a]
    r.g.version += 1
    return r


def elephant(code: str = "EL1", at: int = 1010, facing: str = "E", cls: str = "AFR", **values: Any) -> dict[str, Any]:
    return unit(code, at, facing, cls=cls, **{"missile": "J", "tq": 9, **values})


# -- 9.11 ------------------------------------------------------------------------------------------------------------


def passing(r: Rig, answers: Any, dice: list[int]) -> dict[str, int]:
    r.fights("EL1 x LG9", dice=dice, answers=answers)
    return {e.unit: e.hits for e in r.happened(HitsTaken) if e.cause == "Shock"}


@pytest.mark.rule("spqr 9.11")
def test_it_comes_out_behind_infantry_that_lets_it_through() -> None:
    """The example: from 3022 through 2921 to 2821 or 2822, facing west as before."""
    r = charging([elephant(at=3022, facing="W")], [unit("LG9", 2921, "E", tq=9)])
    passing(r, ["open", lambda d: sorted(c.key for c in d.choices)[1]], [0, 0, 0, 9])
    assert sorted(r.choices()) == ["2821", "2822"]
    assert (r.unit("EL1").hex, r.unit("EL1").facing) == (2822, Facing.W)
    assert r.decisions[0].side == "b" and r.decisions[1].side == "a"


@pytest.mark.rule("spqr 9.11", "spqr table:shock_result_adjustments", "spqr table:cohesion_and_tq")
@pytest.mark.parametrize("answer", ["open", "stand"])
def test_half_the_hits_for_the_infantry_one_fewer_for_the_elephant(answer: str) -> None:
    r = charging([elephant(tq=20)], [unit("LG9", 1110, "W", tq=20)])
    found = clash.foresee(r.g, [r.unit("EL1")], [r.unit("LG9")])
    die = max(range(10), key=lambda n: found.hits(n)[1])
    a, d = found.hits(die)
    extra = ["1210", 0] if answer == "open" else []
    hits = passing(r, [answer, *extra[:1]], [0, 0, die, *extra[1:]])
    assert (hits.get("EL1", 0), hits["LG9"]) == ((max(0, a - 1), d // 2) if answer == "open" else (a, d))
    checks = [
        (x.purpose, sum(m.value for m in x.modifiers)) for x in r.rolls if x.unit == "LG9" and x.purpose != "shock"
    ]
    assert checks == [("pre-shock", 1 + (answer == "open")), *([("pass-through", 0)] if answer == "open" else [])]
    assert (r.unit("EL1").hex == 1210) is (answer == "open")


@pytest.mark.rule("spqr 9.11")
def test_whom_it_went_through_checks_its_order_skirmishers_apart() -> None:
    r = charging([elephant(tq=20)], [unit("LG9", 1110, "W", tq=6)])
    r.fights("EL1 x LG9", dice=[0, 0, 0, 9], answers=["open", "1210"])
    assert [e.hits for e in r.happened(HitsTaken) if e.rule == "9.11"] == [3]
    r = charging([elephant(tq=20)], [unit("SK9", 1110, "W", tq=9, missile="J")])
    r.fights("EL1 x SK9", dice=[0, 0], answers=["open", "1210"])
    assert [x.purpose for x in r.rolls] == ["pre-shock", "shock"] and r.unit("EL1").hex == 1210


@pytest.mark.rule("spqr 9.11")
@pytest.mark.parametrize(
    ("ours", "theirs", "asked"),
    [
        ([elephant()], [unit("LG9", 1110, "W")], True),
        ([elephant()], [unit("LG9", 1110, "E")], False),  # not from its front
        ([elephant()], [unit("HC9", 1110, "W")], False),  # no infantry
        ([elephant(), unit("MI2", 1011)], [unit("LG9", 1110, "W")], False),  # with other units
        ([elephant()], [unit("LG9", 1110, "W"), unit("MI8", 1211, "W"), unit("MI7", 1210, "W")], False),  # no room
        ([elephant()], [unit("LG9", 1110, "W"), unit("MI8", 1211, "W")], True),
        ([elephant()], [unit("LG9", 1110, "W", routed=True)], False),
    ],
)
def test_when_it_may_be_let_through(ours: Any, theirs: Any, asked: bool) -> None:
    r = charging(ours, theirs)
    combat = Combat.of(r.g, Attack(attackers=tuple(u["code"] for u in ours), defenders=(theirs[0]["code"],)))
    assert (pass_through.why_not(r.g, combat) is None) is asked


@pytest.mark.rule("spqr 9.11")
def test_it_isnt_placed_behind_infantry_that_has_routed() -> None:
    r = charging([elephant(tq=20)], [unit("LG9", 1110, "W", tq=2, hits=1)])
    r.fights("EL1 x LG9", dice=[0, 9], answers=["open"])
    assert r.routed() == ["LG9"] and r.advanced() == [("EL1", 1110)]


# -- 9.12, 9.13 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 9.12", "spqr 9.13")
def test_riders_and_screen_both_fire_in_reaction_each_with_its_own_missiles() -> None:
    r = kit.battle([unit("MI1", 1010, tq=20)], [elephant("EL9", 1211, "W")]).orders("a")
    move = Move(unit="MI1", path=(1110,))
    r.run(movement.move, r.unit("MI1"), move, answers=[{"EL9": "fire"}], dice=[6, 9], defaults=[*QUIET, "must-check"])
    assert [how for _, _, how in r.fired()] == ["entry", "entry"]
    el = r.unit("EL9")
    assert (el.supply, el.screen) == ("low", "low")


@pytest.mark.rule("spqr 9.12")
def test_the_elephant_of_a_leader_has_no_screen() -> None:
    r = kit.battle([elephant(cls="LEADER")], [])
    assert r.unit("EL1").screen_supply is None and r.unit("EL1").troop.zone == "none"


# -- 9.14 ------------------------------------------------------------------------------------------------------------


def wild(
    dice: list[int], *, theirs: Any = (), ours: Any = (), answers: Any = (), cls: str = "AFR", **values: Any
) -> Rig:
    """An elephant at 2010 that faces east breaks under a last hit of fire."""
    el = elephant(at=2010, tq=5, hits=4, cls=cls)
    r = kit.battle([el, *ours], [*theirs, unit("HI8", 3838, "W")], **values).orders("a")
    r.run(cohesion.hits, r.unit("EL1"), 1, "fire", "8.17", dice=dice, answers=answers, defaults=QUIET)
    return r


def track(r: Rig) -> list[int]:
    return [e.to for e in r.happened(UnitMoved) if e.unit == "EL1"]


@pytest.mark.rule("spqr 9.14", "spqr table:rampage")
@pytest.mark.parametrize("die", [7, 8, 9])
def test_first_it_runs_from_its_enemy_later_its_driver_kills_it(die: int) -> None:
    r = wild([die, die], theirs=[unit("MI9", 2012, "W")])
    assert track(r) == [2009, 2008, 2007] and r.unit("EL1").eliminated
    assert r.state.sides["a"].rout_points == 2


@pytest.mark.rule("spqr 9.14")
def test_it_runs_from_who_has_shot_it() -> None:
    el = elephant(at=2010, tq=5, hits=4)
    near, far = unit("MI8", 2012, "W"), unit("SK9", 2008, "W", missile="S")
    r = kit.battle([far, near], [el]).orders("a")
    r.fires("SK9", "EL1", dice=[0, 9, 9])
    assert track(r)[0] == 2011 and r.unit("EL1").eliminated


@pytest.mark.rule("spqr 9.14", "spqr table:rampage")
@pytest.mark.parametrize(("die", "path"), [(1, [2009, 2008, 2007]), (3, [2110, 2211, 2311]), (6, [1909, 1809, 1708])])
def test_the_compass_says_where(die: int, path: list[int]) -> None:
    assert track(wild([die, 9], ours=[unit("MI2", 2014)])) == path


@pytest.mark.rule("spqr 9.14")
def test_towards_the_nearest_friend_of_equals_whom_the_opponent_names() -> None:
    two = [unit("MI2", 2014, tq=20), unit("MI3", 2006, tq=20)]
    r = wild([0, 9], ours=two, answers=["MI3"])
    assert r.decisions[0].side == "b" and track(r) == [2009, 2008, 2007]
    assert r.unit("MI3").hits == 0 and r.unit("EL1").eliminated


@pytest.mark.rule("spqr 9.14")
@pytest.mark.parametrize(
    ("who", "facing", "hits"), [("MI9", "SW", 1), ("MI9", "NE", 2), ("HC9", "SW", 2), ("SK9", "SW", 1)]
)
def test_whom_it_tramples(who: str, facing: str, hits: int) -> None:
    values = {"SK9": {"missile": "J"}}.get(who, {})
    r = wild([2, 9], theirs=[unit(who, 2109, facing, tq=20, **values)])
    assert r.unit(who).hits == hits and track(r) == []


@pytest.mark.rule("spqr 9.14", "spqr 6.68")
def test_of_a_stack_each_is_trampled_once_and_nobody_anew_as_it_flees() -> None:
    """The upper breaks and the lower goes with it: both were struck at the same time."""
    for worn, facing, hits in ((5, "SW", 1), (0, "SW", 1), (0, "NE", 2)):
        r = wild([2, 9], theirs=[roman("HA1", 2109, facing, hits=worn), roman("HA2", 2109, facing, below="HA1")])
        fled = worn == 5
        assert [r.unit(u).routed for u in ("HA1", "HA2")] == [fled, fled]
        assert not r.unit("HA2").eliminated
        trampled = [(e.unit, e.hits) for e in r.happened(HitsTaken) if e.cause == "trampled by EL1"]
        assert trampled == [("HA1", hits), ("HA2", hits)]


@pytest.mark.rule("spqr 9.14")
def test_after_four_rolls_or_far_from_everybody_or_off_the_map_it_is_lost() -> None:
    r = wild([2, 5, 2, 5], theirs=[unit("MI9", 2612, "W")])
    assert r.unit("EL1").eliminated and len([x for x in r.rolls if x.purpose == "rampage"]) == 4
    assert wild([1]).unit("EL1").eliminated, "eight hexes from anybody"
    r = kit.battle([elephant(at=2002, tq=5, hits=4)], [unit("MI9", 2006, "W")]).orders("a")
    r.run(cohesion.hits, r.unit("EL1"), 1, "fire", "8.17", dice=[1], defaults=QUIET)
    assert r.unit("EL1").eliminated and track(r) == [2001]
    assert invariants.broken(r.g, at_rest=True) == []


@pytest.mark.rule("spqr 9.14")
@pytest.mark.parametrize(("die", "lost"), [(1, False), (0, True)])
def test_a_leader_upon_it_is_carried_along_and_may_be_a_casualty(die: int, lost: bool) -> None:
    dice = [1, 9, die, *([9] if lost else [])]
    r = wild(dice, ours=[unit("MI2", 2014)], a_leaders=[leader("Anna", 2010)])
    assert track(r) == [2009, 2008, 2007]
    assert r.leader("Anna").eliminated is lost and (lost or r.leader("Anna").hex == 2007)


@pytest.mark.rule("spqr 9.14")
@pytest.mark.parametrize(("dice", "calmed"), [([0], False), ([9, 7], True)])
def test_the_elephant_of_a_leader_may_be_calmed_and_never_runs_to_friends(dice: list[int], calmed: bool) -> None:
    r = wild(dice, theirs=[unit("MI9", 2012, "W")], cls="LEADER")
    assert r.unit("EL1").eliminated is not calmed and len(r.happened(Calmed)) == calmed
    if calmed:
        assert r.unit("EL1").hits == 3 and not r.unit("EL1").routed and not r.unit("EL1").wild
        assert invariants.broken(r.g, at_rest=True) == []


@pytest.mark.rule("spqr 9.14")
def test_results_by_roll() -> None:
    r = kit.battle([elephant(), elephant("EL2", 1015, cls="LEADER")], [])
    ordinary, ridden = r.unit("EL1"), r.unit("EL2")
    assert [rampage.result(r.g, ordinary, n, first=True) for n in (0, 1, 7)] == ["nearest_friend", "direction", "away"]
    assert rampage.result(r.g, ordinary, 7, first=False) == "eliminated"
    assert [rampage.result(r.g, ridden, n, first=False) for n in (0, 6, 9)] == ["eliminated", "direction", "calmed"]


# -- 9.15 to 9.19 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 9.15")
def test_cavalry_keeps_out_of_elephants_front_and_pays_for_their_flanks() -> None:
    r = kit.battle([unit("HC1", 1410)], [elephant("EL9", 1010)]).orders("a")
    rule = next(x for x in r.g.rules if type(x).__name__ == "ElephantsAndHorse")
    assert not rule.may_enter_zoc(r.g, r.unit("HC1"), 1110)
    costs = rule.entry_hits(r.g, r.unit("HC1"))
    assert {h: n for h, (n, _) in costs.items()} == dict.fromkeys((1009, 1011, 909, 910, 1109, 1110), 2)
    r = kit.battle([unit("HC1", 1110, "W"), unit("HC2", 909, "E")], [elephant("EL9", 1010)]).orders("a")
    assert not designation.able(r.g, r.unit("HC1")) and designation.able(r.g, r.unit("HC2"))
    assert clash.superiority(r.g, r.unit("HC2"), r.unit("EL9"))[1] != "position"


@pytest.mark.rule("spqr 9.15", "spqr table:cohesion_and_tq")
def test_cavalry_forced_before_elephants_pays_too() -> None:
    r = charging([unit("HC1", 1010, tq=20)], [unit("LG9", 1110, "W", tq=2, hits=1), elephant("EL9", 1210, "W")])
    r.fights("HC1 x LG9", dice=[0, 9, 0], answers=["hold"])
    assert r.advanced() == [("HC1", 1110)] and r.unit("HC1").hits == 2


@pytest.mark.rule("spqr 9.16", "spqr table:cohesion_and_tq")
@pytest.mark.parametrize(("die", "hits"), [(3, 1), (7, 1), (9, 3)])
def test_cavalry_that_cant_withdraw_checks_and_takes_a_hit_at_least(die: int, hits: int) -> None:
    horse = unit("HC9", 1310, "W", tq=6, ma=7)
    r = kit.battle([elephant(at=1010, ma=7)], [horse], a_leaders=[leader("Anna", 1010)]).orders("a", "Anna")
    r.moves("EL1", 1110, 1210, dice=[die])
    assert r.unit("HC9").hits == hits


@pytest.mark.rule("spqr 9.16")
def test_routed_cavalry_is_lost_to_elephants_and_faster_cavalry_must_withdraw() -> None:
    r = kit.battle(
        [elephant(at=1010, ma=7)], [unit("HC9", 1310, "W", routed=True)], a_leaders=[leader("Anna", 1010)]
    ).orders("a", "Anna")
    r.moves("EL1", 1110, 1210)
    assert r.unit("HC9").eliminated
    r = kit.battle([elephant(at=1010, ma=7)], [unit("HC9", 1210, "W", ma=9)]).orders("a")
    rule = next(x for x in r.g.rules if type(x).__name__ == "ElephantsAndHorse")
    r.unit("EL1").hex = 1110
    r.g.version += 1
    assert rule.must_withdraw(r.g, r.unit("HC9"), r.unit("EL1"))
    r.unit("EL1").cls = "LEADER"
    r.g.version += 1
    assert not rule.must_withdraw(r.g, r.unit("HC9"), r.unit("EL1")), "4.73"


@pytest.mark.rule("spqr 9.17")
def test_elephants_have_no_better_position_against_elephants() -> None:
    r = charging([elephant()], [elephant("EL9", 1110, "E")])
    assert clash.superiority(r.g, r.unit("EL1"), r.unit("EL9")) == ("-", "weapons")


@pytest.mark.rule("spqr 9.18")
def test_any_leader_commands_elephants() -> None:
    r = kit.battle([elephant()], [], a_leaders=[leader("Bono", 1011, "SC")]).orders("a", "Bono")
    r.leader("Bono").kinds = ("HI",)
    r.g.version += 1
    assert command.commandable(r.leader("Bono"), r.unit("EL1"))


@pytest.mark.rule("spqr 9.19", "spqr table:clash")
@pytest.mark.parametrize(("cls", "defender", "column"), [("IND", "MI9", 10), ("AFR", "MI9", 9), ("IND", "LC9", 13)])
def test_indian_elephants_strike_one_column_better(cls: str, defender: str, column: int) -> None:
    r = charging([elephant(cls=cls)], [unit(defender, 1110, "W")])
    assert clash.foresee(r.g, [r.unit("EL1")], [r.unit(defender)]).column == column


@pytest.mark.rule("spqr 9.19", "spqr table:shock_superiority")
@pytest.mark.parametrize(("ours", "theirs", "found"), [("IND", "AFR", "AS"), ("IND", "IND", "-"), ("AFR", "IND", "-")])
def test_indian_elephants_are_superior_to_african_ones(ours: str, theirs: str, found: str) -> None:
    r = charging([elephant(cls=ours)], [elephant("EL9", 1110, "W", cls=theirs)])
    assert clash.superiority(r.g, r.unit("EL1"), r.unit("EL9"))[0] == found
