"""``python -m tests.selection.check [PATH...]``: whether ``--touched`` knows of every file that tests open.

Each test file is run in a process of its own, so that nothing is there already that another has imported. What it
opens, in that process and in those it starts, must be known to reach it; modules are opened as they are imported. It
takes as long as the tests do, and two seconds more for each file of them.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest

from tests.selection.changes import files_of
from tests.selection.edges import TABLE
from tests.selection.graph import Graph, imports

ROOT = Path(__file__).parents[2]
RECORDING = Path(__file__).parent / "recording"
TOLD = 10
"""Files that are told of one test."""


def opened(test: str, record: Path) -> str:
    """What running a test file opens below the project's folder, one path a line. Raises RuntimeError if it fails."""
    paths = os.pathsep.join(x for x in (str(RECORDING), os.environ.get("PYTHONPATH")) if x)
    environment = {**os.environ, "PYTHONPATH": paths, "RECORDED": str(ROOT), "RECORD": str(record)}
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-o", "addopts=", "-p", "no:cacheprovider", test]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuntimeError(done.stdout[-4000:])
    return record.read_text("utf-8")


def sources(paths: Iterable[str], root: str) -> set[str]:
    """The files of a project by what was opened of it: of compiled modules their sources, wherever they are kept.

    >>> sorted(sources(["/a/x.json", "/a/b/__pycache__/c.cpython-311.pyc", "/a/.cache/a/b/d.cpython-311.pyc"], "/a"))
    ['b/c.py', 'b/d.py', 'x.json']
    """
    found: set[str] = set()
    for path in paths:
        folder, _, name = path.rpartition(f"{root}/")[2].rpartition("/")
        if name.endswith(".pyc"):
            folder, name = folder.removesuffix("__pycache__").rstrip("/"), f"{name.partition('.')[0]}.py"
        found.add(f"{folder}/{name}".lstrip("/"))
    return found


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.selection.check", description=(__doc__ or "").partition("\n")[2]
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help="test files and folders, by default all")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many at once (as many as processors)"
    )
    args = parser.parse_args(argv)
    graph = Graph(ROOT, imports(TABLE.packages), TABLE)
    wanted = [os.path.relpath(p, ROOT) for p in args.paths] or ["tests"]
    tests = sorted(t for t in graph.tests if any(t == w or t.startswith(f"{w}/") for w in wanted))
    known, reached = files_of(ROOT), cache(graph.reached)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(args.jobs) as pool:
        records = {t: pool.submit(opened, t, Path(folder) / str(n)) for n, t in enumerate(tests)}
        for test, record in records.items():
            try:
                found = sources(record.result().splitlines(), str(ROOT)) & known
            except RuntimeError as e:
                print(f"{test} fails:\n{e}")
                wrong += 1
                continue
            missing = sorted(f for f in found if test not in reached(f))
            wrong += bool(missing)
            for file in missing[:TOLD]:
                print(f"{test} opens {file}")
            if len(missing) > TOLD:
                print(f"{test} opens {len(missing) - TOLD} more")
    print(f"{wrong} of {len(tests)} test files open what isn't known to reach them")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
