"""The Catalaunian Fields, Tricameron: allies who wait and see, or go home."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pydantic import Field

from engine.kernel.dice import RollRequest
from engine.kernel.hexes import Hex
from engine.kernel.parameters import LeaderId, Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh import state as gboh
from engine.systems.gboh.events import Told
from engine.systems.gboh.special import allies
from engine.systems.gboh.special.allies import LEAVE, Allies
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events.units import PursuerLost
from engine.systems.simple_gboh.shock import pursuit
from engine.systems.simple_gboh.special.rule import FormationName, Rule
from engine.systems.simple_gboh.state import Leader, Unit
from engine.systems.simple_gboh.turn import formations


class Tribe(Params):
    formation: FormationName
    leader: LeaderId
    """on whose Initiative it depends"""


def _leave(g: Battle, formation: str, rule: str) -> None:
    """All units of the Formation go, those in pursuit off the map too (7.62), with its Commanders wherever they are."""
    units = _left(g, formation)
    if not units:
        return
    side, spec = units[0].side, g.formation(units[0])
    for u in units:
        if u.pursuing:
            g.emit(PursuerLost(unit=u.id, leaders=[x.id for x in pursuit.riders(g, u)], rule=rule))
    held = (g.state.leaders[g.holder(name).id] for name in formations.named(g, spec))
    gone = [x.id for x in held if x.side == side and (x.on_map or x.elsewhere) and not x.eliminated]
    allies.leave(g, [u for u in units if u.on_map], gone, spec.name, rule)


def _left(g: Battle, formation: str) -> list[Unit]:
    return [u for u in g.state.units.values() if u.formation == formation and (u.on_map or u.pursuing)]


class _Departing(Allies[Battle, Unit, Leader], Rule):
    params = Taken(Tribe)

    def theirs(self, unit: gboh.Unit) -> bool:
        return isinstance(unit, Unit) and unit.formation == self.params.formation

    def leader(self, g: Battle) -> Leader:
        return g.state.leaders[self.params.leader]

    def present(self, g: Battle) -> list[Unit]:
        return _left(g, self.params.formation)

    async def depart(self, g: Battle) -> None:
        _leave(g, self.params.formation, self.spec.id)


class Defection(_Departing):
    """Each time one of their units is eliminated they may all leave."""

    about = "a Formation that may go home whenever a unit of it is eliminated"

    async def routed(self, g: Battle, unit: Unit) -> None:
        if self.theirs(unit) and self.present(g):
            await self.defect(g, unit, Text("{unit} is lost: do the others stay?", unit=unit.id))


class Doubtful(_Departing):
    """When it is named for activation its side rolls: it acts, does nothing this turn, or leaves the battle."""

    about = "a Formation whose side must roll to activate it, and which may go home"

    async def called(self, g: Battle, formations: Sequence[str]) -> Collection[str]:
        name, limit = self.params.formation, self.limit(g)
        if name not in formations or not self.present(g):
            return ()
        what = g.spec(g.orders.side).formation(name).name

        def outcome(n: int) -> Text:
            if n >= LEAVE:
                return Text("they leave the battle")
            return Text("they do") if n <= limit else Text("not in this turn")

        roll = await g.roll(
            RollRequest(
                purpose="doubtful-activation",
                side=g.orders.side,
                text=Text("Do they fight: {name}?", name=what),
                rule=self.spec.id,
                modifiers=self.doubts(g, g.orders.side),
                needs=Text("{n} or less", n=limit),
                outcome=outcome,
            )
        )
        if roll.total >= LEAVE:
            await self.depart(g)
        elif roll.total > limit:
            story = Text("{name} do nothing in this turn.", name=what)
            g.emit(Told(story=story, rule=self.spec.id))
        else:
            return ()
        return (name,)


class Waverers(Params):
    side: SideId
    """whose army they begin in"""
    formations: tuple[FormationName, ...] = Field(min_length=1)


class Reluctance(Rule):
    """They keep out of enemy ZOC unless the battle is nearly won, and leave it when their side is losing."""

    about = (
        "Formations that stay out of enemy ZOC until the enemy has twice their side's Rout Points, and leave the "
        "battle when their own side has more"
    )
    params = Taken(Waverers)

    def may_enter_zoc(self, g: Battle, unit: Unit, h: Hex) -> bool:
        return unit.formation not in self.params.formations or allies.all_but_won(g, unit.side)

    async def before_withdrawal(self, g: Battle) -> None:
        if allies.losing(g, self.params.side):
            for name in self.params.formations:
                _leave(g, name, self.spec.id)
