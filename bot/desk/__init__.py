"""The desk: where presses and commands become answers, and answers become messages."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import discord

from bot.components.ids import Ref
from bot.desk.deliver import UNKNOWN_CHANNEL
from bot.desk.here import Here
from bot.desk.posts import DISPATCH, Story
from bot.desk.publisher import Publisher
from bot.desk.questions import token
from bot.errors import whisper
from bot.narration import TextCatalogue
from bot.pictures import Pictures
from bot.service import Service
from bot.storage import BattleRow
from engine.kernel.decisions import Answer, Decision
from engine.kernel.text import Refusal, Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

log = logging.getLogger("hexarch")


class Desk:
    """Everything cogs and components do goes through here."""

    def __init__(self, bot: Hexarch, service: Service, *, theme: str = "light") -> None:
        self.bot = bot
        self.service = service
        self.pictures = Pictures(theme)
        self.publisher = Publisher(self, service, self.pictures)

    # -- finding ------------------------------------------------------------------------------------------------

    async def look(self, battle_id: str, user: int) -> Here:
        """A battle as ``user`` sees it. Raises Refusal when there is none with this id."""
        battle = await self.service.battle(battle_id)
        game = await self.service.game(battle_id)
        sides = tuple(s.side for s in battle.seats if s.user == user)
        return Here(battle, game, TextCatalogue.load(battle.language), user, sides)

    async def here(self, interaction: discord.Interaction) -> Here:
        """The battle of the channel a command was given in. Raises Refusal where there is none."""
        battle = await self.service.battle_in(interaction.channel_id or 0)
        if battle is None:
            refuse("There is no battle in this channel. /battle create begins one.")
        return await self.look(battle.id, interaction.user.id)

    async def maybe_here(self, interaction: discord.Interaction) -> Here | None:
        """The same, for autocomplete, which has nobody to tell a refusal."""
        try:
            return await self.here(interaction)
        except Refusal:
            return None

    async def of(self, interaction: discord.Interaction, ref: Ref) -> Here:
        """The battle a component belongs to. Its id came from outside: it must be one of this server's."""
        here = await self.look(ref.battle, interaction.user.id)
        if here.battle.guild != interaction.guild_id:
            refuse("That battle isn't in this server.")
        return here

    def channel(self, battle: BattleRow) -> discord.abc.Messageable:
        """Where a battle's messages go."""
        return self.bot.get_partial_messageable(battle.channel, guild_id=battle.guild)

    # -- answering ----------------------------------------------------------------------------------------------

    def asked(self, here: Here, ref: Ref) -> Decision:
        """The question a component puts to this user. Raises Refusal for others, and for stale components."""
        if here.token != ref.token:
            if not here.sides:
                refuse("Only the players of this battle may press that.")
            refuse("That question has been settled already; the buttons of the latest message are the good ones.")
        decision = here.decision
        if decision is None:
            names = {s.id: s.name for s in here.table.sides}
            who = ", ".join(names.get(d.side, d.side) for d in here.open)
            refuse("That is not for you to decide, but for {side}.", side=who or here.word("nobody any more"))
        return decision

    async def answer(
        self, interaction: discord.Interaction, here: Here, ref: Ref, decision: Decision, answer: Answer
    ) -> None:
        """Give an answer, then say what came of it. The interaction must have been acknowledged."""
        await self.service.answer(
            here.battle.id,
            user=interaction.user.id,
            side=decision.side,
            token=ref.token,
            answer=answer,
            entropy=str(interaction.id),
        )
        await self.said(interaction, here)

    async def said(self, interaction: discord.Interaction, here: Here, note: str = "") -> None:
        """Publish a change this user made; tell him if it couldn't be posted."""
        trouble = await self.publisher.publish(here.battle.id, actor=interaction.user.id, note=note)
        if trouble is not None:
            await whisper(interaction, here.say(trouble))

    # -- keeping up ---------------------------------------------------------------------------------------------

    async def catch_up(self) -> None:
        """After a start: say what was left unsaid, and put back what is missing."""
        for battle in await self.service.running():
            await self.publisher.publish(battle.id)
