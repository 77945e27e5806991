"""Matches of leagues and cups that a referee decides, by command or by the buttons they are asked with."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.cogs.referee.motions import Asking
from bot.components.ids import Ref
from bot.components.items import button, view
from bot.errors import reader, whisper
from bot.messages.competitions.competitions import DRAW
from bot.messages.delivery.deliver import Content, put
from bot.narration import escape, fit, titled
from bot.service.competitions import motions
from bot.service.competitions.competitions import REASON
from bot.service.competitions.motions import Motion
from bot.storage.competitions import Competition, Fixture
from engine.kernel.text import Refusal, Text, refuse

BECAUSE = "because"
"""Verb of the box in which a referee says why they decide a match."""
ANNUL = "unrate"
"""Verb of the button that takes the battles of a decided match out of the ratings."""


class Awards(Asking):
    """Part of a cog."""

    async def award_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Award: …] opens a box for the reason."""
        await self._check_referee(interaction)
        event, _, winner = await self._meant(interaction, ref)
        words = reader(interaction)
        who = words.translate("Award: draw")
        if winner:
            names = {e.user: e.name for e in await self.bot.service.competitions.entrants(event.id)}
            who = words.say(Text("Award: {player}", player=names.get(winner) or str(winner)))
        box = discord.ui.Modal(title=fit(who, 45), custom_id=ref.custom_id(BECAUSE))
        box.add_item(discord.ui.TextInput(label=words.translate("Why? Everybody reads it."), max_length=REASON))
        await interaction.response.send_modal(box)

    async def award_said(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """The reason was given."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._check_referee(interaction)
        event, n, winner = await self._meant(interaction, ref)
        reason = values[0] if values else ""
        await self._decide(interaction, event, motions.AWARD, n=n, winner=winner, reason=reason)

    async def _meant(self, interaction: discord.Interaction, ref: Ref) -> tuple[Competition, int, int]:
        """Event, match and winner of a button; all of it comes from outside."""
        event = await self.bot.service.competitions.get(ref.battle, interaction.guild_id or 0)
        n = int(ref.token) if ref.token.isascii() and ref.token.isdecimal() and len(ref.token) < 9 else 0
        found = await self.bot.service.matches.get(event.id, n)
        if found is None or len(found.players) < 2 or ref.argument not in ("0", "1", DRAW):
            refuse("That button doesn't belong to this question.")
        return event, n, 0 if ref.argument == DRAW else found.players[int(ref.argument)]

    async def _award(self, interaction: discord.Interaction, event: Competition, asked: Motion, by: str) -> None:
        n, winner, reason = asked.n, asked.winner, asked.reason
        after, f = await self.bot.service.competitions.award(event.id, event.guild, n, winner, by, reason)
        # Players are called to it where they play; everybody reads it in the event's own message.
        await self.bot.messages.competitions.attend(after.id)
        await whisper(interaction, reader(interaction).translate("Done, and both players are told."))
        await self.bot.messages.closing.close_up()
        await self._offer_ratings(interaction, after, f)

    async def _offer_ratings(self, interaction: discord.Interaction, event: Competition, f: Fixture) -> None:
        """Battles of a match that was decided otherwise than they were fought count in the ratings as they were."""
        rated = await self.bot.service.corrections.rated(f)
        if not rated:
            return
        words = reader(interaction)
        labels = [words.translate("Take it out of the ratings")]
        said = words.translate("The ratings still count its battle as it was fought.")
        if len(rated) > 1:
            # In the order in which they were fought.
            numbered = (Text("Take battle {n} out of the ratings", n=n) for n in range(1, len(rated) + 1))
            labels = [words.say(t) for t in numbered]
            said = words.translate("The ratings still count its battles as they were fought.")
        out = [button(Ref(b, event.id, str(f.n)), ANNUL, label) for b, label in zip(rated, labels, strict=True)]
        await whisper(interaction, said, view=view(*out))

    async def annul_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Take it out of the ratings], for the reason the match was decided by."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._check_referee(interaction)
        battle = await self.bot.service.battles.get(ref.battle)
        if battle.guild != interaction.guild_id:
            refuse("There is no such battle.")
        words, name = self.bot.messages.lookup.words(battle.guild), interaction.user.display_name
        await self.bot.service.matches.check_impartial(battle, interaction.user.id)
        if battle.sides_of(interaction.user.id):
            name = words.say(Text("{name}, who played it,", name=name))
        reason = await self._why(ref) or words.translate("Its match is decided otherwise.")
        await self.bot.service.results.annul(battle.id, name, fit(reason, REASON))
        text = Text(
            "⚖️ Referee **{by}** takes the result of “{title}” out of ratings and tables: {reason}",
            by=escape(name),
            title=titled(battle.title),
            reason=escape(reason),
        )
        await whisper(interaction, reader(interaction).translate("Done, and told where it was played."))
        await put(self.bot.messages.lookup.channel(battle), None, Content(text=words.say(text)))

    async def _why(self, ref: Ref) -> str:
        """Why the match was decided of which a button is."""
        n = int(ref.argument) if ref.argument.isascii() and ref.argument.isdecimal() and len(ref.argument) < 9 else 0
        try:
            found = await self.bot.service.matches.get(ref.token, n)
        except Refusal:
            return ""
        return found.reason if found is not None else ""
