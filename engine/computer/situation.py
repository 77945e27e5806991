"""What somebody in a seat knows of a battle, and no more: all a planner is given.

It holds the position where the procedure last rested, with what others hide taken out (:meth:`System.known`), and what
was answered and rolled since, others' secret answers left out. Two battles that differ only in what a side can't see
give it equal situations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.computer.branches import Branch
from engine.computer.simulation import OwnDice, Recalled, Simulation
from engine.kernel.decisions import Answer, Decision
from engine.kernel.dice import Dice
from engine.kernel.game import Game
from engine.kernel.journal import Entry, effective
from engine.kernel.system import System


class Unknown(Exception):
    """What a side knows doesn't tell how its question came about: it can't be thought about, only answered."""


@dataclass(frozen=True, slots=True)
class Given:
    """An answer given since the procedure rested."""

    side: str
    kind: str
    answer: Answer | None
    """None where it was given in secret: the side that thinks doesn't know it."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What a side knows."""

    side: str
    state: str
    """The position at rest, JSON."""
    given: tuple[Given, ...] = ()
    thrown: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def of(cls, game: Game[Any], side: str) -> Situation:
        """What ``side`` knows of a battle in which it is asked. Changes nothing.

        Raises :class:`Unknown` where it can't be told.
        """
        if game.restartable:
            return cls(side, _seen(game.system, game.state.model_dump_json(), side))
        checkpoint = game.checkpoint
        if checkpoint is None:
            raise Unknown("the battle has no checkpoint yet")
        entries = [e for e in effective(list(game.journal)) if e.seq > checkpoint.seq]
        course = Course(game.system, checkpoint.state, entries)
        for _ in course:
            pass
        return course.known(side)

    def afresh(
        self,
        system: System[Any],
        dice: Dice,
        answers: Callable[[Decision], Answer],
        branch: Branch | None = None,
    ) -> Simulation:
        """The battle as the side knows it, where it is asked, to be played on with dice of the planner's own.

        ``answers`` gives what others answered in secret; ``branch`` is the root of what trials of this situation have
        found out (:mod:`.branches`). Raises :class:`Unknown` when that leads elsewhere.
        """
        recalled = Recalled(self.thrown, dice)
        simulation = Simulation(system, system.state_type.model_validate_json(self.state), recalled, branch=branch)
        for given in self.given:
            decision = simulation.open_for(given.side)
            if decision is None or decision.kind != given.kind:
                raise Unknown(f"{given.side} is not asked for {given.kind}")
            simulation.answer(decision, answers(decision) if given.answer is None else given.answer)
        if recalled.left or simulation.open_for(self.side) is None:
            raise Unknown(f"{self.side} is not asked where it should be")
        return simulation


def _seen(system: System[Any], state: str, side: str) -> str:
    return system.known(system.state_type.model_validate_json(state), (side,)).model_dump_json()


class Course:
    """A battle played again from a checkpoint, answer by answer, with what each side knows on the way."""

    def __init__(self, system: System[Any], state: str, entries: Sequence[Entry]) -> None:
        """``state`` is the position at the checkpoint, JSON; ``entries`` what came after it and still counts."""
        self._system = system
        self._entries = entries
        self._thrown = [tuple(e.data["dice"]) for e in entries if e.kind == "roll"]
        self._dice = Recalled(self._thrown, OwnDice(""))
        self._given: list[tuple[Given, bool]] = []
        """With whether it was given in secret."""
        self._rested = state, 0, 0
        """Where the procedure rested last: the position, the answers and the rolls until then."""
        position = system.state_type.model_validate_json(state)
        self.simulation = Simulation(system, position, self._dice, self._resting)

    def _resting(self, position: Any) -> None:
        self._rested = position.model_dump_json(), len(self._given), len(self._thrown) - self._dice.left

    def __iter__(self) -> Iterator[tuple[Entry, Decision | None]]:
        """Each answer with the question it is for, before it is given; each act of a referee, once it is done.

        Raises :class:`Unknown` where what was answered isn't asked.
        """
        system, simulation = self._system, self.simulation
        for entry in self._entries:
            data = entry.data
            if entry.kind == "act":
                for raw in data["events"]:
                    system.events.validate_python(raw).apply(simulation.state)
                simulation.begin(simulation.state)
                yield entry, None
            if entry.kind != "answer":
                continue
            decision = simulation.open_for(data["side"])
            if decision is None or decision.kind != data["kind"]:
                raise Unknown(f"{data['side']} is not asked for {data['kind']}")
            answer: Answer = system.answers.validate_python(data["answer"])
            yield entry, decision
            secret = decision.secret or len(simulation.pending) > 1
            self._given.append((Given(data["side"], data["kind"], answer), secret))
            simulation.answer(decision, answer)

    def known(self, side: str) -> Situation:
        """What ``side`` knows where the course has got to."""
        at, answered, rolled = self._rested
        since = self._given[answered:]
        given = [replace(g, answer=None) if secret and g.side != side else g for g, secret in since]
        # What the others have answered to the question that is still open tells nothing until it is disclosed.
        while given and self.simulation.pending and given[-1].side != side and self._still_open(given[-1]):
            given.pop()
        thrown = self._thrown[rolled : len(self._thrown) - self._dice.left]
        return Situation(side, _seen(self._system, at, side), tuple(given), tuple(thrown))

    def _still_open(self, last: Given) -> bool:
        asked = [d for d in self.simulation.pending if d.side == last.side and d.kind == last.kind]
        return bool(asked) and self.simulation.open_for(last.side) is None
