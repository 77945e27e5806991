"""Taking back: freely up to the last roll or the opponent's last answer, further with their consent."""

from __future__ import annotations

from typing import Any

from bot.service.computers.adviser import Adviser
from bot.service.computers.stand_ins import REQUEST, StandIns
from bot.service.model import Outcome, Undo
from bot.service.play.endings import Endings
from bot.service.play.standing_answers import words
from bot.service.sessions.battles import Battles
from bot.service.sessions.session import Session
from bot.service.sessions.sessions import Sessions, anew
from bot.service.time.timekeeping import Timekeeping
from bot.storage import Database
from bot.storage.battles import limits_of
from bot.storage.repository import SecondWriter
from engine.kernel.answers import is_order
from engine.kernel.decisions import Command
from engine.kernel.game import Checkpoint, Diverged, Game
from engine.kernel.journal import Entry, effective
from engine.kernel.system import System
from engine.kernel.text import Text, refuse


class TakeBacks:
    """What one side may ask of the other."""

    def __init__(
        self,
        database: Database,
        battles: Battles,
        sessions: Sessions,
        timekeeping: Timekeeping,
        endings: Endings,
        adviser: Adviser,
        stand_ins: StandIns,
    ) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions
        self.timekeeping = timekeeping
        self.endings = endings
        self.adviser = adviser
        self.stand_ins = stand_ins

    async def of(self, battle_id: str) -> list[tuple[int, int]]:
        """Every take-back of a battle: its journal entry, and the last entry that counted after it."""
        return await self.database.watchers.taken_back(battle_id)

    @anew
    async def undo(self, battle_id: str, user_id: int) -> Undo:
        """Take back one's last order: at once while it is free, else by asking the opponent.

        What is asked lapses when the battle goes on.
        """
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            own = battle.sides_of(user_id)
            for side in own:
                to = session.game.free_undo(side)
                if to is not None:
                    return await self._back(session, to, side, own)
            await self.load_journal(session)
            last = session.game.last_answer(own)
            if last is None:
                refuse("You have given no order yet.")
            side, to = last
            opponent = next((s for s, _ in battle.sides if s not in own), None)
            if opponent is None:
                return await self._back(session, to, side, own)
            request = {"kind": "undo", "side": side, "to": to}
            await self.sessions.commit(session, Outcome(battle_id), {"request": request})
            return self._asked(session, to, opponent)

    @anew
    async def consent(self, battle_id: str, user_id: int, agree: bool, key: str | None = None) -> Outcome | None:
        """The opponent's word on what is asked of them; None when they decline, and before the battle.

        ``key`` is the :attr:`Battle.request_key` of what is meant; None for whatever is asked now.
        """
        if (await self.battles.get(battle_id)).status == "open":
            await self.timekeeping.consent_before(battle_id, user_id, agree, key)
            return None
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            request = session.row.request
            if request is None or key not in (None, battle.request_key):
                refuse("Nobody asks anything of you; the battle may have gone on since.")
            own = battle.led_by(user_id)
            if not own:
                refuse("That is for the leader of your side to agree to.")
            if request["side"] in own:
                refuse("That is for your opponent to agree to.")
            if not agree:
                await self.sessions.commit(
                    session, Outcome(battle_id), {"request": None}, marks=self.endings.declined(session, request)
                )
                return None
            if request["kind"] == "draw":
                return await self.endings.drawn(session)
            if request["kind"] == "mode":
                return await self.timekeeping.change_mode(session, request["mode"])
            if request["kind"] == "limits":
                return await self.timekeeping.change_limits(session, limits_of(request))
            if request["kind"] == "advice":
                return await self.adviser.agree(session)
            if request["kind"] == REQUEST:
                return await self.stand_ins.agree(session, request)
            return await self._go_back(session, request["to"], request["side"], own)

    def _asked(self, session: Session, to: int, opponent: str) -> Undo:
        """What the opponent is asked to have taken back."""
        game: Game[Any] = session.game
        kept = effective(game.journal)
        since = tuple(e for e in kept if e.seq > to)
        system: System[Any] = game.system
        try:
            before = Game[Any].resume(system, [e for e in kept if e.seq <= to], _checkpoint(game, to))
        except Diverged:
            return Undo(False, asks=opponent, since=since)
        return Undo(False, opponent, said_of(before, _answer_after(game, to)), before=before, since=since)

    async def _back(self, session: Session, to: int, side: str, sides: tuple[str, ...]) -> Undo:
        answer = _answer_after(session.game, to)
        outcome = await self._go_back(session, to, side, sides)
        return Undo(True, outcome=outcome, what=said_of(session.game, answer))

    async def _go_back(self, session: Session, to: int, side: str, sides: tuple[str, ...]) -> Outcome:
        await self.take_back(session, to, side)
        return await self.sessions.commit(session, Outcome(session.row.id, sides))

    async def take_back(self, session: Session, to: int, by: str) -> None:
        """Go back to the question after entry ``to``; still to be stored."""
        if all(c.seq > to for c in session.game.checkpoints):
            await self.load_journal(session)
        mark = len(session.game.journal)
        try:
            session.game.undo(to, by)
        except Diverged:
            refuse("That lies before what this version of the referee can replay: it can't be gone back to.")
        session.record(mark, "undo")
        session.clocks.taken_back(by)
        # What was written for a position that is gone is not carried out in another.
        session.batches = {}
        session.forget_since(to)

    async def load_journal(self, session: Session) -> None:
        """Have the whole journal in memory: what lies before the kept checkpoints too."""
        if session.game.journal[0].kind != "start":
            journal = list(await self.database.games.journal(session.row.id))
            if journal[-1].seq != session.game.journal[-1].seq:
                raise SecondWriter(session.row.id)
            session.game.journal = journal


def _checkpoint(game: Game[Any], to: int) -> Checkpoint | None:
    """The latest one from which entry ``to`` is reached; None where it is the beginning."""
    return next((c for c in reversed(game.checkpoints) if c.seq <= to), None)


def _answer_after(game: Game[Any], to: int) -> Entry | None:
    """The answer that is taken back by going back to entry ``to``."""
    return game.following(to, "answer")


def said_of(game: Game[Any], taken: Entry | None) -> tuple[Text, ...]:
    """What was answered to the question that is asked again, in its words; () for what is secret."""
    if taken is None:
        return ()
    decision = game.decision_for(taken.data["side"])
    if decision is None or decision.secret:
        return ()
    answer = game.system.answers.validate_python(taken.data["answer"])
    if not isinstance(decision, Command):
        return words(decision, answer)
    return (Text("{order}", order=str(game.system.write(answer))),) if is_order(answer.do) else ()
