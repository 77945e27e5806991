"""Messages of ours, posted or to be posted: enough to say again what a restart or a failure swallowed."""

from __future__ import annotations

from dataclasses import asdict

import sqlalchemy as sa

from bot.storage import tables as t
from bot.storage.repository import Repository, upsert
from bot.storage.row_types import Post


class Posts(Repository):
    """The messages of every battle."""

    async def put(self, *posts: Post) -> None:
        """Store posts, each in place of one of the same battle, kind and key; all of them, or none."""
        async with self.database.write(beside=True) as c:
            await upsert(c, t.posts, [asdict(p) for p in posts])

    async def of(self, battle: str, kind: str | None = None) -> list[Post]:
        """A battle's posts of one kind, or of all."""
        query = sa.select(t.posts).where(t.posts.c.battle == battle)
        if kind is not None:
            query = query.where(t.posts.c.kind == kind)
        async with self.database.read() as c:
            rows = await c.execute(query.order_by(t.posts.c.kind, t.posts.c.key))
            return [Post(**r) for r in rows.mappings()]

    async def waiting(self, kind: str) -> list[Post]:
        """Posts of one kind that are still to be delivered, of any battle this process looks after."""
        query = sa.select(t.posts).join(t.battles, t.battles.c.id == t.posts.c.battle)
        query = query.where(
            t.posts.c.kind == kind, t.posts.c.delivered.is_(False), self.database.ours(t.battles.c.guild)
        )
        async with self.database.read() as c:
            rows = await c.execute(query.order_by(t.posts.c.battle, t.posts.c.key))
            return [Post(**r) for r in rows.mappings()]

    async def drop(self, battle: str, kind: str, key: str) -> None:
        async with self.database.write(beside=True) as c:
            await c.execute(t.posts.delete().where(_is(battle, kind, key)))

    async def drop_same(self, post: Post) -> None:
        """Take out a post, unless another one is stored in its place by now."""
        p = t.posts.c
        same = sa.and_(_is(post.battle, post.kind, post.key), p.channel == post.channel, p.body == post.body)
        async with self.database.write(beside=True) as c:
            await c.execute(t.posts.delete().where(same))


def _is(battle: str, kind: str, key: str) -> sa.ColumnElement[bool]:
    p = t.posts.c
    return sa.and_(p.battle == battle, p.kind == kind, p.key == key)
