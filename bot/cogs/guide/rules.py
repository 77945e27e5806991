"""/rule: what the rules say, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import rulebooks
from bot.cogs.choices import games
from bot.components import explain
from bot.components.items import view
from bot.errors import reader, whisper
from bot.language.catalogue import TextCatalogue
from bot.language.plain import CHOICE, MESSAGE
from bot.narration import escape, fit
from engine.kernel.system import RuleText
from engine.kernel.text import Refusal, Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch


MOST = 12
"""Cases that are listed where words are in several."""


class RuleCog(commands.Cog):
    """/rule."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    @app_commands.command(name="rule", description="What a rule says, in plain words")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(
        case="A number like 9.2, or words", game="Whose rules; without it, those of the battle in this channel"
    )
    async def rule(self, interaction: discord.Interaction, case: str, game: str = "") -> None:
        system, own = await self.bot.messages.lookup.rules(interaction, rulebooks.named(game) if game.strip() else "")
        words = reader(interaction)
        found = rulebooks.case(system, case, own, words)
        if found is not None:
            await self._explain(interaction, system, found, rulebooks.parts(system, found.number, words), own, words)
            return
        near = rulebooks.search(system, case, MOST, own, words)
        if not near:
            refuse(
                "There is no case “{case}” in {game}. Try another word, or a number like 9.2.",
                game=rulebooks.title(system),
                case=case,
            )
        text = explain.explanation(near[0])
        head = words.say(Text("“{words}” is in these, too:", words=escape(fit(case, CHOICE))))
        others = [head, *map(_line, near[1:])] if len(near) > 1 else []
        while others and len("\n".join([text, *others])) > MESSAGE:
            others.pop()
        buttons = explain.buttons(system, (c.number for c in near[1:]), words, own)
        if not buttons:
            await whisper(interaction, text)
            return
        await whisper(interaction, "\n".join([text, *others]), view=view(*buttons))

    async def _explain(
        self,
        interaction: discord.Interaction,
        system: str,
        found: RuleText,
        others: Sequence[RuleText],
        own: Sequence[RuleText],
        words: TextCatalogue,
    ) -> None:
        """A case, and buttons for others."""
        text, more = explain.explanation(found), explain.buttons(system, (c.number for c in others), words, own)
        if not more:
            await whisper(interaction, text)
            return
        also = " · ".join(explain.called(c) for c in others[: explain.MOST])
        await whisper(interaction, f"{text}\n-# {escape(also)}", view=view(*more))

    @rule.autocomplete("case")
    async def _cases(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            game = str(getattr(interaction.namespace, "game", "") or "").strip()
            system, own = await self.bot.messages.lookup.rules(interaction, rulebooks.named(game) if game else "")
        except Refusal:
            return []
        return [
            app_commands.Choice(name=fit(f"{c.number} {c.title}", CHOICE), value=c.number)
            for c in rulebooks.search(system, current, own=own, words=reader(interaction))
        ]

    @rule.autocomplete("game")
    async def _games(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return games(current)


def _line(case: RuleText) -> str:
    number, title = explain.called(case).removesuffix(case.title).rstrip(), escape(case.title)
    return f"- **{escape(number)}** {title}" if number else f"- {title}"


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(RuleCog(bot))
