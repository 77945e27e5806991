"""Whether what is stored is sound: the database as such, and every battle from its journal to its open questions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import sqlalchemy as sa

from bot.service import Battle, Service, ServiceError
from bot.service.sessions.session import token
from bot.service.sessions.sessions import session_of
from bot.storage import BattleRow, Stored
from bot.storage import tables as t
from bot.upkeep import findings
from bot.upkeep.findings import Finding
from engine.fairdice import TrailEntry, verify
from engine.kernel.game import Checkpoint, Diverged, Game, rebuild, state_at
from engine.kernel.journal import Entry, broken_at, effective
from engine.kernel.system import System
from engine.kernel.text import Refusal, in_words

STATUSES = ("open", "running", "finished", "abandoned")


async def check(service: Service) -> AsyncIterator[Finding]:
    """Everything that is wrong, battle by battle. Nothing is changed."""
    async for finding in of_database(service):
        yield finding
    async with service.database.read() as c:
        ids = list((await c.execute(sa.select(t.battles.c.id).order_by(t.battles.c.created))).scalars())
    for battle_id in ids:
        for finding in await of_battle(service, battle_id):
            yield finding


async def of_database(service: Service) -> AsyncIterator[Finding]:
    """What is wrong with the database as such."""
    async with service.database.read() as c:
        if c.dialect.name == "sqlite":
            for (said,) in (await c.execute(sa.text("PRAGMA integrity_check(20)"))).all():
                if said != "ok":
                    yield Finding(None, findings.BROKEN, f"the file is damaged: {said}")
            for row in (await c.execute(sa.text("PRAGMA foreign_key_check"))).all():
                yield Finding(None, findings.ORPHANS, f"a row of {row[0]} belongs to nothing", "it is deleted")
        battle = sa.literal("battle:") + t.battles.c.id
        owner = t.settings.c.owner
        lost = sa.select(sa.func.count()).where(owner.startswith("battle:"), owner.not_in(sa.select(battle)))
        if n := await c.scalar(lost):
            yield Finding(None, findings.ORPHANS, f"{n} settings belong to battles there aren't", "they are deleted")


async def of_battle(service: Service, battle_id: str) -> list[Finding]:
    """What is wrong with one battle, as it is at one moment."""
    async with service.database.moment():
        stored = await service.database.games.load(battle_id, whole=True)
        if stored is None:
            return []  # it was deleted meanwhile
        trail = await service.database.games.trail(battle_id)
        row = stored.row
        if row.status not in STATUSES:
            return [_broken(row, f"there is no such status as “{row.status}”")]
        try:
            battle = await service.battles.public(row)
            if not battle.begun:
                return []
            system = service.rules.bound(stored.scenario)
            found = _of_journal(row, stored.journal)
            if not found:
                found += await _of_trail(service, battle, stored, trail)
                found += _of_game(system, battle, stored)
        except (ServiceError, Refusal) as e:
            return [_broken(row, str(e))]
        except Exception as e:
            # Whatever is stored there, one battle must not keep the others from being looked at.
            return [_broken(row, f"it can't be read: {type(e).__name__}: {e}")]
    return found


def _broken(row: BattleRow, what: str) -> Finding:
    return Finding(row.id, findings.BROKEN, what)


def _of_journal(row: BattleRow, journal: tuple[Entry, ...]) -> list[Finding]:
    if not journal:
        return [_broken(row, "it has begun and has no journal")]
    if journal[0].seq != 0 or journal[0].kind != "start":
        return [_broken(row, f"its journal begins with entry {journal[0].seq}, {journal[0].kind}")]
    at = broken_at(list(journal))
    return [] if at is None else [_broken(row, f"its journal isn't what was written, from entry {at} on")]


async def _of_trail(service: Service, battle: Battle, stored: Stored, entries: tuple[TrailEntry, ...]) -> list[Finding]:
    row, found = battle.row, list[Finding]()
    if row.seed is None:
        # A record that was brought along was rolled elsewhere.
        return []
    trail = await service.rolls.trail(battle.id)
    head = trail.entries[-1].hash if trail.entries else trail.header.genesis
    if (row.trail_head, row.trail_seq) != (head, len(entries)):
        found.append(
            Finding(row.id, findings.HEAD, "its dice trail ends elsewhere than is noted", "the trail's end is noted")
        )
    report = verify(trail.model_copy(update={"head": head}))
    found += [_broken(row, f"its dice trail is false: {p}") for p in report.problems]
    rolled = [e.data["roll"] for e in entries if e.kind == "roll"]
    last = max((int(r["n"]) for r in rolled), default=0)
    if row.next_roll <= last:
        found.append(Finding(row.id, findings.NEXT_ROLL, f"roll {row.next_roll} would be made twice", "it isn't"))
    known = {int(r["n"]): r for r in rolled}
    for e in stored.journal:
        if e.kind == "roll" and known.get(int(e.data["n"])) != in_words(e.data):
            found.append(_broken(row, f"roll {e.data['n']} of its journal isn't in its dice trail"))
    return found


def _of_game(system: System[Any], battle: Battle, stored: Stored) -> list[Finding]:
    row, journal = battle.row, list(stored.journal)
    found: list[Finding] = []
    kept = {e.seq for e in effective(journal)}
    bad = [c for c in stored.checkpoints if not sound(system, c)]
    if bad:
        numbers = ", ".join(str(c.seq) for c in bad)
        found.append(
            Finding(row.id, findings.CHECKPOINTS, f"checkpoints that are of no use: {numbers}", "they are deleted")
        )
    usable = [c for c in stored.checkpoints if c.seq in kept and c not in bad]
    if row.status != "running":
        if stored.questions or stored.batches:
            over = "it is over, and something is still asked"
            found.append(Finding(row.id, findings.LEFT_OVER, over, "nobody is asked any more"))
        return found
    try:
        game = Game.resume(system, journal, usable[-1] if usable else None, usable[:-1])
    except Diverged as e:
        back = "it goes on from its last good position, and its players are told"
        found.append(Finding(row.id, findings.DIVERGED, f"this version judges something differently: {e}", back))
        return found
    if rebuild(game.system, journal) != game.state:
        found.append(_broken(row, "its events don't lead to its position"))
    if game.over:
        return [*found, Finding(row.id, findings.OVER, "it is over, and counted as under way", "it is ended")]
    session = session_of(stored, game)
    asked = {(d.side, token(game)) for d in session.open_decisions()}
    if asked != {(q.side, q.token) for q in stored.questions}:
        found.append(
            Finding(row.id, findings.QUESTIONS, "what is noted as asked isn't what is asked", "it is noted anew")
        )
    empty = [name for side, name in battle.sides if battle.player(side) is None]
    if empty:
        found.append(_broken(row, f"nobody has the seat of the {' and '.join(empty)}: a referee may seat somebody"))
    return found


def sound(system: System[Any], checkpoint: Checkpoint) -> bool:
    """Whether this version can read a checkpoint, and it is what was written."""
    try:
        state_at(system, checkpoint)
    except Diverged:
        return False
    return True
