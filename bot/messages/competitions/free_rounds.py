"""Whoever has no match in a round is told so, once: others are called to theirs."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence

import discord

from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.calls import Calls
from bot.narration import escape
from bot.service import Service
from bot.service.competitions import progress
from bot.storage.competitions import CUP, SWISS, Competition, Fixture
from engine.kernel.text import Text

log = logging.getLogger("hexarch")

BEGUN = "begun"
"""Setting of an event: that those who are free in its first round know it has begun."""
FREED = "freed"
"""Setting of an event: the last round of which those who are free in it know it; of a cup, matches with a bye."""


class FreeRounds:
    """Part of :class:`bot.messages.competitions.competitions.Competitions`."""

    def __init__(self, service: Service, lookup: BattleLookup, calls: Calls) -> None:
        self.service = service
        self.lookup = lookup
        self.calls = calls

    async def tell(self, event: Competition) -> None:
        """Tell those who are free in the rounds that have begun. What can't be said now is said later."""
        owner = f"event:{event.id}"
        known = await self.service.settings.of(owner)
        fixtures = await self.service.competitions.fixtures(event.id)
        out = {e.user for e in await self.service.competitions.entrants(event.id) if e.withdrawn}
        try:
            if not known.get(BEGUN):
                if not any(f.legs for f in fixtures):
                    await self._first(event, _free(event, fixtures, 1))
                known |= {FREED: [] if event.kind == CUP else 1}
                await self.service.settings.put(owner, FREED, known[FREED])
                await self.service.settings.put(owner, BEGUN, True)
            if event.kind == CUP:
                await self._byes(event, fixtures, known.get(FREED))
            else:
                await self._rounds(event, fixtures, known.get(FREED), out)
        except (discord.NotFound, discord.Forbidden) as e:
            log.info("event %s: nobody could be told that they are free: %s", event.id, e)

    async def _first(self, event: Competition, free: Sequence[int]) -> None:
        if not free:
            return
        text = Text(
            "{players}: “{name}” has begun. In the first round you are free; you are called to your first match.",
            players=" ".join(f"<@{u}>" for u in free),
            name=escape(event.name),
        )
        said = self.lookup.words(event.guild).say(text)
        await self.calls.call(event.guild, event.channel, free, said, what=f"hx-{event.id}-begun")

    async def _rounds(
        self, event: Competition, fixtures: Sequence[Fixture], told: int | None, out: Collection[int]
    ) -> None:
        """Later rounds that have begun; of one that an earlier version has begun nothing is said."""
        last = max((f.round for f in fixtures if f.due is not None or f.legs), default=1)
        for round_ in range((last if told is None else told) + 1, last + 1):
            await self._later(event, round_, [u for u in _free(event, fixtures, round_) if u not in out])
        if told != last:
            await self.service.settings.put(f"event:{event.id}", FREED, last)

    async def _byes(self, event: Competition, fixtures: Sequence[Fixture], told: Sequence[int] | None) -> None:
        """Matches of a cup for which one player is left alone."""
        byes = [f for f in fixtures if f.round > 1 and f.how == progress.BYE]
        for f in byes if told is not None else ():
            if f.n not in (told or ()) and f.winner and event.holder(f.winner) > 0:
                await self._later(event, f.round, [event.holder(f.winner)], third=f.third)
        if told is None or {f.n for f in byes} != set(told):
            await self.service.settings.put(f"event:{event.id}", FREED, [f.n for f in byes])

    async def _later(self, event: Competition, round_: int, free: Sequence[int], *, third: bool = False) -> None:
        if not free:
            return
        template = "{players}: in round {n} of “{name}” you are free."
        if event.kind == SWISS:
            template = "{players}: in round {n} of “{name}” you are free, which counts as a victory."
        text = Text(template, players=" ".join(f"<@{u}>" for u in free), n=round_, name=escape(event.name))
        if event.kind == CUP:
            template = "{players}: nobody is left to meet you in round {n} of “{name}”; you go on without a match."
            if third:
                template = "{players}: nobody is left to meet you for the third place of “{name}”: it is yours."
            text = Text(template, players=" ".join(f"<@{u}>" for u in free), n=round_, name=escape(event.name))
        said = self.lookup.words(event.guild).say(text)
        await self.calls.call(event.guild, event.channel, free, said, what=f"hx-{event.id}-r{round_}-{free}")


def _free(event: Competition, fixtures: Sequence[Fixture], round_: int) -> list[int]:
    """Who has no match in a round."""
    busy = {event.holder(u) for f in fixtures if f.round == round_ and len(f.players) == 2 for u in f.players}
    return [u for u in event.order if u not in busy and u > 0]
