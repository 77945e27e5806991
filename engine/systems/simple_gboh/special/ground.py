"""Fords, stakes, the trench and the wall of Dara: what single battles have on their ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import StrictBool

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.special import Taken
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint
from engine.systems.gboh import state as gboh
from engine.systems.gboh.charts import Cost
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.special import ford, walls
from engine.systems.gboh.special.crossing import whole_move
from engine.systems.gboh.special.stakes import StakesSetUp
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.special.rule import Rule
from engine.systems.simple_gboh.state import Leader, Unit


class Crossing(ford.Water):
    disorder: Literal["stepping in", "stepping out"]
    """when they are taken; if it is stepping out, that takes a whole move, too"""
    helpless: StrictBool = False
    """missiles do twice their hits to units in the water"""


class Ford(ford.FordRule[Battle, Unit, Leader]):
    """Stepping into the water takes a whole move. A unit of two hexes may go in and out half by half, and takes the
    hits once: with its first half in the water, or its last out of it."""

    params = Taken(Crossing)

    def toll(self, unit: gboh.Unit, mp: int, *, entering: bool) -> int:
        return whole_move(unit) if entering or self.params.disorder == "stepping out" else mp

    def is_helpless(self, unit: gboh.Unit) -> bool:
        return self.params.helpless and self._wet(unit)

    def half_spares(self, g: Battle, unit: Unit, m: Move, a: Hex, b: Hex) -> int:
        entering = b in self._water
        if entering == (a in self._water) or entering != self.hurt_entering(unit):
            return 0
        stood = {x for x, _ in m.steps} | {h for h in footprint.hexes_of(m.to) if h not in m.entered}
        halves = stood if entering else footprint.hexes_of(m.to)
        return self.params.hits if any(h in self._water for h in halves) else 0

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        return None

    def spares(self, g: Battle, unit: Unit, enemy: Unit) -> bool:
        """One by one: of two enemies before who stands in the water the one on the bank."""
        return not self.params.fights and self._wet(unit) and not self._wet(enemy)


class Abatis(StakesSetUp[Battle, Unit, Leader], Rule):
    """Foot that stands on them, with both halves, is attacked at 1 less; who comes upon them pays 2 MP and a hit."""

    about = "stakes under foot beside a river: 1 less to attack it, 2 MP and a hit to come upon them"

    MORE = Cost(1, 1, (Text("stakes"),))
    """MP beyond those of open ground, and hits."""
    SHELTER = -1

    def obstacles(self, g: Battle, unit: Unit) -> Mapping[Hex, Cost]:
        return dict.fromkeys(self.standing(g), self.MORE)

    def clash_modifiers(self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Sequence[Modifier]:
        if not any(self.behind(g, u) for u in defenders):
            return ()
        return (Modifier(value=self.SHELTER, reason=Text("stakes"), rule=self.spec.id),)


class Trench(walls.Trench[Battle, Unit, Leader], Rule):
    """ZOC reaches across it for Reaction Fire alone; if all who attack do so across it, their roll is 1 less; who
    retreats across it after a Shock takes a hit."""

    about = (
        "hexsides that ZOC crosses for missiles only, that take 1 off the roll of who attacks across them, and cost a "
        "hit to retreat across"
    )

    SHELTER = -1
    HITS = 1

    def clash_modifiers(self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Sequence[Modifier]:
        met = [pair for a in attackers for d in defenders for pair in footprint.touching(a, d)]
        if not met or not all(self.screens(g.map, x, y) for x, y in met):
            return ()
        return (Modifier(value=self.SHELTER, reason=Text("across the trench"), rule=self.spec.id),)

    def retreat_hits(self, g: Battle, a: Hex, b: Hex) -> int:
        return self.HITS if self.screens(g.map, a, b) else 0


class Walls(walls.WallPosts[Battle, Unit, Leader]):
    """Archers stay on their wall hexes, shoot farther and better, and neither attack nor are attacked."""

    about = "units that hold wall hexes, shoot from there farther and better, and neither make nor suffer Shock"

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        if unit.hex not in self._walls:
            return None
        return Refusal("{unit} stays on the city wall.", rule=self.spec.id, unit=unit.id)

    def spares(self, g: Battle, unit: Unit, enemy: Unit) -> bool:
        return enemy.hex in self._walls
