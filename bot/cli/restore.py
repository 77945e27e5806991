"""``hexarch restore``: a backup back into a database."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import Any

from bot.cli.common import OK, command, database_told
from bot.cli.databases import database_option, database_url, told


def add(commands: Any) -> None:
    p = command(
        commands,
        "restore",
        "put a backup back into a database",
        "Put what hexarch backup has written into a database, SQLite or PostgreSQL, which must be empty unless "
        "--replace is given. Stop the bot first. All of it is put back or nothing. A backup of an older version "
        "is brought up to date on the way, and stays itself as it is.",
        "hexarch restore --database /var/lib/hexarch/hexarch.db /var/backups/hexarch.db",
    )
    database_option(p)
    p.add_argument("file", metavar="FILE", type=Path, help="backup")
    p.add_argument("--replace", action="store_true", help="delete first whatever the database holds")
    p.set_defaults(call=call)


def call(args: argparse.Namespace) -> int:
    from bot.upkeep.backups import restore

    with database_told():
        counts = asyncio.run(restore(args.file, database_url(args.database), replace=args.replace))
    print(f"restored: {told(counts)}")
    return OK
