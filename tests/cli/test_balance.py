"""``hexarch balance``: games counted, kept, and not played twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.cli import balance, main
from bot.cli.common import BAD_INPUT, OK
from scenarios import listing, load

TRICAMERON = load("cataphract/tricameron")


def game(seed: int, winner: str | None, **changed: object) -> dict[str, object]:
    told = {"battle": TRICAMERON.key, "document": balance.document(TRICAMERON), "keen": 4.0, "seed": seed}
    return told | {"winner": winner, "outcome": "", "turn": 3, "answers": 100 * seed, "broken": []} | changed


def test_a_line_of_the_table():
    line = balance.row(TRICAMERON, [game(1, "byzantine"), game(2, "byzantine"), game(3, "vandal"), game(5, None)])
    assert line == "| Tricameron | 4 | Byzantines 2 | Vandals 1 | 1 | 62 % (22 to 91) | 250 |"


def test_what_was_played_is_kept_and_goes_on_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    played: list[int] = []

    def quick(battle: object, seed: int, keen: float) -> dict[str, object]:
        played.append(seed)
        return game(seed, "vandal")

    monkeypatch.setattr(balance, "one", quick)
    results, page = tmp_path / "games.jsonl", tmp_path / "page.md"
    results.write_text(
        "".join(
            json.dumps(g) + "\n"
            for g in (game(1, "byzantine"), game(2, "vandal", document="of before"), game(3, "vandal", keen=1.0))
        )
    )
    asked = ["balance", "tricameron", "--games", "3", "--results", str(results), "--write", str(page)]
    assert main(asked) == OK and played == [2, 3], "a changed battle, and other players, are played anew"
    assert main(asked) == OK and played == [2, 3]
    assert "| Tricameron | 3 | Byzantines 1 | Vandals 2 | 0 |" in page.read_text()
    results.write_text("no game\n")
    assert main(asked) == BAD_INPUT and "line 1" in capsys.readouterr().err


def test_a_game_is_the_one_self_play_plays(capsys: pytest.CaptureFixture[str]):
    battle = load("simple-gboh/samarkand")
    found = balance.one(battle, 3, 20.0)
    assert main(["selfplay", battle.key, "--seed", "3", "--keen", "20", "--json"]) == OK
    [summary] = json.loads(capsys.readouterr().out)["games"]
    assert {k: found[k] for k in ("winner", "outcome", "answers")} == {
        k: summary[k] for k in ("winner", "outcome", "answers")
    }


def test_the_page_tells_of_every_battle():
    text = (Path(__file__).parents[2] / "docs" / "balance.md").read_text("utf-8")
    for info in listing():
        if info.system != "justinian":
            assert f"| {info.title} |" in text, info.key
