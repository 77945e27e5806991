"""Battles as files: take one home, bring one along, put remarks into it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import reader, whisper
from bot.language.plain import MESSAGE, pages
from bot.messages.battle_lookup import WHICH
from bot.messages.delivery.attachments import fetched
from bot.messages.record_file import record
from bot.narration import escape, titled
from bot.service.records.record_files import MOST_BYTES, RECORD
from bot.service.records.records import LONGEST_REMARK
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

LAST_REMARKS = 20


@app_commands.guild_only()
class RecordCog(
    commands.GroupCog, name="record", group_name="record", group_description="Battles as files, and remarks on them"
):
    """/record save, load, remove, remark, remarks."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    @app_commands.command(name="save", description="The battle as a text file: orders, rolls, story and remarks")
    @app_commands.describe(battle=WHICH)
    async def save(self, interaction: discord.Interaction, battle: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        found = await self.bot.messages.lookup.named(interaction, battle)
        data = (await record(self.bot, self.bot.service, self.bot.messages.lookup.catalogue(found), found)).encode()
        words = reader(interaction)
        under_way = found.status in ("open", "running")
        told = words.say(Text("“{title}” so far." if under_way else "“{title}”, all of it.", title=titled(found.title)))
        if under_way:
            told += "\n-# " + words.translate("What a side still hides isn't in it; the file ends before that.")
        await whisper(interaction, told, file=discord.File(io.BytesIO(data), f"battle-{found.id}.txt"))

    @app_commands.command(name="load", description="Bring a saved battle along: it is checked and kept")
    @app_commands.describe(file="A record, as /record save gives it")
    async def load(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        await interaction.response.defer(ephemeral=True)
        data = await fetched(file, RECORD, MOST_BYTES)
        battle = await self.bot.service.records.bring_in(interaction.guild_id or 0, interaction.user.id, data)
        words = reader(interaction)
        told = words.say(
            Text(
                "“{title}” is kept under the number {id}: every order in it was played through by the rules.",
                title=titled(battle.title),
                id=battle.id,
            )
        )
        await whisper(interaction, told)

    @app_commands.command(name="remove", description="Take a record away that was brought along as a file")
    @app_commands.describe(battle="Which record", sure="Choose True: it can't be taken back")
    async def remove(self, interaction: discord.Interaction, battle: str, sure: bool = False) -> None:
        """For whoever brought it along, and for referees: a file may name whom it likes."""
        await interaction.response.defer(ephemeral=True)
        found = await self.bot.messages.lookup.named(interaction, battle)
        referee = await self.bot.messages.referees.is_referee(interaction)
        if found.status != "record":
            refuse("“{title}” was played here: only records brought along as files are taken away.", title=found.title)
        if not referee and found.creator != interaction.user.id:
            refuse("Only whoever brought a record along takes it away, or a referee.")
        if not sure:
            refuse("That takes “{title}” away for everybody. If you mean it: sure:True", title=found.title)
        await self.bot.service.records.remove(found.id)
        words = reader(interaction)
        await whisper(interaction, words.say(Text("“{title}” is no longer kept here.", title=titled(found.title))))

    @app_commands.command(name="remark", description="A remark on what has just happened; it goes into the record")
    @app_commands.describe(text="What you would like to say about it", battle=WHICH)
    async def remark(
        self, interaction: discord.Interaction, text: app_commands.Range[str, 1, LONGEST_REMARK], battle: str = ""
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        found = await self.bot.messages.lookup.named(interaction, battle)
        await self.bot.service.records.add_remark(found.id, interaction.user.id, interaction.user.display_name, text)
        await whisper(interaction, reader(interaction).translate("It stands in the record."))

    @app_commands.command(name="remarks", description="The remarks on a battle")
    @app_commands.describe(battle=WHICH)
    async def remarks(self, interaction: discord.Interaction, battle: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        found = await self.bot.messages.lookup.named(interaction, battle)
        remarks = await self.bot.service.records.remarks(found.id)
        if not remarks:
            refuse("Nobody has made a remark on this battle. Its players do, with /record remark.")
        lines = [f"**{escape(r.name or '–')}**: {escape(r.text)}" for r in remarks[-LAST_REMARKS:]]
        for page in pages(lines, MESSAGE):
            await whisper(interaction, page)

    @remove.autocomplete("battle")
    async def _records(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        referee, user = await self.bot.messages.referees.is_referee(interaction), interaction.user.id
        found = await self.bot.service.battles.of_guild(interaction.guild_id or 0)
        own = [b for b in found if b.status == "record" and (referee or b.creator == user)]
        return await self.bot.messages.lookup.choices(interaction, current, own)

    @save.autocomplete("battle")
    @remark.autocomplete("battle")
    @remarks.autocomplete("battle")
    async def _battles(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.bot.messages.lookup.offered(interaction, current)


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(RecordCog(bot))
