"""Taginae: Totila's plan binds the Goths, unless their player sets the army up as he likes."""

from __future__ import annotations

from collections.abc import Collection

from engine.kernel.hexes import Hex, column
from engine.kernel.text import Text
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import NoteSet, Told
from engine.systems.cataphract.special import Special
from engine.systems.cataphract.state import Leader, Unit


class GothArchers(Special):
    """They don't move before a Shock has been fought anywhere, or one of them has been fired at, hit or missed.

    Parameters: ``side``, ``type`` (of the units held back).
    """

    def _archer(self, piece: Unit | Leader) -> bool:
        params = self.spec.params
        return isinstance(piece, Unit) and piece.side == params["side"] and piece.type == params["type"]

    def rooted(self, g: Battle, unit: Unit) -> str | None:
        if self._archer(unit) and self.spec.id not in g.state.notes:
            return str(Text("it waits until a Shock has been fought or the archers are fired at"))
        return None

    def fired_at(self, g: Battle, target: Unit | Leader) -> None:
        if self._archer(target):
            self._release(g, str(Text("{unit} is under fire", unit=target.id)))

    def shock_fought(self, g: Battle) -> None:
        self._release(g, str(Text("The armies have met")))

    def _release(self, g: Battle, why: str) -> None:
        if self.spec.id in g.state.notes:
            return
        g.emit(NoteSet(key=self.spec.id, value="free", rule=self.spec.id))
        side = g.spec(str(self.spec.params["side"]))
        story = Text("{why}: the archers of the {side} may move from now on.", why=why, side=side.name)
        g.emit(Told(story=str(story), rule=self.spec.id))


class NearestUnit(Special):
    """The enemy's main line is the nearest to every unit of the side, whatever the distance, while anybody is in it.

    Parameters: ``side``, ``columns`` (of hexes the line stands in).
    """

    def nearest(self, g: Battle, unit: Unit) -> Collection[Unit]:
        if unit.side != self.spec.params["side"]:
            return ()
        columns = self.spec.params["columns"]
        return [e for e in g.units(g.state.enemy(unit.side)) if column(e.at) in columns]  # type: ignore[operator]


class FreeSetUp(Special):
    """The side is set up anywhere from a column of hexes on, facing any way.

    Parameters: ``side``, ``column`` (the lowest).
    """

    def _theirs(self, piece: Unit | Leader) -> bool:
        return piece.side == self.spec.params["side"]

    def set_up_area(self, g: Battle, piece: Unit | Leader) -> Collection[Hex] | None:
        if not self._theirs(piece):
            return None
        first = int(self.spec.params["column"])  # type: ignore[arg-type]
        rows = range(g.map.rows[0], g.map.rows[1] + 1)
        return [c * 100 + r for c in range(first, g.map.cols[1] + 1) for r in rows]

    def faces_freely(self, g: Battle, unit: Unit) -> bool:
        return self._theirs(unit)
