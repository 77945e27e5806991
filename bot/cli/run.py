"""``hexarch run``: the bot on Discord."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
from typing import TYPE_CHECKING, Any

import scenarios
from bot import logs
from bot.cli.common import OK, BadInput, command, database_told
from bot.cli.databases import DATABASE, database_url

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.cli.configuration import Configuration
    from bot.monitoring.health import Health
    from bot.storage.lease import Lease

TOKEN = "DISCORD_TOKEN"


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
    )
    p.add_argument("--config", metavar="FILE", help="TOML file with settings (default: $HEXARCH_CONFIG)")
    p.add_argument("--database", metavar="FILE|URL", help=f"SQLite file, or a database URL (default: ${DATABASE}, "
                   "else hexarch.db in the user's data)")  # fmt: skip
    p.add_argument("--theme", metavar="light|dark", help="look of the maps (default: light)")
    p.add_argument("--log-format", metavar="text|json", help="how the log is written (default: text)")
    p.add_argument("--log-level", metavar="LEVEL", help="debug, info, warning or error (default: info)")
    p.add_argument("--listen", metavar="[HOST:]PORT", help="serve /healthz and /metrics; a port alone: on loopback")
    p.add_argument("--shards", metavar="0-3/16", help="shards of this process, where there are several (default: all)")
    p.add_argument("--cache", metavar="FOLDER", help="where drawn maps are kept from one start to the next")
    p.add_argument("--wait", metavar="SECONDS", help="how long to wait for another process that has the database "
                   "(default: 60)")  # fmt: skip
    p.add_argument("--check", action="store_true", help="check the settings and leave")
    p.set_defaults(call=call)


def call(args: argparse.Namespace) -> int:
    from bot.cli import configuration

    found, token = configuration.read(vars(args), os.environ)
    if args.check:
        print("the settings are good")
        return OK
    if found.scenarios:
        os.environ["HEXARCH_SCENARIOS"] = os.pathsep.join(found.scenarios)
    if found.cache:
        os.environ["HEXARCH_CACHE"] = found.cache  # for the processes that draw, too
    logs.set_up(found.log_format, found.log_level, configuration.secrets(found, token))
    try:
        with database_told():
            asyncio.run(_run(token, found))
    finally:
        logs.tear_down()
    return OK


async def _run(token: str, settings: Configuration) -> None:
    from bot.monitoring.health import Health
    from bot.monitoring.server import Address, serving

    log = logging.getLogger("hexarch")
    for path, why in scenarios.passed_over():
        log.warning("%s %s", path, why)
    health = Health()
    async with contextlib.AsyncExitStack() as whole:
        if settings.listen:
            address = Address.parse(settings.listen)
            try:
                port = await whole.enter_async_context(serving(address, health))
            except OSError as e:
                raise BadInput(f"--listen {settings.listen}: {e.strerror or e}") from e
            log.info("/healthz and /metrics are at http://%s:%s", address.host, port)
        stop = asyncio.Event()
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers here
            # What runs under a supervisor is stopped with SIGTERM; leave in order, as Ctrl-C does.
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
        playing = asyncio.ensure_future(_play(token, settings, health))
        stopping = asyncio.ensure_future(stop.wait())
        try:
            await asyncio.wait((playing, stopping), return_when=asyncio.FIRST_COMPLETED)
            if not playing.done():
                health.stage = "stopping"
                if health.bot is None:
                    playing.cancel()  # it waits for the database yet
                else:
                    await health.bot.close()
            with contextlib.suppress(asyncio.CancelledError):
                await playing
        finally:
            playing.cancel()
            stopping.cancel()
            await asyncio.gather(playing, stopping, return_exceptions=True)


async def _play(token: str, settings: Configuration, health: Health) -> None:
    """Open the database, waiting for it if need be, and run the bot."""
    import aiohttp
    import discord

    from bot.app import create_bot
    from bot.messages.operator import Operator
    from bot.messages.pictures.drawing_pool import DrawingPool
    from bot.messages.thinking_pool import ThinkingPool
    from bot.monitoring import gauges, requests
    from bot.service import Service
    from bot.storage.limits import ServerLimits
    from bot.storage.shards import Shards

    log = logging.getLogger("hexarch")

    def waiting(said: str) -> None:
        health.stage = "waiting"
        log.warning("waiting: %s", said)

    service = await Service.open(
        database_url(settings.database),
        wait=settings.wait,
        waiting=waiting,
        shards=Shards.parse(settings.shards),
        limits=ServerLimits(settings.pool, settings.statement_timeout),
    )
    try:
        bot = create_bot(
            service,
            theme=settings.theme,
            drawing_pool=DrawingPool(apart=True),
            thinking_pool=ThinkingPool(apart=True),
            operator=Operator(settings.operator_channel, settings.operator_guild),
            http_trace=requests.trace(),
        )
        with gauges.shown(bot):
            health.runs(bot)
            async with bot:
                try:
                    await _started(bot, token, service.database.lease, health)
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
        health.stage, health.bot = "stopping", None
        await service.close()


async def _started(bot: Hexarch, token: str, lease: Lease, health: Health) -> None:
    """Run the bot until it is stopped, or another process has taken its database."""
    running = asyncio.ensure_future(bot.start(token))
    watching = asyncio.ensure_future(lease.watch())
    pulse = asyncio.ensure_future(health.watch())
    preparing = asyncio.ensure_future(_prepare(bot))
    try:
        await asyncio.wait((running, watching), return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            await bot.close()
        await running
        if watching.done():
            watching.result()
    finally:
        for task in (running, watching, pulse, preparing):
            task.cancel()
        await asyncio.gather(running, watching, pulse, preparing, return_exceptions=True)


async def _prepare(bot: Hexarch) -> None:
    """What a start doesn't wait for: the rules, read in a thread, and maps, drawn where drawing is done."""
    from bot.messages.pictures import beforehand
    from bot.processes import settle
    from engine.systems import registry
    from scenarios.files import by_key

    await bot.wait_until_ready()
    await asyncio.to_thread(registry.load)
    settle()
    pictures = bot.messages.pictures
    await beforehand.everything(pictures.drawing_pool, pictures.theme, by_key())
