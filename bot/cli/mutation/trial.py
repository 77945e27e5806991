"""Tests against broken rules: which of them notice a change.

One run of pytest collects the tests once; every change is then tried in a process forked from it, with the tests that
pass through the changed line, those marked with a case first. Nothing is written to the project's files.
"""

from __future__ import annotations

import ast
import multiprocessing
import multiprocessing.connection
import os
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType
from typing import Any

import coverage
import pytest

from bot.cli.mutation.changes import Change, changes
from bot.cli.mutation.exchange import ChangedModule, exchange

PATIENCE = 120.0
"""Seconds a change may keep its tests busy. Rules that no longer end are noticed, too."""

OPTIONS = ("-p", "no:terminal", "-p", "no:cacheprovider", "-o", "addopts=--strict-markers", "-o", "timeout=0")
"""Pytest as it is needed here: in this process, silent, and writing nothing. Time is kept by :data:`PATIENCE`."""

TIME_OUT = "ran out of time"
BROKEN_IMPORT = "could not be imported"


@dataclass(frozen=True)
class Mutant:
    """A change of one file."""

    path: Path
    change: Change


@dataclass
class Verdict:
    """Who noticed a change."""

    mutant: Mutant
    by: str | None
    """The first test that failed, or why none could run; None where every test passed."""
    cases: tuple[str, ...] = ()
    """The cases that test is marked with: "men-of-iron 11.3"."""
    asked: int = 0
    """How many tests pass through the changed line."""


@dataclass
class _Plan:
    """What a run of pytest is to try, and what came of it."""

    mutants: Sequence[Mutant]
    jobs: int
    told: Callable[[Verdict], None]
    verdicts: list[Verdict] = field(default_factory=list)


def candidates(paths: Iterable[Path]) -> list[Mutant]:
    """Every change of these files that changes what the program means."""
    found = []
    for path in paths:
        source = path.read_bytes()
        meaning = ast.dump(ast.parse(source))
        for change in changes(source):
            try:
                changed = ast.dump(ast.parse(change.apply(source)))
            except SyntaxError:
                continue
            if changed != meaning:
                found.append(Mutant(path, change))
    return found


