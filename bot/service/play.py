"""Moves: answers, written orders, and what happens when a player's time is up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from bot.notation import bind, parse
from bot.service import limits, membership
from bot.service.hours import Preferences, hours, read
from bot.service.lookahead import look_ahead
from bot.service.model import Automatic, Battle, Open, Outcome, Preview, Reminder
from bot.service.pauses import Pausing
from bot.service.session import Session
from bot.service.sessions import PREFERENCES, anew
from bot.service.standing import words
from bot.storage import Batch, Question
from engine.kernel.decisions import Answer, Command, Decision
from engine.kernel.game import Game
from engine.kernel.journal import Entry
from engine.kernel.statement import Statement
from engine.kernel.text import refuse

log = logging.getLogger("hexarch")


class Play(Pausing):
    """Answering the open decisions."""

    # -- looking ------------------------------------------------------------------------------------------------

    async def game(self, battle_id: str) -> Game[Any]:
        """The battle in memory. Look, don't touch; use :meth:`Game.fork` to try things."""
        async with self._session(battle_id) as session:
            return session.game

    async def entries(self, battle_id: str, since: int = 0) -> list[Entry]:
        """The stored journal from entry ``since`` on."""
        return list(await self.database.games.journal(battle_id, since))

    async def open_questions(self, battle_id: str) -> list[Open]:
        """Decisions waiting for an answer now."""
        async with self._session(battle_id) as session:
            return session.open() if session.row.status == "running" else []

    # -- moving -------------------------------------------------------------------------------------------------

    @anew
    async def answer(
        self, battle_id: str, user_id: int, token: int, answer: Answer, entropy: int | str, side: str | None = None
    ) -> Outcome:
        """Answer the question with that token. Refused for others, for stale tokens, and for illegal answers.

        ``side`` tells which question is meant to one who plays both sides; the first of his otherwise.
        """
        async with self._turn(battle_id, user_id) as (session, battle):
            side, decision = _asked(session, battle, user_id, token, answer, side)
            outcome = Outcome(battle_id, battle.sides_of(user_id))
            session.give(side, answer, str(entropy))
            if isinstance(decision, Command):
                # Written orders that were still waiting here were held back for the player; he has decided otherwise.
                session.batches.pop(side, None)
            await session.carry_on(outcome, str(entropy))
            return await self._commit(session, outcome)

    async def check_answer(self, battle_id: str, user_id: int, token: int, answer: Answer, side: str) -> None:
        """Refuse what :meth:`answer` would refuse, and change nothing."""
        async with self._turn(battle_id, user_id) as (session, battle):
            _, decision = _asked(session, battle, user_id, token, answer, side)
            decision.check(answer)

    @anew
    async def order(self, battle_id: str, user_id: int, text: str, entropy: int | str) -> Outcome:
        """Carry out written orders: on until somebody else has to decide; the rest waits and goes on by itself.

        Refused, and nothing done, when the first order can't be carried out; later ones that can't are skipped.
        """
        statements = _statements(text)
        async with self._turn(battle_id, user_id) as (session, battle):
            side = _side_to_order(session, battle, user_id)
            decision = session.game.decision_for(side)
            assert decision is not None
            for statement in statements:
                membership.check(session.row, session.game, user_id, decision, [statement])
            outcome = Outcome(battle_id, battle.sides_of(user_id))
            answer, used = bind(session.game, decision, statements)
            session.give(side, answer, str(entropy))
            outcome.done = used
            rest = [s.typed for s in statements[used:]]
            # Who answers a question in between, and writes nothing more, means his waiting orders to go on.
            if not session.swaps and (rest or isinstance(decision, Command) or side not in session.batches):
                session.batches[side] = Batch(rest)
            await session.carry_on(outcome, str(entropy))
            return await self._commit(session, outcome)

    @anew
    async def drop_batch(self, battle_id: str, user_id: int) -> list[str]:
        """Forget the player's waiting orders; returns them."""
        async with self._turn(battle_id, user_id) as (session, battle):
            dropped = [s for side in battle.sides_of(user_id) for s in session.batches.pop(side, Batch()).left]
            await self._commit(session, Outcome(battle_id))
            return dropped

    async def preview(self, battle_id: str, user_id: int, text: str) -> Preview:
        """What written orders would do, up to the first roll or choice of the opponent. Changes nothing."""
        statements = _statements(text)
        async with self._turn(battle_id, user_id) as (session, battle):
            side = _side_to_order(session, battle, user_id)
            return look_ahead(session.game.fork((side,)), side, statements)

    # -- deadlines ----------------------------------------------------------------------------------------------

    async def due(self, now: float | None = None) -> list[Outcome]:
        """Answer every question whose time is up with its default.

        The entropy of rolls this causes is the question's token: fixed long before, so nobody could choose it.
        """
        outcomes: list[Outcome] = []
        at = self.clock() if now is None else now
        late = await self.database.games.questions_due(at)
        stand = await self.pauses() if late else {}
        for q in late:
            if q.battle in stand:
                continue
            try:
                outcome = await self._time_is_up(q, at)
            except Exception:
                # One battle that can't go on must not keep the others waiting.
                log.exception("battle %s: the default could not be given", q.battle)
                continue
            if outcome is not None:
                outcomes.append(outcome)
        return outcomes

    async def _time_is_up(self, q: Question, at: float) -> Outcome | None:
        async with self._session(q.battle) as session:
            await self._refresh(session)  # he may have gone on vacation while this process was down
            decision = session.game.decision_for(q.side)
            known = session.questions.get(q.side)
            if (
                known is None
                or known.token != q.token
                or known.due is None
                or known.due > at
                or decision is None
                or session.row.status != "running"
            ):
                return None
            snowflake = f"deadline {q.token}"
            outcome = Outcome(q.battle)
            answer = session.default(decision)
            outcome.auto.append(Automatic(q.side, "deadline", decision.prompt, words(decision, answer)))
            session.give(q.side, answer, snowflake, {"by": "deadline"})
            if isinstance(decision, Command):
                session.batches.pop(q.side, None)
            await session.carry_on(outcome, snowflake)
            return await self._commit(session, outcome)

    async def remind(self, now: float | None = None) -> list[Reminder]:
        """Whom to remind, and how, as they want it (:class:`Preferences`); of each question once."""
        at = self.clock() if now is None else now
        waiting = [q for q in await self.database.games.questions_with_limit() if not q.reminded and (q.due or 0) > at]
        known = await self.database.settings.named(PREFERENCES) if waiting else {}
        wanted = {owner: read(values, at) for owner, values in known.items()}
        earliest = max([p.before or 0.0 for p in wanted.values()], default=0.0)
        close = [q for q in waiting if at >= min(_half(q), (q.due or 0) - earliest)]
        stand = await self.pauses() if close else {}
        rows = {row.id: row for row in await self.database.battles.running() if row.id not in stand} if close else {}
        found: list[Reminder] = []
        for q in close:
            row = rows.get(q.battle)
            if row is None or hours(row.mode, row.limits.quiet).wakes(at) > at:
                continue
            able = [s.user for s in row.seats if s.side == q.side] + [m.user for m in row.teammates if m.side == q.side]
            willing = {u for u in able if _wants_reminder(wanted.get(f"user:{u}", Preferences()), q, at)}
            if willing and (reminder := await self._reminder(q, willing)):
                how = wanted.get(f"user:{reminder.user}", Preferences()).reminders
                found.append(replace(reminder, dm=how == "dm"))
        return found

    @anew
    async def _reminder(self, q: Question, willing: Collection[int]) -> Reminder | None:
        """Mark a question as reminded of, if the one who is asked wants to be reminded now."""
        async with self._session(q.battle) as session:
            asked = next((o for o in session.open() if o.side == q.side and o.token == q.token), None)
            known = session.questions.get(q.side)
            if (
                asked is None
                or asked.user is None
                or asked.user not in willing
                or asked.due is None
                or known is None
                or known.reminded
            ):
                return None
            session.questions[q.side] = replace(known, reminded=True)
            await self.database.games.put_questions(q.battle, session.row.version, list(session.questions.values()))
            session.written()
            return Reminder(q.battle, q.side, q.token, asked.user, asked.due)

    async def resume_all(self) -> list[Battle]:
        """Load every battle under way once, as after an update; returns those that have a notice for their players."""
        told: list[Battle] = []
        for row in await self.database.battles.running():
            try:
                async with self._session(row.id) as session:
                    await self._refresh(session)
                    if session.row.notice:
                        told.append(await self._public(session.row))
            except Exception:
                log.exception("battle %s can't be resumed", row.id)
            await asyncio.sleep(0)
        return told


