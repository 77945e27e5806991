"""Scenarios a server brings along: loaded from files by its referees, offered there and nowhere else."""

from __future__ import annotations

import io
import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.cogs.branch import Branch
from bot.cogs.choices import choices
from bot.errors import reader, whisper
from bot.language.plain import CHOICE, MESSAGE, pages
from bot.messages.delivery.attachments import fetched
from bot.narration import TextCatalogue, escape, titled
from bot.narration.credits import credits_of
from bot.service.setup.scenarios import MOST, MOST_BYTES, SCENARIO, Checked, Kept, own_key
from engine.kernel.text import Refusal, Text, refuse
from scenarios import ScenarioInfo

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.messages.delivery.deliver import Picture

log = logging.getLogger("hexarch")


class ScenarioCog(Branch):
    """/referee scenario load, list, export, remove."""

    group = "referee scenario"
    about = "Battles of its own that this server plays"

    @app_commands.command(name="load", description="Offer a battle of yours in this server (referees)")
    @app_commands.describe(file="A scenario as a JSON file; one of the same id is replaced")
    async def load(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._permitted(interaction)
        data = await fetched(file, SCENARIO, MOST_BYTES)
        checked = await self.bot.service.scenarios.check(data)
        words = reader(interaction)
        picture = await self._drawn(checked, words)
        before = await self._known(interaction, checked.key)
        again = await self.bot.service.scenarios.keep(interaction.guild_id or 0, interaction.user.id, checked)
        told = Text(
            "“{title}” is offered in this server from now on, as `{key}`: /battle create begins it.",
            title=titled(checked.title),
            key=checked.key,
        )
        if again is not Kept.NEW:
            told = Text(
                "“{title}” (`{key}`) is offered as it is in this file from now on. "
                "Battles made before stay as they were.",
                title=titled(checked.title),
                key=checked.key,
            )
        small = [*credits_of(checked), *_versions(before, checked, same=again is Kept.SAME), *checked.advice]
        lines = [words.say(told), *(f"-# {words.say(x)}" for x in small)]
        await whisper(interaction, next(iter(pages(lines, MESSAGE))), file=picture.file())

    @app_commands.command(name="list", description="The battles this server has brought along")
    async def list(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        words = reader(interaction)
        found = await self.bot.service.scenarios.of_guild(interaction.guild_id or 0)
        if not found:
            refuse("This server has brought no battle along. Its referees do, with /referee scenario load.")
        lines = [
            f"`{x.key}` **{escape(words.name(x.title))}** ({x.game}) · {escape(words.name(x.date))} · "
            + words.say(Text("{n:unit|units}", n=x.units))
            + "".join(f" · {words.say(told)}" for told in credits_of(x))
            for x in found
        ]
        lines.append("-# " + words.say(Text("{n} of {most}", n=len(found), most=MOST)))
        for page in pages(lines, MESSAGE):
            await whisper(interaction, page)

    @app_commands.command(name="export", description="A battle of this server as a file, for another server")
    @app_commands.describe(scenario="Which one")
    async def export(self, interaction: discord.Interaction, scenario: app_commands.Range[str, 1, CHOICE]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        name, data = await self.bot.service.scenarios.exported(interaction.guild_id or 0, scenario)
        found = await self._known(interaction, own_key(name))
        words = reader(interaction)
        assert found is not None, "it has just been exported"
        told = Text("“{title}”, to be brought along elsewhere with /referee scenario load.", title=titled(found.title))
        lines = [words.say(told), *(f"-# {words.say(x)}" for x in credits_of(found))]
        if not found.licence:
            asked = Text("Its author names no licence: ask them before you share it.")
            lines.append(f"-# {words.say(asked)}")
        await whisper(interaction, "\n".join(lines), file=discord.File(io.BytesIO(data), f"{name}.json"))

    @app_commands.command(name="remove", description="Offer a battle of this server no longer (referees)")
    @app_commands.describe(scenario="Which one")
    async def remove(self, interaction: discord.Interaction, scenario: app_commands.Range[str, 1, CHOICE]) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._permitted(interaction)
        title = await self.bot.service.scenarios.remove(interaction.guild_id or 0, scenario)
        told = Text("“{title}” is offered no longer. Battles made from it go on.", title=escape(title))
        await whisper(interaction, reader(interaction).say(told))

    @remove.autocomplete("scenario")
    @export.autocomplete("scenario")
    async def _own(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        own = await self.bot.service.scenarios.of_guild(interaction.guild_id or 0)
        return choices([(x.key, f"{x.title} ({x.game})") for x in own], current)

    async def _permitted(self, interaction: discord.Interaction) -> None:
        if not await self.bot.messages.referees.is_referee(interaction):
            refuse(
                "Only referees change this server's scenarios: members who manage the server, or have the role they "
                "named with /settings referee-role."
            )

    async def _known(self, interaction: discord.Interaction, key: str) -> ScenarioInfo | None:
        """What this server's list says of a battle; None for one it doesn't have."""
        own = await self.bot.service.scenarios.of_guild(interaction.guild_id or 0)
        return next((x for x in own if x.key == key), None)

    async def _drawn(self, checked: Checked, words: TextCatalogue) -> Picture:
        """The field as a picture. What can't be drawn can't be played: Refusal."""
        try:
            return await self.bot.messages.pictures.table(checked.table, say=words.say)
        except Refusal:
            raise
        except Exception as e:
            log.info("the map of a scenario can't be drawn", exc_info=True)
            raise Refusal("That scenario's map can't be drawn: {why}", why=f"{type(e).__name__}: {e}"[:200]) from e


def _versions(before: ScenarioInfo | None, now: Checked, *, same: bool) -> list[Text]:
    """What a file that takes the place of another does to its version."""
    if before is None:
        return []
    if same:
        return [Text("The file is the one that was offered before.")]
    if before.version != now.version:
        unnamed = Text("none")
        return [
            Text(
                "Version before: {before}; now: {now}.",
                before=escape(before.version) or unnamed,
                now=escape(now.version) or unnamed,
            )
        ]
    if now.version:
        return [
            Text(
                "It is another battle than before, yet still version {version}: ask its author to raise that with "
                "every change.",
                version=escape(now.version),
            )
        ]
    return []


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(ScenarioCog(bot))
