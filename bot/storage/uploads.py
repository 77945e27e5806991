"""Scenarios that servers have brought along."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from bot.storage import tables as t
from bot.storage.repository import Repository, dump

_U = t.uploads.c


@dataclass(frozen=True, slots=True)
class Upload:
    """A scenario of one server."""

    guild: int
    key: str
    """What players name it by: "own/our-battle"."""
    title: str
    user: int
    """Who brought it; 0 for somebody whose data were deleted."""
    created: float
    """Seconds since 1970."""
    document: str
    """JSON."""


class Uploads(Repository):
    """Every server's scenarios. Nothing here is found without naming the server."""

    async def get(self, guild: int, key: str) -> Upload | None:
        async with self.database.read() as c:
            row = (await c.execute(sa.select(t.uploads).where(_is(guild, key)))).mappings().first()
            return Upload(**row) if row is not None else None

    async def of(self, guild: int) -> list[Upload]:
        """By title."""
        query = sa.select(t.uploads).where(_U.guild == guild).order_by(_U.title, _U.key)
        async with self.database.read() as c:
            return [Upload(**r) for r in (await c.execute(query)).mappings()]

    async def put(
        self, guild: int, key: str, title: str, user: int, document: dict[str, Any], now: float, most: int
    ) -> bool:
        """Keep a scenario, in place of the server's own of that key; False where it has ``most`` others already."""
        others = sa.select(sa.func.count()).select_from(t.uploads).where(_U.guild == guild, _U.key != key)
        async with self.database.write() as c:
            if (await c.execute(others)).scalar_one() >= most:
                return False
            await c.execute(t.uploads.delete().where(_is(guild, key)))
            values = {"title": title, "user": user, "document": dump(document), "created": now}
            await c.execute(t.uploads.insert().values(guild=guild, key=key, **values))
        return True

    async def drop(self, guild: int, key: str) -> bool:
        """Whether there was one."""
        async with self.database.write() as c:
            return bool((await c.execute(t.uploads.delete().where(_is(guild, key)))).rowcount)


def _is(guild: int, key: str) -> sa.ColumnElement[bool]:
    return sa.and_(_U.guild == guild, _U.key == key)
