"""What may be said to ``hexarch host``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.cli.common import command

BACKUPS = Path("/var/backups/hexarch")


def add(commands: Any) -> None:
    p = command(
        commands,
        "host",
        "look after the machine the bot runs on",
        "For whoever runs the bot: doctor says what is wrong and what to do about it.",
        "hexarch host doctor",
    )
    acts = p.add_subparsers(title="what", dest="act", metavar="WHAT", required=True)
    d = command(
        acts,
        "doctor",
        "say what is wrong with the bot, this machine and its application, and what to do",
        "Look at the settings, the database and its files, the backups, the machine, the bot that runs here, the board "
        "behind its proxy, and Discord with the bot's token: what is wrong is told with what to do about it. Nothing "
        "is made or changed, nothing is posted, and the bot may be running. Without settings of its own it looks at "
        "those of the service that docs/hosting.md sets up, in /etc/hexarch. The answer is no (exit code 1) when "
        "something is wrong; what is merely doubtful is told.",
        "sudo hexarch host doctor",
    )
    d.add_argument("--config", metavar="FILE", help="TOML file with settings (default: $HEXARCH_CONFIG)")
    d.add_argument("--database", metavar="FILE|URL", help="SQLite file, or a database URL")
    d.add_argument(
        "--backups", metavar="FOLDER", type=Path, default=BACKUPS, help=f"where backups are (default: {BACKUPS})"
    )
    d.add_argument("--offline", action="store_true", help="ask nothing of Discord, nor of the board's address")
    d.add_argument("--json", action="store_true", help="print JSON")
