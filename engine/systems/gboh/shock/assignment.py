"""9.12 The possible assignments of attacks, and which of them promise most."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import contextmanager

from engine.kernel.inquiry import percent
from engine.kernel.odds import Odds
from engine.kernel.text import Text, joined
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.shock import clash, forecast, odds, partition
from engine.systems.gboh.shock.partition import Weigher
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.state import Unit
from engine.systems.gboh.strategies import Foreseen


def _weigher(g: Battle) -> Weigher:
    return Weigher(g.state.units, lambda u: _met(g, u), g.game.combat.many_on_many, lambda p: worth(g, p))


def _met(g: Battle, u: Unit) -> list[str]:
    return [e.id for e in forecast.facing(g, u)]


def assignments(g: Battle, attackers: Sequence[Unit]) -> Iterator[ShockPlan]:
    """9.12 Every legal assignment in which all these units attack and every enemy in their ZOC is attacked."""
    return _weigher(g).plans(attackers)


def plan_for(g: Battle, attackers: Sequence[Unit]) -> ShockPlan:
    """The most promising assignment for exactly these attackers."""
    return _weigher(g).best(attackers)


def most_promising(g: Battle, attackers: Sequence[Unit]) -> list[ShockPlan]:
    """The most promising assignments: the best, then those that differ from it in one place."""
    return _weigher(g).most_promising(attackers)


def beside(g: Battle, unit: Unit, others: Sequence[Unit]) -> list[Unit]:
    """9.12 Those of ``others`` whose attacks hang together with the unit's, because they share enemies with it or with
    one another; the unit among them."""
    group = [unit, *(u for u in others if u.id != unit.id)]
    parts = partition.neighbourhoods(group, lambda u: _met(g, u))
    return next(part for part in parts if any(u is unit for u in part))


def forced(g: Battle, must: Sequence[Unit]) -> bool:
    """Whether there is only one way to make these attacks."""
    return _weigher(g).forced(must)


def worth(g: Battle, plan: ShockPlan) -> float:
    """Hits the plan deals less hits it costs, on average."""
    return sum(found.gain for found in reckoned(g, plan))


def reckoned(g: Battle, plan: ShockPlan, besides: Collection[str] = ()) -> list[Foreseen]:
    """The odds of each combat of a plan as it stands, if both sides choose well: what everybody is told of an attack,
    and what it is weighed by. ``besides``: enemies that others attack."""
    with _weighing(g, plan, besides):
        return [_foreseen(g, a) for a in plan.attacks]


@contextmanager
def _weighing(g: Battle, plan: ShockPlan, besides: Collection[str]) -> Generator[None]:
    """What is asked inside is asked as if the plan were carried out (S 8.36, G 4.21)."""
    before = g.assailed, g.assailing
    if _hangs_together(g):
        g.assailed = frozenset(d for a in plan.attacks for d in a.defenders).union(besides)
        g.assailing = {u for a in plan.attacks for u in a.attackers}
    try:
        yield
    finally:
        g.assailed, g.assailing = before


def _hangs_together(g: Battle) -> bool:
    """Whether what a combat comes to hangs on who fights in the others of its plan."""
    own = g.game.forecast
    return g.game.combat.position_lost == "unattended" if own is None else own.hangs_together(g)


def _foreseen(g: Battle, attack: Attack) -> Foreseen:
    def compute() -> Foreseen:
        return forecast.foresee(g, _of(g, attack.attackers), _of(g, attack.defenders))

    met = (g.assailed, frozenset(g.assailing)) if _hangs_together(g) else None
    return g.derived(("foreseen", attack, met), compute)


def in_short(g: Battle, plan: ShockPlan) -> Text | None:
    """What the combats come to, if both sides choose well: columns, mean hits, leaders at risk."""
    lines = [
        Text("{attackers}: {odds}", attackers="+".join(a.attackers), odds=forecast.in_short(g, found))
        for a, found in zip(plan.attacks, reckoned(g, plan), strict=True)
    ]
    at_risk = [x for a in plan.attacks for x in odds.leaders(g, _of(g, (*a.attackers, *a.defenders)))]
    if at_risk and g.game.forecast is None:
        p = percent(odds.leader_hit())
        lines.append(Text("{leaders} may be hit ({p})", leaders=", ".join(x.name for x in at_risk), p=p))
    return joined(lines, "; ") if lines else None


def combats(g: Battle, plan: ShockPlan) -> list[Odds]:
    """The odds of each combat of a plan, if both sides choose well."""
    charging = [name for name, marker in g.orders.markers.items() if marker == "must"]
    return [_odds(g, a, found, charging) for a, found in zip(plan.attacks, reckoned(g, plan), strict=True)]


def _odds(g: Battle, a: Attack, found: Foreseen, charging: Sequence[str]) -> Odds:
    if g.game.forecast is not None:
        return g.game.forecast.odds(g, found)
    assert isinstance(found, clash.Reckoning)
    return odds.of(g, _of(g, a.attackers), _of(g, a.defenders), found, charging)


def _of(g: Battle, names: Sequence[str]) -> list[Unit]:
    return [g.state.units[x] for x in names]
