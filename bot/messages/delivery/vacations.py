"""Telling opponents that somebody is on vacation: when it begins, in every battle it holds up or may hold up."""

from __future__ import annotations

import logging

import discord

from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.calls import Calls
from bot.narration import escape
from bot.service import Service
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

        It is told in all of his battles, whichever process looks after them: posting takes no gateway, and each battle
        is told by nobody else.
        """
        me = self.client.user.id if self.client.user is not None else 0
        for battle in await self.service.battles.of_user(user):
            own = battle.led_by(user)
            others = [u for u in battle.people if u not in (user, me)]
            if not own or not others or battle.is_lesson or battle.paused:
                continue
            template = "🏖 {players}: the {side} are away until {when}. No time passes for their answers meanwhile."
            if battle.status == "open":
                template = "🏖 {players}: the {side} are away until {when}, and your battle hasn't begun."
            text = Text(
                template,
                players=" ".join(f"<@{u}>" for u in others),
                side=escape(battle.name(own[0])),
                when=f"<t:{int(until)}:f>",
            )
            try:
                said = self.lookup.catalogue(battle).say(text)
                await self.calls.call(battle.guild, battle.channel, others, said)
            except discord.HTTPException as e:
                # One channel that is shut must not keep the others from learning it; its pinned message tells it too.
                log.info("battle %s: a vacation couldn't be told: %s", battle.id, e)
