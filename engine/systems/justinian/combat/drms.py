"""8.15 Modifiers of a land battle: those of the attacker's die, and those of the defender's."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.dice import Modifier
from engine.kernel.text import Text
from engine.systems.justinian.charts import Charts
from engine.systems.justinian.combat.engagement import Body, Engagement, most_numerous
from engine.systems.justinian.scenario import BYZANTINE, OSTROGOTHS, PERSIA, VANDALS

WEAK = {OSTROGOTHS: Text("Ostrogoth army"), VANDALS: Text("Vandal army")}
"""Powers whose armies have a modifier of their own."""


def attacking(charts: Charts, e: Engagement, target: Body) -> list[Modifier]:
    """T:attacker_drm, against the kind of defender that counts (8.12)."""
    return [m for m in _attacking(charts, e, target) if m.value]


def _attacking(charts: Charts, e: Engagement, target: Body) -> Iterator[Modifier]:
    yield from _force(charts, e.attacker.sp, e.defending)
    yield Modifier(value=e.attacker.battle, reason=Text("commander"), rule="4.12")
    power = e.attacker.power
    if power == BYZANTINE and target.power != PERSIA:
        yield _a(charts, "byzantine_vs_non_persian", Text("Byzantines against others than Persians"), "8.15")
    if e.crossed:
        yield _a(charts, "strait_or_landing", Text("across a strait or from ships"), "8.15")
    if e.city:
        yield _a(charts, "city", Text("City held by the defender"), "8.17")
    if e.fort:
        yield _a(charts, "fort", Text("Fort held by the defender"), "8.17")
    if power in WEAK:
        yield _a(charts, power, WEAK[power], "8.15")
    if e.attacker.disorganized:
        yield _a(charts, "disorganized", Text("Disorganized"), "8.23")


def defending(charts: Charts, e: Engagement, counting: Body) -> list[Modifier]:
    """T:defender_drm of the kind of defender that counts (8.12)."""
    return [m for m in _defending(charts, e, counting) if m.value]


def _defending(charts: Charts, e: Engagement, counting: Body) -> Iterator[Modifier]:
    yield from _force(charts, e.defending, e.attacker.sp)
    if counting.kind == "army":
        yield Modifier(value=counting.battle, reason=Text("commander"), rule="4.12")
        if counting.power in WEAK:
            yield _d(charts, "weak_troops", WEAK[counting.power], "8.15")
        if counting.disorganized:
            yield _d(charts, "disorganized", Text("Disorganized"), "8.23")
        if counting.defeated:
            yield _d(charts, "defeated", Text("Defeated"), "8.22")
        return
    frontier = counting.kind == "frontier"
    yield _d(charts, "weak_troops", Text("Frontier SP") if frontier else Text("Detached SP"), "8.15")
    if (frontier or counting.power in WEAK) and not (e.city or e.fort):
        yield _d(charts, "outside_walls", Text("no City or Fort of theirs"), "8.17")


def counting(charts: Charts, e: Engagement) -> Body:
    """8.12 The most numerous kind of defender; of equal ones the one that is worse off."""

    def worth(b: Body) -> int:
        mine = sum(m.value for m in defending(charts, e, b))
        return mine - sum(m.value for m in attacking(charts, e, b))

    return min(most_numerous(e.defenders), key=worth)


def _force(charts: Charts, mine: int, theirs: int) -> Iterator[Modifier]:
    """8.16 Force Differential: for the larger side alone, and its best line."""
    if mine > theirs:
        yield Modifier(
            value=charts.force_drm(mine, theirs),
            reason=Text("{mine} SP against {theirs}", mine=mine, theirs=theirs),
            rule="8.16",
        )


def _a(charts: Charts, row: str, reason: Text, rule: str) -> Modifier:
    return Modifier(value=charts.attacker_drm(row), reason=reason, rule=rule)


def _d(charts: Charts, row: str, reason: Text, rule: str) -> Modifier:
    return Modifier(value=charts.defender_drm(row), reason=reason, rule=rule)
