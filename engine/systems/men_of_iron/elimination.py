"""12.6 A unit is lost, and what that does to a leader in its hex."""

from __future__ import annotations

from typing import Literal

from engine.kernel.text import Sentence
from engine.systems.men_of_iron import leaders
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import UnitEliminated
from engine.systems.men_of_iron.state import Unit

Cause = Literal["missile", "shock", "other"]
"""A result of Shock or Charge puts a leader in the unit's hex at risk (15.4); missiles have their own roll."""


async def eliminate(
    g: Battle, unit: Unit, *, cause: Cause, rule: str = "12.6", why: Sentence = "", rolled: list[str] | None = None
) -> None:
    """12.6 The unit is lost; a leader with it may be (15.4)."""
    if not unit.on_map:
        return
    at = unit.at
    g.emit(UnitEliminated(unit=unit.id, hex=at, why=why, rule=rule))
    await leaders.bereft(g, unit, at, [] if rolled is None else rolled, at_risk=cause == "shock")
