"""Battles in memory: one lock each, the most recently used ones kept, every change stored before it counts."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import time
from collections import OrderedDict, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy.exc import NoResultFound

from bot.service.hours import Hours, Preferences, hours, read
from bot.service.model import Battle, Outcome, ServiceError, Unreadable
from bot.service.session import Session, dice
from bot.storage import BattleRow, Database, Seat, Stored
from bot.storage.answerable import Blame
from bot.storage.versions import SecondWriter
from engine.kernel.chart_pack import PackError
from engine.kernel.events import SeatsSwapped
from engine.kernel.game import Diverged, Game
from engine.kernel.journal import effective
from engine.kernel.text import Refusal, Text, refuse
from engine.systems import registry

log = logging.getLogger("hexarch")

IN_MEMORY = 64
"""Battles kept loaded; the others are resumed from their checkpoints when somebody looks at them."""

AT_HAND = 8
"""Battles of which also is kept what was worked out for their open questions; the others work it out again."""

SYSTEMS = 16
"""Rule systems bound to a scenario kept in memory: battles of one scenario share theirs."""

SEATS = SeatsSwapped.model_fields["type"].default
"""Type of the event by which players change seats."""

WENT_BACK = (
    "This version of the referee judges something differently that had happened in your battle. It goes on from an "
    "earlier position, shown on the map; {n:answer|answers} given since {n:=was|were} taken back. Sorry! "
    "Nothing else is lost."
)

PREFERENCES = "preferences"
"""Setting of a user: what he wants in all of his battles."""

SystemFor = Callable[[dict[str, Any]], Any]
Loader = Callable[[str], dict[str, Any]]
Value = TypeVar("Value")
Part = TypeVar("Part", bound="Sessions")
Given = ParamSpec("Given")

ATTEMPTS = 5
"""How often a move is tried anew because another process has moved in the battle meanwhile."""

UNREADABLE = "The scenario stored with battle {battle} can't be read; please tell the bot's host."

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
                self._sessions.pop(e.battle, None)
        raise ServiceError(OVERTAKEN)

    return run


def _load_scenario(key: str) -> dict[str, Any]:
    import scenarios  # knows every rule system, which nothing else here needs

    try:
        return scenarios.load(key).model_dump(mode="json")
    except scenarios.ScenarioError as e:
        refuse("{why}", why=str(e))


class Sessions:
    """What every part of the service builds on."""

    def __init__(
        self,
        database: Database,
        *,
        system_for: SystemFor = registry.system_for,
        load_scenario: Loader = _load_scenario,
        clock: Callable[[], float] = time.time,
        in_memory: int = IN_MEMORY,
        untimed: bool = False,
    ) -> None:
        """``clock`` gives seconds since 1970. ``untimed``: answers have a time limit only where one was agreed."""
        self.untimed = untimed
        self.database = database
        self.clock = clock
        self.in_memory = in_memory
        self._system_for = system_for
        self._load_scenario = load_scenario
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._systems: OrderedDict[str, Any] = OrderedDict()
        self._sides: OrderedDict[str, tuple[tuple[str, str], ...]] = OrderedDict()
        self._unreadable: set[str] = set()
        """Battles whose scenario can't be read, of which the log has told."""

    # -- battles as everybody may know them ---------------------------------------------------------------------

    async def battle(self, battle_id: str) -> Battle:
        """A battle by id. Refused for an unknown one."""
        row = await self.database.battles.get(battle_id)
        if row is None:
            refuse("There is no such battle.")
        return await self._public(row)

    async def _public(self, row: BattleRow) -> Battle:
        sides = self._sides.get(row.id)
        if sides is None:
            try:
                document = json.loads(await self.database.battles.scenario(row.id))
                found = tuple((s["id"], s.get("name", s["id"])) for s in document["sides"])
            except (NoResultFound, ValueError, LookupError, TypeError, AttributeError) as e:
                raise Unreadable(UNREADABLE.format(battle=row.id)) from e
            sides = _keep(self._sides, row.id, found, 4096)
        return Battle(row, sides)

    async def _all_public(self, rows: Sequence[BattleRow]) -> list[Battle]:
        """Several battles. One whose scenario can't be read is left out, and logged once: the others go on."""
        found: list[Battle] = []
        for row in rows:
            try:
                found.append(await self._public(row))
            except Unreadable as e:
                if row.id not in self._unreadable:
                    self._unreadable.add(row.id)
                    log.error("%s It is left out of lists, and nothing is done for it.", e, exc_info=e)
        return found

    # -- sessions -----------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _session(self, battle_id: str) -> AsyncIterator[Session]:
        """The battle, loaded and locked. What isn't stored when it is left is forgotten."""
        async with self._locks[battle_id]:
            session = self._sessions.get(battle_id)
            if session is None or not await self._current(session):
                session = await self._load(battle_id)
            self._remember(session)
            try:
                yield session
            except BaseException as e:
                if session.changed or not isinstance(e, Refusal):
                    self._sessions.pop(battle_id, None)
                raise
            if session.changed:
                self._sessions.pop(battle_id, None)
                raise ServiceError("Something was left unstored; nothing has changed.")

    async def _current(self, session: Session) -> bool:
        """Whether a battle in memory is as it is stored. While nobody else can write to it, it is."""
        lease = self.database.lease
        if lease.held and session.term == lease.term:
            return True
        if await self.database.battles.version(session.row.id) != session.row.version:
            return False
        session.term = lease.term
        return True

    @asynccontextmanager
    async def _turn(self, battle_id: str, user_id: int) -> AsyncIterator[tuple[Session, Battle]]:
        """The session of a battle under way, for one of its players."""
        async with self._session(battle_id) as session:
            battle = await self._public(session.row)
            if battle.status != "running":
                refuse("This battle is over.")
            if not battle.sides_of(user_id):
                refuse("You have no side in this battle.")
            yield session, battle

    def _remember(self, session: Session) -> None:
        session.untimed = self.untimed
        _keep(self._sessions, session.row.id, session, self.in_memory)
        idle = next(itertools.islice(reversed(self._sessions.values()), AT_HAND, None), None)
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
        system = self._system(stored.scenario)
        kept = {e.seq for e in effective(list(stored.journal))}
        usable = [c for c in stored.checkpoints if c.seq in kept]
        try:
            if not usable and stored.journal[0].kind != "start":
                stored = await self.database.games.load(battle_id, whole=True) or stored
                return _session_of(stored, Game.resume(system, stored.journal))
            game = Game.resume(system, stored.journal, usable[-1] if usable else None, usable[:-1])
            return _session_of(stored, game)
        except Diverged as e:
            log.error("battle %s can't be replayed: %s", battle_id, e)
            return await self._fall_back(system, stored)

    async def _fall_back(self, system: Any, stored: Stored) -> Session:
        """Go on from the newest checkpoint this version can use, and say so."""
        kept = effective(list(stored.journal))
        for checkpoint in reversed(stored.checkpoints):
            if all(e.seq != checkpoint.seq for e in kept):
                continue
            snowflake = f"update {stored.journal[-1].seq}"
            try:
                source = dice(stored.row, stored.row.next_roll, snowflake)
                game = Game.fall_back(system, stored.journal, checkpoint, source)
            except Exception:
                log.exception("battle %s: checkpoint %s is of no use", stored.row.id, checkpoint.seq)
                continue
            session = _session_of(stored, game)
            session.batches = {}
            lost_swaps = sum(e.data.get("type") == SEATS for e in kept if e.kind == "event" and e.seq > checkpoint.seq)
            session.seated = game.state.swapped != bool(lost_swaps % 2)
            session.record(len(stored.journal), snowflake)
            lost = sum(e.kind == "answer" and e.seq > checkpoint.seq for e in kept)
            await self._commit(session, Outcome(stored.row.id), {"notice": str(Text(WENT_BACK, n=lost))})
            return session
        raise ServiceError(
            "This version of the referee can't go on with this battle. It is stored whole: please tell the bot's host."
        )

    def _system(self, scenario: str) -> Any:
        """The rules bound to a scenario document, given as JSON."""
        known = self._systems.get(scenario)
        if known is not None:
            return known
        try:
            return _keep(self._systems, scenario, self._system_for(json.loads(scenario)), SYSTEMS)
        except PackError as e:
            # Playing on without the corrections would be another game.
            log.error("a stored chart pack no longer fits the charts: %s", e)
            raise ServiceError(
                "This version of the referee no longer knows some cells of this battle's chart pack. "
                "The battle is stored whole: please tell the bot's host."
            ) from e

    async def _commit(
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
        people = await self._hours(session.row)
        try:
            await self.database.games.append(
                session.row.id,
                session.row.version,
                outcome.entries,
                session.new_trail,
                checkpoints,
                gone,
                [] if values.get("status", "running") != "running" else session.ask(self.clock(), people),
                session.batches,
                values,
                swap=session.swaps,
                seats=seats,
                banks_=session.clocks.banks,
                marks=marks,
                blames=blames,
            )
        except BaseException:
            self._sessions.pop(session.row.id, None)
            raise
        session.committed(values)
        outcome.notice = outcome.notice or session.row.notice
        outcome.open = session.open() if session.row.status == "running" else []
        return outcome

    # -- time ---------------------------------------------------------------------------------------------------

    async def _hours(self, row: BattleRow) -> Mapping[int, Hours]:
        """When time passes for those who lead the sides of a battle."""
        wanted = await self._wanted(row)
        return {u: hours(row.mode, row.limits.quiet, p, row.pauses) for u, p in wanted.items()}

    async def _wanted(self, row: BattleRow) -> Mapping[int, Preferences]:
        """Preferences of those who lead the sides of a battle."""
        users = {s.user for s in row.seats}
        known = await self.database.settings.named(PREFERENCES, [f"user:{u}" for u in users])
        now = self.clock()
        return {u: read(known.get(f"user:{u}", {}), now) for u in users}

    async def _refresh(self, session: Session) -> bool:
        """Reckon deadlines anew, as when a player has gone on vacation; whether any has changed."""
        if session.row.status != "running":
            return False
        old = dict(session.questions)
        found = session.ask(self.clock(), await self._hours(session.row))
        if session.questions == old:
            return False
        await self.database.games.put_questions(session.row.id, session.row.version, found)
        session.written()
        return True


def _session_of(stored: Stored, game: Game[Any]) -> Session:
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


def _keep(kept: OrderedDict[str, Value], key: str, value: Value, most: int) -> Value:
    """Keep a value as the most recently used one, and at most ``most``."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
    return value
