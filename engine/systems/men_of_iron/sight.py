"""9.4 Lines of sight: what lies on them and blocks them."""

from __future__ import annotations

from engine.kernel.hexes import Hex
from engine.kernel.sight import line
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import Unit


def blocker(g: Battle, a: Hex, b: Hex, *, crossbow: bool, but: Unit | None = None) -> Hex | None:
    """9.4 Line of sight: the first hex that blocks the line between centres of ``a`` and ``b``; None when it is open.

    The ends never block, so adjacent hexes always see each other. Where the line runs between two hexes it is blocked
    only if both block (9.4/hexside). With ``crossbow`` every unit on the way blocks too, friend or enemy, but not the
    counter of ``but``: the shooter's own, while one looks ahead to where it would stand.
    """
    top = max(g.map.level_at(a), g.map.level_at(b))
    for crossing in line(a, b):
        # 9.4/hexside Line of sight along a hexside: one side alone doesn't block it.
        if all(_blocks(g, h, top, crossbow, but) for h in crossing):
            return crossing[0]
    return None


def _blocks(g: Battle, h: Hex, top: int, crossbow: bool, but: Unit | None) -> bool:
    """Whether a hex on the way blocks: by what stands on it, or being higher than ``top``. Off the map nothing does."""
    if h not in g.map:
        return False
    if g.map.level_at(h) > top or g.ground(h).blocks_sight:
        return True
    unit = g.unit_at(h) if crossbow else None
    return unit is not None and (but is None or unit.id != but.id)
