"""First battles: begun on a drill ground, followed step by step, the other side played by the lesson.

A lesson is an ordinary battle: its journal, dice and orders are those of any other. What the learner does is judged by
what has happened in it, so that an order may be given with buttons or in writing. An answer that leads elsewhere is
taken back, so the next step can always be taken.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, replace

from bot.notation import bind, parse
from bot.service.lessons.cards import CARD, Card
from bot.service.lessons.progress import LESSON, Progress, Remark, judged, own_answers
from bot.service.model import Battle, Outcome
from bot.service.people.privacy import STOPPED
from bot.service.play.endings import Endings
from bot.service.play.takebacks import TakeBacks
from bot.service.sessions.battles import Battles
from bot.service.sessions.session import Session
from bot.service.sessions.sessions import Sessions, anew
from bot.service.setup.lobby import Lobby
from bot.storage import Database
from engine.kernel.answers import is_order
from engine.kernel.decisions import Answer, Command, Decision
from engine.kernel.journal import Entry, effective
from engine.kernel.text import Refusal, Text, refuse
from scenarios.lessons import Lesson, Step, lesson_of, offered

log = logging.getLogger("hexarch")

MOST = 100
"""Answers given unasked at a time: a lesson that needs more goes round in circles, and stops."""

NOTE = {"by": LESSON}
"""Of an answer given for the learner."""

LANGUAGE = "lesson-language"
"""Setting of a battle that is a lesson: what it is told in."""

BY = "Hexarch"
"""Who sets the ground up, as the journal has it."""

OVER = Text("The lesson is over.")
"""How a lesson ends that has come to its end."""


class Lessons:
    """First battles."""

    def __init__(
        self,
        database: Database,
        battles: Battles,
        sessions: Sessions,
        lobby: Lobby,
        takebacks: TakeBacks,
        endings: Endings,
    ) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions
        self.lobby = lobby
        self.takebacks = takebacks
        self.endings = endings
        self.languages: dict[str, str] = {}
        """Languages of lessons under way, by battle: asked for with every sentence."""

    async def load_languages(self) -> None:
        """Read which languages lessons are told in; once, before the first one goes on."""
        for owner, value in (await self.database.settings.named(LANGUAGE)).items():
            if isinstance(value, str):
                self.languages[owner.removeprefix("battle:")] = value

    async def speak(self, battle_id: str, language: str) -> None:
        """Tell a lesson in its learner's own language from now on: nobody else reads it, and what it names in its text
        are buttons of private panels."""
        if self.languages.get(battle_id) != language:
            self.languages[battle_id] = language
            await self.database.settings.put(f"battle:{battle_id}", LANGUAGE, language)

    # -- beginning and end --------------------------------------------------------------------------------------

    async def under_way(self, guild_id: int, user_id: int, system: str = "") -> Battle | None:
        """A user's lesson in a server, of one system or of any."""
        key = lesson_named(system).scenario if system else ""
        for battle in await self.battles.ongoing(guild_id):
            if battle.is_lesson and battle.creator == user_id and key in ("", battle.row.scenario_key):
                return battle
        return None

    async def begin(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        system: str,
        enemy: int,
        called: Callable[[str], str] = str,
        language: str = "",
    ) -> Battle:
        """Begin a system's lesson in a channel without a battle; ``enemy`` is the bot's own account, ``called`` puts
        its title into the learner's ``language``; "" for that of the server.

        Refused for a system without a lesson, and where the channel has a battle.
        """
        lesson = lesson_named(system)
        battle = await self.lobby.create(
            guild_id, channel_id, user_id, lesson.scenario, mode="live", lesson=True, called=called
        )
        if language:
            await self.speak(battle.id, language)
        for side, _ in battle.sides:
            await self.lobby.take_seat(battle.id, user_id if side == lesson.side else enemy, side)
        await self.lobby.start(battle.id, user_id, LESSON)
        return await self.follow(battle.id)

    async def stop(self, battle_id: str, user_id: int) -> Battle:
        """Break a lesson off. Refused for anybody but the learner."""
        async with self._led(battle_id, user_id) as (session, _):
            await self.endings.end(session, "abandoned", STOPPED)
        return await self.battles.get(battle_id)

    async def again(self, battle_id: str, user_id: int, enemy: int) -> Battle:
        """Begin the whole lesson anew in its channel."""
        battle = await self.stop(battle_id, user_id)
        system = battle.row.scenario_key.partition("/")[0]
        language = self.languages.get(battle_id, "")
        return await self.begin(battle.guild, battle.channel, user_id, system, enemy, language=language)

    # -- on the way ---------------------------------------------------------------------------------------------

    async def progress(self, battle_id: str) -> Progress:
        """Where a lesson stands."""
        return Progress.read((await self.database.settings.of(f"battle:{battle_id}", LESSON)).get(LESSON))

    async def step(self, battle: Battle) -> Step | None:
        """The step of a lesson that is under way; None where it is through."""
        steps = lesson_named(battle.row.scenario_key.partition("/")[0]).steps
        at = (await self.progress(battle.id)).step
        return steps[at] if at < len(steps) else None

    async def card(self, battle_id: str) -> Card:
        """The message that tells the step."""
        known = (await self.database.settings.of(f"battle:{battle_id}", CARD)).get(CARD)
        return Card(**known) if known else Card()

    async def put_card(self, battle_id: str, card: Card) -> None:
        """Note which message tells the step."""
        await self.database.settings.put(f"battle:{battle_id}", CARD, asdict(card))

    @anew
    async def follow(self, battle_id: str) -> Battle:
        """Bring a lesson to where the learner has to do something, whatever was done since; returns the battle.

        Nothing happens where the lesson is there already, and to a battle that is none.
        """
        battle = await self.sessions.look(battle_id)
        if not battle.is_lesson or battle.status != "running":
            return battle
        async with self.sessions.session(battle_id) as session:
            await self._follow(session, Outcome(battle_id))
        return await self.battles.get(battle_id)

    @anew
    async def show(self, battle_id: str, user_id: int) -> None:
        """Carry the step out in the learner's place."""
        async with self._led(battle_id, user_id) as (session, lesson):
            progress = await self.progress(battle_id)
            outcome = Outcome(battle_id)
            await self._back(session, lesson, progress)
            for order in lesson.steps[progress.step].show:
                while await self._answered_unasked(session, lesson, progress, outcome):
                    pass
                decision = session.game.decision_for(lesson.side)
                if decision is None:
                    break
                session.give(lesson.side, _bound(session, decision, [order]), LESSON)
            await self._follow(session, outcome, shown=progress.step)

    @anew
    async def back(self, battle_id: str, user_id: int) -> None:
        """Begin the step under way anew."""
        async with self._led(battle_id, user_id) as (session, lesson):
            progress = await self.progress(battle_id)
            if not await self._back(session, lesson, progress):
                refuse("You have done nothing in this step that could be taken back.")
            await self._follow(session, Outcome(battle_id))

    # -- inside -------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _led(self, battle_id: str, user_id: int) -> AsyncGenerator[tuple[Session, Lesson]]:
        """A lesson under way, for its learner."""
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            if not battle.is_lesson:
                refuse("This battle is no lesson.")
            await self.takebacks.load_journal(session)
            yield session, _lesson(session)

    async def _follow(self, session: Session, outcome: Outcome, shown: int = -1) -> None:
        """Go on until the learner is asked what the step is about, and store it."""
        lesson = _lesson(session)
        await self.takebacks.load_journal(session)
        known = progress = await self.progress(session.row.id)
        if progress.since < 0:
            self._set_up(session, lesson)
            progress = replace(progress, since=_now(session))
        for _ in range(MOST):
            if progress.step == len(lesson.steps):
                break
            going = await self._judged(session, lesson, progress, shown)
            if going != progress:
                progress = going
            elif session.game.over:
                if not (own := own_answers(lesson, _since(session, progress) or ())):
                    break
                # Whatever it was, it left the step no room: the battle is over without it.
                await self._to(session, lesson, own[0])
                progress = _slipped(session, progress)
            elif self._missed(session, lesson, progress):
                progress = _next(progress, _now(session), "missed")
            elif not await self._answered_unasked(session, lesson, progress, outcome):
                break
        else:
            log.error("battle %s: its lesson goes round in circles", session.row.id)
        if session.changed or progress != known:
            await self.sessions.commit(session, outcome, marks={LESSON: progress.stored()})
        if progress.step == len(lesson.steps) and session.row.status == "running":
            await self.endings.end(session, "abandoned", OVER)

    async def _judged(self, session: Session, lesson: Lesson, progress: Progress, shown: int) -> Progress:
        """The progress after what was done in the step."""
        entries = _since(session, progress)
        if entries is None:
            # What the learner took back reaches into an earlier step.
            return replace(progress, step=max(0, progress.step - 1), since=_now(session), remark="")
        finished, wrong = judged(lesson, lesson.steps[progress.step], entries)
        if finished is not None:
            return _next(progress, finished.seq, "shown" if progress.step == shown else "")
        if wrong is not None:
            await self._to(session, lesson, wrong)
            return _slipped(session, progress)
        if progress.remark == "hint" and any(e.seq > progress.hinted for e in own_answers(lesson, entries)):
            # Something was done since that leads there.
            return replace(progress, remark="")
        return progress

    def _set_up(self, session: Session, lesson: Lesson) -> None:
        game = session.game
        for request in lesson.setup:
            mark = len(game.journal)
            game.act(BY, game.system.act(game.state, request), session.dice(LESSON), lesson.why)
            session.record(mark, LESSON)

    async def _answered_unasked(self, session: Session, lesson: Lesson, progress: Progress, outcome: Outcome) -> bool:
        """Give one answer for the enemy, or for the learner to what the step isn't about; whether there was any.

        Standing orders, and what costs nothing, answer first, as in any battle.
        """
        before = _now(session)
        await session.carry_on(outcome, LESSON)
        if _now(session) != before:
            return True
        decision = next((d for d in session.open_decisions() if not _taught(lesson, progress, d)), None)
        if decision is None:
            return False
        mine = decision.side == lesson.side
        session.give(decision.side, self._unasked(session, lesson, progress, decision), LESSON, NOTE if mine else None)
        return True

    def _unasked(self, session: Session, lesson: Lesson, progress: Progress, decision: Decision) -> Answer:
        if decision.side == lesson.side:
            written = lesson.unasked.learner.get(decision.kind)
            return _bound(session, decision, [written] if written else [])
        if isinstance(decision, Command):
            return _bound(session, decision, lesson.steps[progress.step].enemy[_given(session, lesson, progress) :][:1])
        written = lesson.unasked.enemy.get(decision.kind)
        return _bound(session, decision, [written] if written else [])

    def _missed(self, session: Session, lesson: Lesson, progress: Progress) -> bool:
        """Whether the enemy has done what it was to do, and the learner is asked what the next step is about instead:
        the dice have left no room for this one.
        """
        step = lesson.steps[progress.step]
        decision = session.game.decision_for(lesson.side)
        if not step.enemy or decision is None or decision.kind in step.asks or progress.step + 1 >= len(lesson.steps):
            return False
        ready = decision.kind in lesson.steps[progress.step + 1].asks
        return ready and _given(session, lesson, progress) >= len(step.enemy)

    async def _back(self, session: Session, lesson: Lesson, progress: Progress) -> bool:
        """Take back whatever the learner has done in the step; whether there was anything."""
        own = own_answers(lesson, _since(session, progress) or ())
        if own:
            await self._to(session, lesson, own[0])
        return bool(own)

    async def _to(self, session: Session, lesson: Lesson, answer: Entry) -> None:
        """Take back an answer and what came after it."""
        kept = effective(session.game.journal)
        before = kept[next(n for n, e in enumerate(kept) if e.seq == answer.seq) - 1]
        await self.takebacks.take_back(session, before.seq, lesson.side)


