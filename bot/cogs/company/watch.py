"""For those who don't play: private news of a battle; and the round in which spectators are told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.components.ids import Ref
from bot.errors import reader, whisper
from bot.language.plain import CHOICE, MESSAGE
from bot.messages.access import visibility
from bot.messages.battle_names import battle_name, learn_players
from bot.messages.spectators.watchers import VERB, CannotWrite
from bot.narration import escape, fit, titled
from bot.service import Battle
from bot.service.spectators.watchers import END, STORY, TURNS, check_watch
from bot.stumbles import Stumbles
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

TICK = 5.0
"""Seconds between two looks at mirrors, watchers and scoreboards."""

WAYS = {
    STORY: "the story: every activation",
    TURNS: "turns: what happened, when one is over",
    END: "the end: how it went",
}
HOWS = [app_commands.Choice(name=name, value=how) for how, name in WAYS.items()]


@app_commands.guild_only()
class WatchCog(
    commands.GroupCog, name="watch", group_name="watch", group_description="Be told privately how battles go"
):
    """/watch start, stop, list; and what keeps mirrors, watchers and the scoreboard up to date."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        self._stumbles: Stumbles[str] = Stumbles()
        """Parts of a round that fail. They are tried with each."""
        bot.router.add(VERB, self.stop_pressed)

    async def cog_load(self) -> None:
        self.bot.messages.closing.closers.append(self._closed)
        self.round.start()

    async def cog_unload(self) -> None:
        task = self.round.get_task()
        self.round.cancel()
        if task is not None:
            # The database is closed next; nothing may be under way then.
            await asyncio.wait([task], timeout=5)
        await self.bot.messages.mirrors.close()
        self.bot.messages.closing.closers.remove(self._closed)

    # -- keeping up ---------------------------------------------------------------------------------------------

    @tasks.loop(seconds=TICK)
    async def round(self) -> None:
        messages = self.bot.messages
        for what, part in (
            ("mirrors", self._mirrors),
            ("watchers", messages.watch.tick),
            ("scoreboards", messages.scoreboard.tick),
        ):
            try:
                await part()
            except Exception as e:
                # What went wrong now may go right in the next round; one of them keeps no other from being done.
                self._stumbles.stumbled(what, time.time(), f"{what} could not be looked after", e, TICK)
            else:
                self._stumbles.done(what)

    async def _mirrors(self) -> None:
        self.bot.messages.mirrors.tick()

    @round.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()
        await self.bot.messages.mirrors.wake()
        await self.bot.messages.watch.wake()

    async def _closed(self, battle: Battle) -> None:
        await self.bot.service.scoreboards.ended(battle.id)
        self.bot.messages.scoreboard.hear(battle.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.bot.messages.mirrors.channel_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.bot.messages.mirrors.channel_gone(payload.thread_id)

    # -- watching -----------------------------------------------------------------------------------------------

    @app_commands.command(name="start", description="Be told privately how a battle goes")
    @app_commands.describe(battle="Which battle; without it, this channel's", how="What you are told")
    @app_commands.choices(how=HOWS)
    async def start(
        self, interaction: discord.Interaction, battle: app_commands.Range[str, 0, CHOICE] = "", how: str = STORY
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        service, messages, user = self.bot.service, self.bot.messages, interaction.user.id
        found = await self._meant(interaction, battle)
        check_watch(found, user, how)
        had = next((w for w in await service.watchers.by(user) if w.battle == found.id), None)
        await service.watchers.watch(
            found.id, user, how, had.told if had is not None else await messages.watch.known(found)
        )
        try:
            await messages.watch.first(found, user)
        except CannotWrite:
            await service.watchers.unwatch(found.id, user)
            refuse(
                "I can't write to you privately. Allow direct messages from members of this server in its privacy "
                "settings, then /watch start again."
            )
        messages.watch.hear(found.id)
        told = Text("You watch “{title}”: {how}. /watch stop ends it.", title=titled(found.title), how=WAYS[how])
        await whisper(interaction, reader(interaction).say(told))

    @app_commands.command(name="stop", description="No longer be told about a battle")
    @app_commands.describe(battle="Which battle; without it, the one you watch")
    async def stop(self, interaction: discord.Interaction, battle: app_commands.Range[str, 0, CHOICE] = "") -> None:
        await interaction.response.defer(ephemeral=True)
        watched = await self._watched(interaction)
        if not battle.strip():
            here = await self.bot.service.battles.last_in_channel(interaction.channel_id or 0)
            of_here = [b for b, _ in watched if here is not None and b.id == here.id]
            mine = of_here or [b for b, _ in watched]
            if len(mine) > 1:
                refuse("You watch {n:battle|battles}; say which one.", n=len(mine))
        else:
            meant = await self.bot.messages.lookup.meant(interaction, battle, [b for b, _ in watched])
            mine = [b for b, _ in watched if b.id == meant.id]
        if not mine:
            refuse("You don't watch that battle." if battle.strip() else "You watch no battle of this server.")
        await self.bot.service.watchers.unwatch(mine[0].id, interaction.user.id)
        self.bot.messages.scoreboard.hear(mine[0].id)
        told = Text("You no longer watch “{title}”.", title=titled(mine[0].title))
        await whisper(interaction, reader(interaction).say(told))

    @app_commands.command(name="list", description="The battles of this server you watch")
    async def list_(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        watched = await self._watched(interaction)
        if not watched:
            refuse("You watch no battle of this server. /watch start begins it.")
        words = reader(interaction)
        await learn_players(names := self.bot.messages.lookup.names, [b for b, _ in watched])
        lines = [
            f"**{escape(battle_name(names, b, words))}** · <#{b.channel}> · {words.translate(WAYS[how])}"
            for b, how in watched
        ]
        await whisper(interaction, fit("\n".join(lines), MESSAGE))

    async def stop_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Stop] in a private message. It concerns nobody but that user."""
        stopped = await self.bot.service.watchers.unwatch(ref.battle, interaction.user.id)
        await interaction.response.edit_message(view=None)
        words = reader(interaction)
        text = "You no longer watch this battle." if stopped else "You didn't watch this battle any more."
        await whisper(interaction, words.translate(text))

    @start.autocomplete("battle")
    async def _battles(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await self._to_watch(interaction)
        return await self.bot.messages.lookup.choices(interaction, current, found)

    async def _to_watch(self, interaction: discord.Interaction) -> list[Battle]:
        """Battles under way that the user may see and doesn't play in."""
        mirrors = await self.bot.service.mirrors.active()
        return [
            b
            for b in await self.bot.service.battles.ongoing(interaction.guild_id or 0)
            if interaction.user.id not in b.people
            and not b.is_lesson
            and visibility.battle_seen_at_once(
                self.bot, b, interaction.user, [mirrors[b.id].channel] if b.id in mirrors else []
            )
        ]

    @stop.autocomplete("battle")
    async def _mine(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        watched = [b for b, _ in await self._watched(interaction)]
        return await self.bot.messages.lookup.choices(interaction, current, watched)

    async def _meant(self, interaction: discord.Interaction, text: str) -> Battle:
        """The battle to watch: the one named, this channel's, or the one mirrored here. Raises Refusal."""
        service, mirrors = self.bot.service, await self.bot.service.mirrors.active()
        if text.strip():
            found = await self.bot.messages.lookup.meant(interaction, text, await self._to_watch(interaction))
        else:
            found = await service.battles.last_in_channel(interaction.channel_id or 0)
            if found is None:
                found = await self.bot.messages.lookup.mirrored(interaction)
            if found is None:
                refuse("There is no battle in this channel. Say which one you would like to watch.")
        mirror = mirrors.get(found.id)
        await visibility.check_sees(self.bot, found, interaction.user, [mirror.channel] if mirror is not None else [])
        return found

    async def _watched(self, interaction: discord.Interaction) -> list[tuple[Battle, str]]:
        """What the user watches in this server and may still see."""
        service = self.bot.service
        mirrors = await service.mirrors.active()
        found: list[tuple[Battle, str]] = []
        for watcher in await service.watchers.by(interaction.user.id):
            battle = await service.battles.get(watcher.battle)
            shown = [mirrors[battle.id].channel] if battle.id in mirrors else []
            plays = interaction.user.id in battle.people  # by now, and isn't told privately any more
            if (
                battle.guild == interaction.guild_id
                and not plays
                and visibility.battle_seen_at_once(self.bot, battle, interaction.user, shown)
            ):
                found.append((battle, watcher.how))
        return found


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(WatchCog(bot))
