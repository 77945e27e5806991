"""10.23 Cavalry and elephants: horses keep away from them, and suffer near them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.kernel.hexes import Hex
from engine.kernel.inquiry import Fact
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.elephants.horse import is_elephant
from engine.systems.gboh.state import Unit
from engine.systems.simple_gboh.battle import Battle as SimpleBattle

RULE = "10.23"
BESIDE_HITS = 1
"""10.23 Hits for being activated beside an enemy elephant, and for entering its Flank or Rear hexes."""


class ElephantsAndHorse(Chapter):
    """10.23 Where cavalry goes, whom it attacks, what standing beside an elephant costs it."""

    case = Case.ELEPHANTS_AND_HORSE
    about = "cavalry keeps away from elephants"

    def may_enter_zoc(self, g: Battle, unit: Unit, h: Hex) -> bool:
        """Never into its Front of its own will."""
        return not unit.is_cavalry or not any(is_elephant(e) for e in g.enemy_zoc(h, unit.side))

    def entry_hits(self, g: Battle, unit: Unit) -> Mapping[Hex, tuple[int, str]]:
        if not unit.is_cavalry:
            return {}
        return g.derived(("beside elephants", unit.side), lambda: _beside(g, unit.side))

    def spares(self, g: Battle, unit: Unit, enemy: Unit) -> bool:
        """It neither may nor must attack one."""
        return unit.is_cavalry and is_elephant(enemy)

    async def activated(self, g: Battle, units: Sequence[Unit]) -> None:
        """A4 Cavalry beside an enemy elephant."""
        for u in units:
            near = next((e for e in g.enemies_beside(u) if is_elephant(e)), None) if u.is_cavalry else None
            if near is not None:
                assert isinstance(g, SimpleBattle)
                await cohesion.hits(g, g.state.units[u.id], BESIDE_HITS, str(Text("beside {unit}", unit=near.id)), RULE)

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.is_cavalry and any(is_elephant(e) for e in g.units(g.state.enemy(unit.side))):
            text = Text(
                "Stays out of elephants' Front and doesn't attack them; 1 hit for entering their Flank or Rear, "
                "and for being activated beside one"
            )
            yield Fact(text, RULE)


def _beside(g: Battle, side: str) -> dict[Hex, tuple[int, str]]:
    """Hexes in the Flank or Rear of the side's enemies' elephants, with the hits."""
    cause = str(Text("beside elephants"))
    beasts = [e for e in g.units(g.state.enemy(side)) if is_elephant(e)]
    return {h: (BESIDE_HITS, cause) for e in beasts for h in g.map.neighbours(e.at) if h not in g.front(e)}
