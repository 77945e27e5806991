"""The option ``--touched``, and what it leaves out of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

HELP = """run only the tests that changes since REV can reach, those not committed included; without REV since this
branch left the main one"""


@dataclass
class Selection:
    """The test files that a change reaches."""

    files: frozenset[str]
    told: str
    """How many, and which files of the change reach most."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--touched", nargs="?", const="", metavar="REV", help=HELP)


def pytest_configure(config: pytest.Config) -> None:
    since = config.getoption("touched")
    if since is None:
        return
    sent = getattr(config, "workerinput", None)
    # A worker is told by the process that started it.
    found = Selection(frozenset(sent["touched"]), "") if sent is not None else selected(config.rootpath, since)
    config.pluginmanager.register(Touched(config.rootpath, found), "touched")


class Touched:
    """Collects what a change reaches, and nothing else."""

    def __init__(self, root: Path, selection: Selection) -> None:
        self.root = root
        self.selection = selection
        self.folders = {(root / f).parent for f in selection.files}
        self.folders |= {above for folder in self.folders for above in folder.parents}

    def pytest_report_header(self) -> str:
        return f"touched: {self.selection.told}"

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Whatever isn't among the files that were found; nothing is said of what isn't a test."""
        if not collection_path.is_relative_to(self.root / "tests"):
            return None
        if collection_path.is_dir():
            return collection_path not in self.folders or None
        test = collection_path.suffix == ".py" and collection_path.name.startswith("test_")
        return (test and collection_path.relative_to(self.root).as_posix() not in self.selection.files) or None

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput["touched"] = sorted(self.selection.files)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        # That there was nothing to run is no failure.
        if not self.selection.files and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK


def selected(root: Path, since: str) -> Selection:
    """What has changed since a commit reaches these test files. Raises :class:`pytest.UsageError`."""
    # Who runs all tests needs none of it.
    from tests.selection.changes import NoChanges, changed
    from tests.selection.edges import TABLE
    from tests.selection.graph import Graph, imports

    try:
        files, base = changed(root, since)
    except NoChanges as e:
        hint = "; paths stand before --touched, or after --touched=REV" if since and (root / since).exists() else ""
        raise pytest.UsageError(f"--touched: {e}{hint}") from e
    graph = Graph(root, imports(TABLE.packages), TABLE)
    reached = {f: graph.reached(f) for f in files}
    found = frozenset[str]().union(*reached.values())
    return Selection(found, told(found, graph.tests, {f: len(tests) for f, tests in reached.items()}, base))


def told(found: Iterable[str], tests: Iterable[str], counts: dict[str, int], base: str) -> str:
    """One line for the head of a run.

    >>> told(["a"], ["a", "b"], {"x.py": 1, "y.py": 0}, "HEAD")
    '1 of 2 test files, by 2 changed since HEAD: x.py reaches 1'
    """
    most = [f"{f} reaches {n}" for f, n in Counter(counts).most_common(3) if n]
    head = f"{len(list(found))} of {len(list(tests))} test files, by {len(counts)} changed since {base}"
    return head + (f": {', '.join(most)}" if most else "")
