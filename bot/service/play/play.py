"""Moves: answers and written orders."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, TypeAlias

from bot.notation import answered, parse
from bot.service.model import Battle, Open, Outcome, Preview
from bot.service.play import membership
from bot.service.play.lookahead import look_ahead
from bot.service.sessions.session import Session, Waiting
from bot.service.sessions.sessions import Sessions, anew
from bot.storage import Database
from engine.kernel.ahead import Ahead
from engine.kernel.decisions import Answer, Command, Decision
from engine.kernel.game import Game
from engine.kernel.journal import Entry
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, refuse

log = logging.getLogger("hexarch")


Orders: TypeAlias = "str | Sequence[Statement]"
"""Written orders: the text, or what was made of it already."""


class Play:
    """Answering the open decisions."""

    def __init__(self, database: Database, sessions: Sessions) -> None:
        self.database = database
        self.sessions = sessions

    # -- looking ------------------------------------------------------------------------------------------------

    async def game(self, battle_id: str) -> Game[Any]:
        """The battle in memory. Look, don't touch; use :meth:`Game.fork` to try things."""
        async with self.sessions.session(battle_id) as session:
            return session.game

    async def entries(self, battle_id: str, since: int = 0) -> list[Entry]:
        """The stored journal from entry ``since`` on."""
        if battle_id in self.sessions:
            async with self.sessions.session(battle_id) as session:
                journal = session.game.journal
                if journal[0].seq <= since:
                    return [e for e in journal if e.seq >= since]
        return list(await self.database.games.journal(battle_id, since))

    async def look(self, battle_id: str) -> tuple[Battle, Game[Any] | None, tuple[Open, ...]]:
        """A battle, its game and its open questions, of one moment; no game before it has begun.

        Refused for an unknown one.
        """
        if battle_id not in self.sessions:
            battle = await self.sessions.battles.get(battle_id)
            if not battle.begun:
                return battle, None, ()
        async with self.sessions.session(battle_id) as session:
            battle = await self.sessions.battles.public(session.row)
            return battle, session.game, tuple(session.open()) if battle.status == "running" else ()

    async def open_questions(self, battle_id: str) -> list[Open]:
        """Decisions waiting for an answer now."""
        async with self.sessions.session(battle_id) as session:
            return session.open() if session.row.status == "running" else []

    # -- moving -------------------------------------------------------------------------------------------------

    @anew
    async def answer(
        self,
        battle_id: str,
        user_id: int,
        token: int,
        answer: Answer,
        entropy: int | str,
        side: str | None = None,
        then: Sequence[Ahead] = (),
    ) -> Outcome:
        """Answer the question with that token. Refused for others, for stale tokens, and for illegal answers.

        ``side`` tells which question is meant to one who plays both sides; else it is the first of theirs. ``then``
        answers what this side is asked at once afterwards, as long as that is what was foreseen; else it is asked.
        """
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            side, decision = _asked(session, battle, user_id, token, answer, side)
            outcome = Outcome(battle_id, battle.sides_of(user_id))
            session.give(side, answer, str(entropy))
            if isinstance(decision, Command):
                # Written orders that were still waiting here were held back for the player, who has decided otherwise.
                session.batches.pop(side, None)
            await session.carry_on(outcome, str(entropy))
            for ahead in then:
                given = _gives(session, user_id, side, ahead, str(entropy))
                if not given and not ahead.proposed:
                    break
                outcome.followed += 1
                if given:
                    await session.carry_on(outcome, str(entropy))
            return await self.sessions.commit(session, outcome)

    async def check_answer(self, battle_id: str, user_id: int, token: int, answer: Answer, side: str) -> None:
        """Refuse what :meth:`answer` would refuse, and change nothing."""
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            _, decision = _asked(session, battle, user_id, token, answer, side)
            decision.check(answer)

    @anew
    async def order(self, battle_id: str, user_id: int, orders: Orders, entropy: int | str) -> Outcome:
        """Carry out written orders: on until somebody else has to decide; the rest waits and goes on by itself.

        Refused, and nothing done, when the first order can't be carried out; later ones that can't are skipped.
        """
        statements = statements_of(orders)
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            side = _side_to_order(session, battle, user_id)
            decision = session.game.decision_for(side)
            assert decision is not None
            for statement in statements:
                membership.check(session.row, session.game, user_id, decision, [statement])
            outcome = Outcome(battle_id, battle.sides_of(user_id))
            answer, used = answered(session.game, decision, statements)
            session.give(side, answer, str(entropy))
            outcome.done = used
            rest = statements[used:]
            # Who answers a question in between, and writes nothing more, means the waiting orders to go on.
            if not session.swaps and (rest or isinstance(decision, Command) or side not in session.batches):
                session.batches[side] = Waiting.behind(rest)
            await session.carry_on(outcome, str(entropy))
            return await self.sessions.commit(session, outcome)

    @anew
    async def drop_batch(self, battle_id: str, user_id: int) -> list[str]:
        """Forget the player's waiting orders; returns them."""
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            dropped = [s for side in battle.sides_of(user_id) for s in session.batches.pop(side, Waiting()).texts]
            await self.sessions.commit(session, Outcome(battle_id))
            return dropped

    async def preview(self, battle_id: str, user_id: int, orders: Orders) -> Preview:
        """What written orders would do, up to the first roll or choice of the opponent. Changes nothing."""
        statements = statements_of(orders)
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            side = _side_to_order(session, battle, user_id)
            return look_ahead(session.game.fork((side,)), side, statements)


def _gives(session: Session, user_id: int, side: str, ahead: Ahead, entropy: str) -> bool:
    """Answer a question that was foreseen, if it is asked; False where it isn't, or isn't this user's to answer."""
    decision = session.game.decision_for(side)
    answer = ahead.answer_to(decision)
    if session.swaps or decision is None or answer is None:
        return False
    try:
        membership.check(session.row, session.game, user_id, decision, answer)
        session.give(side, answer, entropy)
    except Refusal:
        return False
    return True


def statements_of(orders: Orders) -> list[Statement]:
    """What was written, parsed if it isn't yet. Refused where there is nothing in it."""
    statements = parse(orders) if isinstance(orders, str) else [*orders]
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
