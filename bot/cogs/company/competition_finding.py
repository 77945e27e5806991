"""Which league or cup a command is about, and who may give it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.cogs.choices import choices
from bot.errors import reader, whisper
from bot.language.plain import CHOICE
from bot.messages.access import visibility
from bot.narration import escape, fit
from bot.storage.competitions import FINISHED, OPEN, RUNNING, Competition
from engine.kernel.text import Refusal, Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

WHICH = "Which one, by its name; without it, the only one there is"

_NONE = {
    (OPEN,): "No league or cup waits for entrants here; /event list tells all.",
    (RUNNING,): "No league or cup is under way here; /event list tells all.",
    (RUNNING, FINISHED): "No league or cup is under way or over here; /event list tells all.",
}
"""What is said where there is none, by the states that were asked for."""

SEVERAL = 5
"""Leagues and cups named where several are meant."""


class EventFinding:
    """Part of a cog."""

    bot: Hexarch

    async def _event(self, interaction: discord.Interaction, text: str, *statuses: str) -> Competition:
        """The event meant: the one of this number, or the only one in these states. Raises Refusal."""
        number = (text.split() or [""])[0]
        if number:
            wanted = " ".join(text.split()).casefold()
            called = [e for e in await self._seen(interaction) if e.name.casefold() == wanted]
            # Of several with one name that which is still played, or the only one.
            called = [e for e in called if e.status in (statuses or (OPEN, RUNNING))] or called
            return called[0] if len(called) == 1 else await self._known(interaction, number)
        seen = await self._seen(interaction)
        found = [e for e in seen if e.status in (statuses or (OPEN, RUNNING))]
        if not statuses and not found:
            found = seen[:1]
        if len(found) != 1:
            if not found:
                refuse(_NONE.get(statuses, "No league or cup is open or under way here; /event list tells all."))
            refuse("Say which one: {names}.", names=", ".join(f"“{fit(e.name, 60)}”" for e in found[:SEVERAL]))
        return found[0]

    async def _known(self, interaction: discord.Interaction, number: str) -> Competition:
        """An event of this server by number. For who neither sees its channel nor takes part nor referees, none."""
        event, user = await self.bot.service.competitions.get(number, interaction.guild_id or 0), interaction.user
        if (
            not await visibility.sees(self.bot, event.guild, event.channel, user)
            and user.id not in {e.user for e in await self.bot.service.competitions.entrants(event.id)}
            and not await self.bot.messages.referees.is_referee(interaction)
        ):
            refuse("There is no such league or cup.")
        return event

    async def _seen(self, interaction: discord.Interaction) -> Sequence[Competition]:
        """Events in channels the user sees, the newest first.

        Who takes part in one sees it wherever it is told, and when its channel is gone; then referees do, too.
        """
        guild, user = interaction.guild_id or 0, interaction.user
        referee = await self.bot.messages.referees.is_referee(interaction)
        found: list[Competition] = []
        for e in await self.bot.service.competitions.of_guild(guild):
            seen = visibility.sees_at_once(self.bot, guild, e.channel, user)
            if not seen and not visibility.known(self.bot, guild, e.channel):
                seen = referee or user.id in {x.user for x in await self.bot.service.competitions.entrants(e.id)}
            found += [e] if seen else []
        return found

    async def _check_referee(self, interaction: discord.Interaction) -> None:
        if not await self.bot.messages.referees.is_referee(interaction):
            refuse(
                "Only referees do that: members who manage the server, or have the role they named with "
                "/settings referee-role."
            )

    async def _say(self, interaction: discord.Interaction, event: Competition, template: str) -> None:
        text = Text(template, name=escape(event.name), **({"id": event.id} if "{id}" in template else {}))
        await whisper(interaction, reader(interaction).say(text))

    async def _offered(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Those the command can be about, the newest first."""
        command = interaction.command.name if interaction.command is not None else ""
        wanted = {
            "start": (OPEN,),
            "join": (OPEN,),
            "leave": (OPEN,),
            "abandon": (OPEN, RUNNING),
            "move": (OPEN, RUNNING),
            "change": (OPEN,),
            "return": (RUNNING, FINISHED),
            "withdraw": (RUNNING,),
            "award": (RUNNING,),
            "extend": (RUNNING,),
            "reopen": (RUNNING, FINISHED),
            "replace": (OPEN, RUNNING),
        }.get(command)
        seen = await self._seen(interaction)
        fitting = [e for e in seen if wanted is None or e.status in wanted]
        words = reader(interaction)
        return choices([(e.id, f"{e.name} · {words.translate(e.status)}") for e in fitting], current)

    async def _matches_offered(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[int]]:
        """Matches of the event that is named or meant, by who meets; for referees, whose commands they are."""
        if not await self.bot.messages.referees.is_referee(interaction):
            return []
        try:
            event = await self._event(interaction, str(getattr(interaction.namespace, "event", "") or ""))
        except Refusal:
            return []
        command = interaction.command.name if interaction.command is not None else ""
        names = {e.user: e.name or str(e.user) for e in await self.bot.service.competitions.entrants(event.id)}
        found: list[app_commands.Choice[int]] = []
        for f in await self.bot.service.competitions.fixtures(event.id):
            fits = {"extend": f.playable, "reopen": f.decided and len(f.players) == 2}.get(command, len(f.players) == 2)
            label = f"{f.n}. {' – '.join(names.get(event.holder(u), str(u)) for u in f.players)}"
            if fits and current.strip().casefold() in label.casefold():
                found.append(app_commands.Choice(name=fit(label, CHOICE), value=f.n))
        return found[:25]
