"""Battles and who sits at them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import tables as t
from bot.storage import teammates
from bot.storage.connections import Connections
from bot.storage.repository import Repository, advance, dump
from bot.storage.row_types import BattleRow, Limits, Seat, Teammate
from engine.kernel.text import Text, readable

CLOSED = "closed"
"""Setting of a battle that is over and for which everything has been done."""

_JSON = ("options", "request", "limits", "pauses")

SENTENCE = '{"text":'
"""Begins a column that holds a sentence as its template and values."""

IN_MEMORY = 64
"""Battles kept in memory until something is written: one press asks for its battle several times."""


class Battles(Repository):
    """Battles without their journals.

    Where a method takes the ``version`` of the battle that was read, it raises
    :class:`~bot.storage.repository.SecondWriter` for an old one.
    """

    def __init__(self, database: Connections) -> None:
        super().__init__(database)
        self._kept: dict[str, BattleRow] = {}
        self._age: tuple[int, int] | None = None
        """Of the database when these were read."""

    async def add(self, row: BattleRow, scenario: dict[str, Any]) -> bool:
        """A new battle with its scenario document; False when its channel has one that isn't over."""
        values = {k: v for k, v in asdict(row).items() if k not in ("seats", "teammates")}
        try:
            async with self.database.write() as c:
                await c.execute(t.battles.insert().values(**stored(values)))
                await c.execute(t.documents.insert().values(battle=row.id, scenario=dump(scenario)))
        except IntegrityError:
            return False
        return True

    async def get(self, battle: str) -> BattleRow | None:
        age = self.database.age()
        if age != self._age:
            self._kept.clear()
            self._age = age
        kept = self._kept.get(battle) if age is not None else None
        if kept is not None:
            return kept
        found = await self._where(t.battles.c.id == battle)
        if not found:
            return None
        # What was read while something was written may be old already.
        if age is not None and age == self.database.age() == self._age and len(self._kept) < IN_MEMORY:
            self._kept[battle] = found[0]
        return found[0]

    async def version(self, battle: str) -> int | None:
        """What tells whether anything of a battle has changed; None when there is none."""
        async with self.database.read() as c:
            return await c.scalar(sa.select(t.battles.c.version).where(t.battles.c.id == battle))

    async def count(self) -> int:
        """How many battles there are, of every server."""
        async with self.database.read() as c:
            return int(await c.scalar(sa.select(sa.func.count()).select_from(t.battles)) or 0)

    async def in_guild(self, guild: int) -> list[BattleRow]:
        """Every battle of a server, newest first."""
        return await self._where(t.battles.c.guild == guild)

    async def in_channel(self, channel: int) -> list[BattleRow]:
        """Every battle of a channel, newest first."""
        return await self._where(t.battles.c.channel == channel)

    async def running(self) -> list[BattleRow]:
        """Battles under way that this process looks after."""
        return await self._where(sa.and_(t.battles.c.status == "running", self.database.ours(t.battles.c.guild)))

    async def under_way(self) -> list[str]:
        """The ids of those: ten thousand rows would take 40 MB."""
        b = t.battles.c
        query = sa.select(b.id).where(b.status == "running", self.database.ours(b.guild)).order_by(b.created, b.id)
        async with self.database.read() as c:
            return list(await c.scalars(query))

    async def standing(self) -> dict[str, float]:
        """Battles whose clocks stand, and since when."""
        b = t.battles.c
        standing = sa.and_(b.status.in_(("open", "running")), b.pauses.contains("null"))
        query = sa.select(b.id, b.pauses).where(standing, self.database.ours(b.guild))
        async with self.database.read() as c:
            found = {r.id: json.loads(r.pauses)[-1] for r in await c.execute(query)}
        return {battle: begin for battle, (begin, end) in found.items() if end is None}

    async def of_user(self, user: int) -> list[BattleRow]:
        """Battles in which a user has a seat or is in a team that are open or running, whichever process looks after
        them, newest first."""
        b, m = t.battles.c, t.teammates.c
        seated = sa.select(t.seats.c.battle).where(t.seats.c.user == user)
        mate = sa.select(m.battle).where(m.user == user)
        return await self._where(sa.and_(b.id.in_(sa.union(seated, mate)), b.status.in_(("open", "running"))))

    async def ongoing(self, guild: int) -> list[BattleRow]:
        """Battles of a server that are open or running, newest first."""
        b = t.battles.c
        return await self._where(sa.and_(b.guild == guild, b.status.in_(("open", "running"))))

    async def unclosed(self) -> list[BattleRow]:
        """Battles that are over and wait for what is done then, the oldest first."""
        closed = sa.select(t.settings.c.owner).where(t.settings.c.key == CLOSED)
        over = t.battles.c.status.in_(("finished", "abandoned"))
        mine = self.database.ours(t.battles.c.guild)
        return (await self._where(sa.and_(over, mine, ("battle:" + t.battles.c.id).not_in(closed))))[::-1]

    async def _where(self, where: sa.ColumnElement[bool]) -> list[BattleRow]:
        async with self.database.read() as c:
            return await select(c, where)

    async def scenario(self, battle: str) -> str:
        """JSON of the scenario document the battle was created with."""
        async with self.database.read() as c:
            return (
                await c.execute(sa.select(t.documents.c.scenario).where(t.documents.c.battle == battle))
            ).scalar_one()

    async def update(self, battle: str, version: int | None = None, **values: Any) -> bool:
        """Change columns of a battle; False when another battle has the channel."""
        try:
            async with self.database.write() as c:
                await advance(c, battle, version, stored(values))
        except IntegrityError:
            return False
        return True

    async def take_seat(self, battle: str, seat: Seat, joined: float, version: int | None = None) -> bool:
        """False when somebody else sits there."""
        try:
            async with self.database.write() as c:
                await advance(c, battle, version)
                await c.execute(t.seats.insert().values(battle=battle, joined=joined, **asdict(seat)))
        except IntegrityError:
            return False
        return True

    async def leave_seats(self, battle: str, sides: Sequence[str], version: int | None = None) -> None:
        async with self.database.write() as c:
            await advance(c, battle, version)
            await c.execute(t.seats.delete().where(t.seats.c.battle == battle, t.seats.c.side.in_(sides)))


