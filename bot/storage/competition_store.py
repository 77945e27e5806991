"""Leagues and cups in the database, with those who take part and their matches."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import tables as t
from bot.storage.battles import limits_of
from bot.storage.competitions import OPEN, RUNNING, TOLD, Competition, Entrant, Fixture, Leg
from bot.storage.repository import Repository, dump
from engine.kernel.json_values import is_array

_E, _N, _F = t.events.c, t.entrants.c, t.fixtures.c
_EVENT = ("id", "guild", "channel", "message", "creator", "name", "kind", "status", "created")
NOBODY: Mapping[int, bool] = {}
MOTIONS = "motions"
"""Setting of an event: what is asked for in it and not decided (:mod:`bot.service.competitions.motions`)."""
_FIXTURE = ("event", "n", "round", "first", "second", "scenario", "battle", "winner", "due")


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

    async def fought(self, battle: str) -> Fixture | None:
        """The match a battle belongs to, or belonged to: under way, or one of those that are over."""
        near = await self._fixtures(sa.or_(_F.battle == battle, _F.details.contains(battle)))
        return next((f for f in near if battle in (f.battle, *(x.battle for x in f.legs))), None)

    async def placed(self, channel: int) -> list[Fixture]:
        """Matches that aren't decided and are fought in this channel."""
        return [f for f in await self._fixtures(_F.winner.is_(None)) if f.place == channel]

    async def reserved(self, channels: Sequence[int]) -> set[int]:
        """Which of these channels are taken by matches that aren't decided."""
        undecided = await self._fixtures(_F.winner.is_(None))
        return {f.place for f in undecided if f.place in channels}

    async def save(
        self, event: Competition, fixtures: Sequence[Fixture] = (), withdrawn: Mapping[int, bool] = NOBODY
    ) -> None:
        """Store an event with these fixtures, new or changed, in one step. Its message is stored for itself.

        ``withdrawn`` are players of whom it changes whether they have withdrawn.
        """
        values = {k: v for k, v in _event(event).items() if k != "message"}
        async with self.database.write() as c:
            await c.execute(t.events.update().where(_E.id == event.id).values(**values))
            await _put(c, fixtures)
            for user, out in withdrawn.items():
                mine = sa.and_(_N.event == event.id, _N.user == user)
                await c.execute(t.entrants.update().where(mine).values(withdrawn=out))

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
        """Every league and cup a user called or took part in, with their matches."""
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
                # What is asked for in it names people, and may be asked again.
                asked = sa.and_(t.settings.c.owner == f"event:{event.id}", t.settings.c.key == MOTIONS)
                await c.execute(t.settings.delete().where(asked))
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
    terms: dict[str, Any] = json.loads(row["terms"])
    terms |= {k: tuple(v) for k, v in terms.items() if is_array(v)}
    terms["replaced"] = tuple((old, new) for old, new in terms.get("replaced", ()))
    terms["limits"] = limits_of(terms["limits"])
    return Competition(**{k: row[k] for k in _EVENT}, **terms)


def _fixture(fixture: Fixture) -> dict[str, Any]:
    values = asdict(fixture)
    return {k: values.pop(k) for k in _FIXTURE} | {"details": dump(values)}


def _read_fixture(row: sa.RowMapping) -> Fixture:
    details: dict[str, Any] = json.loads(row["details"])
    details["legs"] = tuple(Leg(**x) for x in details["legs"])
    return Fixture(**{k: row[k] for k in _FIXTURE}, **details)
