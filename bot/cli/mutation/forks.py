"""Work in copies of this process, where tests may be run and rules broken without a trace left here."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import pytest


def forked(work: Callable[[], Any]) -> tuple[BaseProcess, Connection]:
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


def in_forks(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """The results of works done at the same time, each in a fork of its own; None for one that died."""
    started = [forked(work) for work in works]
    results = []
    for process, pipe in started:
        try:
            results.append(pipe.recv())
        except EOFError:
            results.append(None)
        process.join()
    return results


class Watch:
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
