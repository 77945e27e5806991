"""The service: battles by id, one lock each, the most recently used ones in memory."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections import OrderedDict, defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from bot.notation import bind, parse
from bot.service import standing
from bot.service.model import Battle, Open, Outcome, Preview, ServiceError, Undo
from bot.service.session import LIMITS, Session
from bot.storage import BattleRow, Database, PolicyRow, Post, Seat
from engine.fairdice import Chain, FairDice, Trail, TrailHeader
from engine.kernel.decisions import Answer
from engine.kernel.dice import ForcedDice, Modifier, OutOfDice, Roll, RollRequest, settle
from engine.kernel.events import Event
from engine.kernel.game import Diverged, Game, events_of
from engine.kernel.journal import Entry, effective
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, refuse
from engine.systems import registry

MODES = ("live", "correspondence")
IN_MEMORY = 64
"""Battles kept loaded; the others are resumed from their checkpoint when somebody moves."""
MOST_STATEMENTS = 200
PHRASE = 100
"""Longest join phrase, in characters."""

SystemFor = Callable[[dict[str, Any]], Any]
Loader = Callable[[str], dict[str, Any]]


def _load_scenario(key: str) -> dict[str, Any]:
    import scenarios

    try:
        return scenarios.load(key).model_dump(mode="json")
    except KeyError:
        refuse("There is no battle {key}.", key=key)


class Service:
    """Use :meth:`open`. Every method that changes a battle has stored the change when it returns."""

    def __init__(
        self,
        database: Database,
        *,
        system_for: SystemFor = registry.system_for,
        load_scenario: Loader = _load_scenario,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.database = database
        self.clock = clock
        self._system_for = system_for
        self._load_scenario = load_scenario
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._sides: dict[str, tuple[tuple[str, str], ...]] = {}

    @classmethod
    async def open(cls, url: str, **options: Any) -> Service:
        """Open (and, if need be, make or migrate) the database at an SQLAlchemy URL."""
        return cls(await Database.open(url), **options)

    async def close(self) -> None:
        await self.database.close()

    # -- battles ------------------------------------------------------------------------------------------------

    async def create(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        scenario_key: str,
        options: dict[str, bool] | None = None,
        mode: str = "correspondence",
    ) -> Battle:
        """A new battle, open for players. Refused where the channel has one that isn't over."""
        if mode not in MODES:
            refuse("A battle is played live or by correspondence.")
        if await self.battle_in(channel_id) is not None:
            refuse("This channel has a battle already; finish or abandon it first.")
        document = self._load_scenario(scenario_key)
        allowed = document.get("optional_rules", ())
        for case in options or {}:
            if case not in allowed:
                refuse("{case} is no optional rule of this battle.", case=case)
        battle = secrets.token_hex(4)
        await self.database.add_battle(
            {
                "id": battle,
                "guild": guild_id,
                "channel": channel_id,
                "creator": user_id,
                "scenario_key": scenario_key,
                "scenario": json.dumps(document),
                "title": document.get("title", scenario_key),
                "options": json.dumps(options or {}),
                "mode": mode,
                "status": "open",
                "outcome": "",
                "created": self.clock(),
                "seed": None,
                "next_roll": 1,
                "trail_seq": 0,
                "trail_head": "",
                "undo_request": None,
            }
        )
        return await self.battle(battle)

    async def battle(self, battle_id: str) -> Battle:
        """A battle by id. Refused for an unknown one."""
        row = await self.database.battle(battle_id)
        if row is None:
            refuse("There is no such battle.")
        return await self._public(row)

    async def _public(self, row: BattleRow) -> Battle:
        sides = self._sides.get(row.id)
        if sides is None:
            document = await self.database.scenario(row.id)
            sides = self._sides[row.id] = tuple((s["id"], s.get("name", s["id"])) for s in document["sides"])
        return Battle(row, sides)

    async def battle_in(self, channel_id: int) -> Battle | None:
        """The battle of a channel that is open or running."""
        for row in await self.database.battles_in_channel(channel_id):
            if row.status in ("open", "running"):
                return await self._public(row)
        return None

    async def last_battle_in(self, channel_id: int) -> Battle | None:
        """The channel's battle, finished or not; the newest one."""
        rows = await self.database.battles_in_channel(channel_id)
        return await self._public(rows[0]) if rows else None

    async def battles(self, guild_id: int) -> list[Battle]:
        """Every battle of a server, newest first."""
        return [await self._public(r) for r in await self.database.battles_in_guild(guild_id)]

    async def running(self) -> list[Battle]:
        return [await self._public(r) for r in await self.database.running()]

    async def join(self, battle_id: str, user_id: int, side: str, phrase: str = "") -> Battle:
        """Take a side. The phrase goes into every roll, so that nobody can have arranged the dice."""
        battle = await self.battle(battle_id)
        if battle.status != "open":
            refuse("This battle has begun.")
        if side not in dict(battle.sides):
            refuse("The sides are {sides}.", sides=" and ".join(n for _, n in battle.sides))
        if len(phrase) > PHRASE:
            refuse("A phrase has at most {n} characters.", n=PHRASE)
        phrase = phrase or secrets.token_hex(8)
        if not await self.database.take_seat(battle_id, Seat(side, user_id, phrase), self.clock()):
            refuse("The {side} have a player already.", side=battle.name(side))
        return await self.battle(battle_id)

    async def leave(self, battle_id: str, user_id: int) -> Battle:
        """Give up one's side before the battle."""
        battle = await self.battle(battle_id)
        if battle.status != "open":
            refuse("The battle has begun: resign instead.")
        if not battle.sides_of(user_id):
            refuse("You have no side in this battle.")
        for side in battle.sides_of(user_id):
            await self.database.leave_seat(battle_id, side)
        return await self.battle(battle_id)

    async def start(self, battle_id: str, user_id: int, entropy: int | str) -> Outcome:
        """Begin: make the secret chain, publish s_0, run to the first decision."""
        async with self._locks[battle_id]:
            battle = await self.battle(battle_id)
            if battle.status != "open":
                refuse("This battle has begun.")
            if user_id != battle.creator and not battle.sides_of(user_id):
                refuse("Only its players or its creator start a battle.")
            free = [name for side, name in battle.sides if battle.player(side) is None]
            if free:
                refuse("Nobody plays the {sides} yet.", sides=" and ".join(free))
            document = await self.database.scenario(battle_id)
            seed = secrets.token_bytes(32)
            header = _header(battle.row, seed)
            system = self._system_for(document)
            row = replace(battle.row, seed=seed, trail_head=header.genesis)
            snowflake = str(entropy)
            game = Game.start(
                system,
                registry.initial_state(system, row.options),
                FairDice(Chain(seed), row.id, row.next_roll, header.entropy(snowflake)),
                {"scenario": row.scenario_key, "options": row.options},
            )
            session = Session(row, game, header, [], {}, [])
            session.stored = 0
            session.policies = await self.database.policies(battle_id)
            session.record(0, snowflake)
            outcome = Outcome(battle_id)
            session.carry_on(outcome, snowflake)
            return await self._commit(session, outcome, status="running", seed=seed)

    async def resign(self, battle_id: str, user_id: int) -> Battle:
        """Give the battle up."""
        battle = await self._playing(battle_id, user_id)
        side = battle.sides_of(user_id)[0]
        winner = " and ".join(name for s, name in battle.sides if s != side)
        await self._end(battle_id, "finished", f"The {battle.name(side)} resign: the {winner} win.")
        return await self.battle(battle_id)

    async def abandon(self, battle_id: str, user_id: int, *, referee: bool = False) -> Battle:
        """Break the battle off without a result: its creator, a player before the start, or a referee."""
        battle = await self.battle(battle_id)
        if battle.status not in ("open", "running"):
            refuse("This battle is over.")
        if not referee and user_id != battle.creator:
            refuse("Only its creator or a referee abandons a battle; a player may resign.")
        await self._end(battle_id, "abandoned", "The battle was abandoned.")
        return await self.battle(battle_id)

    async def _end(self, battle_id: str, status: str, outcome: str) -> None:
        async with self._locks[battle_id]:
            await self.database.append(battle_id, [], [], None, [], {}, status=status, outcome=outcome)
            self._sessions.pop(battle_id, None)

    async def set_mode(self, battle_id: str, user_id: int, mode: str) -> Battle:
        """Play on live or by correspondence; open questions get the new limit."""
        battle = await self.battle(battle_id)
        if mode not in MODES:
            refuse("A battle is played live or by correspondence.")
        if user_id != battle.creator and not battle.sides_of(user_id):
            refuse("Only players change how a battle is played.")
        async with self._locks[battle_id]:
            await self.database.update_battle(battle_id, mode=mode)
            await self.database.set_due(battle_id, self.clock() + LIMITS[mode])
            self._sessions.pop(battle_id, None)
        return await self.battle(battle_id)

    async def rebind(self, battle_id: str, channel_id: int) -> Battle:
        """Move the battle to another channel."""
        if await self.battle_in(channel_id) is not None:
            refuse("That channel has a battle already.")
        await self.database.update_battle(battle_id, channel=channel_id)
        self._sessions.pop(battle_id, None)
        return await self.battle(battle_id)

    async def _playing(self, battle_id: str, user_id: int) -> Battle:
        battle = await self.battle(battle_id)
        if battle.status == "open":
            refuse("The battle hasn't begun.")
        if battle.status != "running":
            refuse("This battle is over.")
        if not battle.sides_of(user_id):
            refuse("You have no side in this battle.")
        return battle

    # -- sessions -----------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _session(self, battle_id: str) -> AsyncIterator[Session]:
        """The battle, loaded and locked. Whatever goes wrong inside, it is loaded afresh next time."""
        async with self._locks[battle_id]:
            session = self._sessions.get(battle_id)
            if session is None:
                session = await self._load(battle_id)
                self._sessions[battle_id] = session
            self._sessions.move_to_end(battle_id)
            while len(self._sessions) > IN_MEMORY:
                self._sessions.popitem(last=False)
            try:
                yield session
            except Refusal:
                if session.new_trail or len(session.game.journal) != session.stored:
                    self._sessions.pop(battle_id, None)
                raise
            except BaseException:
                self._sessions.pop(battle_id, None)
                raise

    async def _load(self, battle_id: str) -> Session:
        row = await self.database.battle(battle_id)
        if row is None:
            refuse("There is no such battle.")
        if row.seed is None:
            refuse("The battle hasn't begun.")
        system = self._system_for(await self.database.scenario(battle_id))
        game = await self._resume(system, battle_id)
        session = Session(
            row,
            game,
            _header(row, row.seed),
            await self.database.policies(battle_id),
            await self.database.batches(battle_id),
            await self.database.questions(battle_id),
        )
        session.stored_checkpoint = game.checkpoint
        return session

    async def _resume(self, system: Any, battle_id: str, *, before: int | None = None) -> Game[Any]:
        """The game from its newest usable checkpoint (at or before entry ``before``), else from the start."""
        for checkpoint in await self.database.checkpoints(battle_id):
            if before is not None and checkpoint.seq > before:
                continue
            tail = await self.database.entries(battle_id, since=checkpoint.seq)
            if any(e.kind == "undo" and e.data["to"] < checkpoint.seq for e in tail):
                continue
            try:
                return Game.resume(system, tail, checkpoint)
            except Diverged as e:
                raise ServiceError(f"This battle can't be replayed beyond entry {e.seq} by this version.") from e
        return Game.resume(system, await self.database.entries(battle_id))

    async def _commit(self, session: Session, outcome: Outcome, **values: Any) -> Outcome:
        """Store everything; only then is anything acknowledged."""
        session.finish(outcome)
        now = self.clock()
        questions = session.open_questions(now)
        if outcome.over:
            values["status"] = "finished"
            values["outcome"] = session.game.state.outcome or "The battle is over."
        checkpoint = session.game.checkpoint
        if checkpoint == session.stored_checkpoint:
            checkpoint = None
        try:
            await self.database.append(
                session.row.id,
                outcome.entries,
                session.new_trail,
                checkpoint,
                questions,
                session.batches,
                next_roll=session.next_roll,
                trail_seq=session.writer.seq,
                trail_head=session.writer.head,
                **values,
            )
        except BaseException:
            self._sessions.pop(session.row.id, None)
            raise
        session.committed()
        row = await self.database.battle(session.row.id)
        assert row is not None
        session.row = row
        outcome.open = self._open(session)
        self._sessions[session.row.id] = session
        return outcome

    def _open(self, session: Session) -> list[Open]:
        players = {s.side: s.user for s in session.row.seats}
        found = []
        for side, q in session.questions.items():
            decision = session.game.decision_for(side)
            if decision is not None:
                found.append(Open(side, players.get(side), q.token, decision, q.asked, q.due))
        return found

    # -- reading ------------------------------------------------------------------------------------------------

    async def game(self, battle_id: str) -> Game[Any]:
        """The battle in memory. Look, don't touch; use :meth:`Game.fork` to try things."""
        async with self._session(battle_id) as session:
            return session.game

    async def entries(self, battle_id: str, since: int = 0) -> list[Entry]:
        """The stored journal from entry ``since`` on."""
        return await self.database.entries(battle_id, since=since)

    async def open_questions(self, battle_id: str) -> list[Open]:
        """Decisions waiting for an answer now."""
        async with self._session(battle_id) as session:
            if not session.questions and session.game.pending and session.row.status == "running":
                session.open_questions(self.clock())
            return self._open(session) if session.row.status == "running" else []

    # -- playing ------------------------------------------------------------------------------------------------

    async def answer(self, battle_id: str, user_id: int, token: int, answer: Answer, entropy: int | str) -> Outcome:
        """Answer the question with that token. Refused for others, for stale tokens, and for illegal answers."""
        battle = await self._playing(battle_id, user_id)
        async with self._session(battle_id) as session:
            side = next(
                (s for s, q in session.questions.items() if q.token == token and s in battle.sides_of(user_id)), None
            )
            if side is None:
                asked = [s for s, q in session.questions.items() if q.token == token]
                if asked:
                    refuse("This question is for the {side}.", side=" and ".join(battle.name(s) for s in asked))
                refuse("This question has been answered already.")
            outcome = Outcome(battle_id)
            session.give(side, answer, str(entropy))
            session.carry_on(outcome, str(entropy))
            return await self._commit(session, outcome)

    async def order(self, battle_id: str, user_id: int, text: str, entropy: int | str) -> Outcome:
        """Carry out written orders: on until somebody else has to decide; the rest waits and goes on by itself."""
        battle = await self._playing(battle_id, user_id)
        statements = _statements(text)
        async with self._session(battle_id) as session:
            side = _asked_side(session, battle, user_id)
            decision = session.game.decision_for(side)
            assert decision is not None
            outcome = Outcome(battle_id)
            answer, used = bind(session.game, decision, statements)
            session.give(side, answer, str(entropy))
            outcome.done = used
            session.batches[side] = [str(s) for s in statements[used:]]
            session.carry_on(outcome, str(entropy))
            return await self._commit(session, outcome)

    async def drop_batch(self, battle_id: str, user_id: int) -> list[str]:
        """Forget the player's waiting orders; returns them."""
        battle = await self._playing(battle_id, user_id)
        async with self._session(battle_id) as session:
            dropped = [s for side in battle.sides_of(user_id) for s in session.batches.pop(side, [])]
            await self._commit(session, Outcome(battle_id))
            return dropped

    async def preview(self, battle_id: str, user_id: int, text: str) -> Preview:
        """What written orders would do, up to the first roll or choice. Changes nothing."""
        battle = await self._playing(battle_id, user_id)
        statements = _statements(text)
        async with self._session(battle_id) as session:
            side = _asked_side(session, battle, user_id)
            return _look_ahead(session.game.fork(), side, statements)

    # -- take-back ----------------------------------------------------------------------------------------------

    async def undo(self, battle_id: str, user_id: int) -> Undo:
        """Take back one's last order: at once while it is free, else by asking the opponent."""
        battle = await self._playing(battle_id, user_id)
        async with self._session(battle_id) as session:
            for side in battle.sides_of(user_id):
                to = session.game.free_undo(side)
                if to is not None:
                    return Undo(True, outcome=await self._go_back(session, to, side))
            side = battle.sides_of(user_id)[0]
            to = await self._last_order(battle_id, side)
            if to is None:
                refuse("You have given no order yet.")
            opponent = next(s for s, _ in battle.sides if s != side)
            if opponent in battle.sides_of(user_id):
                return Undo(True, outcome=await self._go_back(session, to, side))
            await self.database.update_battle(battle_id, undo_request=json.dumps({"side": side, "to": to}))
            return Undo(False, asks=opponent)

    async def consent(self, battle_id: str, user_id: int, agree: bool) -> Outcome | None:
        """The opponent's word on a take-back; None when he declines."""
        battle = await self._playing(battle_id, user_id)
        request = battle.row.undo_request
        if request is None:
            refuse("Nobody asks for a take-back.")
        if request["side"] in battle.sides_of(user_id):
            refuse("Your opponent decides about your take-back.")
        async with self._session(battle_id) as session:
            if not agree:
                await self.database.update_battle(battle_id, undo_request=None)
                return None
            return await self._go_back(session, request["to"], request["side"])

    async def _last_order(self, battle_id: str, side: str) -> int | None:
        for e in reversed(effective(await self.database.entries(battle_id))):
            if e.kind == "answer" and e.data["side"] == side:
                return e.seq - 1
        return None

    async def _go_back(self, session: Session, to: int, side: str) -> Outcome:
        if all(c.seq > to for c in session.game.checkpoints) or session.game.journal[0].seq > to:
            session.game = await self._resume(session.game.system, session.row.id, before=to)
            session.stored = len(session.game.journal)
        mark = len(session.game.journal)
        session.game.undo(to, side)
        session.record(mark, "undo")
        session.batches = {}
        return await self._commit(session, Outcome(session.row.id), undo_request=None)

    # -- standing orders ----------------------------------------------------------------------------------------

    async def policies(self, battle_id: str, user_id: int) -> list[PolicyRow]:
        """The player's own standing orders; nobody else sees them."""
        battle = await self.battle(battle_id)
        return [p for side in battle.sides_of(user_id) for p in await self.database.policies(battle_id, side)]

    async def set_policy(
        self, battle_id: str, user_id: int, kind: str, answer: str, scope: str = "*", side: str | None = None
    ) -> PolicyRow:
        """Give a standing order: always, never, ask, or ``if:CONDITION``, for the side, a group of units or one unit."""
        battle = await self._playing(battle_id, user_id)
        async with self._session(battle_id) as session:
            kinds = {p.kind: p for p in session.game.system.policies}
            if kind not in kinds:
                refuse("Standing orders are about: {kinds}.", kinds=", ".join(kinds))
            standing.check(answer, list(kinds[kind].conditions))
            if not re.fullmatch(r"\*|[A-Za-z]{1,20}\d{0,3}", scope):
                refuse("A standing order is for a unit (THC3), a group (THC) or the whole side (*).")
            policy = PolicyRow(
                side if side in battle.sides_of(user_id) and side else battle.sides_of(user_id)[0], scope, kind, answer
            )
            await self.database.set_policy(battle_id, policy)
            session.policies = await self.database.policies(battle_id)
            return policy

    async def clear_policy(self, battle_id: str, user_id: int, kind: str, scope: str = "*") -> bool:
        """Take a standing order back; False when there was none."""
        battle = await self._playing(battle_id, user_id)
        async with self._session(battle_id) as session:
            gone = [
                await self.database.clear_policy(battle_id, PolicyRow(side, scope, kind, ""))
                for side in battle.sides_of(user_id)
            ]
            session.policies = await self.database.policies(battle_id)
            return any(gone)

    # -- deadlines ----------------------------------------------------------------------------------------------

    async def due(self, now: float | None = None) -> list[Outcome]:
        """Answer every question whose time is up with its default."""
        outcomes: list[Outcome] = []
        for q in await self.database.questions_due(self.clock() if now is None else now):
            row = await self.database.battle(q.battle)
            if row is None or row.status != "running":
                continue
            async with self._session(q.battle) as session:
                if session.questions.get(q.side, q).token != q.token:
                    continue
                decision = session.game.decision_for(q.side)
                if decision is None:
                    continue
                snowflake = f"deadline {q.token}"
                outcome = Outcome(q.battle, auto=[f"{decision.kind}: time is up, the default answers"])
                session.batches.pop(q.side, None)
                session.give(q.side, decision.default, snowflake)
                session.carry_on(outcome, snowflake)
                outcomes.append(await self._commit(session, outcome))
        return outcomes

    # -- dice ---------------------------------------------------------------------------------------------------

    async def roll(self, battle_id: str, user_id: int, spec: str, entropy: int | str, name: str = "") -> Roll:
        """House dice ("3d6+2") through the battle's trail."""
        count, faces, bonus = parse_roll(spec)
        battle = await self.battle(battle_id)
        if battle.status != "running":
            refuse("Dice are rolled in a battle that has begun.")
        async with self._session(battle_id) as session:
            request = RollRequest(
                purpose="house",
                side=battle.side_of(user_id) or "",
                text=f"{name or 'house roll'}: {spec}",
                rule="",
                count=count,
                faces=faces,
                modifiers=(Modifier(value=bonus, reason="as asked"),) if bonus else (),
            )
            dice = session.dice(str(entropy))
            segment = session.game.state.segment
            n, thrown = dice.throw(request, segment)
            roll = settle(request, n, segment, thrown)
            session.new_trail.append(session.writer.roll(roll, str(entropy)))
            session.next_roll = n + 1
            await self._commit(session, Outcome(battle_id))
            return roll

    async def trail(self, battle_id: str) -> Trail:
        """The dice trail with the secrets of every segment that has ended."""
        battle = await self.battle(battle_id)
        row = battle.row
        if row.seed is None:
            refuse("The battle has no dice yet.")
        game = await self.game(battle_id)
        ended = game.state.segment - 1 if row.status == "running" else game.state.segment
        chain = Chain(row.seed)
        return Trail(
            header=_header(row, row.seed),
            entries=tuple(await self.database.trail(battle_id)),
            secrets={i: chain.secret(i).hex() for i in range(1, ended + 1)},
            head=row.trail_head,
        )

    # -- posts --------------------------------------------------------------------------------------------------

    async def put_post(self, post: Post) -> None:
        await self.database.put_post(post)

    async def posts(self, battle_id: str, kind: str | None = None) -> list[Post]:
        return await self.database.posts(battle_id, kind)

    async def drop_post(self, battle_id: str, kind: str, key: str) -> None:
        await self.database.drop_post(battle_id, kind, key)


