"""7.21 Sea areas and ports a fleet can reach in one activation."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.board import Place
from engine.kernel.text import Refusal
from engine.systems.justinian.campaign import Campaign, other
from engine.systems.justinian.scenario import Side

FURTHER = 2
"""7.21 Sea areas a fleet may enter, the one beside the port it leaves not counted."""


def voyages(g: Campaign, start: Place, side: Side) -> dict[Place, tuple[Place, ...]]:
    """Sea areas in reach, each with the sea areas entered on the way to it and itself; fewest enemy patrols first.

    From a patrol its own sea area is reached by (): it may put in there.
    """
    found: dict[Place, tuple[Place, ...]] = {}
    if g.land.is_sea(start):
        edge: list[tuple[Place, ...]] = [()]
        found[start] = ()
    else:
        edge = [(sea,) for sea in g.land.seas_of(start)]
        for way in edge:
            found[way[0]] = way
    for _ in range(FURTHER):
        edge = [(*way, n) for way in edge for n in g.land.seas_beside(way[-1] if way else start)]
        edge = [w for w in edge if w[-1] != start and len(set(w)) == len(w)]
        for way in edge:
            before = found.get(way[-1])
            if before is None or _worse(g, before, way, side):
                found[way[-1]] = way
    return found


def _worse(g: Campaign, old: tuple[Place, ...], new: tuple[Place, ...], side: Side) -> bool:
    return (watched(g, old, side), len(old)) > (watched(g, new, side), len(new))


def watched(g: Campaign, way: tuple[Place, ...], side: Side) -> int:
    """Enemy fleets On Patrol on a way."""
    return sum(len(g.fleets(sea, other(side))) for sea in way)


def ports(g: Campaign, start: Place, side: Side) -> dict[Place, tuple[Place, ...]]:
    """Coastal provinces in reach, each with the safest way to a sea area of theirs. The start is left out."""
    found: dict[Place, tuple[Place, ...]] = {}
    for sea, way in voyages(g, start, side).items():
        for port in g.land.coast_of(sea):
            if port == start:
                continue
            before = found.get(port)
            if before is None or _worse(g, before, way, side):
                found[port] = way
    return found


def check(g: Campaign, start: Place, seas: tuple[Place, ...]) -> Refusal | None:
    """7.21 Why a fleet can't enter these sea areas one after the other; None where it can."""
    at = start
    for i, sea in enumerate(seas):
        if not (sea in g.land.map and g.land.is_sea(sea)):
            return Refusal("A fleet goes from sea area to sea area.", rule="7.21")
        beside = g.land.seas_of(at) if g.land.is_province(at) else g.land.seas_beside(at)
        if sea not in beside:
            return Refusal(
                "{sea} isn't beside {at}; beside it: {seas}.",
                rule="7.21",
                sea=g.land.name(sea),
                at=g.land.name(at),
                seas=", ".join(g.land.name(x) for x in beside),
            )
        if i + g.land.is_sea(start) > FURTHER:
            return Refusal("A fleet enters two sea areas, besides the one its port lies on.", rule="7.21")
        at = sea
    return None


def last_sea(start: Place, seas: tuple[Place, ...]) -> Place:
    """Where a fleet is after a way."""
    return seas[-1] if seas else start


def havens(g: Campaign, sea: Place, side: Side) -> Iterator[Place]:
    """8.33 Coastal provinces of a sea area a beaten fleet may go to: of its side, or with friends; no enemy fleet."""
    for p in g.land.coast_of(sea):
        friends = g.control(p) == side or g.occupied(p, side) or g.fleets(p, side)
        if friends and not g.fleets(p, other(side)):
            yield p
