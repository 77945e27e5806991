"""Whether tests open what isn't known to reach them: what is noted, and what is said of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.selection import check
from tests.selection.check import RECORDING, ROOT, sources

PROGRAM = """
import subprocess, sys
import wares
open("first.json").close()
subprocess.run([sys.executable, "-c", "open('second.json').close()"], env={"PYTHONPATH": "elsewhere"}, check=True)
"""
TEST = "tests/engine/test_luck.py"


def test_what_a_process_and_those_it_starts_open_is_noted(tmp_path: Path) -> None:
    for name in ("first.json", "second.json", "third.json", "wares.py"):
        (tmp_path / name).touch()
    record = tmp_path.parent / f"{tmp_path.name}.txt"
    environment = {**os.environ, "PYTHONPATH": str(RECORDING), "RECORDED": str(tmp_path), "RECORD": str(record)}
    subprocess.run([sys.executable, "-c", PROGRAM], cwd=tmp_path, env=environment, check=True)
    found = sources(record.read_text().splitlines(), str(tmp_path))
    assert found & {p.name for p in tmp_path.iterdir()} == {"first.json", "second.json", "wares.py"}


def test_modules_are_called_by_their_sources() -> None:
    cached = ROOT / ".pytest_cache" / "bytecode" / str(ROOT)[1:] / "bot" / "app.cpython-311.pyc"
    assert sources([str(cached), str(ROOT / "README.md")], str(ROOT)) == {"bot/app.py", "README.md"}


@pytest.mark.parametrize(("file", "known"), [("engine/fairdice/luck.py", True), ("engine/kernel/areas.py", False)])
def test_what_is_not_known_to_reach_a_test_is_told(
    file: str, known: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "files_of", lambda root: {file, TEST})
    monkeypatch.setattr(check, "opened", lambda test, record: f"{ROOT}/{file}\n{ROOT}/{TEST}\n{ROOT}/.venv/x.py\n")
    assert check.main([str(ROOT / TEST)]) == (0 if known else 1)
    said = capsys.readouterr().out.splitlines()
    assert said[:-1] == ([] if known else [f"{TEST} opens {file}"])
    assert said[-1] == f"{0 if known else 1} of 1 test files open what isn't known to reach them"


def test_a_test_that_fails_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fails(test: str, record: Path) -> str:
        raise RuntimeError("1 failed")

    monkeypatch.setattr(check, "opened", fails)
    assert check.main([str(ROOT / TEST)]) == 1
    assert capsys.readouterr().out.startswith(f"{TEST} fails:\n1 failed")