ROLL = re.compile(r"\s*(\d{0,3})\s*[dD]\s*(\d{1,4})\s*(?:([+-])\s*(\d{1,4}))?\s*")


def parse_roll(spec: str) -> tuple[int, int, int]:
    """Dice, faces and bonus of "3d6+2".

    >>> parse_roll("3d6+2"), parse_roll("d10")
    ((3, 6, 2), (1, 10, 0))
    """
    match = ROLL.fullmatch(spec[:40])
    if match is None:
        refuse("Write dice like 3d6+2 or d10.")
    count, faces = int(match[1] or 1), int(match[2])
    bonus = int(match[4] or 0) * (-1 if match[3] == "-" else 1)
    if not 1 <= count <= 100 or not 2 <= faces <= 1000:
        refuse("At most 100 dice of 2 to 1000 faces.")
    return count, faces, bonus


def _statements(text: str) -> list[Statement]:
    statements = parse(text)
    if not statements:
        refuse("There is no order in that.")
    if len(statements) > MOST_STATEMENTS:
        refuse("At most {n} orders at a time.", n=MOST_STATEMENTS)
    return statements


def _asked_side(session: Session, battle: Battle, user_id: int) -> str:
    """The user's side that has to decide now."""
    for side in battle.sides_of(user_id):
        if session.game.decision_for(side) is not None:
            return side
    waiting = ", ".join(battle.name(d.side) for d in session.game.pending)
    refuse("It isn't your decision; the {side} must answer first.", side=waiting)


