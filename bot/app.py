"""The bot: discord.py's client with our service, cogs and components in it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

import discord
from discord.ext import commands

from bot.components.items import Component, modal_values
from bot.errors import Tree, handled
from bot.handling import FINISH, Handling
from bot.messages.access import visibility
from bot.messages.access.links import Session
from bot.messages.delivery import wire
from bot.messages.delivery.global_limit import GlobalLimit
from bot.messages.messages import Messages
from bot.messages.operator import Operator
from bot.messages.opponents import PACE
from bot.messages.pictures.drawing_pool import DrawingPool
from bot.messages.thinking_pool import ThinkingPool
from bot.rates import Rates
from bot.registration import register, register_in
from bot.router import Router
from bot.service import Service
from bot.storage.turns import Turns
from renderer import Theme

log = logging.getLogger("hexarch")

IDENTIFY = 5.0
"""Seconds Discord wants between two shards that come in, of applications it hasn't allowed more."""

COGS = (
    "bot.cogs.battles.battle",
    "bot.cogs.guide.learn",
    "bot.cogs.battles.limits",
    "bot.cogs.battles.mirror",
    "bot.cogs.play.orders",
    "bot.cogs.play.panel",
    "bot.cogs.play.forms",
    "bot.cogs.play.advice",
    "bot.cogs.play.decisions",
    "bot.cogs.play.undo",
    "bot.cogs.play.standing",
    "bot.cogs.look.look",
    "bot.cogs.look.what",
    "bot.cogs.look.describe",
    "bot.cogs.guide.rules",
    "bot.cogs.guide.charts",
    "bot.cogs.guide.help",
    "bot.cogs.look.replay",
    "bot.cogs.look.record",
    "bot.cogs.look.story",
    "bot.cogs.look.report",
    "bot.cogs.look.analysis",
    "bot.cogs.look.dice",
    "bot.cogs.play.team",
    "bot.cogs.play.board",
    "bot.cogs.play.call_referee",
    "bot.cogs.company.watch",
    "bot.cogs.company.ranks",
    "bot.cogs.company.mine",
    "bot.cogs.company.offers",
    "bot.cogs.company.competitions",
    "bot.cogs.people.preferences",
    "bot.cogs.people.data",
    "bot.cogs.referee.settings",
    "bot.cogs.referee.referee",
    "bot.cogs.referee.calling",
    "bot.cogs.referee.chart_packs",
    "bot.cogs.referee.results",
    "bot.cogs.referee.scenarios",
    "bot.cogs.referee.scoreboard",
    "bot.cogs.host.host",
)
"""Every cog; those that put commands into another's group come after it."""


