"""Which battle of a server somebody means, and which he may choose from: those under way, those over, and records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.components.ids import Ref
from bot.desk import sight
from bot.narration import fit
from bot.narration.plain import CHOICE
from bot.service import Battle
from engine.kernel.text import refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

WHICH = "Which battle, by its number; without it, this channel's"


async def meant(bot: Hexarch, interaction: discord.Interaction, text: str) -> Battle:
    """The battle named, or this channel's, begun or not. Refuses those the user may not see, as if there were none."""
    if not text.strip():
        return (await bot.desk.here(interaction)).battle
    return await _checked(bot, interaction, text.split()[0])


async def of(bot: Hexarch, interaction: discord.Interaction, ref: Ref) -> Battle:
    """The battle a component belongs to, checked in the same way: its id came from outside."""
    return await _checked(bot, interaction, ref.battle)


async def offered(bot: Hexarch, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """At most 25 battles that have begun and that the user may see, the newest first."""
    wanted = current.strip().casefold()
    found = [b for b in await bot.service.battles.of_guild(interaction.guild_id or 0) if b.begun]
    return [
        app_commands.Choice(name=fit(f"{b.id} {b.title} · {b.status}", CHOICE), value=b.id)
        for b in found
        if wanted in f"{b.id} {b.title}".casefold() and sight.listed(bot, b, interaction.user)
    ][:25]


async def _checked(bot: Hexarch, interaction: discord.Interaction, battle_id: str) -> Battle:
    found = await bot.service.battles.get(battle_id)
    if found.guild != interaction.guild_id:
        refuse("There is no such battle.")
    await sight.check_listed(bot, found, interaction.user)
    return found
