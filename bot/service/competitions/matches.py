"""Matches of leagues and cups: where and when they are played, and what their battles mean for them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.service.competitions import progress, standstill
from bot.service.competitions.agreed_battles import AgreedBattles, Terms
from bot.service.competitions.competitions import Competitions, owners
from bot.service.model import Battle
from bot.service.records.records import Records
from bot.service.results.results import Results
from bot.service.sessions.battles import Battles
from bot.service.sessions.sessions import Sessions
from bot.service.setup.lobby import Lobby
from bot.storage import Database
from bot.storage.competitions import Competition, Fixture, Leg
from bot.storage.results import Result
from engine.kernel.game import rebuild
from engine.kernel.text import refuse

HOUR, DAY = 3600.0, 24 * 3600.0

GRACE = DAY
"""Seconds after the deadline of a match at which referees are asked to decide it."""

SOON, LATE, REFEREE = 1, 2, 3
"""Reminders about a deadline: that it comes, that it has passed, and that a referee is asked."""


@dataclass(frozen=True, slots=True)
class Overdue:
    """A reminder that is due."""

    fixture: Fixture
    stage: int


class Matches:
    """Making the battles of matches, and taking their results."""

    def __init__(
        self,
        database: Database,
        battles: Battles,
        sessions: Sessions,
        competitions: Competitions,
        agreed_battles: AgreedBattles,
        lobby: Lobby,
        results: Results,
        records: Records,
    ) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions
        self.competitions = competitions
        self.agreed_battles = agreed_battles
        self.lobby = lobby
        self.results = results
        self.records = records

    async def get(self, event_id: str, n: int) -> Fixture | None:
        return next((f for f in await self.competitions.fixtures(event_id) if f.n == n), None)

    # -- making battles -----------------------------------------------------------------------------------------

    async def unmade(self, event: Competition) -> list[Fixture]:
        """Matches to be played now whose players haven't been called to their battle yet, by number."""
        return [f for f in await self.competitions.fixtures(event.id) if f.playable and f.called <= len(f.legs)]

    async def free_channel(self, event: Competition, gone: Collection[int] = ()) -> int | None:
        """One of the event's own channels in which nothing is fought, and that isn't ``gone``."""
        taken = await self.database.competitions.reserved(event.channels)
        for channel in event.channels:
            if channel not in taken and channel not in gone and await self.battles.in_channel(channel) is None:
                return channel
        return None

    async def set_place(self, fixture: Fixture, *, anchor: int = 0, place: int = 0) -> Fixture:
        """Remember where a match is played, and what its thread hangs on."""
        async with self.competitions.lock(fixture.event):
            found = await self._again(fixture)
            if place and not found.place:
                found = await standstill.ended(self.database, found, self.sessions.clock())
            changed = replace(found, anchor=anchor or found.anchor, place=place or found.place)
            await self.database.competitions.put(changed)
            return changed

    async def unplace(self, fixture: Fixture) -> Fixture:
        """A match loses its place, which is gone: it gets another one, and its players are called there."""
        async with self.competitions.lock(fixture.event):
            found = await self._again(fixture)
            if found.decided:
                return found
            changed = replace(
                found, place=0, anchor=0, called=min(found.called, len(found.legs)), moves=found.moves + 1
            )
            await self.database.competitions.put(changed)
            return changed

    async def in_channel(self, channel_id: int) -> list[Fixture]:
        """Matches that aren't decided and are fought in a channel."""
        return await self.database.competitions.placed(channel_id)

    async def is_of_match(self, battle_id: str) -> bool:
        """Whether a battle belongs to a match, or belonged to one."""
        return await self.database.competitions.fought(battle_id) is not None

    async def whose(self, battle_id: str) -> tuple[int, ...]:
        """Whose match a battle belongs to, whoever leads its sides for them; nobody's where it belongs to none."""
        found = await self.database.competitions.fought(battle_id)
        return tuple(u for u in found.players if u > 0) if found is not None else ()

    async def know_its_end(self, battle_id: str) -> tuple[int, ...]:
        """Who was told how a battle's match was decided without it: by a referee, or since one of them withdrew."""
        found = await self.database.competitions.by_battle(battle_id)
        if found is None or not found.decided or found.how not in (progress.AWARD, progress.FORFEIT):
            return ()
        return found.players

    async def check_impartial(self, battle: Battle, user_id: int) -> None:
        """Refuse a referee who has played a battle of a league or cup: what counts of it is for another one to say."""
        found = await self.database.competitions.fought(battle.id)
        if found is None or user_id not in (*battle.people, *found.players):
            return
        event = await self.competitions.get(found.event)
        refuse("You played in this match of “{name}”: another referee decides what counts.", name=event.name)

    async def moved(self, battle_id: str, channel_id: int) -> None:
        """The battle of a match is fought in another channel."""
        known = await self.database.competitions.by_battle(battle_id)
        if known is not None and not known.decided and known.place != channel_id:
            await self.set_place(known, place=channel_id)

    async def battle_of(self, fixture: Fixture, creator: int) -> Battle | None:
        """The battle of a match, seated, in its place; made if it isn't there. None if none is to be played any more.

        Its number is stored before it is made, so that it is never made twice.
        """
        async with self.competitions.lock(fixture.event):
            event, found = await self.competitions.get(fixture.event), await self._again(fixture)
            if not found.playable or not found.place or event.status != "running":
                return None
            if found.battle is None:
                found = replace(found, battle=await self.agreed_battles.unused_id())
                await self.database.competitions.put(found)
            assert found.battle is not None and found.first is not None and found.second is not None
            terms = Terms(found.scenario, event.mode, event.rules, event.limits)
            first, second = (s for s, _ in (await self.agreed_battles.about(found.scenario, event.guild))[1])
            if len(found.legs) % 2:
                first, second = second, first
            players = {first: (found.first, ""), second: (found.second, "")}
            battle = await self.agreed_battles.make(found.battle, event.guild, found.place, creator, terms, players)
            if battle.channel != found.place and battle.status in ("open", "running"):
                battle = await self.lobby.move(battle.id, found.place)
            return battle

    async def called(self, fixture: Fixture) -> None:
        """The players of a match have been called to its next battle."""
        async with self.competitions.lock(fixture.event):
            found = await self._again(fixture)
            await self.database.competitions.put(replace(found, called=len(found.legs) + 1))

    async def _again(self, fixture: Fixture) -> Fixture:
        found = await self.get(fixture.event, fixture.n)
        assert found is not None, "matches are never taken away"
        return found

    # -- results ------------------------------------------------------------------------------------------------

    async def settle(self, battle_id: str) -> str | None:
        """Take the result of a battle that is over for the match it belongs to; the event, or None.

        May be repeated. A battle that was broken off is played again.
        """
        known = await self.database.competitions.by_battle(battle_id)
        if known is None:
            return None
        async with self.competitions.lock(known.event):
            event, found = await self.competitions.get(known.event), await self._again(known)
            battle = await self.battles.get(battle_id)
            if found.decided or found.battle != battle_id or event.status != "running":
                return event.id
            if battle.status == "abandoned":
                await self.database.competitions.put(replace(found, battle=None, called=len(found.legs)))
                return event.id
            result = await self.results.record(battle_id)
            if battle.status != "finished" or result is None:
                return event.id
            leg = await self._leg(found, battle, result)
            after = progress.decided(event, replace(found, battle=None, legs=(*found.legs, leg)))
            others = [f for f in await self.competitions.fixtures(event.id) if f.n != found.n]
            await self.competitions.follow(event, sorted([*others, after], key=lambda f: f.n))
            return event.id

    async def _leg(self, f: Fixture, battle: Battle, result: Result) -> Leg:
        """What a battle means for its match. A substitute plays for whom they have taken a side over from."""
        found = owners(battle, f)
        losses = await self._losses(battle, result)
        mine = {user: losses.get(side, 0.0) for side, user in found.items()}
        winner = 0 if result.winner is None else found[result.winner]
        lead = mine.get(f.second or 0, 0.0) - mine.get(f.first or 0, 0.0)
        return Leg(battle.id, winner, round(lead, 6), battle.trail_head)

    async def _losses(self, battle: Battle, result: Result) -> dict[str, float]:
        """What each side has lost, as a share of what loses the battle; all of it for one that was given up."""
        system, entries = await self.records.open_entries(battle.id)
        table = system.view(await asyncio.to_thread(rebuild, system, entries))
        shares = {s.id: min(1.0, max(0, s.points) / s.limit) if s.limit else 0.0 for s in table.sides}
        if result.how != "rules" and result.winner is not None:
            shares |= {s: 1.0 for s in shares if s != result.winner}
        return shares

    # -- time ---------------------------------------------------------------------------------------------------

    async def overdue(self, event: Competition) -> list[Overdue]:
        """Reminders that are due, the last one of each match alone."""
        now, found = self.sessions.clock(), list[Overdue]()
        for f in await self.competitions.fixtures(event.id):
            stage = _stage(event, f, now) if f.playable else 0
            if stage > f.stage:
                found.append(Overdue(f, stage))
        return found

    async def reminded_of(self, fixture: Fixture, stage: int, asked: tuple[int, int] | None = None) -> None:
        """That reminder has been sent. ``asked``: channel and message of the buttons by which it may be decided."""
        async with self.competitions.lock(fixture.event):
            found = await self._again(fixture)
            channel, message = asked or (found.asked_in, found.asked)
            changed = replace(found, stage=max(stage, found.stage), asked=message, asked_in=channel)
            await self.database.competitions.put(changed)

    async def told_of(self, fixture: Fixture, **changed: Any) -> None:
        """What there was to be told of a match has been told: fields of :class:`Fixture`."""
        async with self.competitions.lock(fixture.event):
            await self.database.competitions.put(replace(await self._again(fixture), **changed))


def _stage(event: Competition, f: Fixture, now: float) -> int:
    """How many of the reminders are due."""
    assert f.due is not None
    return sum(now >= at for at in (progress.soon(event, f.due), f.due, f.due + GRACE))


def round_of(fixtures: Sequence[Fixture]) -> int:
    """The round that is played now: the first with a match undecided, else the last."""
    left = [f.round for f in fixtures if not f.decided]
    return min(left) if left else progress.final_of(fixtures)
