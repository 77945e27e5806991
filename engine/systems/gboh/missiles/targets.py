"""8.13, 8.19 Whom fire and raids are ordered at, by name."""

from __future__ import annotations

from engine.kernel.text import refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.missiles.volley import Target, label
from engine.systems.gboh.state import Leader, Unit


def named(g: Battle, name: str | None) -> Target | None:
    """A unit by its code, or a leader by his id, who may be alone; of either side, on the map or not."""
    return g.state.units.get(name or "") or g.state.leaders.get(name or "")


def target(g: Battle, side: str, name: str) -> Target:
    """A unit or a leader on the map whom ``side`` may have somebody fire at. Raises Refusal."""
    found = named(g, name)
    if found is None or not found.on_map:
        refuse("There is no enemy {name} on the map.", rule=g.case(Case.FIRE_TARGET), name=name)
    if found.side == side:
        refuse("{unit} is your own.", rule=g.case(Case.FIRE_TARGET), unit=label(found))
    return found


def enemy(g: Battle, side: str, name: str) -> Unit:
    """The same for what is done to units alone. Raises Refusal."""
    found = target(g, side, name)
    if isinstance(found, Leader):
        refuse("{leader} is a leader, no unit.", rule=g.case(Case.FIRE_TARGET), leader=found.name)
    return found
