"""What written orders would do, as far as it can be known beforehand: no die is rolled, nobody answers for another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.notation import bind
from bot.service.model import Preview
from bot.service.sessions.session import refused
from engine.kernel.decisions import ChooseEach, Command, Picks
from engine.kernel.dice import OutOfDice, RollRequest
from engine.kernel.events import Event
from engine.kernel.foresight import odds
from engine.kernel.game import Game, events_of
from engine.kernel.rehearsal import foresee
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text


def look_ahead(game: Game[Any], side: str, statements: Sequence[Statement]) -> Preview:
    """Carry out ``statements`` on ``game``, a copy, up to the first roll or question to the other side.

    As when they are given, nothing is done when the first one is refused, and later ones that are refused are skipped.
    A question put to both at once is not looked beyond either.
    """
    events: list[Event] = []
    skipped: list[tuple[str, Text]] = []
    left = list(statements)
    stop: Text | None = None
    refusal: Text | None = None
    rule = ""
    while left and stop is None and refusal is None:
        decision = game.decision_for(side)
        if decision is None:
            stop = next((d.prompt for d in game.pending), Text("The battle is over."))
            break
        others = [d.side for d in game.pending if d.side != side]
        if others and all(game.decision_for(s) is None for s in others):
            # The other side has answered in secret; its answer would come out.
            stop = decision.prompt
            break
        dice = _NoDice(game)
        try:
            answer, used = bind(game, decision, left)
            if skipped and isinstance(decision, Command) and answer == decision.default:
                break  # "no more orders" waits until the player has looked at what was skipped
            if isinstance(decision, ChooseEach) and isinstance(answer, Picks):
                answer = decision.completed(answer)
            events += events_of(game.system, game.answer(side, answer, dice))
            del left[:used]
        except OutOfDice as e:
            events += dice.seen
            # What a roll may bring is read before it is asked for.
            stop = odds(foresee(e.request))
        except Refusal as no:
            rule = rule or no.rule
            if len(left) == len(statements):
                refusal = refused(no)
            elif isinstance(decision, Command):
                skipped.append((left.pop(0).typed, refused(no)))
            else:
                stop = decision.prompt
    if stop is None and refusal is None and not game.over and game.decision_for(side) is None:
        stop = game.pending[0].prompt
    texts = tuple(str(s) for s in statements)
    return Preview(texts, tuple(events), stop, refusal, len(statements) - len(left), rule, tuple(skipped))


class _NoDice:
    """Remembers what had happened when the first die was wanted."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.mark = len(game.journal)
        self.seen: list[Event] = []

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        self.seen = events_of(self.game.system, self.game.journal[self.mark :])
        raise OutOfDice(request)
