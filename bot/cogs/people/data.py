"""What is stored about somebody: as a file for them, and deleted if they want; servers the bot was removed from."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.rounds import Rounds
from bot.components.ids import Ref
from bot.components.items import button, view
from bot.errors import reader, whisper
from engine.kernel.text import refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

log = logging.getLogger("hexarch")

VERB, YES = "forget", "yes"

HOUR = 3600.0
"""Seconds between two looks at the servers."""

KEPT = (
    "**Deleted in every server:** your preferences, standing orders, offers, invitations and what you watch.\n"
    "**No longer yours:** the battles you played or made, your results, remarks, matches and scenarios. They stay, "
    "with “a former player” in your place.\n"
    "**Kept, because the others' battles need it:** the orders and rolls, and the phrase you gave for the dice: "
    "without it nobody could check them any more. Messages in the channels stay where they are. For a year: how long "
    "you were on vacation, so that nobody has it twice.\n"
    "It can't be taken back."
)


@app_commands.allowed_contexts(guilds=True, dms=True)
class DataCog(commands.GroupCog, name="data", group_name="data", group_description="What is stored about you"):
    """/data export, delete."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        self.rounds = Rounds(bot, HOUR, self.look_after, "servers that were left could not be looked after")
        bot.router.add(VERB, self.sure)

    async def cog_load(self) -> None:
        self.rounds.start()

    async def cog_unload(self) -> None:
        self.rounds.stop()

    # -- people -------------------------------------------------------------------------------------------------

    @app_commands.command(name="export", description="Everything stored about you, as a file")
    async def export(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        found = await self.bot.service.privacy.stored_about(interaction.user.id)
        data = json.dumps(found, indent=1, ensure_ascii=False).encode("utf-8", "replace")
        words = reader(interaction)
        told = words.translate("Everything stored about you, in every server. Times are UTC. /data delete deletes it.")
        await whisper(interaction, told, file=discord.File(io.BytesIO(data), "hexarch-data.json"))

    @app_commands.command(name="delete", description="Delete what is stored about you, in every server")
    async def delete(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await self.bot.service.privacy.check_free(interaction.user.id)
        words = reader(interaction)
        # The number of the account: nobody else may press it, wherever the message ends up.
        ref = Ref(str(interaction.user.id), YES)
        sure = button(ref, VERB, words.translate("Delete my data"), style=discord.ButtonStyle.danger)
        await whisper(interaction, words.translate(KEPT), view=view(sure))

    async def sure(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Delete my data]."""
        if ref.battle != str(interaction.user.id) or ref.token != YES:
            refuse("That button is somebody else's.")
        await interaction.response.defer()
        # Results of battles that have just ended are told from their seats: first those, then what is asked for.
        await self.bot.messages.closing.close_up()
        words = reader(interaction)
        await self.bot.service.privacy.forget(interaction.user.id)
        self.bot.service.preferences.forget_language(interaction.user.id)
        told = words.translate("It is deleted. What you do from now on is stored anew.")
        await interaction.edit_original_response(content=told, view=None)

    # -- servers ------------------------------------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """It may have been a slip: everything is kept for a while."""
        await self.bot.service.privacy.guild_left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.bot.service.privacy.guild_back(guild.id)

    async def look_after(self) -> None:
        """Note the servers the bot was removed from or added to while it was away; delete those left long ago."""
        here = {g.id for g in self.bot.guilds}
        service = self.bot.service
        for guild in await service.privacy.guilds():
            if guild in here:
                await service.privacy.guild_back(guild)
            elif guild:
                await service.privacy.guild_left(guild)
        await service.privacy.forget_spent()
        for guild in await service.privacy.guilds_to_delete():
            if guild not in here:
                battles = await service.privacy.forget_guild(guild)
                log.info("server %s was left long ago: deleted, with %s battles", guild, battles)


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(DataCog(bot))
