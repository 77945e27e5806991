"""What happens when a player's time is up, or nearly so."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from bot.service.model import Automatic, Battle, Outcome, Reminder
from bot.service.play.standing_answers import words
from bot.service.play.standstills import Stuck
from bot.service.sessions.battles import Battles
from bot.service.sessions.sessions import PREFERENCES, Sessions, anew
from bot.service.time import limits
from bot.service.time.hours import Preferences, hours, read
from bot.service.time.pauses import Pauses
from bot.storage import Database, Question
from bot.storage.repository import SecondWriter
from bot.storage.trouble import DatabaseTrouble
from bot.stumbles import Stumbles
from engine.kernel.decisions import Command

log = logging.getLogger("hexarch")

REMINDED_AT_ONCE = 60
"""Reminders of one look at most: deadlines don't wait for all that fall due together."""


TOLD = 2
"""Failures in a row after which a battle's players are told: one may be over with the next look."""


_Task = tuple[Literal["answer", "remind"], str, str, int]
"""What is done about a question: its battle, its side and its token."""
_Question = tuple[str, str, int, float | None]
"""A question and its deadline: battle, side, token, and seconds since 1970."""


class Deadlines:
    """Answers in time, and reminders before."""

    def __init__(self, database: Database, battles: Battles, sessions: Sessions, pauses: Pauses) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions
        self.pauses = pauses
        self._stumbles: Stumbles[_Task] = Stumbles()
        self._stuck: list[Stuck] = []
        self._half: dict[_Question, float] = {}
        """When half of the time has passed of the questions that nobody was reminded of yet."""

    def stuck(self) -> list[Stuck]:
        """Battles that have turned out to be stuck since this was last asked: of each question once."""
        found, self._stuck = self._stuck, []
        return found

    async def due(self, now: float | None = None) -> list[Outcome]:
        """Answer every question whose time is up with its default.

        The entropy of rolls this causes is the question's token: fixed long before, so nobody could choose it. What
        fails is tried again after a while, later each time.
        """
        outcomes: list[Outcome] = []
        at = self.sessions.clock() if now is None else now
        late = await self.database.games.questions_due(at)
        asked: set[_Task] = {("answer", q.battle, q.side, q.token) for q in late}
        self._stumbles.keep({task for task in self._stumbles if task[0] != "answer"} | asked)
        stand = await self.pauses.standing() if late else {}
        for q in late:
            task: _Task = "answer", q.battle, q.side, q.token
            if q.battle in stand or self._stumbles.rests(task, at):
                continue
            try:
                outcome = await self._time_is_up(q, at)
            except SecondWriter as e:
                self.sessions.forget(e.battle)  # another process was quicker; the next look sees what there is then
                continue
            except Exception as e:
                # One battle that can't go on must not keep the others waiting.
                reference = self._stumbles.stumbled(task, at, f"battle {q.battle}: the default could not be given", e)
                if self._stumbles.tries(task) == TOLD and not isinstance(e, DatabaseTrouble):
                    self._stuck.append(Stuck(q.battle, q.side, q.token, type(e).__name__, reference))
                continue
            self._stumbles.done(task)
            if outcome is not None:
                outcomes.append(outcome)
        return outcomes

    async def _time_is_up(self, q: Question, at: float) -> Outcome | None:
        async with self.sessions.session(q.battle) as session:
            await self.sessions.refresh(session)  # somebody may have gone on vacation while this process was down
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
            return await self.sessions.commit(session, outcome)

    async def remind(self, now: float | None = None) -> AsyncIterator[Reminder]:
        """Whom to remind, and how, as they want it (:class:`Preferences`); of each question once.

        A question counts as reminded of when its reminder is given out: who is killed in between loses one, not all.
        """
        at = self.sessions.clock() if now is None else now
        waiting = [q for q in await self.database.games.questions_with_limit() if not q.reminded and (q.due or 0) > at]
        known = await self.database.settings.named(PREFERENCES) if waiting else {}
        wanted = {owner: read(values, at) for owner, values in known.items()}
        earliest = max([p.before or 0.0 for p in wanted.values()], default=0.0)
        half = await self._half_times(waiting, wanted)
        close = [q for q in waiting if at >= min(half[_known_as(q)], (q.due or 0) - earliest)]
        stand = await self.pauses.standing() if close else {}
        rows = {row.id: row for row in await self.database.battles.running() if row.id not in stand} if close else {}
        found = 0
        for q in close:
            if found >= REMINDED_AT_ONCE:
                return
            row = rows.get(q.battle)
            if row is None or hours(row.mode, row.limits.quiet).wakes(at) > at:
                continue
            able = [s.user for s in row.seats if s.side == q.side] + [m.user for m in row.teammates if m.side == q.side]
            middle = half[_known_as(q)]
            willing = {u for u in able if _wants_reminder(wanted.get(f"user:{u}", Preferences()), q, at, middle)}
            task: _Task = "remind", q.battle, q.side, q.token
            if not willing or self._stumbles.rests(task, at):
                continue
            try:
                reminder = await self._reminder(q, willing)
            except Exception as e:
                self._stumbles.stumbled(task, at, f"battle {q.battle}: nobody could be reminded", e)
                continue
            self._stumbles.done(task)
            if reminder is not None:
                how = wanted.get(f"user:{reminder.user}", Preferences()).reminders
                found += 1
                yield replace(reminder, dm=how == "dm")

    async def _half_times(
        self, waiting: Sequence[Question], wanted: Mapping[str, Preferences]
    ) -> Mapping[_Question, float]:
        """When half of the time of each question has passed that counts, in seconds since 1970.

        A battle that stood still, a vacation or a night mustn't use it up.
        """
        known = {_known_as(q): self._half[_known_as(q)] for q in waiting if _known_as(q) in self._half}
        fresh = [q for q in waiting if _known_as(q) not in known]
        rows = {row.id: row for row in await self.database.battles.running()} if fresh else {}
        for q in fresh:
            due, row = q.due or q.asked, rows.get(q.battle)
            if row is None:
                known[_known_as(q)] = (q.asked + due) / 2
                continue
            leader = next((s.user for s in row.seats if s.side == q.side), None)
            passes = hours(row.mode, row.limits.quiet, wanted.get(f"user:{leader}"), row.pauses)
            known[_known_as(q)] = passes.due(q.asked, passes.counted(q.asked, due) / 2)
        self._half = known
        return known

    @anew
    async def _reminder(self, q: Question, willing: Collection[int]) -> Reminder | None:
        """Mark a question as reminded of, if the one who is asked wants to be reminded now."""
        async with self.sessions.session(q.battle) as session:
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
            prompt = None if asked.decision.secret else asked.decision.prompt
            return Reminder(q.battle, q.side, q.token, asked.user, asked.due, prompt=prompt)

    async def resumed(self) -> AsyncIterator[Battle]:
        """Every battle under way, loaded once, as after an update, and with its notice if its players have to be told.

        One after the other: whoever does something about each has it in memory then. One that can't be resumed is
        logged, and comes as it is stored.
        """
        for battle in await self.database.battles.under_way():
            try:
                async with self.sessions.session(battle) as session:
                    await self.sessions.refresh(session)
            except Exception:
                log.exception("battle %s can't be resumed", battle)
            row = await self.database.battles.get(battle)
            if row is not None:  # it may have been deleted meanwhile
                yield await self.battles.public(row)
            await asyncio.sleep(0)


def _known_as(q: Question) -> _Question:
    return q.battle, q.side, q.token, q.due


def _wants_reminder(p: Preferences, q: Question, at: float, half: float) -> bool:
    """Whether it is time to remind a player of a question, as they want it; ``half`` of its time has passed then."""
    if p.reminders in ("none", "digest") or p.away_until is not None or p.sleeps(at) or q.due is None:
        return False
    length = q.due - q.asked
    if p.before is not None and p.before < length:
        return at >= q.due - p.before
    return length >= limits.REMIND_FROM and at >= half
