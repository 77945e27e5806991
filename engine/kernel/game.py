"""The driver: runs a system's rule coroutines, and keeps state, journal and checkpoints in step.

A system's procedure is one coroutine, ``play(g)``. It suspends only on ``g.ask``, ``g.ask_both``, ``g.roll`` and
``g.rest``; the trampoline here resumes it with answers and dice. No event loop is involved.

>>> # game = Game.start(system, state, game_id="x", header={})
>>> # game.answer("byzantine", Pick(key="yes"), dice)   -> the new journal entries
>>> # game.pending                                      -> the decisions now open, () when the battle is over
"""

from __future__ import annotations

import hashlib
import zlib
from collections import deque
from collections.abc import Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from engine.kernel.context import Asking, BaseState, Resting, S, Throwing
from engine.kernel.decisions import Answer, Command, Decision
from engine.kernel.dice import Dice, RollRequest, settle
from engine.kernel.events import Event
from engine.kernel.journal import GENESIS, Entry, Kind, canonical, chain, effective
from engine.kernel.system import System
from engine.kernel.text import Refusal, in_words, refuse
from engine.kernel.view import TableView

ENGINE_VERSION = "13"
"""Raised when the same inputs may give other events than before."""

CHECKPOINT_EVERY = 6
"""Inputs between two checkpoints, at least: bounds what a resume has to replay."""

PACKING = 1
"""How hard checkpoints are compressed: the quickest, a tenth of their size."""

KEPT_CHECKPOINTS = 3
"""Latest checkpoints a game holds on to; a take-back or a failed order goes back to one of them."""

MOST_UNASKED = 10_000
"""Entries of a journal between two questions beyond which nobody is expected to be asked again: in battles of random
players there are less than a hundred."""

UNASKED = "unasked"
"""Set in the note of an answer that was given for a side unasked (see :meth:`Game.answer`)."""

REFEREE = "referee"
"""``by`` in the note of an answer that a referee gave in place of a side (see :meth:`Game.answer`)."""


@dataclass(frozen=True)
class Checkpoint:
    """A state the battle can be resumed from by replaying the inputs after entry ``seq``."""

    seq: int
    packed: bytes
    """The state as JSON, compressed: three of them for each of hundreds of battles are in memory."""
    digest: str

    @classmethod
    def of(cls, seq: int, state: str, digest: str = "") -> Checkpoint:
        """``state`` is JSON; without a ``digest`` its own is taken."""
        raw = state.encode()
        return cls(seq, zlib.compress(raw, PACKING), digest or hashlib.sha256(raw).hexdigest())

    @property
    def state(self) -> str:
        """JSON."""
        return zlib.decompress(self.packed).decode()


class Diverged(Exception):
    """Replaying the journal under this engine gives other events than were recorded."""

    def __init__(self, seq: int, why: str) -> None:
        self.seq = seq
        super().__init__(f"entry {seq}: {why}")


def digest(state: BaseState) -> str:
    """Hex SHA-256 of what the state holds.

    The same whatever the order in which fields are declared, and after a field is added that has its default there.
    """
    return hashlib.sha256(canonical(in_words(state.digested()))).hexdigest()


def state_at(system: System[S], checkpoint: Checkpoint) -> S:
    """The state a checkpoint holds. Raises :class:`Diverged` when this engine can't read it."""
    try:
        state = system.state_type.model_validate_json(checkpoint.state)
    except ValueError as e:
        raise Diverged(checkpoint.seq, f"the checkpoint can't be read: {e}") from e
    # The digest is that of the text: a state this engine knows more about than the one that wrote it is still sound.
    if hashlib.sha256(checkpoint.state.encode()).hexdigest() != checkpoint.digest:
        raise Diverged(checkpoint.seq, "the checkpoint doesn't match its digest")
    return state


class Unasked(Refusal):
    """Turns pass by themselves, and nobody is ever asked: there is nobody left who could do anything."""


