"""Bringing the tables of a database up to date, and back again to what an earlier release knows.

Alembic is loaded only where there is something to do: looking which version the tables are of takes none of it, and
nearly every start finds them up to date.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL

from bot.storage import trouble
from bot.storage.tables import metadata
from bot.storage.trouble import DatabaseTrouble, LastingTrouble

FOLDER = Path(__file__).parent / "migrations"

RELEASES = {
    "0.1": "0001",
    "0.2": "0008",
}
"""The version of the tables of each release of Hexarch, by the first two parts of its number; ``.ci/release`` adds a
row. Whatever comes after a release brings tables of its own, and a way back to those."""

TURN = 0x68657800
"""Of the advisory lock whoever may have to make or change tables waits for."""


@cache
def revisions() -> tuple[str, ...]:
    """Every version of the tables that is known, the newest first: their files begin with them."""
    return tuple(sorted((p.name.partition("_")[0] for p in (FOLDER / "versions").glob("0*.py")), reverse=True))


def found_in(connection: sa.Connection, names: list[str]) -> str | None:
    """The version of the tables in a database with tables of these names; None where they don't say."""
    if "alembic_version" not in names:
        return None
    return connection.scalar(sa.text("SELECT version_num FROM alembic_version"))


def await_turn(connection: sa.Connection) -> None:
    """Wait for others that may be making tables, as two that start at the same time do. SQLite lets one in anyway."""
    if connection.dialect.name != "sqlite":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:turn)"), {"turn": TURN})


def migrate(connection: sa.Connection) -> None:
    """Bring the tables up to date."""
    if found_in(connection, sa.inspect(connection).get_table_names()) != revisions()[0]:
        from alembic import command

        command.upgrade(_config(connection), "head")


def go_back(connection: sa.Connection, to: str) -> None:
    """Bring the tables back to an earlier version. Raises :class:`DatabaseTrouble` where there is no way back."""
    from alembic import command

    try:
        command.downgrade(_config(connection), to)
    except NotImplementedError as e:
        raise DatabaseTrouble(str(e)) from e


def _config(connection: sa.Connection) -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def check(connection: sa.Connection, url: URL, *, current: bool) -> None:
    """Raise :class:`DatabaseTrouble` for tables that aren't ours, or are of another version than we can use.

    ``current``: they must be up to date already, unless there are none; and there must be some where nobody may make
    them.
    """
    place = trouble.where(url)
    names = sa.inspect(connection).get_table_names()
    found, known = found_in(connection, names), revisions()
    ours = any(name in metadata.tables for name in names)
    # A file is for us alone; in a database of a server's there may be tables of its own extensions.
    strangers = bool(names) and connection.dialect.name == "sqlite"
    if found not in known and (ours or strangers or found is not None):
        said = trouble.NEWER if ours and found is not None else trouble.FOREIGN
        raise LastingTrouble(said.format(where=place, found=found, known=known[0]))
    if current and found != known[0]:
        raise LastingTrouble(trouble.OLDER.format(where=place))
