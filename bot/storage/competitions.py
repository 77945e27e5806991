"""Leagues and cups: what is played in them, by whom, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import tables as t
from bot.storage.battles import limits_of
from bot.storage.repository import Repository, dump
from bot.storage.row_types import Limits

LEAGUE, CUP, SWISS = "league", "cup", "swiss"
OPEN, RUNNING, FINISHED, ABANDONED = "open", "running", "finished", "abandoned"

TOLD = "told"
"""Setting of a league or cup ("event:1a2b3c4d") that is over, and of which everything has been told."""

_E, _N, _F = t.events.c, t.entrants.c, t.fixtures.c
_EVENT = ("id", "guild", "channel", "message", "creator", "name", "kind", "status", "created")
_FIXTURE = ("event", "n", "round", "first", "second", "scenario", "battle", "winner", "due")


@dataclass(frozen=True, slots=True)
class Competition:
    """A league or a cup. Times are seconds since 1970."""

    id: str
    guild: int
    channel: int
    """Where it was called, where it is told."""
    message: int | None
    """The message that shows it."""
    creator: int
    name: str
    kind: str
    """league, cup or swiss"""
    status: str
    """open (for entrants), running, finished or abandoned"""
    created: float
    scenarios: tuple[str, ...]
    """Keys; rounds take them by turns."""
    titles: tuple[str, ...]
    mode: str
    both: bool = False
    """Whether a pair meets twice, once on each side."""
    cycles: int = 1
    """How often everybody meets everybody (twice as often with ``both``); 1 for a cup."""
    days: float = 14.0
    """For a round."""
    rules: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    third: bool = False
    """Whether a cup has a match for the third place."""
    channels: tuple[int, ...] = ()
    """Where its battles are fought, one at a time in each; () for a thread each."""
    seed: str = ""
    """What its order was drawn from; "" before it starts."""
    ranked: int = 0
    """How many of the order were placed by their ratings, before those whose places were drawn."""
    order: tuple[int, ...] = ()
    """Its players when it began, the strongest or the first drawn first."""
    winners: tuple[int, ...] = ()
    """Who has won it; several who share the first place of a league."""
    rounds: int = 0
    """Of Swiss rounds; 0 before it starts for as many as its entrants need, and for other kinds."""
    replaced: tuple[tuple[int, int], ...] = ()
    """Who gave up a place in it, and who has taken it over, with the points made."""
    forum: int = 0
    """Forum channel in which each match is a post; 0 for none."""

    def holder(self, user: int) -> int:
        """Who has the place now that a user began with."""
        found = user
        for old, new in self.replaced:
            found = new if found == old else found
        return found

    def title(self, scenario: str) -> str:
        """What one of its scenarios is called."""
        return dict(zip(self.scenarios, self.titles, strict=True)).get(scenario, scenario)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part."""

    user: int
    joined: float
    withdrawn: bool = False
    name: str = ""
    """As the server last knew it."""
    gone: float | None = None
    """When it was noticed that they aren't a member of the server any more; None for members."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A battle of a match that is over."""

    battle: str
    winner: int
    """User; 0 for a draw."""
    lead: float
    """Losses of the match's second player less those of the first, each as a share of what loses the battle."""
    head: str
    """Hash of the last entry of its dice trail."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match. Its first player has the scenario's first side, in every other battle of it the second."""

    event: str
    n: int
    """From 1 on, within the event."""
    round: int
    """From 1 on."""
    first: int | None
    """User; None while he isn't known, or where there is none."""
    second: int | None
    scenario: str
    battle: str | None = None
    """The battle under way, or about to be made."""
    winner: int | None = None
    """User; 0 where there is none, None while the match isn't decided."""
    due: float | None = None
    """When its round is to be over; None before it may be played."""
    slot: int = 0
    """Which match of its round, from 0 on: the winners of 2i and 2i + 1 meet in i of the next round of a cup."""
    third: bool = False
    """Whether it is for the third place of a cup."""
    how: str = ""
    """What decided it: battle, points, lot, award, forfeit, bye; void where nobody is left to win."""
    legs: tuple[Leg, ...] = ()
    """Its battles that are over."""
    place: int = 0
    """Channel or thread of its battles; 0 while there is none."""
    anchor: int = 0
    """Message its thread hangs on; 0 while there is none."""
    called: int = 0
    """For how many of its battles the players have been called."""
    stage: int = 0
    """How many of the reminders about its deadline have been sent."""
    reason: str = ""
    """Why a referee decided it."""
    by: str = ""
    """That referee's name."""
    asked: int = 0
    """Message with the buttons by which a referee may decide it; 0 for none."""
    asked_in: int = 0
    """Channel of that message."""
    moves: int = 0
    """How often it has lost its place, and got another one."""
    absent: bool = False
    """Whether the referees were told that one of its players has left the server."""
    untold: bool = False
    """Whether its players are still to be told how it was decided without a battle."""

    @property
    def decided(self) -> bool:
        return self.winner is not None

    @property
    def players(self) -> tuple[int, ...]:
        """Who is known to play it."""
        return tuple(u for u in (self.first, self.second) if u is not None)

    @property
    def playable(self) -> bool:
        """Whether it may be played now."""
        return self.due is not None and not self.decided and len(self.players) == 2

    def other(self, user: int) -> int | None:
        """The opponent of one of its players."""
        return self.second if user == self.first else self.first


