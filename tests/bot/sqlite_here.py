"""SQLite in the event loop's own thread, for tests: aiosqlite hands every call to a thread of the connection, eight to
read one row, and handing it over and back takes longer than what the thread does.

Whoever waits for SQLite lets the others go on first, as with a thread. What may have to wait for another connection,
as the beginning of a transaction that writes, is left to the thread: it would keep the loop from ending the other one.
While the thread is at it everything else goes there too, in order, whoever has given up waiting: a connection that is
closed here while it is used there takes the process along.
"""

from __future__ import annotations

import asyncio
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
        if self._running and self._connection and not there and not _may_wait(args):
            await asyncio.sleep(0)
            if not there:
                return do(*args, **kwargs)

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


def _may_wait(args: tuple[Any, ...]) -> bool:
    return bool(args) and isinstance(args[0], str) and args[0].startswith(("BEGIN IMMEDIATE", "PRAGMA"))