def _look_ahead(game: Game[Any], side: str, statements: Sequence[Statement]) -> Preview:
    events: list[Event] = []
    left = list(statements)
    stop, refused = "", ""
    while left and not stop and not refused:
        decision = game.decision_for(side)
        if decision is None:
            asked = game.pending[0] if game.pending else None
            stop = str(asked.prompt) if asked is not None else "the battle is over"
            break
        dice = _NoDice(game, len(game.journal))
        try:
            answer, used = bind(game, decision, left)
            mark = len(game.journal)
            game.answer(side, answer, dice)
            events += events_of(game.system, game.journal[mark:])
            del left[:used]
        except OutOfDice as e:
            events += dice.seen
            stop = e.request.text
        except Refusal as no:
            refused = str(no)
    return Preview(tuple(str(s) for s in statements), tuple(events), stop, refused)


class _NoDice(ForcedDice):
    """Remembers what had happened when the first die was wanted."""

    def __init__(self, game: Game[Any], mark: int) -> None:
        super().__init__([])
        self.game = game
        self.mark = mark
        self.seen: list[Event] = []

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        self.seen = events_of(self.game.system, self.game.journal[self.mark :])
        raise OutOfDice(request)


def _header(row: BattleRow, seed: bytes) -> TrailHeader:
    return TrailHeader(
        game=row.id,
        title=row.title,
        commitment=Chain(seed).commitment,
        phrases={s.side: s.phrase for s in row.seats},
    )
