"""Pelium: a walled town, entered by its gates."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from pydantic import Field

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.parameters import OpenHexes, Params
from engine.kernel.scenario import SpecialRule
from engine.kernel.special import Taken
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.charts import Cost
from engine.systems.gboh.special.crossing import whole_move
from engine.systems.gboh.state import Leader, Unit


class Walled(Params):
    hexes: OpenHexes = Field(min_length=1)


class Town(Special):
    """A step in by a gate takes a whole move, and nobody goes through one into enemy ZOC; nobody passes through friends
    inside. Nobody there is attacked, or shot at but in answer to a shot by order, by who isn't in enemy ZOC.
    """

    about = "a walled town: a whole move to enter, and safe from Shock and missiles"
    params = Taken(Walled)

    def __init__(self, spec: SpecialRule) -> None:
        super().__init__(spec)
        self._shot: tuple[str, str] | None = None
        """Who has just shot at whom, and nothing has moved since."""

    @cached_property
    def _inside(self) -> Collection[Hex]:
        return frozenset(self.params.hexes)

    def _sheltered(self, unit: Unit) -> bool:
        return any(h in self._inside for h in footprint.hexes_of(unit))

    def priced(self, unit: Unit | None, a: Hex, b: Hex, cost: Cost) -> Cost:
        if unit is None or b not in self._inside or a in self._inside:
            return cost
        return Cost(max(whole_move(unit), 1), cost.hits, cost.causes)

    def bars_passing(self, g: Battle, h: Hex) -> bool:
        return h in self._inside

    def may_enter_zoc(self, g: Battle, unit: Unit, h: Hex) -> bool:
        inside, to = self._sheltered(unit), h in self._inside
        # Where a hex next to the town is open from it there is a gate between.
        gate = any((n in self._inside) != to and g.step_cost(unit, n, h) is not None for n in g.map.neighbours(h))
        return inside == to or not gate

    def spares(self, g: Battle, unit: Unit, enemy: Unit) -> bool:
        return self._sheltered(enemy)

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        met = g.confronted(unit) if unit.on_map else ()
        if not met or not all(self._sheltered(e) for e in met):
            return None
        return Refusal("{unit} has only enemies behind the walls before it.", rule=self.spec.id, unit=unit.id)

    def shot(self, g: Battle, shooter: Unit, target: Unit | Leader) -> None:
        self._shot = shooter.id, target.id

    def entered(self, g: Battle, unit: Unit) -> None:
        self._shot = None

    def bars_target(self, g: Battle, shooter: Unit, target: Unit) -> Refusal | None:
        if not self._sheltered(target) or self._sheltered(shooter):
            return None
        if self._shot == (target.id, shooter.id) and g.active == target.side and not g.in_enemy_zoc(shooter):
            return None
        return Refusal("{unit} is behind the walls.", rule=self.spec.id, unit=target.id)

    def fire_modifiers(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        if (a in self._inside) == (b in self._inside):
            return ()
        return (Modifier(value=2, reason=Text("over the wall"), rule=self.spec.id),)
