"""``hexarch scenarios``."""

from __future__ import annotations

import json
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
