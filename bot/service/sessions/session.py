"""One battle in memory: runs answers, standing orders and written orders, and collects what has to be stored."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from bot.notation import answered, parse
from bot.service.model import OVER, Automatic, Open, Outcome
from bot.service.play import membership, standing_answers
from bot.service.time.clocks import Asked, Clocks, Terms
from bot.service.time.hours import Hours
from bot.storage import ONCE_OVER, WAITING, Bank, Batch, BattleRow, PolicyRow, Question
from engine.fairdice import Chain, FairDice, TrailEntry, TrailHeader, TrailWriter, link_for
from engine.kernel.decisions import Answer, Choose, ChooseEach, Command, Decision, Picks, Scope
from engine.kernel.dice import Dice, Roll, RollRequest
from engine.kernel.game import KEPT_CHECKPOINTS, UNASKED, Checkpoint, Game, events_of
from engine.kernel.statement import Statement
from engine.kernel.system import RuleText
from engine.kernel.text import Refusal, Text, refuse

SPARE_ENTRIES = 50
"""Journal entries kept in memory before the oldest checkpoint; with more, none are: a battle may have thousands."""


BETWEEN = "between:"
"""Begins the moment of written orders that wait while nobody is active: they are for the activation that comes next."""

REPORTED = "battle on the field"
"""``by`` in the note of an answer that tells what was settled elsewhere (:attr:`Answer.reported`)."""

TURN = "turn:"
"""Begins the moment of an answer that counts for a whole turn."""

LAPSED = "lapsed"
"""Moment of written orders whose activation hasn't come about."""


@dataclass(slots=True)
class Waiting:
    """Written orders of one side under way, parsed once; :class:`Batch` is how they are stored."""

    left: list[Statement] = field(default_factory=list[Statement])
    """Still to be carried out."""
    skipped: list[tuple[str, Text]] = field(default_factory=list[tuple[str, Text]])
    """Those that no longer held when their turn came, with the reason."""
    moment: str = ""
    """The activation they wait in; "" while they are being carried out."""

    @classmethod
    def of(cls, batch: Batch) -> Waiting:
        """As they were stored."""
        left = [s for text in batch.left for s in parse(text)[:1]]
        return cls(left, [(order, _reason(why)) for order, why in batch.skipped], batch.moment)

    @classmethod
    def behind(cls, statements: Sequence[Statement]) -> Waiting:
        """Those that follow one that was carried out. They wait in one line, however they were written."""
        return cls([replace(s, line=1) for s in statements])

    @property
    def texts(self) -> list[str]:
        """Those still to be carried out, as they were written."""
        return [s.typed for s in self.left]

    def stored(self) -> Batch:
        """As it is stored."""
        return Batch(self.texts, [(order, why.dump()) for order, why in self.skipped], self.moment)


