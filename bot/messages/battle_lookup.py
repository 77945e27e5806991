"""Which battle is meant, by a channel, a number or a component, as somebody sees it; and in which words it is told."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from typing import NoReturn

import discord
from discord import app_commands

from bot import rulebooks
from bot.components.ids import Ref
from bot.language.catalogue import SOURCE, unasked
from bot.language.plain import CHOICE
from bot.messages.access import visibility
from bot.messages.battle_context import BattleContext
from bot.messages.battle_names import battle_labels
from bot.messages.names import Names
from bot.narration import TextCatalogue, fit
from bot.service import Battle, Service
from engine.kernel.closeness import best
from engine.kernel.system import RuleText
from engine.kernel.text import Refusal, refuse

WHICH = "Which battle, by its title or number; without it, this channel's"
SEVERAL = 5
"""Battles named where several are meant."""


class BattleLookup:
    """Finds battles for those who may see them."""

    def __init__(self, client: discord.Client, service: Service) -> None:
        self.client = client
        self.service = service
        self.names = Names(client)
        self.has_board = False
        """Whether a board is served, to which questions have a button."""
        self.awaited: list[tuple[Container[str], Callable[[Battle], None]]] = []
        """Battles of which somebody wants to know when they are used, and who."""

    async def look(self, battle_id: str, user: int) -> BattleContext:
        """A battle as ``user`` sees it. Raises Refusal when there is none with this id."""
        battle, game, opens = await self.service.play.look(battle_id)
        timed, words = not self.service.untimed, self.catalogue(battle)
        return BattleContext(battle, game, opens, words, user, timed=timed, has_board=self.has_board)

    def catalogue(self, battle: Battle) -> TextCatalogue:
        """The language of a battle is that of its server; of a lesson, which one person reads, that of its learner."""
        if battle.is_lesson:
            service = self.service
            own = service.preferences.languages.get(battle.creator) or service.lessons.languages.get(battle.id)
            if own:
                return TextCatalogue.load(own)
        return self.words(battle.guild)

    def words(self, guild_id: int) -> TextCatalogue:
        """The language of a server: the one it has chosen, else English, whatever its locale."""
        return TextCatalogue.load(self.service.guilds.languages.get(guild_id, SOURCE))

    def language(self, interaction: discord.Interaction) -> str:
        """The language of what somebody alone sees: the one they chose, else that of their Discord if we speak it."""
        return self.service.preferences.languages.get(interaction.user.id) or unasked(interaction.locale.value)

    def own(self, here: BattleContext) -> BattleContext:
        """A battle in the language its viewer has chosen, where nothing tells that of their Discord: on the board."""
        chosen = self.service.preferences.languages.get(here.user)
        return here if chosen is None else replace(here, catalogue=TextCatalogue.load(chosen))

    def read(self, interaction: discord.Interaction, here: BattleContext) -> BattleContext:
        """A battle in the reader's own language, for what nobody else sees. Channels are told in the battle's."""
        return replace(here, catalogue=TextCatalogue.load(self.language(interaction)))

    async def here(self, interaction: discord.Interaction, named: str = "") -> BattleContext:
        """The battle of the channel a command was given in, finished or not, or the one that is named by its number.

        Raises Refusal where there is none, or none the user may see.
        """
        if named.strip():
            return await self.look((await self.named(interaction, named)).id, interaction.user.id)
        battle = await self.service.battles.last_in_channel(interaction.channel_id or 0)
        if battle is None:
            await self._none(interaction)
        self._visited(battle)
        return await self.look(battle.id, interaction.user.id)

    async def under_way(self, interaction: discord.Interaction) -> Battle:
        """The battle of the channel a command was given in that isn't over, begun or not. Raises Refusal for none."""
        battle = await self.service.battles.in_channel(interaction.channel_id or 0)
        if battle is not None:
            return battle
        over = await self.service.battles.last_in_channel(interaction.channel_id or 0)
        if over is None:
            await self._none(interaction)
        refuse("“{title}” is over. /battle create begins another battle here.", title=over.title)

    async def _none(self, interaction: discord.Interaction) -> NoReturn:
        """There is no battle: people talk about one in a thread beside it, and mean that one."""
        channel = interaction.channel
        above = channel.parent_id if isinstance(channel, discord.Thread) else 0
        battle = await self.service.battles.in_channel(above)
        if battle is not None:
            refuse(
                "There is no battle in this thread: “{title}” is fought in the channel it belongs to.",
                title=battle.title,
            )
        refuse("There is no battle in this channel. /battle create begins one.")

    async def maybe_here(self, interaction: discord.Interaction) -> BattleContext | None:
        """The same, for autocomplete, which has nobody to tell a refusal."""
        try:
            found = await self.here(interaction, str(getattr(interaction.namespace, "battle", "") or ""))
        except Refusal:
            return None
        return found if found.running is not None else None

    async def plays(self, interaction: discord.Interaction, battle_id: str) -> bool:
        """Whether who an interaction came from has a side in a battle of this server. Raises Refusal for none."""
        battle = await self.service.battles.get(battle_id)
        return battle.guild == interaction.guild_id and bool(battle.sides_of(interaction.user.id))

    async def mirrored(self, interaction: discord.Interaction) -> Battle | None:
        """The one battle under way that is mirrored in the channel a command was given in."""
        mirrors = await self.service.mirrors.active()
        shown = [
            b
            for b in await self.service.battles.ongoing(interaction.guild_id or 0)
            if b.id in mirrors and mirrors[b.id].channel == interaction.channel_id
        ]
        return shown[0] if len(shown) == 1 else None

    async def rules(self, interaction: discord.Interaction, wanted: str = "") -> tuple[str, Sequence[RuleText]]:
        """Whose rules are meant where a command was given: a system's, and those the battle there has besides.

        ``wanted``: the id of the system that is meant. Without it, that of the channel's battle, begun or not; where
        there is no battle, the first system we have. Rules of the battle come only with those of its own system.
        """
        battle = await self.service.battles.last_in_channel(interaction.channel_id or 0)
        if battle is None:
            return wanted or next(iter(rulebooks.titles())), ()
        system = await self.service.sessions.system(battle.id)
        return (system.id, system.own_rules()) if wanted in ("", system.id) else (wanted, ())

    async def of(self, interaction: discord.Interaction, ref: Ref) -> BattleContext:
        """The battle a component belongs to. Its id came from outside: it must be one of this server's, and seen.

        What can't be seen is refused word for word like what doesn't exist: nobody learns what there is elsewhere.
        """
        battle = await self.service.battles.get(ref.battle)
        if battle.guild != interaction.guild_id:
            refuse("There is no such battle.")
        if battle.channel != interaction.channel_id:
            await visibility.check_listed(self.client, battle, interaction.user)
        self._visited(battle)
        return await self.look(ref.battle, interaction.user.id)

    def channel(self, battle: Battle) -> discord.PartialMessageable:
        """Where a battle's messages go."""
        return self.client.get_partial_messageable(battle.channel, guild_id=battle.guild)

    def _visited(self, battle: Battle) -> None:
        if any(battle.id in battles for battles, _ in self.awaited):
            for hear in dict.fromkeys(hear for battles, hear in self.awaited if battle.id in battles):
                hear(battle)

    # -- any battle of the server -------------------------------------------------------------------------------

    async def named(self, interaction: discord.Interaction, text: str) -> Battle:
        """The battle named, or this channel's, begun or not. Refuses those the user may not see."""
        if not text.strip():
            return (await self.here(interaction)).battle
        found = await self.meant(interaction, text)
        await visibility.check_listed(self.client, found, interaction.user)
        return found

    async def meant(self, interaction: discord.Interaction, text: str, among: Sequence[Battle] | None = None) -> Battle:
        """The battle of this server with a number, whoever may see it; or that with a title, or a choice's label.

        By its title one of ``among`` is meant: without it, of those the user sees, so that nobody learns of others.
        Raises Refusal where there is none, or several.
        """
        try:
            return await self._of_guild(interaction, (text.split() or [""])[0])
        except Refusal:
            if among is None:
                among = [
                    b
                    for b in await self.service.battles.of_guild(interaction.guild_id or 0)
                    if visibility.listed(self.client, b, interaction.user)
                ]
            words = self.words(interaction.guild_id or 0)
            labels = dict(await battle_labels(self.names, among, words))
            found = [b for b in among if labels[b.id] == text.strip()] or best(text, among, lambda b: b.title)
            if not found:
                raise
        if len(found) > 1:
            several = await battle_labels(self.names, found[:SEVERAL], words)
            named = ", ".join(label if number in label else f"{label} ({number})" for number, label in several)
            refuse("“{text}” could be {battles}.", text=fit(text, CHOICE), battles=named)
        return found[0]

    async def any_of(self, interaction: discord.Interaction, ref: Ref) -> Battle:
        """The battle a component belongs to, checked in the same way: its id came from outside."""
        found = await self._of_guild(interaction, ref.battle)
        await visibility.check_listed(self.client, found, interaction.user)
        return found

    async def offered(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        """At most 25 battles that have begun and that the user may see, the newest first."""
        found = [
            b
            for b in await self.service.battles.of_guild(interaction.guild_id or 0)
            if b.begun and visibility.listed(self.client, b, interaction.user)
        ]
        return await self.choices(interaction, current, found)

    async def choices(
        self, interaction: discord.Interaction, current: str, battles: Sequence[Battle]
    ) -> list[app_commands.Choice[str]]:
        """The first 25 of some battles whose title, players or number hold what is typed, by their names."""
        wanted = current.strip().casefold()
        labels = await battle_labels(self.names, battles, self.words(interaction.guild_id or 0))
        found = [(number, label) for number, label in labels if wanted in f"{number} {label}".casefold()]
        return [app_commands.Choice(name=label, value=number) for number, label in found[:25]]

    async def _of_guild(self, interaction: discord.Interaction, battle_id: str) -> Battle:
        found = await self.service.battles.get(battle_id)
        if found.guild != interaction.guild_id:
            refuse("There is no such battle.")
        return found
