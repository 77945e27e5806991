"""``hexarch verify``, and the script of docs/dice.md that recomputes the dice without it."""

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


def own_script(folder: Path, trail: Any) -> subprocess.CompletedProcess[str]:
    (code,) = re.findall(r"```python\n(.*?)```", (DOCS / "dice.md").read_text("utf-8"), re.DOTALL)
    script = folder / "check.py"
    script.write_text(code)
    return subprocess.run([sys.executable, script, write(folder, trail)], capture_output=True, text=True, check=False)


def changed(trail: Any) -> dict[str, Any]:
    return json.loads(json.dumps(trail))


def test_the_script_of_the_documentation(tmp_path: Path, trail: dict[str, Any]) -> None:
    """It says what it has checked, and no more."""
    n = len(trail["entries"])
    first, second = own_script(tmp_path, trail).stdout.splitlines()
    assert first == f"{n} rolls recomputed and right, 0 of them not of ten-sided dice; 0 wait for their secret"
    assert second.startswith("not checked here: ")
    false = changed(trail)
    false["entries"][0]["data"]["snowflake"] = "1"
    assert "roll 1 is wrong" in own_script(tmp_path, false).stderr
    false = changed(trail)
    false["secrets"]["1"] = "00" * 32
    assert "is not the promised one" in own_script(tmp_path, false).stderr


def test_the_script_is_not_taken_in(tmp_path: Path, trail: dict[str, Any]) -> None:
    """Without a secret nothing is right; dice rewritten as sixes of a six-sided die are recomputed as such."""
    unsaid = {**changed(trail), "secrets": {}}
    n = len(trail["entries"])
    assert own_script(tmp_path, unsaid).stdout.startswith(
        f"0 rolls recomputed and right, 0 of them not of ten-sided dice; {n} wait for their secret\n"
    )
    sixes = changed(trail)
    for entry in sixes["entries"]:
        roll = entry["data"]["roll"]
        roll |= {"faces": 6, "dice": [6] * len(roll["dice"])}
    done = own_script(tmp_path, sixes)
    assert done.stdout == "" and "is wrong" in done.stderr


def test_the_verdict_is_what_was_checked(
    tmp_path: Path, trail: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    n = len(trail["entries"])
    unsaid = {**changed(trail), "secrets": {}}
    assert main(["verify", write(tmp_path, unsaid)]) == OK
    assert capsys.readouterr().out == (
        f"nothing wrong, but no die can be checked yet\n{n} rolls: 0 recomputed, {n} wait for their secret\n"
    )
    partly = {**changed(trail), "secrets": {"1": trail["secrets"]["1"]}}
    assert main(["verify", write(tmp_path, partly)]) == OK
    assert capsys.readouterr().out.startswith("nothing wrong, as far as it can be checked\n")
    assert main(["verify", write(tmp_path, partly), "--json"]) == OK
    report = json.loads(capsys.readouterr().out)
    assert (report["valid"], report["complete"]) == (True, False)


def test_how_long_the_verifiers_are() -> None:
    """The documentation says so."""
    said = (DOCS / "dice.md").read_text("utf-8")
    for name, lines in (("engine/fairdice/verify.py", 160), ("tests/independent_verifier.py", 80)):
        assert abs(len((DOCS.parent / name).read_text("utf-8").splitlines()) - lines) <= 5
        assert f"`{name}`" in said and f"{lines} lines" in said
