"""Settings of servers and users, and what single battles remember besides their game."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import tables as t
from bot.storage.connections import Connections
from bot.storage.repository import Repository, dump

GUILD, USER, BATTLE = "guild:", "user:", "battle:"
"""Begin the owners of a server's, a user's and a battle's settings."""

IN_MEMORY = 2000
"""Servers and users whose settings are kept in memory: nearly every interaction asks for them."""


class Settings(Repository):
    """Values by owner ("guild:123", "user:123", "battle:1a2b3c4d") and key; anything JSON can hold."""

    def __init__(self, database: Connections) -> None:
        super().__init__(database)
        self._kept: OrderedDict[str, dict[str, str]] = OrderedDict()
        self._changes = 0
        self._term = 0

    async def of(self, owner: str, *keys: str) -> dict[str, Any]:
        """What an owner has set: of these keys, or of all."""
        lease = self.database.lease
        if self._term != lease.term or not lease.held:
            # Another process may have changed it.
            self._term = lease.term
            self._kept.clear()
        found = self._kept.get(owner)
        if found is None:
            changes = self._changes
            async with self.database.read() as c:
                rows = await c.execute(sa.select(t.settings).where(t.settings.c.owner == owner))
                found = {r.key: r.value for r in rows}
            # What was read while something changed may be old already.
            if changes == self._changes and self._ours(owner):
                self._kept[owner] = found
                while len(self._kept) > IN_MEMORY:
                    self._kept.popitem(last=False)
        return {key: json.loads(value) for key, value in found.items() if not keys or key in keys}

    def _ours(self, owner: str) -> bool:
        """Whether nobody but this process changes what an owner has set, and what is read of it is stored."""
        if owner.startswith(USER):
            return self.database.age() is not None
        guild = _guild(owner)
        return guild is not None and self.database.lease.shards.has(guild)

    async def named(self, key: str, owners: Collection[str] | None = None) -> dict[str, Any]:
        """One key's values by owner, of these or of everybody who has it."""
        if owners is not None and all(self._ours(o) for o in owners):
            each = {o: await self.of(o, key) for o in owners}
            return {o: values[key] for o, values in each.items() if key in values}
        s = t.settings.c
        query = sa.select(s.owner, s.value).where(s.key == key)
        if owners is not None:
            query = query.where(s.owner.in_(owners))
        async with self.database.read() as c:
            return {r.owner: json.loads(r.value) for r in await c.execute(query)}

    async def by_id(self, key: str, owners: str) -> dict[str, Any]:
        """One key's values by the ids of servers, users or battles; ``owners`` is what their names begin with.

        Of all users, and of the servers, or the battles of servers, that this process looks after.
        """
        shards = self.database.lease.shards
        found = {o.removeprefix(owners): v for o, v in (await self.named(key)).items() if o.startswith(owners)}
        if shards.whole or not found:
            return found
        if owners == GUILD:
            return {o: v for o, v in found.items() if (guild := _guild(GUILD + o)) is not None and shards.has(guild)}
        if owners != BATTLE:
            return found
        battles = sa.select(t.battles.c.id).where(t.battles.c.id.in_(found), self.database.ours(t.battles.c.guild))
        async with self.database.read() as c:
            mine = set((await c.execute(battles)).scalars())
        return {o: v for o, v in found.items() if o in mine}

    async def put(self, owner: str, key: str, value: Any) -> None:
        """Set a value; None takes it away."""
        try:
            async with self.database.write(beside=True) as c:
                await put(c, owner, key, value)
        finally:
            self.changed(owner)

    def changed(self, owner: str) -> None:
        """What an owner has set isn't as it was: it is read again. For whoever stores past :meth:`put`."""
        self._changes += 1
        self._kept.pop(owner, None)


def _guild(owner: str) -> int | None:
    """The server whose settings an owner's are; None for any other owner."""
    number = owner.removeprefix(GUILD)
    return int(number) if owner.startswith(GUILD) and number.isdecimal() else None


async def put(c: AsyncConnection, owner: str, key: str, value: Any) -> None:
    """Set a value; None takes it away."""
    s = t.settings.c
    await c.execute(t.settings.delete().where(s.owner == owner, s.key == key))
    if value is not None:
        await c.execute(t.settings.insert().values(owner=owner, key=key, value=dump(value)))
