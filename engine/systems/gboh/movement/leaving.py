"""G 6.22 Who has left an enemy's ZOC comes next to that enemy no more in its move.

From one hex of the enemy's ZOC it may go to another, where it must stop as in any; a hex next to the enemy that is out
of its ZOC is closed to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.hexes import Hex
from engine.kernel.text import Refusal
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.footprint import Stand
from engine.systems.gboh.state import Unit


@dataclass(frozen=True, slots=True)
class Leaving:
    """The enemies in whose ZOC a unit begins its move."""

    start: tuple[Hex, ...]
    """Where it stands."""
    holders: tuple[Unit, ...]
    beside: frozenset[Hex]
    """Hexes next to any of them."""
    apart: frozenset[Hex]
    """Those of them that are out of the ZOC of one they are next to."""

    def bars(self, a: Hex, to: Hex) -> bool:
        """Whether a unit of one hex may not step from ``a`` to ``to``."""
        return to in (self.apart if a in self.start else self.beside)

    def shuns(self, g: Battle, to: Stand, *, first: bool) -> Unit | None:
        """The enemy that keeps a unit from going to stand so; ``first``: from where it began."""
        own = footprint.hexes_of(to)
        for e in self.holders:
            near = any(footprint.distance_to(e, h) == 1 for h in own)
            if near and not (first and any(h in g.zoc(e) for h in own)):
                return e
        return None


def of(g: Battle, unit: Unit) -> Leaving | None:
    """What it leaves if it moves now; None where it stands in no enemy ZOC, or the game has no such clause."""
    if not g.game.movement.zone_left_for_good or unit.hex is None or g.state.orders is None:
        return None
    return g.derived(("leaving", unit.id, unit.hex, unit.facing), lambda: _of(g, unit))


def _of(g: Battle, unit: Unit) -> Leaving | None:
    start = footprint.hexes_of(unit)
    holders = {e.id: e for h in start for e in g.enemy_zoc(h, unit.side)}
    if not holders:
        return None
    near = {e.id: [h for half in footprint.hexes_of(e) for h in g.map.neighbours(half)] for e in holders.values()}
    return Leaving(
        start,
        tuple(holders.values()),
        frozenset(h for hexes in near.values() for h in hexes),
        frozenset(h for e in holders.values() for h in near[e.id] if h not in g.zoc(e)),
    )


def refusal(g: Battle, unit: Unit, enemy: Unit) -> Refusal:
    """Why it doesn't go next to an enemy it has left."""
    text = "{unit} leaves the ZOC of {enemy} and comes next to {enemy} no more in its move."
    return Refusal(text, rule=g.case(Case.ZONE_STOP), unit=unit.id, enemy=enemy.id)
