"""10.23 Cavalry and elephants: horses keep away from them, and suffer near them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.inquiry import Fact
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.elephants.horse import HorseShies, is_elephant
from engine.systems.gboh.state import Unit

RULE = "10.23"


class ElephantsAndHorse(HorseShies):
    """10.23 Where cavalry goes, whom it attacks, what standing beside an elephant costs it."""

    def spares(self, g: Battle, unit: Unit, enemy: Unit) -> bool:
        """It neither may nor must attack one."""
        return unit.is_cavalry and is_elephant(enemy)

    async def activated(self, g: Battle, units: Sequence[Unit]) -> None:
        """A4 Cavalry beside an enemy elephant."""
        for u in units:
            near = next((e for e in g.enemies_beside(u) if is_elephant(e)), None) if u.is_cavalry else None
            if near is not None:
                cause = Text("beside {unit}", unit=near.id)
                await cohesion.hits(g, u, self.beside_hits, cause, RULE)

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.is_cavalry and any(is_elephant(e) for e in g.units(g.state.enemy(unit.side))):
            text = Text(
                "Stays out of elephants' Front and doesn't attack them; 1 hit for entering their Flank or Rear, "
                "and for being activated beside one"
            )
            yield Fact(text, RULE)
