"""Moves: answers, written orders, and what happens when a player's time is up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.notation import bind, parse
from bot.service import limits
from bot.service.lookahead import look_ahead
from bot.service.model import Automatic, Battle, Open, Outcome, Preview
from bot.service.session import Session
from bot.service.sessions import Sessions
from bot.service.standing import words
from bot.storage import Batch, Question
from engine.kernel.decisions import Answer, Command
from engine.kernel.game import Game
from engine.kernel.journal import Entry
from engine.kernel.statement import Statement
from engine.kernel.text import refuse

log = logging.getLogger("hexarch")


class Play(Sessions):
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

    async def answer(
        self, battle_id: str, user_id: int, token: int, answer: Answer, entropy: int | str, side: str | None = None
    ) -> Outcome:
        """Answer the question with that token. Refused for others, for stale tokens, and for illegal answers.

        ``side`` tells which question is meant to one who plays both sides; the first of his otherwise.
        """
        async with self._turn(battle_id, user_id) as (session, battle):
            own = [s for s in battle.sides_of(user_id) if side in (None, s)]
            side = _side_asked(session, battle, own, token)
            decision = session.game.decision_for(side)
            outcome = Outcome(battle_id, battle.sides_of(user_id))
            session.give(side, answer, str(entropy))
            if isinstance(decision, Command):
                # Written orders that were still waiting here were held back for the player; he has decided otherwise.
                session.batches.pop(side, None)
            await session.carry_on(outcome, str(entropy))
            return await self._commit(session, outcome)

    async def order(self, battle_id: str, user_id: int, text: str, entropy: int | str) -> Outcome:
        """Carry out written orders: on until somebody else has to decide; the rest waits and goes on by itself.

        Refused, and nothing done, when the first order can't be carried out; later ones that can't are skipped.
        """
        statements = _statements(text)
        async with self._turn(battle_id, user_id) as (session, battle):
            side = _side_to_order(session, battle, user_id)
            decision = session.game.decision_for(side)
            assert decision is not None
            outcome = Outcome(battle_id, battle.sides_of(user_id))
            answer, used = bind(session.game, decision, statements)
            session.give(side, answer, str(entropy))
            outcome.done = used
            rest = [str(s) for s in statements[used:]]
            # Who answers a question in between, and writes nothing more, means his waiting orders to go on.
            if not session.swaps and (rest or isinstance(decision, Command) or side not in session.batches):
                session.batches[side] = Batch(rest)
            await session.carry_on(outcome, str(entropy))
            return await self._commit(session, outcome)

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
        for q in await self.database.games.questions_due(self.clock() if now is None else now):
            try:
                outcome = await self._time_is_up(q)
            except Exception:
                # One battle that can't go on must not keep the others waiting.
                log.exception("battle %s: the default could not be given", q.battle)
                continue
            if outcome is not None:
                outcomes.append(outcome)
        return outcomes

    async def _time_is_up(self, q: Question) -> Outcome | None:
        async with self._session(q.battle) as session:
            decision = session.game.decision_for(q.side)
            if session.questions.get(q.side) != q or decision is None or session.row.status != "running":
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

    async def remind(self, now: float | None = None) -> list[Question]:
        """Questions half of whose time has passed, each told once; those with short limits never."""
        at = self.clock() if now is None else now
        found: list[Question] = []
        for q in await self.database.games.questions_with_limit():
            assert q.due is not None
            if q.reminded or q.due <= at or q.due - q.asked < limits.REMIND_FROM or at < (q.asked + q.due) / 2:
                continue
            async with self._session(q.battle) as session:
                if session.questions.get(q.side) == q:
                    session.questions[q.side] = replace(q, reminded=True)
                    await self.database.games.put_questions(q.battle, list(session.questions.values()))
                    found.append(session.questions[q.side])
        return found

    async def resume_all(self) -> list[Battle]:
        """Load every battle under way once, as after an update; returns those that have a notice for their players."""
        told: list[Battle] = []
        for row in await self.database.battles.running():
            try:
                async with self._session(row.id) as session:
                    if session.row.notice:
                        told.append(await self._public(session.row))
            except Exception:
                log.exception("battle %s can't be resumed", row.id)
            await asyncio.sleep(0)
        return told


def _statements(text: str) -> list[Statement]:
    statements = parse(text)
    if not statements:
        refuse("There is no order in that.")
    return statements


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
    waiting = " and ".join(battle.name(d.side) for d in session.open_decisions())
    refuse("It isn't your decision; the {side} must answer first.", side=waiting)
