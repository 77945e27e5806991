"""Issus: stakes before the Persian foot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle as Family
from engine.systems.gboh.charts import Cost
from engine.systems.gboh.special.stakes import StakesSetUp
from engine.systems.gboh.state import Unit as FamilyUnit
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.special.rule import Rule
from engine.systems.simple_gboh.state import Unit

MP, HITS, SHELTER = 1, 1, -1
"""More to come upon them than open ground; hits; of the roll for a Shock against who stands on them."""


class Abatis(StakesSetUp, Rule):
    """Foot that stands on them, with both halves, is attacked at 1 less; who comes upon them pays 2 MP and a hit."""

    about = "stakes under foot beside a river: 1 less to attack it, 2 MP and a hit to come upon them"

    def obstacles(self, g: Family, unit: FamilyUnit) -> Mapping[Hex, Cost]:
        return dict.fromkeys(self.standing(g), Cost(MP, HITS, (str(Text("stakes")),)))

    def clash_modifiers(self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Sequence[Modifier]:
        if not any(self.behind(g, u) for u in defenders):
            return ()
        return (Modifier(value=SHELTER, reason=str(Text("stakes")), rule=self.spec.id),)