async def select(c: AsyncConnection, where: sa.ColumnElement[bool]) -> list[BattleRow]:
    """Battles with their seats, newest first."""
    rows = (await c.execute(sa.select(t.battles).where(where).order_by(t.battles.c.created.desc()))).mappings().all()
    ids = [r["id"] for r in rows]
    found = await c.execute(sa.select(t.seats).where(t.seats.c.battle.in_(ids)).order_by(t.seats.c.joined))
    seats: dict[str, list[Seat]] = {}
    for s in found.mappings():
        seats.setdefault(s["battle"], []).append(Seat(s["side"], s["user"], s["phrase"]))
    mates = await _members(c, ids)
    return [_read(r, seats.get(r["id"], ()), mates.get(r["id"], ())) for r in rows]


async def _members(c: AsyncConnection, battles: Sequence[str]) -> Mapping[str, list[Teammate]]:
    """Members of sides by battle, in the order in which they joined."""
    m = t.teammates.c
    found: dict[str, list[Teammate]] = {}
    if battles:
        for r in await c.execute(sa.select(t.teammates).where(m.battle.in_(battles)).order_by(m.joined, m.user)):
            found.setdefault(r.battle, []).append(Teammate(r.user, r.side, tuple(json.loads(r.commands))))
    return found


async def swap_seats(c: AsyncConnection, battle: str) -> None:
    """The two players change sides. The phrases, part of the dice, stay where they are; standing orders end."""
    mine = t.seats.c.battle == battle
    rows = (await c.execute(sa.select(t.seats.c.side, t.seats.c.user).where(mine))).all()
    first, second = rows
    for side, user in ((first.side, second.user), (second.side, first.user)):
        await c.execute(t.seats.update().where(mine, t.seats.c.side == side).values(user=user))
    await teammates.swap(c, battle, first.side, second.side)
    await c.execute(t.policies.delete().where(t.policies.c.battle == battle))


async def hand_over(c: AsyncConnection, battle: str, seat: Seat) -> None:
    """Give a side that has a player to another one; the standing orders of the former don't bind them."""
    s, p = t.seats.c, t.policies.c
    await c.execute(t.seats.update().where(s.battle == battle, s.side == seat.side).values(user=seat.user))
    await teammates.leave(c, battle, seat.user)
    await c.execute(t.policies.delete().where(p.battle == battle, p.side == seat.side))


def stored(values: dict[str, Any]) -> dict[str, Any]:
    """Values as their columns hold them."""
    return {k: _column(k, v) for k, v in values.items()}


def _column(name: str, value: Any) -> Any:
    if isinstance(value, Text):
        return dump(value.dump())
    return dump(value) if name in _JSON and value is not None else value


def sentence(stored: str) -> Text | str:
    """A column that holds a sentence, or words, as those of earlier versions do.

    >>> sentence("Drawn."), sentence('{"text":"Won on turn {n}.","values":{"n":3}}')
    ('Drawn.', Text('Won on turn 3.'))
    """
    if not stored.startswith(SENTENCE):
        return stored
    try:
        return readable(json.loads(stored)) or ""
    except ValueError:
        return stored


def _read(r: sa.RowMapping, seats: Sequence[Seat], mates: Sequence[Teammate]) -> BattleRow:
    values: dict[str, Any] = {k: json.loads(v) if k in _JSON and v is not None else v for k, v in r.items()}
    agreed = limits_of(values.pop("limits"))
    values["outcome"] = sentence(values["outcome"])
    values["pauses"] = tuple((begin, end) for begin, end in values["pauses"])
    return BattleRow(**values, limits=agreed, seats=tuple(seats), teammates=tuple(mates))


def limits_of(stored: dict[str, Any]) -> Limits:
    """Limits as JSON holds them."""
    quiet = tuple(stored["quiet"]) if stored["quiet"] else None
    return Limits(stored["seconds"], quiet, stored.get("bank"), stored.get("bonus", 0.0))
