"""Pelium: a walled town, entered by its gates."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from pydantic import Field

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.parameters import OpenHex, Params
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Refusal, Text
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.state import Unit
from engine.systems.gboh import footprint
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.charts import Cost


class Walled(Params):
    hexes: tuple[OpenHex, ...] = Field(min_length=1)


class Town(Special):
    """A step in by a gate takes a whole move. Nobody in the town attacks, is attacked or is shot at from outside, and
    nobody steps out of it into enemy ZOC. Who is shot at from inside may answer, unless in enemy ZOC.
    """

    about = "a walled town: a whole move to enter, and safe from Shock and missiles"
    takes = Walled
    params: Walled

    @cached_property
    def _inside(self) -> Collection[Hex]:
        return frozenset(self.params.hexes)

    def _sheltered(self, unit: Unit) -> bool:
        return any(h in self._inside for h in footprint.hexes_of(unit))

    def priced(self, unit: Unit | None, a: Hex, b: Hex, cost: Cost) -> Cost:
        if unit is None or b not in self._inside or a in self._inside:
            return cost
        return Cost(max(unit.ma, 1), cost.hits, cost.causes)

    def screens(self, ground: BattleMap, a: Hex, b: Hex) -> bool:
        return (a in self._inside) != (b in self._inside)

    def may_enter_zoc(self, g: Battle, unit: Unit, h: Hex) -> bool:
        return not (self._sheltered(unit) and h not in self._inside)

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        if not self._sheltered(unit):
            return None
        return Refusal("{unit} is behind the walls and attacks nobody.", rule=self.spec.id, unit=unit.id)

    def bars_target(self, g: Battle, shooter: Unit, target: Unit) -> Refusal | None:
        if not self._sheltered(target) or self._sheltered(shooter):
            return None
        if g.active == target.side and not g.in_enemy_zoc(shooter):
            return None  # in the enemy's Orders Phase it answers who has shot at it
        return Refusal("{unit} is behind the walls.", rule=self.spec.id, unit=target.id)

    def fire_modifiers(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        if (a in self._inside) == (b in self._inside):
            return ()
        return (Modifier(value=2, reason=str(Text("over the wall")), rule=self.spec.id),)
