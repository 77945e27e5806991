"""The chronicle: what the years of a turn have brought, in a few lines at their end."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.text import Text, joined, together
from engine.systems.justinian import victory
from engine.systems.justinian.campaign import Campaign


def held(g: Campaign) -> dict[str, int]:
    """Provinces that Byzantium controls now, by Prefecture."""
    return {s.name: s.controlled for s in victory.standings(g)}


def of_years(g: Campaign) -> Text:
    """Battles and what they cost, provinces won and lost, the treasury."""
    first, last = g.scenario.turns[g.state.turn - 1].years
    head = Text("Chronicle of the years {first} to {last}", first=first, last=last)
    return Text("{head}: {parts}.", head=head, parts=joined(_parts(g), "; "))


def _parts(g: Campaign) -> Iterator[Text]:
    years = g.state.years
    if years.battles:
        places = together([g.land.name(p) for p in dict.fromkeys(years.battles)])
        yield Text("{n} {n:=battle|battles}, in {places}", n=len(years.battles), places=places)
        costs = [
            Text("{side} {n} SP", side=s.name, n=years.lost[s.id]) for s in g.scenario.sides if years.lost.get(s.id)
        ]
        if costs:
            yield Text("lost in them: {costs}", costs=joined(costs))
    else:
        yield Text("no battle")
    changes = [
        Text("{name} {n:+d}", name=s.name, n=s.controlled - years.held.get(s.name, s.controlled))
        for s in victory.standings(g)
        if s.controlled != years.held.get(s.name, s.controlled)
    ]
    if changes:
        yield Text("provinces of Byzantium: {changes}", changes=joined(changes))
    prefectures = [s.name for s in victory.standings(g) if s.held]
    if prefectures:
        yield Text("it holds {names}", names=together(prefectures))
    yield Text("{n} G in the treasury", n=g.state.gold)
