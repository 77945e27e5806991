"""Gaugamela: the baggage behind the Macedonian line."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.hexes import Hex
from engine.kernel.parameters import Count, OpenHex, Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import LevelChanged, NoteSet
from engine.systems.gboh.referee.mark import Mark
from engine.systems.gboh.state import Unit


class Train(Params):
    side: SideId
    hex: OpenHex
    loss: Count
    """Rout Points nearer to withdrawing when it is looted"""


class Baggage(Special):
    """It stays where it is and anybody may stand with it. The first enemy unit, not routed, that enters its hex loots
    it: its owner's army withdraws that many Rout Points earlier.
    """

    about = "a baggage train that an enemy may loot, which brings its army nearer to withdrawing"
    params = Taken(Train)

    def at(self, g: Battle) -> Hex | None:
        """Where it stands; None when it has been looted."""
        return None if self.spec.id in g.state.notes else self.params.hex

    def marks(self, g: Battle, name: str) -> Iterator[Mark]:
        if name == self.params.side:
            note = self.spec.id
            yield Mark("looted", Text("the baggage has been looted"), self.at(g) is None, note, yes="looted")

    def entered(self, g: Battle, unit: Unit) -> None:
        if unit.side == self.params.side or unit.routed or self.at(g) not in footprint.hexes_of(unit):
            return
        g.emit(NoteSet(key=self.spec.id, value="looted", rule=self.spec.id))
        account = g.state.sides[self.params.side]
        story = Text(
            "{unit} is among the baggage! It counts as {n:Rout Point|Rout Points}: the {side} withdraw at {level} now.",
            unit=unit.id,
            n=self.params.loss,
            side=g.spec(self.params.side).name,
            level=max(0, account.withdrawal_level - self.params.loss),
        )
        level = max(0, account.withdrawal_level - self.params.loss)
        g.emit(LevelChanged(side=self.params.side, level=level, story=story, rule=self.spec.id))
