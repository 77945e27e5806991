"""Who follows a battle."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import tables as t
from bot.storage.repository import Repository

_W = t.watchers.c
_S = t.settings.c
BATTLE = "battle:"
"""Begins the owner of a battle's settings."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who is told about a battle privately."""

    battle: str
    user: int
    how: str
    """story, turns or end"""
    told: str
    """Key of the last dispatch they were told; "" for none."""


class Watchers(Repository):
    """Watchers of every battle."""

    async def of(self, battle: str) -> list[Watcher]:
        """A battle's watchers, in a fixed order."""
        async with self.database.read() as c:
            return await _select(c, _W.battle == battle)

    async def by(self, user: int) -> list[Watcher]:
        """What somebody watches."""
        async with self.database.read() as c:
            return await _select(c, _W.user == user)

    async def battles(self) -> list[str]:
        """Battles that somebody watches, of those this process looks after."""
        async with self.database.read() as c:
            query = sa.select(_W.battle).join(t.battles, t.battles.c.id == _W.battle).distinct().order_by(_W.battle)
            return list((await c.execute(query.where(self.database.ours(t.battles.c.guild)))).scalars())

    async def count(self, battles: Sequence[str]) -> dict[str, int]:
        """How many watch each of these battles; those nobody watches are left out."""
        query = sa.select(_W.battle, sa.func.count()).where(_W.battle.in_(battles)).group_by(_W.battle)
        async with self.database.read() as c:
            return {battle: n for battle, n in await c.execute(query)}

    async def put(self, watcher: Watcher, most_by_user: int, most_of_battle: int) -> str:
        """Add a watcher, or change how they watch. Returns "user" or "battle" where that has reached its limit."""
        same = sa.and_(_W.battle == watcher.battle, _W.user == watcher.user)
        async with self.database.write() as c:
            for what, where, most in (
                ("user", sa.and_(_W.user == watcher.user, _W.battle != watcher.battle), most_by_user),
                ("battle", sa.and_(_W.battle == watcher.battle, _W.user != watcher.user), most_of_battle),
            ):
                found = await c.execute(sa.select(sa.func.count()).select_from(t.watchers).where(where))
                if found.scalar_one() >= most:
                    return what
            await c.execute(t.watchers.delete().where(same))
            await c.execute(t.watchers.insert().values(**asdict(watcher)))
        return ""

    async def told(self, battle: str, user: int, key: str) -> None:
        """Remember up to which dispatch they have been told."""
        async with self.database.write() as c:
            await c.execute(t.watchers.update().where(_W.battle == battle, _W.user == user).values(told=key))

    async def drop(self, battle: str, user: int) -> bool:
        """Whether they were one."""
        async with self.database.write() as c:
            done = await c.execute(t.watchers.delete().where(_W.battle == battle, _W.user == user))
            return done.rowcount > 0

    # -- what else it takes -------------------------------------------------------------------------------------

    async def settings_in(self, guild: int, key: str) -> dict[str, Any]:
        """A setting of all battles of a server, by the battle's id."""
        joined = t.battles.join(t.settings, _S.owner == BATTLE + t.battles.c.id)
        query = sa.select(t.battles.c.id, _S.value).select_from(joined)
        async with self.database.read() as c:
            rows = await c.execute(query.where(t.battles.c.guild == guild, _S.key == key))
            return {r.id: json.loads(r.value) for r in rows}

    async def taken_back(self, battle: str) -> list[tuple[int, int]]:
        """Every take-back of a battle: its journal entry, and the last entry that counted after it."""
        j = t.journal.c
        query = sa.select(j.seq, j.data).where(j.battle == battle, j.kind == "undo").order_by(j.seq)
        async with self.database.read() as c:
            return [(r.seq, int(json.loads(r.data)["to"])) for r in await c.execute(query)]


async def _select(c: AsyncConnection, where: sa.ColumnElement[bool]) -> list[Watcher]:
    rows = await c.execute(sa.select(t.watchers).where(where).order_by(_W.battle, _W.user))
    return [Watcher(**r) for r in rows.mappings()]
