"""Pelium, Tricameron, the Hydaspes: who comes on later, by Player Turns of their side."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field, StrictInt

from engine.kernel.parameters import Count, Die
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh import rolls
from engine.systems.gboh.events import ArrivalChanged, NoteSet
from engine.systems.gboh.special import coming
from engine.systems.gboh.special.coming import Where
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.special.rule import Rule
from engine.systems.simple_gboh.state import Leader, Unit


class InPlayerTurn(coming.Arrivals[Battle, Unit, Leader]):
    """As a Player Turn of the side begins."""

    def number(self, g: Battle, side: str) -> int | None:
        return g.state.sides[side].turns if g.orders.side == side else None


class Afterwards(Where):
    after: StrictInt = Field(ge=1, le=999)
    """Player Turn of the side at whose end they stand there"""


class ByTheClock(Rule):
    """When a Player Turn of the side has ended they stand in the area, as many as find room."""

    about = "units that stand in an area when a Player Turn of their side has ended"
    params = Taken(Afterwards)

    async def before_withdrawal(self, g: Battle) -> None:
        if g.orders.side == self.params.side and g.state.sides[self.params.side].turns >= self.params.after:
            coming.enter(g, self.params, len(coming.waiting(g, self.params)), self.spec.id)


class _Summoned(Rule):
    """They come on as their Formation is activated."""

    params = Taken(Where)

    def is_here(self, g: Battle) -> bool:
        """Whether they may come on now."""
        raise NotImplementedError

    def musters(self, g: Battle, formation: str) -> bool:
        theirs = any(g.state.units[u.id].formation == formation for u in coming.waiting(g, self.params))
        return g.orders.side == self.params.side and theirs and self.is_here(g)

    def most(self, g: Battle) -> int:
        """How many come on in one activation."""
        return len(coming.waiting(g, self.params))

    async def called(self, g: Battle, formations: Sequence[str]) -> Sequence[str]:
        if any(self.musters(g, name) for name in formations):
            coming.enter(g, self.params, self.most(g), self.spec.id)
        return ()


class Rolled(Where):
    arrives_on: Die
    """highest roll on which they have come"""
    since: StrictInt = Field(ge=1, le=999)
    """Player Turn of the side in which it is rolled for the first time"""
    most: Count
    """units that come on in one activation"""


class Rolling(_Summoned):
    """From a Player Turn on the side rolls before it activates anybody, until they have come; then they come on, some
    with each activation of theirs.
    """

    about = "units that are rolled for from a Player Turn on, and come on as their Formation is activated"
    params = Taken(Rolled)

    def is_here(self, g: Battle) -> bool:
        return g.state.arrivals.get(self.params.name) == "marching"

    def most(self, g: Battle) -> int:
        return self.params.most

    async def turn_start(self, g: Battle) -> None:
        p = self.params
        number = g.state.sides[p.side].turns
        due = g.orders.side == p.side and number >= p.since
        # 4.41 A Player Turn that was set aside begins anew, and has had its roll.
        rolled = g.state.notes.get(self.spec.id) == str(number)
        if not due or rolled or g.state.arrivals.get(p.name) != "due":
            return
        g.emit(NoteSet(key=self.spec.id, value=str(number), rule=self.spec.id))
        text, limit = Text("Has the {name} come?", name=p.name), p.arrives_on
        needs = None if limit else Text("0")
        good, bad = Text("it has"), Text("not yet")
        if await rolls.at_most(g, limit, "reinforcements", p.side, text, self.spec.id, good, bad, needs=needs):
            story = Text("The {name} is here, and comes on when it is activated.", name=p.name)
            g.emit(ArrivalChanged(name=p.name, status="marching", story=story, rule=self.spec.id))


class InNeed(Where):
    near: Count
    """Rout Points that the enemy's Withdrawal Level is away at most ..."""
    since: StrictInt = Field(ge=1, le=999)
    """... from this Player Turn of the side on"""
    worse_by: Count
    """or Rout Points that the side has more than the enemy ..."""
    after: StrictInt = Field(ge=1, le=999)
    """... after this Player Turn of the side"""


class Rearguard(_Summoned):
    """It may be activated, and comes on then, when the battle goes badly or is nearly won."""

    about = "a Formation that may come on when the battle goes badly or is nearly won"
    params = Taken(InNeed)

    def is_here(self, g: Battle) -> bool:
        p = self.params
        if g.state.arrivals.get(p.name) != "due":
            return False
        mine, theirs = g.state.sides[p.side], g.state.sides[g.state.enemy(p.side)]
        badly = mine.rout_points - theirs.rout_points >= p.worse_by and mine.turns > p.after
        nearly = theirs.withdrawal_level - theirs.rout_points <= p.near and mine.turns >= p.since
        return badly or nearly
