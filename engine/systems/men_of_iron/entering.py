"""What befalls whoever an enemy combat unit rides over: Standards (13.2), bombards (CR-3), leaders alone (15.5)."""

from __future__ import annotations

from engine.kernel.text import Text
from engine.systems.men_of_iron import leaders
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.elimination import eliminate
from engine.systems.men_of_iron.events import MarkerChanged, StandardLost
from engine.systems.men_of_iron.state import Unit


async def arrived(g: Battle, unit: Unit) -> None:
    """A combat unit has entered its hex, by whatever means."""
    if not unit.on_map:
        return
    for standard in list(g.standards(g.state.enemy(unit.side))):
        if standard.hex == unit.at:
            await _fall(g, standard.id)
    for marker in list(g.markers("bombard")):
        if marker.hex == unit.at and marker.side != unit.side:
            g.emit(MarkerChanged(marker=marker.id, removed=True, rule="CR-3"))
    await leaders.capture(g, unit)


async def _fall(g: Battle, standard: str) -> None:
    """13.2/lost Losing a Standard, and with it every Retired unit of its Commands."""
    s = g.state.standards[standard]
    g.emit(StandardLost(standard=s.id, name=s.name, rule="13.2"))
    for u in list(g.units(s.side)):
        if u.retired and u.command in s.commands:
            await eliminate(g, u, cause="other", rule="13.2", why=Text(": its Standard has fallen"))
