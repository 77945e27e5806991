"""What computer players prefer in an activation: no rule goes by it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.board import Place
from engine.systems.justinian.campaign import Campaign, other
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.combat.forecast import Forecast
from engine.systems.justinian.movement import going, limits
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.scenario import BYZANTINE

MARKER = 8.0
RECOVERY = 3.0
COMBINING = 0.5

LEAST = 0.02


def of_attack(c: Course, f: Forecast, *, everybody: bool) -> float:
    """An attack: by its odds, and what it costs."""
    gain = f.win - 0.7 * (1 - f.win - f.draw) + 0.05 * (f.dealt - f.taken)
    return max(LEAST, 8.0 * gain) * (1.0 if everybody else 0.6)


def of_going(c: Course, found: Mapping[Place, tuple[int, tuple[Place, ...]]]) -> float:
    """Going on: by how much the best place in reach is better than this one."""
    best = max((of_destination(c, p, mp) for p, (mp, _) in found.items()), default=0.0)
    here = worth(c.g, c.force, c.at)
    return max(LEAST, 2.0 * (best - here)) if not _outside(c) else max(1.0, 2.0 * best)


def of_destination(c: Course, to: Place, mp: int) -> float:
    """A place to go to: what it is worth, and whether anything can be done there with the MP that are left."""
    left = c.mp - mp
    return max(LEAST, worth(c.g, c.force, to) * (1.0 if left else 0.7) - 0.05 * mp)


def of_stopping(c: Course) -> float:
    """Stopping here: never outside the army's limits, if it can be helped."""
    return LEAST if _outside(c) else 0.4


def _outside(c: Course) -> bool:
    return any(limits.outside(c.g, a, c.at) for a in c.force.armies)


def worth(g: Campaign, force: Force, place: Place) -> float:
    """What it is worth to a force to be in a place: what could be won there, and what it would meet."""
    if not g.land.is_province(place) or any(limits.outside(g, a, place) for a in force.armies):
        return 0.05
    enemies = g.land_sp(place, other(force.side))
    value = 0.1 + prize(g, force, place)
    if not enemies:
        return value
    if force.defeated or not force.sp:
        return LEAST
    strength = force.sp / enemies
    return value * (1.3 if strength >= 2 else 1.0 if strength >= 1.2 else 0.3 if strength >= 0.8 else 0.05)


def prize(g: Campaign, force: Force, place: Place) -> float:
    """What a force could win in a province: control of it, or its denial to the enemy; the destruction of enemy SP."""
    rich = 0.5 + 0.7 * g.land.income(place) + (0.8 if g.land.city(place) else 0.0)
    control = g.control(place)
    fight = 0.5 if g.occupied(place, other(force.side)) else 0.0
    if force.power == BYZANTINE:
        return (rich if control != "byzantine" else 0.0) + fight
    if force.side == "byzantine":
        return fight
    if g.major(force.power):
        return (rich if place not in g.state.control and place not in g.state.revolt else 0.0) + fight
    return (0.6 * rich if control == "byzantine" else 0.0) + fight


TYPICAL_MP = 5
"""MP an army may count on before it rolls."""


def of_activating(g: Campaign, army: str) -> float:
    """Activating an army: by what it would gain by going somewhere, or by fighting where it is."""
    a = g.state.armies[army]
    force = Force(g, a.led_by or a.id)
    if a.led_by is not None or a.at is None or not force.sp or force.leader is None:
        return 0.2
    c = Course(g, force, force.at, TYPICAL_MP, a.sp, a.defeated, a.disorganized)
    enemies = g.land_sp(force.at, other(force.side))
    fight = 0.0 if not enemies or a.defeated else min(2.0, force.sp / enemies)
    marker = force.power == BYZANTINE and g.control(force.at) != "byzantine" and not enemies
    recovery = 0.5 if a.defeated or a.disorganized else 0.0
    return 0.2 + max(of_going(c, going.reach(c)), fight, 2.0 * marker, recovery)
