"""9.5 Oxybeles: two shots in every Orders Phase, at any moment; who has fired doesn't move, nor the other way about."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.kernel.hexes import neighbours
from engine.kernel.inquiry import Fact
from engine.kernel.sight import line
from engine.kernel.text import Refusal, Text
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.state import Leader, Unit
from engine.systems.gboh import state as gboh
from engine.systems.gboh.cases import Case
from engine.systems.gboh.missiles.artillery import Artillery
from engine.systems.gboh.missiles.volley import aim

WALLS = frozenset({"city_wall", "gate"})
"""9.53 What its bolts don't go through."""


class Oxybeles(Artillery[Battle, Unit, Leader]):
    """9.51 to 9.56."""

    about = "oxybeles: two shots in an Orders Phase, without orders and at any moment"

    def shots(self, g: Battle, unit: gboh.Unit) -> int:
        return g.state.orders.reaction_shots.get(unit.id, 0) if g.state.orders is not None else 0

    def bars_fire(self, g: Battle, unit: Unit) -> Refusal | None:
        if unit.troop.is_engine and _moved(g, unit):
            text = "{unit} has moved in this Orders Phase and doesn't fire."
            return Refusal(text, rule=g.case(Case.ARTILLERY_MODES), unit=unit.id)
        return super().bars_fire(g, unit)

    def bars_move(self, g: Battle, unit: Unit) -> Refusal | None:
        if unit.troop.is_engine and self.shots(g, unit):
            text = "{unit} has fired in this Orders Phase and doesn't move."
            return Refusal(text, rule=g.case(Case.ARTILLERY_MODES), unit=unit.id)
        return None

    def bars_target(self, g: Battle, shooter: Unit, target: Unit) -> Refusal | None:
        if not shooter.troop.is_engine or not target.on_map or not _walled(g, shooter, target):
            return None
        text = "A wall lies between {unit} and {target}."
        return Refusal(text, rule=g.case(Case.ARTILLERY_FACING), unit=shooter.id, target=target.id)

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        yield from super().facts(g, unit)
        if unit.troop.is_engine:
            yield Fact(Text("Moves by order or fires, not both in an Orders Phase"), g.case(Case.ARTILLERY_MODES))


def _moved(g: Battle, unit: Unit) -> bool:
    return unit.id in g.orders.moved or unit.id in g.orders.turned


def _walled(g: Battle, unit: Unit, target: Unit) -> bool:
    """9.53 Whether every way of its line to the target crosses a wall."""
    crossings = [(unit.at,), *line(unit.at, aim(unit, target)), (aim(unit, target),)]
    for here, there in pairwise(crossings):
        steps = [(a, b) for a in here for b in there if b in neighbours(a)]
        if steps and all(WALLS.intersection(g.map.side(a, b)) for a, b in steps):
            return True
    return False
