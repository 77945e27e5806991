"""``hexarch selfplay``: whole battles, the same for the same seed, with a record and a trail that can be checked."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import scenarios
from bot.cli import main
from bot.cli.adjudication import adjudicate
from bot.cli.common import BAD_INPUT, NO, OK
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import BROKEN, DRAWN, Played, orders_text, play
from engine.fairdice import verify
from engine.kernel.game import Game
from engine.kernel.text import Refusal, in_words
from engine.systems.registry import system_for

BATTLE = scenarios.load("tricameron")
SYSTEM = system_for(BATTLE)


def played(seed: int, turns: int = 40) -> tuple[Played, SeededTrail]:
    trail = SeededTrail(BATTLE, seed)
    return play(SYSTEM, seed, trail, turns=turns, header={"battle": BATTLE.key}, each=trail.follow), trail


@pytest.fixture(scope="module")
def whole_battle() -> tuple[Played, SeededTrail]:
    return played(2)


def test_same_seed_same_battle_byte_for_byte(whole_battle: tuple[Played, SeededTrail]) -> None:
    again, _ = played(2)
    assert again.game.head == whole_battle[0].game.head
    assert again.record == whole_battle[0].record
    assert played(3, turns=1)[0].game.head != played(4, turns=1)[0].game.head


def test_it_is_played_to_the_end(whole_battle: tuple[Played, SeededTrail]) -> None:
    battle, _ = whole_battle
    assert battle.game.over and not battle.capped
    assert battle.game.state.outcome is not None
    assert battle.answers == len(battle.record) == sum(e.kind == "answer" for e in battle.game.journal)


def test_a_turn_cap_draws() -> None:
    battle, _ = played(2, turns=1)
    assert battle.capped and battle.game.state.turn == 2
    assert battle.summary()["winner"] is None and battle.summary()["outcome"] == DRAWN


def test_the_trail_verifies(whole_battle: tuple[Played, SeededTrail]) -> None:
    battle, trail = whole_battle
    report = verify(trail.export(battle.game))
    assert (report.problems, report.pending) == ([], 0)
    assert report.verified == report.rolls == battle.summary()["rolls"] > 0


def test_the_orders_file_gives_the_same_battle(whole_battle: tuple[Played, SeededTrail]) -> None:
    battle, _ = whole_battle
    record = orders_text(BATTLE, battle)
    (dice,) = re.findall(r"^# dice: (.*)$", record, re.MULTILINE)
    told = list(adjudicate({"scenario": BATTLE.key}, record, [int(d) for d in dice.split(",")]))
    assert [t for t in told if t["type"] in ("refusal", "dice-due", "dice-left")] == []
    events = [in_words(e.data) for e in battle.game.journal if e.kind == "event"]
    assert [t["event"] for t in told if t["type"] == "event"] == events
    assert told[-2] == {"type": "outcome", "winner": battle.game.state.winner, "text": str(battle.game.state.outcome)}


def test_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {name: str(tmp_path / name) for name in ("trail", "orders", "record")}
    argv = ["selfplay", "tricameron", "--seed", "5", "--turns", "1"]
    assert main([*argv, *(x for name, path in files.items() for x in (f"--{name}", path))]) == OK
    assert "Tricameron, seed 5: " in capsys.readouterr().out
    trail, orders = files["trail"], Path(files["orders"]).read_text()
    assert orders.startswith("# Tricameron, self-play 5\n# battle: cataphract/tricameron\n# dice: ")
    assert Path(files["record"]).read_text().startswith('[Format "hexarch-record/1"]\n[Title "Tricameron"]\n')
    assert main(["replay", files["record"], "--quiet"]) == OK
    assert capsys.readouterr().out.startswith("valid: ")
    assert main(["verify", str(trail)]) == OK
    assert capsys.readouterr().out.startswith("valid\n")


def test_program_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "tricameron", "--seed", "5", "--games", "2", "--turns", "1", "--json"]) == OK
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert [g["seed"] for g in told["games"]] == [5, 6]
    assert told["capped"] == sum(g["capped"] for g in told["games"])
    assert told["answers"] == sum(g["answers"] for g in told["games"])


@pytest.mark.parametrize("check", [[], ["--check"]])
def test_a_broken_battle_is_nobodys_victory(
    check: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(type(SYSTEM), "invariants", lambda self, state, at_rest=True: ["the sky has fallen"])
    argv = ["selfplay", "tricameron", "--turns", "1", *check]
    assert main(argv) == NO
    said = capsys.readouterr().out
    assert f"Tricameron, seed 1: {BROKEN}" in said
    assert re.search(r"BROKEN seed 1, after answer \d+: the sky has fallen", said)
    assert main([*argv, "--json"]) == NO
    told = json.loads(capsys.readouterr().out)
    assert told["wins"] == {} and told["games"][0]["winner"] is None


@pytest.mark.parametrize("error", [KeyError("banana"), Refusal("There is no such hex.")])
def test_rules_that_fail_are_told(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a sentence, with the answer at which it happened."""
    answered = Game.answer

    def fail(self: Game[Any], *args: Any, **kwargs: Any) -> Any:
        if len(self.journal) > 40:
            raise error
        return answered(self, *args, **kwargs)

    monkeypatch.setattr(Game, "answer", fail)
    assert main(["selfplay", "tricameron"]) == NO
    said = capsys.readouterr()
    assert re.search(r"BROKEN seed 1, at answer \d+, [a-z-]+ of (byzantine|vandal): ", said.out)
    assert BROKEN in said.out and "Traceback" not in said.err


def test_one_trail_for_one_battle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "tricameron", "--games", "2", "--trail", str(tmp_path / "t")]) == BAD_INPUT
    assert "leave out --games" in capsys.readouterr().err


def test_keen_players_do_what_seems_sensible(capsys: pytest.CaptureFixture[str]) -> None:
    """They come to a decision in fewer answers than those who choose at random."""
    answers = []
    for keen in ("0", "4"):
        assert (
            main(["selfplay", "men-of-iron/falkirk", "--seed", "1", "--keen", keen, "--answers", "900", "--json"]) == OK
        )
        answers.append(json.loads(capsys.readouterr().out)["answers"])
    assert answers[1] < answers[0] == 900


@pytest.mark.parametrize("keen", ["much", "-1", "21"])
def test_keenness_has_bounds(keen: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["selfplay", "tricameron", f"--keen={keen}"])
    assert stopped.value.code == BAD_INPUT
    assert "is no number from 0 to 20" in capsys.readouterr().err
