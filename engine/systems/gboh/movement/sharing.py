"""11.63 Who may share a hex: one cheiroballistra and one unit of infantry."""

from __future__ import annotations

from engine.kernel.hexes import Hex
from engine.systems.cataphract.scenario import CREW_COMPANIONS
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.state import Unit


def companions(a: Unit, b: Unit) -> bool:
    """11.63 Whether two units may share a hex: a cheiroballistra and heavy or medium infantry of its side."""
    gun, foot = (a, b) if a.type == "CH" else (b, a)
    return gun.type == "CH" and foot.type in CREW_COMPANIONS and foot.side == gun.side and not foot.routed


def joins(g: Battle, mover: Unit, h: Hex) -> bool:
    """11.63 Cheiroballistra stacking: whether the mover shares the hex freely with the one unit that stands there."""
    occupant = g.unit_at(h)
    if occupant is None or occupant.id == mover.id or not companions(mover, occupant):
        return False
    return sum(u.hex == h and u.id != mover.id for u in g.units(mover.side)) == 1


def beside(g: Battle, unit: Unit) -> list[Unit]:
    """11.62 Cheiroballistrae that share the unit's hex."""
    return [u for u in g.units(unit.side) if u.type == "CH" and u is not unit and u.hex == unit.hex]
