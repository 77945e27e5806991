"""/battle mirror: a battle shown to spectators in a channel of their own, at once or later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.cogs import spectators_places
from bot.cogs.branch import Branch
from bot.cogs.spectators_places import Place
from bot.errors import reader, whisper
from bot.messages.publishing.posts import Notice
from bot.narration import escape
from bot.service.spectators.mirrors import NOWHERE, delay_of, delay_words
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

DELAYS = ("0", "15m", "30m", "1h", "2h", "6h", "12h", "24h")


class MirrorCog(Branch):
    """/battle mirror."""

    group = "battle"

    @app_commands.command(name="mirror", description="Show this battle to spectators in another channel too")
    @app_commands.describe(
        channel="The spectators' channel or thread; without anything: where it is mirrored now",
        delay="How much later they are shown what happened, like 30m or 12h; 0 for at once",
        off="Mirror it no more",
    )
    async def mirror(
        self,
        interaction: discord.Interaction,
        channel: Place | None = None,
        delay: app_commands.Range[str, 0, 40] | None = None,
        off: bool = False,
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        service, messages = self.bot.service, self.bot.messages
        battle = await messages.lookup.under_way(interaction)
        words, now = messages.lookup.catalogue(battle), await messages.mirrors.of(battle)
        if channel is None and delay is None and not off:
            told = Text("It isn't mirrored.")
            if now is not None:
                told = Text(
                    "It is mirrored in {channel}, {delay}.", channel=f"<#{now.channel}>", delay=delay_words(now.delay)
                )
            await whisper(interaction, reader(interaction).say(told))
            return
        if channel is None and now is None:
            refuse("It isn't mirrored." if off else "Say in which channel, too.")
        if channel is not None and off:
            refuse("Either a channel, or off.")
        where = NOWHERE if off else channel.id if channel is not None else now.channel if now is not None else NOWHERE
        if channel is not None:
            spectators_places.check(interaction, channel)
        referee = await self.bot.messages.referees.is_referee(interaction)
        seconds = delay_of(delay) if delay is not None else now.delay if now is not None and where == now.channel else 0
        since = await messages.mirrors.latest(battle.id)
        await service.mirrors.set(
            battle.id, interaction.user.id, where, 0.0 if off else seconds, since, referee=referee
        )
        name = escape(interaction.user.display_name)
        told = Text("{player} has ended the mirroring of this battle for spectators.", player=name)
        if not off:
            told = Text(
                "{player} has this battle mirrored in {channel} for spectators, {delay}.",
                player=name,
                channel=f"<#{where}>",
                delay=delay_words(seconds),
            )
        messages.mirrors.hurry(battle.id)
        # Everybody who plays should know who reads along.
        here = await messages.lookup.look(battle.id, interaction.user.id)
        await messages.answers.announce(interaction, here, Notice(text=words.say(told)))
        await whisper(interaction, reader(interaction).say(told))

    @mirror.autocomplete("delay")
    async def _delays(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=d, value=d) for d in DELAYS if d.startswith(current.strip().casefold())]


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(MirrorCog(bot))
