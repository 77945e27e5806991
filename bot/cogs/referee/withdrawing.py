"""A referee takes a player out of a league or cup."""

from __future__ import annotations

import discord

from bot.cogs.referee.motions import Asking
from bot.errors import reader, whisper
from bot.narration import escape
from bot.narration.company import gone_names
from bot.narration.people import person
from bot.service.competitions.motions import Motion
from bot.storage.competitions import Competition
from engine.kernel.text import Text


class Withdrawing(Asking):
    """Part of a cog."""

    async def _take_out(self, interaction: discord.Interaction, event: Competition, asked: Motion, by: str) -> None:
        service, messages = self.bot.service, self.bot.messages
        after = await service.competitions.withdraw(event.id, event.guild, asked.player, by, asked.reason)
        gone = gone_names(await service.competitions.entrants(event.id))
        words = messages.lookup.words(event.guild)
        text = Text(
            "⚖️ {player}: referee **{by}** takes you out of “{name}”, and your opponents win what is left: {reason}",
            player=person(asked.player, words, gone),
            by=escape(by),
            name=escape(event.name),
            reason=escape(" ".join(asked.reason.split())),
        )
        await messages.competitions.notices.event_news(event, [asked.player], words.say(text))
        done = Text("Done: they are out of “{name}”, and everybody concerned is told.", name=escape(event.name))
        await whisper(interaction, reader(interaction).say(done))
        await messages.competitions.attend(after.id)
        await messages.closing.close_up()
