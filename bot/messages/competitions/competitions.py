"""Leagues and cups in their channels: one message each, a thread for every match, calls, reminders, the end.

Everything is done from what is stored, and stored as it is done, so that it goes on after a restart where it stopped:
the message a thread hangs on is known before the thread, the battle's number before the battle.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.components.ids import Ref
from bot.components.items import button, view
from bot.first_answer import UNHEARD
from bot.language.plain import MESSAGE
from bot.messages.access import visibility
from bot.messages.battle_lookup import BattleLookup
from bot.messages.competitions.forums import Forums
from bot.messages.competitions.free_rounds import FreeRounds
from bot.messages.competitions.motions import Motions
from bot.messages.competitions.notices import Notices
from bot.messages.competitions.reopenings import Reopenings
from bot.messages.delivery import threads
from bot.messages.delivery.calls import Calls
from bot.messages.delivery.deliver import UNKNOWN_CHANNEL, Content, patiently, put
from bot.messages.delivery.locked import LockedThreads
from bot.messages.publishing.free_hours import who_is_busy
from bot.messages.publishing.moving import GOES_ON, goes_on
from bot.messages.publishing.pinned import COLOUR
from bot.messages.publishing.publisher import Publisher
from bot.narration import TextCatalogue, escape, fit
from bot.narration.company import date, event_text, gone_names, round_title, told, winners_line
from bot.narration.people import person
from bot.service import Battle, Service
from bot.service.competitions.competitions import SHOWN
from bot.service.competitions.matches import LATE, REFEREE, Overdue
from bot.storage.competitions import ABANDONED, CUP, FINISHED, OPEN, RUNNING, TOLD, Competition, Fixture
from bot.storage.trouble import DatabaseTrouble
from bot.stumbles import Stumbles
from engine.kernel.text import Refusal, Text

log = logging.getLogger("hexarch")

VERB, AWARD, EXTEND = "event", "award", "extend"
JOIN, LEAVE, TABLE, FIXTURES = "join", "leave", "table", "fixtures"

PATIENCE = 600.0
"""Seconds after which a channel that was gone or closed to us is tried again."""

DRAW = "draw"
"""Stands for a player in the buttons that decide a match."""

THIRD = "For the third place"


class Competitions:
    """Looks after the leagues and cups."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        lookup: BattleLookup,
        publisher: Publisher,
        calls: Calls,
        locked_threads: LockedThreads,
    ) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.publisher = publisher
        self.calls = calls
        self.locked_threads = locked_threads
        self._lock = asyncio.Lock()
        """Two events may share channels: one is looked after at a time."""
        self.notices = Notices(client, service, lookup, calls)
        self.forums = Forums(client, service)
        self.free_rounds = FreeRounds(service, lookup, calls)
        self.motions = Motions(service, lookup, self.notices)
        self.reopenings = Reopenings(service, lookup, calls)
        self._later: dict[str, float] = {}
        """When to look again after those whose channel is gone or closed to us."""
        self._stumbles: Stumbles[str] = Stumbles()
        """Events that can't go on because of an error of ours, and when they are tried again."""

    async def tick(self) -> None:
        """Let everything follow that follows by itself."""
        now = self.service.clock()
        for event in await self.service.competitions.unsettled():
            if self._later.get(event.id, now) <= now and not self._stumbles.rests(event.id, now):
                await self.attend(event.id)

    async def open_again(self, guild_id: int) -> None:
        """Something has changed in a server: channels and posts that were shut there may be open."""
        self.forums.open_again(guild_id)
        if not self._later:
            return
        for event in await self.service.competitions.unsettled():
            if event.guild == guild_id:
                self._later.pop(event.id, None)

    async def closed(self, battle: Battle) -> None:
        """A battle is over: what it means for the match it belongs to."""
        event_id = await self.service.matches.settle(battle.id)
        if battle.status == ABANDONED:
            # Nobody begins it any more, be it of a match that is played elsewhere by now.
            await self.publisher.publish(battle.id)
        if event_id is not None:
            await self.attend(event_id)

    async def attend(self, event_id: str) -> None:
        """Bring one event up to date. What fails is tried again with the next tick."""
        async with self._lock:
            try:
                event = await self.service.competitions.go_on(event_id)
                notes: list[str] = []
                fixtures, entrants = (
                    await self.service.competitions.fixtures(event.id),
                    await self.service.competitions.entrants(event.id),
                )
                await self.notices.settle(event, fixtures, entrants)
                await self.motions.close(event)
                await self.motions.hand_on(event)
                await self.notices.broken_off(event)
                if event.status == RUNNING:
                    await self.free_rounds.tell(event)
                    notes = await self._fixtures(event)
                    await self._remind_all(event)
                    await self.notices.members(event)
                if event.forum:
                    now = await self.service.competitions.fixtures(event.id)
                    await self.forums.keep(event, now, self.lookup.words(event.guild))
                await self._tell(event, notes)
                self._later.pop(event_id, None)
                self._stumbles.done(event_id)
            except (discord.Forbidden, discord.NotFound) as e:
                log.warning("event %s: its channel is gone or closed to us: %s", event_id, e)
                self._later[event_id] = self.service.clock() + PATIENCE
                if isinstance(e, discord.NotFound) and e.code == UNKNOWN_CHANNEL:
                    await self._lost(event_id)
                elif isinstance(e, discord.Forbidden):
                    event = await self.service.competitions.get(event_id)
                    await self.locked_threads.found(event.guild, event.channel, self.lookup.words(event.guild))
            except discord.HTTPException as e:
                log.warning("event %s: not everything could be said: %s", event_id, e)
            except (DatabaseTrouble, *UNHEARD) as e:
                log.warning("event %s: it goes on with the next look: %r", event_id, e)
            except Exception as e:
                # One event that can't go on must not keep the others waiting.
                self._stumbles.stumbled(event_id, self.service.clock(), f"event {event_id} stumbled", e)

    async def channel_gone(self, channel_id: int) -> None:
        """A channel was deleted: matches that were fought in it get another place, events in it are looked for."""
        for f in await self.service.matches.in_channel(channel_id):
            await self.service.matches.unplace(f)
            await self.attend(f.event)
        for event in await self.service.competitions.unsettled():
            if channel_id in (event.channel, event.forum):
                await self._lost(event.id)

    async def look_around(self) -> None:
        """After a time in which Discord told us of nothing: look for events and matches whose places were deleted."""
        for event in await self.service.competitions.unsettled():
            await self._lost(event.id)

    async def _lost(self, event_id: str) -> None:
        """An event's channel or forum may be gone: its referees are told, and its matches wait for a place."""
        event = await self.service.competitions.get(event_id)
        if event.status not in (OPEN, RUNNING, FINISHED):
            return
        await self._unplace(event)
        try:
            if await visibility.gone(self.client, event.guild, event.channel):
                await self.notices.lost(event)
            homeless = event.forum and await visibility.gone(self.client, event.guild, event.forum)
            if homeless and event.status != FINISHED:
                await self.notices.forum_lost(event)
        except discord.HTTPException as e:
            log.warning("event %s: nobody could be told that its channel is gone: %s", event_id, e)

    async def _unplace(self, event: Competition) -> None:
        """Matches whose thread went with its channel lose their place, and get another one where there is any."""
        for f in await self.service.competitions.fixtures(event.id):
            if f.place and not f.decided and await visibility.gone(self.client, event.guild, f.place):
                await self.service.matches.unplace(f)

    async def move(self, event: Competition, channel_id: int, forum: int = 0) -> Competition:
        """Tell an event in another channel from now on, its matches in a ``forum`` where one is named.

        Matches whose place was lost with the old one get another.
        """
        moved = await self.service.homes.move(event.id, event.guild, channel_id, forum)
        if moved.channel != event.channel:
            await self._left_behind(event, moved.channel)
        await self._unplace(moved)
        self._later.pop(event.id, None)
        await self.attend(event.id)
        return moved

    async def _left_behind(self, event: Competition, channel_id: int) -> None:
        """Say in the message of before where the event is told now: how it stands grows old there."""
        if not event.message:
            return
        said = Text("➡️ “{title}” goes on in {channel}.", title=escape(event.name), channel=f"<#{channel_id}>")
        old = self.client.get_partial_messageable(event.channel, guild_id=event.guild).get_partial_message(
            event.message
        )
        try:
            await patiently(lambda: old.edit(content=self.lookup.words(event.guild).say(said), embed=None, view=None))
        except discord.HTTPException as e:
            log.info("event %s: its message of before can't be changed: %s", event.id, e)

    # -- matches ------------------------------------------------------------------------------------------------

    async def _fixtures(self, event: Competition) -> list[str]:
        """Make the battles that are to be played; what keeps us from it."""
        words, notes = self.lookup.words(event.guild), {}
        for f in await self.service.matches.unmade(event):
            try:
                await self._make(event, f)
            except Refusal as e:
                notes[words.say(e.text)] = True
            except discord.HTTPException as e:
                if e.status >= 500:
                    # Discord is unwell: the others would fare no better.
                    raise
                log.warning("event %s, match %s: %s", event.id, f.n, e)
        return [escape(n) for n in notes]

    async def _make(self, event: Competition, f: Fixture) -> None:
        """A match's place, its battle, and the call to it."""
        placed = await self._placed(event, f)
        me = self.client.user
        if placed is None or me is None:
            return
        before = await self._battle(placed)
        battle = await self.service.matches.battle_of(placed, me.id)
        if battle is None:
            return
        if before is not None and before.channel != battle.channel and battle.status == "running":
            news = goes_on(self.lookup.catalogue(battle), battle, sorted(battle.people))
            await self.publisher.sender.add_notice(battle.id, GOES_ON, news)
        await self.publisher.publish(battle.id)
        if battle.status == "open":
            # A match that is played after all has another battle, and its players are called once more.
            what = f"hx-{event.id}-{f.n}-{battle.id}-{f.moves}"
            await self.notices.back(event, placed)
            text = await self._call(event, placed, battle)
            await self.calls.call(event.guild, battle.channel, placed.players, text, what=what, listed=True)
        await self.service.matches.called(placed)

    async def _battle(self, f: Fixture) -> Battle | None:
        """The battle a match has already."""
        try:
            return await self.service.battles.get(f.battle) if f.battle is not None else None
        except Refusal:
            return None

    async def _placed(self, event: Competition, f: Fixture) -> Fixture | None:
        """The match with a place: one of the event's channels, when one is free, or a thread of its own."""
        if f.place:
            there = await self.service.battles.in_channel(f.place)
            if there is None or there.id == f.battle or there.status not in ("open", "running"):
                return f
            # Something else is fought there by now, a rematch for instance: one place, one battle.
            f = await self.service.matches.unplace(f)
        closed = {c for c in event.channels if await visibility.gone(self.client, event.guild, c)}
        if set(event.channels) - closed:
            channel = await self.service.matches.free_channel(event, closed)
            return await self.service.matches.set_place(f, place=channel) if channel is not None else None
        words = self.lookup.words(event.guild)
        fixtures = await self.service.competitions.fixtures(event.id)
        gone = gone_names(await self.service.competitions.entrants(event.id))
        met = " – ".join(person(u, words, gone) for u in f.players)
        which = f"**{words.translate(THIRD)}**" if f.third else round_title(event, f.round, fixtures, words)
        text = fit(f"**{escape(event.name)}** · {which}\n{met}", MESSAGE)
        name = await self._place_name(event, f, words)
        if event.forum and await visibility.gone(self.client, event.guild, event.forum):
            # It may have been deleted while we weren't there.
            await self.notices.forum_lost(event)
        if event.forum:
            place = await self.forums.post(event, name, text, words)
            return await self.service.matches.set_place(f, place=place)
        await threads.check_threads(self.client, event.guild, event.channel)
        if not f.anchor:
            channel = self.client.get_partial_messageable(event.channel, guild_id=event.guild)
            anchor = await put(channel, None, Content(text=text, what=f"hx-{event.id}-{f.n}m{f.moves}"))
            f = await self.service.matches.set_place(f, anchor=anchor.id)
        place = await threads.thread_on(self.client, event.guild, event.channel, f.anchor, name)
        return await self.service.matches.set_place(f, place=place)

    async def _place_name(self, event: Competition, f: Fixture, words: TextCatalogue) -> str:
        """What the thread or post of a match is called: by its players, as far as their names are known."""
        known = {e.user: e.name for e in await self.service.competitions.entrants(event.id)}
        names = [known.get(u, "") for u in f.players]
        # A second place of a match mustn't be taken for the first.
        again = f" ({f.moves + 1})" if f.moves else ""
        if all(names):
            known_as = fit(f"{f.n} · {' – '.join(fit(x, 30) for x in names)} · {event.name}", threads.NAME - len(again))
            return known_as + again
        return words.say(Text("{name}: match {n}", name=fit(event.name, 80), n=f.n)) + again

    async def _call(self, event: Competition, f: Fixture, battle: Battle) -> str:
        words = self.lookup.words(event.guild)
        gone = gone_names(await self.service.competitions.entrants(event.id))
        named = [(person(s.user, words, gone), words.name(battle.name(s.side))) for s in battle.seats]
        sides = " · ".join(f"{who}: {escape(side)}" for who, side in named)
        called = _called(f, words, gone)
        if not f.legs and f.third:
            head = Text(
                "{players}, here is your match for the third place of “{name}”.",
                players=called,
                name=escape(event.name),
            )
        elif not f.legs:
            head = Text("{players}, here is your match of “{name}”.", players=called, name=escape(event.name))
        elif event.both:
            head = Text("{players}, here is your second battle, sides changed.", players=called)
        else:
            head = Text("{players}, a draw: you play again, sides changed.", players=called)
        rest = Text(
            "{sides}\n[Begin] starts it when you both are ready. It is to be over by {when}.",
            sides=sides,
            when=date(f.due or 0),
        )
        busy = await who_is_busy(self.service.preferences, f.players, words)
        return "\n".join([words.say(head), words.say(rest), *busy])

    # -- time ---------------------------------------------------------------------------------------------------

    async def _remind_all(self, event: Competition) -> None:
        """Send the reminders that are due; one that can't be sent doesn't keep the others from it."""
        lost: discord.HTTPException | None = None
        for due in await self.service.matches.overdue(event):
            try:
                await self._remind(event, due)
            except (discord.Forbidden, discord.NotFound) as e:
                lost = e
        if lost is not None:
            raise lost

    async def _remind(self, event: Competition, due: Overdue) -> None:
        f, words = due.fixture, self.lookup.words(event.guild)
        what = f"hx-{event.id}-{f.n}-s{due.stage}-{int(f.due or 0)}"
        when = date(f.due or 0)
        gone = gone_names(await self.service.competitions.entrants(event.id))
        if due.stage == REFEREE:
            text = Text(
                "⚖️ Match {n} of “{name}”, {players}: its time is up, and it isn't played. A referee may decide it, or "
                "let them play on.",
                n=f.n,
                name=escape(event.name),
                players=" – ".join(person(u, words, gone) for u in f.players),
            )
            said = " ".join([words.say(text), await self._readiness(f, words, gone)]).strip()
            shown = await self._award(event, f, gone)
            # Where nobody else referees here, the two settle it between them.
            judges = await self.notices.judges(event, f.players)
            besides = () if judges.mentions else [u for u in f.players if u > 0]
            message = await self.notices.call_judges(event, said, what, shown, without=f.players, besides=besides)
            asked = (message.channel.id, message.id) if message is not None else None
            await self.service.matches.reminded_of(f, due.stage, asked)
            return
        template = (
            "{players}, the time for your match of “{name}” ran out {when}. A referee will be asked to decide it."
            if due.stage == LATE
            else "{players}, your match of “{name}” is to be over by {when}."
        )
        said = words.say(Text(template, players=_called(f, words, gone), name=escape(event.name), when=when))
        place, listed = f.place or event.channel, due.stage != LATE
        await self.calls.call(event.guild, place, list(f.players), said, what=what, listed=listed)
        await self.service.matches.reminded_of(f, due.stage)

    async def _readiness(self, f: Fixture, words: TextCatalogue, gone: Mapping[int, str]) -> str:
        """Who has been ready to begin a match that hasn't begun: whoever decides it should know."""
        battle = await self._battle(f)
        if battle is None or battle.status != "open":
            return ""
        ready = [u for s in await self.service.agreements.ready(battle.id) if (u := battle.player(s)) is not None]
        if not ready:
            return words.translate("Neither player has pressed Begin.")
        return words.say(Text("Ready to begin: {players}.", players=" ".join(person(u, words, gone) for u in ready)))

    async def _award(self, event: Competition, f: Fixture, gone: Mapping[int, str]) -> discord.ui.View:
        """Buttons that decide a match."""
        words = self.lookup.words(event.guild)
        items: list[discord.ui.Item[Any]] = []
        for n, user in enumerate(f.players):
            label = words.say(Text("Award: {player}", player=gone.get(user) or await self._name(event, user)))
            items.append(button(Ref(event.id, str(f.n), str(n)), AWARD, label))
        if event.kind != CUP:
            items.append(button(Ref(event.id, str(f.n), DRAW), AWARD, words.translate("Award: draw")))
        items.append(button(Ref(event.id, str(f.n)), EXTEND, words.translate("A week more")))
        return view(*items)

    async def _name(self, event: Competition, user: int) -> str:
        """What a player is called on a button, where mentions aren't shown as names."""
        await self.lookup.names.learn(event.guild, [user])
        return self.lookup.names.of(event.guild, user) or str(user)

    # -- the message --------------------------------------------------------------------------------------------

    async def _tell(self, event: Competition, notes: Sequence[str]) -> None:
        """Bring the message up to date; when the event is over, say so once: from then on nothing changes."""
        over = event.status in (FINISHED, ABANDONED)
        fixtures = await self.service.competitions.fixtures(event.id)
        public = told(fixtures, await self.service.mirrors.held())
        if event.status == FINISHED and public != fixtures:
            # Who has won is told when spectators may know how the last battle ended.
            event, over = replace(event, status=RUNNING, winners=()), False
        try:
            await self._show(event, notes, public)
            if event.status == FINISHED and not (await self.service.settings.of(f"event:{event.id}")).get(TOLD):
                await self._crown(event)
        except (discord.Forbidden, discord.NotFound):
            if event.status != ABANDONED:
                raise
            log.info("event %s is over, and there is nowhere to say so", event.id)
        if over:
            await self.service.competitions.told(event.id)

    async def _show(self, event: Competition, notes: Sequence[str], fixtures: Sequence[Fixture]) -> None:
        """Bring the event's message up to date; it is posted again where it is gone."""
        words = self.lookup.words(event.guild)
        entrants = await self.service.competitions.entrants(event.id)
        text = event_text(event, entrants, fixtures, notes, words, untimed=self.service.untimed)
        digest = hashlib.sha256(f"{event.status}|{text}".encode()).hexdigest()
        owner = f"event:{event.id}"
        if event.message is not None and (await self.service.settings.of(owner)).get(SHOWN) == digest:
            return
        embed = discord.Embed(title=fit(escape(event.name), 256), description=text, colour=COLOUR)
        content = Content(embed=embed, view=self._controls(event), what=f"hx-{event.id}")
        channel = self.client.get_partial_messageable(event.channel, guild_id=event.guild)
        message = await put(channel, event.message, content)
        if message.id != event.message:
            await self._pin(event, message)
        await self.service.competitions.set_message(event.id, message.id)
        await self.service.settings.put(owner, SHOWN, digest)

    async def _pin(self, event: Competition, message: discord.Message) -> None:
        try:
            await patiently(lambda: message.pin(reason="a league or cup"))
        except discord.HTTPException as e:
            # We may not, or there are too many pins: the message is good without.
            log.info("event %s: its message can't be pinned: %s", event.id, e)

    def _controls(self, event: Competition) -> discord.ui.View:
        words = self.lookup.words(event.guild)
        items: list[discord.ui.Item[Any]] = []
        if event.status == OPEN:
            join = words.translate("Take part")
            items.append(button(Ref(event.id, JOIN), VERB, join, style=discord.ButtonStyle.success))
            items.append(button(Ref(event.id, LEAVE), VERB, words.translate("Leave")))
        elif event.seed:
            if event.kind != CUP:
                items.append(button(Ref(event.id, TABLE), VERB, words.translate("Table")))
            items.append(button(Ref(event.id, FIXTURES), VERB, words.translate("All matches")))
        return view(*items)

    async def _crown(self, event: Competition) -> None:
        """Say who has won."""
        words = self.lookup.words(event.guild)
        gone = gone_names(await self.service.competitions.entrants(event.id))
        said = f"🏆 {winners_line(event, words, gone)}"
        winners = [u for u in event.winners if u > 0]
        n = await self.service.competitions.decisions(event.id)
        await self.calls.call(event.guild, event.channel, winners, said, what=f"hx-{event.id}-end-{n}")


def _called(f: Fixture, words: TextCatalogue, gone: Mapping[int, str]) -> str:
    return ", ".join(person(u, words, gone) for u in f.players)
