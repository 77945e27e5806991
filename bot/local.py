"""Hexarch without Discord: the same bot on SimCord's simulated Discord, played in the browser.

The simulated world is made anew at each start, in the same order and at the same instant: guild, channel and players
have the same ids every time, and battles stored under them are found again. Only then is its clock set to now, which
keeps the ids of new messages apart from those of earlier starts.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import discord
import simcord
from discord import app_commands
from simcord.backend.errors import SetupError

from bot import preparing
from bot.app import Hexarch, create_bot
from bot.aside import aside
from bot.cogs.guide.welcome import Welcome
from bot.errors import report, unwrapped
from bot.local_board import board_served
from bot.local_world import PLAYERS, SPECTATOR, World, begin_anew, build_world, seat_all, stage
from bot.messages.pictures.drawing_pool import DrawingPool
from bot.messages.thinking_pool import ThinkingPool
from bot.service import Service
from engine.kernel.text import Refusal

if TYPE_CHECKING:
    from scenarios import Scenario

log = logging.getLogger("hexarch")

STARTING = 120.0
"""Seconds the bot may take to put its messages in order as it starts."""

PAGE, KEY = "local", "key"
"""Owner and key of the setting that keeps what opens the page."""

PULSE = 0.4
"""Seconds between two looks at whether the pages in the browser are out of date."""


async def start(env: simcord.Env) -> None:
    """Bring the bot up; what it says at once, with maps that are drawn for it, may take its time on a busy machine."""
    settle = env._settle_internal

    async def patiently(timeout: float | None = None, **more: Any) -> Any:
        return await settle(timeout=max(timeout or 0.0, STARTING), **more)

    env._settle_internal = patiently
    try:
        await env.start()
    finally:
        env._settle_internal = settle


def tell_refusals(bot: Hexarch) -> None:
    """Keep SimCord from counting a command's refusal as a fault: its page would say that the bot has failed."""
    counted = bot.tree.on_error

    async def on_error(interaction: discord.Interaction[Hexarch], error: app_commands.AppCommandError) -> None:
        handle = report if isinstance(unwrapped(error), Refusal) else counted
        await handle(interaction, error)

    bot.tree.on_error = on_error


async def serve_local(
    db_path: str | Path,
    port: int = 8080,
    scenario: str | None = None,
    *,
    own: dict[str, Any] | None = None,
    insist: bool = False,
    clock: bool = False,
    welcome: bool = True,
    edited: Path | None = None,
    say: Callable[[str], None] = print,
    stop: asyncio.Event | None = None,
) -> None:
    """Serve the browser edition on ``http://127.0.0.1:port`` until ``stop`` is set or the task is cancelled.

    Battles are kept in the SQLite file ``db_path``. Where the channel has no battle under way and ``scenario`` is
    given, one begins with both players seated; with ``insist`` it is told when it can't. ``own`` is the document of
    that scenario where it comes from a file, and is among the server's own scenarios from then on. No time passes for
    anybody unless limits are agreed on; with ``clock`` the limits of a live battle hold, as they do on Discord. With
    ``welcome`` the channel begins with a message that tells what this is, and has buttons for all of it. The map editor
    of the file ``edited`` is served beside it, on a port of its own. Raises Refusal or ScenarioError for a scenario
    there isn't, OSError when the port can't be used.
    """
    service = await Service.open(f"sqlite+aiosqlite:///{Path(db_path).absolute()}", untimed=not clock)
    drawing_pool = DrawingPool(apart=True)
    drawing_pool.begin()
    bot = create_bot(service, drawing_pool=drawing_pool, thinking_pool=ThinkingPool(apart=True), rooms=False)
    bot.messages.films.aside = True
    world = build_world(bot)
    try:
        await start(world.env)
        tell_refusals(bot)
        await furnish(bot, world, welcome=welcome)
        fresh = scenario is not None and await bot.service.battles.in_channel(world.channel.id) is None
        if fresh:
            await restore(bot, world)
        if scenario is not None:
            await begin(bot, world, scenario, own, say if insist else lambda line: None)
        page = world.env.preview(
            world.channel, viewers=world.everyone, layout="channel", width=1100, height=900, port=port
        )
        page.capability = await _key(service)
        async with page as preview:
            turn = take_turns(preview)
            # What was there is put back while the page answers already: a map or a film may take its time. In a context
            # of its own, as SimCord waits for all that is done in anybody else's.
            meanwhile = [aside(preparing.everything(service))]
            if not fresh:
                meanwhile.append(aside(restore(bot, world)))
            async with (
                board_served(bot, world, page.capability, port, turn, preview.url) as board,
                _editing(bot, world, edited, preview.url, turn) as editor,
            ):
                say(f"Hexarch is at {board}")
                say(f"The chat, as it is on Discord, is at {preview.url}")
                if edited is not None:
                    say(f"The map editor of {edited.name}: {editor}")
                say(f"{', '.join(PLAYERS)} play there, {SPECTATOR} watches and may referee; you are {PLAYERS[0]}.")
                say(f"Ctrl-C ends; battles are kept in {db_path}")
                await _pulse(bot, world, preview, stop or asyncio.Event(), turn)
            for task in meanwhile:
                task.cancel()
            await asyncio.gather(*meanwhile, return_exceptions=True)
    except SetupError as e:
        if isinstance(e.__cause__, OSError):
            raise e.__cause__ from None
        raise
    finally:
        with contextlib.suppress(Exception):
            await world.env.shutdown()
        await service.close()


