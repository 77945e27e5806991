"""``hexarch backup``: a copy of the database in one file, while the bot plays."""

from __future__ import annotations

import argparse
import asyncio
from datetime import UTC, datetime

from bot.cli.common import OK, database_told
from bot.cli.databases import database_url


def call(args: argparse.Namespace) -> int:
    from bot.upkeep.backups import backup
    from bot.upkeep.encryption import ENDING

    path = args.file
    if path.is_dir():
        path /= f"hexarch-{datetime.now(UTC):%Y%m%d-%H%M%S}.db{ENDING if args.encrypt_to else ''}"
    with database_told():
        size = asyncio.run(backup(database_url(args.database), path, to=args.encrypt_to))
    print(f"{path}: {size:,} bytes")
    return OK
