"""Dara: the Heruli lie in wait behind the hill."""

from __future__ import annotations

from collections.abc import Collection

from engine.kernel.hexes import Hex
from engine.kernel.text import Text
from engine.systems.cataphract import ambush
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import PiecesSetUp, Spot, Told
from engine.systems.cataphract.special import Special
from engine.systems.cataphract.state import Leader


class Heruli(Special):
    """Their owner sets them up in secret; they come out when they act or when somebody is about to enter their hex.

    Parameters: ``side``, ``units``, ``leaders`` (who are with the first of the units). Where they may hide is in the
    roster.
    """

    @property
    def side(self) -> str:
        return str(self.spec.params["side"])

    @property
    def _pieces(self) -> list[str]:
        return [*self.spec.params["units"], *self.spec.params["leaders"]]  # type: ignore[misc]

    def hidden(self, g: Battle, sides: Collection[str]) -> Collection[str]:
        if self.side in sides:
            return ()
        if g.state.phase in ("bidding", "setup"):
            return self._pieces
        return [p.id for p in (*g.state.units.values(), *g.state.leaders.values()) if p.ambush is not None]

    async def setup(self, g: Battle) -> None:
        units = [g.state.units[x] for x in self.spec.params["units"]]  # type: ignore[union-attr]
        at = units[0].at
        leaders: list[Leader] = [g.state.leaders[x] for x in self.spec.params["leaders"]]  # type: ignore[union-attr]
        strays = tuple(Spot(piece=x.id, hex=at) for x in leaders if x.hex != at)
        if strays:
            g.emit(PiecesSetUp(spots=strays))
        ambush.lay(g, self._pieces, self.spec.id)
        names = " and ".join([*(x.name for x in leaders), *(u.id for u in units)])
        story = Text("The {side} have noted where {names} lie in wait.", side=g.spec(self.side).name, names=names)
        g.emit(Told(story=str(story), rule=self.spec.id))

    async def approached(self, g: Battle, h: Hex) -> None:
        ambush.leave(g, h, Text("somebody is about to enter it"), self.spec.id)
