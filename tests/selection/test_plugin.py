"""What ``--touched`` leaves out of a run, on a small project made for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = """
from tests.selection import plugin
from tests.selection.plugin import pytest_addoption, pytest_configure

plugin.selected = lambda root, since: plugin.Selection(frozenset({files}), f"what is new since {{since}}")
"""


def run(project: Path, files: set[str], *options: str) -> subprocess.CompletedProcess[str]:
    for test in ("tests/a/test_one.py", "tests/a/test_two.py", "tests/b/test_three.py"):
        (project / test).parent.mkdir(parents=True, exist_ok=True)
        (project / test).write_text("def test_it():\n    pass\n")
    (project / "conftest.py").write_text(CONFTEST.format(files=files or "()"))
    (project / "pytest.ini").touch()
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *options],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("workers", ["0", "2"])
def test_what_isn_t_reached_isn_t_collected(tmp_path: Path, workers: str) -> None:
    ran = run(tmp_path, {"tests/a/test_one.py"}, "-n", workers, "--touched=HEAD")
    assert ran.returncode == 0 and "1 passed" in ran.stdout, ran.stdout
    assert "touched: what is new since HEAD" in ran.stdout
    everything = run(tmp_path, {"tests/a/test_one.py"}, "-n", workers)
    assert "3 passed" in everything.stdout and "touched" not in everything.stdout, everything.stdout


def test_nothing_to_run_is_no_failure(tmp_path: Path) -> None:
    ran = run(tmp_path, set(), "-n", "0", "--touched")
    assert ran.returncode == 0 and "collected 0 items" in ran.stdout, ran.stdout
