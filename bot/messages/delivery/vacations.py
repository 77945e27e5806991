"""Telling opponents that somebody is on vacation, or back early, in every battle that it holds up or may hold up."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence

import discord

from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.calls import Calls
from bot.narration import escape
from bot.service import Battle, Service
from engine.kernel.text import Text

log = logging.getLogger("hexarch")


class Vacations:
    """Says it once for each battle by correspondence, in its channel. Later its questions say it themselves."""

    def __init__(self, client: discord.Client, service: Service, lookup: BattleLookup, calls: Calls) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.calls = calls

    async def begin(self, user: int, until: float) -> None:
        """A user has gone away until a time (seconds since 1970).

        It is told in every battle of theirs, whichever process looks after that: no gateway is needed, and each battle
        is told by nobody else.
        """
        when = f"<t:{int(until)}:f>"
        async for battle, side, others in self._held_up(user):
            template = "🏖 {players}: the {side} are away until {when}. No time passes for their answers meanwhile."
            if battle.status == "open":
                template = "🏖 {players}: the {side} are away until {when}, and your battle hasn't begun."
            players = " ".join(f"<@{u}>" for u in others)
            await self._tell(battle, others, Text(template, players=players, side=escape(side), when=when))

    async def end(self, user: int) -> None:
        """A user is back before the day that was told. Nobody is called: whoever is asked is called by the question."""
        async for battle, side, _ in self._held_up(user):
            await self._tell(battle, (), Text("🏖 The {side} are back early.", side=escape(side)))

    async def _held_up(self, user: int) -> AsyncIterator[tuple[Battle, str, Sequence[int]]]:
        """Battles that wait while a user is away, each with the name of their side, and who else plays it."""
        me = self.client.user.id if self.client.user is not None else 0
        for battle in await self.service.battles.of_user(user):
            own = battle.led_by(user)
            others = [u for u in battle.people if u not in (user, me)]
            if own and others and not battle.is_lesson and not battle.paused:
                yield battle, battle.name(own[0]), others

    async def _tell(self, battle: Battle, called: Sequence[int], text: Text) -> None:
        try:
            await self.calls.call(battle.guild, battle.channel, called, self.lookup.catalogue(battle).say(text))
        except discord.HTTPException as e:
            # One channel that is shut must not keep the others from learning it; its pinned message tells it too.
            log.info("battle %s: a vacation couldn't be told: %s", battle.id, e)
