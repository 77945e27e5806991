"""The clocks of the sides of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import tables as t
from bot.storage.row_types import Bank


async def select(c: AsyncConnection, battle: str) -> dict[str, Bank]:
    """Clocks by side."""
    rows = await c.execute(sa.select(t.banks).where(t.banks.c.battle == battle).order_by(t.banks.c.side))
    return {r["side"]: Bank(r["left"], r["owed"], r["late"], r["used"]) for r in rows.mappings()}


async def put(c: AsyncConnection, battle: str, banks: Mapping[str, Bank]) -> None:
    """Replace the clocks of these sides."""
    if banks:
        await c.execute(t.banks.delete().where(t.banks.c.battle == battle, t.banks.c.side.in_(banks)))
        await c.execute(t.banks.insert(), [{"battle": battle, "side": s, **asdict(b)} for s, b in banks.items()])
