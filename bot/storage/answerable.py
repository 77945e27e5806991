"""Who has caused a defeat that somebody else may have to suffer in the side's seat."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import tables as t

TIME, WITHDRAWN = "time", "withdrawn"
"""Why: whose time for the whole battle it was that ran out; who has withdrawn from the league or cup."""

Blame = tuple[str, str, int]
"""Side, why, user."""

_A = t.answerable.c


async def select(c: AsyncConnection, battle: str) -> list[Blame]:
    rows = await c.execute(sa.select(t.answerable).where(_A.battle == battle).order_by(_A.side, _A.why))
    return [(r.side, r.why, r.user) for r in rows]


async def put(c: AsyncConnection, battle: str, blames: Sequence[Blame]) -> None:
    """Add these; of a side and a reason the first one stays."""
    known = {(side, why) for side, why, _ in await select(c, battle)}
    for side, why, user in blames:
        if (side, why) not in known:
            await c.execute(t.answerable.insert().values(battle=battle, side=side, why=why, user=user))


async def clear(c: AsyncConnection, battle: str, why: str) -> None:
    """Nobody is answerable for that any more."""
    await c.execute(t.answerable.delete().where(_A.battle == battle, _A.why == why))
