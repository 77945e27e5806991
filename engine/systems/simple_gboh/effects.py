"""8.0 What hits and routs do to a unit: Depletion, elimination. There is no flight, and no rally."""

from __future__ import annotations

from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cohesion import rout as family
from engine.systems.gboh.state import Unit

ROUT = "8.4"


async def rout(g: Battle, unit: Unit) -> None:
    """8.4 The unit is out of the battle. A chapter may deal with it otherwise (8.21, 8.5)."""
    if not unit.on_map:
        return
    for rule in special.having(g, "breaks"):
        if await rule.breaks(g, unit):
            return
    await eliminate(g, unit, "it routs", ROUT)
    await special.routed(g, unit)


async def eliminate(g: Battle, unit: Unit, cause: str, rule: str) -> None:
    """8.4, 9.0 Take a unit out of play, with the Rout Points it costs."""
    await family.eliminate(g, unit, cause, rule)
