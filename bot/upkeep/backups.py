"""Backups: one SQLite file, whichever database it is of, made while the bot plays, whole or not there at all."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from urllib.parse import quote

from sqlalchemy.engine import make_url

from bot.storage import Database
from bot.storage.limits import ServerLimits
from bot.storage.trouble import DAMAGED, FILE, DatabaseTrouble
from bot.upkeep.copying import copy
from bot.upkeep.encryption import ENDING, decrypt, encrypt, encrypted, recipients

PART = ".part"
"""Ends the name of a backup that isn't whole yet."""

UNHURRIED = ServerLimits(pool=4, statement=3600.0)
"""What holds while whole databases are copied."""

EXISTS = "{where} exists already; name another file"


def url_of(path: Path) -> str:
    """The URL of an SQLite file."""
    return f"sqlite+aiosqlite:///{path.absolute()}"


async def backup(url: str, path: Path, *, to: Sequence[str] = (), limits: ServerLimits = UNHURRIED) -> int:
    """Write a backup of a database that may be in use to a new file; returns its size in bytes.

    It holds the secrets of the dice, so nobody but its owner may read it; ``to`` are those it is encrypted to
    (:func:`bot.upkeep.encryption.recipients`). Raises :class:`DatabaseTrouble`.
    """
    keys = recipients(to)
    if path.exists():
        raise DatabaseTrouble(EXISTS.format(where=path))
    part = path.with_name(path.name + PART)
    with _told(path):
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite":
            if not parsed.database or not Path(parsed.database).is_file():
                raise DatabaseTrouble(FILE.format(where=parsed.database, why="there is no such file"))
            await asyncio.to_thread(_copied, Path(parsed.database), part)
        else:
            await _of_server(url, part, limits)
        await asyncio.to_thread(_finished, part)
        with _told(path):
            whole = part
            if keys:
                whole = part.with_name(part.name + ENDING)
                await asyncio.to_thread(encrypt, part, whole, keys)
            _named(whole, path)
            return path.stat().st_size
    finally:
        beside = (part.with_name(f"{part.name}{more}") for more in (".lock", ENDING))
        for rest in (part, *part.parent.glob(f"{part.name}-*"), *beside):
            with contextlib.suppress(OSError):
                rest.unlink()


async def _of_server(url: str, part: Path, limits: ServerLimits) -> None:
    source = await Database.open(url, shared=True, limits=limits)
    try:
        part.unlink()
        target = await Database.open(url_of(part))
        os.chmod(part, 0o600)
        try:
            await copy(source, target)
        finally:
            await target.close()
    finally:
        await source.close()


def _copied(source: Path, target: Path) -> None:
    """Copy an SQLite database, in one step: those who write meanwhile neither wait nor are seen."""
    with (
        _told(source),
        contextlib.closing(sqlite3.connect(f"file:{_quoted(source)}?mode=ro", uri=True)) as reading,
        contextlib.closing(sqlite3.connect(target)) as writing,
    ):
        reading.backup(writing)


def _finished(path: Path) -> None:
    """Make one file of it, sound and on the disk."""
    with _told(path), contextlib.closing(sqlite3.connect(path, isolation_level=None)) as c:
        c.execute("PRAGMA journal_mode=DELETE")
        (said,) = c.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            raise DatabaseTrouble(DAMAGED.format(where=path, why=said))
    with _told(path), path.open("rb") as file:
        os.fsync(file.fileno())


def _named(part: Path, path: Path) -> None:
    """Give a file that is whole its name; not over one that has come meanwhile, where the disk can see to that."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise DatabaseTrouble(EXISTS.format(where=path)) from None
    except OSError:
        part.rename(path)


def _quoted(path: Path) -> str:
    """A path as an SQLite URI takes it."""
    return quote(str(path.absolute()))


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What is wrong with a file, in its sentence."""
    try:
        yield
    except sqlite3.DatabaseError as e:
        said = DAMAGED if "not a database" in str(e) or "malformed" in str(e) else FILE
        raise DatabaseTrouble(said.format(where=path, why=e)) from e
    except OSError as e:
        raise DatabaseTrouble(FILE.format(where=path, why=e.strerror or e)) from e


@asynccontextmanager
async def readable(path: Path, identity: Path | None = None) -> AsyncIterator[Database]:
    """A copy of a backup, brought up to date: the backup itself stays as it is. ``identity``: a file with the key of
    one that is encrypted. Raises :class:`DatabaseTrouble`.
    """
    if not path.is_file():
        raise DatabaseTrouble(FILE.format(where=path, why="there is no such file"))
    with tempfile.TemporaryDirectory(prefix="hexarch-") as folder:
        mine = Path(folder) / "copy.db"
        with _told(path):
            locked = encrypted(path)
            if locked:
                await asyncio.to_thread(decrypt, path, mine, identity)
        if not locked:
            await asyncio.to_thread(_copied, path, mine)
        database = await Database.open(url_of(mine))
        try:
            yield database
        finally:
            await database.close()


async def restore(
    path: Path,
    url: str,
    *,
    replace: bool = False,
    identity: Path | None = None,
    limits: ServerLimits = UNHURRIED,
) -> dict[str, int]:
    """Put a backup into a database nobody uses; returns how many rows each table has. ``identity`` as in
    :func:`readable`.

    Raises :class:`DatabaseTrouble`; then the database is as it was.
    """
    async with readable(path, identity) as source:
        target = await Database.open(url, limits=limits)
        try:
            return await copy(source, target, replace=replace)
        finally:
            await target.close()


async def move(source_url: str, target_url: str, limits: ServerLimits = UNHURRIED) -> dict[str, int]:
    """Copy a database nobody uses into an empty one, of whichever kind; returns how many rows each table has.

    Both are kept from others meanwhile, and the first stays as it is. Raises :class:`DatabaseTrouble`.
    """
    source = await Database.open(source_url, limits=limits)
    try:
        target = await Database.open(target_url, limits=limits)
        try:
            return await copy(source, target)
        finally:
            await target.close()
    finally:
        await source.close()
