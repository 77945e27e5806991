"""Of what fails, a browser's tests alone are tried again: once, with everything made anew, and it is told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import once_more

BROWSER = """
import pytest

servers = []

@pytest.fixture(scope="module")
def server():
    servers.append("server")
    yield len(servers)

def test_first(server):
    assert server == 1

def test_that_fails_the_first_time(server):
    assert server == 2, "the first server is slow"

def test_that_goes_on(server):
    assert server == 2

def test_that_always_fails():
    raise ValueError("broken")
"""
OTHER = """
tries = []

def test_other():
    tries.append("once")
    assert len(tries) > 1
"""


@pytest.mark.parametrize("processes", [0, 1])
def test_a_test_that_fails_the_first_time(tmp_path: Path, processes: int) -> None:
    for folder, text in ((once_more.FOLDER, BROWSER), ("other", OTHER)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"test_in_{folder}.py").write_text(text)
    (tmp_path / "pytest.ini").write_text("[pytest]\ntimeout = 300\n")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", str(processes), "-p", once_more.__name__],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
    )
    assert "2 failed, 3 passed" in ran.stdout, ran.stdout
    name = f"{once_more.FOLDER}/test_in_{once_more.FOLDER}.py"
    lines = enumerate(BROWSER.splitlines(), 1)
    slow, broken = (n for n, line in lines if "is slow" in line or "raise" in line)
    assert [x for x in ran.stdout.splitlines() if x.startswith(once_more.AGAIN)] == [
        f"tried again: {name}::test_that_always_fails: failed again; "
        f"at first: test_in_{once_more.FOLDER}.py:{broken}: ValueError: broken",
        f"tried again: {name}::test_that_fails_the_first_time: then it passed; "
        f"at first: test_in_{once_more.FOLDER}.py:{slow}: AssertionError: the first server is slow",
    ]
