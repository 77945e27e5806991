"""9.15 to 9.17 What a combat comes to before it is fought, in words: column, results, leaders and units at risk."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.kernel.dice import Modifier, chance
from engine.kernel.odds import Odds, likeliest_first
from engine.kernel.text import Text
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.shock import clash
from engine.systems.gboh.state import Leader, Unit

SUPERIOR = {"AS": Text(", Attack Superiority"), "DS": Text(", Defence Superiority"), "-": Text("")}
"""9.16 step 1 in words."""


def in_short(r: clash.Reckoning) -> Text:
    """Column, superiority and the hits to be expected, in a few words."""
    chances = r.chances().items()
    return Text(
        "column {column}{superior}; on average {d:hit|hits} for {a}",
        column=r.column,
        superior=SUPERIOR[r.superiority],
        d=f"{sum(x * p for (_, x), p in chances):.1f}",
        a=f"{sum(x * p for (x, _), p in chances):.1f}",
    )


def of(
    g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit], r: clash.Reckoning, charging: Collection[str] = ()
) -> Odds:
    """The combat of these attackers and defenders as it is reckoned; ``charging``: attackers with Must Check (9.13)."""
    title = Text(
        "{ours} against {theirs}, column {column}{superior}, hits attacker–defender",
        ours="+".join(u.id for u in ours),
        theirs="+".join(u.id for u in theirs),
        column=r.column,
        superior=SUPERIOR[r.superiority],
    )
    results = [(Text("{a}–{d}", a=a, d=d), p) for (a, d), p in r.chances().items()]
    return Odds(title, likeliest_first(results), tuple(_besides(g, ours, theirs, r, charging)))


def _besides(
    g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit], r: clash.Reckoning, charging: Collection[str]
) -> Iterator[tuple[Text, float]]:
    chargers = [u for u in ours if u.id in charging]
    for u in checking(g, ours, theirs, charging):
        if p := breaking_before(g, u, charge_modifiers(g, u, theirs, chargers)):
            yield Text("{unit} breaks at its Pre-Shock check", unit=u.id), p
    for x in leaders(g, (*ours, *theirs)):
        yield Text("{leader} is hit", leader=x.name), leader_hit()
    for units, chosen, index in ((theirs, r.defender, 1), (ours, r.attacker, 0)):
        for u in units:
            if p := breaking(g, u, units, chosen, r.chances(), index):
                yield Text("{unit} reaches its TQ", unit=u.id), p


def leaders(g: Battle, units: Sequence[Unit]) -> list[Leader]:
    """Leaders who may be hit: those with the units (9.14)."""
    return [x for u in clash.foremost(units) for x in g.leaders_with(u)]


def leader_hit() -> float:
    """Probability that a leader in a Shock is hit: by a 0 (9.14)."""
    return chance(lambda die: die == 0)


def checking(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit], charging: Collection[str]) -> list[Unit]:
    """Who makes a Pre-Shock check (9.13): nobody where nobody has to attack, chargers alone at those routed already.

    Nor who is exempt.
    """
    chargers = [u for u in ours if u.id in charging]
    if not chargers:
        return []
    due = (*(() if all(d.routed for d in theirs) else chargers), *theirs)
    return [u for u in due if not exempt(g, u, ours, theirs, chargers)]


def exempt(
    g: Battle, unit: Unit, attackers: Sequence[Unit], defenders: Sequence[Unit], chargers: Sequence[Unit]
) -> bool:
    """table:pre_shock_exemptions (A 9.31, 9.33) Whether the unit needn't roll before contact."""
    others = defenders if unit in attackers else chargers
    if unit in attackers and not unit.troop.harmless and all(d.troop.harmless for d in others):
        return True  # A 9.31 who attacks skirmishers
    steady = unit in defenders and unit.troop.target == "heavy" and unit.troop.steady
    return steady and all(a.troop.slight and g.arc_of_attack(unit, a) == "front" for a in others)


def charge_modifiers(
    g: Battle, unit: Unit, defenders: Sequence[Unit], chargers: Sequence[Unit]
) -> tuple[Modifier, ...]:
    """9.13 What chapters add to the unit's Pre-Shock check."""
    return tuple(special.told(g, "charge_modifiers", unit, chargers, defenders))


def breaking_before(g: Battle, u: Unit, drm: Sequence[Modifier] = ()) -> float:
    """Probability that the Pre-Shock check breaks the unit (9.13)."""
    return sum(p for n, p in cohesion.check_chances(g, u, drm=drm).items() if n and n >= clash.room(g, u))


def breaking(
    g: Battle, u: Unit, units: Sequence[Unit], chosen: Unit, chances: dict[tuple[int, int], float], index: int
) -> float:
    """10.13, 10.14 Probability that the unit's share of the hits breaks it; the odd hit is the chosen one's.

    ``index`` says whose hits count: 0 the attackers', 1 the defenders'.
    """
    room = 1 if u.routed else clash.room(g, u)
    total = 0.0
    for hits, p in chances.items():
        each, odd = divmod(hits[index], len(units))
        if each + (1 if odd and u is chosen else 0) >= room:
            total += p
    return total
