"""One battle in memory: runs answers, standing orders and waiting batches, and collects what has to be stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.notation import bind, parse
from bot.service import standing
from bot.service.model import Outcome
from bot.storage import BattleRow, PolicyRow, Question
from engine.fairdice import Chain, FairDice, TrailEntry, TrailHeader, TrailWriter
from engine.kernel.decisions import Answer, Command, Decision
from engine.kernel.dice import Roll
from engine.kernel.game import Checkpoint, Game, events_of
from engine.kernel.text import Refusal

LIMITS = {"live": 20 * 60.0, "correspondence": 48 * 3600.0}
"""Seconds a player has for an answer, by mode."""


class Session:
    """A loaded battle. Used under its lock only; thrown away when anything fails."""

    def __init__(
        self,
        row: BattleRow,
        game: Game[Any],
        header: TrailHeader,
        policies: Sequence[PolicyRow],
        batches: dict[str, list[str]],
        questions: Sequence[Question],
    ) -> None:
        self.row = row
        self.game = game
        self.header = header
        self.policies = list(policies)
        self.batches = batches
        self.writer = TrailWriter(header, row.trail_seq, row.trail_head or None)
        self.next_roll = row.next_roll
        self.questions: dict[str, Question] = {q.side: q for q in questions}
        self._asked: dict[str, Decision] = {}
        for side, q in list(self.questions.items()):
            decision = game.decision_for(side)
            if decision is not None and decision.kind == q.kind:
                self._asked[side] = decision
            else:
                del self.questions[side]
        self.new_trail: list[TrailEntry] = []
        self.stored = len(game.journal)
        self.stored_checkpoint: Checkpoint | None = None

    # -- dice ---------------------------------------------------------------------------------------------------

    def dice(self, snowflake: str) -> FairDice:
        """The dice of one interaction."""
        assert self.row.seed is not None, "the battle has no secret chain"
        return FairDice(Chain(self.row.seed), self.row.id, self.next_roll, self.header.entropy(snowflake))

    def record(self, mark: int, snowflake: str) -> None:
        """Put the rolls and annulments journaled since ``mark`` into the trail."""
        for e in self.game.journal[mark:]:
            if e.kind == "roll":
                roll = Roll.model_validate(e.data)
                self.new_trail.append(self.writer.roll(roll, snowflake))
                self.next_roll = roll.n + 1
            elif e.kind == "undo" and e.data["annulled"]:
                self.new_trail.append(self.writer.annul(e.data["annulled"]))

    # -- running ------------------------------------------------------------------------------------------------

    def give(self, side: str, answer: Answer, snowflake: str) -> None:
        """One answer; raises Refusal and changes nothing when it is illegal."""
        mark = len(self.game.journal)
        self.game.answer(side, answer, self.dice(snowflake))
        self.record(mark, snowflake)

    def carry_on(self, outcome: Outcome, snowflake: str) -> None:
        """Let standing orders answer and waiting batches go on until somebody has to decide."""
        while self.game.pending:
            if not (self._standing(outcome, snowflake) or self._batch(outcome, snowflake)):
                break

    def _standing(self, outcome: Outcome, snowflake: str) -> bool:
        for decision in self.game.pending:
            if self.game.decision_for(decision.side) is not decision:
                continue
            answer = standing.automatic(decision, self.policies)
            if answer is not None:
                self.give(decision.side, answer, snowflake)
                outcome.auto.append(f"{decision.kind}: {_words(answer)}")
                return True
        return False

    def _batch(self, outcome: Outcome, snowflake: str) -> bool:
        for side, waiting in self.batches.items():
            decision = self.game.decision_for(side)
            if decision is None or not waiting:
                continue
            try:
                answer, used = bind(self.game, decision, [parse(text)[0] for text in waiting])
                self.give(side, answer, snowflake)
            except Refusal as no:
                # A question of another kind came up: it is the player's, and the batch waits for its answer.
                if not isinstance(decision, Command):
                    return False
                outcome.skipped.append((waiting[0], str(no)))
                del waiting[0]
                return True
            outcome.done += used
            del waiting[:used]
            return True
        return False

    # -- what to store ------------------------------------------------------------------------------------------

    def open_questions(self, now: float) -> list[Question]:
        """The questions now open; one that was open before keeps its token and time."""
        found: dict[str, Question] = {}
        asked: dict[str, Decision] = {}
        limit = LIMITS.get(self.row.mode)
        for decision in self.game.pending:
            side = decision.side
            if self.game.decision_for(side) is not decision:
                continue
            asked[side] = decision
            old = self.questions.get(side)
            if old is not None and self._asked.get(side) is decision:
                found[side] = old
            else:
                due = None if limit is None else now + limit
                found[side] = Question(self.row.id, side, self.game.journal[-1].seq, decision.kind, now, due)
        self.questions, self._asked = found, asked
        return list(found.values())

    def finish(self, outcome: Outcome) -> None:
        """Fill in what has happened since the last commit."""
        new = self.game.journal[self.stored :]
        outcome.entries = list(new)
        outcome.events = events_of(self.game.system, new)
        outcome.rolls = [Roll.model_validate(e.data) for e in new if e.kind == "roll"]
        outcome.left = [s for side in self.batches for s in self.batches[side]]
        outcome.over = self.game.over

    def committed(self) -> None:
        """Everything is stored."""
        self.stored = len(self.game.journal)
        self.new_trail = []
        self.stored_checkpoint = self.game.checkpoint


def _words(answer: Answer) -> str:
    data = answer.model_dump()
    if "picks" in data:
        return ", ".join(f"{k} {v}" for k, v in data["picks"].items())
    return str(data.get("key", ""))
