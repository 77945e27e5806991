"""``hexarch verify``, and the ten lines of docs/dice.md that do the same."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import scenarios
from bot.cli import main
from bot.cli.common import BAD_INPUT, NO, OK
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import play
from engine.systems.registry import system_for

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.fixture(scope="module")
def trail() -> dict[str, Any]:
    battle = scenarios.load("tricameron")
    source = SeededTrail(battle, 11)
    played = play(system_for(battle), 11, source, turns=2, each=source.follow)
    return json.loads(source.export(played.game))


def write(folder: Path, trail: Any) -> str:
    path = folder / "trail.json"
    path.write_text(json.dumps(trail))
    return str(path)


def test_a_true_trail(tmp_path: Path, trail: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", write(tmp_path, trail)]) == OK
    n = len(trail["entries"])
    assert capsys.readouterr().out == f"valid\n{n} rolls: {n} recomputed, 0 wait for their secret\n"


def test_a_false_die(tmp_path: Path, trail: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    false = json.loads(json.dumps(trail))
    false["entries"][3]["data"]["roll"]["dice"][0] = (false["entries"][3]["data"]["roll"]["dice"][0] + 1) % 10
    assert main(["verify", write(tmp_path, false), "--json"]) == NO
    report = json.loads(capsys.readouterr().out)
    assert not report["valid"]
    assert {p["entry"] for p in report["problems"]} == {3}


def test_a_missing_entry(tmp_path: Path, trail: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    short = {**trail, "entries": trail["entries"][:-1]}
    assert main(["verify", write(tmp_path, short)]) == NO
    assert "NOT VALID" in capsys.readouterr().out


def test_heads_seen_under_maps(tmp_path: Path, trail: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, trail)
    assert main(["verify", path, "--head", trail["entries"][2]["hash"][:8].upper()]) == OK
    assert main(["verify", path, "--head", "0123456789"]) == NO
    assert "no entry has the hash 0123456789" in capsys.readouterr().out
    assert main(["verify", path, "--head", "012"]) == BAD_INPUT


def test_no_trail_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x").write_text("hello")
    assert main(["verify", str(tmp_path / "x")]) == BAD_INPUT
    assert main(["verify", str(tmp_path / "none")]) == BAD_INPUT
    assert main(["verify", write(tmp_path, {"a": 1})]) == NO
    assert "this is no dice trail" in capsys.readouterr().out


def ten_lines(folder: Path, trail: Any) -> subprocess.CompletedProcess[str]:
    (code,) = re.findall(r"```python\n(.*?)```", (DOCS / "dice.md").read_text("utf-8"), re.DOTALL)
    script = folder / "check.py"
    script.write_text(code)
    return subprocess.run([sys.executable, script, write(folder, trail)], capture_output=True, text=True, check=False)


def test_the_ten_lines_of_the_documentation(tmp_path: Path, trail: dict[str, Any]) -> None:
    assert ten_lines(tmp_path, trail).stdout == "every die is right\n"
    false = json.loads(json.dumps(trail))
    false["entries"][0]["data"]["snowflake"] = "1"
    assert "roll 1 is wrong" in ten_lines(tmp_path, false).stderr
    false = json.loads(json.dumps(trail))
    false["secrets"]["1"] = "00" * 32
    assert "is not the promised one" in ten_lines(tmp_path, false).stderr
