"""9.12 The possible assignments of attacks, and which of them promise most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from engine.kernel.inquiry import joined, percent
from engine.kernel.odds import Odds
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.shock import clash, forecast, odds, partition
from engine.systems.gboh.shock.partition import Weigher
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.state import Unit
from engine.systems.gboh.strategies import Foreseen


def _weigher(g: Battle) -> Weigher:
    own = g.game.forecast
    facing: partition.Facing = lambda u: [e.id for e in (g.opponents(u) if own is None else own.facing(g, u))]  # noqa: E731
    return Weigher(g.state.units, facing, g.game.combat.many_on_many, lambda p: worth(g, p))


def assignments(g: Battle, attackers: Sequence[Unit]) -> Iterator[ShockPlan]:
    """9.12 Every legal assignment in which all these units attack and every enemy in their ZOC is attacked."""
    return _weigher(g).plans(attackers)


def plan_for(g: Battle, attackers: Sequence[Unit]) -> ShockPlan:
    """The most promising assignment for exactly these attackers."""
    return _weigher(g).best(attackers)


def most_promising(g: Battle, attackers: Sequence[Unit]) -> list[ShockPlan]:
    """The most promising assignments: the best, then those that differ from it in one place."""
    return _weigher(g).most_promising(attackers)


def forced(g: Battle, must: Sequence[Unit]) -> bool:
    """Whether there is only one way to make these attacks."""
    return _weigher(g).forced(must)


def worth(g: Battle, plan: ShockPlan) -> float:
    """Hits the plan deals less hits it costs, on average."""
    with _weighing(g, plan):
        return sum(_foreseen(g, a).gain for a in plan.attacks)


@contextmanager
def _weighing(g: Battle, plan: ShockPlan) -> Iterator[None]:
    """What is asked inside is asked as if the plan were carried out (S 8.36)."""
    before = g.assailed
    if g.game.forecast is None:
        g.assailed = frozenset(d for a in plan.attacks for d in a.defenders)
    try:
        yield
    finally:
        g.assailed = before


def _foreseen(g: Battle, attack: Attack) -> Foreseen:
    units = g.state.units

    def compute() -> Foreseen:
        return forecast.foresee(g, [units[x] for x in attack.attackers], [units[x] for x in attack.defenders])

    met = g.assailed if g.game.combat.position_lost == "unattended" else frozenset()
    return g.derived(("foreseen", attack, met), compute)


def in_short(g: Battle, plan: ShockPlan) -> Text | None:
    """What the combats come to, if both sides choose well: columns, mean hits, leaders at risk."""
    with _weighing(g, plan):
        lines = [
            Text("{attackers}: {odds}", attackers="+".join(a.attackers), odds=forecast.in_short(g, _foreseen(g, a)))
            for a in plan.attacks
        ]
    at_risk = [x for a in plan.attacks for x in odds.leaders(g, _units(g, a))]
    if at_risk and g.game.forecast is None:
        p = percent(odds.leader_hit())
        lines.append(Text("{leaders} may be hit ({p})", leaders=", ".join(x.name for x in at_risk), p=p))
    return joined(lines, "; ") if lines else None


def combats(g: Battle, plan: ShockPlan) -> list[Odds]:
    """The odds of each combat of a plan, if both sides choose well."""
    if g.game.forecast is not None:
        return [g.game.forecast.odds(g, _foreseen(g, a)) for a in plan.attacks]
    charging = [name for name, marker in g.orders.markers.items() if marker == "must"]
    units, found = g.state.units, list[Odds]()
    with _weighing(g, plan):
        for a in plan.attacks:
            seen = _foreseen(g, a)
            assert isinstance(seen, clash.Reckoning)
            found.append(odds.of(g, [units[x] for x in a.attackers], [units[x] for x in a.defenders], seen, charging))
    return found


def _units(g: Battle, attack: Attack) -> list[Unit]:
    return [g.state.units[x] for x in (*attack.attackers, *attack.defenders)]
