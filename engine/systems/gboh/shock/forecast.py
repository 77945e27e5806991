"""What an attack is worth before it is made, whatever the game reckons it by: for ideas and for who asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.kernel.inquiry import Fact
from engine.kernel.text import Text
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.charts import Arc
from engine.systems.gboh.shock import clash, odds
from engine.systems.gboh.state import Unit


class Forecast(Protocol):
    """The odds of one attack, if both sides choose well."""

    @property
    def defender(self) -> Unit:
        """Who is struck first."""
        ...

    @property
    def arc(self) -> Arc:
        """Where the attack comes from, as far as the game makes a difference."""
        ...

    @property
    def balance(self) -> float:
        """Mean harm of the defenders less the attackers', in hits."""
        ...

    @property
    def suffered(self) -> float:
        """Mean harm of the defenders, in hits."""
        ...

    @property
    def better(self) -> float:
        """Probability that the defenders fare worse than the attackers."""
        ...

    @property
    def label(self) -> str:
        """What stands beside the arrow of the attack: its column, its modifier."""
        ...

    def brief(self) -> Text:
        """The odds in a few words."""
        ...

    def facts(self) -> Sequence[Fact] | None:
        """All there is to say of them; None where :mod:`inquiry.attack` tells it as the family does."""
        ...


@dataclass(frozen=True, slots=True)
class Clash:
    """9.16 By columns of the combat results table."""

    reckoning: clash.Reckoning

    @property
    def defender(self) -> Unit:
        return self.reckoning.defender

    @property
    def arc(self) -> Arc:
        return self.reckoning.arc

    @property
    def balance(self) -> float:
        return self.reckoning.balance

    @property
    def suffered(self) -> float:
        return sum(hits * p for (_, hits), p in self.reckoning.chances().items())

    @property
    def better(self) -> float:
        return sum(p for (a, d), p in self.reckoning.chances().items() if d > a)

    @property
    def label(self) -> str:
        return str(self.reckoning.column)

    def brief(self) -> Text:
        return odds.in_short(self.reckoning)

    def facts(self) -> Sequence[Fact] | None:
        return None


def of(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> Forecast:
    """The odds by the chapter that has its own way of fighting, or as the family fights."""
    own = (r.forecast(g, ours, theirs) for r in special.having(g, "forecast"))
    found = next((f for f in own if f is not None), None)
    return found if found is not None else Clash(clash.foresee(g, ours, theirs))
