"""Dara, Callinicum: the hex an army flees through, closed to everybody else."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from engine.kernel.hexes import Hex
from engine.kernel.text import Text
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.special import Special
from engine.systems.cataphract.state import Unit


class Refuge(Special):
    """Only routed units of its side enter the hex, and are eliminated by that; leaders don't follow them."""

    PARAMETER: ClassVar[str]
    """Name of the parameter that gives the hex."""

    @cached_property
    def side(self) -> str:
        return str(self.spec.params["side"])

    @cached_property
    def hex(self) -> Hex:
        """The hex they flee to."""
        return int(self.spec.params[self.PARAMETER])  # type: ignore[arg-type]

    @property
    def end(self) -> Text:
        """What becomes of them there."""
        raise NotImplementedError

    def admits(self, unit: Unit) -> bool:
        """Whether the unit may enter the hex."""
        return unit.side == self.side and unit.routed

    def shuts(self, unit: Unit | None, a: Hex, b: Hex) -> bool:
        return b == self.hex and (unit is None or not self.admits(unit))

    def flight_ends(self, g: Battle, unit: Unit, a: Hex, b: Hex) -> str | None:
        return str(self.end) if b == self.hex else None


class Euphrates(Refuge):
    """The river is prohibited ground; routed units flee through the ford to the island.

    A unit for which 10.21 finds no way but into the river is eliminated, as by any closed ground. Parameters: ``side``,
    ``exit`` (the island's hex).
    """

    PARAMETER = "exit"

    @property
    def end(self) -> Text:
        return Text("it flees to the island")
