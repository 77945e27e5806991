"""9.11, 9.12 What a unit is in for where it stands to attack: with whom, against whom, at what odds.

It must attack everybody in its ZOC, unless friends who must attack too take some of them. So this is the combat that
the Shock segment proposes for it, as long as nobody else comes up and nobody gets out of the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.systems.gboh.battle import Battle
from engine.systems.gboh.shock import assignment, designation, forecast
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.state import Unit
from engine.systems.gboh.strategies import Foreseen

MOST = 5
"""Units whose attacks hang together that are weighed as one; of more those alone that share an enemy with it."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """The combat a unit would fight."""

    attack: Attack
    odds: Foreseen
    gain: float
    """Mean of the enemies' hits less their own, by how much it is more with the unit than without it."""

    def friends(self, unit: Unit) -> Sequence[str]:
        """Who attacks with it."""
        return [name for name in self.attack.attackers if name != unit.id]


def of(g: Battle, unit: Unit, others: Sequence[str] | None = None) -> Prospect | None:
    """The combat the unit would fight as it stands, if it attacks; None where it has nobody to attack.

    ``others``: friends who must attack, where that is known (:func:`obliged`).
    """
    met = {e.id for e in forecast.facing(g, unit)}
    if not met:
        return None
    names = obliged(g) if others is None else others
    group = assignment.beside(g, unit, [u for name in names if (u := g.state.units[name]).on_map])
    if len(group) > MOST:
        group = [u for u in group if u is unit or met & {e.id for e in forecast.facing(g, u)}]
    plan = assignment.plan_for(g, group)
    n = next(n for n, a in enumerate(plan.attacks) if unit.id in a.attackers)
    found, friends = assignment.reckoned(g, plan), [u for u in group if u is not unit]
    before = assignment.worth(g, assignment.plan_for(g, friends)) if friends else 0.0
    return Prospect(plan.attacks[n], found[n], sum(x.gain for x in found) - before)


def obliged(g: Battle) -> Sequence[str]:
    """7.31 Units, by id, that must attack as they stand."""
    own = g.game.forecast
    return g.derived("obliged", lambda: [u.id for u in (designation.obliged(g) if own is None else own.obliged(g))])


def alone(g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Foreseen:
    """The odds of these against those, whoever else fights; everybody they must have attacked is (9.12)."""
    attack = Attack(attackers=tuple(u.id for u in attackers), defenders=tuple(u.id for u in defenders))
    held = [u for name in obliged(g) if (u := g.state.units[name]).side == attackers[0].side]
    besides = {e.id for u in (*attackers, *held) for e in forecast.facing(g, u)}
    return assignment.reckoned(g, ShockPlan(attacks=(attack,)), besides)[0]
