"""One step of a unit in the Shock part, and what goes with every step: its leader, whoever it rides over."""

from __future__ import annotations

from engine.kernel.hexes import Facing, Hex
from engine.systems.men_of_iron import entering, leaders
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import UnitMoved
from engine.systems.men_of_iron.events.units import MoveHow
from engine.systems.men_of_iron.state import Unit


async def enter(g: Battle, unit: Unit, to: Hex, facing: Facing, *, how: MoveHow, rule: str) -> None:
    """The unit enters the adjacent ``to``, without spending MP; leaders in its hex go along (15.2)."""
    start = unit.at
    g.emit(UnitMoved(unit=unit.id, start=start, to=to, facing=facing, how=how, rule=rule))
    leaders.go_along(g, unit.side, start, to)
    await entering.arrived(g, unit)
