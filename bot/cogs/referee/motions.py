"""What a referee may not decide in their own cause is put to others, who press whether it shall be."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias

import discord

from bot.cogs.company.competition_finding import EventFinding
from bot.components.ids import Ref
from bot.components.items import view
from bot.errors import reader, whisper
from bot.messages.competitions.motions import NO, YES
from bot.messages.delivery.deliver import patiently
from bot.narration import escape
from bot.service.competitions.motions import Motion
from bot.storage.competitions import Competition
from engine.kernel.text import Refusal, Text, refuse

Act: TypeAlias = Callable[[discord.Interaction, Competition, Motion, str], Awaitable[None]]


class Asking(EventFinding):
    """Part of a cog."""

    acts: Mapping[str, Act]
    """What is done for each of :mod:`bot.service.competitions.motions`, by a referee called so."""

    async def _decide(self, interaction: discord.Interaction, event: Competition, act: str, **about: Any) -> None:
        """Do what a referee wants; where they would decide in their own cause, put it to others.

        ``about``: fields of :class:`Motion`.
        """
        motion = Motion(act, interaction.user.id, interaction.user.display_name, **about)
        if not await self.bot.messages.competitions.motions.put(event, motion):
            await self.acts[act](interaction, event, motion, self._by(interaction, event))
            return
        await whisper(
            interaction, reader(interaction).translate("You take part in it yourself, so others are asked to decide.")
        )

    async def motion_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Agree], [Decline]."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        event = await self.bot.service.competitions.get(ref.battle, interaction.guild_id or 0)
        motion = await self.bot.service.motions.get(event.id, ref.token)
        judge = await self._judges(interaction, event, motion)
        withdrawn = interaction.user.id == motion.by and ref.argument == NO
        # Who has the place by now of somebody it was put to.
        parties = {event.holder(u) for u in motion.parties} - {motion.by}
        if ref.argument not in (YES, NO) or not (judge or withdrawn or interaction.user.id in parties):
            refuse("Another referee decides that, or who it is put to.")
        await self.bot.service.motions.settle(event.id, ref.token)
        words = self.bot.messages.lookup.words(event.guild)
        name, agreed = interaction.user.display_name, ref.argument == YES
        told = Text("{player} agrees." if agreed else "{player} declines.", player=escape(name))
        try:
            if agreed:
                consent = str(Text("{name}, with whom {other} agrees,", name=motion.by_name, other=name))
                by = self._by(interaction, event) if judge else consent
                await self.acts[motion.act](interaction, event, motion, by)
            else:
                await whisper(interaction, reader(interaction).translate("Declined."))
        except Refusal:
            # It can't be done any more, whoever agrees.
            told = Text("Nothing comes of that any more.")
            raise
        finally:
            await self._closed(interaction, words.say(told))

    async def _judges(self, interaction: discord.Interaction, event: Competition, motion: Motion) -> bool:
        """Whether the user decides it as a referee."""
        own = await self.bot.service.motions.partial(event, interaction.user.id, n=motion.n, player=motion.player)
        return not own and interaction.user.id != motion.by and await self.bot.messages.referees.is_referee(interaction)

    async def _closed(self, interaction: discord.Interaction, told: str) -> None:
        """The message shows what has become of it; its buttons go."""
        message = interaction.message
        if message is None:
            return
        text, nobody = f"{message.content}\n{told}", discord.AllowedMentions.none()
        await patiently(lambda: message.edit(content=text, view=view(), allowed_mentions=nobody))

    def _by(self, interaction: discord.Interaction, event: Competition) -> str:
        """What the referee is called; everybody shall know who isn't a bystander."""
        name = interaction.user.display_name
        return str(Text("{name}, who takes part,", name=name)) if interaction.user.id in event.order else name
