"""``hexarch strength``: players on frozen positions, the same figures every time, within the time given."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from bot.cli import main
from bot.cli.measuring.duels import duel
from bot.cli.measuring.entrants import entrant
from bot.cli.measuring.evidence import Evidence, without
from bot.cli.measuring.frozen import EACH, drawn, frozen, positions
from bot.cli.measuring.regret import _lost, regret
from bot.cli.measuring.scripted import Scripted
from bot.cli.measuring.seeds import Use
from bot.cli.strength import _within
from engine.computer.planner import Thought
from engine.computer.simulation import OwnDice
from engine.kernel.game import Game
from engine.systems.registry import system_for
from scenarios import FORMATS

SMALL = "men-of-iron-2"


@pytest.mark.parametrize("use", ["measuring", "tuning"])
def test_there_are_positions_of_every_system_in_which_a_side_comes_to_command(use: Use):
    found = positions(use)
    assert Counter(p.system for p in found) == dict.fromkeys(FORMATS, EACH[use])
    assert len({p.name for p in found}) == len(found)
    assert {p.system for p in found[: len(FORMATS)]} == set(FORMATS), "any share has some of all"
    for p in found:
        battle, state = p.read()
        game = Game.start(system_for(battle), state, OwnDice("x"))
        assert [d.side for d in game.pending] == [p.side] and game.restartable


def test_nothing_is_tuned_with_what_is_measured_with():
    documents = [[json.dumps(p.document) for p in positions(use)] for use in ("measuring", "tuning")]
    assert not set(documents[0]) & set(documents[1])
    one, other = (duel(frozen(SMALL), "recruit", "holder", 1, use, 2) for use in ("measuring", "tuning"))
    assert one != other


def test_a_position_is_drawn_the_same_way_every_time():
    one, other = (next(drawn("men-of-iron", "tuning")) for _ in range(2))
    assert one == other and one.name == "men-of-iron-tuning-1"


def test_regret_is_the_same_whoever_is_named_first():
    one, other = entrant("captain:budget=60,samples=1"), entrant("recruit")
    found = regret(frozen(SMALL), one, other, "x", 4)
    assert found == regret(frozen(SMALL), one, other, "x", 4)
    turned = regret(frozen(SMALL), other, one, "x", 4)
    assert (turned.one, turned.other) == (found.other, found.one) and found.better == -turned.better


def test_regret_is_what_the_best_is_worth_more():
    good, bad = [3.0] * 20, [1.0] * 20
    assert (_lost([good, bad], bad), _lost([good, bad], good)) == (2.0, 0.0)
    # Each is the luckier one in a round of its own, which the other round doesn't bear out.
    early, late = [5.0] * 10 + [0.0] * 10, [0.0] * 10 + [5.0] * 10
    assert _lost([early, late], early) <= 0
    assert _lost([[4.0, 2.0], [1.0, 1.0]], [1.0, 1.0]) == 2.0, "of less than two rounds there are no halves"


def test_the_same_choice_is_no_better():
    found = regret(frozen(SMALL), entrant("recruit"), entrant("recruit"), "x", 2)
    assert found.one == found.other


def test_a_duel_has_the_sides_exchanged():
    found = duel(frozen(SMALL), "recruit", "holder", 3, "measuring", 3)
    turned = duel(frozen(SMALL), "holder", "recruit", 3, "measuring", 3)
    assert not found.trouble and found.better and (turned.better, turned.luck) == (-found.better, -found.luck)
    alike = duel(frozen(SMALL), "recruit", "recruit", 3, "measuring", 3)
    assert (alike.better, alike.luck) == (0.0, 0.0), "dice hang on units, not on who sits where"


def test_what_differences_show():
    mixed = [3.0, -2.0, 4.0, -1.0, 2.0, -3.0, 1.0, -4.0, 2.5, -2.5]
    assert Evidence.of(mixed).verdict == "nothing shown"
    assert Evidence.of([x + 6 for x in mixed]).verdict == "better"
    assert Evidence.of([x - 6 for x in mixed]).verdict == "worse"
    assert Evidence.of([1.0] * 7).verdict == "nothing shown", "too few"
    assert Evidence.of(mixed) == Evidence.of(mixed)
    assert Evidence.of([]).verdict == "nothing shown"


def test_luck_is_taken_out_as_far_as_it_explains_anything():
    luck = [2.0, -2.0, 1.0, -1.0]
    assert without([12.0, -8.0, 7.0, -3.0], luck) == pytest.approx([2.0] * 4)
    assert without([5.0, 5.0, -5.0, -5.0], luck) == pytest.approx([5.0, 5.0, -5.0, -5.0]), (
        "it has nothing to do with it"
    )
    assert without([1.0, 2.0], [0.0, 1.0]) == [1.0, 2.0], "too few to tell"


def test_it_stops_when_there_is_no_time_for_another_position():
    times = iter(range(0, 1000, 10))
    found = list(_within(positions("measuring"), 45, "x", lambda: float(next(times))))
    assert found == list(positions("measuring")[:3]), "a fourth would end at fifty"
    assert len(list(_within(positions("measuring")[:2], 0, "x", lambda: 0.0))) == 2
    times = iter(range(0, 1000, 10))
    assert len(list(_within(positions("measuring"), 1, "x", lambda: float(next(times))))) == 1, "the first in any case"


def test_it_says_of_both_levels_what_is_shown(capsys: pytest.CaptureFixture[str]):
    words = ["strength", "recruit", "rusher", "--systems", "men-of-iron", "justinian", "--positions", "2"]
    words += ["--samples", "2", "--activations", "2"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["between"] == ["recruit", "rusher"] and not found["trouble"]
    for level in ("level_1", "level_2"):
        assert found[level]["verdict"] == "nothing shown" and found[level]["positions"] == 2
        assert set(found[level]["by_system"]) == {"men-of-iron", "justinian"}
    assert main([*words, "--level", "2", "--tuning"]) == 0
    said = capsys.readouterr().out
    assert "seed 1 of tuning" in said and "level 1" not in said and "level 2, 2 activations" in said
    assert "nothing shown, by" in said and "95 % interval" in said and "bootstrap" in said


def test_what_a_player_fails_at_is_told_with_what_was_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def fails(player: Scripted, late: object = None) -> Thought:
        raise ValueError("it has lost its head")

    monkeypatch.setattr(Scripted, "think", fails)
    words = ["strength", "recruit", "holder", "--systems", "men-of-iron", "--positions", "2", "--json"]
    assert main([*words, "--samples", "2", "--activations", "2"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert len(found["trouble"]) == 4 and found["level_1"]["positions"] == found["level_2"]["positions"] == 0
    assert found["trouble"][0] == "level 1, men-of-iron-1: ValueError: it has lost its head"
    assert found["trouble"][2].startswith("level 2, men-of-iron-1: answer 1, orders of ")


@pytest.mark.parametrize("level", ["regret", "duel"])
def test_broken_off_it_tells_what_it_has_so_far(
    level: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    from bot.cli import strength

    real, calls = getattr(strength, level), list[object]()

    def stopped(*args: object) -> object:
        if calls:
            raise KeyboardInterrupt
        calls.append(args)
        return real(*args)

    monkeypatch.setattr(strength, level, stopped)
    words = ["strength", "recruit", "holder", "--systems", "men-of-iron", "--positions", "2"]
    assert main([*words, "--samples", "2", "--activations", "2"]) == 1
    said = capsys.readouterr().out
    assert "broken off" in said and "in 1 positions" in said
    assert ("level 2" in said) is (level == "duel")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["emperor"], "'emperor' is nobody: there are recruit, captain, general, last-captain, rusher, holder"),
        (["captain:courage=1"], "'courage' is no number of a level"),
        (["captain:samples=many"], "samples wants a number"),
        (["captain:samples=-1"], "from 0 up"),
        (["holder:samples=2"], "holder has no numbers"),
        (["captain", "--systems", "chess"], "chess: there are positions of cataphract"),
    ],
)
def test_what_cant_be_is_bad_input(words: list[str], said: str, capsys: pytest.CaptureFixture[str]):
    assert main(["strength", *words]) == 2
    assert said in capsys.readouterr().err
