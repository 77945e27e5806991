"""``hexarch tournament``: counts and intervals, repeatable."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.cli import main, tournament
from bot.cli.measuring import contest, entrants
from bot.cli.measuring.contest import Result, Setting
from bot.cli.measuring.keyed_dice import KeyedDice
from bot.cli.measuring.scripted import _far
from bot.cli.measuring.shares import Sprt, wilson
from bot.cli.tournament import settings, summed
from engine.computer.levels import LEVEL
from engine.computer.player import Player, Thought
from engine.kernel.decisions import Decision
from engine.kernel.dice import RollRequest
from engine.kernel.game import Game


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


def rolled(unit: str | None, purpose: str = "missile", side: str = "a") -> RollRequest:
    return RollRequest(purpose=purpose, side=side, text="", rule="", unit=unit)


def test_dice_of_a_battle_hang_on_unit_and_purpose_in_the_turn():
    one, other = KeyedDice("x"), KeyedDice("x")
    units = [f"U{n}" for n in range(20)]
    first = [one.throw(rolled(u), 1)[1] for u in units]
    other.throw(rolled("U0", "shock"), 1)  # Only the second battle has this one.
    assert [other.throw(rolled(u), 1)[1] for u in reversed(units)] == first[::-1]
    again = [one.throw(rolled(u), 1)[1] for u in units]
    assert again != first, "the second roll of a unit is another"
    # Next turn they meet again, though one unit has rolled once more than in the other battle.
    assert [one.throw(rolled(u), 2)[1] for u in units] == [other.throw(rolled(u), 2)[1] for u in units] != first
    assert [one.throw(rolled(None, side=s), 1)[0] for s in "ab"] == [61, 62], "rolls are numbered"


def test_both_battles_of_a_pair_roll_alike():
    # The seats differ, and so what is ordered; each roll of the first turn that both make comes up the same.
    def dice(seats: tuple[str, str]) -> dict[tuple[str, str, str | None], tuple[int, ...]]:
        found: dict[tuple[str, str, str | None], tuple[int, ...]] = {}

        def watch(game: Game[Any], decision: Decision) -> None:
            for entry in game.journal:
                if entry.kind == "roll" and entry.data["segment"] == 1:
                    d = entry.data
                    found.setdefault((d["purpose"], d["side"], d.get("unit")), tuple(d["dice"]))

        contest.play(Setting("spqr/lautulae", seats, 3, 40, 60, "samnite"), watch)
        return found

    one, other = dice(("recruit", "holder")), dice(("holder", "recruit"))
    both = one.keys() & other.keys()
    assert len(both) >= 3 and one.keys() != other.keys()
    assert {k: one[k] for k in both} == {k: other[k] for k in both}


@pytest.mark.parametrize(("level", "said"), [(0, "better"), (1, "worse")])
def test_it_stops_once_the_test_has_decided(level: int, said: str, monkeypatch: pytest.MonkeyPatch):
    asked: list[Setting] = []

    class Pool:
        def __init__(self, *given: Any, **named: Any) -> None: ...
        def __enter__(self) -> Pool:
            return self

        def __exit__(self, *raised: object) -> None: ...
        def imap(self, play: Any, work: list[Setting], chunksize: int) -> Iterator[Result]:
            for n, s in enumerate(work):
                asked.append(s)
                yield Result(s, winner=n % 2 if level == 0 else 1 - n % 2)

    monkeypatch.setattr(tournament.multiprocessing, "get_context", lambda how: SimpleNamespace(Pool=Pool))
    work = list(settings("b", ("captain", "recruit"), 100, 1, 40, 100))
    test = Sprt(0.75, 0.88)
    found = tournament._played(work, 1, test, quiet=True)
    # Winning everything it takes 19 battles, losing everything 5; pairs are played to their end.
    assert len(found) == len(asked) == (20 if level == 0 else 6)
    summary = summed(found, ("captain", "recruit"), test)
    assert summary["sprt"]["verdict"] == said and summary["sprt"]["bound"] == 2.94
    assert len(tournament._played(work, 1, None, quiet=True)) == 200


def test_the_test_goes_on_while_nothing_is_shown():
    test = Sprt(0.75, 0.88)
    assert test.verdict(0, 0) is None and test.verdict(16, 20) is None
    assert test.ratio(1, 2) == pytest.approx(test.ratio(1, 1) + test.ratio(0, 1)) == 2 * test.ratio(0.5, 1)
    # As many battles as Wald's approximation has it, where nine of ten are won.
    assert test.bound / (test.ratio(9, 10) / 10) == pytest.approx(42, abs=1)


@pytest.mark.parametrize("who", ["rusher", "holder"])
@pytest.mark.parametrize("battle", ["spqr/lautulae", "men-of-iron/boroughbridge", "justinian/renovatio"])
def test_scripts_play_any_system(who: str, battle: str):
    setting = Setting(battle, (who, "recruit"), 3, 40, 12)
    found = contest.play(setting)
    assert not found.trouble and found.answers == 12
    assert contest.play(setting).worth == found.worth


def test_a_rusher_goes_to_the_enemy_and_a_holder_stays():
    def apart(who: str) -> tuple[float, float]:
        """How far from one another the armies are, at first and in the end."""
        seen: list[float] = []

        def watch(game: Game[Any], decision: Decision) -> None:
            table = game.view(tuple(s.id for s in game.view().sides))
            seen.append(_far(table, 0))

        contest.play(Setting("spqr/lautulae", (who, "holder"), 3, 40, 40, "samnite"), watch)
        return seen[0], seen[-1]

    begin, held = apart("holder")
    assert held == begin
    assert apart("rusher")[1] < begin - 1


def test_everybody_of_the_pool_is_played(capsys: pytest.CaptureFixture[str]):
    words = ["tournament", "boroughbridge", "--between", "rusher", "pool", "--pairs", "1", "--answers", "4"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [s["between"][1] for s in found] == ["recruit", "last-captain", "holder"]
    assert all(s["battles"] == 2 and s["sprt"]["verdict"] is None for s in found)
    words[3:5] = ["holder", "recruit"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "nothing shown yet between 75 and 88 %" in said and "limits -2.94 and +2.94" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--sprt", "88", "75"], "--sprt 88 75: the share that is wanted is the second"),
        (["--between", "captain", "nobody"], "'nobody' is nobody"),
    ],
)
def test_what_cant_be_is_bad_input(words: list[str], said: str, capsys: pytest.CaptureFixture[str]):
    assert main(["tournament", "samarkand", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_battle_that_cant_be_mirrored_is_bad_input(capsys: pytest.CaptureFixture[str]):
    assert main(["tournament", "renovatio", "--mirrored", "byzantine", "--pairs", "1"]) == 2
    assert "only a battle on a map of hexes can be mirrored" in capsys.readouterr().err
