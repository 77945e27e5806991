"""The odds of a land battle before it is fought: all hundred pairs of dice."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.dice import D10, Modifier
from engine.kernel.odds import Odds, likeliest_first
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat import battle, drms
from engine.systems.justinian.combat.party import Party


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a battle would bring the attacker. Probabilities from 0 to 1, losses in SP on average."""

    win: float
    draw: float
    taken: float
    """SP the attacker loses."""
    dealt: float
    """SP the defender loses."""
    attacking: tuple[Modifier, ...]
    defending: tuple[Modifier, ...]

    @property
    def words(self) -> Text:
        """In a line: "wins 62 %, draw 9 %; loses 3.4 SP against 5.1"."""
        return Text(
            "wins {win} %, draw {draw} %; loses {taken:.1f} SP against {dealt:.1f}",
            win=round(100 * self.win),
            draw=round(100 * self.draw),
            taken=self.taken,
            dealt=self.dealt,
        )


def of(g: Campaign, attackers: Party, defenders: Party, *, crossed: bool = False) -> Forecast:
    """What a battle would bring, fought as both sides stand now; nobody retreats before it."""
    key = (
        "forecast",
        crossed,
        *(
            (p.side, p.place, tuple(f.lead for f in p.forces), p.frontier, p.detached, p.levy)
            for p in (attackers, defenders)
        ),
    )
    return g.derived(key, lambda: _reckon(g, attackers, defenders, crossed))


def _reckon(g: Campaign, attackers: Party, defenders: Party, crossed: bool) -> Forecast:
    e = battle.engagement(g, attackers, defenders, crossed=crossed)
    counting = drms.counting(g.charts, e)
    attacking = drms.attacking(g.charts, e, counting)
    defending = drms.defending(g.charts, e, counting)
    mine, theirs = attackers.sp, defenders.sp
    a, d = sum(m.value for m in attacking), sum(m.value for m in defending)
    dealt = [min(g.charts.battle_loss(mine, die + a), theirs) for die in D10]
    taken = [min(g.charts.battle_loss(theirs, die + d), mine) for die in D10]
    won = drawn = 0
    for x in dealt:
        for y in taken:
            result = battle.verdict(mine, theirs, y, x)
            won += result > 0
            drawn += result == 0
    n = len(D10)
    return Forecast(won / n**2, drawn / n**2, sum(taken) / n, sum(dealt) / n, tuple(attacking), tuple(defending))


def odds(g: Campaign, attackers: Party, defenders: Party, *, crossed: bool = False) -> Odds:
    """The odds of a battle for the list of a choice."""
    f = of(g, attackers, defenders, crossed=crossed)
    results = ((Text("won"), f.win), (Text("lost"), 1 - f.win - f.draw), (Text("drawn"), f.draw))
    return Odds(
        Text("{a}, {n} SP, against {b}, {m} SP", a=attackers.name, n=attackers.sp, b=defenders.name, m=defenders.sp),
        likeliest_first([x for x in results if x[1] > 1e-9]),
    )
