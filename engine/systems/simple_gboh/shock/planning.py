"""7.31 to 7.35 Plans of attack, and which of them promise most."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.inquiry import joined
from engine.kernel.odds import Odds
from engine.kernel.text import Text
from engine.systems.gboh.shock.partition import Weigher
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.state import Unit as FamilyUnit
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import contact, odds, reckoning
from engine.systems.simple_gboh.shock.reckoning import Reckoning
from engine.systems.simple_gboh.state import Unit

WORTHWHILE = 0.5
"""By how many hits an attack must do better than none to be proposed where it is voluntary."""


def weigher(g: Battle) -> Weigher:
    """7.31, 7.35 Whom a unit has to have attacked, or, if it has to have nobody attacked, may attack (11.14)."""
    units = g.state.units

    def facing(u: FamilyUnit) -> list[str]:
        unit = units[u.id]
        return [e.id for e in contact.due(g, unit) or contact.open_to(g, unit)]

    return Weigher(units, facing, many_on_many=False, worth=lambda p: worth(g, p))


def plan_for(g: Battle, attackers: Sequence[Unit]) -> ShockPlan:
    """The most promising plan in which exactly these attack."""
    return weigher(g).best(attackers)


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
