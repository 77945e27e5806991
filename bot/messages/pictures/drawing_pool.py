"""Drawing off the event loop: in a process of its own, so that no button press waits for a map.

A thread would do, were it not for Python's global lock: while it draws, an answer takes several times as long. Two
lanes work side by side, each one job at a time in the order they came: one for pictures people wait for, one for what
takes long (a film, a poster), whose process ends when nothing has come for a while.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import pickle
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from typing import Any, ParamSpec, Protocol, TypeVar

from bot import metrics
from engine.kernel.text import refuse
from renderer.worker import Packer, Parcel, serve

log = logging.getLogger("hexarch")

P = ParamSpec("P")
T = TypeVar("T")

WAITING = 400
"""Pictures that may wait in line; one more is refused. Drawn they would take some ten seconds."""
LATER = 20
"""The same for what takes long."""
PATIENCE, LONG_PATIENCE = 60.0, 900.0
"""Seconds after which a job that hasn't ended is given up."""
START = 60.0
"""Seconds a worker may take to begin."""
FIRST_REST, LONGEST_REST = 5.0, 600.0
"""Seconds after which one that couldn't begin is started again: at first, and after many tries."""
IDLE = 120.0
"""Seconds without work after which the process for what takes long ends."""


class DrawingFailed(RuntimeError):
    """The process that draws broke down over a job, twice, or took too long."""


