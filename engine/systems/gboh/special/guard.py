"""Beneventum: a guard that keeps its posts until it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pydantic import Field, StrictInt, StrictStr

from engine.kernel.hexes import Hex, distance
from engine.kernel.parameters import Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import NoteSet, Told
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.special import named
from engine.systems.gboh.special.named import Contingent, strangers


class Posts(Params):
    side: SideId
    contingents: tuple[Contingent, ...] = Field(min_length=1)
    """who guards"""
    area: StrictStr
    """of the battle, by name, that is guarded"""
    within: StrictInt = Field(ge=1, le=99)
    """hexes from it: an enemy unit so near calls them out"""
    share: StrictInt = Field(ge=1, le=100)
    """of the side's Withdrawal Level (4: a quarter): as many Rout Points call them out too"""

    def problems(self, scenario: GbohScenario, rule_id: str) -> Iterator[str]:
        yield from named.area(scenario, "area", self.area)
        yield from strangers(scenario, self.side, "contingents", self.contingents)


class Guard(Special[B, U, L]):
    """Once called out it is free for the rest of the battle. Until then it stays where it stands, and may fire."""

    about = "units that stay at their posts until an enemy comes near, or the battle goes badly"
    params = Taken(Posts)

    def _is_out(self, g: B) -> bool:
        return self.spec.id in g.state.notes

    @cached_property
    def _reached(self) -> dict[Hex, bool]:
        """Whether a hex is near enough to what is guarded, of those looked at so far."""
        return {}

    def _near(self, g: B, h: Hex) -> bool:
        if h not in self._reached:
            posts = g.scenario.areas[self.params.area]
            self._reached[h] = any(distance(h, x) <= self.params.within for x in posts)
        return self._reached[h]

    def _call(self, g: B) -> None:
        side = g.spec(self.params.side)
        story = Text(
            "{what}: the guard of the {side} is called out, and free to move from now on.",
            what=self.spec.title,
            side=side.name,
        )
        g.emit(NoteSet(key=self.spec.id, value="out", rule=self.spec.id))
        g.emit(Told(story=story, rule=self.spec.id))

    def entered(self, g: B, unit: U) -> None:
        if unit.side == self.params.side or self._is_out(g):
            return
        if any(self._near(g, h) for h in footprint.hexes_of(unit)):
            self._call(g)

    async def routed(self, g: B, unit: U) -> None:
        self._count(g)

    async def turn_start(self, g: B) -> None:
        self._count(g)

    def _count(self, g: B) -> None:
        account = g.state.sides[self.params.side]
        if not self._is_out(g) and account.rout_points * self.params.share >= account.withdrawal_level:
            self._call(g)

    def rooted(self, g: B, unit: U) -> Text | None:
        if unit.contingent not in self.params.contingents or unit.side != self.params.side or self._is_out(g):
            return None
        return Text("it guards its post until it is called out")
