"""Tests against broken rules: which of them notice a change.

One run of pytest collects the tests once; every change is then tried in a process forked from it, with the tests that
pass through the changed line: those marked with a case first, quick ones before slow ones. Nothing is written to
the project's files.
"""

from __future__ import annotations

import ast
import multiprocessing.connection
import random
import re
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType

import pytest

from bot.cli.mutation.changes import Change, changes
from bot.cli.mutation.exchange import ChangedModule, exchange
from bot.cli.mutation.forks import Watch, forked
from bot.cli.mutation.passes import Passes, measured

PATIENCE = 20.0
"""Seconds a test may compute beyond :data:`SLOWER` times what it usually takes: rules that no longer end are noticed,
too. Only its own work counts, since a busy machine is no fault of the rules."""
SLOWER = 10

CASE = re.compile(r"\b(?:[A-Z]{1,2}-\d?[A-Z]*|\d+\.\d+[A-Z]?)(?:/\w+)?(?![\w.])")
"""How a case looks where it is named in the rules: 8.15, 4.3/fail, CO-3, T-PASS."""

BESIDE = 2
"""Lines before and after a change that are read for cases."""

OPTIONS = ("-p", "no:terminal", "-p", "no:cacheprovider", "-o", "addopts=--strict-markers", "-o", "timeout=0")
"""Pytest as it is needed here: in this process, silent, and writing nothing. Time is kept by :func:`_patience`."""

TIME_OUT = "ran out of time"
BROKEN_IMPORT = "could not be imported"


@dataclass(frozen=True)
class Mutant:
    """A change of one file."""

    path: Path
    change: Change
    source: bytes = field(repr=False)
    """The right text of the file, as it was when the change was found."""


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
    paths: Sequence[Path]
    jobs: int
    seconds: float | None
    kept: Path | None
    told: Callable[[Verdict], None]
    verdicts: list[Verdict] = field(default_factory=list)


def candidates(paths: Iterable[Path]) -> list[Mutant]:
    """Every change of these files."""
    sources = [(path, path.read_bytes()) for path in paths]
    return [Mutant(path, change, source) for path, source in sources for change in changes(source)]