class Competitions(Repository):
    """Leagues and cups by server."""

    async def add(self, event: Competition, most: int) -> bool:
        """A new one; False when its server has ``most`` that aren't over."""
        living = sa.select(sa.func.count()).where(_E.guild == event.guild, _E.status.in_((OPEN, RUNNING)))
        async with self.database.write() as c:
            if (await c.execute(living)).scalar_one() >= most:
                return False
            await c.execute(t.events.insert().values(**_event(event)))
        return True

    async def get(self, event: str) -> Competition | None:
        found = await self._where(_E.id == event)
        return found[0] if found else None

    async def of(self, guild: int) -> list[Competition]:
        """Those of a server, the newest first."""
        return (await self._where(_E.guild == guild))[::-1]

    async def unsettled(self) -> list[Competition]:
        """Those that aren't over, or of which not everything has been told, in servers this process looks after."""
        told = sa.select(t.settings.c.owner).where(t.settings.c.key == TOLD)
        unsettled = sa.or_(_E.status.in_((OPEN, RUNNING)), ("event:" + _E.id).not_in(told))
        return await self._where(sa.and_(unsettled, self.database.ours(_E.guild)))

    async def set_message(self, event: str, message: int) -> None:
        async with self.database.write() as c:
            await c.execute(t.events.update().where(_E.id == event).values(message=message))

    async def move(self, event: str, channel: int) -> None:
        """It is told in another channel; its message is still to be posted there."""
        async with self.database.write() as c:
            await c.execute(t.events.update().where(_E.id == event).values(channel=channel, message=None))

    async def _where(self, where: sa.ColumnElement[bool]) -> list[Competition]:
        query = sa.select(t.events).where(where).order_by(_E.created, _E.id)
        async with self.database.read() as c:
            return [_read_event(r) for r in (await c.execute(query)).mappings()]

    # -- entrants -----------------------------------------------------------------------------------------------

    async def entrants(self, event: str) -> list[Entrant]:
        """In the order in which they joined."""
        query = sa.select(t.entrants).where(_N.event == event).order_by(_N.joined, _N.user)
        async with self.database.read() as c:
            return [Entrant(r.user, r.joined, r.withdrawn, r.name, r.gone) for r in await c.execute(query)]

    async def know(self, event: str, user: int, name: str, gone: float | None) -> None:
        """What an entrant is called, and since when no member of the server any more. A name of "" stays as it was."""
        values: dict[str, Any] = {"gone": gone} | ({"name": name[:100]} if name else {})
        async with self.database.write() as c:
            await c.execute(t.entrants.update().where(_N.event == event, _N.user == user).values(**values))

    async def join(self, event: str, user: int, joined: float) -> bool:
        """False for somebody who takes part already."""
        try:
            async with self.database.write() as c:
                await c.execute(t.entrants.insert().values(event=event, user=user, joined=joined, withdrawn=False))
        except IntegrityError:
            return False
        return True

    async def leave(self, event: str, user: int) -> bool:
        """False for somebody who doesn't take part."""
        async with self.database.write() as c:
            found = await c.execute(t.entrants.delete().where(_N.event == event, _N.user == user))
        return found.rowcount == 1

    async def replace_entrant(self, event: str, user: int, entrant: Entrant) -> None:
        """Another user takes an entrant's place."""
        mine = sa.and_(_N.event == event, _N.user == user)
        values = {"user": entrant.user, "withdrawn": False, "name": entrant.name[:100], "gone": None}
        async with self.database.write() as c:
            await c.execute(t.entrants.update().where(mine).values(**values))

    # -- fixtures -----------------------------------------------------------------------------------------------

    async def fixtures(self, event: str) -> list[Fixture]:
        """By number."""
        return await self._fixtures(_F.event == event)

    async def by_battle(self, battle: str) -> Fixture | None:
        """The match a battle under way belongs to."""
        found = await self._fixtures(_F.battle == battle)
        return found[0] if found else None

    async def placed(self, channel: int) -> list[Fixture]:
        """Matches that aren't decided and are fought in this channel."""
        return [f for f in await self._fixtures(_F.winner.is_(None)) if f.place == channel]

    async def reserved(self, channels: Sequence[int]) -> set[int]:
        """Which of these channels are taken by matches that aren't decided."""
        undecided = await self._fixtures(_F.winner.is_(None))
        return {f.place for f in undecided if f.place in channels}

    async def save(self, event: Competition, fixtures: Sequence[Fixture] = (), withdrawn: int | None = None) -> None:
        """Store an event with these fixtures, new or changed, in one step. Its message is stored for itself.

        ``withdrawn`` is a player who doesn't go on.
        """
        values = {k: v for k, v in _event(event).items() if k != "message"}
        async with self.database.write() as c:
            await c.execute(t.events.update().where(_E.id == event.id).values(**values))
            await _put(c, fixtures)
            if withdrawn is not None:
                mine = sa.and_(_N.event == event.id, _N.user == withdrawn)
                await c.execute(t.entrants.update().where(mine).values(withdrawn=True))

    async def put(self, *fixtures: Fixture) -> None:
        """Store fixtures, new or changed."""
        async with self.database.write() as c:
            await _put(c, fixtures)

    async def _fixtures(self, where: sa.ColumnElement[bool]) -> list[Fixture]:
        query = sa.select(t.fixtures).where(where).order_by(_F.event, _F.n)
        async with self.database.read() as c:
            return [_read_fixture(r) for r in (await c.execute(query)).mappings()]

    # -- somebody's data ----------------------------------------------------------------------------------------

    async def about(self, user: int) -> list[tuple[Competition, list[Fixture]]]:
        """Every league and cup a user called or took part in, with his matches."""
        query = sa.select(_N.event).where(_N.user == user)
        found = await self._where(sa.or_(_E.creator == user, _E.id.in_(query)))
        return [(e, [f for f in await self.fixtures(e.id) if user in f.players]) for e in found]

    async def forget(self, user: int) -> None:
        """Put a number below zero in a user's place, another one in each event: tables keep adding up."""
        for event, mine in await self.about(user):
            taken = [*(e.user for e in await self.entrants(event.id)), *event.order, 0]
            nobody = min(taken) - 1

            def gone(u: int, nobody: int = nobody) -> int:
                return nobody if u == user else u

            order, winners = tuple(map(gone, event.order)), tuple(map(gone, event.winners))
            replaced = tuple((gone(old), gone(new)) for old, new in event.replaced)
            creator = 0 if event.creator == user else event.creator
            changed = [
                replace(
                    f,
                    first=None if f.first is None else gone(f.first),
                    second=None if f.second is None else gone(f.second),
                    winner=None if f.winner is None else gone(f.winner),
                    legs=tuple(replace(leg, winner=gone(leg.winner)) for leg in f.legs),
                )
                for f in mine
            ]
            event = replace(event, creator=creator, order=order, winners=winners, replaced=replaced)
            await self.save(event, changed)
            async with self.database.write() as c:
                mine_ = sa.and_(_N.event == event.id, _N.user == user)
                await c.execute(t.entrants.update().where(mine_).values(user=nobody, name="", gone=None))


