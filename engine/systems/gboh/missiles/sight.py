"""8.14 Lines of sight: what blocks them, and through which arc of the viewer they leave."""

from __future__ import annotations

from collections.abc import Collection

from engine.kernel.hexes import Hex, distance
from engine.kernel.sight import exits, line
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.state import Unit


def blocked_by(
    g: Battle, a: Hex, b: Hex, shooter: Unit | None = None, *, past: Collection[str] = (), lenient: bool = False
) -> Hex | None:
    """8.14 The first hex that blocks the line from ``a`` to ``b``; None when it is open.

    The ends never block, so adjacent hexes always see each other. A line along the side of two hexes is blocked by
    either, ``lenient``: by both together. With a ``shooter`` of class B or C, combat units nearer to ``a`` than to
    ``b`` don't block; the shooter's own counter never does, nor do units of an arm that is seen ``past``.
    """
    if distance(a, b) < 2:
        return None
    over = shooter is not None and shooter.weapon is not None and shooter.weapon.over_heads
    dense = g.game.fire.blocks_sight
    lower, upper = sorted((g.map.level_at(a), g.map.level_at(b)))

    def blocks(h: Hex) -> bool:
        level = g.map.level_at(h)
        if level > upper:
            return True
        if level < lower:
            return False
        if g.map.terrain_at(h) in dense:
            return True
        unit = g.unit_at(h)
        if unit is None or unit.troop.arm in past or (shooter is not None and unit.id == shooter.id):
            return False
        return not (over and distance(a, h) < distance(h, b))

    for crossing in line(a, b):
        walls = [h for h in crossing if blocks(h)]
        if walls and not (lenient and len(walls) < len(crossing)):
            return walls[0]
    return None


def in_arc(unit: Unit, h: Hex) -> bool:
    """8.13 Whether the line towards ``h`` leaves the unit's hex through a Front or Flank side.

    A line along the spine between a Flank and a Rear hex counts as Flank. A cheiroballistra sees all around (11.64).
    """
    if h in footprint.hexes_of(unit) or not unit.troop.faces:
        return h != unit.hex
    if footprint.is_single(unit):
        covered = footprint.covered(unit, unit.troop.fire_arc)
        return any(x in covered for x in exits(unit.at, h))
    ways = footprint.windows(unit, unit.troop.fire_arc)
    return any(x in seen for half, seen in ways for x in exits(half, h))


def can_see(g: Battle, unit: Unit, h: Hex) -> bool:
    """8.13, 8.14 Whether the hex lies in the unit's arc with a clear line to it."""
    return in_arc(unit, h) and blocked(g, unit, h) is None


def blocked(g: Battle, unit: Unit, h: Hex) -> Hex | None:
    """8.14 What blocks the unit's line to a hex: of its own hexes the one nearest to it counts."""
    start = unit.at if footprint.is_single(unit) else min(footprint.hexes_of(unit), key=lambda x: (distance(x, h), x))
    return blocked_by(g, start, h, unit)
