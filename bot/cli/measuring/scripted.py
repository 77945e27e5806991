"""Players who want one thing alone, of any system: to be near the enemy, or to stay where they are.

They draw orders from the menus, look on a copy where everybody would stand, and give the one they like best. They know
no rule, and stay as they are: a planner that loses to one of them has a hole, however it does against its like.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from engine.computer.planner import Thought
from engine.computer.player import activation_of
from engine.computer.simulation import OwnDice
from engine.computer.situation import Situation, Unknown
from engine.kernel.board import Place
from engine.kernel.decisions import Answer, Command, Decision
from engine.kernel.game import Game
from engine.kernel.text import Refusal
from engine.kernel.view import TableView
from engine.players import random_answer

DRAWN = 6
"""Orders drawn for a question."""

KEEN = 4.0
"""How strictly the menus' weights are kept to, as by a recruit."""

Measure: TypeAlias = Callable[[TableView, TableView, int], float]
"""How well a side, by its number, likes how everybody stands after an order, compared with before."""


def nearer(before: TableView, after: TableView, side: int) -> float:
    """A rusher's: by how much its units have come nearer to the enemies next to them."""
    return _far(before, side) - _far(after, side)


def stayed(before: TableView, after: TableView, side: int) -> float:
    """A holder's: how little its units have gone."""
    stood = dict(_placed(before, lambda s: s == side))
    stand = dict(_placed(after, lambda s: s == side))
    return -sum(after.board.apart(stood[name], place) for name, place in stand.items() if name in stood)


SCRIPTS: Mapping[str, Measure] = {"rusher": nearer, "holder": stayed}


def _placed(table: TableView, whose: Callable[[int], bool]) -> Iterator[tuple[str, Place]]:
    return ((c.id, c.hexes[0]) for c in table.counters if c.hexes and whose(c.side))


def _far(table: TableView, side: int) -> float:
    """How far a side's units are from the enemies next to them, on average."""
    foes = [place for _, place in _placed(table, lambda s: s != side)]
    own = [place for _, place in _placed(table, lambda s: s == side)]
    if not foes or not own:
        return 0.0
    return sum(min(table.board.apart(place, foe) for foe in foes) for place in own) / len(own)


class Scripted:
    """One side's player. Battle, side, script and seed settle what it does."""

    def __init__(self, game: Game[Any], side: str, measure: Measure, seed: str) -> None:
        self.game = game
        self.side = side
        self.measure = measure
        self.seed = f"{seed} {side}"

    def activation(self) -> int:
        """Tells the side's activations apart."""
        return activation_of(self.game, self.side)

    def think(self, late: Callable[[], bool] = lambda: False) -> Thought:
        """The answer to what its side is asked now: the menus' own, but for orders."""
        decision = self.game.decision_for(self.side)
        assert decision is not None, f"{self.side} is not asked"
        rng = random.Random(f"{self.seed} {self.game.journal[-1].seq}")
        if not isinstance(decision, Command) or decision.secret:
            return Thought(decision.default if isinstance(decision, Command) else random_answer(decision, rng, KEEN))
        orders = [random_answer(decision, rng, KEEN) for _ in range(DRAWN)]
        # To end the orders comes last: where nothing else is as good.
        liking = self._liking()
        return Thought(max((*(a for a in orders if a != decision.default), decision.default), key=liking))

    def _liking(self) -> Callable[[Answer], float]:
        """How well it likes what each order leads to; all the same where what it knows doesn't lead to the question."""
        try:
            situation = Situation.of(self.game, self.side)
        except Unknown:
            return lambda answer: 0.0
        system, rng = self.game.system, random.Random(self.seed)

        def quick(other: Decision) -> Answer:
            return random_answer(other, rng, KEEN)

        def liking(answer: Answer) -> float:
            try:
                copy = situation.afresh(system, OwnDice(self.seed), quick)
                asked = copy.open_for(self.side)
                before = system.view(copy.state, (self.side,))
                assert asked is not None
                copy.answer(asked, answer)
            except (Unknown, Refusal):
                return -math.inf
            after = system.view(copy.state, (self.side,))
            return self.measure(before, after, [s.id for s in before.sides].index(self.side))

        return liking
