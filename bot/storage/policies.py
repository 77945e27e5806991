"""Standing orders."""

from __future__ import annotations

from dataclasses import asdict

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import tables as t
from bot.storage.repository import Repository, advance
from bot.storage.row_types import ONCE_OVER, WAITING, PolicyRow


class Policies(Repository):
    """The standing orders of every battle."""

    async def of(self, battle: str, side: str | None = None) -> tuple[PolicyRow, ...]:
        """Those of one side, or of all."""
        async with self.database.read() as c:
            return await select(c, battle, side)

    async def put(self, battle: str, policy: PolicyRow, version: int | None = None) -> None:
        """Give a standing order, in place of one of the same kind and scope; one for an activation ends earlier ones.

        ``version`` is that of the battle that was read. Raises :class:`~bot.storage.repository.SecondWriter`.
        """
        p = t.policies.c
        async with self.database.write() as c:
            await advance(c, battle, version)
            if policy.moment:
                now = policy.moment.removeprefix(ONCE_OVER)
                kept = ("", now, ONCE_OVER + now, WAITING)
                over = sa.and_(p.battle == battle, p.side == policy.side, p.moment.not_in(kept))
                await c.execute(t.policies.delete().where(over))
            await c.execute(t.policies.delete().where(_same(battle, policy)))
            await c.execute(t.policies.insert().values(battle=battle, **asdict(policy)))

    async def clear(self, battle: str, policy: PolicyRow, version: int | None = None) -> bool:
        """False when there was none of that side, kind, scope and activation. Raises as :meth:`put`."""
        async with self.database.write() as c:
            await advance(c, battle, version)
            return bool((await c.execute(t.policies.delete().where(_same(battle, policy)))).rowcount)


def _same(battle: str, policy: PolicyRow) -> sa.ColumnElement[bool]:
    p = t.policies.c
    return sa.and_(
        p.battle == battle,
        p.side == policy.side,
        p.scope == policy.scope,
        p.kind == policy.kind,
        p.moment == policy.moment,
    )


async def end(c: AsyncConnection, battle: str, policy: PolicyRow) -> None:
    """Forget a standing order that counts no more."""
    await c.execute(t.policies.delete().where(_same(battle, policy)))


async def take_back(c: AsyncConnection, battle: str, to: int) -> None:
    """Forget what was given for an activation with a question that is open no more, or again, after entry ``to``."""
    p = t.policies.c
    await c.execute(t.policies.delete().where(p.battle == battle, p.moment != "", p.since >= to))


async def select(c: AsyncConnection, battle: str, side: str | None = None) -> tuple[PolicyRow, ...]:
    """Standing orders of one side, or of all."""
    p = t.policies.c
    query = sa.select(p.side, p.scope, p.kind, p.answer, p.moment, p.since).where(p.battle == battle)
    if side is not None:
        query = query.where(p.side == side)
    rows = await c.execute(query.order_by(p.side, p.kind, p.scope, p.moment))
    return tuple(PolicyRow(**r) for r in rows.mappings())
