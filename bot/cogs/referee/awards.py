"""Matches of leagues and cups that a referee decides, by command or by the buttons he is asked with."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.cogs.company.competition_finding import EventFinding
from bot.components.ids import Ref
from bot.errors import whisper
from bot.language.plain import MESSAGE
from bot.messages.competitions.competitions import DRAW
from bot.messages.delivery.deliver import Content, put
from bot.narration import escape, fit
from bot.narration.company import gone_names
from bot.narration.people import person
from bot.service.competitions.competitions import REASON
from bot.storage.competitions import Competition
from engine.kernel.text import Text, refuse

BECAUSE = "because"
"""Verb of the box in which a referee says why he decides a match."""


class Awards(EventFinding):
    """Part of a cog."""

    async def award_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Award: …] opens a box for the reason."""
        await self._check_referee(interaction)
        event, n, winner = await self._meant(interaction, ref)
        words = self.bot.messages.lookup.words(event.guild)
        who = words.translate("Award: draw") if not winner else words.say(Text("Decide match {n}", n=n))
        box = discord.ui.Modal(title=fit(who, 45), custom_id=ref.custom_id(BECAUSE))
        box.add_item(discord.ui.TextInput(label=words.translate("Why? Everybody reads it."), max_length=REASON))
        await interaction.response.send_modal(box)

    async def award_said(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """The reason was given."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._check_referee(interaction)
        event, n, winner = await self._meant(interaction, ref)
        await self._award(interaction, event, n, winner, values[0] if values else "")

    async def _meant(self, interaction: discord.Interaction, ref: Ref) -> tuple[Competition, int, int]:
        """Event, match and winner of a button; all of it comes from outside."""
        event = await self.bot.service.competitions.get(ref.battle, interaction.guild_id or 0)
        n = int(ref.token) if ref.token.isdecimal() and len(ref.token) < 9 else 0
        found = await self.bot.service.matches.get(event.id, n)
        if found is None or len(found.players) < 2 or ref.argument not in ("0", "1", DRAW):
            refuse("That button doesn't belong to this question.")
        return event, n, 0 if ref.argument == DRAW else found.players[int(ref.argument)]

    async def _award(
        self, interaction: discord.Interaction, event: Competition, n: int, winner: int, reason: str
    ) -> None:
        words, name = self.bot.messages.lookup.words(event.guild), interaction.user.display_name
        if interaction.user.id in event.order:
            # Everybody shall know that he isn't a bystander.
            name = str(Text("{name}, who takes part,", name=name))
        after, f = await self.bot.service.competitions.award(event.id, event.guild, n, winner, name, reason)
        gone = gone_names(await self.bot.service.competitions.entrants(event.id))
        met = " – ".join(person(u, words, gone) for u in f.players)
        about: dict[str, object] = {"by": escape(f.by), "n": n, "name": escape(event.name), "players": met}
        if winner:
            template = "⚖️ Referee **{by}** awards match {n} of “{name}”, {players}, to {winner}: {reason}"
            about["winner"] = person(winner, words, gone)
        else:
            template = "⚖️ Referee **{by}** calls match {n} of “{name}”, {players}, a draw: {reason}"
        content = Content(text=fit(words.say(Text(template, reason=escape(f.reason), **about)), MESSAGE))
        try:
            await put(self.bot.get_partial_messageable(event.channel, guild_id=event.guild), None, content)
            await whisper(interaction, words.translate("Done, and told to everybody."))
        except discord.HTTPException:
            await whisper(interaction, words.translate("Done; I can't tell it in the channel."))
        await self.bot.messages.competitions.attend(after.id)
        await self.bot.messages.closing.close_up()
