"""What may be said to ``hexarch restore``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.cli.common import command
from bot.cli.databases import database_option


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
    p.add_argument("--identity", metavar="FILE", type=Path, help="file with the private key of an encrypted backup")
