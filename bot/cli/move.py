"""``hexarch move``: from SQLite to PostgreSQL, and back."""

from __future__ import annotations

import argparse
import asyncio

from bot.cli.common import OK, database_told
from bot.cli.databases import database_url, told


def call(args: argparse.Namespace) -> int:
    from bot.upkeep.backups import move

    with database_told():
        counts = asyncio.run(move(database_url(args.database), database_url(args.to)))
    print(f"moved: {told(counts)}")
    return OK
