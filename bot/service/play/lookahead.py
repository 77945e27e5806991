"""What written orders would do, as far as it can be known beforehand: nobody answers for another.

Up to the first roll things are certain. Past it both ways are told, each up to the next roll or question; and of every
roll that follows, as the likeliest dice and nobody reacting would have it, what it needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.notation import answered
from bot.service.model import Preview, Way
from bot.service.sessions.session import refused
from engine.kernel.decisions import ChooseEach, Command, Picks
from engine.kernel.dice import OutOfDice, RollRequest
from engine.kernel.events import Event
from engine.kernel.foresight import odds
from engine.kernel.game import Game, events_of
from engine.kernel.rehearsal import Throw, foresee, least
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text

WAYS = 4
"""Results of the first roll that are followed, the likeliest first."""

ROLLS = 8
"""Rolls told of at most."""

STEPS = 60
"""Answers after which a look ahead ends."""


def look_ahead(game: Game[Any], side: str, statements: Sequence[Statement]) -> Preview:
    """Carry out ``statements`` on ``game``, a copy, up to the first roll or question to the other side, and past it.

    As when they are given, nothing is done when the first one is refused, and later ones that are refused are skipped.
    A question put to both at once is not looked beyond either.
    """
    first = _Walk(game, side, list(statements))
    first.go()
    ways: tuple[Way, ...] = ()
    if first.due is not None:
        ways = tuple(_followed(first, result) for result in _results(foresee(first.due)))
    rolls = _rolls(first) if first.refusal is None and first.stop is not None else ()
    texts = tuple(str(s) for s in statements)
    looked = len(statements) - len(first.left)
    return Preview(
        texts,
        tuple(first.events),
        first.stop,
        first.refusal,
        looked,
        first.rule,
        tuple(first.skipped),
        ways,
        rolls,
        texts[looked:] if first.own else (),
    )


@dataclass
class _Walk:
    """Orders carried out one after the other on a copy of the battle."""

    game: Game[Any]
    side: str
    left: list[Statement]
    faces: list[int] = field(default_factory=list[int])
    """What the dice show; after the last of them it ends at the next roll."""
    alone: bool = False
    """Nobody reacts: the other side's questions are answered by what does least."""
    events: list[Event] = field(default_factory=list[Event])
    skipped: list[tuple[str, Text]] = field(default_factory=list[tuple[str, Text]])
    stop: Text | None = None
    refusal: Text | None = None
    rule: str = ""
    due: RollRequest | None = None
    """The roll it ended at."""
    told: int = 0
    """Events of the order that roll belongs to, before it."""
    own: bool = False
    """It ended at a question of the side's own that the next order is no answer to."""
    whole: int | None = None
    """Events when the first order had been carried out; None while it hasn't."""

    def go(self) -> None:
        """Until a roll or a question comes, or nothing is left to do."""
        begun, game = False, self.game
        for _ in range(STEPS):
            if not self.left or self.stop is not None or self.refusal is not None:
                break
            if not self._asked():
                break
            decision = game.decision_for(self.side)
            assert decision is not None
            dice = _Dice(game, self.faces)
            try:
                answer, used = answered(game, decision, self.left)
                if self.skipped and isinstance(decision, Command) and answer == decision.default:
                    break  # "no more orders" waits until the player has looked at what was skipped
                if isinstance(decision, ChooseEach) and isinstance(answer, Picks):
                    answer = decision.completed(answer)
                self.events += events_of(game.system, game.answer(self.side, answer, dice))
                self.faces = dice.left
                self.whole = len(self.events) if self.whole is None else self.whole
                del self.left[:used]
                begun = True
            except OutOfDice as e:
                self.events += dice.seen
                self.due, self.told = e.request, len(dice.seen)
                # What a roll may bring is read before it is asked for.
                self.stop = odds(foresee(e.request))
            except Refusal as no:
                self.rule = self.rule or no.rule
                if not begun and not self.alone:
                    self.refusal = refused(no, game.system.own_rules())
                elif isinstance(decision, Command):
                    self.skipped.append((self.left.pop(0).typed, refused(no, game.system.own_rules())))
                    begun = True
                else:
                    self.stop, self.own = decision.prompt, True
        if self.stop is None and self.refusal is None and not game.over and game.decision_for(self.side) is None:
            self.stop = game.pending[0].prompt

    def _asked(self) -> bool:
        """Whether the side is to decide now; others are answered for where nobody reacts. Sets ``stop`` if not."""
        game = self.game
        while (decision := game.decision_for(self.side)) is None:
            if not self.alone or game.over:
                self.stop = next((d.prompt for d in game.pending), Text("The battle is over."))
                return False
            other = game.pending[0]
            dice = _Dice(game, self.faces)
            try:
                self.events += events_of(game.system, game.answer(other.side, least(other), dice))
                self.faces = dice.left
            except OutOfDice as e:
                self.due, self.stop = e.request, odds(foresee(e.request))
                return False
        others = [d.side for d in game.pending if d.side != self.side]
        if others and all(game.decision_for(s) is None for s in others):
            # The other side has answered in secret; its answer would come out.
            self.stop = decision.prompt
            return False
        return True

    def again(self, faces: list[int], *, alone: bool = False) -> _Walk:
        """Another walk from where this one stands, before the roll it ended at."""
        return _Walk(self.game.fork((self.side,)), self.side, list(self.left), faces, alone)


# -- past the first roll ----------------------------------------------------------------------------------------------


def _results(throw: Throw) -> list[tuple[Text | str, float, int]]:
    """Results of a roll in words, each with its probability and a die that brings it; [] without words.

    Of several dice it is the one in the middle: the first and the last face often mean more than the result.
    """
    dice: dict[str, list[int]] = {}
    for die in throw.request.die:
        dice.setdefault(str(throw.request.outcome(die + throw.request.modifier)), []).append(die)
    found = [(words, p, dice[str(words)]) for words, p in throw.chances]
    return [(words, p, faces[len(faces) // 2]) for words, p, faces in sorted(found, key=lambda x: -x[1])[:WAYS]]


def _followed(first: _Walk, result: tuple[Text | str, float, int]) -> Way:
    """What comes of one result of the first roll: the rest of its order, and later ones that would be skipped."""
    words, p, die = result
    walk = first.again([die])
    walk.go()
    events = tuple(walk.events[first.told : walk.whole])
    stop = walk.stop if walk.whole is None else None
    return Way(Text("{result}", result=words), p, events, stop, tuple(walk.skipped))


def _rolls(first: _Walk) -> tuple[Text, ...]:
    """What every roll needs that is still to be told, if each die shows what is likeliest and nobody reacts."""
    found: list[Text] = []
    faces: list[int] = []
    for _ in range(ROLLS + 1):
        walk = first.again(list(faces), alone=True)
        walk.go()
        if walk.due is None:
            break
        found.append(odds(foresee(walk.due)))
        faces += [foresee(walk.due).assumed] * walk.due.count
    return tuple(found[1:] if first.due is not None else found)


class _Dice:
    """Dice that come up as told, and then remember what had happened when one more was wanted."""

    def __init__(self, game: Game[Any], faces: Sequence[int]) -> None:
        self.game = game
        self.mark = len(game.journal)
        self.left = list(faces)
        self.seen: list[Event] = []

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        if len(self.left) < request.count:
            self.seen = events_of(self.game.system, self.game.journal[self.mark :])
            raise OutOfDice(request)
        thrown, self.left = self.left[: request.count], self.left[request.count :]
        return 0, thrown
