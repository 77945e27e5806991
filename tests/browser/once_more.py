"""A browser's test that fails is tried once more, with everything it uses made anew, and named when the run ends.

A browser and the bot are two programs on a machine that does something else besides; no other test is tried again. A
plugin and no ``conftest.py``, since of several processes the one that tells how the run went reads none in here.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest
import pytest_timeout
from _pytest.runner import runtestprotocol

FOLDER = Path(__file__).parent.name
AGAIN = "tried again"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    if item.path.parent.name != FOLDER:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    failed = next((r for r in reports if r.failed), None)
    if failed is not None:
        _forget(item)
        item.user_properties.append((AGAIN, _why(failed)))
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _forget(item: pytest.Item) -> None:
    """Take down what the tests of its file share, a server and its page; and begin to count its time anew."""
    file: Any = item.getparent(pytest.Module)
    setups: Any = item.session._setupstate
    with contextlib.suppress(Exception):  # what has broken down may not end well, either
        setups.teardown_exact(file.parent)
    if item.config.pluginmanager.hasplugin("timeout"):
        hooks, settings = item.config.hook, pytest_timeout._get_item_settings(item)
        hooks.pytest_timeout_cancel_timer(item=item)
        if settings.timeout:
            hooks.pytest_timeout_set_timer(item=item, settings=settings)


def _why(report: pytest.TestReport) -> str:
    """Where a test failed, by its own lines, and what it says of it, in a line."""
    crash = getattr(report.longrepr, "reprcrash", None)
    told = str(crash.message if crash is not None else report.longrepr).strip().partition("\n")[0]
    return " ".join([*_places(report.longrepr), told])


def _places(told: Any) -> list[str]:
    """The lines of browser tests by which it came to what failed first."""
    causes = getattr(told, "chain", None) or [(told,)]
    entries = getattr(getattr(causes[0][0], "reprtraceback", causes[0][0]), "reprentries", [])
    places = [entry.reprfileloc for entry in entries if getattr(entry, "reprfileloc", None) is not None]
    return [f"{Path(p.path).name}:{p.lineno}:" for p in places if Path(p.path).parent.name == FOLDER]


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    told: dict[str, tuple[str, bool]] = {}
    for reports in terminalreporter.stats.values():
        for r in reports:
            # What comes from another process comes as JSON: pairs as lists.
            for key, why in getattr(r, "user_properties", ()):
                if key == AGAIN:
                    told[r.nodeid] = why, r.failed or told.get(r.nodeid, ("", False))[1]
    if told:
        terminalreporter.section(AGAIN)
    for test, (why, failed) in sorted(told.items()):
        then = "failed again" if failed else "then it passed"
        terminalreporter.write_line(f"{AGAIN}: {test}: {then}; at first: {why}")
