"""``hexarch forget``: everything of a server, or of a person, out of the database."""

from __future__ import annotations

import argparse
import asyncio
import sys

from bot.cli.common import NO, OK, database_told
from bot.cli.databases import existing_url
from engine.kernel.text import Refusal


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

    service = await Service.open(existing_url(args.database))
    try:
        if args.guild is not None:
            battles = await service.privacy.forget_guild(args.guild)
            return f"Server {args.guild} is deleted, with {battles} battles."
        done = await service.privacy.forget(args.user)
        return f"User {args.user} is taken out: {', '.join(f'{k} {n}' for k, n in done.items())}."
    finally:
        await service.close()
