"""What hooks are about in one game of the family: its battle, its units and its leaders.

A game's rule says once which those are, ``class Hoplites(Chapter[Battle, Unit, Leader])``; one for all games is plain.
"""

from __future__ import annotations

from typing_extensions import TypeVar

from engine.systems.gboh.battle import Battle
from engine.systems.gboh.state import Leader, Unit

B = TypeVar("B", bound=Battle, default=Battle)
U = TypeVar("U", bound=Unit, default=Unit)
B_contra = TypeVar("B_contra", bound=Battle, contravariant=True)
L = TypeVar("L", bound=Leader, default=Leader)
