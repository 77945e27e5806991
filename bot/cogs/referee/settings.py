"""Settings of a server: who referees, how and where its battles are fought, what is told where, what the bot may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot import bot_permissions
from bot.cogs.battles import limits as limit_words
from bot.cogs.battles.terms import MODES
from bot.errors import reader, whisper
from bot.language.catalogue import completeness, languages, named
from bot.language.plain import CHOICE, MESSAGE, pages
from bot.messages.access import guild_rules
from bot.narration import TextCatalogue, escape, fit
from bot.service.setup.guilds import GuildSettings
from bot.service.spectators.mirrors import delay_of, delay_words
from bot.service.time import limits
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

Time: TypeAlias = app_commands.Range[str, 0, 40]
Hour: TypeAlias = app_commands.Range[int, 0, 23]

RESETS = ("referee-role", "mode", "limits", "language", "channels", "results-channel", "mirror")


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class SettingsCog(
    commands.GroupCog, name="settings", group_name="settings", group_description="How battles are run in this server"
):
    """/settings show, check, reset, and one command for each setting."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Discord hides the commands from others, but a server may show them to them again."""
        if not interaction.permissions.manage_guild and (
            interaction.command is None or interaction.command.name not in ("show", "check")
        ):
            raise app_commands.CheckFailure(
                "Only those who manage the server change its settings, and choose who referees."
            )
        return True

    @app_commands.command(name="show", description="What holds for the battles of this server")
    async def show(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        words = reader(interaction)
        found = await guild_rules.settings(self.bot, self.bot.service.guilds, interaction.guild_id or 0)
        for page in pages(self._lines(interaction, found, words), MESSAGE):
            await whisper(interaction, page)

    # -- one command each ---------------------------------------------------------------------------------------

    @app_commands.command(name="referee-role", description="The role whose members may act as referees in battles")
    @app_commands.describe(role="Which role; without it, only those who manage the server are referees")
    async def referee_role(self, interaction: discord.Interaction, role: discord.Role | None = None) -> None:
        if role is not None and role.is_default():
            refuse("Everybody has that role; choose one that only referees have.")
        await interaction.response.defer(ephemeral=True)
        await self.bot.service.referee.set_role(interaction.guild_id or 0, role.id if role is not None else None)
        who = f"members with the role {escape(role.name)}, and " if role is not None else ""
        told = f"Referees of this server: {who}those who manage the server."
        if role is not None and not role.permissions.manage_guild:
            told += (
                "\nDiscord shows `/referee` only to those who manage the server until you let that role use it: "
                "Server Settings, Integrations, Hexarch, `/referee`, Add Roles or Members."
            )
        if role is not None and not (role.mentionable or role.guild.me.guild_permissions.mention_everyone):
            told += (
                "\n⚠️ Discord doesn't notify the members of that role when I call them. In its settings, let anybody "
                "mention it."
            )
        await whisper(interaction, told)

    @app_commands.command(name="mode", description="How fast new battles are, unless their maker chooses")
    @app_commands.choices(mode=MODES)
    async def mode(self, interaction: discord.Interaction, mode: str) -> None:
        await interaction.response.defer(ephemeral=True)
        await self.bot.service.guilds.set_default_mode(interaction.guild_id or 0, mode)
        await self._settled(interaction)

    @app_commands.command(name="limits", description="How long answers may take in new battles")
    @app_commands.describe(
        answer="Time for an answer, like 30m, 12h, 2d; “default” for what the mode allows",
        quiet_from="Hour of the day (UTC) from which no time passes, by correspondence",
        quiet_to="Hour of the day (UTC) at which it passes again; the same hour twice ends the quiet",
        bank="Time a side has for the whole battle, like 5d; “none” ends it",
        bonus="What comes into the bank after each answer, like 1h; “none” for nothing",
    )
    async def limits(
        self,
        interaction: discord.Interaction,
        answer: Time = "",
        quiet_from: Hour | None = None,
        quiet_to: Hour | None = None,
        bank: Time = "",
        bonus: Time = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        guild = interaction.guild_id or 0
        now = (await self.bot.service.guilds.settings(guild)).limits
        wanted = limit_words.merged(now, answer, (quiet_from, quiet_to), bank, bonus)
        await self.bot.service.guilds.set_default_limits(guild, wanted)
        await self._settled(interaction)

    @app_commands.command(name="language", description="The language in which this server's battles are told")
    async def language(self, interaction: discord.Interaction, language: app_commands.Range[str, 1, 20]) -> None:
        await interaction.response.defer(ephemeral=True)
        if language not in languages():
            refuse(
                "There is no catalogue for that language. There is: {known}.", known=", ".join(map(named, languages()))
            )
        await self.bot.service.guilds.set_language(interaction.guild_id or 0, language)
        await self._settled(interaction)

    @app_commands.command(name="channels", description="Where battles may be made; anywhere until one is named")
    @app_commands.describe(channel="A channel; its threads go with it", allowed="Whether battles may be made there")
    async def channels(
        self,
        interaction: discord.Interaction,
        channel: discord.TextChannel | discord.ForumChannel,
        allowed: bool = True,
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        guild = interaction.guild_id or 0
        # Channels that are gone make room.
        now = (await guild_rules.settings(self.bot, self.bot.service.guilds, guild)).channels
        without = tuple(c for c in now if c != channel.id)
        await self.bot.service.guilds.set_channels(guild, (*without, channel.id) if allowed else without)
        await self._settled(interaction, channel if allowed else None)

    @app_commands.command(name="results-channel", description="Where results are told, besides where the battle was")
    async def results_channel(self, interaction: discord.Interaction, channel: discord.TextChannel) -> None:
        await interaction.response.defer(ephemeral=True)
        self._writable(channel)
        await self.bot.service.guilds.set_results_channel(interaction.guild_id or 0, channel.id)
        await self._settled(interaction, channel)

    @app_commands.command(name="mirror", description="Where battles are shown to spectators unless players say else")
    @app_commands.describe(channel="The spectators' channel", delay="How far behind, like 30m; at once without it")
    async def mirror(self, interaction: discord.Interaction, channel: discord.TextChannel, delay: Time = "") -> None:
        await interaction.response.defer(ephemeral=True)
        self._writable(channel)
        await self.bot.service.guilds.set_server_mirror(interaction.guild_id or 0, channel.id, delay_of(delay))
        await self._settled(interaction, channel)

    @app_commands.command(name="reset", description="Take a setting away")
    @app_commands.choices(setting=[app_commands.Choice(name=x, value=x) for x in RESETS])
    async def reset(self, interaction: discord.Interaction, setting: str) -> None:
        await interaction.response.defer(ephemeral=True)
        guild, service = interaction.guild_id or 0, self.bot.service
        match setting:
            case "referee-role":
                await service.referee.set_role(guild, None)
            case "mode":
                await service.guilds.set_default_mode(guild, None)
            case "limits":
                await service.guilds.set_default_limits(guild, None)
            case "language":
                await service.guilds.set_language(guild, None)
            case "channels":
                await service.guilds.set_channels(guild, ())
            case "results-channel":
                await service.guilds.set_results_channel(guild, None)
            case "mirror":
                await service.guilds.set_server_mirror(guild, None)
            case _:
                refuse("There is no such setting.")
        await self._settled(interaction)

    @language.autocomplete("language")
    async def _languages(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        typed, words = current.strip().casefold(), reader(interaction)
        # The server's locale is but a suggestion: it stands first.
        locale = interaction.guild_locale.value.split("-")[0] if interaction.guild_locale is not None else ""
        return [
            app_commands.Choice(name=fit(words.say(completeness(code)), CHOICE), value=code)
            for code in sorted(languages(), key=lambda code: code != locale)
            if typed in f"{code} {named(code)}".casefold()
        ][:25]

    @limits.autocomplete("answer")
    async def _times(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return limit_words.beginning(limit_words.TIMES, current)

    @limits.autocomplete("bank")
    async def _banks(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return limit_words.beginning(limit_words.BANKS, current)

    # -- what the bot may ---------------------------------------------------------------------------------------

    @app_commands.command(name="check", description="What the bot may do here and in the channels of the settings")
    async def check(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        words, guild = reader(interaction), interaction.guild
        found = await guild_rules.settings(self.bot, self.bot.service.guilds, interaction.guild_id or 0)
        told: list[str] = []
        thread = isinstance(interaction.channel, discord.Thread)
        told += _allowed(f"<#{interaction.channel_id}>", interaction.app_permissions, words, thread=thread)
        others = (*found.channels, found.results_channel, found.mirror_channel, found.scoreboard)
        for number in dict.fromkeys(c for c in others if c is not None and c != interaction.channel_id):
            channel = guild.get_channel_or_thread(number) if guild is not None else None
            if channel is not None and guild is not None:
                thread = isinstance(channel, discord.Thread)
                told += _allowed(f"<#{number}>", channel.permissions_for(guild.me), words, thread=thread)
        for page in pages(told, MESSAGE):
            await whisper(interaction, page)

    # -- shared -------------------------------------------------------------------------------------------------

    async def _settled(self, interaction: discord.Interaction, channel: discord.abc.GuildChannel | None = None) -> None:
        """Say what holds now, and what the bot lacks in the ``channel`` it was given."""
        words = reader(interaction)
        found = await guild_rules.settings(self.bot, self.bot.service.guilds, interaction.guild_id or 0)
        told = [words.translate("From now on:"), *self._lines(interaction, found, words)]
        if channel is not None:
            told += warned(channel, words)
        for page in pages(told, MESSAGE):
            await whisper(interaction, page)

    def _lines(self, interaction: discord.Interaction, found: GuildSettings, words: TextCatalogue) -> Sequence[str]:
        language = words.say(completeness(self.bot.messages.lookup.words(interaction.guild_id or 0).language))
        return lines(found, language, words, untimed=self.bot.service.untimed)

    def _writable(self, channel: discord.TextChannel) -> None:
        """Refuse a channel the bot couldn't write in: nobody would know why nothing comes."""
        lacks = bot_permissions.missing(channel.permissions_for(channel.guild.me))
        if any(p.flag in ("view_channel", "send_messages") for p in lacks):
            refuse(
                "I may not write in #{channel}. I need: {permissions}.",
                channel=channel.name,
                permissions=", ".join(p.name for p in lacks),
            )


def lines(found: GuildSettings, language: str, words: TextCatalogue, *, untimed: bool = False) -> Sequence[str]:
    """A server's settings, a line each. ``untimed``: answers have a limit only where one was agreed."""
    say, none = words.say, words.translate("none")
    role = f"<@&{found.referee_role}>" if found.referee_role is not None else none
    mirror = none
    if found.mirror_channel is not None:
        mirror = f"<#{found.mirror_channel}>, {say(delay_words(found.mirror_delay))}"
    agreed = limits.words(found.mode, found.limits, untimed=untimed)
    told: dict[str, str] = {
        "Referees' role": role,
        "New battles": say(Text("{mode}: {limits}", mode=found.mode, limits=agreed)),
        "Language": language,
        "Battles are made in": ", ".join(f"<#{c}>" for c in found.channels) or words.translate("any channel"),
        "Results are told in": _channel(found.results_channel, words.translate("the battle's channel")),
        "Mirrored in": mirror,
        "Scoreboard": _channel(found.scoreboard, none),
    }
    return [f"**{words.translate(label)}**: {value}" for label, value in told.items()]


def _channel(number: int | None, otherwise: str) -> str:
    return f"<#{number}>" if number is not None else otherwise


def warned(channel: discord.abc.GuildChannel, words: TextCatalogue) -> list[str]:
    """What the bot lacks in a channel it is to use; nothing where it may do everything."""
    given = channel.permissions_for(channel.guild.me)
    return _allowed(channel.mention, given, words, thread=False) if bot_permissions.missing(given) else []


def _allowed(where: str, given: discord.Permissions, words: TextCatalogue, *, thread: bool) -> list[str]:
    """What the bot may do in a channel."""
    lacks = bot_permissions.missing(given, thread=thread)
    if not lacks:
        return [f"✅ {where}: " + words.translate("all I need.")]
    head = words.say(Text("{n} missing", n=len(lacks)))
    return [f"⚠️ {where}: {head}", *(f"- **{p.name}**: {words.say(p.without)}" for p in lacks)]


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(SettingsCog(bot))
