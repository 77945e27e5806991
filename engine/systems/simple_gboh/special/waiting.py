"""Cynoscephalae, Taginae, Beneventum: Formations that can't be activated yet."""

from __future__ import annotations

from pydantic import Field, StrictInt

from engine.kernel.parameters import Params
from engine.kernel.text import Refusal, Text
from engine.systems.gboh.battle import Battle as Family
from engine.systems.gboh.events import NoteSet, Told
from engine.systems.gboh.special.guard import Guard
from engine.systems.gboh.state import Leader
from engine.systems.gboh.state import Unit as FamilyUnit
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.special.rule import FormationName, Rule
from engine.systems.simple_gboh.state import Unit


class Late(Params):
    formation: FormationName
    turn: StrictInt = Field(ge=2, le=999)
    """Player Turn of its side in which it may be activated for the first time"""


class OnTheMarch(Rule):
    """The Formation is not activated before a Player Turn of its side."""

    about = "a Formation that can't be activated before a Player Turn of its side"
    takes = Late
    params: Late

    def bars_activation(self, g: Battle, formation: str) -> Refusal | None:
        turn = g.state.sides[g.orders.side].turns
        if formation != self.params.formation or turn >= self.params.turn:
            return None
        text = "{name} can't be activated before the {n}th Player Turn of its side; this is number {turn}."
        name = g.spec(g.orders.side).formation(formation).name
        return Refusal(text, rule=self.spec.id, name=name, n=self.params.turn, turn=turn)


class Held(Params):
    formation: FormationName


class HeldBack(Rule):
    """The Formation waits until a Shock has been fought anywhere, or one of its units has been fired at."""

    about = "a Formation that waits for the first Shock or shot"
    takes = Held
    params: Held

    def _waits(self, unit: FamilyUnit) -> bool:
        return isinstance(unit, Unit) and unit.formation == self.params.formation

    def bars_activation(self, g: Battle, formation: str) -> Refusal | None:
        if formation != self.params.formation or self.spec.id in g.state.notes:
            return None
        text = "{name} waits until a Shock has been fought or one of its units has been fired at."
        name = g.spec(g.orders.side).formation(formation).name
        return Refusal(text, rule=self.spec.id, name=name)

    def fired_at(self, g: Family, target: FamilyUnit | Leader) -> None:
        if isinstance(target, FamilyUnit) and self._waits(target):
            self._release(g, str(Text("{unit} is under fire", unit=target.id)))

    def shock_over(self, g: Family) -> None:
        if g.orders.shocked:
            self._release(g, str(Text("The armies have met")))

    def _release(self, g: Family, why: str) -> None:
        if self.spec.id in g.state.notes:
            return
        g.emit(NoteSet(key=self.spec.id, value="free", rule=self.spec.id))
        story = Text("{why}: {what} is over.", why=why, what=self.spec.title)
        g.emit(Told(story=str(story), rule=self.spec.id))


class CampGuard(Guard, Rule):
    """Until it is called out no Formation of the guard is activated; what shoots out of turn does."""

    about = "contingents whose Formations can't be activated until an enemy comes near, or the battle goes badly"

    def rooted(self, g: Family, unit: FamilyUnit) -> str | None:
        return None

    def bars_activation(self, g: Battle, formation: str) -> Refusal | None:
        units = g.of_formation(g.orders.side, formation)
        bound = g.orders.side == self.params.side and any(u.contingent in self.params.contingents for u in units)
        if not bound or self._is_out(g):
            return None
        text = "{name} guards its post until it is called out."
        return Refusal(text, rule=self.spec.id, name=g.spec(g.orders.side).formation(formation).name)
