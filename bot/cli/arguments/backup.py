"""What may be said to ``hexarch backup``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.cli.common import command
from bot.cli.databases import database_option


def add(commands: Any) -> None:
    p = command(
        commands,
        "backup",
        "copy the database to a file, while the bot plays",
        "Write everything the database holds to one SQLite file, also where it is kept in PostgreSQL. The bot may go "
        "on playing: the backup is of one moment, whole and checked, or it isn't there. It holds the secrets that dice "
        "come of; only its owner may read it, and a copy that leaves the machine is best encrypted. hexarch restore "
        "puts it back, into a database of either kind.",
        "hexarch backup --database /var/lib/hexarch/hexarch.db /var/backups/hexarch.db",
    )
    database_option(p)
    p.add_argument("file", metavar="FILE", type=Path, help="new file; a folder gets one named hexarch-DATE-TIME.db")
    p.add_argument(
        "--encrypt-to",
        action="append",
        default=[],
        metavar="KEY",
        help="whose key can read it alone: age1... or ssh-ed25519 ..., or a file with such lines (may be repeated)",
    )
