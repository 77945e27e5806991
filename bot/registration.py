"""Commands as Discord is told of them.

Each says where it may be used and to what the bot has to be installed (:class:`bot.errors.Tree` has what holds for
most): what isn't said would mean whatever the application allows. Discord takes commands for people who install the bot
for themselves only where its owner has allowed that, and else refuses the whole list; so it is registered without.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.localised import localised

log = logging.getLogger("hexarch")

REFUSED = (
    "Discord doesn't take commands for people who install the bot for themselves, so /%s is there only in servers with "
    "the bot: see User Install under Installation in the Developer Portal"
)


async def register(bot: commands.AutoShardedBot) -> None:
    """Tell Discord which commands there are. Raises discord.HTTPException where it doesn't take them."""
    try:
        await _send(bot)
    except discord.HTTPException as e:
        personal = for_persons(bot.tree)
        if e.status != 400 or not personal:
            raise
        with _for_servers(personal):
            await _send(bot)
        log.warning(REFUSED, ", /".join(c.name for c in personal))


async def register_in(bot: commands.AutoShardedBot, guild: int) -> None:
    """Tell Discord which commands one server alone has. Raises discord.HTTPException where it doesn't take them."""
    place = discord.Object(guild)
    await bot.http.bulk_upsert_guild_commands(_application(bot), guild, payload=_payload(bot.tree, place))


async def _send(bot: commands.AutoShardedBot) -> None:
    await bot.http.bulk_upsert_global_commands(_application(bot), payload=_payload(bot.tree))


def _application(bot: commands.AutoShardedBot) -> int:
    if bot.application_id is None:
        raise discord.MissingApplicationID
    return bot.application_id


def _payload(tree: app_commands.CommandTree[Any], guild: discord.Object | None = None) -> list[dict[str, Any]]:
    return [localised(c.to_dict(tree)) for c in tree.get_commands(guild=guild)]


def for_persons(tree: app_commands.CommandTree[Any]) -> list[Any]:
    """The commands that also belong to people who have installed the bot for themselves."""
    return [c for c in tree.get_commands() if c.allowed_installs is not None and c.allowed_installs.user]


@contextmanager
def _for_servers(personal: Sequence[Any]) -> Iterator[None]:
    """Meanwhile these commands belong to servers alone, so that nobody has them in conversations with others."""
    before = [(c, c.allowed_installs, c.allowed_contexts) for c in personal]
    for command in personal:
        contexts = command.allowed_contexts or app_commands.AppCommandContext()
        command.allowed_installs = app_commands.AppInstallationType(guild=True, user=False)
        command.allowed_contexts = app_commands.AppCommandContext(
            guild=contexts.guild, dm_channel=contexts.dm_channel, private_channel=False
        )
    try:
        yield
    finally:
        for command, installs, contexts in before:
            command.allowed_installs, command.allowed_contexts = installs, contexts
