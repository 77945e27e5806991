"""SQLite in the event loop's own thread, for tests: aiosqlite hands every call to a thread of the connection, and
handing it over and back takes longer than what the thread does.

Whoever waits for SQLite lets the others go on first, as with a thread. What has to wait for another connection, as the
beginning of a transaction that writes, is left to the thread: it would keep the loop from ending the other one. While
the thread is at it everything else goes there too, in order, whoever has given up waiting: a connection that is closed
here while it is used there takes the process along.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from aiosqlite import core


@contextmanager
def sqlite_here() -> Iterator[None]:
    """Have connections that are opened meanwhile used in the thread they are awaited in."""
    hand_over, connect = core.Connection._execute, sqlite3.connect
    busy: WeakKeyDictionary[core.Connection, set[object]] = WeakKeyDictionary()
    """What each connection's thread has still to do."""

    async def execute(self: core.Connection, do: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        there, this = busy.setdefault(self, set()), object()
        if self._running and self._connection and not there:
            await asyncio.sleep(0)
            if not there:
                with contextlib.suppress(_Waits):
                    return _at_once(self._connection, lambda: do(*args, **kwargs))

        def done() -> Any:
            try:
                return do(*args, **kwargs)
            finally:
                there.discard(this)

        there.add(this)
        return await hand_over(self, done)

    def connected(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        return connect(*args, **{**kwargs, "check_same_thread": False})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core.Connection, "_execute", execute)
        patch.setattr(core, "sqlite3", _Connecting(connected))
        yield


class _Connecting:
    """The module :mod:`sqlite3`, but for how one connects."""

    def __init__(self, connect: Callable[..., sqlite3.Connection]) -> None:
        self.connect = connect

    def __getattr__(self, name: str) -> Any:
        return getattr(sqlite3, name)


class _Waits(Exception):
    """Another connection keeps this one from going on."""


def _at_once(connection: sqlite3.Connection | None, do: Callable[[], Any]) -> Any:
    """What ``do`` returns if it needn't wait. Raises _Waits if it must, having done nothing."""
    if connection is None or connection.in_transaction:
        return do()  # a transaction has what it waits for from its beginning
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout=0")
    try:
        return do()
    except sqlite3.OperationalError as e:
        if "locked" in str(e):
            raise _Waits from e
        raise
    finally:
        # What has closed the connection, or set its patience anew, is left as it is.
        with contextlib.suppress(sqlite3.ProgrammingError):
            if connection.execute("PRAGMA busy_timeout").fetchone() == (0,):
                connection.execute(f"PRAGMA busy_timeout={patience}")
