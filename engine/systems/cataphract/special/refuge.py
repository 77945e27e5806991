"""Dara, Callinicum: the hex an army flees through, closed to everybody else."""

from __future__ import annotations

from engine.kernel.hexes import Hex
from engine.kernel.parameters import OpenHex, Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.hooks import Special
from engine.systems.cataphract.state import Unit
from engine.systems.gboh import state as gboh


class Refuge(Special):
    """Only routed units of its side enter the hex, and are eliminated by that; leaders don't follow them."""

    @property
    def side(self) -> str:
        raise NotImplementedError

    @property
    def hex(self) -> Hex:
        """The hex they flee to."""
        raise NotImplementedError

    @property
    def end(self) -> Text:
        """What becomes of them there."""
        raise NotImplementedError

    def admits(self, unit: gboh.Unit) -> bool:
        """Whether the unit may enter the hex."""
        return unit.side == self.side and unit.routed

    def shuts(self, unit: gboh.Unit | None, a: Hex, b: Hex) -> bool:
        return b == self.hex and (unit is None or not self.admits(unit))

    def flight_ends(self, g: Battle, unit: Unit, a: Hex, b: Hex) -> Text | None:
        return self.end if b == self.hex else None


class Island(Params):
    side: SideId
    exit: OpenHex
    """hex of the island"""


class Euphrates(Refuge):
    """The river is prohibited ground; routed units flee through the ford to the island.

    A unit for which 10.21 finds no way but into the river is eliminated, as by any closed ground.
    """

    about = "a hex that routed units flee to, and are lost"
    params = Taken(Island)

    @property
    def side(self) -> str:
        return self.params.side

    @property
    def hex(self) -> Hex:
        return self.params.exit

    @property
    def end(self) -> Text:
        return Text("it flees to the island")
