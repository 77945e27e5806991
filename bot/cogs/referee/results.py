"""/referee result: results taken out of ratings and tables, and let in again."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import discord
from discord import app_commands

from bot.cogs.branch import Branch
from bot.cogs.choices import Choices
from bot.errors import reader, whisper
from bot.language.plain import MESSAGE
from bot.messages.delivery.deliver import Content, put
from bot.narration import escape, fit
from bot.narration.people import person
from bot.service import Battle
from bot.service.results.results import REASON
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

Reason: TypeAlias = app_commands.Range[str, 1, REASON]

WHY = "Why; everybody reads it"


class ResultsCog(Branch):
    """/referee result annul, restore."""

    group = "referee result"
    about = "Results that don't count, or count again"

    @app_commands.command(name="annul", description="Take a result out of ratings and tables (referees)")
    @app_commands.describe(battle="Which battle, by its title or number", reason=WHY)
    async def annul(self, interaction: discord.Interaction, battle: str, reason: Reason) -> None:
        found, by = await self._refereed(interaction, battle)
        await self.bot.service.results.annul(found.id, by, reason)
        await self._announce(
            interaction,
            found,
            Text(
                "⚖️ Referee **{by}** takes the result of {title} out of ratings and tables: {reason}",
                by=escape(by),
                title=self._called(found),
                reason=escape(" ".join(reason.split())),
            ),
        )

    @app_commands.command(name="restore", description="Let a result count again that was taken out (referees)")
    @app_commands.describe(battle="Which battle, by its title or number", reason=WHY)
    async def restore(self, interaction: discord.Interaction, battle: str, reason: Reason) -> None:
        found, by = await self._refereed(interaction, battle)
        await self.bot.service.results.restore(found.id, reason)
        await self._announce(
            interaction,
            found,
            Text(
                "⚖️ Referee **{by}** lets the result of {title} count again: {reason}",
                by=escape(by),
                title=self._called(found),
                reason=escape(" ".join(reason.split())),
            ),
        )

    async def _refereed(self, interaction: discord.Interaction, battle: str) -> tuple[Battle, str]:
        """The battle meant, one of this server's, and the referee's name, with the side they had if they played it."""
        await interaction.response.defer(ephemeral=True)
        if not await self.bot.messages.referees.is_referee(interaction):
            refuse(
                "Only referees do that: members who manage the server, or have the role they named with "
                "/settings referee-role."
            )
        found = await self.bot.messages.lookup.meant(interaction, battle, await self._counted(interaction))
        await self.bot.service.matches.check_impartial(found, interaction.user.id)
        name, own = interaction.user.display_name, found.sides_of(interaction.user.id)
        if own:
            # Everybody shall know who isn't a bystander.
            sides = " and ".join(found.name(s) for s in own)
            name = str(Text("{name}, who played the {sides},", name=name, sides=sides))
        return found, name

    async def _announce(self, interaction: discord.Interaction, battle: Battle, text: Text) -> None:
        """Say it where the battle was played; where that can't be, in the channel of the command."""
        said = fit(self.bot.messages.lookup.catalogue(battle).say(text), MESSAGE)
        words = reader(interaction)
        try:
            await put(self.bot.messages.lookup.channel(battle), None, Content(text=said))
            await whisper(interaction, words.translate("Done, and told to everybody."))
        except discord.HTTPException:
            await whisper(interaction, words.translate("Done; it is told here, since the battle's channel is closed."))
            await interaction.followup.send(said, ephemeral=False)

    @annul.autocomplete("battle")
    @restore.autocomplete("battle")
    async def _battles(self, interaction: discord.Interaction, current: str) -> Choices:
        """Battles whose results may be taken out, or are, the newest first. Only referees are offered any."""
        if not await self.bot.messages.referees.is_referee(interaction):
            return []
        return await self.bot.messages.lookup.choices(interaction, current, await self._counted(interaction))

    async def _counted(self, interaction: discord.Interaction) -> list[Battle]:
        """Battles a command can be about: whose results count, or for the other command don't."""
        back = interaction.command is not None and interaction.command.name == "restore"
        offered = await self.bot.service.results.counted(interaction.guild_id or 0, annulled=back)
        known = {b.id: b for b in await self.bot.service.battles.of_guild(interaction.guild_id or 0)}
        return [known[battle] for battle, _ in offered if battle in known]

    def _called(self, battle: Battle) -> str:
        """Which battle it is, for everybody who reads of it, in a channel where others may have been fought."""
        words = self.bot.messages.lookup.catalogue(battle)
        players = " – ".join(person(s.user, words) for s in battle.seats)
        title = f"“{escape(words.name(battle.title))}”"
        return f"{title} ({players})" if players else title


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(ResultsCog(bot))