async def _key(service: Service) -> str:
    """What opens the page, as its address says: the same at every start, so that a page that stands open finds it."""
    known = (await service.settings.of(PAGE)).get(KEY)
    if known is None:
        await service.settings.put(PAGE, KEY, known := secrets.token_urlsafe(32))
    return known


@contextlib.asynccontextmanager
async def _editing(
    bot: Hexarch, world: World, edited: Path | None, table: str, turn: asyncio.Lock
) -> AsyncIterator[str]:
    """Serve the map editor of a file meanwhile, if there is one, and give its address; what it begins takes the place
    of what is played."""
    if edited is None:
        yield ""
        return
    from bot.editor.server import Editor  # with the checks of whole battles, which nobody else has need of

    async def play(battle: Scenario) -> str:
        async with turn:
            return await begin_anew(bot, world, battle.model_dump(mode="json"))

    editor = Editor(edited, play, table)
    try:
        yield await editor.start(0)
    finally:
        await editor.close()


async def restore(bot: Hexarch, world: World) -> None:
    """Put back the messages of the battles that go on, and those of a battle on the field that is due.

    A computer player whose turn it is goes on from here, for as long as it plays: what it does must find the simulated
    Discord's webhooks, through which panels are changed.
    """
    try:
        with world.env.time_context():
            for channel in (world.channel, world.field):
                await bot.messages.background.restore(channel.id)
            await bot.messages.field_battles.tick()
    except Exception:
        log.exception("what is on the table couldn't be put back")


async def furnish(bot: Hexarch, world: World, *, welcome: bool) -> None:
    """Add what there is here alone: the welcome."""
    greeter = Welcome(bot)
    await bot.add_cog(greeter)
    if welcome:
        await greeter.greet(world.guild.id, world.channel.id, PLAYERS, SPECTATOR)


async def begin(
    bot: Hexarch, world: World, scenario: str, own: dict[str, Any] | None, say: Callable[[str], None]
) -> None:
    """Begin a battle with both players seated, unless one is under way; ``own`` as for :func:`serve_local`."""
    if own is not None:
        scenario = await bot.service.scenarios.keep_own(world.guild.id, world.players[0].id, own)
    under_way = await bot.service.battles.in_channel(world.channel.id)
    if under_way is None:
        await seat_all(bot, world.guild.id, world.channel.id, scenario, [p.id for p in world.players])
    elif own is not None or under_way.row.scenario_key != scenario:
        say(f"A battle is under way and goes on: {under_way.title}. {scenario} doesn't begin.")
        say("End that one first (/battle abandon), or begin with a database of its own: --database NEW.db")


def take_turns(preview: Any) -> asyncio.Lock:
    """Let what somebody does on the page wait while the lock is held.

    SimCord does one thing at a time, and refuses a second one in a way in which its page takes nothing more until it
    is loaded again; a press must not meet with that because the clock is being put right.
    """
    turn, act = asyncio.Lock(), preview._action

    async def in_turn(*args: Any, **kwargs: Any) -> Any:
        async with turn:
            return await act(*args, **kwargs)

    preview._action = in_turn
    return turn


def show(preview: Any, channel: Any) -> None:
    """Have every page show a channel from now on."""
    if preview.channel.id == channel.id:
        return
    preview.channel = channel
    for page in preview._pages.values():
        page.channel_id = channel.id
        page.target_id = preview._initial_target(page.viewer, channel.id)
        page.window_end_id = page.modal = page.modal_handle = None


async def _pulse(bot: Hexarch, world: World, preview: Any, stop: asyncio.Event, turn: asyncio.Lock) -> None:
    """Keep the simulated clock on time, and every page up to date with what happened in the others."""
    env, seen = world.env, -1
    while not stop.is_set():
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(stop.wait(), PULSE)
        try:
            async with turn:
                late = (datetime.now(UTC) - env.now()).total_seconds()
                if late > 1:
                    await env.advance_time(late)
                happened = len(env.backend.transcript)
                if happened != seen:
                    show(preview, await stage(bot, world))
                    await preview.refresh()
                    seen = len(env.backend.transcript)
        except SetupError:
            continue  # somebody is clicking just now
        except TimeoutError:
            log.warning("the simulated Discord is busy", exc_info=True)