class Game(Generic[S]):
    """One battle: state, open decisions, journal."""

    def __init__(self, system: System[S], state: S, journal: list[Entry]) -> None:
        """Use :meth:`start` or :meth:`resume`."""
        self.system = system
        self.journal = journal
        self.pending: tuple[Decision, ...] = ()
        self.checkpoints: list[Checkpoint] = []
        """The latest ones, newest last; none of a position that was taken back."""
        self._recording: _Recording | None = None
        """The journal being replayed."""
        self._open: list[Answer | None] = []
        self._inputs_since_checkpoint = 0
        self._begin(state)

    # -- life ---------------------------------------------------------------------------------------------------

    @classmethod
    def start(cls, system: System[S], state: S, dice: Dice, header: dict[str, Any] | None = None) -> Game[S]:
        """Begin a battle at ``state``; runs to the first decision."""
        game = cls.prepare(system, state, header)
        game.begin(dice)
        return game

    @classmethod
    def prepare(cls, system: System[S], state: S, header: dict[str, Any] | None = None) -> Game[S]:
        """A battle at ``state`` in which nothing has been asked or rolled yet: see :meth:`begin`."""
        data = {"engine": ENGINE_VERSION, "system": system.id, **(header or {}), "state": state.model_dump(mode="json")}
        game = cls(system, state, [])
        game._append("start", data)
        return game

    def begin(self, dice: Dice) -> None:
        """Run a prepared battle to its first decision."""
        self._advance(dice)

    @classmethod
    def resume(
        cls,
        system: System[S],
        journal: Sequence[Entry],
        checkpoint: Checkpoint | None = None,
        older: Sequence[Checkpoint] = (),
    ) -> Game[S]:
        """The battle as it stood after the last entry.

        ``journal`` holds everything from the start, or begins with the entry of ``checkpoint`` or of one of the
        ``older`` ones, to which later take-backs may go back. Raises :class:`Diverged` when this engine no longer
        reproduces what was recorded.
        """
        entries = effective(list(journal))
        if checkpoint is not None:
            if all(e.seq != checkpoint.seq for e in entries):
                raise Diverged(checkpoint.seq, "the checkpoint was taken back, or its entry is missing")
            game = cls(system, state_at(system, checkpoint), [e for e in journal if e.seq <= checkpoint.seq])
            game.checkpoints = [*(c for c in older if c.seq < checkpoint.seq), checkpoint]
        else:
            if not entries or entries[0].kind != "start":
                raise Diverged(entries[0].seq if entries else 0, "the journal has no beginning")
            game = cls(system, system.state_type.model_validate(entries[0].data["state"]), entries[:1])
        game._replay([e for e in entries if e.seq > game.journal[-1].seq])
        game.journal = list(journal)
        return game

    @classmethod
    def fall_back(cls, system: System[S], journal: Sequence[Entry], checkpoint: Checkpoint, dice: Dice) -> Game[S]:
        """The battle gone on with from a checkpoint although what follows can't be reproduced (see :class:`Diverged`).

        The entries after the checkpoint stay in the journal, taken back by an ``undo`` of nobody's; their rolls are
        annulled. Raises :class:`Diverged` when this engine can't even read the checkpoint.
        """
        game = cls(system, state_at(system, checkpoint), list(journal))
        game.checkpoints = [checkpoint]
        game._append("undo", {"to": checkpoint.seq, "by": "", "annulled": game._rolls_after(checkpoint.seq)})
        game._advance(dice)
        return game

    def _begin(self, state: S) -> None:
        self.state = state
        self.context = self.system.context(state)
        self._coroutine: Coroutine[Any, Any, None] = self.system.play(self.context)
        self._started = False
        self.at_rest = True
        """No input has been used since the last place the procedure could start afresh from."""
        self._rested_at = self.context.version
        self.rest_mark = len(self.journal)
        """Entries the journal had when the procedure was last where it could start afresh."""

    # -- play ---------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return not self.pending

    @property
    def checkpoint(self) -> Checkpoint | None:
        """The latest checkpoint."""
        return self.checkpoints[-1] if self.checkpoints else None

    @property
    def restartable(self) -> bool:
        """Whether the procedure, started afresh from the present state, would ask what is open now."""
        return self.at_rest and self._rested_at == self.context.version

    @property
    def head(self) -> str:
        """Hash of the last journal entry."""
        return self.journal[-1].hash if self.journal else GENESIS

    def view(self, sides: Collection[str] = ()) -> TableView:
        """The position as a spectator sees it, or as ``sides`` do: worked out once, until something changes."""
        known = tuple(sorted(sides))
        return self.context.derived(("view", known), lambda: self.system.view(self.state, known))

    def decision_for(self, side: str) -> Decision | None:
        """The question ``side`` has to answer now, if any."""
        for i, d in enumerate(self.pending):
            if d.side == side and self._open[i] is None:
                return d
        return None

    def answer(self, side: str, answer: Answer, dice: Dice, note: Mapping[str, Any] | None = None) -> list[Entry]:
        """Answer the open decision of ``side`` and run on to the next decision.

        ``note`` is kept beside the answer in the journal (who gave it in the player's stead, in what words) and plays
        no part in the battle. Returns the new journal entries. Raises :class:`~engine.kernel.text.Refusal` for an
        illegal answer, and leaves the battle exactly as it was when anything at all goes wrong.
        """
        decision = self.decision_for(side)
        if decision is None:
            if self.over:
                refuse("The battle is over.")
            waiting = (d.side for d, a in zip(self.pending, self._open, strict=True) if a is None)
            rule = next((d.rule for d in self.pending), "")
            refuse("It's not your decision: {sides} must answer first.", rule=rule, sides=", ".join(waiting))
        decision.check(answer)
        mark = len(self.journal)
        try:
            data: dict[str, Any] = {"kind": decision.kind, "side": side, "answer": answer.model_dump(mode="json")}
            if note:
                data["note"] = dict(note)
            if decision.final or answer.reported:
                data["final"] = True
            if len(self.pending) > 1:
                data["joint"] = True
            self._append("answer", data)
            self._receive(side, answer, dice)
        except BaseException:
            self._restore(self.journal[:mark])
            raise
        return self.journal[mark:]

    def _receive(self, side: str, answer: Answer, dice: Dice) -> None:
        index = next(i for i, d in enumerate(self.pending) if d.side == side and self._open[i] is None)
        self._open[index] = answer
        self._inputs_since_checkpoint += 1
        self.at_rest = False
        if all(a is not None for a in self._open):
            answers = tuple(a for a in self._open if a is not None)
            self.pending, self._open = (), []
            self._advance(dice, answers)

    def _advance(self, dice: Dice, value: Any = None) -> None:
        """Run the coroutine until it asks or ends. Raises :class:`Unasked` where it does neither."""
        began = len(self.journal)
        while True:
            try:
                waiting = self._coroutine.send(value if self._started else None)
                self._started = True
            except StopIteration:
                self._collect()
                return
            self._collect()
            value = None
            if isinstance(waiting, Asking):
                self.pending = waiting.decisions
                self._open = [None] * len(waiting.decisions)
                return
            if isinstance(waiting, Throwing):
                segment = self.state.segment
                n, thrown = dice.throw(waiting.request, segment)
                value = settle(waiting.request, n, segment, thrown)
                self._append("roll", value.model_dump(mode="json"))
                self.at_rest = False
            elif isinstance(waiting, Resting):
                if len(self.journal) - began > MOST_UNASKED:
                    raise Unasked("The battle would go on for ever without anybody being asked: nobody in it can act.")
                self.at_rest = True
                self._rested_at = self.context.version
                self.rest_mark = len(self.journal)
                if self.checkpoint is None or self._inputs_since_checkpoint >= CHECKPOINT_EVERY:
                    self._take_checkpoint()
            else:
                raise TypeError(f"rule procedures may not await {waiting!r}")

    def _take_checkpoint(self) -> None:
        if not self.journal:
            return
        self._inputs_since_checkpoint = 0
        seq = self.journal[-1].seq
        if self.checkpoints and self.checkpoints[-1].seq == seq:
            return
        data = self.state.model_dump_json()
        self.checkpoints.append(Checkpoint.of(seq, data))
        # A journal that doesn't begin at the start can only be replayed from its first checkpoint, which is kept.
        first = 0 if self.journal[0].kind == "start" else 1
        del self.checkpoints[first : max(first, len(self.checkpoints) - KEPT_CHECKPOINTS)]

    def _collect(self) -> None:
        for event in self.context.log:
            self._append("event", event.model_dump(mode="json"))
        self.context.log.clear()

    def _append(self, kind: Kind, data: dict[str, Any]) -> None:
        if self._recording is not None:
            self.journal.append(self._recording.take(kind, data))
            return
        seq = self.journal[-1].seq + 1 if self.journal else 0
        self.journal.append(Entry(seq=seq, kind=kind, data=data, hash=chain(self.head, seq, kind, data)))

    # -- replay -------------------------------------------------------------------------------------------------

    def _replay(self, entries: Sequence[Entry]) -> None:
        """Feed recorded inputs to a fresh coroutine; every event and roll must come out as recorded."""
        recording = self._recording = _Recording(entries)
        try:
            self._advance(recording)
            while (entry := recording.next) is not None:
                if entry.kind == "answer":
                    self._replay_answer(entry, recording)
                elif entry.kind == "act":
                    self._append("act", entry.data)
                    self._apply_act(entry.data, recording)
                elif entry.kind == "word":
                    self._append("word", entry.data)
                else:
                    raise Diverged(entry.seq, f"recorded {entry.kind} {entry.data}, now nothing happens")
        except Diverged:
            raise
        except Exception as e:
            raise Diverged(recording.seq, f"{type(e).__name__}: {e}") from e
        finally:
            self._recording = None

    def _replay_answer(self, entry: Entry, dice: Dice) -> None:
        side = entry.data["side"]
        decision = self.decision_for(side)
        if decision is None or decision.kind != entry.data["kind"]:
            raise Diverged(entry.seq, f"{side} is no longer asked for {entry.data['kind']} here")
        self._append("answer", entry.data)
        self._receive(side, self.system.answers.validate_python(entry.data["answer"]), dice)

    def _restore(self, journal: list[Entry]) -> None:
        """Back to the position after the last entry of ``journal``."""
        kept = {e.seq for e in effective(journal)}
        usable = [c for c in self.checkpoints if c.seq in kept]
        self._take_over(type(self).resume(self.system, journal, usable[-1] if usable else None, usable[:-1]))

    def _take_over(self, other: Game[S]) -> None:
        """Go on from where another game of the same battle is, which is used up for it."""
        self.journal, self.checkpoints = other.journal, other.checkpoints
        self.pending, self._open = other.pending, other._open
        self.state, self.context, self._coroutine = other.state, other.context, other._coroutine
        self._started, self._inputs_since_checkpoint = other._started, other._inputs_since_checkpoint
        self.at_rest, self._rested_at, self.rest_mark = other.at_rest, other._rested_at, other.rest_mark

    # -- take-back and referee ----------------------------------------------------------------------------------

    def free_undo(self, side: str) -> int | None:
        """Sequence number to go back to for taking back the last order of ``side``; None when it isn't free any more.

        Free means: since then no die was rolled, nobody else answered, and nothing secret came to light. What both
        sides were asked at once nobody changes when both have answered: they would know what the other said. What was
        answered for the side unasked goes with the order it followed.
        """
        kept = effective(self.journal)
        half_answered = any(a is not None for a in self._open)
        for before, e in zip(reversed(kept[:-1]), reversed(kept), strict=False):
            if e.kind in ("roll", "act") or (e.kind == "event" and self.system.events.validate_python(e.data).reveals):
                return None
            if e.kind == "answer":
                settled = e.data.get("final") or (e.data.get("joint") and not half_answered)
                if settled or e.data["side"] != side or _of_referee(e):
                    return None
                if not _unasked(e):
                    return before.seq
        return None

    def last_act(self) -> int | None:
        """Sequence number to go back to for withdrawing what a referee did last.

        That is an act, or an answer in place of a side. None when it isn't free any more: a die was rolled or somebody
        answered since.
        """
        kept = effective(self.journal)
        half_answered = any(a is not None for a in self._open)
        for before, e in zip(reversed(kept[:-1]), reversed(kept), strict=False):
            if e.kind == "roll":
                return None
            if e.kind in ("act", "answer"):
                settled = e.data.get("final") or (e.data.get("joint") and not half_answered)
                return before.seq if _of_referee(e) and not settled else None
        return None

    def last_answer(self, sides: Sequence[str]) -> tuple[str, int] | None:
        """Whose the last answer of any of ``sides`` was, and the number to go back to for taking it back.

        None when there is none, or it stands for good.
        """
        kept = effective(self.journal)
        for before, e in zip(reversed(kept[:-1]), reversed(kept), strict=False):
            if e.data.get("final"):
                return None
            if e.kind == "answer" and e.data["side"] in sides and not _unasked(e):
                return e.data["side"], before.seq
        return None

    def following(self, to: int, *kinds: Kind) -> Entry | None:
        """The first entry of these kinds after entry ``to``, of those that haven't been taken back."""
        return next((e for e in effective(self.journal) if e.seq > to and e.kind in kinds), None)

    def undo(self, to: int, by: str) -> list[Entry]:
        """Go back to the question that was open after entry ``to``. Rolls made since stay in the journal, annulled.

        Raises Refusal when nobody answered a question there.
        """
        kept = effective(self.journal)
        at = next((i for i, e in enumerate(kept) if e.seq == to), None)
        if at is None or at + 1 >= len(kept) or kept[at + 1].kind not in ("answer", "act"):
            refuse("There is no such point to go back to.")
        if any(e.data.get("final") for e in kept[at + 1 :]):
            refuse("What was settled since stands for good: it can't be taken back.")
        mark = len(self.journal)
        self._append("undo", {"to": to, "by": by, "annulled": self._rolls_after(to)})
        entry = self.journal[mark]
        try:
            self._restore(self.journal)
        except BaseException:
            del self.journal[mark:]
            raise
        return [entry]

    def _rolls_after(self, seq: int) -> list[int]:
        return [e.data["n"] for e in effective(self.journal) if e.kind == "roll" and e.seq > seq]

    def act(self, by: str, events: Sequence[Event], dice: Dice, reason: str = "") -> list[Entry]:
        """A referee changes the position by events; the procedure starts afresh from the changed state.

        ``by`` and ``reason`` are kept in the journal in words. Refused while a procedure is under way (see
        :attr:`restartable`).
        """
        if not self.restartable:
            refuse(
                "The referee may step in when no order is half carried out; the open question must be answered first."
            )
        mark = len(self.journal)
        data = {"by": by, "reason": reason, "events": [e.model_dump(mode="json") for e in events]}
        try:
            self._append("act", data)
            self._apply_act(data, dice)
        except BaseException:
            self._restore(self.journal[:mark])
            raise
        return self.journal[mark:]

    def word(self, by: str, said: str, reason: str) -> Entry:
        """Put a referee's word into the journal that leaves the position as it is: who plays a side, a house roll."""
        self._append("word", {"by": by, "said": said, "reason": reason})
        return self.journal[-1]

    def _apply_act(self, data: dict[str, Any], dice: Dice) -> None:
        self._coroutine.close()
        state = self.state
        for raw in data["events"]:
            self.system.events.validate_python(raw).apply(state)
        self.pending, self._open = (), []
        self._inputs_since_checkpoint += 1
        self._begin(state)
        self._advance(dice)

    def let_go(self) -> None:
        """Hold no more than the battle itself: what was worked out for the open questions is worked out again."""
        self.context.let_go()
        for decision in self.pending:
            if isinstance(decision, Command):
                decision.menu.let_go()

    def forget_before(self, checkpoint: Checkpoint) -> None:
        """Drop the journal's entries, and the checkpoints, before one of the checkpoints."""
        self.journal = [e for e in self.journal if e.seq >= checkpoint.seq]
        self.checkpoints = [c for c in self.checkpoints if c.seq >= checkpoint.seq]

    # -- looking ahead ------------------------------------------------------------------------------------------

    def fork(self, sides: Collection[str] | None = None) -> Game[S]:
        """An independent copy to try things on. Its journal holds the end of this one's only.

        With ``sides`` it holds, between orders, only what these know: trying out tells them nothing new.
        """
        if self.pending and self.restartable:
            state = self.state.model_copy(deep=True)
            if sides is not None:
                state = self.system.known(state, sides)
            other: Game[S] = Game(self.system, state, self.journal[-1:])
            other._take_checkpoint()
            other._advance(_Recording([]))
            return other
        checkpoint = self.checkpoint
        if checkpoint is None:
            return type(self).resume(self.system, self.journal)
        return type(self).resume(self.system, [e for e in self.journal if e.seq >= checkpoint.seq], checkpoint)


