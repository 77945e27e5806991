"""What may be said to ``hexarch move``."""

from __future__ import annotations

from typing import Any

from bot.cli.common import command
from bot.cli.databases import database_option


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
