"""8.33 Naval retreat: a beaten fleet makes for a friendly port; without one it is eliminated."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Choose
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat import treasure
from engine.systems.justinian.combat.squadron import Squadron
from engine.systems.justinian.events import ArmyMoved, FleetMoved, FleetStopped
from engine.systems.justinian.movement import sea_routes


async def from_sea(g: Campaign, fleet: Squadron, sea: Place) -> None:
    """Beaten in a sea area: into a port of it. An army aboard lands there, and can't attack."""
    if not fleet.sp:
        _vanish(g, fleet, sea)
        return
    found = [p for p in sea_routes.havens(g, sea, fleet.side) if p != fleet.home]  # never back where it was beaten
    if not found:
        await fleet.lose(fleet.sp, "8.33")
        _vanish(g, fleet, sea)
        return
    port = await choose(g, fleet, found)
    await enter(g, fleet, sea, port)


async def enter(g: Campaign, fleet: Squadron, sea: Place, port: Place) -> None:
    """Put in at a port in retreat, with whoever is aboard."""
    if fleet.home is None:
        g.emit(FleetStopped(power=fleet.power, at=port, rule="8.33"))
    elif fleet.home != port:
        g.emit(FleetMoved(power=fleet.power, start=fleet.home, to=port, sp=fleet.sp, how="retreat", rule="8.33"))
    force = fleet.force
    if force is not None and force.army.on_map and force.at != port:
        g.emit(ArmyMoved(army=force.lead, start=force.at, to=port, how="landed", rule="8.33"))
        await treasure.found(g, port)


def _vanish(g: Campaign, fleet: Squadron, sea: Place) -> None:
    """The active fleet is no more."""
    if fleet.home is None:
        g.emit(FleetStopped(power=fleet.power, at=sea, sunk=True, rule="8.33"))


async def choose(g: Campaign, fleet: Squadron, found: list[Place]) -> Place:
    if len(found) == 1 and not g.spelled_out:
        return found[0]

    def worth(p: Place) -> tuple[bool, bool]:
        return g.control(p) == fleet.side, g.coastal_city(p)

    best = max(found, key=worth)
    code = g.land.map.code
    answer = await g.ask(
        Choose(
            kind="naval-retreat",
            side=fleet.side,
            rule="8.33",
            prompt=Text("{fleet} retreats: which port does it make for?", fleet=fleet.title),
            focus=tuple(found),
            choices=tuple(
                Choice(code(p), Text("{place}", place=g.land.name(p)), hex=p, lean=4.0 if p == best else 1.0)
                for p in found
            ),
            default_key=code(best),
            settled=len(found) == 1,
        )
    )
    return next(p for p in found if code(p) == answer.key)
