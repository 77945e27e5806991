"""Members of a side besides its leader."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import tables as t
from bot.storage.repository import Repository, advance, dump
from bot.storage.row_types import Teammate

_M = t.teammates.c


class Teammates(Repository):
    """Who shares a side. ``version`` is that of the battle that was read (see :mod:`bot.storage.repository`)."""

    async def put(self, battle: str, mate: Teammate, joined: float, version: int | None = None) -> None:
        """Add a member, or change what they order."""
        async with self.database.write() as c:
            await advance(c, battle, version)
            known = await c.execute(sa.select(_M.joined).where(_M.battle == battle, _M.user == mate.user))
            since = known.scalar()
            await leave(c, battle, mate.user)
            await c.execute(
                t.teammates.insert().values(
                    battle=battle,
                    user=mate.user,
                    side=mate.side,
                    commands=dump(list(mate.commands)),
                    joined=joined if since is None else since,
                )
            )

    async def drop(self, battle: str, user: int, version: int | None = None) -> None:
        async with self.database.write() as c:
            await advance(c, battle, version)
            await leave(c, battle, user)


async def swap(c: AsyncConnection, battle: str, first: str, second: str) -> None:
    """Members go with their leader to the other side; there they order whatever that one doesn't."""
    other = sa.case((_M.side == first, second), else_=first)
    await c.execute(t.teammates.update().where(_M.battle == battle).values(side=other, commands="[]"))


async def leave(c: AsyncConnection, battle: str, user: int) -> None:
    await c.execute(t.teammates.delete().where(_M.battle == battle, _M.user == user))
