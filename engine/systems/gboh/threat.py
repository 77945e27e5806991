"""What the enemy's next activation may cost an army where it stands: a part of the judgement (:mod:`.judgement`).

Who can be reached by a charge or by missiles matters as much as who stands with a flank open. The weights come from
1279 activations of players who follow the menus (Simple GBoH's Samarkand, Lautulae and the Hydaspes): what each changed
in the balance was fitted by these numbers, open flanks, contact and leaders in danger, by least squares with a small
ridge. All of them together told 17 % of it; most of the rest is the dice. Where the three battles differed the weights
are on the cautious side of the fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.kernel.hexes import distance
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cohesion import cohesion, rout
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.state import Unit

MOST = 3
"""Enemies that count against one unit."""

WORSE = 2
"""Points of TQ below a unit's at which an enemy is no longer one to fear."""


@dataclass(frozen=True, slots=True)
class Threats:
    """What each counts, as a share of the unit's Rout Points."""

    reached: float = 0.012
    """An enemy who fights, is no worse, and may come to stand beside the unit in one move; up to :data:`MOST`."""
    shaken: float = 0.09
    """The same for a unit one hit short of breaking, besides; in proportion below."""
    depleted: float = 0.06
    """The same for a unit on its Depleted side, besides."""
    light: float = 0.035
    """The same taken off for light infantry, which goes out of the way."""
    shot_at: float = 0.015
    """An enemy who may come to shoot at the unit in one move; up to :data:`MOST`."""


@dataclass(frozen=True, slots=True)
class _Enemy:
    unit: Unit
    tq: int
    reach: int
    """Hexes at which it may come to stand beside a unit; 0 for who doesn't fight."""
    shot: int
    """Hexes at which it may come to shoot; 0 for who doesn't shoot."""


def threat(g: Battle, side: str, w: Threats) -> float:
    """What threatens the units of a side that waits: Rout Points at stake, as shares of them."""
    enemies = [_enemy(g, e) for e in g.units(g.foe(side)) if not e.routed and e.beneath is None]
    found = 0.0
    for u in g.units(side):
        if u.routed or u.beneath is not None:
            continue
        reached, shots = _against(g, u, enemies)
        if not reached and not shots:
            continue
        share = w.reached + w.shaken * min(1.0, u.hits / max(1, cohesion.tq(g, u)))
        share += w.depleted if getattr(u, "depleted", False) else 0.0
        share -= 0.0 if fights(u) else w.light
        found += max(1, rout.points(u)) * (reached * max(0.0, share) + shots * w.shot_at)
    return found


def fights(u: Unit) -> bool:
    """Whether it is there to strike rather than to shoot."""
    return not (u.is_light and u.is_infantry) and not u.troop.is_engine


def _enemy(g: Battle, e: Unit) -> _Enemy:
    armed = e.missile is not None and e.supply != "no"
    shot = fire.printed_range(g, e) + max(0, e.ma - 1) if armed else 0
    return _Enemy(e, cohesion.tq(g, e), e.ma + 1 if fights(e) and e.ma else 0, shot)


def _against(g: Battle, u: Unit, enemies: Sequence[_Enemy]) -> tuple[int, int]:
    """How many enemies may come to strike at a unit, and how many to shoot; those beside it strike already."""
    tq = cohesion.tq(g, u)
    reached = shots = 0
    for e in enemies:
        if e.reach <= 1 and not e.shot:
            continue
        d = distance(u.at, e.unit.at)
        if 1 < d <= e.reach and e.tq > tq - WORSE:
            reached += 1
        if e.shot and d <= e.shot:
            shots += 1
    return min(MOST, reached), min(MOST, shots)
