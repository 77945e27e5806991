"""What a league or cup has to say to single people: its referees, players whose match was decided, whoever waits for
somebody who has left the server.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord

from bot.components.items import view
from bot.language.plain import MESSAGE
from bot.messages.access import visibility
from bot.messages.access.judges import Judges, judges
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.calls import Calls
from bot.narration import TextCatalogue, escape, fit
from bot.narration.company import gone_names
from bot.narration.people import person
from bot.service import Service
from bot.service.competitions import progress
from bot.service.competitions.matches import REFEREE
from bot.storage.competitions import ABANDONED, FINISHED, Competition, Entrant, Fixture
from engine.kernel.text import Text

log = logging.getLogger("hexarch")

LOOK = 6 * 3600.0
"""Seconds between two looks at whether those who have a match to play are still in the server."""


class Notices:
    """Part of :class:`bot.messages.competitions.competitions.Competitions`."""

    def __init__(self, client: discord.Client, service: Service, lookup: BattleLookup, calls: Calls) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.calls = calls
        self._looked: dict[str, float] = {}
        """When the members of an event were last looked at."""

    # -- referees -----------------------------------------------------------------------------------------------

    async def judges(self, event: Competition, without: Collection[int] = ()) -> Judges:
        """Who called the event, if they still are a referee here; else the referees' role, or the server's owner.

        Nobody of those ``without``, who would decide in their own cause.
        """
        return await judges(self.client, self.service.guilds, event.guild, event.creator, without)

    async def call_judges(
        self,
        event: Competition,
        said: str,
        what: str,
        shown: discord.ui.View | None = None,
        *,
        without: Collection[int] = (),
        besides: Sequence[int] = (),
    ) -> discord.Message | None:
        """Call the event's referees in its channel; where that is gone, wherever they can be reached: then None.

        ``without`` as for :meth:`judges`; ``besides`` are users called with them, whom the text names.
        """
        who = await self.judges(event, without)
        text, users = fit(f"{who.mentions} {said}".strip(), MESSAGE), tuple(dict.fromkeys((*who.users, *besides)))
        try:
            return await self.calls.call(
                event.guild, event.channel, users, text, what=what, view=shown, roles=who.roles
            )
        except (discord.NotFound, discord.Forbidden) as e:
            log.info("event %s: its referees can't be called in its channel: %s", event.id, e)
        await self._reach(event, who, said)
        return None

    async def lost(self, event: Competition) -> None:
        """The event's channel is gone: tell its referees, once."""
        if not await self.service.homes.lost(event, event.channel):
            return
        words = self.lookup.words(event.guild)
        text = Text(
            "The channel of “{name}” was deleted. Nothing is lost, and its rounds go on where they can: give "
            "`/referee event move` in another channel and choose it there, and everything is told in that one.",
            name=escape(event.name),
        )
        await self._reach(event, await self.judges(event), words.say(text))

    async def forum_lost(self, event: Competition) -> None:
        """The forum of the event's matches is gone: tell its referees, once."""
        if not await self.service.homes.lost(event, event.forum):
            return
        words = self.lookup.words(event.guild)
        text = Text(
            "⚠️ The forum of “{name}” was deleted. Its matches wait, and no time passes for them: "
            "`/referee event move` with `forum` names another one.",
            name=escape(event.name),
        )
        await self.call_judges(event, words.say(text), "")

    async def _reach(self, event: Competition, judges: Judges, said: str) -> None:
        """Tell referees something outside of the event's channel: privately, else where they read."""
        guild = self.client.get_guild(event.guild)
        users = judges.users or ((guild.owner_id,) if guild is not None and guild.owner_id else ())
        written = [await self.calls.write(u, said) for u in users]
        if any(written) and judges.role is None:
            return
        places = [guild.system_channel, *guild.text_channels] if guild is not None else []
        roles = (judges.role,) if judges.role is not None else ()
        for place in places:
            if place is None or place.id == event.channel or not visibility.may_write(place, place.guild.me):
                continue
            try:
                text = f"{judges.mentions} {said}"
                await self.calls.call(event.guild, place.id, users, text, roles=roles)
            except discord.HTTPException as e:
                log.info("event %s: its referees can't be called in %s: %s", event.id, place.id, e)
                continue
            return

    # -- matches that were decided ------------------------------------------------------------------------------

    async def settle(self, event: Competition, fixtures: Sequence[Fixture], entrants: Sequence[Entrant]) -> None:
        """Tell players how their matches were decided, end their battles, and take away the buttons that are left."""
        for f in fixtures:
            off = event.status == ABANDONED
            if f.asked and (f.decided or f.stage < REFEREE or off):
                await self.close(event, f.asked_in, f.asked, self.overtaken(event) if off else "")
                await self.service.matches.told_of(f, asked=0, asked_in=0)
            if f.decided and f.untold:
                await self.service.competitions.drop_battle(f)
        waiting = [f for f in fixtures if f.decided and f.untold]
        placed = [f for f in waiting if f.place]
        for f in placed:
            await self._decided(event, f, entrants)
        rest = [f for f in waiting if not f.place]
        if rest:
            await self._decided_elsewhere(event, rest, entrants)

    async def close(self, event: Competition, channel: int, message: int, said: str = "") -> None:
        """Take the buttons off a message by which something could be decided, 0 for none; what is ``said`` of it stands
        below it."""
        if not message:
            return
        place = self.client.get_partial_messageable(channel, guild_id=event.guild)
        shown = place.get_partial_message(message)
        changed: dict[str, Any] = {}
        try:
            if said:
                with suppress(discord.Forbidden):  # may not read what it has written
                    text = (await shown.fetch()).content
                    # It may have been closed before, and that not noted down.
                    changed["content"] = text if text.endswith(said) else fit(f"{text}\n{said}", MESSAGE)
            await shown.edit(view=view(), allowed_mentions=discord.AllowedMentions.none(), **changed)
        except discord.HTTPException as e:
            log.info("event %s: buttons can't be taken away: %s", event.id, e)
            if e.status >= 500:
                raise

    def overtaken(self, event: Competition) -> str:
        """What is said where something was asked about an event, and nothing can come of it any more."""
        text = Text(
            "Nothing comes of that any more: “{name}” is broken off."
            if event.status == ABANDONED
            else "Nothing comes of that any more: “{name}” is over."
            if event.status == FINISHED
            else "Nothing comes of that any more.",
            name=escape(event.name),
        )
        return self.lookup.words(event.guild).say(text)

    async def event_news(self, event: Competition, users: Sequence[int], text: str, *, what: str = "") -> None:
        """Call users to news of an event, in its channel; privately where that is gone. ``what``: see Content."""
        try:
            await self.calls.call(event.guild, event.channel, users, text, what=what)
        except (discord.NotFound, discord.Forbidden) as e:
            log.info("event %s: not told in its channel: %s", event.id, e)
            for user in users:
                await self.calls.write(user, text)

    async def broken_off(self, event: Competition) -> None:
        """Where a referee has broken an event off: who still takes part is called, and each match told, once.

        Goes on where it stopped. Raises discord.HTTPException where that may succeed later.
        """
        told = await self.service.competitions.untold_end(event)
        if told is None:
            return
        await self.service.competitions.free_battles(event.id)
        left = [f for f in await self.service.competitions.fixtures(event.id) if f.place and not f.decided]
        if not told.called:
            await self._call_off(event, told.by, under_way=bool(left))
            told = replace(told, called=True)
            await self.service.competitions.end_told(event, told)
        for f in left:
            if f.n not in told.places:
                await self._place_off(event, f)
                told = replace(told, places=(*told.places, f.n))
                await self.service.competitions.end_told(event, told)
        await self.service.competitions.end_told(event, None)

    async def _call_off(self, event: Competition, by: str, *, under_way: bool) -> None:
        """Call who takes part in an event that was broken off; ``under_way``: whether matches have their places."""
        words = self.lookup.words(event.guild)
        users = [e.user for e in await self.service.competitions.entrants(event.id) if e.user > 0 and not e.withdrawn]
        text = Text(
            "⏹️ “{name}” is broken off by referee **{by}**, without a winner.", name=escape(event.name), by=escape(by)
        )
        said = [" ".join([*(person(u, words) for u in users), words.say(text)])]
        if under_way:
            said.append(words.translate("Battles under way may be played on; no other begins."))
        await self.event_news(event, users, "\n".join(said), what=f"hx-{event.id}-off")

    async def _place_off(self, event: Competition, f: Fixture) -> None:
        """Tell a match's place that its event was broken off; its players have been called to that already."""
        row = await self.service.database.battles.get(f.battle) if f.battle is not None else None
        template = (
            "⏹️ “{name}” is broken off: this battle may be played on, but doesn't count for it any more."
            if row is not None and row.status == "running"
            else "⏹️ “{name}” is broken off: this match isn't played, nor does it count any more."
        )
        text = self.lookup.words(event.guild).say(Text(template, name=escape(event.name)))
        try:
            await self.calls.call(event.guild, f.place, (), text, what=f"hx-{event.id}-{f.n}-off")
        except discord.HTTPException as e:
            if e.status >= 500:
                raise
            log.info("event %s, match %s: not told in its place: %s", event.id, f.n, e)

    async def match_news(self, event: Competition, f: Fixture, text: str) -> None:
        """Call both players of a match to news of it, in its place; in the event's channel where it has none."""
        users = [u for u in f.players if u > 0]
        try:
            await self.calls.call(event.guild, f.place or event.channel, users, text)
        except (discord.NotFound, discord.Forbidden) as e:
            log.info("event %s, match %s: not told in its place: %s", event.id, f.n, e)
            for user in users:
                await self.calls.write(user, text)

    async def _decided(self, event: Competition, f: Fixture, entrants: Sequence[Entrant]) -> None:
        """In the match's own thread or channel, calling both."""
        words = self.lookup.words(event.guild)
        users = _concerned(f)
        text = decided_text(event, f, entrants, words)
        what = f"hx-{event.id}-{f.n}-d{f.winner}-{await self.service.competitions.decisions(event.id)}"
        try:
            await self.calls.call(event.guild, f.place, users, text, what=what)
        except (discord.NotFound, discord.Forbidden) as e:
            log.info("event %s, match %s: not told in its place: %s", event.id, f.n, e)
            for user in users:
                await self.calls.write(user, text)
        await self.service.matches.told_of(f, untold=False)

    async def _decided_elsewhere(
        self, event: Competition, fixtures: Sequence[Fixture], entrants: Sequence[Entrant]
    ) -> None:
        """Matches that have no place yet: together, in the event's channel, in as many messages as it takes."""
        words = self.lookup.words(event.guild)
        called: set[int] = set()
        decisions = await self.service.competitions.decisions(event.id)
        for told in together([(f, decided_text(event, f, entrants, words)) for f in fixtures]):
            users = [u for u in dict.fromkeys(u for f, _ in told for u in _concerned(f)) if u not in called]
            what = f"hx-{event.id}-{told[0][0].n}-e{decisions}"
            try:
                text = "\n".join(text for _, text in told)
                await self.calls.call(event.guild, event.channel, users, text, what=what)
            except (discord.NotFound, discord.Forbidden) as e:
                # They are told once the event has a channel again.
                log.info("event %s: nobody could be told how matches were decided: %s", event.id, e)
                return
            called.update(users)
            for f, _ in told:
                await self.service.matches.told_of(f, untold=False)

    # -- members ------------------------------------------------------------------------------------------------

    async def members(self, event: Competition) -> None:
        """Keep the names of who takes part; call the referees where a match waits for somebody who has left the server.

        Looks now and then.
        """
        clock = self.service.clock()
        if clock - self._looked.get(event.id, float("-inf")) < LOOK or self.client.get_guild(event.guild) is None:
            return
        for entrant in await self.service.competitions.entrants(event.id):
            if entrant.user > 0 and not entrant.withdrawn:
                await self._look(event, entrant)
        entrants = {e.user: e for e in await self.service.competitions.entrants(event.id)}
        for f in await self.service.competitions.fixtures(event.id):
            gone = [entrants[u] for u in f.players if u in entrants and entrants[u].gone is not None]
            if f.playable and gone and not f.absent:
                await self._missing(event, f, gone)
            if f.playable and f.absent != bool(gone):
                await self.service.matches.told_of(f, absent=bool(gone))
        self._looked[event.id] = clock

    async def back(self, event: Competition, f: Fixture) -> None:
        """Whoever of a match is back in the server is called to it like anybody else."""
        for entrant in await self.service.competitions.entrants(event.id):
            if entrant.user in f.players and entrant.user > 0 and entrant.gone is not None:
                await self._look(event, entrant)

    async def _look(self, event: Competition, entrant: Entrant) -> None:
        member = await visibility.member_of(self.client, event.guild, entrant.user)
        if member is None:
            if entrant.gone is None:
                await self.service.competitions.know_entrant(event.id, entrant.user, "", gone=True)
        elif (member.display_name[:100], None) != (entrant.name, entrant.gone):
            await self.service.competitions.know_entrant(event.id, entrant.user, member.display_name)

    async def _missing(self, event: Competition, f: Fixture, gone: Sequence[Entrant]) -> None:
        """A match waits for somebody who has left."""
        words = self.lookup.words(event.guild)
        names = {e.user: e.name or str(e.user) for e in gone}
        left = [u for u in f.players if u not in names]
        text = Text(
            "⚠️ {name}, who takes part in “{event}”, has left the server, and match {n} waits: {opponents}. A referee "
            "may award it with /referee event award, give the place to somebody else with /referee event replace, or "
            "take the player out with /event withdraw.",
            name=escape(", ".join(names.values())),
            event=escape(event.name),
            opponents=" ".join(person(u, words) for u in left) or "–",
            n=f.n,
        )
        await self.call_judges(event, words.say(text), f"hx-{event.id}-{f.n}-gone", without=f.players)


