"""The simulated server of the local edition: its channels and people, and how a battle begins there for two of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import discord
import simcord

from bot.app import Hexarch
from bot.service import Battle

GUILD = "Hexarch"
CHANNEL = "battlefield"
FIELD = "field"
"""Channel in which battles of a campaign are fought out; the page shows it as long as there is one."""

PLAYERS = ("Ada", "Ben")
SPECTATOR = "Cleo"
MANAGERS = "managers"
"""The spectator's role: who manages the server may try the referees' commands."""


@dataclass(frozen=True)
class World:
    """The simulated server."""

    env: simcord.Env
    guild: Any
    channel: Any
    players: tuple[Any, Any]
    spectator: Any
    field: Any

    @property
    def everyone(self) -> tuple[Any, ...]:
        return (*self.players, self.spectator)


def build_world(bot: Hexarch) -> World:
    """Guild, channel and three people. Every id in it depends on the order of these calls: keep it."""
    env = simcord.Env(bot, check_errors=False, settle_timeout=30.0)
    env.backend.bot_user.name = "Hexarch"
    guild = env.create_guild(GUILD)
    users = [env.create_user(name.lower(), global_name=name) for name in (*PLAYERS, SPECTATOR)]
    channel = guild.create_text_channel(CHANNEL)
    # The role comes last, and with it the member who has it: only what is made after it may depend on it.
    managers = guild.create_role(MANAGERS, permissions=discord.Permissions(manage_guild=True))
    people = [guild.add_member(user, roles=[managers] if user is users[-1] else []) for user in users]
    # The page shows one channel, and in that no threads.
    field = guild.create_text_channel(FIELD)
    bot.messages.field_battles.place = field.id
    env.backend.clock.advance(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))
    return World(env, guild, channel, (people[0], people[1]), people[2], field)


async def stage(bot: Hexarch, world: World) -> Any:
    """Where something is going on: on the field, as long as a campaign waits for a battle there."""
    return world.field if await bot.service.battles.in_channel(world.field.id) is not None else world.channel


async def begin_anew(bot: Hexarch, world: World, document: dict[str, Any]) -> str:
    """Begin a battle of this document with both players seated, breaking off what is under way; says what was done."""
    under_way = await break_off(bot, world)
    key = await bot.service.scenarios.keep_own(world.guild.id, world.players[0].id, document)
    await seat_all(bot, world.guild.id, world.channel.id, key, [p.id for p in world.players])
    before = "" if under_way is None else f" “{under_way.title}” was broken off."
    return f"“{document['title']}” has begun.{before}"


async def break_off(bot: Hexarch, world: World) -> Battle | None:
    """End the battle of the channel without a result, and have that told; the battle, or None where there was none."""
    under_way = await bot.service.battles.in_channel(world.channel.id)
    if under_way is not None:
        await bot.service.endings.abandon(under_way.id, under_way.creator)
        await bot.messages.publisher.renew(under_way.id)
        await bot.messages.closing.close_up()
    return under_way


async def seat_all(bot: Hexarch, guild_id: int, channel_id: int, scenario: str, users: Sequence[int]) -> None:
    """Begin a battle with these users on its sides, one each; does nothing where the channel has one already."""
    if await bot.service.battles.in_channel(channel_id) is not None:
        return
    battle = await bot.service.lobby.create(guild_id, channel_id, users[0], scenario, mode="live")
    for (side, _), user in zip(battle.sides, users, strict=False):
        await bot.service.lobby.join(battle.id, user, side)
    await bot.service.lobby.start(battle.id, users[0], "local")
    await bot.messages.publisher.renew(battle.id)
