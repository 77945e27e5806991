"""How a computer player conducts itself when a battle is decided, or won't be: it gives up what is lost, and offers a
draw where nothing moves any more.

Both seldom, and late: giving up too early robs somebody of their victory, and nobody wants to be asked for a draw.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

LOST = -90.0
"""Worth of a position at which it is lost; -100 is all but so (:meth:`System.judge`)."""

HELD = 4
"""Activations of its own in a row at which a position must be lost before it gives up."""

NEAR = 0.75
"""Share of the points that lose a battle from which on it isn't given up: it ends by its rules soon enough."""

EVEN = 8.0
"""Worth on either side of nothing within which a battle is even."""

STUCK = 16
"""Activations of its own in a row that must have been even, and have cost nobody anything, before it offers a draw."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a battle stands for a computer player as it comes to command."""

    worth: float
    losses: tuple[int, ...]
    """Points of each side."""
    share: float
    """The greatest share a side has of the points that lose it the battle."""


@dataclass(slots=True)
class Conduct:
    """What a computer player remembers of how a battle stood. A restart has it begin afresh, and so give up later."""

    stood: deque[Standing] = field(default_factory=lambda: deque[Standing](maxlen=STUCK))
    activation: int | None = None
    """Tells the activation it has noted last from others."""

    def note(self, standing: Standing, activation: int) -> None:
        """Once for each activation of its own."""
        if activation != self.activation:
            self.activation = activation
            self.stood.append(standing)

    @property
    def lost(self) -> bool:
        """Whether it gives up."""
        last = list(self.stood)[-HELD:]
        return len(last) == HELD and all(s.worth <= LOST and s.share < NEAR for s in last)

    @property
    def stuck(self) -> bool:
        """Whether it offers a draw."""
        even = all(abs(s.worth) <= EVEN for s in self.stood)
        return len(self.stood) == STUCK and even and len({s.losses for s in self.stood}) == 1

    def offered(self) -> None:
        """It has offered a draw: not again before as much time has passed."""
        self.stood.clear()
