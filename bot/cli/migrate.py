"""``hexarch migrate``: the tables of a database up to date, or back to those of an earlier release."""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

from bot.cli.common import OK, command, database_told
from bot.cli.databases import database_option, database_url


def add(commands: Any) -> None:
    p = command(
        commands,
        "migrate",
        "bring the tables of a database up to date, or back",
        "Bring the tables up to date without starting the bot, which else does it by itself at start, unless it has "
        "some of the shards only. With --to, bring them back to those of an earlier release, to install it again: what "
        "that one has no place for is deleted, so make a backup first. Stop every process that uses the database.",
        "hexarch migrate --database /var/lib/hexarch/hexarch.db",
    )
    database_option(p)
    p.add_argument("--to", metavar="RELEASE", help="earlier release, as 0.1")
    p.set_defaults(call=call)


def call(args: argparse.Namespace) -> int:
    with database_told():
        print(asyncio.run(_migrate(database_url(args.database), args.to)))
    return OK


async def _migrate(url: str, to: str | None) -> str:
    from bot.storage import Database
    from bot.storage.migrating import RELEASES, go_back, revisions
    from bot.storage.trouble import DatabaseTrouble

    release = ".".join(to.split(".")[:2]) if to is not None else None
    if release is not None and release not in RELEASES:
        raise DatabaseTrouble(f"--to {to}: there is a way back to {', '.join(RELEASES)}")
    database = await Database.open(url)
    try:
        if release is None:
            return f"The tables are up to date: version {revisions()[0]}."
        async with database.write() as c:
            await c.run_sync(go_back, RELEASES[release])
        return f"The tables are those of release {release}: version {RELEASES[release]}. Install it before you start."
    finally:
        await database.close()
