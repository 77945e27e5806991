"""``hexarch tournament``: counts and intervals, repeatable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.cli import main
from bot.cli.measuring import contest, entrants
from bot.cli.measuring.contest import Result, Setting
from bot.cli.measuring.shares import wilson
from bot.cli.tournament import settings, summed
from engine.computer.levels import LEVEL
from engine.computer.player import Player, Thought


def test_sides_are_exchanged_in_pairs():
    found = list(settings("b", ("captain", "recruit"), 2, 5, 40, 100))
    assert [(s.seats, s.seed) for s in found] == [
        (("captain", "recruit"), 5),
        (("recruit", "captain"), 5),
        (("captain", "recruit"), 6),
        (("recruit", "captain"), 6),
    ]


def test_what_is_counted_is_the_level_and_not_the_side():
    won = [0, 1, 0, None]
    work = list(settings("b", ("captain", "recruit"), 2, 1, 40, 100))
    results = [Result(s, winner=w) for s, w in zip(work, won, strict=True)]
    s = summed(results, ("captain", "recruit"))
    assert (s["won"], s["drawn"], s["lost"], s["share"]) == (3, 1, 0, 0.875)
    assert s["first_side_won"] == 2 and s["by_side"] == [2, 1]


def test_pairs_tell_who_did_better_with_the_same_side():
    # One side wins whoever leads it, but by how much hangs on the level.
    work = list(settings("b", ("captain", "recruit"), 3, 1, 40, 100))
    worth = [20.0, 5.0, 7.0, 9.0, 3.0, 3.0]
    results = [Result(s, winner=0, worth=w) for s, w in zip(work, worth, strict=True)]
    found = summed(results, ("captain", "recruit"))
    assert (found["won"], found["lost"]) == (3, 3)
    assert (found["pairs"]["won"], found["pairs"]["even"], found["pairs"]["lost"]) == (1, 1, 1)


def test_with_the_clock_levels_are_held_to_their_cpu(monkeypatch: pytest.MonkeyPatch):
    strict = {**LEVEL, "captain": replace(LEVEL["captain"], cpu=-1.0)}
    monkeypatch.setattr(entrants, "KNOWN", strict)
    late: list[bool] = []
    think = Player.think

    def heard(player: Player, over: Callable[[], bool] = lambda: False) -> Thought:
        late.append(over())
        return think(player, over)

    monkeypatch.setattr(Player, "think", heard)
    free = Setting("spqr/lautulae", ("captain", "recruit"), 3, 40, 30, "samnite")
    held = contest.play(replace(free, clock=True))
    assert not held.trouble and held.answers == 30 == len(late)
    assert any(late) and held.thinking["captain"], "it answers without having thought"
    late.clear()
    assert contest.play(free).answers == 30 and not any(late)


def test_a_battle_that_failed_counts_for_nobody():
    work = list(settings("b", ("captain", "recruit"), 1, 1, 40, 100))
    s = summed([Result(work[0], winner=0), Result(work[1], trouble="answer 3")], ("captain", "recruit"))
    assert s["won"] == 1 and s["trouble"] == ["seed 1: answer 3"]


@pytest.mark.parametrize(("wins", "n", "low", "high"), [(0, 0, 0, 1), (10, 10, 0.722, 1), (5, 10, 0.237, 0.763)])
def test_wilsons_interval(wins: int, n: int, low: float, high: float):
    assert wilson(wins, n) == pytest.approx((low, high), abs=0.001)


def test_the_same_setting_gives_the_same_battle():
    setting = Setting("simple-gboh/samarkand", ("recruit", "recruit"), 3, 40, 40)
    one, other = contest.play(setting), contest.play(setting)
    assert (one.outcome, one.answers, one.winner) == (other.outcome, other.answers, other.winner)
    assert one.judged and one.answers == 40 and not one.trouble


def test_a_mirrored_battle_is_played_by_whoever_leads_either_army():
    work = list(settings("spqr/lautulae", ("recruit", "captain"), 1, 3, 40, 30, "samnite"))
    assert [s.mirrored for s in work] == ["samnite", "samnite"]
    played = contest.play(Setting("spqr/lautulae", ("recruit", "recruit"), 3, 40, 30, "samnite"))
    assert played.answers == 30 and "Samnites 1" in played.outcome and not played.trouble


def test_a_battle_that_cant_be_mirrored_is_bad_input(capsys: pytest.CaptureFixture[str]):
    assert main(["tournament", "renovatio", "--mirrored", "byzantine", "--pairs", "1"]) == 2
    assert "only a battle on a map of hexes can be mirrored" in capsys.readouterr().err
