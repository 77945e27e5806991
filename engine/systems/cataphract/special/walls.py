"""Dara: the archers on the city wall, and the gate."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.hexes import Hex
from engine.kernel.parameters import Count, OpenHex, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.special.refuge import Refuge
from engine.systems.cataphract.state import Leader, Unit
from engine.systems.gboh import state as gboh
from engine.systems.gboh.events import LevelChanged, NoteSet
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.special.named import told
from engine.systems.gboh.special.walls import Wall, WallPosts


class City(Wall):
    side: SideId
    gate: OpenHex
    loss: Count
    """of Withdrawal Level when an enemy is in the gate"""

    def problems(self, scenario: GbohScenario, rule_id: str) -> Iterator[str]:
        if self.gate in self.walls:
            yield f"gate: {told([self.gate])} is one of the walls"
        enemies = {h: g.code for s in scenario.sides if s.id != self.side for g in s.units for h in g.hexes}
        for h in self.walls:
            if h in enemies:
                yield f"walls: {told([h])} is held by the enemy's {enemies[h]}"


class Walls(WallPosts[Battle, Unit, Leader], Refuge):
    """Archers stay on their wall hexes, shoot farther and better, and neither attack nor are attacked.

    Nobody leaves a wall hex or enters one, so no ZOC passes either way; orders reach those who hold it. The gate lets
    in routed units of its side, for good, and unrouted units of the enemy: the first costs the side part of its
    Withdrawal Level.
    """

    about = "archers on a wall, and a gate for routed units"
    params = Taken(City)

    @property
    def end(self) -> Text:
        return Text("it flees through the gate into the city")

    @property
    def side(self) -> str:
        return self.params.side

    @property
    def hex(self) -> Hex:
        return self.params.gate

    def admits(self, unit: gboh.Unit) -> bool:
        return super().admits(unit) or (unit.side != self.side and not unit.routed)

    def manned(self, g: Battle, h: Hex) -> bool:
        return super().manned(g, h) or (h == self.hex and g.unit_at(h) is not None)

    def farther(self, g: Battle, a: Hex, b: Hex) -> int:
        # 8.16 In place of the hex that higher ground gives.
        return self.params.extra_range - (g.map.level_at(b) < g.map.level_at(a))

    def entered(self, g: Battle, unit: Unit) -> None:
        if unit.hex != self.hex or unit.side == self.side or self.spec.id in g.state.notes:
            return
        g.emit(NoteSet(key=self.spec.id, value="entered", rule=self.spec.id))
        level = max(0, g.state.sides[self.side].withdrawal_level - self.params.loss)
        side = g.spec(self.side).name
        story = Text("{unit} is in the gate! The {side} withdraw at {n} now.", unit=unit.id, side=side, n=level)
        g.emit(LevelChanged(side=self.side, level=level, story=story, rule=self.spec.id))