def sample(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """So many of them, drawn by lot, in their order; none that leaves what the program means as it is."""
    drawn: list[int] = []
    for i in random.Random(seed).sample(range(len(mutants)), len(mutants)):
        if len(drawn) == count:
            break
        if _matters(mutants[i]):
            drawn.append(i)
    return [mutants[i] for i in sorted(drawn)]


def _matters(mutant: Mutant) -> bool:
    try:
        changed = ast.parse(mutant.change.apply(mutant.source))
    except SyntaxError:
        return False
    return ast.dump(changed) != ast.dump(ast.parse(mutant.source))


def tried(
    mutants: Sequence[Mutant],
    tests: Sequence[Path],
    jobs: int,
    told: Callable[[Verdict], None],
    *,
    paths: Sequence[Path],
    seconds: float | None = None,
    kept: Path | None = None,
) -> list[Verdict]:
    """Try every change with the tests in these folders or files, ``jobs`` at a time; ``told`` hears each verdict.

    ``paths`` are the files of the rules, ``seconds`` how long the tests asked about one change may take, and ``kept``
    is where :func:`measured` keeps what they pass through. Raises :class:`RuntimeError` when the tests don't pass as
    they are.
    """
    plan = _Plan(mutants, paths, jobs, seconds, kept, told)
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
        passed = measured(session.items, self.plan.paths, self.plan.jobs, self.plan.kept)
        if passed is None:
            raise pytest.UsageError("a test fails on the rules as they are")
        waiting = list(self.plan.mutants)[::-1]
        running: dict[Connection, tuple[BaseProcess, Mutant, int]] = {}
        while waiting or running:
            while waiting and len(running) < self.plan.jobs:
                mutant = waiting.pop()
                chosen = _chosen(mutant, passed, items, self.plan.seconds)
                process, pipe = forked(lambda m=mutant, c=chosen: _first_failure(m, c, passed.seconds))
                running[pipe] = (process, mutant, len(chosen))
            self._gather(running)
        return True

    def _gather(self, running: dict[Connection, tuple[BaseProcess, Mutant, int]]) -> None:
        """Take what is ready."""
        for pipe in multiprocessing.connection.wait(list(running)):
            assert isinstance(pipe, Connection)
            process, mutant, asked = running.pop(pipe)
            try:
                by, cases = pipe.recv()
                process.join()
            except EOFError:
                process.join()
                by, cases = TIME_OUT if process.exitcode == -signal.SIGPROF else "the interpreter ended", ()
            self._say(Verdict(mutant, by, cases, asked))

    def _say(self, verdict: Verdict) -> None:
        self.plan.verdicts.append(verdict)
        self.plan.told(verdict)


# -- in a process of its own ----------------------------------------------------------------------------------------


def _patience(seconds: float) -> None:
    """End this process once it has computed much longer from now on than these seconds."""
    signal.setitimer(signal.ITIMER_PROF, PATIENCE + SLOWER * seconds)


def _cases(item: pytest.Item) -> tuple[str, ...]:
    return tuple(str(case) for mark in item.iter_markers("rule") for case in mark.args)


def _chosen(mutant: Mutant, passed: Passes, items: dict[str, pytest.Item], seconds: float | None) -> list[pytest.Item]:
    """The tests worth asking: those that pass through the line, or through the file for what runs at its import.

    Where nothing but an import passes through the file, all of them are.

    Those marked with a case come first, quick ones before slow ones: a whole battle is asked when nobody else noticed.
    With ``seconds``, only as many as take no longer together: half of the time for tests marked with a case, those
    that are written beside the line before others, and what these leave for the rest; of either those first that pass
    through few lines.
    """
    lines = passed.lines.get(mutant.path, {})
    names = lines.get(mutant.change.line, set()) if mutant.change.function else set().union(*lines.values())
    if not mutant.change.function and not names:
        names = set(passed.seconds)
    chosen = [items[n] for n in names if n in items]
    chosen.sort(key=lambda item: (not _cases(item), passed.seconds[item.nodeid], item.nodeid))
    if seconds is None:
        return chosen
    near = _beside(mutant)
    chosen.sort(
        key=lambda item: (
            near.isdisjoint(case.split()[-1] for case in _cases(item)),
            passed.reach[item.nodeid],
            item.nodeid,
        )
    )
    cased = _within(seconds / 2, [item for item in chosen if _cases(item)], passed)
    left = seconds - sum(passed.seconds[item.nodeid] for item in cased)
    return cased + _within(left, [item for item in chosen if item not in cased], passed)


def _beside(mutant: Mutant) -> set[str]:
    """Cases that are named in the lines around a change, docstrings of what it lies in included."""
    lines = mutant.source.decode().splitlines()
    last = mutant.change.line + BESIDE
    first = mutant.change.line - 1 - BESIDE
    while mutant.change.function and first > 0 and not lines[first].lstrip().startswith(("def ", "async def ")):
        first -= 1
    return set(CASE.findall("\n".join(lines[max(0, first) : last])))


def _within(seconds: float, items: Sequence[pytest.Item], passed: Passes) -> list[pytest.Item]:
    """As many of these tests, in their order, as take no longer together."""
    found: list[pytest.Item] = []
    for item in items:
        if passed.seconds[item.nodeid] <= seconds:
            seconds -= passed.seconds[item.nodeid]
            found.append(item)
    return found


def _first_failure(
    mutant: Mutant, chosen: Sequence[pytest.Item], seconds: dict[str, float]
) -> tuple[str | None, tuple[str, ...]]:
    """Carry the change out, and run the tests until one fails. ``seconds`` is what every test takes."""
    source = mutant.change.apply(mutant.source)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    if not mutant.change.function or not exchange(mutant.path, source):
        _patience(sum(seconds.values()))
        return _imported_afresh(mutant, source, chosen, set(seconds))
    watch = Watch()
    for item in chosen:
        _patience(seconds[item.nodeid])
        if watch.run(item):
            return item.nodeid, _cases(item)
    return None, ()


def _imported_afresh(
    mutant: Mutant, source: bytes, chosen: Sequence[pytest.Item], known: set[str]
) -> tuple[str | None, tuple[str, ...]]:
    """The same for what is computed when a module is imported: by a pytest that imports everything anew.

    ``known`` are all tests there are on the rules as they are.
    """
    if not chosen:
        return None, ()
    root = chosen[0].config.rootpath
    module = ".".join(mutant.path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
    # What was imported so far goes, and with it every trace of the right module.
    for name in [n for n, m in sys.modules.items() if _is_ours(m, root)]:
        del sys.modules[name]
    ChangedModule(module, mutant.path, source).install()
    first = _First([item.nodeid for item in chosen], known)
    files = sorted({str(item.path) for item in chosen})
    status = pytest.main([*OPTIONS, "--exitfirst", *files], plugins=[first])
    if first.failed is not None:
        return first.failed, first.cases
    return (None if status == pytest.ExitCode.OK else BROKEN_IMPORT), ()


def _is_ours(module: ModuleType, root: Path) -> bool:
    """Whether a module is the project's, and no library's of an environment inside its folder."""
    file = getattr(module, "__file__", None)
    return file is not None and Path(file).is_relative_to(root) and not Path(file).is_relative_to(sys.prefix)


class _First:
    """Runs tests in an order, and remembers the first that failed."""

    def __init__(self, order: Sequence[str], known: set[str]) -> None:
        self.order = {name: place for place, name in enumerate(order)}
        self.known = known
        self.failed: str | None = None
        self.cases: tuple[str, ...] = ()
        self.item: pytest.Item | None = None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        # Tests with other parameters than before are asked as well: the change may have made them.
        asked = [i for i in items if i.nodeid in self.order or i.nodeid not in self.known]
        items[:] = sorted(asked, key=lambda i: self.order.get(i.nodeid, len(self.order)))

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self.item = item

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid
            self.cases = _cases(self.item) if self.item is not None else ()
