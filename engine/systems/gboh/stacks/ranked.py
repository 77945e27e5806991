"""Units that may stand under another one of their hex."""

from __future__ import annotations

from engine.kernel.model import UnitId
from engine.systems.gboh import state as gboh


class Ranked(gboh.Unit):
    """A unit of a game that has stacks (S 6.6, G 5.3) or double depth (A 9.62, S 9.51, G 10.3)."""

    below: UnitId | None = None
    """The unit it stands under, in a stack or in double depth."""

    @property
    def beneath(self) -> UnitId | None:
        return self.below

    def stands_beneath(self, other: UnitId | None) -> None:
        self.below = other

    def disordered(self) -> None:
        super().disordered()
        self.below = None