class Hexarch(commands.AutoShardedBot):
    """Knows Discord and, through its messages, the battles."""

    def __init__(
        self,
        service: Service,
        *,
        theme: Theme = "light",
        drawing_pool: DrawingPool | None = None,
        thinking_pool: ThinkingPool | None = None,
        pace: float = PACE,
        rates: Rates | None = None,
        rooms: bool = True,
        operator: Operator | None = None,
        limit: GlobalLimit | None = None,
        **options: Any,
    ) -> None:
        shards = service.database.lease.shards
        super().__init__(
            # Those whose battles the database lets us drive.
            shard_ids=list(shards.ids),
            shard_count=shards.count,
            command_prefix=commands.when_mentioned,
            # Slash commands and components need no more; in particular no message content and no member list.
            intents=discord.Intents(guilds=True),
            tree_cls=Tree,
            help_command=None,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=False, replied_user=False),
            **options,
        )
        self.service = service
        self.rates = rates or Rates()
        self.rooms = rooms
        """Whether lessons get threads of their own."""
        self.operator = operator or Operator()
        self.router = Router()
        self.handling = Handling()
        self.messages = Messages(
            self,
            service,
            theme=theme,
            drawing_pool=drawing_pool,
            thinking_pool=thinking_pool,
            pace=pace,
            operator=self.operator,
        )
        self.board_door: Callable[[Session, int | None], Awaitable[str]] | None = None
        """Makes an address at which somebody sees a battle's board, as it is or after the step of a journal entry; None
        where none is served."""
        self._caught_up = False
        self._limit = limit
        """How much it may ask of Discord in a second; None: as much as it wants."""
        self._at_once = 1
        """Shards that Discord lets in at the same time."""
        self._identifying: dict[int, Turns] = {}
        """Turns at coming in, for each of as many rows of shards."""

    @property
    def account(self) -> int:
        """The bot's own user, under which its computer players sit; 0 before it has logged in."""
        return self.user.id if self.user is not None else 0

    async def setup_hook(self) -> None:
        wire.lay(self.http, self._limit)
        if not self.service.database.lease.shards.whole:
            self._at_once = await self._let_in_at_once()
        self.add_dynamic_items(Component)
        for cog in COGS:
            await import_module(cog).setup(self)
        if self.service.database.lease.shards.first:
            # For all servers, whichever process looks after them.
            await register(self)
        if self.operator.guild is not None and self.service.database.lease.shards.has(self.operator.guild):
            try:
                await register_in(self, self.operator.guild)
            except discord.Forbidden as e:
                log.warning("server %s doesn't get the owner's commands: %s", self.operator.guild, e)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Discord lets one shard in at a time, whichever process it is of; the others are sent away.

        Of a large bot it lets in several: one of each row, which is told by the shard's number (``max_concurrency``).
        """
        if self.service.database.lease.shards.whole:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        row = (shard_id or 0) % self._at_once
        if row not in self._identifying:
            self._identifying[row] = Turns(self.service.database.engine.url, f"identify-{row}" if row else "identify")
        await self._identifying[row].take(IDENTIFY)

    async def _let_in_at_once(self) -> int:
        try:
            return max(1, (await self.fetch_session_start_limits()).max_concurrency)
        except (discord.GatewayNotFound, discord.HTTPException, KeyError, TypeError) as e:
            log.info("Discord doesn't say how many shards may come in at once, so one does: %r", e)
            return 1

    async def on_ready(self) -> None:
        """What a stop left unsaid is said now: once, not at every reconnection.

        It comes again where Discord has begun a new session, and what happened since the last one was told to nobody.
        """
        if self._caught_up:
            await self.messages.background.look_around()
            return
        self._caught_up = True
        await self.messages.background.catch_up()
        await self.messages.opponents.wake()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Modals are found by their id too, so one opened before a restart can be sent after it."""
        self.messages.lookup.names.heard(interaction.user)
        if interaction.type is discord.InteractionType.modal_submit:
            data: Any = interaction.data or {}
            await self.router.run(interaction, str(data.get("custom_id", "")), modal_values(data))

    async def on_app_command_completion(self, interaction: discord.Interaction, command: object) -> None:
        handled(interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.messages.background.channel_gone(channel.id)
        await self.messages.background.threads_gone(channel.guild.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        visibility.forget(self, payload.thread_id)
        await self.messages.background.channel_gone(payload.thread_id)

    # What may open a channel to us that was shut.

    async def on_guild_channel_update(self, before: object, after: discord.abc.GuildChannel) -> None:
        await self.messages.guild_changed(after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        # Of threads that were put away, which aren't kept in memory, nothing else tells.
        if payload.thread is not None:
            visibility.keep(self, payload.thread)
        await self.messages.guild_changed(payload.guild_id)

    async def on_guild_role_update(self, before: object, after: discord.Role) -> None:
        await self.messages.guild_changed(after.guild.id)

    async def on_member_update(self, before: object, after: discord.Member) -> None:
        if after == after.guild.me:
            await self.messages.guild_changed(after.guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.messages.guild_changed(guild.id)

    async def close(self) -> None:
        """Finish what is under way, for a while. The rest is told after the next start, whoever makes it."""
        await self.handling.finish(FINISH)
        await self.messages.close()
        await super().close()


def create_bot(
    service: Service,
    *,
    theme: Theme = "light",
    drawing_pool: DrawingPool | None = None,
    thinking_pool: ThinkingPool | None = None,
    pace: float = PACE,
    rates: Rates | None = None,
    rooms: bool = True,
    operator: Operator | None = None,
    **options: Any,
) -> Hexarch:
    """The bot on an open service; start it with a token, or give it to :func:`bot.local.serve_local`'s world.

    ``drawing_pool`` is where it draws, by default in a thread; the bot closes it. ``thinking_pool`` is where
    computer players think, by default in a thread, and ``pace`` how many seconds they leave between answers. ``rates``
    is how much people may ask of it in a while, by default :data:`bot.rates.STANDARD`. Without ``rooms`` lessons take
    place in the channel itself. ``operator`` is who is told when something stays broken.
    """
    return Hexarch(
        service,
        theme=theme,
        drawing_pool=drawing_pool,
        thinking_pool=thinking_pool,
        pace=pace,
        rates=rates,
        rooms=rooms,
        operator=operator,
        **options,
    )
