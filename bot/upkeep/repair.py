"""Mending what a check has found, as far as it follows from what is sound: nothing is made up, no order is lost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import sqlalchemy as sa

from bot.service import Outcome, Service
from bot.storage import tables as t
from bot.storage.repository import advance
from bot.upkeep import findings
from bot.upkeep.check import of_battle, sound
from bot.upkeep.findings import Finding

PASSES = 4
"""How often a battle is looked at again: what is mended may show what was behind it."""


async def mend_battle(service: Service, battle_id: str) -> list[Finding]:
    """Mend a battle; returns what can't be mended. The service must hold the lease."""
    for _ in range(PASSES):
        found = await of_battle(service, battle_id)
        mendable = [f for f in found if f.kind in _MENDERS]
        if not mendable:
            return found
        # One at a time: what else was found may come of it.
        await _MENDERS[mendable[0].kind](service, battle_id)
        service.sessions.forget(battle_id)
    return await of_battle(service, battle_id)


async def mend_database(service: Service) -> None:
    """Delete what belongs to nothing."""
    battle = sa.literal("battle:") + t.battles.c.id
    owner = t.settings.c.owner
    async with service.database.write() as c:
        await c.execute(t.settings.delete().where(owner.startswith("battle:"), owner.not_in(sa.select(battle))))
        if c.dialect.name == "sqlite":
            for table, row, *_ in (await c.execute(sa.text("PRAGMA foreign_key_check"))).all():
                if table in t.metadata.tables and row is not None:
                    await c.execute(sa.text(f'DELETE FROM "{table}" WHERE rowid = :row'), {"row": row})


async def _head(service: Service, battle: str) -> None:
    trail = await service.rolls.trail(battle)
    head = trail.entries[-1].hash if trail.entries else trail.header.genesis
    async with service.database.write() as c:
        await advance(c, battle, None, {"trail_head": head, "trail_seq": len(trail.entries)})


async def _next_roll(service: Service, battle: str) -> None:
    entries = await service.database.games.trail(battle)
    last = max((int(e.data["roll"]["n"]) for e in entries if e.kind == "roll"), default=0)
    async with service.database.write() as c:
        await advance(c, battle, None, {"next_roll": last + 1})


async def _checkpoints(service: Service, battle: str) -> None:
    stored = await service.database.games.load(battle)
    assert stored is not None
    system = service.rules.bound(stored.scenario)
    bad = [c.seq for c in stored.checkpoints if not sound(system, c)]
    async with service.database.write() as c:
        await advance(c, battle)
        k = t.checkpoints.c
        await c.execute(t.checkpoints.delete().where(k.battle == battle, k.seq.in_(bad)))


async def _left_over(service: Service, battle: str) -> None:
    async with service.database.write() as c:
        await advance(c, battle)
        for table in (t.questions, t.batches):
            await c.execute(table.delete().where(table.c.battle == battle))


async def _over(service: Service, battle: str) -> None:
    async with service.sessions.session(battle) as session:
        await service.sessions.commit(session, Outcome(battle))


async def _questions(service: Service, battle: str) -> None:
    async with service.sessions.session(battle) as session:
        await service.sessions.refresh(session)


async def _loaded(service: Service, battle: str) -> None:
    """Load it: what can't be replayed falls back by itself, and its players are told at the next start."""
    async with service.sessions.session(battle):
        pass


_MENDERS: Mapping[str, Callable[[Service, str], Awaitable[None]]] = {
    findings.HEAD: _head,
    findings.NEXT_ROLL: _next_roll,
    findings.CHECKPOINTS: _checkpoints,
    findings.LEFT_OVER: _left_over,
    findings.DIVERGED: _loaded,
    findings.OVER: _over,
    findings.QUESTIONS: _questions,
}
