"""``hexarch restore``: a backup back into a database."""

from __future__ import annotations

import argparse
import asyncio

from bot.cli.common import OK, database_told
from bot.cli.databases import database_url, told


def call(args: argparse.Namespace) -> int:
    from bot.upkeep.backups import restore

    with database_told():
        url = database_url(args.database)
        counts = asyncio.run(restore(args.file, url, replace=args.replace, identity=args.identity))
    print(f"restored: {told(counts)}")
    return OK
