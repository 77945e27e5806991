"""9.12 The possible assignments of attacks, and which of them promise most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

from engine.kernel.inquiry import joined, percent
from engine.kernel.odds import Odds
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.shock import clash, odds, partition
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.state import Unit

MOST_WEIGHED = 24
"""Assignments compared when one is proposed."""

MOST_OFFERED = 6
"""Assignments offered for one set of attackers; others can be written."""


def assignments(g: Battle, attackers: Sequence[Unit]) -> Iterator[ShockPlan]:
    """9.12 Every legal assignment in which all these units attack and every enemy in their ZOC is attacked."""
    return partition.assignments(attackers, _facing(g), many_on_many=g.game.combat.many_on_many)


def _facing(g: Battle) -> partition.Facing:
    return lambda u: [e.id for e in g.opponents(u)]


def _neighbourhoods(g: Battle, attackers: Sequence[Unit]) -> list[list[Unit]]:
    return partition.neighbourhoods(attackers, _facing(g))


def _ranked(g: Battle, attackers: Sequence[Unit]) -> list[list[ShockPlan]]:
    """The assignments weighed for each independent group, the most promising first."""
    return [
        sorted(islice(assignments(g, group), MOST_WEIGHED), key=lambda p: -_worth(g, p))
        for group in _neighbourhoods(g, attackers)
    ]


def _joined(g: Battle, plans: Iterable[ShockPlan]) -> ShockPlan:
    return partition.joined(g.state.units, plans)


def plan_for(g: Battle, attackers: Sequence[Unit]) -> ShockPlan:
    """The most promising assignment for exactly these attackers."""
    return _joined(g, (plans[0] for plans in _ranked(g, attackers)))


def _worth(g: Battle, plan: ShockPlan) -> float:
    """Hits the plan deals less hits it costs, on average."""
    with _weighing(g, plan):
        return sum(_balance(g, a) for a in plan.attacks)


@contextmanager
def _weighing(g: Battle, plan: ShockPlan) -> Iterator[None]:
    """What is asked inside is asked as if the plan were carried out (S 8.36)."""
    before, g.assailed = g.assailed, frozenset(d for a in plan.attacks for d in a.defenders)
    try:
        yield
    finally:
        g.assailed = before


def _foreseen(g: Battle, attack: Attack) -> clash.Reckoning:
    units = g.state.units

    def compute() -> clash.Reckoning:
        return clash.foresee(g, [units[x] for x in attack.attackers], [units[x] for x in attack.defenders])

    met = g.assailed if g.game.combat.position_lost == "unattended" else frozenset()
    return g.derived(("foreseen", attack, met), compute)


def _balance(g: Battle, attack: Attack) -> float:
    return _foreseen(g, attack).balance


def most_promising(g: Battle, attackers: Sequence[Unit]) -> list[ShockPlan]:
    """The most promising assignments: the best, then those that differ from it in one place."""
    ranked = _ranked(g, attackers)
    best = [plans[0] for plans in ranked]
    others = [_joined(g, [*best[:i], other, *best[i + 1 :]]) for i, plans in enumerate(ranked) for other in plans[1:]]
    others.sort(key=lambda p: -_worth(g, p))
    return [_joined(g, best), *others[: MOST_OFFERED - 1]]


def forced(g: Battle, must: Sequence[Unit]) -> bool:
    """Whether there is only one way to make these attacks."""
    return all(len(list(islice(assignments(g, group), 2))) == 1 for group in _neighbourhoods(g, must))


def in_short(g: Battle, plan: ShockPlan) -> Text | None:
    """What the combats come to, if both sides choose well: columns, mean hits, leaders at risk."""
    with _weighing(g, plan):
        lines = [
            Text("{attackers}: {odds}", attackers="+".join(a.attackers), odds=odds.in_short(_foreseen(g, a)))
            for a in plan.attacks
        ]
    at_risk = [x for a in plan.attacks for x in odds.leaders(g, _units(g, a))]
    if at_risk:
        p = percent(odds.leader_hit())
        lines.append(Text("{leaders} may be hit ({p})", leaders=", ".join(x.name for x in at_risk), p=p))
    return joined(lines, "; ") if lines else None


def combats(g: Battle, plan: ShockPlan) -> list[Odds]:
    """The odds of each combat of a plan, if both sides choose well."""
    charging = [name for name, marker in g.orders.markers.items() if marker == "must"]
    units = g.state.units
    with _weighing(g, plan):
        return [
            odds.of(g, [units[x] for x in a.attackers], [units[x] for x in a.defenders], _foreseen(g, a), charging)
            for a in plan.attacks
        ]


def _units(g: Battle, attack: Attack) -> list[Unit]:
    return [g.state.units[x] for x in (*attack.attackers, *attack.defenders)]
