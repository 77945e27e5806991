"""Players' remarks on what happened in a battle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import sqlalchemy as sa

from bot.storage import tables as t
from bot.storage.repository import Repository
from bot.storage.row_types import Remark


class Remarks(Repository):
    """Remarks in the order they were made."""

    async def of(self, battle: str) -> list[Remark]:
        async with self.database.read() as c:
            rows = await c.execute(sa.select(t.remarks).where(t.remarks.c.battle == battle).order_by(t.remarks.c.n))
            return [Remark(r.seq, r.user, r.name, r.text) for r in rows]

    async def add(self, battle: str, remarks: Sequence[Remark]) -> None:
        """Add remarks, numbered on from those there are."""
        if not remarks:
            return
        async with self.database.write() as c:
            last = await c.execute(sa.select(sa.func.max(t.remarks.c.n)).where(t.remarks.c.battle == battle))
            first = (last.scalar() or 0) + 1
            rows = [{"battle": battle, "n": n, **asdict(r)} for n, r in enumerate(remarks, start=first)]
            await c.execute(t.remarks.insert(), rows)
