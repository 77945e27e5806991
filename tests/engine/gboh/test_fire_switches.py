"""Switches of missile fire that Simple GBoH needs, tried on Cataphract's positions: each changes what it says."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.missiles import fire, harass, ordered_fire, reaction, volley
from tests.engine.cataphract import kit
from tests.engine.gboh.test_switches import switched


@pytest.mark.parametrize(("adds", "values"), [(False, [3]), (True, [1, 3])])
def test_bows_at_the_front_of_heavy_foot_may_count_besides_its_armour(adds: bool, values: list[int]) -> None:
    r = switched(
        kit.battle([kit.unit("LC1", 1010, missile="C")], [kit.unit("HI9", 1110, "W")]).orders("a"),
        "fire",
        close_adds=adds,
    )
    assert [m.value for m in volley.preview(r.g, r.unit("LC1"), r.unit("HI9")).modifiers] == values


@pytest.mark.parametrize(
    ("closing", "start", "allowed"),
    [("nearer", 1009, False), ("no farther", 1009, True), ("no farther", 1110, False)],
)
def test_what_the_last_step_must_have_been(closing: Any, start: int, allowed: bool) -> None:
    r = kit.battle([kit.unit("LC1", 1010, missile="C")], [kit.unit("HI9", 1210, "W")]).orders("a")
    r = switched(r, "fire", closing=closing)
    assert {1009: 2, 1010: 2, 1110: 1}[start] == volley.away(r.unit("HI9"), start)
    r.g.orders.last_step["LC1"] = (start, 1010)
    assert (fire.refused(r.g, r.unit("LC1"), r.unit("HI9")) is None) is allowed


@pytest.mark.parametrize(("together", "returns"), [(False, False), (True, True)])
def test_shots_may_count_at_one_moment(together: bool, returns: bool) -> None:
    shooter = kit.unit("LC1", 1010, missile="C", tq=5)
    r = kit.battle([shooter], [kit.unit("LI9", 1110, "W", missile="J", tq=3, hits=2)]).orders("a")
    r = switched(r, "fire", simultaneous=together)
    r.run(
        ordered_fire.ordered_fire,
        r.unit("LC1"),
        r.unit("LI9"),
        dice=[0, 9] if returns else [0],
        answers=["fire"] if returns else [],
        defaults=["rout-path"],
    )
    assert r.unit("LI9").routed
    assert [x[0] for x in r.fired()] == (["LC1", "LI9"] if returns else ["LC1"])


def test_who_is_held_by_another_may_hold_its_fire() -> None:
    movers = [kit.unit("LN1", 1010), kit.unit("LN2", 1109, "SE")]
    r = kit.battle(movers, [kit.unit("LI9", 1110, "W", missile="J")]).orders("a")
    assert r.g.in_enemy_zoc(r.unit("LI9")) and [u.id for u in reaction.enterers(r.g, r.unit("LN1"))] == ["LI9"]
    switched(r, "fire", entry_when_held=False)
    assert reaction.enterers(r.g, r.unit("LN1")) == []


def test_who_is_held_may_answer_into_its_zone_alone() -> None:
    movers = [kit.unit("LC1", 1010, missile="C"), kit.unit("LN2", 1209, "SW")]
    r = kit.battle(movers, [kit.unit("LC9", 1210, "W", missile="C")]).orders("a")
    held, shooter = r.unit("LC9"), r.unit("LC1")
    assert r.g.in_enemy_zoc(held) and not r.g.opponents(held)
    assert reaction.can_return(r.g, held, shooter)
    switched(r, "fire", return_when_held=False)
    assert not reaction.can_return(r.g, held, shooter)


def test_a_raid_by_any_path_goes_round_and_is_answered_by_the_target_alone() -> None:
    r = kit.battle(
        [kit.unit("LC1", 1010, missile="J")],
        [kit.unit("HI9", 1310, "E", missile=None), kit.unit("LI8", 1312, "NW", missile="J")],
    ).orders("a")
    straight = {p[-1] for p in harass.paths(r.g, r.unit("LC1"), 1310)}
    switched(r, "fire", hit_and_run=True, harassing_path=4)
    ends = {p[-1] for p in harass.paths(r.g, r.unit("LC1"), 1310)}
    assert straight < ends and max(len(p) for p in harass.paths(r.g, r.unit("LC1"), 1310)) == 4
    path = next(p for p in harass.paths(r.g, r.unit("LC1"), 1310) if len(p) == 2)
    r.run(harass.harass, r.unit("LC1"), r.unit("HI9"), path, dice=[9])
    assert r.decisions == [] and [x[2] for x in r.fired()] == ["harass"]
