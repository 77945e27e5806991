"""What a battle under way consists of: journal, checkpoints, dice trail, open questions, written orders under way."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import answerable, battles, settings
from bot.storage import tables as t
from bot.storage.policies import end, take_back
from bot.storage.policies import select as select_policies
from bot.storage.repository import Repository, SecondWriter, advance, dump, upsert
from bot.storage.row_types import Bank, Batch, PolicyRow, Question, Seat, Stored
from engine.fairdice import TrailEntry
from engine.kernel.game import Checkpoint
from engine.kernel.journal import Entry


class Games(Repository):
    """Battles under way."""

    async def load(self, battle: str, *, whole: bool = False) -> Stored | None:
        """Everything needed to go on with a battle, of one moment; None when there is none.

        ``whole``: all of its journal, else from the oldest checkpoint on.
        """
        async with self.database.read() as c:
            rows = await battles.select(c, t.battles.c.id == battle)
            if not rows:
                return None
            document = await c.execute(sa.select(t.documents.c.scenario).where(t.documents.c.battle == battle))
            checkpoints = await _checkpoints(c, battle)
            return Stored(
                row=rows[0],
                scenario=document.scalar_one(),
                checkpoints=checkpoints,
                journal=await _journal(c, battle, checkpoints[0].seq if checkpoints and not whole else 0),
                policies=await select_policies(c, battle),
                batches=await _batches(c, battle),
                questions=await _questions(c, t.questions.c.battle == battle),
                banks=await _banks(c, battle),
            )

    async def journal(self, battle: str, since: int = 0) -> tuple[Entry, ...]:
        """The journal from entry ``since`` on."""
        async with self.database.read() as c:
            return await _journal(c, battle, since)

    async def trail(self, battle: str) -> tuple[TrailEntry, ...]:
        async with self.database.read() as c:
            rows = await c.execute(sa.select(t.trail).where(t.trail.c.battle == battle).order_by(t.trail.c.seq))
            return tuple(TrailEntry(seq=r.seq, kind=r.kind, data=json.loads(r.data), hash=r.hash) for r in rows)

    async def questions(self, battle: str) -> tuple[Question, ...]:
        async with self.database.read() as c:
            return await _questions(c, t.questions.c.battle == battle)

    async def questions_with_limit(self) -> tuple[Question, ...]:
        """Every question of every battle that has to be answered by some time, the most pressing first."""
        async with self.database.read() as c:
            return await _questions(c, sa.and_(t.questions.c.due.is_not(None), self._ours()))

    async def questions_of_kind(self, kind: str) -> tuple[Question, ...]:
        """Every open question of a kind, in all battles."""
        async with self.database.read() as c:
            return await _questions(c, t.questions.c.kind == kind)

    async def questions_due(self, now: float) -> tuple[Question, ...]:
        """Questions whose time is up, the longest overdue first."""
        async with self.database.read() as c:
            return await _questions(c, sa.and_(t.questions.c.due <= now, self._ours()))

    def _ours(self) -> sa.ColumnElement[bool]:
        """Whether a question is of a battle that this process looks after."""
        if self.database.lease.shards.whole:
            return sa.true()
        return t.questions.c.battle.in_(sa.select(t.battles.c.id).where(self.database.ours(t.battles.c.guild)))

    async def put_questions(self, battle: str, version: int, questions: Sequence[Question]) -> None:
        """Replace the open questions of a battle. Raises :class:`SecondWriter`."""
        async with self.database.write() as c:
            await advance(c, battle, version)
            await _put_questions(c, battle, questions)

    async def append(
        self,
        battle: str,
        version: int,
        entries: Sequence[Entry],
        trail: Sequence[TrailEntry],
        checkpoints: Sequence[Checkpoint],
        gone: Sequence[int],
        questions: Sequence[Question],
        batches_: Mapping[str, Batch] | None,
        values: dict[str, Any],
        *,
        swap: bool = False,
        seats: Sequence[Seat] = (),
        banks_: Mapping[str, Bank] | None = None,
        marks: Mapping[str, Any] | None = None,
        blames: Sequence[answerable.Blame] = (),
        back_to: int | None = None,
        ended: Collection[PolicyRow] = (),
    ) -> None:
        """Everything one interaction has changed, in one transaction: this is what makes an order acknowledged.

        ``version`` is the one of the battle that was gone on from, ``checkpoints`` are the new ones, ``gone`` numbers
        of those no longer needed, ``values`` columns of the battle's row; with ``swap`` its players change sides, and
        ``seats`` have another player. ``marks`` are settings of the battle, ``blames`` who is answerable for a defeat.
        ``batches_`` and ``banks_`` are None where they are as they were stored last.
        ``back_to`` is the entry behind which orders were taken back, ``ended`` standing orders that count no more.
        Raises :class:`SecondWriter`.
        """
        try:
            async with self.database.write() as c:
                await advance(c, battle, version, battles.stored(values))
                for table, new in ((t.journal, entries), (t.trail, trail)):
                    if new:
                        rows = [
                            {"battle": battle, "seq": e.seq, "kind": e.kind, "data": dump(e.data), "hash": e.hash}
                            for e in new
                        ]
                        await c.execute(table.insert(), rows)
                if gone:
                    k = t.checkpoints.c
                    await c.execute(t.checkpoints.delete().where(k.battle == battle, k.seq.in_(gone)))
                if checkpoints:
                    await c.execute(t.checkpoints.insert(), [_checkpoint_row(battle, x) for x in checkpoints])
                await _put_questions(c, battle, questions)
                if batches_ is not None:
                    await _put_batches(c, battle, batches_)
                await _put_banks(c, battle, banks_ or {})
                if back_to is not None:
                    await take_back(c, battle, back_to)
                for policy in ended:
                    await end(c, battle, policy)
                if swap:
                    await battles.swap_seats(c, battle)
                for seat in seats:
                    await battles.hand_over(c, battle, seat)
                if blames:
                    await answerable.put(c, battle, blames)
                for key, value in (marks or {}).items():
                    await settings.put(c, f"battle:{battle}", key, value)
        except IntegrityError as e:
            raise SecondWriter(battle) from e


async def _journal(c: AsyncConnection, battle: str, since: int) -> tuple[Entry, ...]:
    j = t.journal.c
    rows = await c.execute(
        sa.select(j.seq, j.kind, j.data, j.hash).where(j.battle == battle, j.seq >= since).order_by(j.seq)
    )
    return tuple(Entry.model_construct(seq=r.seq, kind=r.kind, data=json.loads(r.data), hash=r.hash) for r in rows)


async def _checkpoints(c: AsyncConnection, battle: str) -> tuple[Checkpoint, ...]:
    rows = await c.execute(
        sa.select(t.checkpoints).where(t.checkpoints.c.battle == battle).order_by(t.checkpoints.c.seq)
    )
    return tuple(Checkpoint.of(r.seq, r.state, r.digest) for r in rows)


def _checkpoint_row(battle: str, checkpoint: Checkpoint) -> dict[str, Any]:
    return {"battle": battle, "seq": checkpoint.seq, "state": checkpoint.state, "digest": checkpoint.digest}


async def _questions(c: AsyncConnection, where: sa.ColumnElement[bool]) -> tuple[Question, ...]:
    rows = await c.execute(sa.select(t.questions).where(where).order_by(t.questions.c.due, t.questions.c.side))
    return tuple(Question(**r) for r in rows.mappings())


_NO_QUESTIONS = t.questions.delete().where(t.questions.c.battle == sa.bindparam("of"))


async def _put_questions(c: AsyncConnection, battle: str, questions: Sequence[Question]) -> None:
    await c.execute(_NO_QUESTIONS, {"of": battle})
    if questions:
        await c.execute(t.questions.insert(), [asdict(q) for q in questions])


async def _batches(c: AsyncConnection, battle: str) -> dict[str, Batch]:
    rows = await c.execute(sa.select(t.batches).where(t.batches.c.battle == battle))
    return {
        r.side: Batch(json.loads(r.statements), [(order, why) for order, why in json.loads(r.skipped)], r.moment)
        for r in rows
    }


async def _put_batches(c: AsyncConnection, battle: str, batches_: Mapping[str, Batch]) -> None:
    await c.execute(t.batches.delete().where(t.batches.c.battle == battle))
    rows = [
        {"battle": battle, "side": side, "statements": dump(b.left), "skipped": dump(b.skipped), "moment": b.moment}
        for side, b in batches_.items()
        if b.left or b.skipped
    ]
    if rows:
        await c.execute(t.batches.insert(), rows)


async def _banks(c: AsyncConnection, battle: str) -> dict[str, Bank]:
    """Clocks by side."""
    rows = await c.execute(sa.select(t.banks).where(t.banks.c.battle == battle).order_by(t.banks.c.side))
    return {r["side"]: Bank(r["left"], r["owed"], r["late"], r["used"]) for r in rows.mappings()}


async def _put_banks(c: AsyncConnection, battle: str, banks: Mapping[str, Bank]) -> None:
    """Replace the clocks of these sides."""
    await upsert(c, t.banks, [{"battle": battle, "side": s, **asdict(b)} for s, b in banks.items()])
