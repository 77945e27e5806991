"""Settings of servers and users, and what single battles remember besides their game."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from bot.storage import tables as t
from bot.storage.rows import Repository, dump


class Settings(Repository):
    """Values by owner ("guild:123", "user:123", "battle:1a2b3c4d") and key; anything JSON can hold."""

    async def of(self, owner: str) -> dict[str, Any]:
        async with self.database.read() as c:
            rows = await c.execute(sa.select(t.settings).where(t.settings.c.owner == owner))
            return {r.key: json.loads(r.value) for r in rows}

    async def put(self, owner: str, key: str, value: Any) -> None:
        """Set a value; None takes it away."""
        s = t.settings.c
        async with self.database.write() as c:
            await c.execute(t.settings.delete().where(s.owner == owner, s.key == key))
            if value is not None:
                await c.execute(t.settings.insert().values(owner=owner, key=key, value=dump(value)))
