"""7.36 From where an attack comes: front, or flank and rear."""

from __future__ import annotations

from collections.abc import Sequence

from engine.systems.gboh import footprint
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock.tables import Angle
from engine.systems.simple_gboh.state import Unit


def of(g: Battle, attacker: Unit, defender: Unit) -> Angle:
    """7.36 The matrix for this attacker's Type against this defender's.

    A unit of two hexes in two arcs counts as in the better one for the defender. Who stands in the ZOC of an enemy in
    its own Flank or Rear attacks as if from the front.
    """
    if g.arc_of_attack(defender, attacker) == "front" or beset(g, attacker) is not None:
        return "front"
    return "behind"


def beset(g: Battle, attacker: Unit) -> Unit | None:
    """7.36 The first enemy in whose ZOC the unit stands and that stands in the unit's own Flank or Rear; None: none."""
    holders = {e.id: e for h in footprint.hexes_of(attacker) for e in g.enemy_zoc(h, attacker.side)}
    return next((g.state.units[e.id] for e in holders.values() if g.arc_of_attack(attacker, e) != "front"), None)


def leading(g: Battle, attackers: Sequence[Unit], defender: Unit) -> list[Unit]:
    """7.35, 7.36 Attackers whose Type may be used: where some come from flank or rear, one of those."""
    behind = [a for a in attackers if of(g, a, defender) == "behind"]
    return behind or list(attackers)
