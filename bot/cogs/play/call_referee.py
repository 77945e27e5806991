"""[Call a referee]: a player of a battle asks for somebody who may step in, and says why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.cogs.branch import Branch
from bot.components.ids import Ref
from bot.components.items import box, button
from bot.components.tools import CALL
from bot.errors import reader, whisper
from bot.language.plain import MESSAGE
from bot.messages.access.judges import judges
from bot.narration import escape, fit
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.messages.battle_context import BattleContext

CALLED = "called"
"""Verb of the box; and setting of a battle: when each player last called a referee to it."""
AGAIN = 6 * 3600.0
"""Seconds before a player may call a referee to the same battle again."""
LONGEST = 300
"""Characters of what a referee is told."""


class CallRefereeCog(Branch):
    """/battle referee, and the button below /help."""

    group = "battle"

    def __init__(self, bot: Hexarch) -> None:
        super().__init__(bot)
        bot.router.add(CALL, self.pressed)
        bot.router.add(CALLED, self.said)

    @app_commands.command(name="referee", description="Call a referee of this server to your battle, and say why")
    @app_commands.describe(reason="What a referee should look at; everybody reads it")
    async def referee(self, interaction: discord.Interaction, reason: app_commands.Range[str, 1, LONGEST]) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._call(interaction, await self.bot.messages.lookup.here(interaction), reason)

    async def pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Call a referee] opens a box."""
        here = await self.bot.messages.lookup.of(interaction, ref)
        self._check(here)
        title, label = here.word("Call a referee"), here.word("Why? Everybody reads it.")
        await interaction.response.send_modal(box(ref.custom_id(CALLED), title, label, long=True))

    async def said(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """The reason was given."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        here = await self.bot.messages.lookup.of(interaction, ref)
        await self._call(interaction, here, values[0] if values else "")

    def _check(self, here: BattleContext) -> None:
        if here.user not in here.battle.people:
            refuse("Only the players of this battle call a referee to it.")
        here.battle.check_refereed()

    async def _call(self, interaction: discord.Interaction, here: BattleContext, reason: str) -> None:
        self._check(here)
        bot, battle, user = self.bot, here.battle, interaction.user
        said = fit(" ".join(reason.split()), LONGEST)
        if not said:
            refuse("Say why, so that a referee knows what to look at.")
        owner, now = f"battle:{battle.id}", bot.service.clock()
        async with bot.service.sessions.locks[f"{owner}:{CALLED}"]:
            known = (await bot.service.settings.of(owner)).get(CALLED, {})
            last = known.get(str(user.id), 0.0)
            if now - last < AGAIN:
                refuse(
                    "You have called a referee already; you may call again {when}.", when=f"<t:{int(last + AGAIN)}:R>"
                )
            agreed = await bot.service.agreements.of(battle.id)
            first = agreed.event.creator if agreed is not None and agreed.event is not None else 0
            # Who plays a match isn't its referee.
            without = agreed.fixture.players if agreed is not None and agreed.fixture is not None else ()
            who = await judges(bot, bot.service.guilds, battle.guild, first, without)
            if not who.mentions:
                refuse("I don't know who referees here; somebody who manages the server names a role.")
            text = here.word(
                "🔔 {judges}: {player} asks for a referee: {reason}",
                judges=who.mentions,
                player=escape(user.display_name),
                reason=escape(said),
            )
            await bot.messages.calls.call(battle.guild, battle.channel, who.users, fit(text, MESSAGE), roles=who.roles)
            await bot.service.settings.put(owner, CALLED, {**known, str(user.id): now})
        told = "A referee is called. What they do stands in the battle's channel."
        await whisper(interaction, reader(interaction).translate(told))


def call_button(here: BattleContext) -> discord.ui.Button[discord.ui.View]:
    """[Call a referee], for a player of the battle."""
    return button(Ref(here.battle.id, "-"), CALL, here.say(Text("Call a referee")))


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(CallRefereeCog(bot))
