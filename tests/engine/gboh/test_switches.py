"""Numbers and switches of other books (A, S), tried on Cataphract's positions: each changes what it says it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.cataphract import state
from engine.systems.cataphract.troops import TROOPS
from engine.systems.gboh.cases import Case, Numbers
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.missiles import harass, volley
from engine.systems.gboh.movement import column, facing, movement, reach, retreats, zoc
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.shock import assignment, clash, designation
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.troops import Troop
from tests.engine.cataphract import kit


def switched(r: kit.Rig, part: str, **values: Any) -> kit.Rig:
    """The position under rules that differ in a few numbers of one part."""
    r.g.game = replace(r.g.game, **{part: replace(getattr(r.g.game, part), **values)})
    return r


def troops(r: kit.Rig, monkeypatch: pytest.MonkeyPatch, kind: str, **traits: Any) -> kit.Rig:
    """The position with another kind of troops under a kind's name."""
    changed: Mapping[str, Troop] = MappingProxyType({**TROOPS, kind: replace(TROOPS[kind], **traits)})
    monkeypatch.setattr(state, "TROOPS", changed)
    for unit in r.state.units.values():
        unit.type = unit.type  # what follows from it is worked out anew
    return r


@pytest.mark.parametrize(("at", "hits"), [("start", [1]), ("end", [1])])
def test_the_hit_for_moving_again_falls_at_either_end_of_the_move(at: Any, hits: list[int]) -> None:
    r = switched(kit.battle([kit.unit("HI1", 1010, moved=True)]).orders("a"), "movement", moved_again_at=at)
    r.run(movement.move, r.unit("HI1"), Move(unit="HI1", path=(1110,)))
    kinds = [e.type for e in r.events if e.type in ("unit-moved", "hits-taken")]
    assert kinds == (["hits-taken", "unit-moved"] if at == "start" else ["unit-moved", "hits-taken"])
    assert [r.unit("HI1").hits] == hits


def test_some_move_again_without_a_hit(monkeypatch: pytest.MonkeyPatch) -> None:
    r = kit.battle([kit.unit("LI1", 1010, moved=True)]).orders("a")
    assert reach.start_node(r.g, r.unit("LI1")).hits == 1
    troops(r, monkeypatch, "LI", moves_again_free=True)
    assert reach.start_node(r.g, r.unit("LI1")).hits == 0
    r.run(movement.move, r.unit("LI1"), Move(unit="LI1", path=(1110,)))
    assert r.unit("LI1").hits == 0


@pytest.mark.parametrize(("share", "mp"), [("half", 3), ("whole", 5), ("none", 0)])
def test_how_much_of_its_ma_a_held_unit_turns_by(share: Any, mp: int) -> None:
    r = kit.battle([kit.unit("HI1", 1010, ma=5)], [kit.unit("HI9", 909, "SE", ma=5)]).orders("a")
    r = switched(r, "movement", zone_turning=share)
    assert r.g.in_enemy_zoc(r.unit("HI1"))
    assert zoc.turning_allowance(r.g, r.unit("HI1")) == mp


def turning(**values: Any) -> kit.Rig:
    """Horse that an enemy on horseback comes next to, under other rules for turning in reaction."""
    r = kit.battle([kit.unit("HC1", 1010, ma=9)], [kit.unit("HC9", 909, "SE", ma=6, tq=5)]).orders("a")
    r.unit("HC9").facing, r.unit("HC1").facing = Facing.W, Facing.W
    return switched(r, "movement", **values)


@pytest.mark.parametrize(("who", "rolls"), [("foot", False), ("all but horse against foot", True)])
def test_who_rolls_for_turning_in_reaction(who: Any, rolls: bool) -> None:
    r = turning(reaction_turn_roll=who)
    assert facing.rolls(r.g, r.unit("HC9"), r.unit("HC1")) is rolls


@pytest.mark.parametrize(("speed", "hits"), [(False, 1), (True, 3)])
def test_a_fast_enemy_makes_turning_harder(speed: bool, hits: int) -> None:
    r = turning(reaction_turn_roll="all but horse against foot", reaction_turn_speed=speed)
    r.run(facing.reaction_facing, r.unit("HC1"), answers=["right"], dice=[5])
    assert r.unit("HC9").hits == hits


def test_a_failed_turn_may_rout() -> None:
    r = turning(reaction_turn_roll="all but horse against foot", reaction_turn_routs=True)
    r.run(facing.reaction_facing, r.unit("HC1"), answers=["right"], dice=[6], defaults=["rout-path"])
    assert r.unit("HC9").routed and r.unit("HC9").hits == 0


