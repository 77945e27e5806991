"""3.0B, 3.0E: the order of the steps in an Orders Phase and of what ends a turn, seen in what happens."""

from __future__ import annotations

from itertools import groupby

import pytest

from engine.kernel.decisions import Command
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import (
    BattleEnded,
    Fired,
    MarkerPlaced,
    PhaseBegan,
    RoutMoved,
    ShockFought,
    SupplyChanged,
    TurnBegan,
    UnitMoved,
    UnitRouted,
    UnitTurned,
)
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.shock.segment import fight
from engine.systems.gboh.turn import sequence
from tests.engine.cataphract import kit

DONE = orders.Done()
QUIET = ("rout-path", "unit-order", "advance-turn", "clash-unit", "reaction-facing")


def runs(names: list[str]) -> list[str]:
    """Repetitions told once."""
    return [k for k, _ in groupby(names)]


# -- 3.0B ----------------------------------------------------------------------------------------------------


def two_fights() -> kit.Rig:
    """HC1 against MI2 and HC3 against MI4, all Must Check, far apart; a leader on each side in each fight."""
    a = [kit.unit("HC1", 1010, tq=9, size=7), kit.unit("HC3", 1020, tq=9, size=7)]
    b = [kit.unit("MI2", 1110, "W", tq=4, size=7, hits=1), kit.unit("MI4", 1120, "W", tq=4, size=7, hits=2)]
    chiefs = [kit.leader("Anna", 1010, charisma=0), kit.leader("Aura", 1020, "SC", charisma=0)]
    foes = [kit.leader("Bert", 1110, charisma=0), kit.leader("Bela", 1120, "SC", charisma=0)]
    r = kit.battle(a, b, a_leaders=chiefs, b_leaders=foes)
    return r.orders("a", "Anna", moved=["HC1", "HC3"], markers={"HC1": "must", "HC3": "must"})


@pytest.mark.rule("cataphract 3.0B", "cataphract 9.1")
def test_each_step_of_the_shock_is_done_for_all_fights_before_the_next():
    """Pre-Shock checks, leaders, both resolutions, Collapse, advances, turns."""
    r = two_fights()
    plan = [Attack(attackers=("HC1",), defenders=("MI2",)), Attack(attackers=("HC3",), defenders=("MI4",))]
    r.run(
        lambda g: fight(g, plan),
        dice=[0, 0, 0, 0, 5, 5, 5, 5, 5, 5, 9],
        answers=[{"Bela": "go"}, {"Bert": "go"}, {"HC1": "no", "HC3": "no"}],
        defaults=("rout-path",),
    )
    # MI4, at 4 of 4 hits, breaks by itself; MI2, at 3, rolls in the Collapse and breaks by that.
    assert runs([x.purpose for x in r.rolls]) == ["pre-shock", "leader-hit", "shock", "collapse"]
    assert [x.unit for x in r.rolls if x.purpose == "pre-shock"] == ["HC1", "MI2", "HC3", "MI4"]
    assert [x.purpose for x in r.rolls].count("leader-hit") == 4
    told = [type(e) for e in r.events if isinstance(e, (ShockFought, UnitRouted))]
    assert told == [ShockFought, ShockFought, UnitRouted, UnitRouted]
    assert [e.unit for e in r.happened(UnitRouted)] == ["MI4", "MI2"], "9.17(1) before 9.17(2)"
    deeds = [e.how if isinstance(e, UnitMoved) else "flight" for e in r.events if isinstance(e, (UnitMoved, RoutMoved))]
    assert runs(deeds) == ["flight", "advance"], "9.17(3) last"
    assert r.decisions[-1].kind == "advance-turn", "and turns when all have advanced"


@pytest.mark.rule("cataphract 3.0B", "cataphract 9.17")
def test_all_that_break_by_their_hits_do_so_before_anybody_rolls():
    r = two_fights()
    plan = [Attack(attackers=("HC1",), defenders=("MI2",)), Attack(attackers=("HC3",), defenders=("MI4",))]
    r.run(lambda g: fight(g, plan), dice=[0] * 4 + [5] * 6 + [0], defaults=(*QUIET, "leader-along"))
    order = [getattr(e, "unit", "") for e in r.events if isinstance(e, UnitRouted)]
    assert order == ["MI4"] and not r.unit("MI2").routed
    assert r.unit("MI2").hits == 2, "a roll within its TQ took one off"


@pytest.mark.rule("cataphract 3.0B", "cataphract 5.27", "cataphract 7.32", "cataphract 8.21", "cataphract 7.14")
def test_movement_with_the_enemy_s_answers_then_designation_then_the_charge():
    """HC1 moves next to archers: marker, their turn, their fire; with all orders given Shock, and then Momentum."""
    r = kit.battle(
        [kit.unit("HC1", 1010, tq=9, size=7)],
        [kit.unit("LC2", 1310, "SW", missile="B", tq=9)],
        a_leaders=[kit.leader("Anna", 1008)],
        b_leaders=[kit.leader("Bert", 2010, initiative=6)],
    )
    r.state.phase = "turn"
    d = r.play(
        answers=[
            "Anna",
            orders.Move(unit="HC1", path=(1110, 1210)),
            {"LC2": "right"},
            "fire",
            DONE,
        ],
        dice=[9, 0, 0, 5],
        defaults=("orderly-withdrawal", *QUIET[:4]),
    )
    assert d.kind == "momentum"
    kinds = (UnitMoved, MarkerPlaced, UnitTurned, Fired, PhaseBegan, ShockFought)
    names = [
        e.phase if isinstance(e, PhaseBegan) else type(e).__name__
        for e in r.events
        if isinstance(e, kinds) and not (isinstance(e, PhaseBegan) and e.phase in ("elite", "uncontrolled", "select"))
    ]
    assert runs(names) == ["UnitMoved", "MarkerPlaced", "UnitTurned", "Fired", "shock", "ShockFought", "momentum"]
    assert [x.purpose for x in r.rolls] == ["missile", "pre-shock", "pre-shock", "shock"]


