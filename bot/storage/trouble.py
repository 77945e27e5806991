"""What is wrong with a database, in a sentence for whoever runs the bot."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
from collections.abc import Iterator

from sqlalchemy import exc
from sqlalchemy.engine import URL


class DatabaseTrouble(Exception):
    """The database can't be used, now or at all. Nothing has changed. The text says why, and may be shown to a host."""


class LastingTrouble(DatabaseTrouble):
    """The same, where waiting and starting again is of no use: somebody has to change something."""


IN_USE = "another Hexarch has this database open{holder}; stop that one first, or give this one another --database"
SHARD_IN_USE = (
    "another Hexarch has one of the shards {shards} of this database, or all of them{holder}; stop that one first, or "
    "give this one other --shards"
)
DRIVER = "this database needs the driver {driver}, which isn't installed: pip install 'hexarch[postgresql]'"
NEWER = (
    "{where}: a newer version of Hexarch has made this database, or changed it (its tables are of version {found}, "
    "this program knows versions up to {known}). Install that version again, or restore a backup from before"
)
OLDER = (
    "{where}: this database was made by an older version of Hexarch. Stop every process that uses it, and bring it up "
    "to date: hexarch migrate"
)
FOREIGN = "{where}: this is somebody else's database: it has tables, but not Hexarch's. Name another, or an empty one"
DAMAGED = (
    "{where}: this file is damaged, or no SQLite database ({why}). Restore a backup; what is left may be saved with "
    "sqlite3 FILE .recover"
)
FILE = "{where}: the database can't be used: {why}"
SILENT = "{where}: the database doesn't answer: {why}"
DENIED = "{where}: the database lets us do too little: {why}"

_DAMAGED = ("file is not a database", "malformed", "file is encrypted")
_HINTS = {
    "unable to open database file": "it can't be opened; the user who runs this must be able to read and write the "
    "file, and to write in its folder",
    "attempt to write a readonly database": "it can be read, but not written",
    "database or disk is full": "the disk is full",
    "disk i/o error": "the disk doesn't read or write as it should",
    "database is locked": "another program is writing to it and doesn't end",
}
_PASSING = ("database or disk is full", "disk i/o error", "database is locked")
"""Those of them that may be over by themselves, or are mended without anything being done about the bot."""
_UNREACHABLE = ("08", "53", "57P", "57014", "55P03", "25P03", "25006")
"""How SQLSTATEs begin that tell of a lost connection, a server that is full, one that is shutting down, a statement, a
lock or a transaction that took too long, a server that only copies another."""
_DENIED = ("28", "3D", "42501")
"""Of those that tell of a wrong user or password, of a database there isn't, of rights that lack."""


def where(url: URL) -> str:
    """A database in words, without its password: a path, or an address."""
    return str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)


def explained(error: BaseException, url: URL) -> DatabaseTrouble | None:
    """What an error of the database's means; None for one that tells of a fault of ours."""
    place = where(url)
    for e in _chain(error):
        text = " ".join(str(e).split())
        state = getattr(e, "sqlstate", None) or getattr(e, "pgcode", None)
        if isinstance(e, DatabaseTrouble):
            return e
        if isinstance(e, ImportError):
            return LastingTrouble(DRIVER.format(driver=e.name or url.drivername))
        if isinstance(e, sqlite3.DatabaseError) and any(x in text.lower() for x in _DAMAGED):
            return LastingTrouble(DAMAGED.format(where=place, why=text))
        if isinstance(e, sqlite3.OperationalError) and (hint := _HINTS.get(text.lower())):
            kind = DatabaseTrouble if text.lower() in _PASSING else LastingTrouble
            return kind(FILE.format(where=place, why=hint))
        if isinstance(state, str) and state.startswith(_DENIED):
            return LastingTrouble(DENIED.format(where=place, why=text.removeprefix("<class ").strip()))
        if isinstance(state, str) and state.startswith(_UNREACHABLE):
            return DatabaseTrouble(SILENT.format(where=place, why=text))
        if isinstance(e, (asyncio.TimeoutError, exc.TimeoutError)):
            return DatabaseTrouble(SILENT.format(where=place, why="it took too long"))
        if isinstance(e, OSError):
            server, full = url.get_backend_name() != "sqlite", e.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO)
            kind, said = (DatabaseTrouble if server or full else LastingTrouble), SILENT if server else FILE
            return kind(said.format(where=place, why=e.strerror or text))
    if isinstance(error, exc.DBAPIError) and error.connection_invalidated:
        return DatabaseTrouble(SILENT.format(where=place, why="the connection was lost"))
    return None


def unopened(error: BaseException, url: URL) -> DatabaseTrouble:
    """What keeps a database from being opened; whatever it is."""
    found = explained(error, url)
    if found is not None:
        return found
    text = " ".join(str(getattr(error, "orig", None) or error).split())
    return DatabaseTrouble(FILE.format(where=where(url), why=text))


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An error, and what it came of."""
    seen: set[int] = set()
    following: BaseException | None = error
    while following is not None and id(following) not in seen:
        seen.add(id(following))
        yield following
        following = getattr(following, "orig", None) or following.__cause__
