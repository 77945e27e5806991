"""/battle list: the battles of a server that somebody may see, page by page, those that wait for players first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.components.ids import Ref
from bot.components.items import button, view
from bot.errors import reader, whisper
from bot.language.plain import MESSAGE
from bot.messages.access import visibility
from bot.narration import TextCatalogue, escape, fit
from bot.narration.people import person
from bot.narration.standstill import STANDS_STILL, STATUS
from bot.service import Battle, Service
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

VERB, LIST = "battles", "list"

PAGE = 10
"""Battles on one page."""

LINE = 190
"""Characters of a battle's line at the most, so that a page fits into a message."""

JOIN, OWN, RUNNING, WAITING, OVER, RECORD = range(6)
"""Kinds of battles, in the order in which they are listed."""


class BattleList(commands.Cog):
    """Part of :class:`bot.cogs.battles.battle.BattleCog`."""

    bot: Hexarch

    def add_list(self) -> None:
        """Handle the buttons."""
        self.bot.router.add(VERB, self.turned)

    @app_commands.command(name="list", description="The battles of this server that you can see")
    async def list(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        text, controls = await self._page(interaction, 0)
        await whisper(interaction, text, **({"view": controls} if controls is not None else {}))

    async def turned(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """Another page."""
        if ref.battle != LIST or not (ref.token.isascii() and ref.token.isdecimal() and len(ref.token) < 6):
            refuse("That button doesn't belong to this question.")
        if interaction.guild_id is None:
            raise app_commands.NoPrivateMessage
        text, controls = await self._page(interaction, int(ref.token))
        await interaction.response.edit_message(content=text, view=controls)

    async def _page(self, interaction: discord.Interaction, page: int) -> tuple[str, discord.ui.View | None]:
        bot, user = self.bot, interaction.user
        words = reader(interaction)
        battles = [
            b for b in await bot.service.battles.of_guild(interaction.guild_id or 0) if visibility.listed(bot, b, user)
        ]
        if not battles:
            return words.translate("No battle yet. /battle create begins one."), None
        kinds = {b.id: await kind(bot.service, b, user.id) for b in battles}
        battles.sort(key=lambda b: kinds[b.id])
        last = (len(battles) - 1) // PAGE
        page = min(page, last)
        shown = battles[page * PAGE : (page + 1) * PAGE]
        still = {b.id for b in shown if await bot.service.standstills.of(b) is not None}
        lines = [fit(self._line(b, kinds[b.id], words, still=b.id in still), LINE) for b in shown]
        if last == 0:
            return fit("\n".join(lines), MESSAGE), None
        turns = [(page - 1, "‹", page > 0), (page + 1, "›", page < last)]
        items = [button(Ref(LIST, str(max(to, 0)), name), VERB, name, disabled=not there) for to, name, there in turns]
        return fit("\n".join([*lines, f"-# {page + 1}/{last + 1}"]), MESSAGE), view(*items)

    def _line(self, b: Battle, of: int, words: TextCatalogue, *, still: bool) -> str:
        parts = [f"**{escape(fit(words.name(b.title), 40))}**"]
        if of != RECORD:
            there = visibility.known(self.bot, b.guild, b.channel) or b.status not in ("open", "running")
            parts.append(f"<#{b.channel}>" if there and not b.paused else words.translate("(no channel: /battle move)"))
        parts.append(words.say(Text("to be joined") if of == JOIN else STANDS_STILL if still else STATUS[b.status]))
        if of != RECORD:
            parts.append(
                ", ".join(f"{escape(fit(words.name(name), 16))} {self._player(b, s, words)}" for s, name in b.sides)
            )
        if b.outcome:
            parts.append(escape(fit(words.say(b.ending), 60)))
        return " · ".join(parts)

    def _player(self, b: Battle, side: str, words: TextCatalogue) -> str:
        player = b.player(side)
        return person(player, words) if player is not None else f"({words.translate('free')})"


async def kind(service: Service, b: Battle, user: int) -> int:
    """Which kind of battle this is for a user."""
    if b.status == "record":
        return RECORD
    if b.status not in ("open", "running"):
        return OVER
    if user in b.people:
        return OWN
    if b.status == "running":
        return RUNNING
    free = any(b.player(side) is None for side, _ in b.sides)
    return JOIN if free and await service.agreements.of(b.id) is None else WAITING
