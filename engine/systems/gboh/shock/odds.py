"""9.15 to 9.17 What a combat comes to before it is fought, in words: column, results, leaders and units at risk."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.kernel.dice import chance
from engine.kernel.odds import Odds, likeliest_first
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.shock import clash, contact
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
    for u in contact.rolling(g, ours, theirs, charging):
        if p := breaking_before(g, u, ours, theirs):
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


def breaking_before(g: Battle, u: Unit, ours: Sequence[Unit], theirs: Sequence[Unit]) -> float:
    """Probability that the Pre-Shock check of this combat breaks the unit (9.13)."""
    chances = cohesion.check_chances(g, u, drm=contact.modifiers(g, u, ours, theirs))
    return sum(p for n, p in chances.items() if n and n >= clash.room(g, u))


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
