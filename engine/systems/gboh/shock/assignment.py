"""9.12 The possible assignments of attacks, and which of them promise most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations, islice

from engine.kernel.inquiry import joined, percent
from engine.kernel.odds import Odds
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.shock import clash, odds
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.state import Unit

MOST_WEIGHED = 24
"""Assignments compared when one is proposed."""

MOST_OFFERED = 6
"""Assignments offered for one set of attackers; others can be written."""


def assignments(g: Battle, attackers: Sequence[Unit]) -> Iterator[ShockPlan]:
    """9.12 Grouping.

    Every legal assignment in which all these units attack and every enemy in their ZOC is attacked.

    There always is one where a unit faces at most two enemies: along a chain of units each takes one and at most one
    of them has to take both. Units of two hexes face three, skirmishers four, and take any of them together.
    """
    facing = {u.id: [e.id for e in g.opponents(u)] for u in attackers}
    order = _along_the_line(attackers, facing)
    last: dict[str, int] = {}
    for i, u in enumerate(order):
        for e in facing[u.id]:
            last[e] = i
    picks: dict[str, tuple[str, ...]] = {}
    role: dict[str, tuple[str, ...]] = {}
    """Defenders already assigned, with the whole set attacked together with them."""

    def fits(pick: tuple[str, ...]) -> bool:
        if len(pick) > 1 and not g.game.combat.many_on_many and any(e in role for e in pick):
            return False  # S 8.32
        return all(role.get(e, pick) == pick for e in pick)

    def place(i: int) -> Iterator[ShockPlan]:
        if i == len(order):
            yield _plan(order, picks)
            return
        u = order[i]
        met = facing[u.id]
        options = [pick for n in range(1, len(met) + 1) for pick in combinations(met, n)]
        for pick in options:
            pick = tuple(sorted(pick))
            if not fits(pick):
                continue
            new = [e for e in pick if e not in role]
            for e in new:
                role[e] = pick
            picks[u.id] = pick
            if all(e in role for e in facing[u.id] if last[e] <= i):
                yield from place(i + 1)
            del picks[u.id]
            for e in new:
                del role[e]

    yield from place(0)


def _along_the_line(attackers: Sequence[Unit], facing: dict[str, list[str]]) -> list[Unit]:
    """Attackers ordered so that those facing the same enemies follow one another: keeps the search short."""
    left = list(attackers)
    ordered: list[Unit] = []
    seen: set[str] = set()
    while left:
        near = [u for u in left if seen & set(facing[u.id])]
        u = min(near or left, key=lambda x: (len(facing[x.id]), x.at % 100, x.at)) if not near else near[0]
        left.remove(u)
        ordered.append(u)
        seen |= set(facing[u.id])
    return ordered


def _plan(order: Sequence[Unit], picks: dict[str, tuple[str, ...]]) -> ShockPlan:
    groups: dict[tuple[str, ...], list[str]] = {}
    for u in sorted(order, key=lambda x: (x.at % 100, x.at)):
        groups.setdefault(picks[u.id], []).append(u.id)
    return ShockPlan(attacks=tuple(Attack(attackers=tuple(a), defenders=d) for d, a in groups.items()))


def _neighbourhoods(g: Battle, attackers: Sequence[Unit]) -> list[list[Unit]]:
    """Attackers parted into groups that share no enemy: each group's assignment is independent of the others'."""
    groups: list[tuple[list[Unit], set[str]]] = []
    for u in attackers:
        enemies = {e.id for e in g.opponents(u)}
        joined = [x for x in groups if x[1] & enemies]
        groups = [x for x in groups if not x[1] & enemies]
        groups.append(([*(v for units, _ in joined for v in units), u], enemies.union(*(e for _, e in joined))))
    return [units for units, _ in groups]


def _ranked(g: Battle, attackers: Sequence[Unit]) -> list[list[ShockPlan]]:
    """The assignments weighed for each independent group, the most promising first."""
    return [
        sorted(islice(assignments(g, group), MOST_WEIGHED), key=lambda p: -_worth(g, p))
        for group in _neighbourhoods(g, attackers)
    ]


def _joined(g: Battle, plans: Iterable[ShockPlan]) -> ShockPlan:
    """One plan of several, its combats along the line."""
    attacks = [a for p in plans for a in p.attacks]

    def place(a: Attack) -> tuple[int, int]:
        at = g.state.units[a.attackers[0]].at
        return at % 100, at

    return ShockPlan(attacks=tuple(sorted(attacks, key=place)))


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
