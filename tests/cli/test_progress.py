"""How far a command is, where somebody looks on."""

from __future__ import annotations

import io
import sys

import pytest

from bot.cli import progress as module
from bot.cli.progress import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_it_is_told_on_one_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "EACH", 0.0)
    monkeypatch.setattr(sys, "stderr", shown := Terminal())
    with progress("frame") as told:
        told(9, 10)
        told(10, 10)
        told(1, 5)
    assert shown.getvalue() == "\rframe 9 of 10\rframe 10 of 10\rframe 1 of 5  \r              \r"


def test_not_every_step_is_told_but_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "EACH", 3600.0)
    monkeypatch.setattr(sys, "stderr", shown := Terminal())
    monkeypatch.setattr(module.time, "monotonic", lambda: 7200.0)
    with progress("frame") as told:
        for n in range(1, 6):
            told(n, 5)
    assert "1 of" in shown.getvalue() and "5 of 5" in shown.getvalue() and "3 of" not in shown.getvalue()


def test_a_file_gets_none_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", shown := io.StringIO())
    with progress("frame") as told:
        told(1, 2)
    assert shown.getvalue() == ""
