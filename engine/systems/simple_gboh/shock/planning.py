"""7.31 to 7.35 Plans of attack, and which of them promise most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from engine.kernel.inquiry import joined
from engine.kernel.odds import Odds
from engine.kernel.text import Text
from engine.systems.gboh.shock import partition
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import contact, odds, reckoning
from engine.systems.simple_gboh.shock.reckoning import Reckoning
from engine.systems.simple_gboh.state import Unit

MOST_WEIGHED = 24
"""Assignments compared when one is proposed."""
MOST_OFFERED = 6
"""Assignments offered for one set of attackers; others can be written."""
WORTHWHILE = 0.5
"""By how many hits an attack must do better than none to be proposed where it is voluntary."""


def facing(g: Battle) -> partition.Facing:
    """7.31 Enemies that a unit has to have attacked, or, if it has to have none attacked, may attack (11.14)."""
    units = g.state.units
    return lambda u: [e.id for e in contact.due(g, units[u.id]) or contact.open_to(g, units[u.id])]


def _ranked(g: Battle, attackers: Sequence[Unit]) -> list[list[ShockPlan]]:
    """The assignments weighed for each independent group, the most promising first."""
    before = facing(g)
    found = []
    for group in partition.neighbourhoods(attackers, before):
        plans = islice(partition.assignments(group, before, many_on_many=False), MOST_WEIGHED)
        found.append(sorted(plans, key=lambda p: -worth(g, p)))
    return found


def plan_for(g: Battle, attackers: Sequence[Unit]) -> ShockPlan:
    """The most promising plan in which exactly these attack."""
    return partition.joined(g.state.units, [plans[0] for plans in _ranked(g, attackers)])


def sensible(g: Battle, must: Sequence[Unit], may: Sequence[Unit]) -> ShockPlan:
    """Who must attack, and who may where that does better: what is proposed."""
    key = ("sensible", tuple(u.id for u in must), tuple(u.id for u in may))
    return g.derived(key, lambda: _sensible(g, must, may))


def _sensible(g: Battle, must: Sequence[Unit], may: Sequence[Unit]) -> ShockPlan:
    chosen = list(must)
    best = plan_for(g, chosen)
    value = worth(g, best)
    for u in sorted(may, key=lambda u: -worth(g, plan_for(g, [u]))):
        plan = plan_for(g, [*chosen, u])
        more = worth(g, plan)
        if more > value + WORTHWHILE:
            chosen, best, value = [*chosen, u], plan, more
    return best


def most_promising(g: Battle, attackers: Sequence[Unit]) -> list[ShockPlan]:
    """The most promising plans for these attackers: the best, then those that differ from it in one place."""
    ranked = _ranked(g, attackers)
    best = [plans[0] for plans in ranked]
    units = g.state.units
    others = [
        partition.joined(units, [*best[:i], other, *best[i + 1 :]])
        for i, plans in enumerate(ranked)
        for other in plans[1:]
    ]
    others.sort(key=lambda p: -worth(g, p))
    return [partition.joined(units, best), *others[: MOST_OFFERED - 1]]


def forced(g: Battle, must: Sequence[Unit]) -> bool:
    """Whether there is only one way to make these attacks."""
    before = facing(g)
    return all(
        len(list(islice(partition.assignments(group, before, many_on_many=False), 2))) == 1
        for group in partition.neighbourhoods(must, before)
    )


def worth(g: Battle, plan: ShockPlan) -> float:
    """What a plan does to the enemy less what it costs, in hits."""
    return sum(foreseen(g, a).balance for a in plan.attacks)


def foreseen(g: Battle, attack: Attack) -> Reckoning:
    """The odds of one attack of a plan, if both sides choose well."""
    units = g.state.units
    ours, theirs = [units[x] for x in attack.attackers], [units[x] for x in attack.defenders]
    return g.derived(("foreseen", attack), lambda: reckoning.foresee(g, ours, theirs))


def in_short(g: Battle, plan: ShockPlan) -> Text | None:
    """What the Shocks of a plan come to, in a line."""
    lines = [
        Text("{attackers}: {odds}", attackers="+".join(a.attackers), odds=odds.in_short(foreseen(g, a)))
        for a in plan.attacks
    ]
    return joined(lines, "; ") if lines else None


def shocks(g: Battle, plan: ShockPlan) -> list[Odds]:
    """The odds of each Shock of a plan."""
    return [odds.of(g, foreseen(g, a)) for a in plan.attacks]


def words(plan: ShockPlan) -> str:
    """A plan as it is written: who attacks whom, in the order in which it is fought."""
    if not plan.attacks:
        return "nobody"
    return "; ".join(f"{'+'.join(a.attackers)} against {'+'.join(a.defenders)}" for a in plan.attacks)
