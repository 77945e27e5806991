"""9.12 Ways to part attackers and the enemies before them into combats, whatever a combat is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.state import Unit

Facing = Callable[[Unit], Sequence[str]]
"""Enemies, by id, that a unit has to have attacked where it attacks."""

MOST_WEIGHED = 24
"""Assignments compared when one is proposed."""
MOST_OFFERED = 6
"""Assignments offered for one set of attackers; others can be written."""


@dataclass(frozen=True)
class Weigher:
    """What a game makes of attacks: whom each unit faces, and what a plan is worth."""

    units: Mapping[str, Unit]
    facing: Facing
    many_on_many: bool
    worth: Callable[[ShockPlan], float]

    def plans(self, attackers: Sequence[Unit]) -> Iterator[ShockPlan]:
        """Every legal assignment in which exactly these attack."""
        return assignments(attackers, self.facing, many_on_many=self.many_on_many)

    def ranked(self, attackers: Sequence[Unit]) -> list[list[ShockPlan]]:
        """The assignments weighed for each independent group, the most promising first."""
        return [
            sorted(islice(self.plans(group), MOST_WEIGHED), key=lambda p: -self.worth(p))
            for group in neighbourhoods(attackers, self.facing)
        ]

    def best(self, attackers: Sequence[Unit]) -> ShockPlan:
        """The most promising plan for exactly these attackers."""
        return self.joined(plans[0] for plans in self.ranked(attackers))

    def most_promising(self, attackers: Sequence[Unit]) -> list[ShockPlan]:
        """The most promising plans: the best, then those that differ from it in one place."""
        ranked = self.ranked(attackers)
        best = [plans[0] for plans in ranked]
        others = [
            self.joined([*best[:i], other, *best[i + 1 :]]) for i, plans in enumerate(ranked) for other in plans[1:]
        ]
        others.sort(key=lambda p: -self.worth(p))
        return [self.joined(best), *others[: MOST_OFFERED - 1]]

    def forced(self, attackers: Sequence[Unit]) -> bool:
        """Whether there is only one way to make these attacks."""
        groups = neighbourhoods(attackers, self.facing)
        return all(len(list(islice(self.plans(group), 2))) == 1 for group in groups)

    def joined(self, plans: Iterable[ShockPlan]) -> ShockPlan:
        """One plan of several, its combats along the line."""
        attacks = [a for p in plans for a in p.attacks]

        def place(a: Attack) -> tuple[int, int]:
            at = self.units[a.attackers[0]].at
            return at % 100, at

        return ShockPlan(attacks=tuple(sorted(attacks, key=place)))


def assignments(attackers: Sequence[Unit], facing: Facing, *, many_on_many: bool) -> Iterator[ShockPlan]:
    """9.12 Grouping.

    Every legal assignment in which all these units attack and every enemy in their ZOC is attacked.

    There always is one where a unit faces at most two enemies: along a chain of units each takes one and at most one
    of them has to take both. Units of two hexes face three, skirmishers four, and take any of them together.
    ``many_on_many``: several may attack several; else one attacks several, or several one (S 8.32).
    """
    met = {u.id: list(facing(u)) for u in attackers}
    order = _along_the_line(attackers, met)
    last: dict[str, int] = {}
    for i, u in enumerate(order):
        for e in met[u.id]:
            last[e] = i
    picks: dict[str, tuple[str, ...]] = {}
    role: dict[str, tuple[str, ...]] = {}
    """Defenders already assigned, with the whole set attacked together with them."""

    def fits(pick: tuple[str, ...]) -> bool:
        if len(pick) > 1 and not many_on_many and any(e in role for e in pick):
            return False  # S 8.32
        return all(role.get(e, pick) == pick for e in pick)

    def place(i: int) -> Iterator[ShockPlan]:
        if i == len(order):
            yield _plan(order, picks)
            return
        u = order[i]
        before = met[u.id]
        options = [pick for n in range(1, len(before) + 1) for pick in combinations(before, n)]
        for pick in options:
            pick = tuple(sorted(pick))
            if not fits(pick):
                continue
            new = [e for e in pick if e not in role]
            for e in new:
                role[e] = pick
            picks[u.id] = pick
            if all(e in role for e in before if last[e] <= i):
                yield from place(i + 1)
            del picks[u.id]
            for e in new:
                del role[e]

    yield from place(0)


def _along_the_line(attackers: Sequence[Unit], facing: Mapping[str, Sequence[str]]) -> list[Unit]:
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


def neighbourhoods(attackers: Sequence[Unit], facing: Facing) -> list[list[Unit]]:
    """Attackers parted into groups that share no enemy: each group's assignment is independent of the others'."""
    groups: list[tuple[list[Unit], set[str]]] = []
    for u in attackers:
        enemies = set(facing(u))
        joined = [x for x in groups if x[1] & enemies]
        groups = [x for x in groups if not x[1] & enemies]
        groups.append(([*(v for units, _ in joined for v in units), u], enemies.union(*(e for _, e in joined))))
    return [units for units, _ in groups]
