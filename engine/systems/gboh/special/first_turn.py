"""Dara, Taginae, Casilinum: few leaders are in play on the first turn. Cynoscephalae: some aren't yet."""

from __future__ import annotations

from pydantic import Field, StrictBool, StrictInt

from engine.kernel.parameters import LeaderId, Params
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import NoteSet, Told
from engine.systems.gboh.state import Leader


class Activated(Params):
    leaders: tuple[LeaderId, ...] = Field(min_length=1)
    champion: StrictBool = False
    """whether the leader of 11.85 may too"""


class FirstTurn(Special):
    """On turn 1 only the leaders named are activated, in the ordinary way, by Trump, or in an elite phase.

    With ``champion`` the leader chosen for a champion's victory is spared (11.85).
    """

    about = "only some leaders may be activated in the first turn"
    params = Taken(Activated)

    async def turn_start(self, g: Battle) -> None:
        if g.state.turn != 1 or self.spec.id in g.state.notes:
            return
        g.emit(NoteSet(key=self.spec.id, value="told", rule=self.spec.id))
        *others, last = [g.state.leaders[x].name for x in self.params.leaders]
        leaders = Text("{others} and {last}", others=", ".join(others), last=last) if others else last
        story = Text("This turn only {leaders} may be activated.", leaders=leaders)
        if self.params.champion:
            story = Text(
                "This turn only {leaders}, and whom the victor's army chooses, may be activated.",
                leaders=leaders,
            )
        g.emit(Told(story=story, rule=self.spec.id))

    def kept_back(self, g: Battle, leader: Leader, *, prize: bool) -> bool:
        if g.state.turn != 1 or (prize and self.params.champion):
            return False
        return leader.id not in self.params.leaders


class Late(Params):
    leaders: tuple[LeaderId, ...] = Field(min_length=1)
    turn: StrictInt = Field(ge=2, le=999)
    """in which they may be activated for the first time"""


class NotBefore(Special):
    """The leaders named are not activated, in whatever way, before a turn."""

    about = "leaders who may not be activated before a turn"
    params = Taken(Late)

    def kept_back(self, g: Battle, leader: Leader, *, prize: bool) -> bool:
        return g.state.turn < self.params.turn and leader.id in self.params.leaders