class Hands(Protocol):
    """Who does the work of a lane."""

    def do(self, work: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Do it and return what comes of it; called from the lane's thread."""

    def stop(self) -> None:
        """Let go of what isn't needed while there is no work."""

    def close(self) -> None:
        """Give up what is under way, if that can be. Any thread may call it."""


class Own:
    """This very process."""

    def do(self, work: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return work(*args, **kwargs)

    def stop(self) -> None:
        return None

    def close(self) -> None:
        return None


class _Broken(Exception):
    """The worker has gone, or is taken to have."""


class Apart:
    """A process that is started when the first work comes, and again when it has broken down.

    While none can be started the work is done in this process; it is tried again after a while, longer each time.
    """

    def __init__(self, patience: float, niceness: int) -> None:
        """``patience``: seconds a job may take. ``niceness``: how far the process stands back behind others."""
        self._patience = patience
        self._niceness = niceness
        self._lock = threading.Lock()
        self._worker: _Worker | None = None
        self._failures = 0
        self._resting = 0.0
        """Until when (:func:`time.monotonic`) no process is started, since none could be."""
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        worker = self._worker
        return worker.process.pid if worker is not None else None

    def do(self, work: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Raises what the work raises, and :class:`DrawingFailed` where the process breaks down twice."""
        broken = ""
        for _ in range(2):
            worker = self._ready()
            if worker is None:
                return work(*args, **kwargs)
            try:
                parcel = worker.packer.pack(work, args, kwargs)
            except (pickle.PicklingError, TypeError, AttributeError) as e:
                log.warning("%r can't be sent to the process that draws, so it is done here: %s", work, e)
                return work(*args, **kwargs)
            try:
                done, value = worker.ask(parcel, self._patience)
            except _Broken as e:
                broken = str(e)
                self.stop()
                continue
            if not done:
                raise value
            return value
        raise DrawingFailed(f"the process that draws broke down twice: {broken}")

    def _ready(self) -> _Worker | None:
        """The worker, started if need be; None where that can't be done. Raises CancelledError once closed."""
        try:
            with self._lock:
                if self._closed:
                    raise CancelledError
                if self._worker is not None or time.monotonic() < self._resting:
                    return self._worker
                worker = self._worker = _Worker(self._niceness)
            worker.greet()
            self._failures = 0
            return worker
        except Exception as e:
            if self._closed:
                raise CancelledError from None
            self._failures += 1
            wait = min(FIRST_REST * 2 ** (self._failures - 1), LONGEST_REST)
            self._resting = time.monotonic() + wait
            log.warning("no process can be started to draw in, so this one draws for %.0f s: %s", wait, e)
            self.stop()
            return None

    def stop(self) -> None:
        """End the process; the next work starts another."""
        with self._lock:
            worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    def close(self) -> None:
        self._closed = True
        self.stop()


class _Worker:
    """One process and the pipe to it."""

    def __init__(self, niceness: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.packer = Packer()
        self.pipe, theirs = context.Pipe()
        with theirs:
            self.process = context.Process(target=serve, args=(theirs, niceness), name="hexarch maps", daemon=True)
            self.process.start()

    def greet(self) -> None:
        """Wait until it is ready."""
        self._hear(START)

    def ask(self, parcel: Parcel, patience: float) -> tuple[bool, Any]:
        try:
            self.pipe.send(parcel)
        except OSError as e:
            raise _Broken(repr(e)) from None
        return self.packer.unpack(self._hear(patience))

    def _hear(self, patience: float) -> bytes:
        try:
            if self.pipe.poll(patience):
                return self.pipe.recv_bytes()
        except (EOFError, OSError) as e:
            raise _Broken(repr(e)) from None
        raise _Broken(f"nothing was heard of it for {patience:.0f} seconds")

    def end(self) -> None:
        # The pipe is left to whoever still listens to it, and hears that the other end is gone.
        self.process.terminate()
        self.process.join(2)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


@dataclass(frozen=True)
class _Job:
    work: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    future: Future[Any]


FULL = "Too many pictures are being drawn just now. Please try again in a moment."


class Lane:
    """A line of jobs and the thread that sees to them, one after the other."""

    def __init__(self, name: str, hands: Hands, room: int, idle: float | None = None, *, full: str = FULL) -> None:
        """``room``: how many may wait; ``full`` is said to the next one. ``idle``: seconds without work after which the
        hands stop."""
        self.hands = hands
        self._name = name
        self._room = room
        self._full = full
        self._idle = idle
        self._jobs: deque[_Job] = deque()
        self._change = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False

    def put(self, work: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Future[Any]:
        """Raises Refusal when too many wait already, RuntimeError after :meth:`close`."""
        with self._change:
            if self._closed:
                raise RuntimeError("the pool is closed")
            if len(self._jobs) >= self._room:
                refuse(self._full)
            job = _Job(work, args, kwargs, Future())
            self._jobs.append(job)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self._change.notify()
        return job.future

    @property
    def waiting(self) -> int:
        """How many jobs wait in line."""
        return len(self._jobs)

    def _run(self) -> None:
        while self._one():
            pass  # Nothing of a job is held on to while the next one is waited for.

    def _one(self) -> bool:
        """See to the next job; False once closed."""
        job = self._next()
        if job is None:
            return False
        if job.future.set_running_or_notify_cancel():
            try:
                value = self.hands.do(job.work, job.args, job.kwargs)
            except BaseException as e:
                job.future.set_exception(e)
            else:
                job.future.set_result(value)
        return True

    def _next(self) -> _Job | None:
        with self._change:
            while not self._jobs and not self._closed:
                if not self._change.wait(self._idle):
                    self.hands.stop()
            return None if self._closed else self._jobs.popleft()

    def close(self) -> None:
        with self._change:
            self._closed = True
            waiting, thread = list(self._jobs), self._thread
            self._jobs.clear()
            self._change.notify()
        for job in waiting:
            job.future.cancel()
        self.hands.close()
        # Only what is done in another process can be broken off: waiting for the rest would hold everything up.
        if thread is not None and isinstance(self.hands, Apart):
            thread.join(5)


class DrawingPool:
    """Draws in the background: with ``apart`` in processes of its own, which start when the first work comes.

    Without, it draws in threads of this process: slower for everything else, but ready at once, as tests want it.
    """

    def __init__(self, *, apart: bool = False) -> None:
        def hands(patience: float, niceness: int) -> Hands:
            return Apart(patience, niceness) if apart else Own()

        self._prompt = Lane("maps", hands(PATIENCE, 4), WAITING)
        self._long = Lane("films", hands(LONG_PATIENCE, 10), LATER, IDLE if apart else None)

    def begin(self) -> None:
        """Have the process that draws started, so that the first picture needn't wait for it."""
        self._prompt.put(os.getpid, (), {})

    async def draw(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do the work, for which somebody waits.

        ``work`` must be found by name in its module, and it, its arguments and what comes of it must be picklable;
        else it is done in this process. Raises what the work raises, Refusal when too much waits already,
        :class:`DrawingFailed` where the process breaks down over it.
        """
        with metrics.timed(metrics.PICTURES.labels("prompt")):
            return await asyncio.wrap_future(self._prompt.put(work, args, kwargs))

    async def later(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for what takes seconds: nothing that :meth:`draw` does has to wait for it."""
        with metrics.timed(metrics.PICTURES.labels("long")):
            return await asyncio.wrap_future(self._long.put(work, args, kwargs))

    async def aside(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for what nobody waits for."""
        return await asyncio.wrap_future(self._long.put(work, args, kwargs))

    @property
    def waiting(self) -> tuple[int, int]:
        """How many pictures wait, and how much of what takes long."""
        return self._prompt.waiting, self._long.waiting

    @property
    def pids(self) -> list[int]:
        """Processes that are running for it now."""
        found = (lane.hands.pid for lane in (self._prompt, self._long) if isinstance(lane.hands, Apart))
        return [pid for pid in found if pid is not None]

    def close(self) -> None:
        """Give up what isn't drawn yet and end the processes; nothing is left behind."""
        self._prompt.close()
        self._long.close()


__all__ = ["DrawingFailed", "DrawingPool"]
