"""A computer player in its seat: sees what the seat may see, thinks, answers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from engine.computer.levels import LEVEL, Level, LevelName
from engine.computer.planner import Memory, Planner, Thought
from engine.computer.situation import Situation, Unknown
from engine.kernel.answers import is_order
from engine.kernel.game import Game


class Player:
    """One side's player. Battle, level and seed settle what it does, unless its time is limited."""

    def __init__(
        self,
        game: Game[Any],
        side: str,
        level: LevelName | Level,
        seed: str,
        memory: Memory = Memory(),  # noqa: B008 frozen
    ) -> None:
        self.game = game
        self.side = side
        self._planner = Planner(
            game.system, LEVEL[level] if isinstance(level, str) else level, f"{seed} {side}", memory
        )

    @property
    def memory(self) -> Memory:
        """What it keeps in mind for the next question."""
        return self._planner.memory

    def think(self, late: Callable[[], bool] = lambda: False) -> Thought:
        """The answer to what its side is asked now; changes nothing in the battle. Only while it is asked.

        ``late`` is asked now and then whether time is up.
        """
        decision = self.game.decision_for(self.side)
        assert decision is not None, f"{self.side} is not asked"
        situation = None
        if self._planner.level.budget and not late():
            with suppress(Unknown):
                situation = Situation.of(self.game, self.side)
        return self._planner.think(situation, decision, self.game.journal[-1].seq, late, self.activation())

    def activation(self) -> int:
        """Tells the side's activations apart."""
        return activation_of(self.game, self.side)


def activation_of(game: Game[Any], side: str) -> int:
    """Tells a side's activations apart: the last entry with which another side commanded."""
    for entry in reversed(game.journal):
        data = entry.data
        if entry.kind == "answer" and data["side"] != side and is_order(data["answer"]["do"]):
            return entry.seq
    return -2
