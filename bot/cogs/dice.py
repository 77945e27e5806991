"""House rolls and the proof of all rolls."""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import whisper
from bot.narration import escape, fit
from bot.narration.plain import MESSAGE
from engine.kernel.text import refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

MOST_DICE, MOST_FACES, MOST_PLUS = 20, 100, 999

_EXPRESSION = re.compile(r"(?P<count>\d{0,3})\s*[dD]\s*(?P<faces>\d{1,4}|%)\s*(?:(?P<sign>[+-])\s*(?P<plus>\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class Throw:
    """What a dice expression asks for."""

    count: int
    faces: int
    plus: int = 0

    def __str__(self) -> str:
        return f"{self.count}d{self.faces}" + (f"{self.plus:+d}" if self.plus else "")


def parse_throw(text: str) -> Throw:
    """Read "3d6+2". Raises Refusal.

    >>> str(parse_throw(" D10 - 1 "))
    '1d10-1'
    """
    match = _EXPRESSION.fullmatch(text.strip())
    if match is None:
        refuse("“{text}” is no throw of dice; write it like 3d6+2 or d10.", text=text)
    throw = Throw(
        int(match["count"] or 1),
        100 if match["faces"] == "%" else int(match["faces"]),
        int((match["sign"] or "+") + (match["plus"] or "0")),
    )
    if not 1 <= throw.count <= MOST_DICE or not 2 <= throw.faces <= MOST_FACES or abs(throw.plus) > MOST_PLUS:
        refuse(
            "1 to {dice} dice of 2 to {faces} faces, plus or minus at most {plus}, please.",
            dice=MOST_DICE,
            faces=MOST_FACES,
            plus=MOST_PLUS,
        )
    return throw


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
        throw = parse_throw(dice)
        here = await self.bot.desk.here(interaction)
        await interaction.response.defer()
        n, rolled = await self.bot.desk.house_roll(
            here, interaction, throw.count, throw.faces, f"{throw} {reason}".strip()
        )
        shown = " + ".join(map(str, rolled)) + (f" {throw.plus:+d}" if throw.plus else "")
        total = sum(rolled) + throw.plus
        what = f" – {escape(reason)}" if reason else ""
        equals = f" = **{total}**" if len(rolled) > 1 or throw.plus else ""
        await interaction.followup.send(
            f"🎲 {throw}: **{shown}**{equals}{what} (roll {n})"
            if not equals
            else f"🎲 {throw}: {shown}{equals}{what} (roll {n})"
        )

    @app_commands.command(name="audit", description="The dice trail: every roll with its proof, for anyone to verify")
    @app_commands.describe(file="Send the whole trail as a file")
    @app_commands.guild_only()
    async def audit(self, interaction: discord.Interaction, file: bool = True) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.desk.here(interaction)
        trail, head, rolls = await self.bot.desk.trail(here)
        text = (
            f"{here.say_('{n} rolls so far.', n=rolls)}\n"
            f"{here.word('Head of the chain')}: `{head}`\n"
            f"-# {here.word('Check the file with: hexarch verify FILE')}"
        )
        if not file:
            await whisper(interaction, fit(text, MESSAGE))
            return
        data = json.dumps(trail, ensure_ascii=False, indent=1).encode()
        await whisper(
            interaction, fit(text, MESSAGE), file=discord.File(io.BytesIO(data), f"trail-{here.battle.id}.json")
        )


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(Dice(bot))
