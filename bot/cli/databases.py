"""What the commands that look after databases share: which one is meant, and how it is reached."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from bot.cli.common import BadInput, data_folder

DATABASE = "HEXARCH_DATABASE"


def database_option(p: argparse.ArgumentParser) -> None:
    """Which database is meant."""
    p.add_argument(
        "--database",
        default=os.environ.get(DATABASE),
        metavar="FILE|URL",
        help=f"SQLite file, or a database URL (default: ${DATABASE}, else hexarch.db in the user's data)",
    )


def database_file(given: str | None) -> Path | None:
    """The SQLite file that is meant; None where a URL is given.

    >>> database_file("postgresql://host/hexarch"), database_file("a.db") == Path("a.db")
    (None, True)
    """
    if given and "://" in given:
        return None
    return Path(given) if given else data_folder() / "hexarch.db"


def database_url(given: str | None) -> str:
    """The URL of a database named by URL or file; the user's own file unless given. Makes the file's folder.

    >>> database_url("postgresql+asyncpg://host/hexarch")
    'postgresql+asyncpg://host/hexarch'
    """
    path = database_file(given)
    if path is None:
        return str(given)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise BadInput(f"{path.parent}: can't be made: {e.strerror or e}") from e
    return f"sqlite+aiosqlite:///{path.absolute()}"


def existing_url(given: str | None) -> str:
    """The same of a database that must be there: who mistypes a path shouldn't get a new one, and be told all is well.

    Raises :class:`BadInput`.
    """
    url = database_url(given)
    path = Path(url.removeprefix("sqlite+aiosqlite:///"))
    if not (given and "://" in given) and not path.exists():
        raise BadInput(f"{path}: there is no such database")
    return url


def told(counts: dict[str, int]) -> str:
    """What was copied, in words.

    >>> told({"battles": 2, "journal": 10, "trail": 3, "posts": 0})
    '2 battles, 10 entries of journals, 3 of dice trails, 15 rows in all'
    """
    return (
        f"{counts['battles']} battles, {counts['journal']} entries of journals, {counts['trail']} of dice trails, "
        f"{sum(counts.values())} rows in all"
    )
