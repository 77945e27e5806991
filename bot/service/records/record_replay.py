"""Battles to records and back: what everybody may read of a journal, and playing a record through the rules again."""

from __future__ import annotations

import hashlib
import logging
import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import ValidationError

from bot.notation import bind, parse
from bot.notation.record import Comment, Given, Item, Record, Ruling, Side, Thrown, Told
from bot.service.records import claims, files
from engine.kernel.decisions import Answer, Pick, Picks
from engine.kernel.dice import Roll, RollRequest
from engine.kernel.game import ENGINE_VERSION, REFEREE, Game, digest, rebuild
from engine.kernel.journal import Entry, canonical, effective
from engine.kernel.statement import Statement
from engine.kernel.system import System
from engine.kernel.text import Refusal, refuse
from engine.systems import registry

log = logging.getLogger("hexarch")

Done = TypeVar("Done")

LONGEST_REPLAY = 120.0
"""Seconds a record may take to be played through."""

OLD_STATE = re.compile("[0-9a-f]{64}")
"""How records named their last position once: a hash that hung on the order of fields, which can't be made again."""


def document_hash(document: Mapping[str, Any]) -> str:
    """Names a scenario as it was played, in 16 hexadecimal digits."""
    return hashlib.sha256(canonical(document)).hexdigest()[:16]


# -- what may be read -------------------------------------------------------------------------------------------------


def open_entries(system: System[Any], entries: Sequence[Entry], over: bool) -> list[Entry]:
    """The entries that still count and that everybody may read: all of them unless something is hidden now.

    While a side hides anything, or an answer waits to be uncovered with its counterpart, the record ends before the
    first secret deed that isn't out.
    """
    kept = effective(list(entries))
    if over:
        return kept
    if _half_answered(kept):
        kept = kept[: max(i for i, e in enumerate(kept) if e.kind == "answer")]
    state = rebuild(system, kept)
    everybody = system.view(state)
    if everybody == system.view(state, [s.id for s in everybody.sides]):
        return kept
    return kept[: _first_secret(system, kept)]


def _half_answered(kept: Sequence[Entry]) -> bool:
    """Whether one side has answered what both were asked at once, and the other hasn't."""
    trailing = 0
    for e in reversed(kept):
        if e.kind == "word":
            continue  # a referee's word, or a new player in a seat: nothing in the battle has come of it
        if e.kind != "answer":
            break
        trailing += bool(e.data.get("joint"))
    return trailing == 1


def _first_secret(system: System[Any], kept: Sequence[Entry]) -> int:
    """Place of the input that led to the first secret event."""
    cause = 1
    for i, e in enumerate(kept):
        if e.is_input and e.kind != "roll":
            cause = i
        if e.kind == "event" and system.events.validate_python(e.data).secret:
            return cause
    return len(kept)


# -- writing ----------------------------------------------------------------------------------------------------------


def items(
    system: System[Any],
    entries: Sequence[Entry],
    told: Mapping[int, Sequence[str]],
    comments: Mapping[int, Sequence[Comment]],
) -> Iterator[Item]:
    """The entries as a record lists them.

    ``told`` and ``comments`` are the sentences and remarks that follow an entry, by its number.
    """
    number = 0
    for e in entries:
        if e.kind == "answer":
            number += 1
            yield given(system, number, e.data)
        elif e.kind == "roll":
            roll = Roll.model_validate(e.data)
            yield Thrown(roll.n, roll.dice, f"{roll.text}: {roll.result}" if roll.result else str(roll.text))
        elif e.kind in ("act", "word"):
            yield Ruling(e.kind, e.data)
        for sentence in told.get(e.seq, ()):
            yield Told(sentence)
        yield from comments.get(e.seq, ())


def given(system: System[Any], number: int, data: Mapping[str, Any]) -> Given:
    """An answer of the journal in writing."""
    by = str(data.get("note", {}).get("by", ""))
    answer: Answer = system.answers.validate_python(data["answer"])
    text = _written(system, answer)
    raw = None if text else dict(data["answer"])
    return Given(number, data["side"], text, raw, "referee" if by == REFEREE else by)


def _written(system: System[Any], answer: Answer) -> str:
    """Statements that mean this answer and no other; "" where no statement can."""
    if isinstance(answer, Pick):
        return answer.key if _reads_as(answer.key) else ""
    if isinstance(answer, Picks):
        pairs = list(answer.picks.items())
        fits = all(_reads_as(unit) and _reads_as(key) and len(unit.split()) == 1 for unit, key in pairs)
        return "; ".join(f"{unit} {key}" for unit, key in pairs) if fits else ""
    try:
        text = str(system.write(answer))
        return text if [str(s) for s in parse(text)] == [text] else ""
    except Refusal:
        return ""


def _reads_as(key: str) -> bool:
    """Whether a key, written down, is read as itself."""
    try:
        statements = parse(key)
    except Refusal:
        return False
    return len(statements) == 1 and _plain(str(statements[0])) == _plain(key)


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()


# -- playing back -----------------------------------------------------------------------------------------------------


class Played:
    """A record played through the rules: the battle as it stands at its end, and the remarks by journal entry."""

    def __init__(self, game: Game[Any], comments: dict[int, list[Comment]]) -> None:
        self.game = game
        self.comments = comments


