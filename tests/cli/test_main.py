"""The program itself: help that teaches, exit codes that mean something."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bot.cli import COMMANDS, main
from bot.cli.common import BAD_INPUT, OUR_ERROR, USELESS


@pytest.mark.parametrize("name", COMMANDS)
def test_help_teaches(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([name, "--help"])
    assert stopped.value.code == 0
    said = capsys.readouterr().out
    assert "Example:\n" in said and f"hexarch {name}" in said
    assert "Exit codes: 0 done; 1 the answer is no; 2 bad input; 3 an error of ours." in said


def test_overview_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    assert all(f"\n    {name}" in said for name in COMMANDS)


@pytest.mark.parametrize("argv", [[], ["dance"], ["selfplay"], ["selfplay", "tricameron", "--games", "none"]])
def test_bad_command_lines(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(argv)
    assert stopped.value.code == BAD_INPUT


def test_unknown_battle(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "hastings"]) == BAD_INPUT
    said = capsys.readouterr().err
    assert "no such battle; there are: " in said and "cataphract/tricameron" in said


def test_run_without_a_token(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert main(["run"]) == USELESS
    said = capsys.readouterr().err
    assert "set the environment variable DISCORD_TOKEN" in said and "hexarch local" in said


def test_errors_of_ours(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> list[object]:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr("scenarios.listing", fail)
    assert main(["scenarios"]) == OUR_ERROR
    said = capsys.readouterr().err
    assert "a wheel came off" in said and "error of ours" in said


def test_starts_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "bot.cli", "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith("usage: hexarch")