def lesson_named(system: str) -> Lesson:
    """The lesson of a system. Refused where it has none."""
    try:
        return lesson_of(system)
    except KeyError:
        refuse("There are lessons for: {systems}.", systems=", ".join(x.system for x in offered()))


def _lesson(session: Session) -> Lesson:
    return lesson_named(session.row.scenario_key.partition("/")[0])


def _now(session: Session) -> int:
    """The last journal entry that counts."""
    return effective(session.game.journal)[-1].seq


def _taught(lesson: Lesson, progress: Progress, decision: Decision) -> bool:
    """Whether a question is the learner's to answer in this step."""
    return decision.side == lesson.side and decision.kind in lesson.steps[progress.step].asks


def _next(progress: Progress, since: int, remark: Remark) -> Progress:
    """The step after this one begins."""
    return replace(progress, step=progress.step + 1, since=since, remark=remark)


def _slipped(session: Session, progress: Progress) -> Progress:
    """The progress after something else was done, and taken back."""
    return replace(progress, remark="hint", slips=progress.slips + 1, hinted=_now(session))


def _since(session: Session, progress: Progress) -> list[Entry] | None:
    """What counts of all that happened since the step began; None where its beginning was taken back."""
    kept = effective(session.game.journal)
    if all(e.seq != progress.since for e in kept):
        return None
    return [e for e in kept if e.seq > progress.since]


def _given(session: Session, lesson: Lesson, progress: Progress) -> int:
    """Orders the enemy has given in this step."""
    answers = (e.data for e in _since(session, progress) or () if e.kind == "answer")
    return sum(a["side"] != lesson.side and is_order(a["answer"]["do"]) for a in answers)


def _bound(session: Session, decision: Decision, written: Sequence[str]) -> Answer:
    """What is written as an answer; the default where nothing is, or where it doesn't hold now."""
    for text in written:
        try:
            answer, _ = bind(session.game, decision, parse(text))
            decision.check(answer)
        except Refusal as no:
            log.info("battle %s: the lesson can't answer %r: %s", session.row.id, text, no)
        else:
            return answer
    return decision.default
