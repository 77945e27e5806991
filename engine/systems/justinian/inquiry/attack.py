"""What would come of a land battle, fought now: modifiers, odds, losses on average."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.board import Place
from engine.kernel.dice import Modifier
from engine.kernel.inquiry import Fact, Findings, Sketch, told
from engine.kernel.text import Text, refuse
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat import attack, forecast
from engine.systems.justinian.combat.forces import force_of
from engine.systems.justinian.combat.party import Party


def about(g: Campaign, attackers: Sequence[str], defenders: Sequence[str]) -> Findings:
    """An attack of one army, with all that is combined with it, on one enemy army, or on everybody in a province."""
    if len(attackers) != 1:
        refuse("Name one army that attacks; those combined with it attack too.", rule="8.11")
    a = g.state.armies.get(attackers[0])
    if a is None or a.at is None:
        refuse("There is no army {army} on the map.", rule="8.11", army=attackers[0][:40])
    force = force_of(g, a)
    attack.check(force, defeated=force.defeated)
    place = a.at
    alone = defenders[0] if len(defenders) == 1 and defenders[0] in g.state.armies else None
    target = g.state.armies.get(defenders[0]) if defenders else None
    if target is not None and target.at is not None:
        place = target.at
    party = attack.target(g, force, alone, place)
    own = Party(g, force.side, place, (force,))
    straits = _straits(g, place)
    crossed = a.at in straits
    f = forecast.of(g, own, party, crossed=crossed)
    heading = Text("{a}, {n} SP, attacks {b}, {m} SP", a=own.name, n=own.sp, b=party.name, m=party.sp)
    odds = [
        Fact(
            Text("Wins {w} %, draw {d} %, loses {x} %", w=_pct(f.win), d=_pct(f.draw), x=_pct(1 - f.win - f.draw)),
            "8.21",
        ),
        Fact(Text("Costs it {n} SP on average", n=f"{f.taken:.1f}"), "8.15"),
        Fact(Text("Costs the defender {n} SP on average", n=f"{f.dealt:.1f}"), "8.15"),
    ]
    if party.forces:
        odds.append(Fact(Text("Armies may retreat before combat"), "8.13"))
    if crossed:
        odds.append(Fact(Text("It comes across the strait from {place}", place=g.land.name(a.at)), "8.15"))
    elif straits:
        names = ", ".join(g.land.name(p) for p in straits)
        over = forecast.of(g, own, party, crossed=True)
        odds.append(
            Fact(Text("Had it come across the strait from {places}: {odds}", places=names, odds=over.words), "8.15")
        )
    sections = told(
        (Text("Odds, if nobody retreats"), odds),
        (Text("Attacker's die"), _modifiers(f.attacking)),
        (Text("Defender's die"), _modifiers(f.defending)),
    )
    return Findings(heading, sections, Sketch(focus=(place,)))


def _straits(g: Campaign, place: Place) -> list[Place]:
    """Places from which an army comes to a province across a strait."""
    return [p for p in g.land.roads(place) if g.land.strait(p, place)] if g.land.is_province(place) else []


def _pct(p: float) -> int:
    return round(100 * p)


def _modifiers(found: Sequence[Modifier]) -> Iterator[Fact]:
    for m in found:
        yield Fact(m.words, m.rule)
    yield Fact(Text("{n} in all", n=f"{sum(m.value for m in found):+d}"), "8.15")
