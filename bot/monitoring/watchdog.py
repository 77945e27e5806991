"""A thread that notices when the event loop has stopped answering, and says so: the loop itself can't.

It needs the interpreter now and then. Where one operation keeps that to itself (a regular expression, a number with a
million digits), faulthandler, which needs none, writes down where everybody was, and the thread tells it afterwards.
"""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import logging
import sys
import tempfile
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO

from bot import metrics

log = logging.getLogger("hexarch")

STUCK = 5.0
"""Seconds without an answer after which the event loop is stuck. After three Discord takes an interaction for
unanswered, and calls the connection into question after some ten."""
PULSE = 1.0
"""Seconds between two beats of the loop, and between two looks at it."""
MOST_STACK = 20_000
"""Characters of a stack that are logged, the innermost calls."""


class Watchdog:
    """Knows how late an event loop is now, and logs once that it is stuck, and once that it goes on."""

    def __init__(self, *, stuck: float = STUCK, pulse: float = PULSE, beats: Callable[[], None] = lambda: None) -> None:
        """``beats`` is called in the loop with each of its beats."""
        self.stuck = stuck
        self.pulse = pulse
        self._beats = beats
        self._due = 0.0
        """When the next beat is due, in monotonic seconds; 0 while nobody watches."""
        self._measured = 0.0
        """How late the last beat was, in seconds."""
        self._over: deque[float] = deque()
        """How long it stood still, each time it went on after that, until it is told."""
        self._told = False
        self._timer: asyncio.TimerHandle | None = None
        self._loop_thread = 0
        self._end = threading.Event()

    @property
    def late(self) -> float:
        """Seconds the loop is late at this moment; 0 while it answers."""
        return max(0.0, time.monotonic() - self._due) if self._due else 0.0

    @property
    def lag(self) -> float:
        """Seconds it is late now, or was when it was last looked at, whichever is more."""
        return max(self.late, self._measured)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch the running loop meanwhile."""
        loop = asyncio.get_running_loop()
        self._loop_thread = threading.get_ident()
        self._end.clear()
        self._due = time.monotonic()
        self._beat(loop)
        thread = threading.Thread(target=self._watch, name="hexarch-watchdog", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._end.set()
            if self._timer is not None:
                self._timer.cancel()
            thread.join()
            self._due = self._measured = 0.0

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        now = time.monotonic()
        self._measured = max(0.0, now - self._due)
        if self._measured > self.stuck:
            self._over.append(self._measured)
        self._due = now + self.pulse
        self._timer = loop.call_later(self.pulse, self._beat, loop)
        self._beats()

    def _watch(self) -> None:
        with _Blackbox() as blackbox:
            while not self._end.wait(self.pulse):
                self._look(blackbox.taken(self._loop_thread))
                blackbox.arm(self.stuck + self.pulse)

    def _look(self, taken: str) -> None:
        """Log what is to be logged. ``taken``: the stacks that were written down while nobody could look, or ""."""
        while self._over:
            seconds = self._over.popleft()
            if not self._told:
                self._tell_stuck(seconds, taken)
            self._told = False
            log.warning("the event loop goes on: it stood still for %.1f s", seconds)
        late = self.late
        if late > self.stuck and not self._told:
            self._told = True
            frame = sys._current_frames().get(self._loop_thread)
            now = "".join(traceback.format_stack(frame)) if frame is not None else ""
            self._tell_stuck(late, taken or now)

    def _tell_stuck(self, seconds: float, stack: str) -> None:
        metrics.STALLS.inc()
        where = f"; it is at\n{stack[-MOST_STACK:].rstrip()}" if stack else ""
        log.error("the event loop hasn't answered for %.1f s%s", seconds, where)


class _Blackbox:
    """A file into which faulthandler writes the stacks of all threads unless it is put off in time."""

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None

    def __enter__(self) -> _Blackbox:
        with contextlib.suppress(OSError):  # a machine without room for files of the moment
            self._file = tempfile.TemporaryFile(buffering=0)
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            faulthandler.cancel_dump_traceback_later()
            self._file.close()

    def arm(self, seconds: float) -> None:
        """Write the stacks down in so many seconds, unless called again before."""
        if self._file is not None:
            faulthandler.dump_traceback_later(seconds, file=self._file)

    def taken(self, thread: int) -> str:
        """The stack of a thread, of those that were written since it was last asked, or ""."""
        if self._file is None:
            return ""
        self._file.seek(0)
        found = self._file.read().decode("utf-8", "replace")
        if found:
            self._file.seek(0)
            self._file.truncate()
        return next((stack for stack in found.split("\n\n") if f"{thread:x} (most recent" in stack), found)
