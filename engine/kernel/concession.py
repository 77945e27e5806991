"""When a computer player of a system gives a battle up, and when it offers a draw: numbers alone.

They are on the scale of the system's own judgement (:meth:`~engine.kernel.system.System.judge`), and so differ from
system to system; ``hexarch resignations`` plays the games they are set by.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Concession:
    """What has to be true of a position before it is given up, or offered as a draw."""

    lost: float = -90.0
    """Worth of a position at which it is lost; -100 is all but so."""
    held: int = 4
    """Activations of its own in a row at which a position must be lost before it is given up."""
    near: float = 0.75
    """Share of the points that lose a battle from which on it isn't given up: it ends by its rules soon enough."""
    even: float = 8.0
    """Worth on either side of nothing within which a battle is even."""
    stuck: int = 16
    """Activations of its own in a row that must have been even, and have cost nobody anything, before it offers a
    draw."""
