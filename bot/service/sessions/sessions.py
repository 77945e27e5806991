"""Battles in memory: one lock each, the most recently used ones kept, every change stored before it counts."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections import OrderedDict, defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, Concatenate, NoReturn, ParamSpec, Protocol, TypeVar

from bot import metrics
from bot.service.model import Battle, Outcome, ServiceError
from bot.service.sessions.battles import Battles
from bot.service.sessions.kept import keep
from bot.service.sessions.rules import Rules
from bot.service.sessions.session import Session, dice
from bot.service.time.hours import Hours, Preferences, hours, read
from bot.storage import BattleRow, Database, Seat, Stored
from bot.storage.answerable import Blame
from bot.storage.people import OPPONENT
from bot.storage.repository import SecondWriter
from engine.kernel.events import SeatsSwapped
from engine.kernel.game import Diverged, Game
from engine.kernel.journal import effective
from engine.kernel.system import System
from engine.kernel.text import Refusal, Text, refuse
from scenarios import is_drill

log = logging.getLogger("hexarch")

IN_MEMORY = 48
"""Battles kept loaded; the others are resumed from their checkpoints when somebody looks at them."""

AT_HAND = 8
"""Battles of which also is kept what was worked out for their open questions; the others work it out again."""

SEATS = SeatsSwapped.model_fields["type"].default
"""Type of the event by which players change seats."""

WENT_BACK = (
    "This version of the referee judges something differently that had happened in your battle. It goes on from an "
    "earlier position, shown on the map; {n:answer|answers} given since {n:=was|were} taken back. Sorry! "
    "Nothing else is lost."
)

PREFERENCES = "preferences"
"""Setting of a user: what they want in all of their battles."""

Value = TypeVar("Value")
Part = TypeVar("Part", bound="UsesSessions")
Given = ParamSpec("Given")

ATTEMPTS = 5
"""How often a move is tried anew because another process has moved in the battle meanwhile."""

OVERTAKEN = "Somebody else has just moved in this battle; look again, please."


def anew(
    method: Callable[Concatenate[Part, Given], Awaitable[Value]],
) -> Callable[Concatenate[Part, Given], Awaitable[Value]]:
    """For methods that change a battle: where another process was quicker, decide from what there is now.

    That is what happens to the second of two players who press at once in one process, too.
    """

    @wraps(method)
    async def run(self: Part, *args: Given.args, **kwargs: Given.kwargs) -> Value:
        for _ in range(ATTEMPTS):
            try:
                return await method(self, *args, **kwargs)
            except SecondWriter as e:
                self.sessions.forget(e.battle)
        raise ServiceError(OVERTAKEN)

    return run


class UsesSessions(Protocol):
    """A part of the service that changes battles."""

    @property
    def sessions(self) -> Sessions: ...


class Sessions:
    """What every part of the service that reads or changes a battle under way goes through."""

    def __init__(
        self,
        database: Database,
        rules: Rules,
        battles: Battles,
        *,
        clock: Callable[[], float] = time.time,
        in_memory: int = IN_MEMORY,
        untimed: bool = False,
    ) -> None:
        """``clock`` gives seconds since 1970. ``untimed``: answers have a time limit only where one was agreed."""
        self.database = database
        self.rules = rules
        self.battles = battles
        self.clock = clock
        self.in_memory = in_memory
        self.untimed = untimed
        self.locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Whoever changes a battle, or what belongs to it, holds its lock."""
        self.hearers: list[Callable[[str], None]] = []
        """Who wants to know of every battle that has changed, before it is told. They must not take long."""
        self._loaded: OrderedDict[str, Session] = OrderedDict()

    def __contains__(self, battle_id: str) -> bool:
        return battle_id in self._loaded

    @property
    def loaded(self) -> int:
        """How many battles are in memory."""
        return len(self._loaded)

    def forget(self, battle_id: str) -> None:
        """A battle is read again when it is looked at next."""
        self._loaded.pop(battle_id, None)

    @asynccontextmanager
    async def session(self, battle_id: str) -> AsyncGenerator[Session]:
        """The battle, loaded and locked. What isn't stored when it is left is forgotten."""
        async with self.locks[battle_id]:
            session = self._loaded.get(battle_id)
            if session is None or not await self._current(session):
                session = await self._load(battle_id)
            self.remember(session)
            try:
                yield session
            except BaseException as e:
                if session.changed or not isinstance(e, Refusal):
                    self.forget(battle_id)
                raise
            if session.changed:
                self.forget(battle_id)
                raise ServiceError("Something was left unstored; nothing has changed.")

    async def _current(self, session: Session) -> bool:
        """Whether a battle in memory is as it is stored. While nobody else can write to it, it is."""
        lease = self.database.lease
        if lease.alone and session.term == lease.term:
            return True
        if await self.database.battles.version(session.row.id) != session.row.version:
            return False
        session.term = lease.term
        return True

    async def system(self, battle_id: str) -> System[Any]:
        """The rules a battle is played by, begun or not, bound to its scenario."""
        loaded = self._loaded.get(battle_id)
        if loaded is not None:
            return loaded.game.system
        return await self.rules.read(await self.database.battles.scenario(battle_id))

    async def look(self, battle_id: str) -> Battle:
        """A battle as everybody sees it, begun or not: of one in memory nothing is read. Refused for an unknown one."""
        if battle_id not in self:
            return await self.battles.get(battle_id)
        async with self.session(battle_id) as session:
            return await self.battles.public(session.row)

    @asynccontextmanager
    async def turn(self, battle_id: str, user_id: int) -> AsyncGenerator[tuple[Session, Battle]]:
        """The session of a battle under way, for one of its players."""
        async with self.session(battle_id) as session:
            battle = await self.battles.public(session.row)
            if battle.status != "running":
                refuse("This battle is over.")
            if not battle.sides_of(user_id):
                await self._no_side(battle, user_id)
            yield session, battle

    async def _no_side(self, battle: Battle, user_id: int) -> NoReturn:
        """Refuse who plays no side; whoever the computer stands in for has forgotten that, perhaps."""
        known: dict[str, Any] = (await self.database.settings.of(f"battle:{battle.id}", OPPONENT)).get(OPPONENT) or {}
        if known.get("for") == user_id:
            refuse(
                "The computer leads the {side} for you; /team return gives them back.",
                side=battle.name(known.get("side", "")),
            )
        refuse("You have no side in this battle.")

    def remember(self, session: Session) -> None:
        """Keep a battle in memory, as the one used last."""
        session.untimed = self.untimed or is_drill(session.row.scenario_key)
        if self._loaded.get(session.row.id) is session:
            self._loaded.move_to_end(session.row.id)
        else:
            keep(self._loaded, session.row.id, session, self.in_memory)
        idle = next(itertools.islice(reversed(self._loaded.values()), AT_HAND, None), None)
        # One that is busy doesn't mind: whatever it needs it works out again.
        if idle is not None:
            idle.game.let_go()

    async def _load(self, battle_id: str) -> Session:
        term = self.database.lease.term
        session = await self._resumed(battle_id)
        session.term = term
        return session

    async def _resumed(self, battle_id: str) -> Session:
        stored = await self.database.games.load(battle_id)
        if stored is None:
            refuse("There is no such battle.")
        if not stored.row.trail_head:
            refuse("The battle hasn't begun.")
        system = await self.rules.read(stored.scenario)
        kept = {e.seq for e in effective(list(stored.journal))}
        usable = [c for c in stored.checkpoints if c.seq in kept]
        try:
            if not usable and stored.journal[0].kind != "start":
                stored = await self.database.games.load(battle_id, whole=True) or stored
                return session_of(stored, Game[Any].resume(system, stored.journal))
            game = Game[Any].resume(system, stored.journal, usable[-1] if usable else None, usable[:-1])
            return session_of(stored, game)
        except Diverged as e:
            log.error("battle %s can't be replayed: %s", battle_id, e)
            return await self._fall_back(system, stored)

    async def _fall_back(self, system: System[Any], stored: Stored) -> Session:
        """Go on from the newest checkpoint this version can use, and say so."""
        kept = effective(list(stored.journal))
        for checkpoint in reversed(stored.checkpoints):
            if all(e.seq != checkpoint.seq for e in kept):
                continue
            snowflake = f"update {stored.journal[-1].seq}"
            try:
                source = dice(stored.row, stored.row.next_roll, snowflake)
                game = Game[Any].fall_back(system, stored.journal, checkpoint, source)
            except Exception:
                log.exception("battle %s: checkpoint %s is of no use", stored.row.id, checkpoint.seq)
                continue
            session = session_of(stored, game)
            session.batches = {}
            session.forget_since(checkpoint.seq)
            lost_swaps = sum(e.data.get("type") == SEATS for e in kept if e.kind == "event" and e.seq > checkpoint.seq)
            session.seated = game.state.swapped != bool(lost_swaps % 2)
            session.record(len(stored.journal), snowflake)
            lost = sum(e.kind == "answer" and e.seq > checkpoint.seq for e in kept)
            await self.commit(session, Outcome(stored.row.id), {"notice": str(Text(WENT_BACK, n=lost))})
            return session
        raise ServiceError(
            "This version of the referee can't go on with this battle. It is stored whole: please tell the bot's host."
        )

    async def commit(
        self,
        session: Session,
        outcome: Outcome,
        changed: dict[str, Any] | None = None,
        seats: Sequence[Seat] = (),
        marks: Mapping[str, Any] | None = None,
        blames: Sequence[Blame] = (),
    ) -> Outcome:
        """Store everything, in one transaction; only then is anything acknowledged.

        ``changed`` are columns of the battle's row that don't follow from the game, ``seats`` those with a new player,
        ``marks`` settings of the battle, ``blames`` who is answerable for a defeat.
        """
        values = dict(changed or {})
        session.finish(outcome)
        if any(e.kind != "word" for e in outcome.entries):
            # What was asked of the opponent was about a position that is past, and a player who moves has been told.
            values = {"request": None} | ({"notice": ""} if outcome.sides else {}) | values
        values = session.columns() | values
        checkpoints, gone = session.checkpoint_changes()
        people = await self.hours(session.row)
        questions = [] if values.get("status", "running") != "running" else session.ask(self.clock(), people)
        batches, banks = session.changes_beside()  # asking has moved the clocks
        try:
            with metrics.timed(metrics.COMMITS):
                await self.database.games.append(
                    session.row.id,
                    session.row.version,
                    outcome.entries,
                    session.new_trail,
                    checkpoints,
                    gone,
                    questions,
                    batches,
                    values,
                    swap=session.swaps,
                    seats=seats,
                    banks_=banks,
                    marks=marks,
                    blames=blames,
                    back_to=session.back_to,
                    ended=session.ended,
                )
        except BaseException:
            self.forget(session.row.id)
            raise
        for e in outcome.entries:
            if e.kind == "answer":
                metrics.ANSWERS.labels(e.data.get("note", {}).get("by") or "player").inc()
        if values.get("status", "running") != "running":
            metrics.BATTLES.labels(values["status"]).inc()
        session.committed(values)
        for hear in self.hearers:
            hear(session.row.id)
        outcome.notice = outcome.notice or session.row.notice
        outcome.open = session.open() if session.row.status == "running" else []
        return outcome

    # -- time ---------------------------------------------------------------------------------------------------

    async def hours(self, row: BattleRow) -> Mapping[int, Hours]:
        """When time passes for those who lead the sides of a battle."""
        wanted = await self.wanted(row)
        return {u: hours(row.mode, row.limits.quiet, p, row.pauses) for u, p in wanted.items()}

    async def wanted(self, row: BattleRow) -> Mapping[int, Preferences]:
        """Preferences of those who lead the sides of a battle."""
        users = {s.user for s in row.seats}
        known = await self.database.settings.named(PREFERENCES, [f"user:{u}" for u in users])
        now = self.clock()
        return {u: read(known.get(f"user:{u}", {}), now) for u in users}

    async def refresh(self, session: Session) -> bool:
        """Reckon deadlines anew, as when a player has gone on vacation; whether any has changed."""
        if session.row.status != "running":
            return False
        old = dict(session.questions)
        found = session.ask(self.clock(), await self.hours(session.row))
        if session.questions == old:
            return False
        await self.database.games.put_questions(session.row.id, session.row.version, found)
        session.written()
        return True


def session_of(stored: Stored, game: Game[Any]) -> Session:
    """A battle in memory, of what is stored of it and the game resumed from that."""
    return Session(
        stored.row,
        game,
        policies=stored.policies,
        batches=stored.batches,
        questions=stored.questions,
        banks=stored.banks,
        stored=stored.journal[-1].seq,
        checkpoints=stored.checkpoints,
    )
