"""What computer players prefer in an activation: no rule goes by it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.board import Place
from engine.systems.justinian.campaign import other
from engine.systems.justinian.combat.forecast import Forecast
from engine.systems.justinian.movement import limits
from engine.systems.justinian.movement.course import Course

MARKER = 6.0
RECOVERY = 3.0
COMBINING = 0.6


def of_attack(c: Course, f: Forecast, *, everybody: bool) -> float:
    """An attack: by its odds, and what it costs."""
    gain = f.win - 0.6 * (1 - f.win - f.draw) + 0.05 * (f.dealt - f.taken)
    return max(0.02, 6.0 * gain) * (1.0 if everybody else 0.7)


def of_going(c: Course, found: Mapping[Place, tuple[int, tuple[Place, ...]]]) -> float:
    """Going on: by the best place in reach."""
    best = max((worth(c, p) for p in found), default=0.0)
    return max(0.2, best - 0.5 * worth(c, c.at))


def of_destination(c: Course, to: Place, mp: int, way: tuple[Place, ...]) -> float:
    """A place to go to: what it is worth, and how near it is."""
    return max(0.02, worth(c, to) / (1 + 0.25 * mp))


def of_stopping(c: Course) -> float:
    """Stopping here: better where the army is safe and in its limits."""
    if any(limits.outside(c.g, a, c.at) for a in c.force.armies):
        return 0.02
    return 0.7


def worth(c: Course, place: Place) -> float:
    """What it is worth to an army to be in a place."""
    g, side = c.g, c.force.side
    if g.land.is_box(place):
        return 0.05
    if any(limits.outside(g, a, place) for a in c.force.armies):
        return 0.1
    enemies = g.land_sp(place, other(side))
    value = 0.3
    if g.control(place) != side:
        value += 1.0 + 0.8 * g.land.income(place) + (1.0 if g.land.city(place) else 0.0)
    if enemies:
        ratio = c.force.sp / enemies
        value = value * min(1.5, 0.5 * ratio) if not c.defeated else 0.1
    return value
