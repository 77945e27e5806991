"""``hexarch run``: the bot on Discord."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from bot import logs
from bot.cli.arguments.run import TOKEN
from bot.cli.common import OK, BadInput, Lasting, database_told
from bot.cli.databases import database_url

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.cli.configuration import Configuration
    from bot.messages.delivery.global_limit import GlobalLimit
    from bot.monitoring.health import Health
    from bot.storage.lease import Lease
    from bot.storage.shards import Shards


def call(args: argparse.Namespace) -> int:
    from bot.cli import configuration, readiness, trial

    found, token = configuration.read(vars(args), os.environ)
    if lacking := readiness.lacking(found):
        raise configuration.useless(lacking)
    if args.check:
        if failed := asyncio.run(trial.failures(found)):
            raise trial.told(failed)
        print("the settings are good, and so is what they name")
        return OK
    if found.scenarios:
        os.environ["HEXARCH_SCENARIOS"] = os.pathsep.join(found.scenarios)
    if found.cache:
        os.environ["HEXARCH_CACHE"] = found.cache  # for the processes that draw, too
    logs.set_up(found.log_format, found.log_level, configuration.secrets(found, token))
    try:
        with database_told(lasting=Lasting):
            asyncio.run(_run(token, found))
    finally:
        logs.tear_down()
    return OK


async def _run(token: str, settings: Configuration) -> None:
    import scenarios
    from bot.cli.trial import listening_failed
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
                raise listening_failed("listen", settings.listen, e) from e
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
    from discord.http import Route

    from bot.app import create_bot
    from bot.messages.operator import Operator
    from bot.messages.pictures.drawing_pool import DrawingPool
    from bot.messages.thinking_pool import ThinkingPool
    from bot.monitoring import gauges, requests
    from bot.service import Service
    from bot.storage.limits import ServerLimits
    from bot.storage.shards import Shards

    log = logging.getLogger("hexarch")
    shards = Shards.parse(settings.shards)
    if settings.discord_api:
        Route.BASE = f"{settings.discord_api}/api/v10"
        log.info("requests go to %s", Route.BASE)

    def waiting(said: str) -> None:
        health.stage = "waiting"
        log.warning("waiting: %s", said)

    service = await Service.open(
        database_url(settings.database),
        wait=settings.wait,
        waiting=waiting,
        shards=shards,
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
            limit=_limit(settings, shards),
        )
        with gauges.shown(bot):
            health.runs(bot)
            async with bot, _board(bot, settings):
                try:
                    await _started(bot, token, service.database.lease, health)
                except discord.LoginFailure as e:
                    raise Lasting(f"Discord refuses the token in {TOKEN}: {e}") from e
                except discord.PrivilegedIntentsRequired as e:
                    raise Lasting(f"Discord refuses the bot's intents: {e}") from e
                except (discord.HTTPException, discord.GatewayNotFound) as e:
                    raise BadInput(f"Discord doesn't let the bot in just now: {e}. Try again in a while") from e
                except (aiohttp.ClientError, OSError, TimeoutError) as e:
                    raise BadInput(
                        f"Discord can't be reached: {str(e) or type(e).__name__}. Is there a network here?"
                    ) from e
    finally:
        health.stage, health.bot = "stopping", None
        await service.close()


def _limit(settings: Configuration, shards: Shards) -> GlobalLimit | None:
    """What is asked for; else none where a proxy sees to it, and this process's share where nobody does."""
    from bot.messages.delivery.global_limit import GlobalLimit, share

    if settings.requests:
        return GlobalLimit(settings.requests)
    return None if settings.discord_api else GlobalLimit(share(len(shards.ids), shards.count))


@contextlib.asynccontextmanager
async def _board(bot: Hexarch, settings: Configuration) -> AsyncIterator[None]:
    """Serve the board meanwhile, where the host wants it."""
    if not settings.board_url:
        yield
        return
    from bot.board.on_discord import linked
    from bot.cli.trial import listening_failed
    from bot.monitoring.server import Address

    address = Address.parse(settings.board)
    async with contextlib.AsyncExitStack() as served:
        try:
            at = await served.enter_async_context(linked(bot, address.host, address.port, settings.board_url))
        except OSError as e:
            raise listening_failed("board", settings.board, e) from e
        logging.getLogger("hexarch").info("the board is at %s, for %s", at, settings.board_url)
        yield


async def _started(bot: Hexarch, token: str, lease: Lease, health: Health) -> None:
    """Run the bot until it is stopped, or another process has taken its database."""
    running = asyncio.ensure_future(bot.start(token))
    watching = asyncio.ensure_future(lease.watch())
    preparing = asyncio.ensure_future(_prepare(bot))
    try:
        with health.watching():
            await asyncio.wait((running, watching), return_when=asyncio.FIRST_COMPLETED)
            if not running.done():
                await bot.close()
            await running
        if watching.done():
            watching.result()
    finally:
        for task in (running, watching, preparing):
            task.cancel()
        await asyncio.gather(running, watching, preparing, return_exceptions=True)


async def _prepare(bot: Hexarch) -> None:
    """What a start doesn't wait for: the rules and battles, and maps, drawn where drawing is done."""
    from bot import preparing
    from bot.messages.pictures import beforehand
    from scenarios.files import by_key

    pictures = bot.messages.pictures
    pictures.drawing_pool.begin()
    await bot.wait_until_ready()
    await preparing.everything(bot.service)
    await beforehand.everything(pictures.drawing_pool, pictures.theme, by_key())
