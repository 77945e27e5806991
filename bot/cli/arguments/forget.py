"""What may be said to ``hexarch forget``."""

from __future__ import annotations

import argparse
from typing import Any

from bot.cli.common import command
from bot.cli.databases import database_option


def add(commands: Any) -> None:
    p = command(
        commands,
        "forget",
        "delete what is stored of a server or a person",
        "Delete everything stored of a server, or what is stored about a person, as /data delete does. "
        "What is deleted can't be brought back. Stop the bot first; docs/privacy.md tells what is stored.",
        "hexarch forget --database /var/lib/hexarch/hexarch.db --guild 123456789012345678",
    )
    database_option(p)
    which = p.add_mutually_exclusive_group(required=True)
    which.add_argument("--guild", type=number, metavar="ID", help="number of the server at Discord")
    which.add_argument("--user", type=number, metavar="ID", help="number of the person's account at Discord")


def number(text: str) -> int:
    """An argparse type: the number of a server or an account."""
    if not text.isdecimal() or not 0 < int(text) < 2**63:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of a server or an account")
    return int(text)
