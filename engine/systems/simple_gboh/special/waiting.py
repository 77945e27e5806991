"""Cynoscephalae, Taginae, Beneventum: Formations that can't be activated yet."""

from __future__ import annotations

from pydantic import Field, StrictInt

from engine.kernel.parameters import Params
from engine.kernel.special import Taken
from engine.kernel.text import Refusal, Text
from engine.systems.gboh.special.guard import Guard
from engine.systems.gboh.special.released import Released
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.special.rule import FormationName, Rule
from engine.systems.simple_gboh.state import Leader, Unit


class Late(Params):
    formation: FormationName
    turn: StrictInt = Field(ge=2, le=999)
    """Player Turn of its side in which it may be activated for the first time"""


class OnTheMarch(Rule):
    """The Formation is not activated before a Player Turn of its side."""

    about = "a Formation that can't be activated before a Player Turn of its side"
    params = Taken(Late)

    def bars_activation(self, g: Battle, formation: str) -> Refusal | None:
        turn = g.state.sides[g.orders.side].turns
        if formation != self.params.formation or turn >= self.params.turn:
            return None
        text = "{name} can't be activated before the {n}th Player Turn of its side; this is number {turn}."
        return self.bar(g, formation, text, n=self.params.turn, turn=turn)


class Held(Params):
    formation: FormationName


class HeldBack(Released[Battle, Unit, Leader], Rule):
    """The Formation waits until a Shock has been fought anywhere, or one of its units has been fired at."""

    about = "a Formation that waits for the first Shock or shot"
    params = Taken(Held)

    def waits(self, unit: Unit) -> bool:
        return unit.formation == self.params.formation

    def story(self, g: Battle, why: Text) -> Text:
        return Text("{why}: {what} is over.", why=why, what=self.spec.title)

    def bars_activation(self, g: Battle, formation: str) -> Refusal | None:
        if formation != self.params.formation or self.free(g):
            return None
        return self.bar(
            g, formation, "{name} waits until a Shock has been fought or one of its units has been fired at."
        )

    def shock_over(self, g: Battle) -> None:
        if g.orders.shocked:
            self.release(g, Text("The armies have met"))


class CampGuard(Guard[Battle, Unit, Leader], Rule):
    """Until it is called out no Formation of the guard is activated; what shoots out of turn does."""

    about = "contingents whose Formations can't be activated until an enemy comes near, or the battle goes badly"

    def rooted(self, g: Battle, unit: Unit) -> Text | None:
        return None

    def bars_activation(self, g: Battle, formation: str) -> Refusal | None:
        units = g.of_formation(g.orders.side, formation)
        bound = g.orders.side == self.params.side and any(u.contingent in self.params.contingents for u in units)
        if not bound or self._is_out(g):
            return None
        return self.bar(g, formation, "{name} guards its post until it is called out.")
