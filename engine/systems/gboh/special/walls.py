"""Dara: archers who hold a city wall, and the trench before it, which ZOC crosses for missiles alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from pydantic import Field, StrictInt

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.parameters import MapHexes, Params
from engine.kernel.special import Taken
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.special.named import HexsideType
from engine.systems.gboh.state import Unit


class Wall(Params):
    walls: MapHexes = Field(min_length=1)
    """hexes that are held"""
    extra_range: StrictInt = Field(ge=0, le=10)
    """hexes that fire from the wall reaches farther"""


class WallPosts(Special[B, U, L]):
    """They stay on their wall hexes, which nobody enters or leaves, and shoot farther and better."""

    about = "units that hold wall hexes, which nobody enters or leaves, and shoot from there farther and better"
    params = Taken(Wall)
    ROLL = -1
    """Modifier of fire from the wall."""

    @cached_property
    def _walls(self) -> Collection[Hex]:
        return frozenset(self.params.walls)

    def shuts(self, unit: Unit | None, a: Hex, b: Hex) -> bool:
        return a in self._walls or super().shuts(unit, a, b)

    def manned(self, g: B, h: Hex) -> bool:
        return h in self._walls and g.unit_at(h) is not None

    def rooted(self, g: B, unit: U) -> Text | None:
        return Text("it stays on the city wall") if unit.hex in self._walls else None

    def farther(self, g: B, a: Hex, b: Hex) -> int:
        """Hexes that a shot from a wall hex reaches farther."""
        return self.params.extra_range

    def longest_change(self) -> int:
        return self.params.extra_range

    def range_changes(self, g: B, shooter: U, a: Hex, b: Hex) -> Sequence[Modifier]:
        if a not in self._walls:
            return ()
        return (Modifier(value=self.farther(g, a, b), reason=Text("from the wall"), rule=self.spec.id),)

    def fire_modifiers(self, g: B, shooter: U, a: Hex, b: Hex) -> Sequence[Modifier]:
        if a not in self._walls:
            return ()
        return (Modifier(value=self.ROLL, reason=Text("from the wall"), rule=self.spec.id),)


class Ditch(Params):
    hexside: HexsideType = "trench"
    """type"""


class Trench(Special[B, U, L]):
    """ZOC reaches across it for missile fire alone."""

    about = "hexsides that ZOC crosses for missiles only"
    params = Taken(Ditch)

    def screens(self, ground: BattleMap, a: Hex, b: Hex) -> bool:
        return self.params.hexside in ground.side(a, b)
