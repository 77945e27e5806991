"""``hexarch check`` without a file: whether a database, and every battle in it, is sound; and mending it."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path
from typing import Any

from bot.cli.common import NO, OK, database_told, show_json
from bot.cli.databases import existing_url


def call(args: argparse.Namespace) -> int:
    """Look at the database, and mend it if asked."""
    with database_told():
        battles, found, left = asyncio.run(_check(existing_url(args.database), args.repair))
    if args.json:
        show_json(
            {
                "battles": battles,
                "findings": [{"battle": f.battle, "kind": f.kind, "what": f.what, "mend": f.mend} for f in found],
                "left": [{"battle": f.battle, "kind": f.kind, "what": f.what} for f in left],
            }
        )
        return NO if left else OK
    for finding in found:
        print(finding)
    if args.repair and found:
        print(f"{len(found) - len(left)} mended, {len(left)} left:" if left else f"all {len(found)} mended")
        for finding in left:
            print(finding)
    elif not found:
        print(f"{battles} battles: nothing is wrong")
    return NO if left else OK


async def _check(url: str, repair: bool) -> tuple[int, list[Any], list[Any]]:
    """How many battles there are, what was found, and what is left of it."""
    from sqlalchemy.engine import make_url

    from bot.upkeep.backups import backup, url_of

    if repair or make_url(url).get_backend_name() != "sqlite":
        return await _looked(url, repair)
    with tempfile.TemporaryDirectory(prefix="hexarch-") as folder:
        copy = Path(folder) / "copy.db"
        await backup(url, copy)
        return await _looked(url_of(copy), repair)


async def _looked(url: str, repair: bool) -> tuple[int, list[Any], list[Any]]:
    from bot.service import Service
    from bot.upkeep.check import check, of_database
    from bot.upkeep.repair import mend_battle, mend_database

    service = await Service.open(url, shared=not repair)
    try:
        found = [f async for f in check(service)]
        battles = await service.database.battles.count()
        if not repair:
            return battles, found, found
        await mend_database(service)
        left = [f async for f in of_database(service)]
        for battle in dict.fromkeys(f.battle for f in found if f.battle is not None):
            left += await mend_battle(service, battle)
        return battles, found, left
    finally:
        await service.close()
