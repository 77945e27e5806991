"""What every test shares: the marker that ties a test to the cases of a rulebook."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import sys
from pathlib import Path

import pytest

from tests import memory

pytest_plugins = ["tests.browser.once_more", "tests.selection.plugin"]

ROOT = Path(__file__).parent.parent

if sys.dont_write_bytecode:
    # Programs that tests start would compile everything anew, seconds each time. Libraries stay as they are.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(ROOT / ".pytest_cache" / "bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


memory.one_arena()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        'rule(*cases): the cases a test exercises, each as "system case": @pytest.mark.rule("cataphract 8.15")',
    )
    config.addinivalue_line(
        "markers", "threads: SQLite works in threads of its own, as in the bot (tests/bot/sqlite_here.py)"
    )
    config.addinivalue_line("markers", "drawn: the maps of an end-to-end test are drawn, since it looks at them")
    config.addinivalue_line(
        "markers",
        "errors_expected(*patterns): lines of the log that an end-to-end test provokes; any other error fails it",
    )


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are processors: tests wait for browsers, databases and processes a fifth of the time."""
    return (os.cpu_count() or 1) + 1


def pytest_sessionstart(session: pytest.Session) -> None:
    """In a fresh checkout each worker but the first begins elsewhere in the tests: at their end, or in their middle.

    Rewriting the assertions of all takes half a minute; each finds what another has rewritten.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    if worker == 0 or session.config.getoption("touched") is not None:
        return  # what a change touches is soon collected
    given = [Path(argument.partition("::")[0]) for argument in session.config.args]
    files = sorted({f.resolve() for g in given for f in ([g] if g.is_file() else g.rglob("test_*.py"))})
    half = len(files) // 2
    for file in reversed(files) if worker % 2 else files[half:] + files[:half]:
        if file.is_relative_to(ROOT):
            # What can't be imported is told when it is collected.
            with contextlib.suppress(Exception, pytest.skip.Exception):
                importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems() -> None:
    """Hypothesis would read every file of the program for numbers and words to try, in every worker: five seconds.

    What is drawn would also hang on which files another test has imported by then.
    """
    from hypothesis.internal.conjecture import providers

    if callable(getattr(providers, "_get_local_constants", None)):
        providers._get_local_constants = lambda: providers._local_constants


def pytest_collection_finish() -> None:
    """Ten thousand collected tests needn't be looked through for garbage again and again: a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """After each file of tests, once its own fixtures have gone."""
    if nextitem is None or nextitem.path != item.path:
        memory.tidy()
