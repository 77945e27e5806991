"""Leagues and cups: calling them, taking part, beginning, withdrawing, and what referees decide."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from bot.service import files, pairings, progress
from bot.service.furnishing import Furnishing, Terms
from bot.service.results import Results
from bot.storage import Limits
from bot.storage.events import (
    ABANDONED,
    CUP,
    FINISHED,
    LEAGUE,
    OPEN,
    RUNNING,
    TOLD,
    Entrant,
    Event,
    Fixture,
)
from engine.kernel.text import refuse

KINDS = (LEAGUE, CUP)

LARGEST = {LEAGUE: 32, CUP: 64}
"""Most entrants."""

MOST = 20
"""Leagues and cups of one server that aren't over."""

NAME, REASON = 100, 200
"""Longest name and reason, in characters."""

SCENARIOS, CYCLES = 8, 4
DAYS = (1, 90)
"""Fewest and most days for a round."""


class Events(Results, Furnishing):
    """Leagues and cups. One of another server is as good as none."""

    async def create_event(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        name: str,
        kind: str,
        scenarios: Sequence[str],
        *,
        mode: str = "correspondence",
        rules: Collection[str] = (),
        limits: Limits | None = None,
        both: bool = False,
        cycles: int = 1,
        days: float = 14,
        third: bool = False,
        channels: Sequence[int] = (),
    ) -> Event:
        """Call a league or a cup: open for entrants, still to be posted."""
        name = files.one_line(name)
        if not 1 <= len(name) <= NAME:
            refuse("A name has 1 to {n:character|characters}.", n=NAME)
        if kind not in KINDS:
            refuse("It is a league or a cup.")
        keys = tuple(dict.fromkeys(scenarios))
        if not 1 <= len(keys) <= SCENARIOS:
            refuse("Name one to {n:battle|battles}.", n=SCENARIOS)
        if not 1 <= cycles <= CYCLES or (kind == CUP and cycles > 1):
            refuse("In a league everybody meets everybody 1 to {n:time|times}; in a cup, who loses is out.", n=CYCLES)
        if third and kind != CUP:
            refuse("Only a cup has a match for the third place.")
        if not DAYS[0] <= days <= DAYS[1]:
            refuse("A round takes {least} to {most:day|days}.", least=DAYS[0], most=DAYS[1])
        chosen = tuple(dict.fromkeys(rules))
        agreed = limits or (await self.guild_settings(guild_id)).limits
        titles = [(await self.check_terms(Terms(key, mode, chosen, agreed), guild_id))[0] for key in keys]
        event = Event(
            id=secrets.token_hex(4),
            guild=guild_id,
            channel=channel_id,
            message=None,
            creator=user_id,
            name=name,
            kind=kind,
            status=OPEN,
            created=self.clock(),
            scenarios=keys,
            titles=tuple(titles),
            mode=mode,
            both=both,
            cycles=cycles,
            days=float(days),
            rules=chosen,
            limits=agreed,
            third=third,
            channels=tuple(dict.fromkeys(channels)),
        )
        if not await self.database.events.add(event, MOST):
            refuse("{n} leagues and cups are going on in this server already.", n=MOST)
        return event

    # -- looking at them ----------------------------------------------------------------------------------------

    async def event(self, event_id: str, guild_id: int | None = None) -> Event:
        """A league or cup; one of this server, where one is named."""
        found = await self.database.events.get(event_id)
        if found is None or guild_id not in (None, found.guild):
            refuse("There is no such league or cup.")
        return found

    async def events(self, guild_id: int) -> list[Event]:
        """The leagues and cups of a server, the newest first."""
        return await self.database.events.of(guild_id)

    async def entrants(self, event_id: str) -> list[Entrant]:
        """Who takes part, in the order in which they joined."""
        return await self.database.events.entrants(event_id)

    async def fixtures(self, event_id: str) -> list[Fixture]:
        """All matches, by number; none before it begins."""
        return await self.database.events.fixtures(event_id)

    async def unsettled_events(self) -> list[Event]:
        """Those that go on, or of which something is still to be told."""
        return await self.database.events.unsettled()

    async def set_event_message(self, event_id: str, message: int) -> None:
        """The message that shows it."""
        await self.database.events.set_message(event_id, message)

    async def told_event(self, event_id: str) -> None:
        """It is over, and everything has been told."""
        await self.database.settings.put(_owner(event_id), TOLD, True)

    # -- taking part --------------------------------------------------------------------------------------------

    async def join_event(self, event_id: str, guild_id: int, user_id: int) -> Event:
        async with self._event_lock(event_id):
            event = await self.event(event_id, guild_id)
            _check_open(event)
            if len(await self.entrants(event_id)) >= LARGEST[event.kind]:
                refuse("“{name}” is full: it takes {n:player|players}.", name=event.name, n=LARGEST[event.kind])
            if not await self.database.events.join(event_id, user_id, self.clock()):
                refuse("You take part in “{name}” already.", name=event.name)
            return event

    async def leave_event(self, event_id: str, guild_id: int, user_id: int) -> Event:
        """Not to take part after all, before it begins."""
        async with self._event_lock(event_id):
            event = await self.event(event_id, guild_id)
            if event.status == RUNNING:
                refuse("“{name}” has begun: /event withdraw takes you out of it.", name=event.name)
            _check_open(event)
            if not await self.database.events.leave(event_id, user_id):
                refuse("You don't take part in “{name}”.", name=event.name)
            return event

    async def withdraw_from_event(self, event_id: str, guild_id: int, user_id: int) -> Event:
        """Take a player out of an event that has begun: what he hasn't played is won by his opponents."""
        async with self._event_lock(event_id):
            event = await self.event(event_id, guild_id)
            if event.status == OPEN:
                refuse("“{name}” hasn't begun: /event leave does it.", name=event.name)
            _check_running(event)
            found = next((e for e in await self.entrants(event_id) if e.user == user_id), None)
            if found is None or found.withdrawn:
                refuse("He takes no part in “{name}”.", name=event.name)
            return await self._follow(event, await self.fixtures(event_id), withdrawn=user_id)

    # -- beginning and end --------------------------------------------------------------------------------------

    async def start_event(self, event_id: str, guild_id: int, entropy: int | str) -> Event:
        """Begin with those who take part. ``entropy`` is what their order is drawn from, with the event's number.

        In a cup those come first who have a place in the ranking of the first scenario's game.
        """
        async with self._event_lock(event_id):
            event = await self.event(event_id, guild_id)
            _check_open(event)
            users = [e.user for e in await self.entrants(event_id)]
            if len(users) < 2:
                refuse("It takes two players at least.")
            seed = f"{event.id}|{entropy}"
            order, ranked = pairings.drawn(users, seed), 0
            if event.kind == CUP:
                system = self._system_for(await self.document(event.scenarios[0], guild_id)).id
                book = await self.ratings(guild_id, system)
                placed = sorted((p, order.index(u)) for u in order if (p := book.place(u)) is not None)
                first = [order[n] for _, n in placed]
                order, ranked = [*first, *(u for u in order if u not in first)], len(first)
            begun = replace(event, status=RUNNING, seed=seed, order=tuple(order), ranked=ranked)
            return await self._follow(begun, progress.fixtures_of(begun))

    async def abandon_event(self, event_id: str, guild_id: int) -> Event:
        """Break it off. Battles that have begun may be played on."""
        async with self._event_lock(event_id):
            event = await self.event(event_id, guild_id)
            if event.status not in (OPEN, RUNNING):
                refuse("“{name}” is over.", name=event.name)
            ended = replace(event, status=ABANDONED)
            await self.database.events.save(ended)
            for f in await self.fixtures(event_id):
                await self._drop_battle(f)
            return ended

    async def award(
        self, event_id: str, guild_id: int, n: int, winner: int, name: str, reason: str
    ) -> tuple[Event, Fixture]:
        """Decide a match as a referee called ``name``: for one of its players, or 0 for a draw in a league.

        In a league a match that is decided may be decided otherwise; in a cup others rest on it.
        """
        async with self._event_lock(event_id):
            event = await self.event(event_id, guild_id)
            _check_running(event)
            fixtures = await self.fixtures(event_id)
            found = next((f for f in fixtures if f.n == n), None)
            if found is None:
                refuse("There is no match with that number; /event fixtures tells them.")
            if len(found.players) < 2:
                refuse("Its players aren't known yet.")
            if found.decided and event.kind == CUP:
                refuse("That match is decided, and the cup has gone on.")
            if winner not in (*found.players, *([0] if event.kind == LEAGUE else [])):
                refuse("The winner is one of its players." if event.kind == CUP else "One of its players, or a draw.")
            reason = files.one_line(reason)
            if not 1 <= len(reason) <= REASON:
                refuse("Say why, in at most {n:character|characters}: everybody reads it.", n=REASON)
            awarded = replace(found, winner=winner, how=progress.AWARD, by=name[:100], reason=reason)
            event = await self._follow(event, [awarded if f.n == n else f for f in fixtures])
            return event, awarded

    # -- going on -----------------------------------------------------------------------------------------------

    async def go_on(self, event_id: str) -> Event:
        """Let follow what follows by itself, from results and from time."""
        async with self._event_lock(event_id):
            event = await self.event(event_id)
            return await self._follow(event, await self.fixtures(event_id)) if event.status == RUNNING else event

    async def _follow(self, event: Event, fixtures: Sequence[Fixture], withdrawn: int | None = None) -> Event:
        """Store an event with these matches and all that follows from them, in one step."""
        gone = {e.user for e in await self.entrants(event.id) if e.withdrawn or e.user == withdrawn}
        after = progress.proceed(event, fixtures, gone, self.clock())
        if progress.over(after):
            event = replace(event, status=FINISHED, winners=progress.winners(event, after, gone))
        before = {f.n: f for f in await self.fixtures(event.id)}
        changed = [f for f in after if before.get(f.n) != f]
        if changed or withdrawn is not None or event != await self.database.events.get(event.id):
            await self.database.events.save(event, changed, withdrawn)
        for f in changed:
            if f.decided:
                await self._drop_battle(f)
        return event

    async def _drop_battle(self, f: Fixture) -> None:
        """Nobody waits any more for a battle that hasn't begun; one that has begun may be played on."""
        row = await self.database.battles.get(f.battle) if f.battle is not None else None
        if row is not None and row.status == "open":
            await self.abandon(row.id, row.creator)

    def _event_lock(self, event_id: str) -> Any:
        return self._locks[_owner(event_id)]


def _owner(event_id: str) -> str:
    return f"event:{event_id}"


def _check_open(event: Event) -> None:
    if event.status == RUNNING:
        refuse("“{name}” has begun.", name=event.name)
    if event.status != OPEN:
        refuse("“{name}” is over.", name=event.name)


def _check_running(event: Event) -> None:
    if event.status == OPEN:
        refuse("“{name}” hasn't begun.", name=event.name)
    if event.status != RUNNING:
        refuse("“{name}” is over.", name=event.name)
