"""What may be said to ``hexarch run``."""

from __future__ import annotations

from typing import Any

from bot.cli.common import BAD_INPUT, USELESS, command
from bot.cli.databases import DATABASE

TOKEN = "DISCORD_TOKEN"

LASTING = f"""\
{USELESS} starting it again is of no use until something is changed: the settings, the token, the database. What may be
over by itself (Discord or the database out of reach, another process that has the database, a port that is
taken) ends with {BAD_INPUT}."""
"""What its exit codes mean besides."""


def add(commands: Any) -> None:
    p = command(
        commands,
        "run",
        "run the bot on Discord",
        f"Run the bot until it is stopped. The token of your application is read from the environment variable {TOKEN} "
        f"or from the file that {TOKEN}_FILE names, and from nowhere else; docs/hosting.md tells how to get one. Every "
        "other setting may also stand in the environment (HEXARCH_LOG_FORMAT for --log-format) or in a TOML file "
        "(log_format = ...). Battles go on where they were.",
        f"{TOKEN}=... hexarch run --database /var/lib/hexarch/hexarch.db",
        LASTING,
    )
    p.add_argument("--config", metavar="FILE", help="TOML file with settings (default: $HEXARCH_CONFIG)")
    p.add_argument("--database", metavar="FILE|URL", help=f"SQLite file, or a database URL (default: ${DATABASE}, "
                   "else hexarch.db in the user's data)")  # fmt: skip
    p.add_argument("--theme", metavar="light|dark", help="look of the maps (default: light)")
    p.add_argument("--log-format", metavar="text|json", help="how the log is written (default: text)")
    p.add_argument("--log-level", metavar="LEVEL", help="debug, info, warning or error (default: info)")
    p.add_argument("--board", metavar="[HOST:]PORT", help="serve the board there; a port alone: on loopback")
    p.add_argument("--board-url", metavar="URL", help="where people reach the board: https://board.example.org")
    p.add_argument("--listen", metavar="[HOST:]PORT", help="serve /healthz and /metrics; a port alone: on loopback")
    p.add_argument("--shards", metavar="0-3/16", help="shards of this process, where there are several (default: all)")
    p.add_argument(
        "--requests", metavar="N", help="requests a second to Discord at the most (default: its share of 50)"
    )
    p.add_argument(
        "--discord-api", metavar="URL", help="proxy that hands requests on to Discord: http://127.0.0.1:8080"
    )
    p.add_argument("--cache", metavar="FOLDER", help="where drawn maps are kept from one start to the next")
    p.add_argument("--wait", metavar="SECONDS", help="how long to wait for another process that has the database "
                   "(default: 60)")  # fmt: skip
    p.add_argument("--check", action="store_true", help="check the settings, open the database without "
                   "changing it, try whether the port is free, and leave")  # fmt: skip