class _Recording:
    """A journal being replayed: gives the recorded dice, and holds every new entry against the recorded one."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._left = deque(entries)
        self.seq = entries[0].seq if entries else 0
        """Where the replay stands."""

    @property
    def next(self) -> Entry | None:
        return self._left[0] if self._left else None

    def take(self, kind: Kind, data: dict[str, Any]) -> Entry:
        """The recorded entry for what just happened. Raises :class:`Diverged` when something else was recorded."""
        recorded = self.next
        if recorded is None:
            raise Diverged(self.seq, f"nothing more was recorded, now {kind} {data}")
        # Releases before 0.2 wrote words where a text stands now.
        if recorded.kind != kind or (recorded.data != data and in_words(recorded.data) != in_words(data)):
            raise Diverged(recorded.seq, f"recorded {recorded.kind} {recorded.data}, now {kind} {data}")
        self.seq = recorded.seq
        return self._left.popleft()

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        recorded = self.next
        if recorded is None or recorded.kind != "roll":
            raise Diverged(self.seq, f"a roll was never recorded: {request.text}")
        return recorded.data["n"], recorded.data["dice"]


def _of_referee(entry: Entry) -> bool:
    """Whether a referee made the entry: acted, or answered in place of a side."""
    return entry.kind == "act" or (entry.kind == "answer" and entry.data.get("note", {}).get("by") == REFEREE)


def _unasked(entry: Entry) -> bool:
    """Whether the entry is an answer that nobody was asked for: taking back that alone would have it given again."""
    return bool(entry.data.get("note", {}).get(UNASKED))


def events_of(system: System[Any], entries: Sequence[Entry]) -> list[Event]:
    """The events among journal entries, as objects."""
    return [system.events.validate_python(e.data) for e in entries if e.kind == "event"]


def rebuild(system: System[S], journal: Sequence[Entry]) -> S:
    """The position after a whole journal, from its events alone: no rule code runs."""
    entries = effective(list(journal))
    state = system.state_type.model_validate(entries[0].data["state"])
    for e in entries[1:]:
        if e.kind == "event":
            system.events.validate_python(e.data).apply(state)
        elif e.kind == "act":
            for raw in e.data["events"]:
                system.events.validate_python(raw).apply(state)
    return state