@pytest.mark.parametrize(
    ("whom", "theirs", "open_to"),
    [("any", 9, True), ("equal or slower", 8, True), ("equal or slower", 9, False), ("slower", 8, False)],
)
def test_whom_one_harasses_by_speed(whom: Any, theirs: int, open_to: bool) -> None:
    light = kit.unit("LC1", 1010, missile="J", ma=8)
    r = switched(
        kit.battle([light], [kit.unit("HC9", 1310, "W", ma=theirs)]).orders("a"),
        "fire",
        harasses_slower={} if whom == "any" else {"horse": whom},
    )
    assert (harass.bad_target(r.g, r.unit("LC1"), r.unit("HC9")) is None) is open_to


def test_all_ground_that_favours_the_defender_may_count() -> None:
    r = kit.battle(
        [kit.unit("HC1", 1010)], [kit.unit("MI9", 1110, "W")], terrain={1110: "woods"}, levels={1110: 1}
    ).orders("a")
    units = [r.unit("HC1")], [r.unit("MI9")]
    assert [m.value for m in clash.terrain_shifts(r.g, *units)] == [-2]
    switched(r, "combat", terrain_shifts="all")
    assert [m.value for m in clash.terrain_shifts(r.g, *units)] == [-1, -2]


def test_size_may_not_count_for_some(monkeypatch: pytest.MonkeyPatch) -> None:
    r = kit.battle(
        [kit.unit("HC1", 1010, size=6)], [kit.unit("LI9", 1110, "W", size=6), kit.unit("MI9", 1109, "W", size=2)]
    ).orders("a")
    units = [r.unit("HC1")], [r.unit("LI9"), r.unit("MI9")]
    assert [m.reason for m in clash.size_modifiers(r.g, *units)] == ["size 6 to 8"]
    troops(r, monkeypatch, "LI", size_counts=False)
    assert [m.reason for m in clash.size_modifiers(r.g, *units)] == ["size 6 to 2"]


def test_a_volley_may_do_more_harm_to_some(monkeypatch: pytest.MonkeyPatch) -> None:
    r = kit.battle([kit.unit("LI1", 1010, missile="B")], [kit.unit("LC9", 1210, "W")]).orders("a")
    assert volley.preview(r.g, r.unit("LI1"), r.unit("LC9")).hits(0) == 1
    troops(r, monkeypatch, "LC", missile_hits=2)
    assert volley.preview(r.g, r.unit("LI1"), r.unit("LC9")).hits(0) == 2


def test_rough_ground_may_bar_a_withdrawal() -> None:
    r = kit.battle([kit.unit("HI1", 1010)], terrain={1110: "rough"}).orders("b")
    assert not retreats.closed(r.g, r.unit("HI1"), 1010, 1110)
    switched(r, "movement", withdrawal_bars_rough=True)
    assert retreats.closed(r.g, r.unit("HI1"), 1010, 1110)


def test_column_costs_what_the_game_says() -> None:
    r = kit.battle([kit.unit("HI1", 1010, ma=4)]).orders("a")
    end = reach.Node(1210, Facing.E, 4, 0, None)
    with pytest.raises(Refusal):
        column.check_form(r.g, r.unit("HI1"), end, Facing.SIDE_NE)
    switched(r, "movement", column_mp=0)
    try:
        column.check_form(r.g, r.unit("HI1"), end, column.options(r.unit("HI1"), Facing.E)[0])
    except Refusal as no:
        pytest.fail(str(no))


@pytest.mark.parametrize(("traits", "points"), [({}, 6), ({"rout_factor": 2}, 12), ({"rout_points": 2}, 2)])
def test_rout_points_by_kind(monkeypatch: pytest.MonkeyPatch, traits: dict[str, int], points: int) -> None:
    r = troops(kit.battle([kit.unit("HI1", 1010, tq=6)]), monkeypatch, "HI", **traits)
    assert rout.points(r.unit("HI1")) == points


def test_who_is_lost_where_others_rout(monkeypatch: pytest.MonkeyPatch) -> None:
    r = troops(kit.battle([kit.unit("LI1", 1010)]).orders("a"), monkeypatch, "LI", fate="lost")
    r.run(rout.rout, r.unit("LI1"))
    assert r.unit("LI1").eliminated and r.events[-1].rule is not None


class Stubborn(Chapter):
    """Foot that doesn't break at all."""

    case = Case.ROUT
    about = "foot that stands"

    async def breaks(self, g: Any, unit: Any) -> bool:
        return unit.is_infantry