class Session:
    """A loaded battle. Used under its lock only; thrown away when anything fails."""

    def __init__(
        self,
        row: BattleRow,
        game: Game[Any],
        *,
        policies: Sequence[PolicyRow] = (),
        batches: dict[str, Batch] | None = None,
        questions: Sequence[Question] = (),
        banks: Mapping[str, Bank] | None = None,
        stored: int = -1,
        checkpoints: Sequence[Checkpoint] = (),
    ) -> None:
        """``stored`` is the last journal entry the database has, ``checkpoints`` are those it has."""
        self.untimed = False
        """Whether time passes only where limits were agreed."""
        self.row = row
        self.game = game
        self.policies = tuple(policies)
        self.batches = {side: Waiting.of(b) for side, b in (batches or {}).items()}
        self.header = header(row)
        self.writer = TrailWriter(self.header, row.trail_seq, row.trail_head or None)
        self.next_roll = row.next_roll
        self.questions = {q.side: q for q in questions}
        self.clocks = Clocks(banks or {})
        self._batches_stored, self._banks_stored = self._beside()
        self.new_trail: list[TrailEntry] = []
        self._stored = stored
        self.seated = game.state.swapped
        """Whether the stored seats are those the players have changed to (see :attr:`BaseState.swapped`)."""
        self._checkpoints = {c.seq for c in checkpoints}
        self.ended: set[PolicyRow] = set()
        """Standing orders that have ended since the last commit."""
        self.back_to: int | None = None
        """Entry behind which orders were taken back since the last commit."""
        self.term = 0
        """Of the lease, when it was last known to be as it is stored (:attr:`bot.storage.lease.Lease.term`)."""

    # -- dice ---------------------------------------------------------------------------------------------------

    def dice(self, snowflake: str) -> Dice:
        """The dice of one interaction."""
        return LazyDice(self.row, self.next_roll, snowflake)

    def record(self, mark: int, snowflake: str) -> None:
        """Put the rolls and annulments among the journal entries from place ``mark`` on into the trail."""
        for e in self.game.journal[mark:]:
            if e.kind == "roll":
                self.record_roll(Roll.model_validate(e.data), snowflake)
            elif e.kind == "undo" and e.data["annulled"]:
                self.new_trail.append(self.writer.annul(e.data["annulled"]))

    def record_roll(self, roll: Roll, snowflake: str) -> None:
        self.new_trail.append(self.writer.roll(roll, snowflake, self.row.published))
        self.next_roll = roll.n + 1

    # -- running ------------------------------------------------------------------------------------------------

    def give(self, side: str, answer: Answer, snowflake: str, note: dict[str, Any] | None = None) -> None:
        """One answer; raises Refusal and changes nothing when it is illegal. ``note`` tells who gave it for them.

        Units the answer says nothing about follow their standing orders; those without do nothing, unless a rule
        makes them do something.
        """
        mark = len(self.game.journal)
        by = note.get("by") if note is not None else None
        if answer.reported and by != REPORTED:
            refuse("Nobody gives that answer: it is told when what it is about is settled.")
        decision = self.game.decision_for(side)
        if isinstance(decision, ChooseEach) and isinstance(answer, Picks):
            found = standing_answers.ordered(decision, self.in_force(), self.scopes)
            added = {unit: key for unit, key in found.items() if unit not in answer.picks}
            if added and (decision.clash is None or decision.clash(answer.picks) is None):
                fitted = decision.fitted(Picks(picks={**answer.picks, **added})).picks
                added = {unit: fitted[unit] for unit in added}
            if added:
                answer = Picks(picks={**answer.picks, **added})
                told = standing_answers.told(decision, answer, frozenset(added))
                note = {"by": "standing order", "said": [t.dump() for t in told]} | (note or {})
            answer = decision.completed(answer)
        self.game.answer(side, answer, self.dice(snowflake), note)
        self.clocks.answered(side, by)
        self.record(mark, snowflake)
        if self.swaps:
            # What was meant for one army must not command it for its new leader.
            self.policies, self.batches = (), {}

    async def carry_on(self, outcome: Outcome, snowflake: str) -> None:
        """Let standing orders answer and written orders go on until somebody has to decide."""
        while self._standing(outcome, snowflake) or self._written(outcome, snowflake):
            await asyncio.sleep(0)  # others' interactions want to be acknowledged meanwhile

    def open_decisions(self) -> list[Decision]:
        """Decisions nobody has answered yet."""
        return [d for d in self.game.pending if self.game.decision_for(d.side) is d]

    def scopes(self, side: str) -> Sequence[Scope]:
        """Whom a side may give standing orders for, short of everybody."""
        return self.game.system.scopes(self.game.state, side)

    def in_force(self) -> Sequence[PolicyRow]:
        """The standing orders that count now: those for an activation while it lasts.

        Those that wait for their side to act end when it does; those for what is asked once an activation is over as
        that is asked, or another begins.
        """
        if not any(p.moment for p in self.policies):
            return self.policies
        table = self.game.view()
        acting = table.acting
        now = ONCE_OVER + table.activation
        waited = [p for p in self.policies if p.moment == WAITING and p.side in acting]
        self._end(
            [*waited, *(p for p in self.policies if acting and p.moment.startswith(ONCE_OVER) and p.moment != now)]
        )
        now = self.while_()
        return [p for p in self.policies if p.moment in ("", now, WAITING) or p.moment.startswith(ONCE_OVER)]

    def _end(self, policies: Collection[PolicyRow]) -> None:
        self.ended.update(policies)
        self.policies = tuple(p for p in self.policies if p not in policies)

    def default(self, decision: Decision) -> Answer:
        """What is answered for a player whose time is up; their standing orders about single units still count."""
        if not isinstance(decision, ChooseEach):
            return decision.default
        found = standing_answers.ordered(decision, self.in_force(), self.scopes)
        return decision.fitted(Picks(picks={**decision.default.picks, **found}))

    def _standing(self, outcome: Outcome, snowflake: str) -> bool:
        decisions = self.open_decisions()
        policies = self.in_force() if decisions else ()
        for decision in decisions:
            found = standing_answers.settled(decision, policies, self.scopes)
            if found.answer is None or not found.complete or self._says(decision):
                continue
            why = "standing order" if found.ordered else "free"
            told = standing_answers.told(decision, found.answer, found.ordered)
            said = standing_answers.words(decision, found.answer)
            note = {"by": why, "said": [t.dump() for t in told], UNASKED: True}
            self.give(decision.side, found.answer, snowflake, note)
            self._end([p for p in self.policies if p.moment.startswith(ONCE_OVER) and _about(p, decision)])
            outcome.auto.append(Automatic(decision.side, why, decision.prompt, said))
            return True
        return False

    def _says(self, decision: Decision) -> bool:
        """Whether a written order that waits answers a question that interrupts orders: it was meant for this once."""
        batch = self.batches.get(decision.side)
        if batch is None or not batch.left or isinstance(decision, Command) or self._is_late(batch):
            return False
        try:
            self._bound(decision, batch)
        except Refusal:
            return False
        return True

    def _is_late(self, batch: Waiting) -> bool:
        """Whether orders wait for another activation than this: they must not command it."""
        return bool(batch.moment) and batch.moment != self.moment()

    def _bound(self, decision: Decision, batch: Waiting) -> tuple[Answer, int]:
        """The answer that the next written orders are, and how many of them. Raises Refusal."""
        return answered(self.game, decision, batch.left)

    def _written(self, outcome: Outcome, snowflake: str) -> bool:
        """Carry out, or skip, the next written order of somebody who is asked; False when there is none."""
        self._assign()
        for decision in self.open_decisions():
            batch = self.batches.get(decision.side)
            if batch is None or not batch.left:
                continue
            own = decision.side in outcome.sides
            if self._is_late(batch):
                why = Text("its activation is over")
                batch.skipped += [(order, why) for order in batch.texts]
                if own:
                    outcome.skipped += batch.skipped[-len(batch.left) :]
                batch.left.clear()
                continue
            try:
                answer, used = self._bound(decision, batch)
                if batch.skipped and isinstance(decision, Command) and answer == decision.default:
                    continue  # "no more orders" was meant for after those that failed: the player looks at them first
                self.give(decision.side, answer, snowflake)
            except Refusal as no:
                if not isinstance(decision, Command):
                    continue  # a question the orders didn't foresee: the player answers it, then they go on
                batch.skipped.append((batch.left.pop(0).typed, refused(no, self.game.system.own_rules())))
                if own:
                    outcome.skipped.append(batch.skipped[-1])
                return True
            del batch.left[:used]
            batch.moment = ""
            outcome.done += used if own else 0
            return True
        return False

    def _assign(self) -> None:
        """Orders left waiting between two activations are for the next one, if it is their side's."""
        waiting = {side: b for side, b in self.batches.items() if b.moment.startswith(BETWEEN) and b.left}
        if not waiting:
            return
        table = self.game.view()
        acting = table.acting
        for side, batch in waiting.items():
            if side in acting:
                batch.moment = table.activation
            elif acting or batch.moment != self.moment():
                batch.moment = LAPSED

    def moment(self) -> str:
        """What tells one activation from another, and the time between two from both."""
        table = self.game.view()
        return table.activation if table.acting else f"{BETWEEN}{table.activation}"

    def while_(self) -> str:
        """What tells from another time the one that an order counts for which is given for a while: :meth:`moment`, or
        the turn (:attr:`~engine.kernel.view.TableView.answers_last`)."""
        table = self.game.view()
        return f"{TURN}{table.turn}" if table.span == "turn" else self.moment()

    # -- questions ----------------------------------------------------------------------------------------------

    @property
    def terms(self) -> Terms:
        """What was agreed about time."""
        return Terms(self.row.mode, self.row.limits, self.untimed)

    def ask(self, now: float, hours: Mapping[int, Hours]) -> list[Question]:
        """The questions now open; one that was open before keeps its time. ``hours`` are those of the players."""
        seats = {s.side: s.user for s in self.row.seats}
        if self.swaps:
            self.renew(now, hours)
            one, other = seats
            seats = {one: seats[other], other: seats[one]}
            self.clocks.swap(one, other, self.row.limits.bank or 0.0)
        asked_at = token(self.game)
        asked = [Asked(d.side, d.kind, asked_at) for d in self.open_decisions()]
        self.questions = self.clocks.ask(
            self.row.id, self.terms, lambda side: hours.get(seats.get(side, 0), Hours()), self.questions, asked, now
        )
        return list(self.questions.values())

    def renew(self, now: float, hours: Mapping[int, Hours], *sides: str) -> None:
        """Ask the open questions of these sides, or of all, anew: with all the time there is, but for the bank."""
        seats = {s.side: s.user for s in self.row.seats}
        for side in sides or tuple(self.questions):
            q = self.questions.pop(side, None)
            if q is not None:
                self.clocks.stop(self.terms, hours.get(seats.get(side, 0), Hours()), q, now)

    def open(self) -> list[Open]:
        """The open decisions with their questions."""
        found: list[Open] = []
        policies = self.in_force()
        for d in self.open_decisions():
            q = self.questions.get(d.side)
            if q is not None:
                batch = self.batches.get(d.side, Waiting())
                prefilled = standing_answers.settled(d, policies, self.scopes).answer
                found.append(
                    Open(
                        d.side,
                        membership.responsible(self.row, self.game, d),
                        q.token,
                        d,
                        q.asked,
                        q.due,
                        prefilled,
                        tuple(batch.texts),
                        tuple(batch.skipped),
                    )
                )
        return found

    # -- what to store ------------------------------------------------------------------------------------------

    @property
    def swaps(self) -> bool:
        """Whether the players have changed seats since the last commit."""
        return self.seated != self.game.state.swapped

    @property
    def changed(self) -> bool:
        """Whether anything waits to be stored."""
        return bool(self.new_trail) or self.game.journal[-1].seq != self._stored

    def finish(self, outcome: Outcome) -> None:
        """Fill in what has happened since the last commit."""
        new = [e for e in self.game.journal if e.seq > self._stored]
        outcome.entries = new
        outcome.events = events_of(self.game.system, new)
        outcome.rolls = [Roll.model_validate(e.data) for e in new if e.kind == "roll"]
        for batch in self.batches.values():
            if batch.left and not batch.moment:
                batch.moment = self.moment()
        outcome.left = [s for side in outcome.sides if side in self.batches for s in self.batches[side].texts]
        outcome.over = self.game.over
        outcome.notice = self.row.notice

    def columns(self) -> dict[str, Any]:
        """Columns of the battle's row that follow from the game."""
        state, published = self.game.state, self.row.published
        found: dict[str, Any] = {
            "next_roll": self.next_roll,
            "trail_seq": self.writer.seq,
            "trail_head": self.writer.head,
            "published": max(published, state.segment - 1),
        }
        if self.game.over:
            found["published"] = link_for(state.segment, published)
            found |= {"status": "finished", "outcome": state.outcome or OVER}
        return found

    def forget_since(self, to: int) -> None:
        """Forget standing orders given for an activation with a question that entry ``to`` comes before, or asks."""
        self.policies = tuple(p for p in self.policies if not p.moment or p.since < to)
        self.back_to = to if self.back_to is None else min(to, self.back_to)

    def checkpoint_changes(self) -> tuple[list[Checkpoint], list[int]]:
        """Checkpoints the database lacks, and numbers of those it no longer needs."""
        kept = self.game.checkpoints[-KEPT_CHECKPOINTS:]
        gone = self._checkpoints - {c.seq for c in kept}
        return [c for c in kept if c.seq not in self._checkpoints], sorted(gone)

    def _beside(self) -> tuple[dict[str, Batch], dict[str, Bank]]:
        """What is stored beside the game: statements that wait, and clocks."""
        batches = {side: w.stored() for side, w in self.batches.items()}
        return {side: b for side, b in batches.items() if b.left or b.skipped}, dict(self.clocks.banks)

    def changes_beside(self) -> tuple[dict[str, Batch] | None, dict[str, Bank] | None]:
        """The same as far as it isn't stored already: most orders change neither."""
        batches, banks = self._beside()
        return (
            None if batches == self._batches_stored else batches,
            None if banks == self._banks_stored and not self.swaps else banks,
        )

    def written(self) -> None:
        """Something that belongs to the battle was stored, going by the version in memory."""
        self.row = replace(self.row, version=self.row.version + 1)

    def committed(self, values: dict[str, Any]) -> None:
        """Everything is stored, ``values`` in the battle's row."""
        self.row = replace(self.row, **values)
        self.written()
        if self.swaps:
            users = [s.user for s in reversed(self.row.seats)]
            seats = tuple(replace(s, user=u) for s, u in zip(self.row.seats, users, strict=True))
            other = {s.side: t.side for s, t in zip(self.row.seats, reversed(self.row.seats), strict=True)}
            mates = tuple(replace(m, side=other[m.side], commands=()) for m in self.row.teammates)
            self.row = replace(self.row, seats=seats, teammates=mates)
            self.policies = ()
            self.seated = self.game.state.swapped
        self._batches_stored, self._banks_stored = self._beside()
        self.new_trail = []
        self.back_to = None
        self.ended = set()
        self._stored = self.game.journal[-1].seq
        self._checkpoints = {c.seq for c in self.game.checkpoints[-KEPT_CHECKPOINTS:]}
        kept = self.game.checkpoints[-KEPT_CHECKPOINTS:]
        if len(kept) == KEPT_CHECKPOINTS and kept[0].seq - self.game.journal[0].seq > SPARE_ENTRIES:
            self.game.forget_before(kept[0])


