"""SQLite through aiosqlite, with one call of a connection's thread for each statement.

aiosqlite does everything in a thread of the connection. SQLAlchemy's adapter asks it for a cursor, has it execute,
fetch and close, a call each: with a transaction around it eight to read one row, and handing a call over and back takes
longer than what most of them do. Here a statement is one call, rows included, and ``BEGIN`` goes along with the first
one: a transaction that reads sees nothing before that anyway.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, cast

import aiosqlite
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection, AsyncAdapt_aiosqlite_dbapi
from sqlalchemy.util import await_only

T = TypeVar("T")

Row = tuple[Any, ...]


class OneCallConnection(AsyncAdapt_aiosqlite_connection):
    """A connection as SQLAlchemy wants it. Not for several tasks at once, as none is."""

    __slots__ = ("_opening",)

    def __init__(self, dbapi: AsyncAdapt_aiosqlite_dbapi, connection: aiosqlite.Connection) -> None:
        super().__init__(dbapi, cast(Any, connection))
        self._opening = ""

    def begin(self) -> None:
        """Begin a transaction that reads, with the next statement."""
        self._opening = "BEGIN"

    def there(self, do: Callable[[sqlite3.Connection], T]) -> T:
        """What ``do`` returns of the connection, in its thread. Raises what it raises; OperationalError once closed."""
        aio = cast(Any, self._connection)
        try:
            return await_only(aio._execute(do, aio._conn))
        except Exception as e:
            self._handle_exception(e)

    def statement(self, do: Callable[[sqlite3.Cursor], object]) -> OneCallCursor:
        """What a statement has left: done by a cursor of its own, after what begins the transaction."""
        opening, self._opening = self._opening, ""

        def whole(connection: sqlite3.Connection) -> OneCallCursor:
            if opening:
                connection.execute(opening)
            cursor = connection.cursor()
            try:
                do(cursor)
                return OneCallCursor(self, cursor, cursor.fetchall() if cursor.description else ())
            finally:
                cursor.close()

        return self.there(whole)

    def cursor(self, server_side: bool = False) -> Any:
        """A cursor that has executed nothing yet. Rows of ``server_side`` ones are fetched one by one, as ever."""
        return super().cursor(server_side=True) if server_side else OneCallCursor(self)

    def rollback(self) -> None:
        """Undo what has been begun, if anything has."""
        self._opening = ""
        aio = cast(Any, self._connection)
        if aio._connection is not None and aio.in_transaction:
            super().rollback()

    def commit(self) -> None:
        """Store what has been begun, if anything has."""
        self._opening = ""
        super().commit()


class OneCallCursor:
    """A cursor of the DB-API whose rows are all there once it has executed."""

    server_side = False
    arraysize = 1

    def __init__(
        self, connection: OneCallConnection, done: sqlite3.Cursor | None = None, rows: Sequence[Row] = ()
    ) -> None:
        self._connection = connection
        self._rows = deque(rows)
        self.description = done.description if done is not None else None
        self.rowcount = done.rowcount if done is not None else -1
        self.lastrowid = done.lastrowid if done is not None else None

    def execute(self, operation: str, parameters: Sequence[Any] = ()) -> OneCallCursor:
        return self._become(lambda cursor: cursor.execute(operation, parameters))

    def executemany(self, operation: str, parameters: Sequence[Sequence[Any]]) -> OneCallCursor:
        return self._become(lambda cursor: cursor.executemany(operation, parameters))

    def _become(self, do: Callable[[sqlite3.Cursor], object]) -> OneCallCursor:
        self.__dict__.update(self._connection.statement(do).__dict__)
        return self

    def fetchone(self) -> Row | None:
        return self._rows.popleft() if self._rows else None

    def fetchmany(self, size: int | None = None) -> list[Row]:
        return [self._rows.popleft() for _ in range(min(size or self.arraysize, len(self._rows)))]

    def fetchall(self) -> list[Row]:
        found = list(self._rows)
        self._rows.clear()
        return found

    def __iter__(self) -> Iterator[Row]:
        while self._rows:
            yield self._rows.popleft()

    def setinputsizes(self, *sizes: Any) -> None:
        """SQLite has no use for them."""

    def close(self) -> None:
        self._rows.clear()

    async def _async_soft_close(self) -> None:
        """SQLAlchemy's word for closing what rows came from, keeping them: they are here."""


class OneCallDriver(AsyncAdapt_aiosqlite_dbapi):
    """The module SQLAlchemy connects by: ``create_async_engine(url, module=OneCallDriver())``."""

    def __init__(self) -> None:
        super().__init__(aiosqlite, sqlite3)

    def connect(self, *args: Any, **kwargs: Any) -> OneCallConnection:
        return OneCallConnection(self, super().connect(*args, **kwargs).driver_connection)
