"""10.4, 11.4, 15.4 What a combat comes to before it is fought, in words: table, results, horses that shy, leaders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.odds import Odds, likeliest_first
from engine.kernel.text import Text
from engine.systems.men_of_iron import leaders, results
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.shock import drms, engagement, reluctance
from engine.systems.men_of_iron.shock.engagement import Engagement
from engine.systems.men_of_iron.state import Attack, Leader, Unit


def of_attacks(g: Battle, attacks: Sequence[Attack]) -> list[Odds]:
    """10.3 Each combat of these attacks, in order."""
    e = engagement.of(g, attacks)
    return [of(g, e, d) for d in e.defenders]


def of(g: Battle, e: Engagement, d: Unit) -> Odds:
    """The combat against one defender of an engagement."""
    c = e.combat(g, d)
    drm = sum(m.value for m in drms.reckon(g, c))
    title = Text("{heading}, die {drm}", heading=heading(g, e, d), drm=f"{drm:+d}")
    found = [*drms.in_words(drms.odds(g, c), c, homeless=results.homeless(g, c.defender)).items()]
    return Odds(title, likeliest_first(found), tuple(_besides(g, e, d)))


def heading(g: Battle, e: Engagement, d: Unit) -> Text:
    """10.3, 12.1 Who fights whom, and where the result is read."""
    c = e.combat(g, d)
    words = (
        "{attackers} against {defender}: Charge Table, {column}"
        if c.charge
        else "{attackers} against {defender}: Shock Table, {column}"
    )
    column = Text("Normal") if d.normal else Text("Disordered")
    return Text(words, attackers=", ".join(a.id for a in c.attackers), defender=d.id, column=column)


def at_risk(g: Battle, e: Engagement, d: Unit) -> list[tuple[Leader, Unit]]:
    """15.4 Leaders who may fall in a combat, each with the unit he is with, the defender's first."""
    return [(x, u) for u in (d, *e.combat(g, d).attackers) for x in g.leaders_at(u.at, u.side)]


def _besides(g: Battle, e: Engagement, d: Unit) -> Iterator[tuple[Text, float]]:
    for s in e.against(d):
        home = reluctance.home_chance(g, s.stand[0], s.targets) if s.charging else 1.0
        if home < 1:
            yield Text("the horses of {unit} shy, and it only Shocks", unit=s.unit.id), 1 - home
    for x, u in at_risk(g, e, d):
        yield Text("{leader} falls if {unit} is shaken", leader=x.name, unit=u.id), leaders.falls(g, x)
