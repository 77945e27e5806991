"""What a referee puts right in a league or cup: its times, its players, how its matches were decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.service.competitions import progress
from bot.service.competitions.agreed_battles import Terms
from bot.service.competitions.competitions import DAYS, Competitions, check_open, checked_reason
from bot.service.competitions.motions import holders
from bot.service.play.endings import Endings
from bot.service.results.results import Results
from bot.service.sessions.sessions import Sessions
from bot.storage import Database, Limits
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
class Reopened:
    """Matches that are played after all."""

    event: Competition
    before: tuple[Fixture, ...]
    """As they were."""
    opened: tuple[Fixture, ...]
    """As they are; one whose round hasn't come has no deadline yet."""
    undone: tuple[Fixture, ...]
    """Matches of a cup that came of them and aren't to be played now, as they were."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """Who has taken over a place, and what they find."""

    event: Competition
    battles: tuple[tuple[str, str], ...]
    """Battles that wait for somebody or are under way, each with the side that changes hands."""
    again: Reopened | None
    """What whoever had the place had lost by withdrawing, where they had."""


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

    async def change(
        self, event_id: str, guild_id: int, *, days: float | None = None, mode: str = "", limits: Limits | None = None
    ) -> Competition:
        """Other days for a round, another mode or other limits, for an event that hasn't begun. What isn't given stays.

        ``days``: for a round.
        """
        async with self.competitions.lock(event_id):
            event = await self.competitions.get(event_id, guild_id)
            check_open(event)
            if days is not None and not DAYS[0] <= days <= DAYS[1]:
                refuse("A round takes {least} to {most:day|days}.", least=DAYS[0], most=DAYS[1])
            changed = replace(
                event,
                days=event.days if days is None else float(days),
                mode=mode or event.mode,
                limits=limits or event.limits,
            )
            if changed == event:
                refuse("“{name}” is played like that already.", name=event.name)
            await self.competitions.agreed_battles.check_terms(
                Terms(changed.scenarios[0], changed.mode, changed.rules, changed.limits), guild_id
            )
            await self.database.competitions.save(changed)
            return changed

    # -- decisions ----------------------------------------------------------------------------------------------

    async def reopen(self, event_id: str, guild_id: int, n: int, reason: str) -> Reopened:
        """Take back how a match was decided: those who have its places now play it, with a round's time from now.

        What followed from it and hasn't been played is taken back with it. Refused where something was played since.
        """
        checked_reason(reason)
        async with self.competitions.lock(event_id):
            event = await self.competitions.get(event_id, guild_id)
            if event.status not in (RUNNING, FINISHED):
                refuse("“{name}” isn't under way.", name=event.name)
            before = await self._match(event, n)
            if not before.decided:
                refuse("Match {n} isn't decided.", n=n)
            if before.how in BY_ITSELF:
                refuse("Match {n} was decided by what went before: nobody was there to play it.", n=n)
            gone = {e.user for e in await self.competitions.entrants(event_id) if e.withdrawn}
            if gone & set(holders(event, before)):
                refuse(
                    "One of its players has withdrawn: /referee event return brings them back, /referee event replace "
                    "finds somebody for the place."
                )
            return await self._reopen(event, [before])

    async def bring_back(self, event_id: str, guild_id: int, user: int) -> Reopened:
        """Somebody who has withdrawn takes part again: what was lost by that alone is played after all.

        Refused where something was played since that came of it.
        """
        async with self.competitions.lock(event_id):
            event = await self.competitions.get(event_id, guild_id)
            await self.check_return(event, user)
            return await self._reopen(event, await self._forfeited(event, user), returned=user)

    async def check_return(self, event: Competition, user: int) -> None:
        """Refuse to bring back who hasn't gone."""
        if event.status not in (RUNNING, FINISHED):
            refuse("“{name}” isn't under way.", name=event.name)
        found = next((e for e in await self.competitions.entrants(event.id) if e.user == user), None)
        if found is None:
            refuse("They take no part in “{name}”.", name=event.name)
        if not found.withdrawn:
            refuse("They haven't withdrawn from “{name}”.", name=event.name)

    async def _forfeited(self, event: Competition, user: int) -> list[Fixture]:
        """Matches that whoever has a place has lost by withdrawing."""
        return [
            f
            for f in await self.competitions.fixtures(event.id)
            if user in holders(event, f)
            and len(f.players) == 2
            and (f.how == progress.VOID or (f.how == progress.FORFEIT and event.holder(f.winner or 0) != user))
        ]

    async def _reopen(self, event: Competition, before: Sequence[Fixture], returned: int | None = None) -> Reopened:
        """Matches undecided again, with all that followed from them. Raises Refusal, with nothing changed."""
        fixtures = await self.competitions.fixtures(event.id)
        undone = {x.n: x for f in before for x in await self._following(event, f, fixtures)}
        changed: dict[int, Fixture] = {}
        for f in undone.values():
            await self._free(f)
            changed[f.n] = _unfed(f)
        for f in before:
            keep = f.how in (progress.AWARD, progress.FORFEIT) and event.kind == CUP
            # Its time runs from now, if its round has come.
            changed[f.n] = replace(_held(event, _unplayed(f, keep=keep)), due=None)
        if event.status == FINISHED:
            await self.competitions.check_apart(event)
            await self.database.settings.put(f"event:{event.id}", TOLD, None)
        again = replace(event, status=RUNNING, winners=())
        # Swiss rounds that were paired since stay as they are.
        after = await self.competitions.follow(again, [changed.get(f.n, f) for f in fixtures], returned=returned)
        found = {f.n: f for f in await self.competitions.fixtures(event.id)}
        opened = tuple(found[f.n] for f in before if not found[f.n].decided)
        left = tuple(f for f in undone.values() if len(f.players) == 2)
        return Reopened(after, tuple(before), opened, left)

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
                if x.decided:
                    refuse(
                        "Match {n}, which came of it, is decided: /referee event reopen takes that back first.", n=x.n
                    )
                refuse("Match {n}, which came of it, is under way.", n=x.n)
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
        battles = [leg.battle for leg in f.legs]
        if f.battle is not None and f.battle not in battles:
            battles.append(f.battle)
        found = [await self.results.of(b) for b in battles]
        return [r.battle for r in found if r is not None and r.rated]

    # -- players ------------------------------------------------------------------------------------------------

    async def replace(self, event_id: str, guild_id: int, old: int, new: int, name: str) -> Replaced:
        """Another user, called ``name``, takes an entrant's place with the points made and all that is to be played.

        What was played stays under the name of whoever played it. Battles that wait or are under way are still to be
        handed over. Who gave a place up may have that same one again. Of a place whose holder had withdrawn, what was
        lost by that alone is played after all.
        """
        async with self.competitions.lock(event_id):
            event = await self.competitions.get(event_id, guild_id)
            entrants = await self.check_replace(event, old, new, name)
            lost = await self._forfeited(event, old) if entrants[old].withdrawn and event.status == RUNNING else []
            for f in lost:
                await self._following(event, f, await self.competitions.fixtures(event_id))
            await self.database.competitions.replace_entrant(event_id, old, Entrant(new, 0.0, name=name))
            if event.status == OPEN:
                return Replaced(event, (), None)
            event = replace(
                event,
                order=tuple(new if u == old else u for u in event.order),
                replaced=(*event.replaced, (old, new)),
            )
            fixtures, battles = list[Fixture](), list[tuple[str, str]]()
            for f in await self.competitions.fixtures(event_id):
                if f.decided or old not in f.players:
                    fixtures.append(f)
                    continue
                battles += await self._sides(f, old)
                fixtures.append(replace(_held(event, f), absent=False, stage=0))
            event = await self.competitions.follow(event, fixtures)
            again = await self._reopen(event, lost) if lost else None
            return Replaced(again.event if again is not None else event, tuple(battles), again)

    async def check_replace(self, event: Competition, old: int, new: int, name: str) -> dict[int, Entrant]:
        """Refuse to give a place to who can't have it, or one that isn't there; the event's entrants."""
        if event.status not in (OPEN, RUNNING):
            refuse("“{name}” is over.", name=event.name)
        entrants = {e.user: e for e in await self.competitions.entrants(event.id)}
        if old not in entrants:
            refuse("They take no part in “{name}”.", name=event.name)
        known = {u for pair in event.replaced for u in pair}
        if new in entrants or (new in known and event.holder(new) != old):
            refuse("{player} takes part in “{name}” already, or has.", player=name, name=event.name)
        return entrants

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


def _held(event: Competition, f: Fixture) -> Fixture:
    """A match that goes on, with those who have its places now: what was won in it counts for them."""
    return replace(
        f,
        first=event.holder(f.first) if f.first is not None else None,
        second=event.holder(f.second) if f.second is not None else None,
        legs=tuple(replace(leg, winner=event.holder(leg.winner)) for leg in f.legs),
    )


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
    return replace(_unplayed(f, keep=False), first=None, second=None, due=None, place=0, anchor=0, moves=f.moves + 1)
