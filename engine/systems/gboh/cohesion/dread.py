"""A 9.15, S 9.15 Hits for coming next to what a unit dreads."""

from __future__ import annotations

from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.state import Unit


async def dread(g: Battle, unit: Unit, *, cap: int | None = None) -> bool:
    """What the hex it has entered costs it for who stands near; ``cap`` as :func:`cohesion.hits` has it.

    Returns True while it stands.
    """
    found = special.entry_hits(g, unit).get(unit.hex) if unit.hex is not None else None
    if found is None:
        return unit.on_map and not unit.routed
    n, cause = found
    return await cohesion.hits(g, unit, n, cause, g.case(Case.ELEPHANTS_AND_HORSE), cap=cap)
