"""Dara: the trench, and the archers on the city wall."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from pydantic import Field, StrictInt

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex, adjacent
from engine.kernel.parameters import MapHex, Params
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle as Family
from engine.systems.gboh.special.named import HexsideType
from engine.systems.gboh.state import Unit as FamilyUnit
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.special.rule import Rule
from engine.systems.simple_gboh.state import Unit


class Ditch(Params):
    hexside: HexsideType = "trench"
    """type"""


class Trench(Rule):
    """ZOC reaches across it for Reaction Fire alone; if all who attack do so across it, their roll is 1 less; who
    retreats across it after a Shock takes a hit."""

    about = (
        "hexsides that ZOC crosses for missiles only, that take 1 off the roll of who attacks across them, and cost a "
        "hit to retreat across"
    )
    takes = Ditch
    params: Ditch

    SHELTER = -1
    HITS = 1

    def screens(self, ground: BattleMap, a: Hex, b: Hex) -> bool:
        return self.params.hexside in ground.side(a, b)

    def clash_modifiers(self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Sequence[Modifier]:
        met = [
            (x, y)
            for a in attackers
            for d in defenders
            for x in footprint.hexes_of(a)
            for y in footprint.hexes_of(d)
            if adjacent(x, y)
        ]
        if not met or not all(self.screens(g.map, x, y) for x, y in met):
            return ()
        return (Modifier(value=self.SHELTER, reason=str(Text("across the trench")), rule=self.spec.id),)

    def retreat_hits(self, g: Battle, a: Hex, b: Hex) -> int:
        return self.HITS if self.screens(g.map, a, b) else 0


class City(Params):
    walls: tuple[MapHex, ...] = Field(min_length=1)
    """hexes that are held"""
    extra_range: StrictInt = Field(ge=0, le=10)
    """hexes that fire from the wall reaches farther"""


class Walls(Rule):
    """Archers stay on their wall hexes, shoot farther and better, and neither attack nor are attacked."""

    about = "units that hold wall hexes, shoot from there farther and better, and neither make nor suffer Shock"
    takes = City
    params: City

    ROLL = -1

    @cached_property
    def _walls(self) -> Collection[Hex]:
        return frozenset(self.params.walls)

    def manned(self, g: Family, h: Hex) -> bool:
        return h in self._walls and g.unit_at(h) is not None

    def shuts(self, unit: FamilyUnit | None, a: Hex, b: Hex) -> bool:
        return a in self._walls

    def rooted(self, g: Family, unit: FamilyUnit) -> str | None:
        return str(Text("it stays on the city wall")) if unit.hex in self._walls else None

    def bars_attack(self, g: Family, unit: FamilyUnit) -> Refusal | None:
        if unit.hex not in self._walls:
            return None
        return Refusal("{unit} stays on the city wall.", rule=self.spec.id, unit=unit.id)

    def spares(self, g: Family, unit: FamilyUnit, enemy: FamilyUnit) -> bool:
        return enemy.hex in self._walls

    def longest_change(self) -> int:
        return self.params.extra_range

    def range_changes(self, g: Family, shooter: FamilyUnit, a: Hex, b: Hex) -> Sequence[Modifier]:
        if a not in self._walls:
            return ()
        return (Modifier(value=self.params.extra_range, reason=str(Text("from the wall")), rule=self.spec.id),)

    def fire_modifiers(self, g: Family, shooter: FamilyUnit, a: Hex, b: Hex) -> Sequence[Modifier]:
        if a not in self._walls:
            return ()
        return (Modifier(value=self.ROLL, reason=str(Text("from the wall")), rule=self.spec.id),)