def play(record: Record, document: Mapping[str, Any], clock: Callable[[], float] = time.monotonic) -> Played:
    """Play a record of a battle of this scenario. Takes as long as the battle had orders: not on the event loop.

    Raises Refusal, with the number of the order, for what the rules don't allow or what comes out otherwise.
    """
    ends = clock() + LONGEST_REPLAY
    try:
        system = registry.system_for(dict(document))
        options = {k: True for k in record.tags.get("Options", "").split()}
        known = {o.key for o in system.options()}
        if unknown := [k for k in options if k not in known]:
            refuse("The record is played with {option}, which is no optional rule of that battle.", option=unknown[0])
        state = registry.initial_state(system, options)
    except (KeyError, ValidationError, ValueError) as e:
        raise Refusal("The record's scenario can't be played: {why}.", why=_short(e)) from e
    ids = [s.id for s in system.view(state).sides]
    if [s.id for s in record.sides] != ids:
        refuse("The record's sides must be, in this order: {sides}.", sides=", ".join(ids))
    return _Player(system, record, document).play(state, clock, ends)


class _Player:
    """Feeds the items of a record to a game, and hands it the dice it wrote down."""

    def __init__(self, system: System[Any], record: Record, document: Mapping[str, Any]) -> None:
        self.system = system
        self.record = record
        self.document = document
        self.left = deque(i for i in record.items if not isinstance(i, Told))
        self.at = 0
        """Number of the order that is being carried out."""
        self.comments: dict[int, list[Comment]] = {}

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        thrown = next((i for i in self.left if not isinstance(i, Comment)), None)
        if not isinstance(thrown, Thrown):
            refuse("After order {n} the record lacks a roll: {text}.", n=self.at, text=request.text)
        self.left.remove(thrown)
        return thrown.n, thrown.dice

    def play(self, state: Any, clock: Callable[[], float], ends: float) -> Played:
        about = {"scenario": self.record.tags.get("Scenario", ""), "options": self.record.tags.get("Options", "")}
        game = self._safely(lambda: Game[Any].start(self.system, state, self, about))
        while self.left:
            if clock() > ends:
                refuse("The record takes too long to be played through; it stopped at order {n}.", n=self.at)
            item = self.left.popleft()
            match item:
                case Comment():
                    self.comments.setdefault(game.journal[-1].seq, []).append(item)
                case Given():
                    self.at = item.number
                    self._safely(lambda item=item: self._give(game, item))
                case Ruling():
                    self._safely(lambda item=item: self._rule(game, item))
                case _:
                    refuse("After order {n} the record has a roll that nothing asks for.", n=self.at)
        end = self.record.tags.get("State")
        if end and not OLD_STATE.fullmatch(end) and state_tag(game.state) != end:
            refuse("Played through, the record ends in another position than it says.")
        claims.check(
            self.record, self.document, self.system.view(game.state), game.state.outcome and str(game.state.outcome)
        )
        return Played(game, self.comments)

    def _safely(self, act: Callable[[], Done]) -> Done:
        """Do it; whatever is wrong with the record, say at which order."""
        try:
            return act()
        except Refusal as no:
            if no.text.params.get("n") == self.at and "record" in no.text.template:
                raise
            raise Refusal("Order {n} of the record can't be carried out: {why}", n=self.at, why=no.text) from no
        except Exception as e:
            # A referee's act written by hand may bring about a position that no rule is made for.
            log.info("a record can't be played at order %s", self.at, exc_info=True)
            raise Refusal("Order {n} of the record can't be carried out: {why}.", n=self.at, why=_short(e)) from e

    def _give(self, game: Game[Any], item: Given) -> None:
        decision = game.decision_for(item.side)
        if decision is None:
            refuse("{side} isn't asked anything there.", side=item.side)
        if item.raw is not None:
            answer = self.system.answers.validate_python(item.raw)
        else:
            statements: list[Statement] = parse(item.text)
            if not statements:
                refuse("There is no order in that.")
            answer, used = bind(game, decision, statements)
            if used != len(statements):
                refuse("it answers more than it was asked")
        note = {"by": item.by} if item.by and item.by != REFEREE else None
        game.answer(item.side, answer, self, note)

    def _rule(self, game: Game[Any], item: Ruling) -> None:
        by, reason = (files.one_line(str(item.data.get(k, "")), 200) for k in ("by", "reason"))
        if item.kind == "word":
            game.word(by, files.one_line(str(item.data.get("said", "")), 500), reason)
            return
        events = [self.system.events.validate_python(raw) for raw in item.data["events"]]
        game.act(by, events, self, reason)
        if problems := self.system.invariants(game.state, at_rest=False):
            refuse("a referee's act leaves what can't be: {what}", what=problems[0])


def _short(error: Exception) -> str:
    """An error in a few words, nothing of ours in it."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(str(x) for x in first['loc'])}: {first['msg']}"[:200]
    return (str(error) or type(error).__name__)[:200].rstrip(".")


def state_tag(state: Any) -> str:
    """How a record names the position it ends with."""
    return f"sorted {digest(state)}"


def tags_of(
    *, title: str, scenario: str, document: Mapping[str, Any], options: Mapping[str, bool], state: Any, **more: str
) -> dict[str, str]:
    """The tags every record has; ``more`` ones are left out when they are empty."""
    found = {
        "Title": title,
        "Scenario": scenario,
        "Document": document_hash(document),
        "System": str(document.get("system", "")),
        "Engine": ENGINE_VERSION,
        "Options": " ".join(sorted(k for k, on in options.items() if on)),
        "State": state_tag(state),
        **more,
    }
    return {k: v for k, v in found.items() if v}


__all__ = ["Played", "Side", "document_hash", "given", "items", "open_entries", "play", "tags_of"]
