"""9.0 Army Withdrawal, and battles that end after so many Player Turns."""

from __future__ import annotations

import pytest

from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import leaders
from tests.each import for_each
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import leader, unit


def points_out(r: kit.Rig) -> bool:
    """Whether any army has reached its level."""
    return any(s.rout_points >= s.withdrawal_level for s in r.state.sides.values())


def ends(a: int, b: int, levels: tuple[int, int] = (60, 70)) -> tuple[str, str | None]:
    """Phase and winner after the withdrawal check, with so many Rout Points."""
    r = kit.battle([unit("HI1", 1010)], [unit("HI2", 3010)], a_leaders=[leader("Anna", 1010)], first_player="a")
    for side, points, level in zip(("a", "b"), (a, b), levels, strict=True):
        r.state.sides[side].rout_points, r.state.sides[side].withdrawal_level = points, level
    r.turn("a")
    r.state.phase, r.state.last_side = "withdrawal", "a"
    if points_out(r):
        r.run(r.sequence)
    else:
        r.play()
    return r.state.phase, r.state.winner


@pytest.mark.rule("simple-gboh 9.0", "simple-gboh 3.2")
def test_an_army_that_reaches_its_level_withdraws_and_loses():
    assert ends(59, 0) == ("activation", None)
    assert ends(60, 0) == ("over", "b")
    assert ends(0, 70) == ("over", "a")


@pytest.mark.rule("simple-gboh 9.0")
def test_of_two_that_withdraw_the_one_less_over_its_level_wins():
    assert ends(62, 71) == ("over", "b")
    assert ends(61, 72) == ("over", "a")
    assert ends(61, 71) == ("over", None)


@pytest.mark.rule("simple-gboh 9.0", "simple-gboh 2.21")
@for_each(
    ("code", "values", "points"),
    [
        ("HI1", {"tq": 6}, 6),
        ("HI1", {"tq": 6, "depletable": True, "depleted": True}, 6),
        ("PH1", {"tq": 7}, 14),
        ("SK1", {"tq": 5}, 2),
        ("X1", {"tq": 5, "type": "SK*"}, 2),
        ("EL1", {"tq": 6}, 2),
        ("CH1", {"tq": 5}, 2),
        ("ART1", {}, 4),
        ("HI1", {"tq": 6, "rp": 3}, 3),
    ],
)
def test_what_a_lost_unit_costs(code, values, points):
    r = kit.battle([unit(code, 1010, **values)], [unit("HI9", 3010)])
    assert rout.points(r.unit(code)) == points


@pytest.mark.rule("simple-gboh 9.0")
def test_a_lost_leader_costs_five_times_the_initiative():
    r = kit.battle(
        [unit("HI1", 1010)],
        [unit("HI2", 3010)],
        a_leaders=[leader("Anna", 1010, initiative=6), leader("Berta", 1010, "SC", initiative=6, rp=7)],
    )
    assert [leaders.rp(r.g, r.leader(x)) for x in ("Anna", "Berta")] == [30, 7]


@pytest.mark.rule("simple-gboh 3.0")
@pytest.mark.parametrize("winner", ["b", None])
def test_a_battle_may_end_after_so_many_player_turns_of_a_side(winner):
    r = kit.minimal(first_player="b", limit={"side": "b", "turns": 2, "winner": winner})
    assert r.play(answers=["pass", "no", "pass"]).kind == "seizure"
    r.run(r.sequence, answers=["no", "pass"])
    assert (r.state.phase, r.state.winner) == ("over", winner)
    assert "had their 2 Player Turns" in str(r.state.outcome)
