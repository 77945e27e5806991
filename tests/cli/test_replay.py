"""``hexarch replay``: records are played by the rules, whoever has written them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import scenarios
from bot.cli import main
from bot.cli.common import BAD_INPUT, NO, OK


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("record") / "falkirk.txt"
    assert main(["selfplay", "falkirk", "--seed", "2", "--answers", "25", "--record", str(path)]) == OK
    return path.read_text("utf-8")


def replay(folder: Path, text: str, *more: str) -> int:
    path = folder / "record.txt"
    path.write_text(text, "utf-8")
    return main(["replay", str(path), *more])


def test_it_is_told(tmp_path: Path, record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(tmp_path, record) == OK
    lines = capsys.readouterr().out.splitlines()
    orders = [line for line in record.splitlines() if line[:1].isdigit()]
    assert [line for line in lines if line[:1].isdigit()] == orders and len(orders) == 25
    assert any(line.startswith("  ") for line in lines)
    assert lines[-1].startswith("valid: 25 orders and ")
    assert lines[-1].endswith("and the end is the position the record names. The battle is not over")
    assert replay(tmp_path, record, "--json") == OK
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told[-1] | {"rolls": 0, "text": ""} == {
        "type": "end", "valid": True, "orders": 25, "rolls": 0, "over": False, "winner": None, "text": ""
    }  # fmt: skip


def test_what_the_rules_don_t_allow(tmp_path: Path, record: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.splitlines()
    at, last = next((n, line) for n, line in enumerate(lines) if line.startswith("25. "))
    lines[at] = last.split(": ")[0] + ": Lincoln > 0101"
    assert replay(tmp_path, "\n".join(lines)) == NO
    assert "NOT VALID\nOrder 25 of the record can't be carried out: " in capsys.readouterr().out
    assert replay(tmp_path, record.replace('[State "', '[State "0')) == NO
    assert "ends in another position than it says" in capsys.readouterr().out


def test_a_record_of_an_older_release(tmp_path: Path, record: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its end was named by a hash that hung on the order of fields: it opens, and says what wasn't compared."""
    older = re.sub(r'\[State "sorted [0-9a-f]{64}"\]', f'[State "{"5f" * 32}"]', record)
    assert older != record and replay(tmp_path, older) == OK
    assert "its end is named in an old way that can't be compared" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "Line 1 of the record: this is no order, roll, comment or tag."),
        ("", "This is no record of a battle"),
        ("\0" * 9, "is no UTF-8 text"),
        ('[Format "hexarch-record/1"]\n[Scenario "x/y"]\n[Side "a"]\n', "There is no battle “x/y” here"),
        ('[Format "hexarch-record/1"]\n[Side "a"]\n%scenario {"system": "cataphract"}\n', "title: is missing"),
        ("x" * (3 << 20), "a record has at most 2048 KiB"),
    ],
)
def test_what_is_no_record(text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(tmp_path, text) == BAD_INPUT
    assert said in capsys.readouterr().err
    assert main(["replay", str(tmp_path / "none.txt")]) == BAD_INPUT


def test_a_battle_of_ones_own_comes_along(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine, record = tmp_path / "mine.json", tmp_path / "mine.txt"
    document = {**scenarios.document(scenarios.find("tricameron")), "id": "mine", "title": "Mine"}
    mine.write_text(json.dumps(document))
    assert main(["selfplay", str(mine), "--turns", "1", "--answers", "10", "--record", str(record)]) == OK
    assert "\n%scenario {" in record.read_text("utf-8")
    capsys.readouterr()
    assert main(["replay", str(record), "--quiet"]) == OK
    assert capsys.readouterr().out.count("\n") == 1
