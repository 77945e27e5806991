"""7.2 Zones of Control: stopping, leaving, turning in them. The zones themselves are on :class:`Battle`."""

from __future__ import annotations

from engine.kernel.text import few, refuse
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.movement.steps import formation_ma
from engine.systems.gboh.state import Unit


def holders(g: Battle, unit: Unit) -> tuple[Unit, ...]:
    """Enemy units in whose ZOC the unit stands."""
    if footprint.is_single(unit):
        return g.enemy_zoc(unit.at, unit.side)
    found = {e.id: e for h in footprint.hexes_of(unit) for e in g.enemy_zoc(h, unit.side)}
    return tuple(found.values())


def _speed(g: Battle, unit: Unit) -> int:
    """7.23 MA as it counts for leaving, what a phalanx may draw on included (A 6.46)."""
    own = formation_ma(g, unit)
    return unit.ma + unit.troop.stride if own is None else own


def _pace(g: Battle, holder: Unit) -> int:
    """7.23 MA of who holds it; of a phalanx with what it may draw on (A 7.23, S 7.22)."""
    return holder.ma + holder.troop.stride if g.game.movement.stride_counts else _speed(g, holder)


def binds(g: Battle, unit: Unit) -> bool:
    """7.23, 7.25 Whether the enemy ZOC it stands in limits how it leaves and turns (G 6.22: it doesn't)."""
    return g.game.movement.zone_leaving != "free" and bool(holders(g, unit))


def may_leave(g: Battle, unit: Unit) -> bool:
    """7.23 Whether a unit that starts in enemy ZOC may leave it."""
    if g.game.movement.zone_leaving == "free":
        return True
    held_by = holders(g, unit)
    if any(_pace(g, e) >= _speed(g, unit) for e in held_by):
        return False
    return any(g.unit_at(h) is None for h in g.front(unit)) and unit.id not in g.orders.turn_in_zoc


def turning_allowance(g: Battle, unit: Unit) -> int:
    """7.25 MP a unit in enemy ZOC may spend on turning in place, and then stays in its hex; 0 where it may not turn."""
    numbers = g.game.movement
    if unit.id in g.orders.moved or (g.enemies_in_zoc(unit) and not numbers.zone_turning_before_enemies):
        return 0
    if len(holders(g, unit)) != 1 and not (numbers.zone_turning_at_close_range and _at_close_range(unit)):
        return 0
    share = numbers.zone_turning
    return 0 if share == "none" else unit.ma if share == "whole" else (unit.ma + 1) // 2


def _at_close_range(unit: Unit) -> bool:
    """A 7.25, 9.32 Foot with missiles to harass with."""
    weapon = unit.weapon
    if weapon is None or not unit.troop.harasses or unit.supply == "no":
        return False
    return unit.troop.arm == "foot" and "foot" in weapon.harassing


def check_leave(g: Battle, unit: Unit) -> None:
    """7.24 ZOC to ZOC: refuse a move out of enemy ZOC that 7.23 doesn't allow."""
    held_by = holders(g, unit) if g.game.movement.zone_leaving != "free" else ()
    slow = [e for e in held_by if _pace(g, e) >= _speed(g, unit)]
    if slow:
        refuse(
            "{unit} (MA {ma}) is held in the ZOC of {enemies} (MA {theirs}): only a faster unit may leave.",
            rule=g.case(Case.ZONE_STOP),
            unit=unit.id,
            ma=_speed(g, unit),
            enemies=few(e.id for e in slow),
            theirs=max(_pace(g, e) for e in slow),
        )
    if not may_leave(g, unit):
        refuse(
            "{unit} can't leave enemy ZOC: both its Front hexes are occupied.",
            rule=g.case(Case.ZONE_STOP),
            unit=unit.id,
        )
