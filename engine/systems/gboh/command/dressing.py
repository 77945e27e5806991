"""S 4.24, 9.22 Lines that are dressed: one facing throughout, with the gaps their row allows and skirmishers in them.

For games with :attr:`~engine.systems.gboh.rules.Command.lines_dressed`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from engine.kernel.hexes import Hex, direction, front, neighbours, step
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.command import command
from engine.systems.gboh.command.bonds import Bond, Link
from engine.systems.gboh.footprint import Stand
from engine.systems.gboh.scenario import LineSpec
from engine.systems.gboh.state import Leader, Unit


def links(g: Battle, row: LineSpec, members: Sequence[Unit], leader: Leader) -> list[Link]:
    """4.24 What binds members of a row into a Line: flank to flank; front to rear; near, where he reaches both."""
    heard = {u.id for u in members if command.in_command(g, leader, u, by="line")}

    def near(a: Unit, b: Unit) -> bool:
        return a.id in heard and b.id in heard

    return [*dressed(g, row, members), _bound(g, row, members, near)]


def dressed(g: Battle, row: LineSpec, members: Sequence[Unit]) -> list[Link]:
    """4.24 The same without regard to a leader: flank to flank; front to rear."""
    return [_bound(g, row, members, abreast, "abreast"), _bound(g, row, members, in_file, "in file")]


def _bound(g: Battle, row: LineSpec, members: Sequence[Unit], stands: Link, name: str = "") -> Link:
    """Who stands so, with no more between than the row allows."""
    most = row.hexes_apart
    eligible = {u.id for u in members}
    return Bond(
        max(most, 2), lambda a, b: stands(a, b) and _joined(g, a, b, most, eligible), (name, most) if name else None
    )


def abreast(a: Unit, b: Unit) -> bool:
    """Flank to flank: one facing, and each on the way on from the other's flank, a row out of step at most."""
    if a.facing != b.facing or a.column or b.column:
        return False
    apart = footprint.distance(a, b)
    return _meets(_beside(footprint.stand(a), apart), b) or _meets(_beside(footprint.stand(b), apart), a)


def in_file(a: Unit, b: Unit) -> bool:
    """Front to rear: one facing, and one straight ahead of the other."""
    if a.facing != b.facing:
        return False
    apart = footprint.distance(a, b)
    return _meets(_ahead(footprint.stand(a), apart), b) or _meets(_ahead(footprint.stand(b), apart), a)


def _meets(hexes: Collection[Hex], unit: Unit) -> bool:
    return any(h in hexes for h in footprint.hexes_of(unit))


@lru_cache(maxsize=1 << 11)  # where units stand in lines; each is asked about several times whenever anything moves
def _beside(here: Stand, hexes: int) -> frozenset[Hex]:
    """Hexes on from its flanks as far as that: straight on, or with one step of them half-left or half-right.

    Its own, too, where others stand in them.
    """
    found = set(footprint.hexes_of(here))
    for flank in footprint.flanks(here):
        way = next(direction(h, flank) for h in footprint.hexes_of(here) if flank in neighbours(h))
        at = flank
        for n in range(1, hexes + 1):
            found.add(at)
            if n < hexes:
                around = neighbours(at)
                found |= {around[(way + 1) % 6], around[way - 1]}
            at = step(at, way)
    return frozenset(found)


@lru_cache(maxsize=1 << 11)
def _ahead(here: Stand, hexes: int) -> frozenset[Hex]:
    found = set(footprint.hexes_of(here))
    ring = set(footprint.front(here))
    for _ in range(hexes):
        found |= ring
        ring = {h for x in ring for h in front(x, here.facing)}
    return frozenset(found)


def _joined(g: Battle, a: Unit, b: Unit, most: int, eligible: Collection[str]) -> bool:
    """Whether they stand next to each other, or with no more between than their row allows.

    One unit of skirmishers or velites between two doesn't count (9.22).
    """
    apart = footprint.distance(a, b)
    if apart < 2:
        return True
    goals = footprint.hexes_of(b)
    return any(
        apart <= most or skirmishers == 1
        for h in footprint.hexes_of(a)
        for skirmishers in _ways(g, h, goals, apart, a.side, eligible, 0)
    )


def _ways(
    g: Battle, at: Hex, goals: Collection[Hex], left: int, side: str, eligible: Collection[str], skirmishers: int
) -> Iterator[int]:
    """The ways of ``left`` steps to one of the goals through hexes that may lie in a gap, by skirmishers met."""
    for h in neighbours(at):
        if left == 1:
            if h in goals:
                yield skirmishers
            continue
        met = _filled(g, h, side, eligible)
        if met is not None and skirmishers + met <= 1:
            yield from _ways(g, h, goals, left - 1, side, eligible, skirmishers + met)


def _filled(g: Battle, h: Hex, side: str, eligible: Collection[str]) -> int | None:
    """Units of skirmishers in a hex of a gap; None where the hex ends the Line."""
    if h not in g.map or g.enemy_in(h, side) is not None or g.enemy_zoc(h, side):
        return None
    others = [u for u in g.standing_at(h) if u.id not in eligible]
    return len(others) if all(u.troop.fills_gaps for u in others) else None
