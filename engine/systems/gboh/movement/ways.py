"""6.3, 7.12 Where the ground lets a unit step without turning, and what a turn costs there."""

from __future__ import annotations

from engine.kernel.hexes import Facing, Hex, front
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.charts import Cost
from engine.systems.gboh.movement.steps import entry_facing
from engine.systems.gboh.state import Unit


class Ways:
    """Where the ground lets a unit step from a hex and facing, and what turning costs there; kept with the map."""

    def __init__(self, g: Battle, unit: Unit) -> None:
        self.g = g
        self.unit = unit
        kind = unit.shape
        self._onwards = g.map.scratch.setdefault(("ways", kind), {})
        self._turning = g.map.scratch.setdefault(("turning", g.charts, unit.kind, unit.headlong), {})

    def onwards(self, at: Hex, facing: Facing) -> tuple[tuple[Hex, Facing], ...]:
        """The hexes the unit may step to without turning, each with its facing then, in the order of neighbours."""
        key = (at, facing)
        found = self._onwards.get(key)
        if found is None:
            near = self.g.map.neighbours(at)
            if facing.is_vertex and self.unit.troop.faces:
                ahead = front(at, facing)
                found = tuple((to, facing) for to in near if to in ahead)
            else:
                steps = ((to, entry_facing(self.unit, at, facing, to)) for to in near)
                found = tuple((to, f) for to, f in steps if f is not None)
            self._onwards[key] = found
        return found

    def turning(self, at: Hex) -> Cost:
        """Price of turning by one vertex, or by one hexside in Column."""
        found = self._turning.get(at)
        if found is None:
            found = self._turning[at] = self.g.charts.turn_cost(self.g.map, self.unit, at, 1)
        return found
