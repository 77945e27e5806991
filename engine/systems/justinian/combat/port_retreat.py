"""8.33 A fleet that is beaten In Port, and an army that leaves a battle by sea (8.21): patrols may intercept both."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.board import Place
from engine.systems.justinian.campaign import Campaign, other
from engine.systems.justinian.combat import naval_retreat
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.combat.squadron import Squadron
from engine.systems.justinian.interception import naval
from engine.systems.justinian.movement import sea_routes


async def from_port(g: Campaign, fleet: Squadron, port: Place) -> None:
    """Beaten in a port: first into a sea area beside it, where patrols may intercept, then into a port of that."""
    if not fleet.sp:
        return
    # A port that two sea areas lead to is made for through the one with fewer enemy patrols.
    seas = sorted(g.land.seas_of(port), key=lambda s: -sea_routes.watched(g, (s,), fleet.side))
    found = {p: s for s in seas for p in sea_routes.havens(g, s, fleet.side) if p != port}
    if not found:
        await fleet.lose(fleet.sp, "8.33")
        return
    to = await naval_retreat.choose(g, fleet, list(found))
    await _sail(g, fleet, (found[to],), to)


async def sail_away(g: Campaign, force: Force, to: Place, seas: Sequence[Place], ships: int) -> None:
    """8.21 An army leaves a lost battle with ships of its power, which can't refuse battle on the way (7.36)."""
    fleet = Squadron(g, force.power, force.at, ships, force)
    await _sail(g, fleet, seas, to)


async def _sail(g: Campaign, fleet: Squadron, seas: Sequence[Place], to: Place) -> None:
    """Through sea areas to a port: who is beaten, or stopped by a draw, makes for a port where that happened."""
    for sea in seas:
        outcome = await naval.intercepted(g, fleet, sea)
        if not fleet.sp:
            return
        if outcome != "free" and not (sea == seas[-1] and outcome == "stopped"):
            await naval_retreat.from_sea(g, fleet, sea)
            return
    if g.fleets(to, other(fleet.side)):
        await naval_retreat.from_sea(g, fleet, seas[-1])
    else:
        await naval_retreat.enter(g, fleet, seas[-1], to)
