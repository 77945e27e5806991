"""Withdrawal and victory in every game of the family."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import Command
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import BattleEnded, TurnBegan
from engine.systems.gboh.orders import orders
from engine.systems.gboh.turn import victory
from tests.each import for_each
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, leader, unit
from tests.engine.gboh.rig import Rig


def account(kit: Kit, a: int, b: int, levels: tuple[int, int] = (50, 50), **more: int) -> Rig:
    """The Withdrawal Phase with so many Rout Points on either side."""
    r = kit.battle([unit("HI1", 1010)], [unit("HI2", 2010)], **more)
    for side, points, level in zip(("a", "b"), (a, b), levels, strict=True):
        r.state.sides[side].rout_points, r.state.sides[side].withdrawal_level = points, level
    r.run(victory.withdrawal_phase)
    return r


@shared(Case.VICTORY)
@pytest.mark.rule("cataphract 12.12", "cataphract 12.0", "alexander 10.43", "spqr 11.3")
@for_each(("a", "b", "winner"), [(50, 49, "b"), (90, 49, "b"), (0, 50, "a")])
def test_an_army_at_its_level_withdraws_and_loses(kit: Kit, a: int, b: int, winner: str) -> None:
    r = account(kit, a, b)
    assert (r.state.winner, r.state.phase) == (winner, "over")
    assert [e.rule for e in r.happened(BattleEnded)] == [kit.case(Case.VICTORY)]


@shared()
@pytest.mark.rule("cataphract 12.0", "alexander 10.43", "spqr 11.1")
def test_the_battle_goes_on_below_both_levels(kit: Kit) -> None:
    r = account(kit, 49, 49)
    assert not r.happened(BattleEnded) and r.state.phase != "over"


@shared()
@pytest.mark.rule("cataphract 12.12", "alexander 10.44", "spqr 11.4")
@for_each(
    ("a", "b", "levels", "winner"),
    [(55, 52, (50, 50), "b"), (60, 70, (50, 65), "b"), (52, 60, (50, 50), "a"), (55, 65, (50, 60), None)],
)
def test_when_both_withdraw_the_one_less_over_its_level_wins(
    kit: Kit, a: int, b: int, levels: tuple[int, int], winner: str | None
) -> None:
    r = account(kit, a, b, levels)
    assert (r.state.winner, r.state.phase) == (winner, "over")


@shared(Case.GAME_LENGTH)
@pytest.mark.rule("cataphract 2.6", "alexander 2.6", "spqr 2.6")
@for_each(("limit", "turn", "over"), [(None, 99, False), (3, 2, False), (3, 3, True)])
def test_no_limit_of_turns_but_the_battles_own(kit: Kit, limit: int | None, turn: int, over: bool) -> None:
    r = kit.battle([unit("HI1", 1010)], [unit("HI2", 2010)], turn_limit=limit)
    r.state.turn = turn
    r.run(victory.withdrawal_phase)
    assert [(e.winner, e.rule) for e in r.happened(BattleEnded)] == [(None, kit.case(Case.GAME_LENGTH))] * over


@shared()
@pytest.mark.rule(
    "cataphract 12.11",
    "cataphract 3.0E",
    "alexander 10.41",
    "alexander 10.42",
    "alexander 3.0",
    "spqr 11.0",
    "spqr 11.1",
)
def test_points_of_units_and_leaders_count_at_the_end_of_the_turn_alone(kit: Kit) -> None:
    """Over its level in the middle of a turn an army fights on to the Withdrawal Phase."""
    theirs = [unit("MI9", 3010, "W", routed=True, tq=7), unit("MI8", 3012, "W")]
    chiefs = {"a_leaders": [leader("Anna", 1008)], "b_leaders": [leader("Bert", 3008, initiative=3)]}
    r = kit.battle([unit("HC1", 1010)], theirs, **chiefs)
    r.run(lambda g: rout.eliminate(g, r.unit("MI9"), "struck", kit.case(Case.ROUTED)))
    leaders.lose(r.g, r.leader("Bert"), "killed", kit.case(Case.LEADERS_IN_SHOCK))
    points = r.state.sides["b"].rout_points
    assert points == 7 + 5 * 3
    r.state.sides["b"].withdrawal_level = points
    r.orders("a", "Anna")
    r.state.last_leader = "Anna"
    assert isinstance(r.play(), Command), "the Orders Phase goes on"
    assert not r.happened(BattleEnded)


@shared()
@pytest.mark.rule("cataphract 12.11", "alexander 10.41", "spqr 11.1")
def test_routed_units_on_the_map_count_nothing(kit: Kit) -> None:
    r = kit.battle([unit("MI1", 1010)])
    r.run(lambda g: rout.rout(g, r.unit("MI1")), defaults=["rout-path"])
    assert r.unit("MI1").routed and r.state.sides["a"].rout_points == 0


@shared(Case.SEQUENCE)
@pytest.mark.rule("cataphract 3.0", "cataphract 3.0E", "alexander 3.0", "alexander 10.41", "spqr 3.0")
@pytest.mark.parametrize(("points", "next_"), [(49, True), (50, False)])
def test_the_next_turn_begins_unless_an_army_withdraws(kit: Kit, points: int, next_: bool) -> None:
    r = kit.battle([unit("HC1", 505)], [unit("HC9", 3030, "W")], a_leaders=[leader("Anna", 505)])
    r.state.phase, r.state.sides["b"].rout_points, r.state.sides["b"].withdrawal_level = "withdrawal", points, 50
    if next_:
        assert r.play().kind == "activation"
    else:
        r.run(r.sequence)
    assert [e.turn for e in r.happened(TurnBegan)] == [2] * next_
    assert bool(r.happened(BattleEnded)) is not next_


@shared(Case.SEQUENCE, Case.PHASE_END)
@pytest.mark.rule("cataphract 3.0", "cataphract 5.28", "alexander 3.0", "alexander 5.27", "spqr 3.0", "spqr 5.29")
def test_a_turn_runs_through_every_phase_in_order(kit: Kit) -> None:
    chiefs = {"a_leaders": [leader("Anna", 505, initiative=4)], "b_leaders": [leader("Bert", 3030, initiative=6)]}
    r = kit.battle([unit("HC1", 505)], [unit("HC9", 3030, "W")], **chiefs)
    r.play(answers=["Anna", orders.Done(), "no", "Bert", orders.Done(), "no"])
    shared_phases = ("select", "shock", "momentum", "rout", "withdrawal", "turn", "elite")
    seen = [e.phase for e in r.events if e.type == "phase-began" and e.phase in shared_phases]
    acts = ["shock", "momentum", "select"]
    assert seen == ["elite", "select", *acts, *acts, "rout", "withdrawal", "turn", "elite", "select"]
    assert [(d.kind, d.side) for d in r.decisions[:6]] == [
        *(("activation", "a"), ("orders", "a"), ("momentum", "a")),
        *(("activation", "b"), ("orders", "b"), ("momentum", "b")),
    ]
