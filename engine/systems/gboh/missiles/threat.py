"""Who could fire at, or harass, a unit in a hex."""

from __future__ import annotations

from engine.kernel.hexes import Hex
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.missiles import fire, harass, volley
from engine.systems.gboh.state import Unit


def missile_threat(g: Battle, h: Hex, side: str) -> Unit | None:
    """An enemy of ``side`` that could fire at, or harass, a unit in the hex (10.16, 10.27, 11.1)."""
    for e in g.units(g.state.enemy(side)):
        if not fire.carries(g, e) or fire.inability(g, e) is not None:
            continue
        if fire.reaches(g, e, h):
            return e
        if harass.could_reach(g, e, h):
            return e
    return None


def threatened(g: Battle, unit: Unit) -> Unit | None:
    """An enemy that could fire at, or harass, the unit where it stands, in either hex of a pair."""
    return next((e for h in footprint.hexes_of(unit) if (e := missile_threat(g, h, unit.side)) is not None), None)


def beyond_reach(g: Battle, side: str, h: Hex, near: int) -> bool:
    """Whether no enemy of the side is within so many hexes of the hex, and none has it in range (S 6.27, G 5.14)."""
    for e in g.units(g.state.enemy(side)):
        away = footprint.distance_to(e, h)
        armed = e.missile is not None and e.supply != "no" and not e.routed
        if away <= near or (armed and away <= volley.reach(g, e, e.at, h)):
            return False
    return True
