"""Arigaeum and Hydaspes: how the Indians shoot, and their leaders and elephants."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.dice import Modifier
from engine.kernel.parameters import Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Refusal, Text
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.hooks import Special
from engine.systems.alexander.state import Leader, Unit
from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import NoteSet

SHOT = "shot:"
"""Prefix of the note that keeps the turn in which a unit last shot."""


class Army(Params):
    side: SideId
    """the Indian army"""


class Missiles(Special):
    """Archers don't move and shoot in one turn; light cavalry is low on javelins once it has thrown any."""

    about = "archers with Indian bows don't move and shoot in one turn; light cavalry is low after its first volley"
    params = Taken(Army)

    def _archer(self, unit: Unit) -> bool:
        return unit.side == self.params.side and unit.missile == "I"

    def _one(self, unit: Unit, done: str) -> Refusal:
        words = "{unit} {done}: Indian archers don't move and shoot in the same turn."
        return Refusal(words, rule=self.spec.id, unit=unit.id, done=Text(done))

    def silences(self, g: Battle, unit: Unit) -> Refusal | None:
        return self._one(unit, "has moved") if self._archer(unit) and unit.moved else None

    def shoots_standing(self, g: Battle, shooter: Unit) -> Refusal | None:
        return self._one(shooter, "is to move") if self._archer(shooter) else None

    def bars_move(self, g: Battle, unit: Unit) -> Refusal | None:
        shot = g.state.notes.get(SHOT + unit.id) == str(g.state.turn)
        return self._one(unit, "has shot") if shot else None

    def shot(self, g: Battle, shooter: Unit, target: Unit | Leader) -> None:
        if self._archer(shooter):  # the turn, so that nothing has to be forgotten when it ends
            g.emit(NoteSet(key=SHOT + shooter.id, value=str(g.state.turn)))

    def runs_low(self, g: Battle, shooter: Unit) -> bool:
        return shooter.side == self.params.side and shooter.troop.is_horse


class Slipping(Special):
    """The long bows, anchored to a foot in the mud, slip: a die before each volley is subtracted from its strength."""

    about = "a die is rolled before each volley of Indian bows and subtracted from its strength"
    params = Taken(Army)

    def slips(self, g: Battle, shooter: Unit) -> bool:
        return shooter.side == self.params.side and shooter.missile == "I"


class Howdahs(Special):
    """8.43 The leaders ride elephants: none of them fights himself, and Shock hurts them less."""

    about = "leaders on elephants, whom Shock hurts less"
    params = Taken(Army)
    SHELTER = -2
    """8.42 Modifier of the roll for how badly one is hit."""

    def casualty_modifiers(self, g: Battle, leader: Leader, *, shock: bool) -> Sequence[Modifier]:
        if leader.side != self.params.side or not shock:
            return ()
        return (Modifier(value=self.SHELTER, reason=Text("on an elephant"), rule=g.case(Case.LEADERS_IN_SHOCK)),)


class Armoured(Special):
    """Fire at the army's elephants is worse by 2 for bows, by 1 for javelins."""

    about = "elephants in armour: bows at +2, javelins at +1"
    params = Taken(Army)

    BOWS = 2
    JAVELINS = 1

    def target_modifiers(self, g: Battle, shooter: Unit, target: Unit) -> Sequence[Modifier]:
        if target.side != self.params.side or target.troop.arm != "elephant":
            return ()
        value = self.BOWS if shooter.is_bow else self.JAVELINS if shooter.missile == "J" else 0
        if not value:
            return ()
        return (Modifier(value=value, reason=Text("elephants in armour"), rule=self.spec.id),)
