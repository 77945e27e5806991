"""``hexarch forget``: everything of a server, or of a person, out of the database."""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import Any

from bot.cli.common import NO, OK, command, database_told
from bot.cli.databases import database_option, database_url
from engine.kernel.text import Refusal


def add(commands: Any) -> None:
    p = command(
        commands,
        "forget",
        "delete what is stored of a server or a person",
        "Delete everything stored of a server, or what is stored about a person, as /data delete does for himself. "
        "What is deleted can't be brought back. Stop the bot first; docs/privacy.md tells what is stored.",
        "hexarch forget --database /var/lib/hexarch/hexarch.db --guild 123456789012345678",
    )
    database_option(p)
    which = p.add_mutually_exclusive_group(required=True)
    which.add_argument("--guild", type=number, metavar="ID", help="number of the server at Discord")
    which.add_argument("--user", type=number, metavar="ID", help="number of the person's account at Discord")
    p.set_defaults(call=call)


def number(text: str) -> int:
    """An argparse type: the number of a server or an account."""
    if not text.isdecimal() or not 0 < int(text) < 2**63:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of a server or an account")
    return int(text)


def call(args: argparse.Namespace) -> int:
    try:
        with database_told():
            print(asyncio.run(_forget(args)))
    except Refusal as no:
        print(f"hexarch: {no}", file=sys.stderr)
        return NO
    return OK


async def _forget(args: argparse.Namespace) -> str:
    from bot.service import Service

    service = await Service.open(database_url(args.database))
    try:
        if args.guild is not None:
            battles = await service.privacy.forget_guild(args.guild)
            return f"Server {args.guild} is deleted, with {battles} battles."
        done = await service.privacy.forget(args.user)
        return f"User {args.user} is taken out: {', '.join(f'{k} {n}' for k, n in done.items())}."
    finally:
        await service.close()