def refused(no: Refusal, own: Sequence[RuleText] = ()) -> Text:
    """Why something was refused, with its case; one of the battle's ``own`` by its title."""
    title = next((r.title for r in own if r.number == no.rule), None)
    # A title is translated like any sentence, and has no places for values.
    rule = no.rule if title is None else Text(title.replace("{", "{{").replace("}", "}}"))
    return Text("{why} ({rule})", why=no.text, rule=rule) if no.rule else no.text


def _reason(stored: dict[str, Any] | str) -> Text:
    """Why an order was skipped; earlier versions stored the finished sentence."""
    return Text("{why}", why=stored) if isinstance(stored, str) else Text.load(stored)


def header(row: BattleRow) -> TrailHeader:
    """The header of a battle's dice trail. Its seats no longer change once it has begun."""
    assert row.seed is not None, "the battle has no secret chain"
    return TrailHeader(
        game=row.id,
        title=row.title,
        commitment=Chain(row.seed).commitment,
        phrases={s.side: s.phrase for s in row.seats},
        charts=row.charts,
    )


class LazyDice:
    """The fair dice of an interaction, made when one is thrown: most orders want none."""

    def __init__(self, row: BattleRow, next_roll: int, snowflake: str) -> None:
        self.row = row
        self.next_roll = next_roll
        self.snowflake = snowflake

    @cached_property
    def _dice(self) -> Dice:
        return dice(self.row, self.next_roll, self.snowflake)

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        """See :class:`FairDice`."""
        return self._dice.throw(request, segment)


def dice(row: BattleRow, next_roll: int, snowflake: str) -> Dice:
    """The fair dice of a battle for one interaction."""
    assert row.seed is not None, "the battle has no secret chain"
    return FairDice(Chain(row.seed), row.id, next_roll, header(row).entropy(snowflake), row.published)


def token(game: Game[Any]) -> int:
    """Number of the journal entry after which the open questions were asked, or asked again after a take-back.

    The answer of one side to a question put to both leaves it as it is: the other side's buttons stay good.
    """
    at = _before_words(game, len(game.journal) - 1)
    for d in game.pending:
        if game.decision_for(d.side) is None and game.journal[at].kind == "answer":
            at = _before_words(game, at - 1)
    return game.journal[at].seq


def _before_words(game: Game[Any], at: int) -> int:
    """Place of the last entry up to ``at`` that isn't a mere word of a referee's."""
    while at > 0 and game.journal[at].kind == "word":
        at -= 1
    return at


def _about(policy: PolicyRow, decision: Decision) -> bool:
    """Whether a standing order is about a question to its side."""
    asked = decision.policy if isinstance(decision, Choose) else None
    return asked is not None and (policy.side, policy.kind) == (decision.side, asked.kind)
