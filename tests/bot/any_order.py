"""Machines that do anything in any order to a world, and look after each act whether what must hold does."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from tests.bot.e2e.strays import listening

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"
SORRY = "went wrong"
"""Part of what is said of an error of ours."""

T = TypeVar("T")
W = TypeVar("W")


class Machine(RuleBasedStateMachine, Generic[W]):
    """A world made anew for each sequence, driven from rules that aren't coroutines."""

    world: ClassVar[Callable[[Path], AbstractAsyncContextManager[Any]]]
    """Makes it, in a folder of its own."""
    sequences = 0
    """Sequences tried so far."""

    def __init__(self) -> None:
        super().__init__()
        type(self).sequences += 1
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.opened = type(self).world(Path(self.folder.name))
        self.strays = listening()
        self.found = self.strays.__enter__()
        self.w: W = self._run(self.opened.__aenter__())

    def teardown(self) -> None:
        try:
            self._run(self.opened.__aexit__(None, None, None))
        finally:
            self.strays.__exit__(None, None, None)
            self.runner.close()
            self.folder.cleanup()

    def _run(self, act: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(act)

    def _do(self, act: Coroutine[Any, Any, Any], *, unasked: bool = False) -> None:
        """``unasked``: no person does it."""
        self._run(self._then_checked(act, unasked=unasked))

    async def _then_checked(self, act: Coroutine[Any, Any, Any], *, unasked: bool = False) -> None:
        """Do it, and look whether all that must hold does."""
        raise NotImplementedError


def tried(machine: type[Machine[Any]], sequences: int, steps: int, least: int) -> None:
    """So many sequences of at most so many acts, mostly ``least`` of them; with HEXARCH_HEAVY others each time."""
    chosen = settings(
        max_examples=sequences,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        derandomize=not HEAVY,
        # What was done stands in the failure; making it shorter would take an hour.
        phases=[Phase.generate],
        report_multiple_bugs=False,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    run_state_machine_as_test(machine, settings=chosen, _min_steps=least)
    print(f"{machine.sequences} sequences")
