"""6.73(2) A feint by a way of the owner's own, hex by hex; and why a way or an end isn't open."""

from __future__ import annotations

from engine.kernel.hexes import Facing, Hex, distance, facings_towards, show
from engine.kernel.text import Refusal, joined, refuse
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.feints import LONGEST, SHORTEST, Feint, feints
from engine.systems.cataphract.state import Unit
from engine.systems.gboh.movement import retreat_ways


def read(g: Battle, unit: Unit, mover: Unit, origin: Hex, text: str) -> Feint:
    """The feint a key stands for: an end from the list, or a way hex by hex.

    Raises Refusal with the reason and the case for one that isn't open.
    """
    for x in feints(g, unit, origin):
        if x.key == text:
            return x
    path, facing = retreat_ways.parse(g, text)
    if path[0] == unit.at:
        path = path[1:]
    if len(path) <= 1:
        raise _no_end(g, unit, mover, origin, path[0] if path else unit.at)
    a = unit.at
    for b in path:
        if (why := retreat_ways.bar_step(g, unit, mover, origin, a, b)) is not None:
            raise Refusal("{why}", rule="6.73" if why.rule == "6.51" else why.rule, why=why.text)
        a = b
    if not SHORTEST <= len(path) <= LONGEST:
        refuse(
            "{unit} rides {least} to {most:hex|hexes}; that is {n}.",
            rule="6.73",
            unit=unit.id,
            least=SHORTEST,
            most=LONGEST,
            n=len(path),
        )
    if (held := g.unit_at(a)) is not None:
        refuse("{other} stands at {hex}.", rule="6.61", other=held.id, hex=show(a))
    return Feint(path, _facing(unit, path, facing), sum(g.unit_at(h) is not None for h in path))


def _facing(unit: Unit, path: tuple[Hex, ...], facing: Facing | None) -> Facing:
    """The facing at the end: one of the two that look the way the last hex was entered."""
    open_to = facings_towards(path[-2], path[-1])
    if facing is not None and facing in open_to:
        return facing
    refuse(
        "{unit} comes to {hex} facing {one} or {other}.",
        rule="6.73",
        unit=unit.id,
        hex=show(path[-1]),
        one=f"@{open_to[0].name}",
        other=f"@{open_to[1].name}",
    )


def _no_end(g: Battle, unit: Unit, mover: Unit, origin: Hex, h: Hex) -> Refusal:
    place = show(h)
    found = [f"@{x.facing.name}" for x in feints(g, unit, origin) if x.end == h]
    if found:
        options = joined(found, " or ")
        return Refusal("{unit} comes to {hex} facing {options}.", rule="6.73", unit=unit.id, hex=place, options=options)
    if h not in g.map:
        return Refusal("{hex} is not on the map.", rule="6.76", hex=place)
    away = distance(h, unit.at)
    if not SHORTEST <= away <= LONGEST:
        return Refusal(
            "{unit} rides {least} to {most:hex|hexes}; {hex} is {n} away.",
            rule="6.73",
            unit=unit.id,
            least=SHORTEST,
            most=LONGEST,
            hex=place,
            n=away,
        )
    if (held := g.unit_at(h)) is not None:
        return Refusal("{other} stands at {hex}.", rule="6.61", other=held.id, hex=place)
    return Refusal(
        "No open way leads {unit} away from {mover} to {hex}.", rule="6.73", unit=unit.id, mover=mover.id, hex=place
    )