def sample(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """So many of them, drawn by lot, in their order."""
    if count >= len(mutants):
        return list(mutants)
    drawn = random.Random(seed).sample(range(len(mutants)), count)
    return [mutants[i] for i in sorted(drawn)]


def tried(
    mutants: Sequence[Mutant], tests: Sequence[Path], jobs: int, told: Callable[[Verdict], None]
) -> list[Verdict]:
    """Try every change with the tests in these folders or files, ``jobs`` at a time; ``told`` hears each verdict.

    Raises :class:`RuntimeError` when the tests don't pass as they are.
    """
    plan = _Plan(mutants, jobs, told)
    status = pytest.main([*OPTIONS, *map(str, tests)], plugins=[_Loop(plan)])
    if status != pytest.ExitCode.OK:
        raise RuntimeError("the tests don't pass as they are; nothing can be learnt from them")
    return plan.verdicts


class _Loop:
    """Takes the place of pytest's loop over its tests."""

    def __init__(self, plan: _Plan) -> None:
        self.plan = plan

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("tests can't be collected")
        items = {item.nodeid: item for item in session.items}
        through = _in_a_fork(lambda: _passed_through(session.items, {m.path for m in self.plan.mutants}))
        if through is None:
            raise pytest.UsageError("a test fails on the rules as they are")
        waiting = list(self.plan.mutants)[::-1]
        running: dict[Connection, tuple[BaseProcess, Mutant, float, int]] = {}
        while waiting or running:
            while waiting and len(running) < self.plan.jobs:
                mutant = waiting.pop()
                chosen = _chosen(mutant, through, items)
                process, pipe = _forked(lambda m=mutant, c=chosen: _first_failure(m, c))
                running[pipe] = (process, mutant, time.monotonic() + PATIENCE, len(chosen))
            self._gather(running)
        return True

    def _gather(self, running: dict[Connection, tuple[BaseProcess, Mutant, float, int]]) -> None:
        """Take what is ready, and end what takes too long."""
        for pipe in multiprocessing.connection.wait(list(running), timeout=1.0):
            assert isinstance(pipe, Connection)
            process, mutant, _, asked = running.pop(pipe)
            try:
                by, cases = pipe.recv()
            except EOFError:
                by, cases = "the interpreter ended", ()
            process.join()
            self._say(Verdict(mutant, by, cases, asked))
        for pipe, (process, mutant, until, asked) in list(running.items()):
            if time.monotonic() > until:
                process.kill()
                process.join()
                del running[pipe]
                self._say(Verdict(mutant, TIME_OUT, (), asked))

    def _say(self, verdict: Verdict) -> None:
        self.plan.verdicts.append(verdict)
        self.plan.told(verdict)


# -- in a process of its own ----------------------------------------------------------------------------------------


def _forked(work: Callable[[], Any]) -> tuple[BaseProcess, Connection]:
    """Start some work in a copy of this process; its result comes through the pipe."""
    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(duplex=False)

    def run() -> None:
        silence = os.open(os.devnull, os.O_RDWR)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        sending.send(work())

    process = context.Process(target=run)
    process.start()
    sending.close()
    return process, receiving


def _in_a_fork(work: Callable[[], Any]) -> Any:
    process, pipe = _forked(work)
    try:
        return pipe.recv()
    except EOFError:
        return None
    finally:
        process.join()


def _passed_through(items: Sequence[pytest.Item], paths: set[Path]) -> dict[Path, dict[int, set[str]]] | None:
    """The tests that pass through each line of each file; None when a test fails."""
    measured = coverage.Coverage(data_file=None, include=[str(p) for p in paths], config_file=False)
    measured.start()
    watch = _Watch()
    for item in items:
        measured.switch_context(item.nodeid)
        if watch.run(item):
            return None
    measured.stop()
    data = measured.get_data()
    return {p: {line: set(names) for line, names in data.contexts_by_lineno(str(p)).items()} for p in paths}


class _Watch:
    """Runs tests one by one and tells whether they failed."""

    def __init__(self) -> None:
        self.failed = False

    def run(self, item: pytest.Item) -> bool:
        if not item.config.pluginmanager.is_registered(self):
            item.config.pluginmanager.register(self)
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return self.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed


def _cases(item: pytest.Item) -> tuple[str, ...]:
    return tuple(str(case) for mark in item.iter_markers("rule") for case in mark.args)


def _chosen(
    mutant: Mutant, through: dict[Path, dict[int, set[str]]], items: dict[str, pytest.Item]
) -> list[pytest.Item]:
    """The tests worth asking: those that pass through the line, or through the file for what runs at its import."""
    lines = through[mutant.path]
    names = lines.get(mutant.change.line, set()) if mutant.change.function else set().union(*lines.values())
    return sorted((items[n] for n in names if n in items), key=lambda item: not _cases(item))


def _first_failure(mutant: Mutant, chosen: Sequence[pytest.Item]) -> tuple[str | None, tuple[str, ...]]:
    """Carry the change out, and run the tests until one fails."""
    source = mutant.change.apply(mutant.path.read_bytes())
    if not mutant.change.function:
        return _imported_afresh(mutant, source, chosen)
    if not exchange(mutant.path, source):
        return None, ()
    watch = _Watch()
    for item in chosen:
        if watch.run(item):
            return item.nodeid, _cases(item)
    return None, ()


def _imported_afresh(
    mutant: Mutant, source: bytes, chosen: Sequence[pytest.Item]
) -> tuple[str | None, tuple[str, ...]]:
    """The same for what is computed when a module is imported: by a pytest that imports everything anew."""
    if not chosen:
        return None, ()
    root = chosen[0].config.rootpath
    module = ".".join(mutant.path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
    # What was imported so far goes, and with it every trace of the right module.
    for name in [n for n, m in sys.modules.items() if _is_ours(m, root)]:
        del sys.modules[name]
    ChangedModule(module, mutant.path, source).install()
    first = _First()
    files = sorted({str(item.path) for item in chosen}, key=lambda f: mutant.path.stem not in f)
    status = pytest.main([*OPTIONS, "--exitfirst", *files], plugins=[first])
    if first.failed is not None:
        return first.failed, first.cases
    return (None if status == pytest.ExitCode.OK else BROKEN_IMPORT), ()


def _is_ours(module: ModuleType, root: Path) -> bool:
    """Whether a module is the project's, and no library's of an environment inside its folder."""
    file = getattr(module, "__file__", None)
    return file is not None and Path(file).is_relative_to(root) and not Path(file).is_relative_to(sys.prefix)


class _First:
    """Remembers the first test that failed."""

    def __init__(self) -> None:
        self.failed: str | None = None
        self.cases: tuple[str, ...] = ()
        self.item: pytest.Item | None = None

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self.item = item

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid
            self.cases = _cases(self.item) if self.item is not None else ()
