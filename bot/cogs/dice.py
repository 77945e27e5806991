"""House rolls and the proof of all rolls."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import whisper
from bot.narration import escape

if TYPE_CHECKING:
    from bot.app import Hexarch


class Dice(commands.Cog):
    """/roll, /audit."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    @app_commands.command(name="roll", description="Roll dice in public, in the battle's own trail")
    @app_commands.describe(dice="Like 3d6+2 or d10", reason="What for")
    @app_commands.guild_only()
    async def roll(
        self, interaction: discord.Interaction, dice: str = "d10", reason: app_commands.Range[str, 0, 200] = ""
    ) -> None:
        here = await self.bot.desk.here(interaction)
        await interaction.response.defer()
        roll = await self.bot.service.roll(here.battle.id, interaction.user.id, dice, interaction.id, reason)
        shown = " + ".join(map(str, roll.dice)) + "".join(f" {m.value:+d}" for m in roll.modifiers)
        total = f" = **{roll.total}**" if shown != str(roll.total) else ""
        what = f"{escape(reason)}: " if reason else ""
        await interaction.followup.send(f"🎲 {what}{escape(dice)} → {shown}{total} ({here.word('roll {n}', n=roll.n)})")

    @app_commands.command(name="audit", description="The dice trail: every roll with its proof, for anyone to verify")
    @app_commands.describe(file="Send the whole trail as a file")
    @app_commands.guild_only()
    async def audit(self, interaction: discord.Interaction, file: bool = True) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.desk.here(interaction)
        trail = await self.bot.service.trail(here.battle.id)
        lines = [
            here.word("{n} rolls so far.", n=here.battle.rolls),
            here.word("Sealed before the battle: s₀ = `{s0}`", s0=trail.header.commitment),
            here.word("Head of the chain: `{head}`", head=trail.head),
        ]
        if not file:
            await whisper(interaction, "\n".join(lines))
            return
        lines.append("-# " + here.word("Anyone can check the file: hexarch verify FILE"))
        data = trail.model_dump_json(indent=1).encode()
        attached = discord.File(io.BytesIO(data), f"trail-{here.battle.id}.json")
        await whisper(interaction, "\n".join(lines), file=attached)


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(Dice(bot))
