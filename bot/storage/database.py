"""Opening the database, and every question the service asks it.

SQLite runs in WAL mode with ``synchronous=FULL``: a commit is on the disk before an order is acknowledged, so neither
kill -9 nor a power cut loses it. Each writing method is one transaction.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.storage import tables as t
from bot.storage.records import BattleRow, PolicyRow, Post, Question, Seat
from engine.fairdice import TrailEntry
from engine.kernel.game import Checkpoint
from engine.kernel.journal import Entry

KEPT_CHECKPOINTS = 3


class Database:
    """One open database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    @classmethod
    async def open(cls, url: str) -> Database:
        """Connect, and bring the tables up to date. ``url`` is an SQLAlchemy URL with an async driver."""
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite" and parsed.database and parsed.database != ":memory:":
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(url)
        if parsed.get_backend_name() == "sqlite":
            sa.event.listen(engine.sync_engine, "connect", _pragmas)
        async with engine.begin() as connection:
            await connection.run_sync(_migrate)
        return cls(engine)

    async def close(self) -> None:
        await self.engine.dispose()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """All or nothing."""
        async with self.engine.begin() as connection:
            yield connection

    # -- battles ------------------------------------------------------------------------------------------------

    async def add_battle(self, row: dict[str, Any]) -> None:
        async with self.transaction() as c:
            await c.execute(t.battles.insert().values(**row))

    async def battle(self, battle: str) -> BattleRow | None:
        found = await self._battles(t.battles.c.id == battle)
        return found[0] if found else None

    async def battles_in_guild(self, guild: int) -> list[BattleRow]:
        """Every battle of a server, newest first."""
        return await self._battles(t.battles.c.guild == guild)

    async def battles_in_channel(self, channel: int) -> list[BattleRow]:
        return await self._battles(t.battles.c.channel == channel)

    async def running(self) -> list[BattleRow]:
        return await self._battles(t.battles.c.status == "running")

    async def _battles(self, where: sa.ColumnElement[bool]) -> list[BattleRow]:
        columns = [c for c in t.battles.c if c.name != "scenario"]
        async with self.engine.connect() as c:
            rows = (
                (await c.execute(sa.select(*columns).where(where).order_by(t.battles.c.created.desc())))
                .mappings()
                .all()
            )
            ids = [r["id"] for r in rows]
            seats = (
                (await c.execute(sa.select(t.seats).where(t.seats.c.battle.in_(ids)).order_by(t.seats.c.joined)))
                .mappings()
                .all()
            )
        return [_battle(r, [s for s in seats if s["battle"] == r["id"]]) for r in rows]

    async def scenario(self, battle: str) -> dict[str, Any]:
        """The scenario document the battle was created with."""
        async with self.engine.connect() as c:
            return json.loads(
                (await c.execute(sa.select(t.battles.c.scenario).where(t.battles.c.id == battle))).scalar_one()
            )

    async def update_battle(self, battle: str, *, connection: AsyncConnection | None = None, **values: Any) -> None:
        statement = t.battles.update().where(t.battles.c.id == battle).values(**values)
        if connection is not None:
            await connection.execute(statement)
            return
        async with self.transaction() as c:
            await c.execute(statement)

    async def take_seat(self, battle: str, seat: Seat, joined: float) -> bool:
        """False when somebody else sits there."""
        try:
            async with self.transaction() as c:
                await c.execute(
                    t.seats.insert().values(
                        battle=battle, side=seat.side, user=seat.user, phrase=seat.phrase, joined=joined
                    )
                )
        except sa.exc.IntegrityError:
            return False
        return True

    async def leave_seat(self, battle: str, side: str) -> None:
        async with self.transaction() as c:
            await c.execute(t.seats.delete().where(t.seats.c.battle == battle, t.seats.c.side == side))

    # -- journal ------------------------------------------------------------------------------------------------

    async def entries(self, battle: str, *, since: int = 0) -> list[Entry]:
        """The journal from entry ``since`` on."""
        async with self.engine.connect() as c:
            rows = await c.execute(
                sa.select(t.journal.c.seq, t.journal.c.kind, t.journal.c.data, t.journal.c.hash)
                .where(t.journal.c.battle == battle, t.journal.c.seq >= since)
                .order_by(t.journal.c.seq)
            )
            return [Entry.model_construct(seq=r.seq, kind=r.kind, data=json.loads(r.data), hash=r.hash) for r in rows]

    async def checkpoints(self, battle: str) -> list[Checkpoint]:
        """The kept checkpoints, newest first."""
        async with self.engine.connect() as c:
            rows = await c.execute(
                sa.select(t.checkpoints).where(t.checkpoints.c.battle == battle).order_by(t.checkpoints.c.seq.desc())
            )
            return [Checkpoint(r.seq, r.state, r.digest) for r in rows]

    async def append(
        self,
        battle: str,
        entries: Sequence[Entry],
        trail: Sequence[TrailEntry],
        checkpoint: Checkpoint | None,
        questions: Sequence[Question],
        batches: dict[str, list[str]],
        **values: Any,
    ) -> None:
        """Everything one interaction has changed, in one transaction: this is what makes an order acknowledged."""
        async with self.transaction() as c:
            if entries:
                await c.execute(
                    t.journal.insert(),
                    [
                        {"battle": battle, "seq": e.seq, "kind": e.kind, "data": _dump(e.data), "hash": e.hash}
                        for e in entries
                    ],
                )
            if trail:
                await c.execute(
                    t.trail.insert(),
                    [
                        {"battle": battle, "seq": e.seq, "kind": e.kind, "data": _dump(e.data), "hash": e.hash}
                        for e in trail
                    ],
                )
            if checkpoint is not None:
                await self._checkpoint(c, battle, checkpoint)
            await self._questions(c, battle, questions)
            await c.execute(t.batches.delete().where(t.batches.c.battle == battle))
            left = [{"battle": battle, "side": s, "statements": _dump(b)} for s, b in batches.items() if b]
            if left:
                await c.execute(t.batches.insert(), left)
            if values:
                await self.update_battle(battle, connection=c, **values)

    async def _checkpoint(self, c: AsyncConnection, battle: str, checkpoint: Checkpoint) -> None:
        kept = (
            (
                await c.execute(
                    sa.select(t.checkpoints.c.seq)
                    .where(t.checkpoints.c.battle == battle)
                    .order_by(t.checkpoints.c.seq.desc())
                )
            )
            .scalars()
            .all()
        )
        if checkpoint.seq in kept:
            return
        await c.execute(
            t.checkpoints.insert().values(
                battle=battle, seq=checkpoint.seq, state=checkpoint.state, digest=checkpoint.digest
            )
        )
        old = kept[KEPT_CHECKPOINTS - 1 :]
        if old:
            await c.execute(
                t.checkpoints.delete().where(t.checkpoints.c.battle == battle, t.checkpoints.c.seq.in_(old))
            )

    async def _questions(self, c: AsyncConnection, battle: str, questions: Sequence[Question]) -> None:
        await c.execute(t.questions.delete().where(t.questions.c.battle == battle))
        if questions:
            await c.execute(
                t.questions.insert(),
                [
                    {
                        "battle": battle,
                        "side": q.side,
                        "token": q.token,
                        "kind": q.kind,
                        "asked": q.asked,
                        "due": q.due,
                        "reminded": q.reminded,
                    }
                    for q in questions
                ],
            )

    async def questions(self, battle: str) -> list[Question]:
        async with self.engine.connect() as c:
            rows = await c.execute(
                sa.select(t.questions).where(t.questions.c.battle == battle).order_by(t.questions.c.side)
            )
            return [_question(r) for r in rows]

    async def questions_due(self, now: float) -> list[Question]:
        async with self.engine.connect() as c:
            rows = await c.execute(sa.select(t.questions).where(t.questions.c.due <= now).order_by(t.questions.c.due))
            return [_question(r) for r in rows]

    async def set_due(self, battle: str, due: float | None) -> None:
        async with self.transaction() as c:
            await c.execute(t.questions.update().where(t.questions.c.battle == battle).values(due=due))

    async def batches(self, battle: str) -> dict[str, list[str]]:
        """Written orders still to be carried out, by side."""
        async with self.engine.connect() as c:
            rows = await c.execute(sa.select(t.batches).where(t.batches.c.battle == battle))
            return {r.side: json.loads(r.statements) for r in rows}

    # -- dice ---------------------------------------------------------------------------------------------------

    async def trail(self, battle: str) -> list[TrailEntry]:
        async with self.engine.connect() as c:
            rows = await c.execute(sa.select(t.trail).where(t.trail.c.battle == battle).order_by(t.trail.c.seq))
            return [TrailEntry(seq=r.seq, kind=r.kind, data=json.loads(r.data), hash=r.hash) for r in rows]

    # -- standing orders ----------------------------------------------------------------------------------------

    async def policies(self, battle: str, side: str | None = None) -> list[PolicyRow]:
        async with self.engine.connect() as c:
            query = sa.select(t.policies).where(t.policies.c.battle == battle)
            if side is not None:
                query = query.where(t.policies.c.side == side)
            rows = await c.execute(query.order_by(t.policies.c.side, t.policies.c.kind, t.policies.c.scope))
            return [PolicyRow(r.side, r.scope, r.kind, r.answer) for r in rows]

    async def set_policy(self, battle: str, policy: PolicyRow) -> None:
        async with self.transaction() as c:
            await self._clear_policy(c, battle, policy)
            await c.execute(
                t.policies.insert().values(
                    battle=battle, side=policy.side, scope=policy.scope, kind=policy.kind, answer=policy.answer
                )
            )

    async def clear_policy(self, battle: str, policy: PolicyRow) -> bool:
        """False when there was none."""
        async with self.transaction() as c:
            return await self._clear_policy(c, battle, policy)

    async def _clear_policy(self, c: AsyncConnection, battle: str, policy: PolicyRow) -> bool:
        p = t.policies.c
        result = await c.execute(
            t.policies.delete().where(
                p.battle == battle, p.side == policy.side, p.scope == policy.scope, p.kind == policy.kind
            )
        )
        return bool(result.rowcount)

    # -- posts --------------------------------------------------------------------------------------------------

    async def put_post(self, post: Post) -> None:
        async with self.transaction() as c:
            p = t.posts.c
            await c.execute(t.posts.delete().where(p.battle == post.battle, p.kind == post.kind, p.key == post.key))
            await c.execute(
                t.posts.insert().values(
                    battle=post.battle,
                    kind=post.kind,
                    key=post.key,
                    channel=post.channel,
                    message=post.message,
                    body=post.body,
                    delivered=post.delivered,
                )
            )

    async def posts(self, battle: str, kind: str | None = None) -> list[Post]:
        async with self.engine.connect() as c:
            query = sa.select(t.posts).where(t.posts.c.battle == battle)
            if kind is not None:
                query = query.where(t.posts.c.kind == kind)
            rows = await c.execute(query.order_by(t.posts.c.kind, t.posts.c.key))
            return [Post(r.battle, r.kind, r.key, r.channel, r.message, r.body, r.delivered) for r in rows]

    async def drop_post(self, battle: str, kind: str, key: str) -> None:
        async with self.transaction() as c:
            p = t.posts.c
            await c.execute(t.posts.delete().where(p.battle == battle, p.kind == kind, p.key == key))


def _pragmas(connection: Any, record: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _dump(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _battle(r: sa.RowMapping, seats: Sequence[sa.RowMapping]) -> BattleRow:
    return BattleRow(
        id=r["id"],
        guild=r["guild"],
        channel=r["channel"],
        creator=r["creator"],
        scenario_key=r["scenario_key"],
        title=r["title"],
        options=json.loads(r["options"]),
        mode=r["mode"],
        status=r["status"],
        outcome=r["outcome"],
        created=r["created"],
        seed=r["seed"],
        next_roll=r["next_roll"],
        trail_seq=r["trail_seq"],
        trail_head=r["trail_head"],
        undo_request=json.loads(r["undo_request"]) if r["undo_request"] else None,
        seats=tuple(Seat(s["side"], s["user"], s["phrase"]) for s in seats),
    )


def _question(r: Any) -> Question:
    return Question(r.battle, r.side, r.token, r.kind, r.asked, r.due, r.reminded)
