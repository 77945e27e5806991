"""How do things stand: who decides what, the Prefectures, the treasury, the powers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.kernel.decisions import Decision
from engine.kernel.inquiry import Fact, Findings, asked, told
from engine.kernel.text import Text, few
from engine.systems.justinian import income, maintenance, victory, view
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.scenario import BYZANTINE


def about(g: Campaign, pending: Sequence[Decision], sides: Collection[str]) -> Findings:
    """The campaign at a glance."""
    return Findings(
        Text("Turn {turn}: {phase}", turn=g.state.turn, phase=view.PHASES[g.state.phase]),
        told(
            (Text("To decide"), (asked(d, g.spec(d.side).name, sides) for d in pending)),
            (Text("Prefectures"), _prefectures(g)),
            (Text("Treasury"), _treasury(g)),
            (Text("Powers"), _powers(g)),
        ),
    )


def _prefectures(g: Campaign) -> Iterator[Fact]:
    for s in victory.standings(g):
        values = {"name": s.name, "n": s.controlled, "needed": s.needed}
        if s.held:
            yield Fact(Text("{name}: held, {n} provinces of {needed} that are needed", **values), "10.21")
        elif s.missing:
            places = few(g.land.name(p) for p in s.missing)
            yield Fact(Text("{name}: {n} of {needed}; it needs {places} too", places=places, **values), "10.21")
        else:
            yield Fact(Text("{name}: {n} of {needed}", **values), "10.21")
    if any(a.strength for a in g.armies(g.land.lazica, side="barbarian")):
        yield Fact(Text("A barbarian army is in Lazica: Byzantium can't win"), "10.21")


def _treasury(g: Campaign) -> Iterator[Fact]:
    s = g.state
    yield Fact(Text("{gold} G in the treasury", gold=s.gold), "5.11")
    yield Fact(Text("Income as things stand: {n} G", n=income.due(g)), "5.11")
    yield Fact(Text("Pay for everybody: {n} G", n=sum(b.cost for b in maintenance.bills(g))), "5.21")
    if s.owed:
        yield Fact(Text("{n} G are owed to what Justinian builds", n=s.owed), "9.0-f")


def _powers(g: Campaign) -> Iterator[Fact]:
    for p in g.scenario.powers:
        sp, limit = g.total_sp(p.id), g.charts.sp_limit(p.id)
        if p.id in g.state.out:
            yield Fact(Text("{name}: out of the game", name=p.name), "8.28")
        elif limit is not None:
            rule = "4.31" if p.id == BYZANTINE else "4.35"
            yield Fact(Text("{name}: {sp} SP of {limit} at most", name=p.name, sp=sp, limit=limit), rule)
        elif g.state.alliance.get(p.id, "none") != "none":
            side = view.ALLIANCES[g.state.alliance[p.id]]
            yield Fact(Text("{name}: {side}, {sp} SP", name=p.name, side=side, sp=sp), "6.33")
