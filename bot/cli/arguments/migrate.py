"""What may be said to ``hexarch migrate``."""

from __future__ import annotations

from typing import Any

from bot.cli.common import command
from bot.cli.databases import database_option


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
