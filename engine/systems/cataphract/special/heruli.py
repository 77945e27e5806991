"""Dara: the Heruli lie in wait behind the hill."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pydantic import Field

from engine.kernel.hexes import Hex
from engine.kernel.parameters import LeaderId, Params, SideId, UnitCode
from engine.kernel.special import Taken
from engine.kernel.text import Text, joined
from engine.systems.cataphract import ambush
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.hooks import Special
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.gboh.events import PiecesSetUp, Spot, Told
from engine.systems.gboh.special.named import off_field, strangers


class Ambush(Params):
    side: SideId
    units: tuple[UnitCode, ...] = Field(min_length=1)
    leaders: tuple[LeaderId, ...] = ()
    """who are with the first of the units"""

    def problems(self, scenario: CataphractScenario, rule_id: str) -> Iterator[str]:
        for field, names in (("units", self.units), ("leaders", self.leaders)):
            yield from strangers(scenario, self.side, field, names)
            yield from off_field(scenario, field, names)


class Heruli(Special):
    """Their owner sets them up in secret; they come out when they act or when somebody is about to enter their hex.

    Where they may hide is in the roster.
    """

    about = "units set up in secret until they act or are found"
    params = Taken(Ambush)

    @property
    def side(self) -> str:
        return self.params.side

    @property
    def _pieces(self) -> list[str]:
        return [*self.params.units, *self.params.leaders]

    def hidden(self, g: Battle, sides: Collection[str]) -> Collection[str]:
        if self.side in sides:
            return ()
        if g.state.phase in ("bidding", "setup"):
            return self._pieces
        return [p.id for p in (*g.state.units.values(), *g.state.leaders.values()) if p.ambush is not None]

    async def setup(self, g: Battle) -> None:
        units = [g.state.units[x] for x in self.params.units]
        at = units[0].at
        leaders = [g.state.leaders[x] for x in self.params.leaders]
        strays = tuple(Spot(piece=x.id, hex=at) for x in leaders if x.hex != at)
        if strays:
            g.emit(PiecesSetUp(spots=strays))
        ambush.lay(g, self._pieces, self.spec.id)
        names = joined([*(x.name for x in leaders), *(u.id for u in units)], " and ")
        story = Text("The {side} have noted where {names} lie in wait.", side=g.spec(self.side).name, names=names)
        g.emit(Told(story=story, rule=self.spec.id))

    async def approached(self, g: Battle, h: Hex) -> None:
        ambush.leave(g, h, Text("somebody is about to enter it"), self.spec.id)
