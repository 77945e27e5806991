"""9.0-c Revolts: Nika, Armenia, Egypt."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import ControlRemoved, EventStruck, RevoltBegan, StrengthChanged
from engine.systems.justinian.scenario import BYZANTINE


def quiet(g: Campaign) -> bool:
    """9.0-c1 Whether enough Byzantine SP are in Europa, ships counted."""
    europa = g.land.constantinople
    pool, fleet = g.state.frontier.get(europa), g.fleet(BYZANTINE, europa)
    there = sum(a.strength for a in g.armies(europa, BYZANTINE))
    there += (pool.sp if pool is not None else 0) + (fleet.sp if fleet is not None else 0)
    return there >= g.charts.event_number("nika_quiet")


async def nika(g: Campaign) -> None:
    """9.0-c1 The next Byzantine activation brings an army to Europa: see :mod:`~engine.systems.justinian.nika`."""
    g.emit(EventStruck(event="nika", without=quiet(g), rule="9.0-c1"))


async def armenia(g: Campaign) -> None:
    """9.0-c2 Armenian provinces without an army."""
    struck = [p for p in g.land.group("armenian") if not any(a.strength for a in g.armies(p))]
    g.emit(EventStruck(event="armenia", without=not struck, rule="9.0-c2"))
    for p in struck:
        for group in g.forces(p):
            g.emit(StrengthChanged(group=group, n=-g.state.sp_of(group), why="revolt", rule="9.0-c2"))
        if p in g.state.control:
            g.emit(ControlRemoved(place=p, rule="9.0-c2"))
        _revolt(g, p, "9.0-c2")


async def egypt(g: Campaign) -> None:
    """9.0-c4 Egyptian provinces without land SP."""
    struck = [p for p in g.land.group("egypt-revolt") if not g.forces(p)]
    g.emit(EventStruck(event="egypt", without=not struck, rule="9.0-c4"))
    for p in struck:
        _revolt(g, p, "9.0-c4")


def _revolt(g: Campaign, place: Place, rule: str) -> None:
    if place not in g.state.revolt:
        g.emit(RevoltBegan(place=place, rule=rule))
