"""The attacks that promise most: for ``shock all``, menus, and players that are no people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.systems.men_of_iron import charge, orders
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.charts import Code
from engine.systems.men_of_iron.shock import designation, drms, engagement, reluctance
from engine.systems.men_of_iron.shock.designation import Plan
from engine.systems.men_of_iron.shock.engagement import Engagement
from engine.systems.men_of_iron.state import Attack, Unit

WORTH: dict[Code, float] = {
    "NE": 0,
    "AD": -2,
    "AR1": -1,
    "AU": -4,
    "DD": 2,
    "DR1": 1,
    "DU": 4,
    "DRT": 4,
    "DE": 6,
    "CA": 1,
}
"""What a result is worth to the attacker, roughly in thirds of a unit; for comparing attacks, not for the rules."""


def attacks_of(chosen: Iterable[Plan], left_out: dict[str, set[str]]) -> list[Attack]:
    """The attacks of these plans, each against everybody before it but those left to others."""
    return [
        Attack(
            unit=p.unit.id,
            targets=[t.id for t in p.targets if t.id not in left_out.get(p.unit.id, ())],
            charge=list(p.way.path) if p.way is not None else None,
        )
        for p in chosen
    ]


def worth(g: Battle, attacks: Sequence[Attack]) -> float:
    """Expected worth of attacks fought as things stand; horses may shy."""
    return worth_of(g, engagement.of(g, attacks))


def worth_of(g: Battle, e: Engagement) -> float:
    """:func:`worth` of an engagement, of units that may stand elsewhere than they do."""
    return sum(_worth(g, e, d.id) for d in e.defenders)


def _worth(g: Battle, e: Engagement, name: str) -> float:
    c = e.combat(g, g.state.units[name])
    odds = drms.odds(g, c)
    total = sum(p * sum(WORTH[code] for code in codes) for codes, p in odds.items())
    chargers = [s for s in e.strikers if s.unit.id in c.charging]
    if not chargers:
        return total
    home = max(reluctance.home_chance(g, s.stand[0], s.targets) for s in chargers)
    if home == 1:
        return total
    shy = Engagement([engagement.Striker(s.unit, s.targets, s.way, charging=False) for s in e.strikers])
    plain = drms.odds(g, shy.combat(g, c.defender))
    return home * total + (1 - home) * sum(p * sum(WORTH[code] for code in codes) for codes, p in plain.items())


def everybody(g: Battle) -> orders.Shock:
    """Every unit that can attack does, in the most promising way."""
    return g.derived("shock-everybody", lambda: order_of(g, _improved(g, _all(g), drop=False)))


def promising(g: Battle) -> orders.Shock:
    """Of those only the attacks that are likelier to hurt the enemy than the attackers."""
    return g.derived("shock-promising", lambda: order_of(g, _improved(g, _all(g), drop=True)))


def _all(g: Battle) -> list[Plan]:
    """One plan for every unit: Shock where there is an enemy before it, else the Charge that adds most."""
    by_unit: dict[str, list[Plan]] = {}
    for p in designation.plans(g):
        by_unit.setdefault(p.unit.id, []).append(p)
    chosen = [plans[0] for plans in by_unit.values() if plans[0].way is None]
    for plans in by_unit.values():
        if plans[0].way is None:
            continue
        taken = {p.end for p in chosen}
        free = [p for p in plans if p.end not in taken and _possible(g, p, p.targets)]
        if free:
            chosen.append(max(free, key=lambda p: worth(g, attacks_of([*chosen, p], {}))))
    return chosen


def _possible(g: Battle, p: Plan, targets: Sequence[Unit]) -> bool:
    """Whether the plan may be carried out against these of its targets alone."""
    return bool(targets) and (p.way is None or charge.can_aim(g, p.unit, p.way.path, targets))


def _improved(g: Battle, chosen: list[Plan], *, drop: bool) -> list[Attack]:
    """The plans with targets left to others, and (``drop``) attacks left undone, where that promises more."""
    best = worth(g, attacks_of(chosen, {})) if chosen else 0.0
    improved = drop
    while improved and chosen:
        improved = False
        for p in list(chosen):
            fewer = [q for q in chosen if q is not p]
            value = worth(g, attacks_of(fewer, {})) if fewer else 0.0
            if value > best:
                best, chosen, improved = value, fewer, True
    left_out: dict[str, set[str]] = {}
    for p in chosen:
        for t in p.targets:
            others = [q for q in chosen if q is not p and t in q.targets and t.id not in left_out.get(q.unit.id, ())]
            kept = [x for x in p.targets if x is not t and x.id not in left_out.get(p.unit.id, ())]
            if not others or not _possible(g, p, kept) or t.id in left_out.get(p.unit.id, ()):
                continue
            trial = {**left_out, p.unit.id: {*left_out.get(p.unit.id, ()), t.id}}
            value = worth(g, attacks_of(chosen, trial))
            if value > best:
                best, left_out = value, trial
    return attacks_of(chosen, left_out)


def order_of(g: Battle, attacks: Sequence[Attack]) -> orders.Shock:
    """The order that means these attacks, as short as it can be written: targets are named where that is needed."""
    plans: list[orders.AttackPlan] = []
    for i, a in enumerate(attacks):
        unit = g.state.units[a.unit]
        way = tuple(a.charge) if a.charge is not None else None
        end = (unit.at, unit.facing) if way is None else charge.arrival(unit, way)
        able = [t.id for t in charge.before(g, unit, *end)]
        taken = {t for b in attacks[:i] for t in b.targets}
        implied = [t for t in able if t not in taken] or able
        targets = () if set(implied) == set(a.targets) else tuple(a.targets)
        plans.append(orders.AttackPlan(unit=a.unit, targets=targets, charge=way))
    return orders.Shock(attacks=tuple(plans))
