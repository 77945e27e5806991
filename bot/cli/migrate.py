"""``hexarch migrate``: the tables of a database up to date, or back to those of an earlier release."""

from __future__ import annotations

import argparse
import asyncio

from bot.cli.common import OK, database_told
from bot.cli.databases import existing_url


def call(args: argparse.Namespace) -> int:
    with database_told():
        print(asyncio.run(_migrate(existing_url(args.database), args.to)))
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
