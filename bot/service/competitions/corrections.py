"""What a referee puts right in a league or cup under way: more time, another player, a decision taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.service.competitions import progress
from bot.service.competitions.competitions import DAYS, REASON, Competitions
from bot.service.play.endings import Endings
from bot.service.records import files
from bot.service.results.results import Results
from bot.service.sessions.sessions import Sessions
from bot.storage import Database
from bot.storage.competitions import (
    ABANDONED,
    CUP,
    FINISHED,
    OPEN,
    RUNNING,
    TOLD,
    Competition,
    Entrant,
    Fixture,
)
from engine.kernel.text import refuse

BY_ITSELF = (progress.BYE, progress.VOID)
"""How a match was decided that follows from others."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """Who has taken over a place, and what they find."""

    event: Competition
    battles: tuple[tuple[str, str], ...]
    """Battles that wait for somebody or are under way, each with the side that changes hands."""


class Corrections:
    """Changes to leagues and cups that no result brings about. Whoever calls has made sure of a referee."""

    def __init__(
        self,
        database: Database,
        sessions: Sessions,
        competitions: Competitions,
        endings: Endings,
        results: Results,
    ) -> None:
        self.database = database
        self.sessions = sessions
        self.competitions = competitions
        self.endings = endings
        self.results = results

    # -- time ---------------------------------------------------------------------------------------------------

    async def extend(self, event_id: str, guild_id: int, n: int, days: float) -> Fixture:
        """Give a match so many more days, from its deadline on, or from now where that has passed.

        Reminders come again; the buttons by which it might have been decided are gone with the next look at it.
        """
        if not DAYS[0] <= days <= DAYS[1]:
            refuse("A match gets {least} to {most:day|days} more.", least=DAYS[0], most=DAYS[1])
        async with self.competitions.lock(event_id):
            event = await self.competitions.get(event_id, guild_id)
            found = await self._match(event, n)
            if not found.playable or found.due is None:
                refuse("Match {n} isn't to be played now: it is decided, or its round hasn't come.", n=n)
            due = max(found.due, self.sessions.clock()) + days * progress.DAY
            extended = replace(found, due=due, stage=0)
            await self.database.competitions.put(extended)
            return extended

    # -- decisions ----------------------------------------------------------------------------------------------

    async def reopen(
        self, event_id: str, guild_id: int, n: int, name: str, reason: str
    ) -> tuple[Competition, Fixture, Fixture]:
        """Take back how a match was decided: it is played, with a round's time from now. As a referee called ``name``.

        What followed from it and hasn't been played is taken back with it. Refused where something was played since.
        The event, the match as it was and as it is.
        """
        said = files.one_line(reason)
        if not 1 <= len(said) <= REASON:
            refuse("Say why, in at most {n:character|characters}: everybody reads it.", n=REASON)
        async with self.competitions.lock(event_id):
            event = await self.competitions.get(event_id, guild_id)
            if event.status not in (RUNNING, FINISHED):
                refuse("“{name}” isn't under way.", name=event.name)
            fixtures = await self.competitions.fixtures(event_id)
            before = await self._match(event, n)
            if not before.decided:
                refuse("Match {n} isn't decided.", n=n)
            if before.how in BY_ITSELF:
                refuse("Match {n} was decided by what went before: nobody was there to play it.", n=n)
            gone = {e.user for e in await self.competitions.entrants(event_id) if e.withdrawn}
            if gone & set(before.players):
                refuse("One of its players has withdrawn; /referee event replace finds somebody for the place.")
            following = await self._following(event, before, fixtures)
            for f in following:
                await self._free(f)
            opened = _unplayed(before, keep=before.how in (progress.AWARD, progress.FORFEIT) and event.kind == CUP)
            opened = replace(opened, due=self.sessions.clock() + event.days * progress.DAY)
            changed = {f.n: _unfed(f) for f in following} | {n: opened}
            again = replace(event, status=RUNNING, winners=())
            if event.status == FINISHED:
                await self.database.settings.put(f"event:{event_id}", TOLD, None)
            # Swiss rounds that were paired since stay as they are.
            return await self.competitions.follow(again, [changed.get(f.n, f) for f in fixtures]), before, opened

    async def _following(self, event: Competition, f: Fixture, fixtures: Sequence[Fixture]) -> list[Fixture]:
        """Matches of a cup that got a player by this one and haven't been played. Raises Refusal where one has."""
        if event.kind != CUP:
            return []
        found: list[Fixture] = []
        for x in fixtures:
            fed = x.round == f.round + 1 and not f.third and (x.third or x.slot == f.slot // 2)
            if not fed or not (x.players or x.decided):
                continue
            if (x.decided and x.how not in BY_ITSELF) or x.legs or await self._begun(x):
                refuse("Match {n}, which came of it, has been played or is under way.", n=x.n)
            found += [x, *await self._following(event, x, fixtures)]
        return found

    async def _begun(self, f: Fixture) -> bool:
        row = await self.database.battles.get(f.battle) if f.battle is not None else None
        return row is not None and row.status == "running"

    async def _free(self, f: Fixture) -> None:
        """A battle that waits for players who won't come waits no longer."""
        row = await self.database.battles.get(f.battle) if f.battle is not None else None
        if row is not None and row.status == "open":
            await self.endings.abandon(row.id, 0, referee=True)

    async def rated(self, f: Fixture) -> list[str]:
        """Battles of a match whose results count in the ratings as they were fought."""
        found = [await self.results.of(leg.battle) for leg in f.legs]
        return [r.battle for r in found if r is not None and r.rated]

    # -- players ------------------------------------------------------------------------------------------------

    async def replace(self, event_id: str, guild_id: int, old: int, new: int, name: str) -> Replaced:
        """Another user, called ``name``, takes an entrant's place with the points made and all that is to be played.

        What was played stays under the name of whoever played it. Battles that wait or are under way are still to be
        handed over.
        """
        async with self.competitions.lock(event_id):
            event = await self.competitions.get(event_id, guild_id)
            if event.status not in (OPEN, RUNNING):
                refuse("“{name}” is over.", name=event.name)
            users = {e.user for e in await self.competitions.entrants(event_id)}
            if old not in users:
                refuse("They take no part in “{name}”.", name=event.name)
            if new in users or new in {u for pair in event.replaced for u in pair}:
                refuse("{player} takes part in “{name}” already, or has.", player=name, name=event.name)
            await self.database.competitions.replace_entrant(event_id, old, Entrant(new, 0.0, name=name))
            if event.status == OPEN:
                return Replaced(event, ())
            event = replace(
                event,
                order=tuple(new if u == old else u for u in event.order),
                replaced=(*event.replaced, (old, new)),
            )
            fixtures, battles = [], list[tuple[str, str]]()
            for f in await self.competitions.fixtures(event_id):
                if f.decided or old not in f.players:
                    fixtures.append(f)
                    continue
                battles += await self._sides(f, old)
                first, second = (new if u == old else u for u in (f.first, f.second))
                fixtures.append(replace(f, first=first, second=second, absent=False, stage=0, legs=_taken(f, old, new)))
            event = await self.competitions.follow(event, fixtures)
            return Replaced(event, tuple(battles))

    async def _sides(self, f: Fixture, user: int) -> list[tuple[str, str]]:
        row = await self.database.battles.get(f.battle) if f.battle is not None else None
        if row is None or row.status not in ("open", "running"):
            return []
        return [(row.id, s.side) for s in row.seats if s.user == user]

    async def _match(self, event: Competition, n: int) -> Fixture:
        if event.status == OPEN:
            refuse("“{name}” hasn't begun.", name=event.name)
        if event.status == ABANDONED:
            refuse("“{name}” is over.", name=event.name)
        found = next((f for f in await self.competitions.fixtures(event.id) if f.n == n), None)
        if found is None:
            refuse("There is no match with that number; /event fixtures tells them.")
        return found


def _taken(f: Fixture, old: int, new: int) -> tuple[progress.Leg, ...]:
    """The battles of a match that goes on: what was won in it counts for whoever has the place."""
    return tuple(replace(leg, winner=new if leg.winner == old else leg.winner) for leg in f.legs)


def _unplayed(f: Fixture, *, keep: bool) -> Fixture:
    """A match that was decided, undecided; ``keep`` the battles of it that were fought to their end."""
    legs = f.legs if keep else ()
    return replace(
        f,
        winner=None,
        how="",
        by="",
        reason="",
        battle=None,
        legs=legs,
        called=len(legs),
        stage=0,
        untold=False,
        absent=False,
    )


def _unfed(f: Fixture) -> Fixture:
    """A match of a cup whose players aren't known any more; it gets another place when they are."""
    return replace(
        _unplayed(f, keep=False), first=None, second=None, due=None, place=0, anchor=0, moves=f.moves + 1, asked=0
    )
