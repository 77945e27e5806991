"""What somebody who knows the game does at a glance: by the system's counsel where it has any, by the menus elsewhere.

The counsel for a unit is looked for once, and again when its turn comes: what has been ordered meanwhile may have
changed what it should do, hardly ever what the others should.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from engine.computer.simulation import Simulation
from engine.kernel.decisions import Answer, ChooseEach, Command, Decision, Pick
from engine.kernel.ideas import Counsel
from engine.kernel.system import System
from engine.kernel.text import allowed
from engine.players import random_answer

LOOKED_AT = 3
"""Pieces of counsel for one unit that are weighed against one another."""

LOOSE = 0.5
"""Share of its keenness that is left where counsel isn't asked for: so that something else is tried."""


class _Counsel:
    """What is counselled for a unit in a position, and which of it is legal as far as somebody wanted to know."""

    __slots__ = ("_legal", "pieces")

    def __init__(self, pieces: Sequence[Counsel]) -> None:
        self.pieces = tuple(pieces)
        self._legal: dict[int, bool] = {}

    def holds(self, decision: Decision, n: int) -> bool:
        found = self._legal.get(n)
        if found is None:
            found = self._legal[n] = allowed(partial(decision.check, self.pieces[n].answer))
        return found


class Sense:
    """Answers for one side of one simulated battle."""

    def __init__(self, system: System[Any], rng: random.Random, keen: float, doubt: float | None = 0.0) -> None:
        self.system = system
        self.rng = rng
        self.keen = keen
        self.doubt = doubt
        """How far from the counsel it strays: the scale of what chance adds to each weight; None: it asks for none."""
        self.looked = 0
        """Times counsel was looked for."""
        self.found = 0
        """Times it wasn't known from an earlier trial."""
        self._weights: dict[str, float] = {}
        """What spoke for the best order of each unit when it was last looked at."""
        self._ordered = Counter[str]()
        """Orders each has been given since the orders began."""

    def answer(self, simulation: Simulation, decision: Decision) -> Answer:
        """A legal answer."""
        if isinstance(decision, Command) and decision.secret:
            return decision.default
        alone = self.doubt is None or isinstance(decision, ChooseEach)
        found = None if alone else self._counselled(simulation, decision)
        if found is not None:
            return found
        return random_answer(decision, self.rng, self.keen * (LOOSE if self.doubt is None else 1.0))

    def given(self, decision: Decision, answer: Answer) -> None:
        """To be told of every answer of its side."""
        if not isinstance(decision, Command):
            return
        if answer == decision.default:  # The end of the orders: what comes next is another matter.
            self._weights.clear()
            self._ordered.clear()
        elif (name := getattr(answer, "unit", None)) is not None:
            self._ordered[name] += 1

    def _counselled(self, simulation: Simulation, decision: Decision) -> Answer | None:
        names = self._named(simulation, decision)
        chosen = self._best(simulation, decision, "")
        waiting = {n: self._weights.get(n, math.inf) for n in names}
        while waiting:
            name = max(waiting, key=lambda n: waiting[n])
            if chosen is not None and waiting[name] <= chosen[0]:
                break
            del waiting[name]
            found = self._best(simulation, decision, name)
            self._weights[name] = -math.inf if found is None else found[0]
            if found is not None and (chosen is None or found[0] > chosen[0]):
                chosen = found
        return None if chosen is None else chosen[1]

    def _best(self, simulation: Simulation, decision: Decision, name: str) -> tuple[float, Answer] | None:
        """The best counsel for a unit that is legal, with what speaks for it."""
        counsel = self._look(simulation, decision, name)
        # The more orders it has had the less is left to gain: nobody is turned to and fro.
        worn, doubt = 1 + self._ordered[name], self.doubt or 0.0
        found = [
            (piece.weight / worn + (doubt * self._stray() if doubt else 0.0), n)
            for n, piece in enumerate(counsel.pieces)
        ]
        for weight, n in sorted(found, key=lambda x: -x[0]):
            if counsel.holds(decision, n):
                return weight, counsel.pieces[n].answer
        return None

    def _named(self, simulation: Simulation, decision: Decision) -> tuple[str, ...]:
        return simulation.branch.kept("named", lambda: tuple(_named(decision)))[0]

    def _look(self, simulation: Simulation, decision: Decision, name: str) -> _Counsel:
        """All counsel for a unit; for nobody what speaks for ordering nothing more."""
        counsel, found_now = simulation.branch.kept(
            ("counsel", name),
            lambda: _Counsel(self.system.counsel(simulation.context, decision, name)[:LOOKED_AT]),
        )
        self.looked += bool(name)
        self.found += bool(name) and found_now
        return counsel

    def _stray(self) -> float:
        """Gumbel's distribution: the likeliest to come out best is what weighs most, as in a softmax."""
        return -math.log(-math.log(self.rng.random() or 0.5))


class Table:
    """What was counselled when orders began, for plans made at a glance: by the orders' place in the plan, and what was
    chosen before them, for each who can be ordered."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, str], dict[str, Sequence[Counsel]]] = {}


class Glance(Sense):
    """The same for many plans at little cost: what was counselled as the orders began is held to until their end, by
    whoever hasn't been ordered yet, as far as it is still legal.

    To look again after each order costs as much as ten answers.
    """

    def __init__(
        self,
        system: System[Any],
        rng: random.Random,
        keen: float,
        doubt: float,
        table: Table,
        factors: Mapping[str, float],
    ) -> None:
        """``factors``: how much more or less speaks for orders, by their kind (:mod:`.profiles`)."""
        super().__init__(system, rng, keen, doubt)
        self._table = table
        self._factors = factors
        self._phase = 0
        self._picked = ""
        self._strayed: dict[tuple[str, int], float] = {}

    def given(self, decision: Decision, answer: Answer) -> None:
        if isinstance(answer, Pick):
            self._picked = answer.key
        elif isinstance(decision, Command) and answer == decision.default:
            self._phase += 1
            self._strayed.clear()
        super().given(decision, answer)

    def _counselled(self, simulation: Simulation, decision: Decision) -> Answer | None:
        place = (self._phase, self._picked)
        known = self._table.known.get(place)
        if known is None:
            end = self._look(simulation, decision, "")
            if not end.pieces:
                return None
            known = dict[str, Sequence[Counsel]]()
            for name in (*self._named(simulation, decision), ""):
                known[name] = self._look(simulation, decision, name).pieces
            self._table.known[place] = known
        found = [
            (self._weight(name, n, piece), piece.answer)
            for name, pieces in known.items()
            if not self._ordered[name]
            for n, piece in enumerate(pieces)
        ]
        for _, answer in sorted(found, key=lambda x: -x[0]):
            if allowed(partial(decision.check, answer)):
                return answer
        return None

    def _weight(self, name: str, n: int, piece: Counsel) -> float:
        stray = 0.0
        if self.doubt:
            key = (name, n)
            if key not in self._strayed:
                self._strayed[key] = self._stray()
            stray = self.doubt * self._strayed[key]
        return piece.weight * self._factors.get(piece.kind, 1.0) + stray


def _named(decision: Decision) -> Iterator[str]:
    """Whom counsel is looked for: whom the question is about, those who can be ordered."""
    if isinstance(decision, Command):
        own = (c.unit for c in decision.menu if c.unit is not None and c.menu is not None)
        about = () if decision.subject is None else (decision.subject,)
        yield from dict.fromkeys((*about, *own))
