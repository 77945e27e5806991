"""9.0-b Plague."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.kernel.text import Text
from engine.systems.justinian import sharing, victory
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import EventStruck, StrengthChanged
from engine.systems.justinian.scenario import Side
from engine.systems.justinian.sharing import Part
from engine.systems.justinian.state import Group

SIDES: tuple[Side, ...] = ("byzantine", "barbarian")


async def strike(g: Campaign) -> None:
    """9.0-b Plague: the first one kills; later ones do nothing, or end the campaign from Turn 7 on."""
    if g.state.plagues:
        if g.state.turn >= g.charts.event_number("plague_ends_from"):
            victory.ended_by_plague(g)
        else:
            g.emit(EventStruck(event="plague", without=True, rule="9.0-b"))
        return
    g.emit(EventStruck(event="plague", rule="9.0-b"))
    for side in SIDES:
        for place in g.land.provinces:
            await _strike(g, side, place, g.forces(place, side))
            await _strike(g, side, place, g.fleets(place, side))


def deaths(g: Campaign, place: Place, sp: int) -> int:
    """Half in a City province, fractions up; a third in others, fractions dropped."""
    return -(-sp // 2) if g.land.city(place) else sp // 3


async def _strike(g: Campaign, side: Side, place: Place, groups: list[Group]) -> None:
    n = deaths(g, place, sum(g.state.sp_of(x) for x in groups))
    if not n:
        return
    parts = [Part(x.key, g.state.told(x), g.state.sp_of(x), place) for x in groups]
    prompt = Text("{n} SP die of the Plague in {place}: which?", n=n, place=g.land.name(place))
    given = await sharing.share(g, side, "plague", "9.0-b", prompt, n, parts)
    for x in groups:
        if k := given.get(x.key):
            g.emit(StrengthChanged(group=x, n=-k, why="plague", rule="9.0-b"))