def _half(q: Question) -> float:
    return (q.asked + (q.due or q.asked)) / 2


def _wants_reminder(p: Preferences, q: Question, at: float) -> bool:
    """Whether it is time to remind a player of a question, as he wants it."""
    if p.reminders == "none" or p.away_until is not None or p.sleeps(at) or q.due is None:
        return False
    length = q.due - q.asked
    if p.before is not None and p.before < length:
        return at >= q.due - p.before
    return length >= limits.REMIND_FROM and at >= _half(q)


def _statements(text: str) -> list[Statement]:
    statements = parse(text)
    if not statements:
        refuse("There is no order in that.")
    return statements


def _asked(
    session: Session, battle: Battle, user_id: int, token: int, answer: Answer, side: str | None
) -> tuple[str, Decision]:
    """Side and question a user may answer so. Raises Refusal."""
    side = _side_asked(session, battle, [s for s in battle.sides_of(user_id) if side in (None, s)], token)
    decision = session.game.decision_for(side)
    assert decision is not None
    membership.check(session.row, session.game, user_id, decision, answer)
    return side, decision


def _side_asked(session: Session, battle: Battle, own: Sequence[str], token: int) -> str:
    """Which of a player's sides is asked the question with that token."""
    asked = [s for s, q in session.questions.items() if q.token == token]
    for side in asked:
        if side in own:
            return side
    others = " and ".join(battle.name(s) for s in asked)
    if asked and any(d.side in own for d in session.game.pending):
        refuse("You have answered this already; the {side} are still to answer.", side=others)
    if asked:
        refuse("This question is for the {side}.", side=others)
    refuse("This question has been answered already.")


def _side_to_order(session: Session, battle: Battle, user_id: int) -> str:
    """The user's side that has to decide now."""
    for side in battle.sides_of(user_id):
        if session.game.decision_for(side) is not None:
            return side
    asked = session.open_decisions()
    waiting = " and ".join(battle.name(d.side) for d in asked)
    rule = asked[0].rule if asked else ""
    refuse("It isn't your decision; the {side} must answer first.", rule=rule, side=waiting)