def test_a_chapter_may_deal_with_who_breaks() -> None:
    r = kit.battle([kit.unit("HI1", 1010), kit.unit("HC2", 1015)]).orders("a")
    r.g.enforce([*r.g.rules, Stubborn(r.g.game.cases)])
    r.run(rout.rout, r.unit("HI1"))
    r.run(rout.rout, r.unit("HC2"), defaults=["rout-path"])
    assert not r.unit("HI1").routed and r.unit("HC2").routed


def test_a_chapter_bears_the_books_number() -> None:
    book = Numbers("Alexander", {Case.ROUT: "10.2x"})
    assert Stubborn(book).spec.id == Stubborn(book).afresh().spec.id == "10.2x"
    with pytest.raises(KeyError, match="Alexander has no case about rout"):
        Stubborn(Numbers("Alexander", {}))


@pytest.mark.parametrize("many", [True, False])
def test_several_may_attack_several_together_or_not(many: bool) -> None:
    """S 8.32 One attacks several, or several one."""
    a = [kit.unit("HC1", 1010), kit.unit("HC2", 1210, "W")]
    foes = [kit.unit("MI9", 1110, "W"), kit.unit("MI8", 1109, "E")]
    r = kit.battle(a, foes, a_leaders=[kit.leader("Anna", 1010)]).orders("a", "Anna")
    r = switched(r, "combat", many_on_many=many)
    r.g.orders.markers = {"HC1": "must", "HC2": "must"}
    plans = list(assignment.assignments(r.g, [r.unit("HC1"), r.unit("HC2")]))
    sizes = {(len(x.attackers), len(x.defenders)) for p in plans for x in p.attacks}
    assert ((2, 2) in sizes) is many and (1, 1) in sizes and (2, 1) not in sizes
    together = ShockPlan(attacks=(Attack(attackers=("HC1", "HC2"), defenders=("MI8", "MI9")),))
    if many:
        return designation.check_plan(r.g, together)
    with pytest.raises(Refusal) as no:
        designation.check_plan(r.g, together)
    assert no.value.rule == "9.12"


@pytest.mark.parametrize(
    ("lost", "third", "attacked", "found"),
    [
        ("behind", "HI8", (), "-"),
        ("unattended", "HI8", (), "-"),
        ("unattended", "HI8", ("HI8",), "AS"),
        ("unattended", "MI9", (), "AS"),
    ],
)
def test_whose_zone_keeps_an_attacker_from_the_better_position(
    lost: Any, third: str, attacked: tuple[str, ...], found: str
) -> None:
    """A 8.36, S 8.36 That of enemies nobody attacks; those the attack itself is aimed at count for nothing."""
    others = [kit.unit("HI8", 910, "E")] if third == "HI8" else []
    r = kit.battle([kit.unit("HI1", 1010)], [kit.unit("MI9", 1110, "NE"), *others]).orders("a")
    r = switched(r, "combat", position_lost=lost)
    r.g.assailed = frozenset(attacked)
    assert clash.superiority(r.g, r.unit("HI1"), r.unit("MI9"))[0] == found


def test_a_leader_killed_may_lend_more_to_the_other_side() -> None:
    """S 8.36 His Charisma and 2."""
    r = kit.battle(
        [kit.unit("HC1", 1010)], [kit.unit("MI9", 1110, "W")], a_leaders=[kit.leader("Anna", 1010, charisma=2)]
    ).orders("a")
    units, anna = ([r.unit("HC1")], [r.unit("MI9")]), r.leader("Anna")
    anna.hex = None
    assert [m.value for m in clash.die_modifiers(r.g, *units, [anna])] == [-2]
    switched(r, "combat", killed_lend=2)
    assert [m.value for m in clash.die_modifiers(r.g, *units, [anna])] == [-4]


def test_skirmishers_may_weigh_nothing_and_stand_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """S 8.36, 9.23 Where they alone defend Size doesn't count; where others do they aren't struck first."""
    them = [kit.unit("LI9", 1110, "W", size=2, tq=9), kit.unit("MI9", 1109, "W", size=2)]
    r = kit.battle([kit.unit("HC1", 1010, size=6)], them).orders("a")
    troops(r, monkeypatch, "LI", size_counts=False)
    a, both, light = [r.unit("HC1")], [r.unit("LI9"), r.unit("MI9")], [r.unit("LI9")]
    assert [m.reason for m in clash.size_modifiers(r.g, a, light)] == ["size 6 to 2"]
    assert list(clash.exposed(r.g, both)) == both
    switched(r, "combat", skirmishers_weigh=False)
    assert clash.size_modifiers(r.g, a, light) == []
    assert [m.reason for m in clash.size_modifiers(r.g, a, both)] == ["size 6 to 2"]
    assert list(clash.exposed(r.g, both)) == [r.unit("MI9")] and list(clash.exposed(r.g, light)) == light
