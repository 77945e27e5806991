"""``hexarch move``: from SQLite to PostgreSQL, and back."""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

from bot.cli.common import OK, command, database_told
from bot.cli.databases import database_option, database_url, told


def add(commands: Any) -> None:
    p = command(
        commands,
        "move",
        "copy everything into an empty database of another kind",
        "Copy everything into another database, which must be empty: from SQLite to PostgreSQL, or back; battles under "
        "way go on there. Stop the bot first, and start it with the other database afterwards. The first one stays as "
        "it is. All of it is copied, compared and kept, or nothing.",
        "hexarch move --database /var/lib/hexarch/hexarch.db --to postgresql://hexarch@db.example/hexarch",
    )
    database_option(p)
    p.add_argument("--to", metavar="FILE|URL", required=True, help="SQLite file, or a database URL, with nothing in it")
    p.set_defaults(call=call)


def call(args: argparse.Namespace) -> int:
    from bot.upkeep.backups import move

    with database_told():
        counts = asyncio.run(move(database_url(args.database), database_url(args.to)))
    print(f"moved: {told(counts)}")
    return OK