def together(told: Sequence[tuple[Fixture, str]], limit: int = MESSAGE) -> list[list[tuple[Fixture, str]]]:
    """What is said of each match, by messages: as many as one holds; what is longer is by itself."""
    found: list[list[tuple[Fixture, str]]] = []
    for one in told:
        if found and sum(len(text) + 1 for _, text in found[-1]) + len(one[1]) <= limit:
            found[-1].append(one)
        else:
            found.append([one])
    return found


def _concerned(f: Fixture) -> list[int]:
    """Who is called to how a match was decided: whoever has withdrawn knows it."""
    users = [f.winner] if f.how == progress.FORFEIT and f.winner else f.players if f.how != progress.VOID else ()
    return [u for u in users if u > 0]


def decided_text(event: Competition, f: Fixture, entrants: Sequence[Entrant], words: TextCatalogue) -> str:
    """How a match was decided without a battle, for its players."""
    gone = gone_names(entrants)
    named: dict[str, object] = {"n": f.n, "name": escape(event.name)}
    both = " ".join(person(u, words, gone) for u in f.players)
    if f.how == progress.AWARD:
        if not f.winner:
            template = "⚖️ {players}: referee **{by}** calls match {n} of “{name}” a draw: {reason}"
            return words.say(Text(template, players=both, by=escape(f.by), reason=escape(f.reason), **named))
        template = "⚖️ {players}: referee **{by}** awards match {n} of “{name}” to {winner}: {reason}"
        won = person(f.winner, words, gone)
        return words.say(Text(template, players=both, by=escape(f.by), winner=won, reason=escape(f.reason), **named))
    if not f.winner:
        template = "{players}: match {n} of “{name}” isn't played, both have withdrawn."
        return words.say(Text(template, players=both, **named))
    template = "{winner}, {loser} has withdrawn from “{name}”: you win match {n}."
    if f.by:
        template = "{winner}, referee **{by}** has taken {loser} out of “{name}”: you win match {n}."
        named["by"] = escape(f.by)
    text = Text(
        template,
        winner=person(f.winner, words, gone),
        loser=person(f.other(f.winner), words, gone),
        **named,
    )
    return words.say(text)
