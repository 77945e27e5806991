"""7.5 What a Shock is worth before it is fought, for ideas and for who asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from engine.kernel.dice import D10
from engine.kernel.inquiry import Fact, joined, percent
from engine.kernel.text import Text
from engine.systems.gboh import state as gboh
from engine.systems.gboh.charts import Arc
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import odds, reckoning
from engine.systems.simple_gboh.shock.reckoning import Reckoning
from engine.systems.simple_gboh.state import Unit


@dataclass(frozen=True, slots=True)
class ShockForecast:
    """See :class:`engine.systems.gboh.shock.forecast.Forecast`."""

    g: Battle
    reckoning: Reckoning

    @property
    def defender(self) -> Unit:
        return self.reckoning.defender

    @property
    def arc(self) -> Arc:
        """7.36 Flank and rear are one."""
        return "front" if self.reckoning.angle == "front" else "flank"

    @property
    def balance(self) -> float:
        return self.reckoning.balance

    @property
    def suffered(self) -> float:
        r = self.reckoning
        return sum(reckoning.harm(self.g, r.defenders, r.row(die + r.drm).defender) for die in D10) / len(D10)

    @property
    def better(self) -> float:
        return sum(p for row, p in self.reckoning.chances.items() if odds.worse(row.defender, row.attacker))

    @property
    def label(self) -> str:
        return odds.signed(self.reckoning.drm)

    def brief(self) -> Text:
        return odds.in_short(self.reckoning)

    def facts(self) -> list[Fact]:
        r = self.reckoning
        found = [Fact(Text("On the die: {modifiers}", modifiers=odds.summed(r.modifiers)), "7.52")]
        if len(r.attackers) + len(r.defenders) > 2:
            found.append(Fact(Text("Chosen: {a} and {d}", a=r.attacker.id, d=r.defender.id), "7.35"))
        shown = odds.of(self.g, r)
        results = joined((Text("{what} {p}", what=what, p=percent(p)) for what, p in shown.results), "; ")
        found.append(Fact(Text("{results}", results=results), "7.53"))
        found += [Fact(Text("{what}: {p}", what=what, p=percent(p)), "7.53") for what, p in odds.besides(self.g, r)]
        return found


def of(g: Battle, attackers: Sequence[gboh.Unit], defenders: Sequence[gboh.Unit]) -> ShockForecast:
    """The odds if both sides choose well; of a stack any of its units may be named."""
    ours, theirs = ([g.ranks(u)[0] if g.stacked(u) else u for u in units] for units in (attackers, defenders))
    distinct = (list({u.id: cast(Unit, u) for u in units}.values()) for units in (ours, theirs))
    return ShockForecast(g, reckoning.foresee(g, *distinct))
