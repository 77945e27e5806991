"""``hexarch run``: the bot on Discord."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import scenarios
from bot.cli.common import OK, BadInput, command, data_folder, database_told

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.storage.lease import Lease

TOKEN = "DISCORD_TOKEN"
DATABASE = "HEXARCH_DATABASE"

WAIT = 60.0
"""Seconds to wait for another process that has the database: one that is being stopped, or has lost its network."""


def add(commands: Any) -> None:
    p = command(
        commands,
        "run",
        "run the bot on Discord",
        f"Run the bot until it is stopped. The token of your application is read from the environment variable {TOKEN} "
        "and from nowhere else; docs/hosting.md tells how to get one. Battles go on where they were.",
        f"{TOKEN}=... hexarch run --database /var/lib/hexarch/hexarch.db",
    )
    database_option(p)
    p.add_argument("--theme", choices=["light", "dark"], default="light", help="look of the maps (default: light)")
    p.set_defaults(call=call)


def database_option(p: argparse.ArgumentParser) -> None:
    """Which database is meant."""
    p.add_argument(
        "--database",
        default=os.environ.get(DATABASE),
        metavar="FILE|URL",
        help=f"SQLite file, or a database URL (default: ${DATABASE}, else hexarch.db in the user's data)",
    )


def call(args: argparse.Namespace) -> int:
    token = os.environ.get(TOKEN, "").strip()
    if token and not (token.isascii() and token.isprintable() and " " not in token):
        raise BadInput(f"what {TOKEN} holds is no token: a token has no spaces, and no letters with accents")
    if not token:
        raise BadInput(
            f"there is no token: set the environment variable {TOKEN} to your bot's token "
            "(docs/hosting.md tells how to get one). To try Hexarch without Discord: hexarch local"
        )
    with database_told():
        asyncio.run(_run(token, database_url(args.database), args.theme))
    return OK


def database_url(given: str | None) -> str:
    """The URL of a database named by URL or file; the user's own file unless given. Makes the file's folder.

    >>> database_url("postgresql+asyncpg://host/hexarch")
    'postgresql+asyncpg://host/hexarch'
    """
    if given and "://" in given:
        return given
    path = Path(given) if given else data_folder() / "hexarch.db"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise BadInput(f"{path.parent}: can't be made: {e.strerror or e}") from e
    return f"sqlite+aiosqlite:///{path.absolute()}"


async def _run(token: str, url: str, theme: Literal["light", "dark"]) -> None:
    import aiohttp
    import discord

    from bot.app import create_bot
    from bot.messages.pictures.drawing_pool import DrawingPool
    from bot.messages.thinking_pool import ThinkingPool
    from bot.service import Service

    left_out = scenarios.passed_over()
    discord.utils.setup_logging()
    log = logging.getLogger("hexarch")
    for path, why in left_out:
        log.warning("%s %s", path, why)
    service = await Service.open(url, wait=WAIT, waiting=lambda said: log.warning("waiting: %s", said))
    try:
        bot = create_bot(
            service, theme=theme, drawing_pool=DrawingPool(apart=True), thinking_pool=ThinkingPool(apart=True)
        )
        loop = asyncio.get_running_loop()
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers here
            # What runs under a supervisor is stopped with SIGTERM; leave in order, as Ctrl-C does.
            loop.add_signal_handler(signal.SIGTERM, lambda: asyncio.ensure_future(bot.close()))
        async with bot:
            try:
                await _started(bot, token, service.database.lease)
            except discord.LoginFailure as e:
                raise BadInput(f"Discord refuses the token in {TOKEN}: {e}") from e
            except discord.PrivilegedIntentsRequired as e:
                raise BadInput(f"Discord refuses the bot's intents: {e}") from e
            except (discord.HTTPException, discord.GatewayNotFound) as e:
                raise BadInput(f"Discord doesn't let the bot in just now: {e}. Try again in a while") from e
            except (aiohttp.ClientError, OSError, TimeoutError) as e:
                raise BadInput(
                    f"Discord can't be reached: {str(e) or type(e).__name__}. Is there a network here?"
                ) from e
    finally:
        await service.close()


async def _started(bot: Hexarch, token: str, lease: Lease) -> None:
    """Run the bot until it is stopped, or another process has taken its database."""
    running = asyncio.ensure_future(bot.start(token))
    watching = asyncio.ensure_future(lease.watch())
    try:
        await asyncio.wait((running, watching), return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            await bot.close()
        await running
        if watching.done():
            watching.result()
    finally:
        running.cancel()
        watching.cancel()
        await asyncio.gather(running, watching, return_exceptions=True)
