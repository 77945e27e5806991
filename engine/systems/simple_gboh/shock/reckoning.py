"""7.35, 7.5 A Shock before its die is rolled: whose Types count, what changes the roll, what each face means.

Pure functions: they ask and change nothing, so anyone may look before they leap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.kernel.dice import D10, Modifier
from engine.systems.gboh import footprint
from engine.systems.gboh.charts import Charts
from engine.systems.gboh.cohesion import cohesion
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import modifiers, tables
from engine.systems.simple_gboh.shock.tables import Angle, Outcome, Row
from engine.systems.simple_gboh.state import Unit

RETREAT_WORTH = 1.0
"""What a retreat is reckoned like, in hits, when attacks are compared."""
DEPLETED_WORTH = 0.5
"""How much of a unit is thought lost when it is Depleted."""


@dataclass(frozen=True)
class Reckoning:
    """A Shock's odds, item by item."""

    charts: Charts
    attackers: tuple[Unit, ...]
    """Top units alone: a stack is one unit (5.35)."""
    defenders: tuple[Unit, ...]
    attacker: Unit
    """The unit whose Type is used (7.35)."""
    defender: Unit
    angle: Angle
    modifiers: tuple[Modifier, ...]
    """7.52 Those of weapons first; it is told even where it is nothing."""
    harms: tuple[tuple[float, float], ...]
    """For each face of the die the harm of the attackers, and of the defenders, in hits."""

    @property
    def arc(self) -> str:
        """Where it comes from, as far as that counts: "front", "flank"."""
        return "front" if self.angle == "front" else "flank"

    @property
    def drm(self) -> int:
        return sum(m.value for m in self.modifiers)

    def row(self, total: int) -> Row:
        """7.83 The row of the results table for a modified roll."""
        return tables.row(self.charts, total)

    @cached_property
    def chances(self) -> dict[Row, float]:
        """Probability of each row that can come up, the best for the attacker first."""
        found: dict[Row, float] = {}
        for die in reversed(D10):
            row = self.row(die + self.drm)
            found[row] = found.get(row, 0.0) + 1 / len(D10)
        return found

    @cached_property
    def balance(self) -> float:
        """Mean harm of the defenders less the attackers', in hits: what attacks are compared by."""
        return self.suffered - sum(a for a, _ in self.harms) / len(self.harms)

    @property
    def gain(self) -> float:
        """The same, for who knows no more of it than what every game foresees."""
        return self.balance

    @property
    def suffered(self) -> float:
        """Mean harm of the defenders, in hits."""
        return sum(d for _, d in self.harms) / len(self.harms)


def reckon(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit], attacker: Unit, defender: Unit) -> Reckoning:
    """The odds with these two units' Types chosen."""
    found = tuple(modifiers.of(g, ours, theirs, attacker, defender))
    drm = sum(m.value for m in found)
    rows = [tables.row(g.charts, die + drm) for die in D10]
    harms = tuple((_harm(g, ours, row.printed[0]), _harm(g, theirs, row.printed[1])) for row in rows)
    side = modifiers.angle(g, attacker, defender)
    return Reckoning(g.charts, tuple(ours), tuple(theirs), attacker, defender, side, found, harms)


def foresee(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> Reckoning:
    """7.35 The odds if both sides choose well: the attacker first, then the defender."""
    best = [choice_of_defender(g, ours, theirs, a) for a in attackers(g, ours, theirs)]
    return max(best, key=lambda r: (r.drm, *_rank(r)))


def attackers(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> list[Unit]:
    """7.35, 7.36 Attackers whose Type may be used."""
    found = [a for a in ours if any(a in modifiers.types_open(g, ours, d) for d in theirs)]
    return found or list(ours)


def choice_of_defender(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit], attacker: Unit) -> Reckoning:
    """7.35 The odds with the defender's best choice against this attacker."""
    return min((reckon(g, ours, theirs, attacker, d) for d in theirs), key=lambda r: r.drm)


def _rank(r: Reckoning) -> tuple[int, int]:
    """Of attackers who do as well: the freshest, which is the one that will advance (7.71)."""
    return -r.attacker.hits, r.attacker.tq


# -- how much harm ---------------------------------------------------------------------------------------------------


def _harm(g: Battle, units: Sequence[Unit], printed: str) -> float:
    """The same by the chart's words, kept: whoever leads and whoever is struck, it comes to as much."""
    key = ("harm", printed, *(u.id for u in units))
    return g.derived(key, lambda: harm(g, units, tables.OUTCOMES[printed]))


def harm(g: Battle, units: Sequence[Unit], outcome: Outcome) -> float:
    """What a result costs a side, in hits; a unit lost costs its TQ, twice in two hexes."""
    each = outcome.hits / len(units)
    total = RETREAT_WORTH * len(units) if outcome.retreat else 0.0
    for top in units:
        if outcome.rout == "none":
            total += _hurt(g, top, each)
            continue
        p = rout_chance(g, top, outcome)
        whole = effects.fighting(g, top) if outcome.rout == "auto" else (top,)
        total += p * sum(_breaks(u) for u in whole) + (1 - p) * _hurt(g, top, outcome.hits)
    return total


def rout_chance(g: Battle, unit: Unit, outcome: Outcome) -> float:
    """7.53 Probability that the unit fails the rout roll of a result: DR over its TQ."""
    if outcome.rout == "none":
        return 0.0
    if outcome.rout == "auto":
        return 1.0
    return cohesion.over(g, unit, outcome.drm)


def _hurt(g: Battle, top: Unit, n: float) -> float:
    ranks = effects.fighting(g, top)
    share = n / len(ranks)
    return sum(_breaks(u) if share >= effects.room(g, u) else share for u in ranks)


def _breaks(unit: Unit) -> float:
    whole = unit.tq * (1 if footprint.is_single(unit) else 2)
    return DEPLETED_WORTH * whole if effects.depletes(unit) else float(whole)