@pytest.mark.rule("cataphract 3.0B", "cataphract 5.21", "cataphract 5.22")
def test_orders_are_given_one_after_the_other_until_he_has_none_left():
    units = [kit.unit(f"HC{n}", 1000 + 2 * n) for n in range(1, 5)]
    r = kit.battle(units, [kit.unit("HC9", 3010, "W")], a_leaders=[kit.leader("Anna", 1004, initiative=2)])
    r.orders("a", "Anna")
    r.state.last_leader = "Anna"
    d = r.play(answers=[orders.Move(unit=f"HC{n}", path=(1100 + 2 * n,)) for n in (1, 2)])
    assert d.kind == "momentum", "with both orders given and nobody to fight, no more is asked"
    assert [e.unit for e in r.happened(UnitMoved)] == ["HC1", "HC2"]
    assert [e.phase for e in r.happened(PhaseBegan)] == ["shock", "momentum"]


# -- 3.0D, 3.0E ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 3.0D", "cataphract 3.0E")
def test_flight_then_missiles_then_the_reckoning_then_the_next_turn():
    r = kit.battle(
        [kit.unit("HI1", 2010, "W", routed=True), kit.unit("LC3", 2030, missile="C", supply="no")],
        [kit.unit("HC9", 3510, "W")],
    )
    r.state.phase = "rout"
    r.run(sequence.rout_and_reload, defaults=QUIET)
    r.run(sequence.withdrawal)
    kinds = (RoutMoved, SupplyChanged, TurnBegan, PhaseBegan)
    names = [e.phase if isinstance(e, PhaseBegan) else type(e).__name__ for e in r.events if isinstance(e, kinds)]
    assert runs(names) == ["RoutMoved", "SupplyChanged", "withdrawal", "TurnBegan", "turn"]


def reckoning(a: int, b: int, levels: tuple[int, int] = (50, 50)) -> kit.Rig:
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit("HC9", 3010, "W")])
    for side, points, level in zip("ab", (a, b), levels, strict=True):
        r.state.sides[side].rout_points, r.state.sides[side].withdrawal_level = points, level
    r.state.phase = "withdrawal"
    r.run(sequence.withdrawal)
    return r


@pytest.mark.rule("cataphract 3.0E", "cataphract 12.12")
@pytest.mark.parametrize(
    ("a", "b", "levels", "winner"),
    [
        (50, 49, (50, 50), "b"),  # reached is enough
        (49, 50, (50, 50), "a"),
        (60, 0, (50, 70), "b"),
        (55, 73, (50, 70), "b"),  # both: 5 over against 3
        (52, 75, (50, 70), "a"),
        (55, 75, (50, 70), None),  # both alike
    ],
)
def test_the_battle_ends_at_a_withdrawal_level(a, b, levels, winner):
    r = reckoning(a, b, levels)
    assert (r.state.phase, r.state.winner) == ("over", winner)
    assert not r.happened(TurnBegan)


@pytest.mark.rule("cataphract 3.0E", "cataphract 2.6")
@pytest.mark.parametrize(("a", "b"), [(0, 0), (49, 49)])
def test_below_it_the_next_turn_begins_however_many_there_were(a, b):
    r = reckoning(a, b)
    assert [e.turn for e in r.happened(TurnBegan)] == [2]
    assert r.state.phase == "turn" and not r.happened(BattleEnded)


@pytest.mark.rule("cataphract 3.0E", "cataphract 12.11")
def test_points_are_those_of_units_and_leaders_and_count_at_the_end_of_the_turn_alone():
    """Over its level in the middle of a turn an army fights on to the Withdrawal Phase."""
    r = kit.battle(
        [kit.unit("HC1", 1010)],
        [kit.unit("HC9", 3010, "W", routed=True, tq=7)],
        a_leaders=[kit.leader("Anna", 1008)],
        b_leaders=[kit.leader("Bert", 3008, initiative=3)],
    )
    r.state.sides["b"].withdrawal_level = 22
    r.run(rout.eliminate, r.unit("HC9"), "struck", "10.26")
    leaders.lose(r.g, r.leader("Bert"), "killed", "9.14")
    assert r.state.sides["b"].rout_points == 7 + 15 and r.state.sides["a"].rout_points == 0
    r.orders("a", "Anna")
    r.state.last_leader = "Anna"
    d = r.play()
    assert isinstance(d, Command), "the Orders Phase goes on"
    d = r.play(answers=[DONE])
    assert d.kind == "momentum" and r.state.phase != "over"
    r.state.orders, r.state.phase = None, "withdrawal"
    r.run(sequence.play)
    assert r.state.winner == "a"
