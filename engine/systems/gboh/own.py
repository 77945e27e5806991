"""What hooks are about in one game of the family: its battle, its units and its leaders.

A rule of one game says once which those are, ``class Hoplites(Chapter[Battle, Unit, Leader])``. One for all games says
nothing: then they are the family's. One that games change is for any of them, ``class Pursuit(Chapter[B, U, L])``; what
its own procedure asks it about those in the battle takes the family's units all the same.
"""

from __future__ import annotations

from typing_extensions import TypeVar

from engine.systems.gboh.battle import Battle
from engine.systems.gboh.state import Leader, Unit

B = TypeVar("B", bound=Battle, default=Battle)
U = TypeVar("U", bound=Unit, default=Unit)
L = TypeVar("L", bound=Leader, default=Leader)
B_contra = TypeVar("B_contra", bound=Battle, contravariant=True)
"""For protocols that only take a battle."""
