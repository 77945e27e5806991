"""``hexarch scenarios``."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

import scenarios
from bot.cli import main
from bot.cli.common import NO, OK


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios"]) == OK
    assert "cataphract/tricameron" in capsys.readouterr().out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "--json"]) == OK
    listed = {x["id"]: x for x in json.loads(capsys.readouterr().out)["scenarios"]}
    tricameron = listed["cataphract/tricameron"]
    assert (tricameron["system"], tricameron["title"]) == ("cataphract", "Tricameron")
    assert all(scenarios.load(i).title == x["title"] for i, x in listed.items())


def test_what_is_passed_over_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files that shadow, lie elsewhere, are named otherwise or are faulty, and folders that aren't there."""
    document = scenarios.document(scenarios.find("tricameron"))
    for name, given in {
        "cataphract/tricameron.json": {**document, "title": "Mine"},
        "cataphract/rematch.json": {**document, "id": "rematch"},
        "cataphract/renamed.json": document,
        "cataphract/faulty.json": {**document, "id": "faulty", "turn_limit": 0},
        "men-of-iron/foreign.json": {**document, "id": "foreign"},
        "cataphrakt/lost.json": document,
        "loose.json": document,
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(json.dumps(given))
    monkeypatch.setenv("HEXARCH_SCENARIOS", f"{tmp_path}:{tmp_path / 'nowhere'}")
    monkeypatch.setattr(logging.getLogger(), "handlers", [])  # as on a command line, where nobody keeps a log
    assert main(["scenarios"]) == OK
    said = capsys.readouterr()
    assert "cataphract/rematch" in said.out and "Mine" not in said.out
    told = {line.split()[1].removeprefix(f"{tmp_path}/"): line for line in said.err.splitlines()}
    assert len(told) == len(said.err.splitlines()), "each once"
    assert set(told) == {
        "cataphract/tricameron.json",
        "cataphract/renamed.json",
        "cataphract/faulty.json",
        "men-of-iron/foreign.json",
        "cataphrakt/lost.json",
        "loose.json",
        "nowhere",
    }
    assert "has the id of a battle that comes with Hexarch" in told["cataphract/tricameron.json"]
    assert "differs from the name of the file" in told["cataphract/renamed.json"]
    assert "turn_limit: must be 1 to 999" in told["cataphract/faulty.json"]
    assert "differs from the folder the file lies in" in told["men-of-iron/foreign.json"]
    assert "lies where no battles are looked for" in told["cataphrakt/lost.json"]
    assert "lies where no battles are looked for" in told["loose.json"]
    assert main(["scenarios", "--json"]) == OK
    assert len(json.loads(capsys.readouterr().out)["passed_over"]) == 7


def test_check_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = scenarios.find("tricameron"), tmp_path / "bad.json"
    bad.write_text('{"system": "cataphract"}')
    assert main(["scenarios", str(good)]) == OK
    assert main(["scenarios", str(good), str(bad)]) == NO
    said = capsys.readouterr().out
    assert f"{good}: fine (cataphract/tricameron)" in said
    assert "  title: is missing" in said
    assert main(["scenarios", "--json", str(bad)]) == NO
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert not file["ok"] and "title: is missing" in file["problems"]
