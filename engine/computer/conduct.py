"""How a computer player conducts itself when a battle is decided, or won't be: it gives up what is lost, and offers a
draw where nothing moves any more.

Both seldom, and late: giving up too early robs somebody of their victory, and nobody wants to be asked for a draw.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.kernel.concession import Concession
from engine.kernel.decisions import Command, Decision
from engine.kernel.game import Game


@dataclass(frozen=True, slots=True)
class Standing:
    """How a battle stands for a computer player as it comes to command."""

    worth: float
    losses: tuple[int, ...]
    """Points of each side."""
    share: float
    """The greatest share a side has of the points that lose it the battle."""


def commands(decision: Decision | None) -> bool:
    """Whether a question has its side command, so that it may give up instead; setting up is no such question."""
    return isinstance(decision, Command) and not decision.secret


def standing(game: Game[Any], side: str) -> Standing:
    """How a battle stands, as far as a side knows."""
    state = game.system.known(game.state.model_copy(deep=True), (side,))
    worth = sum(game.system.judge(game.system.context(state), side).values())
    sides = game.system.view(state, (side,)).sides
    return Standing(
        worth, tuple(s.points for s in sides), max((s.points / s.limit for s in sides if s.limit), default=0.0)
    )


def lost(scale: Concession, stood: Sequence[Standing]) -> bool:
    """Whether a side that has stood so at its activations, the last one now, gives up."""
    last = stood[-scale.held :]
    return len(last) == scale.held and all(s.worth <= scale.lost and s.share < scale.near for s in last)


def stuck(scale: Concession, stood: Sequence[Standing]) -> bool:
    """Whether a side that has stood so offers a draw."""
    last = stood[-scale.stuck :]
    even = all(abs(s.worth) <= scale.even for s in last)
    return len(last) == scale.stuck and even and len({s.losses for s in last}) == 1


@dataclass(slots=True)
class Conduct:
    """What a computer player remembers of how a battle stood. A restart has it begin afresh, and so give up later."""

    scale: Concession
    stood: deque[Standing] = field(init=False)
    activation: int | None = None
    """Tells the activation it has noted last from others."""

    def __post_init__(self) -> None:
        self.stood = deque(maxlen=max(self.scale.held, self.scale.stuck))

    def note(self, standing: Standing, activation: int) -> None:
        """Once for each activation of its own."""
        if activation != self.activation:
            self.activation = activation
            self.stood.append(standing)

    @property
    def lost(self) -> bool:
        """Whether it gives up."""
        return lost(self.scale, list(self.stood))

    @property
    def stuck(self) -> bool:
        """Whether it offers a draw."""
        return stuck(self.scale, list(self.stood))

    def offered(self) -> None:
        """It has offered a draw: not again before as much time has passed."""
        self.stood.clear()
