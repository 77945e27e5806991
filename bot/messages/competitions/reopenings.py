"""Matches that are played after all: who plays them is told, and who was to play what came of them."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence

import discord

from bot.language.plain import MESSAGE
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.calls import Calls
from bot.narration import TextCatalogue, escape, fit
from bot.narration.company import date, gone_names
from bot.narration.people import person
from bot.service import Service
from bot.service.competitions.corrections import Reopened
from bot.storage.competitions import Competition, Entrant, Fixture
from engine.kernel.text import Text

log = logging.getLogger("hexarch")


class Reopenings:
    """Part of :class:`bot.messages.competitions.competitions.Competitions`.

    Nobody is called twice: whose match can be played now is called to it as to any other, a moment later.
    """

    def __init__(self, service: Service, lookup: BattleLookup, calls: Calls) -> None:
        self.service = service
        self.lookup = lookup
        self.calls = calls

    async def tell(self, done: Reopened, by: str, reason: str, called: Collection[int] = ()) -> None:
        """Say what a referee called ``by`` has taken back, and why. Who is among the ``called`` knows it."""
        entrants = await self.service.competitions.entrants(done.event.id)
        waiting = [f for f in done.opened if f.due is None or not f.place]
        for f in done.opened:
            if f not in waiting:
                news = self.news(done.event, f, entrants, by, reason)
                await self._say(done.event, f.place, (), news, f.players)
        if waiting:
            users = [u for f in waiting if f.due is None for u in f.players if u not in called]
            lines = [self.news(done.event, f, entrants, by, reason) for f in waiting]
            readers = [u for f in waiting for u in f.players if u not in called]
            await self._say(done.event, done.event.channel, users, fit("\n".join(lines), MESSAGE), readers)
        again = {u for f in done.opened for u in f.players}
        for f in done.undone:
            await self._undone(done, f, [u for u in f.players if u not in again])

    def news(self, event: Competition, f: Fixture, entrants: Sequence[Entrant], by: str, reason: str) -> str:
        """That one match is played after all, until when and why."""
        words = self.lookup.words(event.guild)
        text = Text(
            "⚖️ {players}: referee **{by}** takes back how match {n} of “{name}” was decided, and it is to be played "
            "{when}: {reason}",
            players=" ".join(person(u, words, gone_names(entrants)) for u in f.players),
            by=escape(by),
            n=f.n,
            name=escape(event.name),
            when=self._when(f, words),
            reason=escape(" ".join(reason.split())),
        )
        return words.say(text)

    def _when(self, f: Fixture, words: TextCatalogue) -> str:
        if f.due is None:
            return words.translate("when its round comes")
        return words.say(Text("by {when}", when=date(f.due)))

    async def _undone(self, done: Reopened, f: Fixture, users: Sequence[int]) -> None:
        """A match of a cup whose players aren't known any more."""
        words = self.lookup.words(done.event.guild)
        text = Text(
            "⏳ {players}: match {n} of “{name}” waits, since one before it is played after all. You are called again.",
            players=" ".join(person(u, words) for u in f.players),
            n=f.n,
            name=escape(done.event.name),
        )
        await self._say(done.event, f.place or done.event.channel, users, words.say(text))

    async def _say(
        self, event: Competition, channel: int, users: Sequence[int], text: str, readers: Sequence[int] = ()
    ) -> None:
        wanted = [u for u in dict.fromkeys(users) if u > 0]
        try:
            await self.calls.call(event.guild, channel, wanted, text, readers=readers)
        except (discord.NotFound, discord.Forbidden) as e:
            log.info("event %s: not told in %s: %s", event.id, channel, e)
            for user in wanted:
                await self.calls.write(user, text)
