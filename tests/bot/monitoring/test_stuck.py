"""An event loop that is stuck: it is told while it is, by what isn't stuck."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.monitoring import health, watchdog
from bot.monitoring.health import Health
from bot.monitoring.server import Address, serving
from bot.monitoring.watchdog import Watchdog
from bot.service import Service
from tests.waiting import HANG, LOOK, until

STUCK = 0.3


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "STUCK", STUCK)
    monkeypatch.setattr(health, "PATIENCE", HANG)


def ask(port: int, path: str) -> str:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=HANG) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as e:
        return e.read().decode()


def kept_busy(meanwhile: Callable[[], Any]) -> Any:
    """Keep the running loop from doing anything until this has been done beside it; gives what came of that."""
    found: list[Any] = []
    done = threading.Event()

    def do() -> None:
        try:
            found.append(meanwhile())
        finally:
            done.set()

    threading.Thread(target=do, daemon=True).start()
    assert done.wait(HANG)
    return found[0]


def stuck_lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [m for m in caplog.messages if m.startswith("the event loop hasn't answered")]


def over_lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [m for m in caplog.messages if m.startswith("the event loop goes on")]


def wait_beside(happens: Callable[[], object]) -> None:
    """The same as :func:`until`, in a thread."""
    end = time.monotonic() + HANG
    while not happens():
        assert time.monotonic() < end
        time.sleep(LOOK)


async def test_health_and_the_gauge_tell_of_a_stuck_loop_while_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'b.db'}")
    found = Health()
    found.watchdog = Watchdog(stuck=STUCK, pulse=0.05)
    found.runs(SimpleNamespace(service=service, is_ready=lambda: True))  # type: ignore[arg-type]
    async with serving(Address("127.0.0.1", 0), found) as port:
        with found.watching():
            assert json.loads(await asyncio.to_thread(ask, port, "/healthz")) == {"status": "running"}

            def meanwhile() -> tuple[Any, str]:
                wait_beside(lambda: stuck_lines(caplog))
                return json.loads(ask(port, "/healthz")), ask(port, "/metrics")

            told, figures = kept_busy(meanwhile)
            assert told["status"] == "ill" and re.fullmatch(r"the event loop is [\d.]+ s late", told["wrong"][0])
            lag = re.search(r"^hexarch_loop_lag_seconds ([\d.]+)$", figures, re.M)
            assert lag and float(lag[1]) > STUCK, "the present stall, not the last one that is over"
            await until(lambda: over_lines(caplog))
            await until(lambda: asyncio.to_thread(lambda: '"running"' in ask(port, "/healthz")))
    await service.close()


async def test_a_stall_is_logged_once_with_where_it_is_and_once_when_it_is_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with Watchdog(stuck=STUCK, pulse=0.02).watching():
        for times in (1, 2):

            def long_enough(times: int = times) -> None:
                wait_beside(lambda: len(stuck_lines(caplog)) == times)
                time.sleep(10 * 0.02)  # a watchdog that told it again would have by now

            kept_busy(long_enough)
            await until(lambda times=times: len(over_lines(caplog)) == times)
    assert len(stuck_lines(caplog)) == 2 == len(over_lines(caplog))
    assert all("in kept_busy" in line for line in stuck_lines(caplog)), "the loop's own stack"
    assert all(r.levelno == logging.ERROR for r in caplog.records if r.message.startswith("the event loop hasn't"))


async def test_a_loop_that_answers_is_never_late(caplog: pytest.LogCaptureFixture) -> None:
    beats: list[int] = []
    dog = Watchdog(stuck=HANG, pulse=0.01, beats=lambda: beats.append(1))
    with dog.watching():
        await until(lambda: len(beats) > 10)
        assert dog.late < HANG
    assert not stuck_lines(caplog) and dog.lag == 0.0


MOST_THREADS = 90


async def test_what_keeps_the_interpreter_to_itself_is_told_afterwards_with_where_it_was(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """No thread of Python's own can look then: a long regular expression is one operation."""
    if threading.active_count() > MOST_THREADS:
        pytest.skip("faulthandler writes down a hundred threads, and tests before this one have left as many")
    with Watchdog(stuck=STUCK, pulse=0.05).watching():
        await until(lambda: threading.active_count() > 1)
        n = 10
        # One that is hardly over the limit may have ended before its place was written down: the next is longer.
        while not any("test_stuck.py" in line for line in stuck_lines(caplog)):
            assert n < 40
            n += 1
            re.match(r"(a|a)+$", "a" * n + "b")
            await asyncio.sleep(0.1)
    assert over_lines(caplog)


def test_the_figure_is_above_what_a_busy_machine_takes_and_below_what_discord_gives_up_at() -> None:
    assert 3 < watchdog.STUCK < 10