async def _put(c: AsyncConnection, fixtures: Sequence[Fixture]) -> None:
    known = {
        (event, n)
        for event in {f.event for f in fixtures}
        for n in (await c.execute(sa.select(_F.n).where(_F.event == event))).scalars()
    }
    new = [_fixture(f) for f in fixtures if (f.event, f.n) not in known]
    if new:
        await c.execute(t.fixtures.insert(), new)
    for f in fixtures:
        if (f.event, f.n) in known:
            await c.execute(t.fixtures.update().where(_F.event == f.event, _F.n == f.n).values(**_fixture(f)))


def _event(event: Competition) -> dict[str, Any]:
    values = asdict(event)
    return {k: values.pop(k) for k in _EVENT} | {"terms": dump(values)}


def _read_event(row: sa.RowMapping) -> Competition:
    terms = json.loads(row["terms"])
    lists = {k: tuple(v) for k, v in terms.items() if isinstance(v, list)}
    lists["replaced"] = tuple((old, new) for old, new in terms.get("replaced", ()))
    return Competition(**{k: row[k] for k in _EVENT}, **{**terms, **lists, "limits": limits_of(terms["limits"])})


def _fixture(fixture: Fixture) -> dict[str, Any]:
    values = asdict(fixture)
    return {k: values.pop(k) for k in _FIXTURE} | {"details": dump(values)}


def _read_fixture(row: sa.RowMapping) -> Fixture:
    details = json.loads(row["details"])
    return Fixture(**{k: row[k] for k in _FIXTURE}, **{**details, "legs": tuple(Leg(**x) for x in details["legs"])})
