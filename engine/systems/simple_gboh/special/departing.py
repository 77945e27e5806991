"""The Catalaunian Fields, Tricameron: allies who wait and see, or go home."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pydantic import Field

from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.hexes import Hex
from engine.kernel.parameters import LeaderId, Params, SideId
from engine.kernel.text import Text
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle as Family
from engine.systems.gboh.events import Told, UnitsLeft
from engine.systems.gboh.state import Unit as FamilyUnit
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events.pursuit import PursuerLost
from engine.systems.simple_gboh.shock import pursuit
from engine.systems.simple_gboh.special.rule import FormationName, Rule
from engine.systems.simple_gboh.state import Unit
from engine.systems.simple_gboh.turn import formations

LEAVE = 9
"""Modified roll from which on they leave instead of fighting."""


def members(g: Family, formation: str) -> list[Unit]:
    """Its units on the map, or in pursuit off it (7.62)."""
    units = (u for u in g.state.units.values() if isinstance(u, Unit) and u.formation == formation)
    return [u for u in units if u.on_map or u.pursuing]


def depart(g: Family, formation: str, rule: str) -> None:
    """All of them leave the battle at once, with their Commanders, and nobody counts them as lost."""
    assert isinstance(g, Battle)
    units = members(g, formation)
    side = units[0].side
    spec = g.spec(side).formation(formation)
    for u in units:
        if u.pursuing:
            g.emit(PursuerLost(unit=u.id, leaders=[x.id for x in pursuit.riders(g, u)], rule=rule))
    units = [u for u in units if u.on_map]
    held = (g.state.leaders[g.holder(name).id] for name in formations.named(g, spec))
    gone = [x.id for x in held if x.side == side and (x.on_map or x.elsewhere) and not x.eliminated]
    story = Text("The {tribe} leave the battle: they count as nobody's loss.", tribe=spec.name)
    g.emit(UnitsLeft(units=[u.id for u in units], leaders=gone, story=str(story), rule=rule))
    special.dislodged(g)


class Tribe(Params):
    formation: FormationName
    leader: LeaderId
    """on whose Initiative it depends"""


class Defection(Rule):
    """Each time one of their units is eliminated they may all leave."""

    about = "a Formation that may go home whenever a unit of it is eliminated"
    takes = Tribe
    params: Tribe

    async def routed(self, g: Family, unit: FamilyUnit) -> None:
        theirs = isinstance(unit, Unit) and unit.formation == self.params.formation
        if not theirs or not members(g, self.params.formation):
            return
        leader = g.state.leaders[self.params.leader]
        limit = 0 if leader.eliminated else leader.initiative
        roll = await g.roll(
            RollRequest(
                purpose="defection",
                side=unit.side,
                text=str(Text("{unit} is lost: do the others stay?", unit=unit.id)),
                rule=self.spec.id,
                needs=str(Text("{n} or less", n=limit)),
                unit=unit.id,
                outcome=lambda n: str(Text("they stay") if n <= limit else Text("they leave the battle")),
            )
        )
        if roll.total > limit:
            depart(g, self.params.formation, self.spec.id)


class Doubtful(Rule):
    """When it is named for activation its side rolls: it acts, does nothing this turn, or leaves the battle."""

    about = "a Formation whose side must roll to activate it, and which may go home"
    takes = Tribe
    params: Tribe

    def _modifiers(self, g: Battle, side: str) -> tuple[Modifier, ...]:
        own, theirs = g.state.sides[side].rout_points, g.state.sides[g.state.enemy(side)].rout_points
        if own == theirs:
            return ()
        words = Text("more Rout Points than the enemy" if own > theirs else "fewer Rout Points than the enemy")
        return (Modifier(value=1 if own > theirs else -1, reason=str(words), rule=self.spec.id),)

    async def called(self, g: Battle, formations: Sequence[str]) -> Collection[str]:
        name = self.params.formation
        if name not in formations or not members(g, name):
            return ()
        leader = g.state.leaders[self.params.leader]
        limit = 0 if leader.eliminated else leader.initiative
        what = g.spec(g.orders.side).formation(name).name

        def outcome(n: int) -> str:
            if n >= LEAVE:
                return str(Text("they leave the battle"))
            return str(Text("they do") if n <= limit else Text("not in this turn"))

        roll = await g.roll(
            RollRequest(
                purpose="doubtful-activation",
                side=g.orders.side,
                text=str(Text("Do they fight: {name}?", name=what)),
                rule=self.spec.id,
                modifiers=self._modifiers(g, g.orders.side),
                needs=str(Text("{n} or less", n=limit)),
                outcome=outcome,
            )
        )
        if roll.total >= LEAVE:
            depart(g, name, self.spec.id)
        elif roll.total > limit:
            story = Text("{name} do nothing in this turn.", name=what)
            g.emit(Told(story=str(story), rule=self.spec.id))
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
    takes = Waverers
    params: Waverers

    def may_enter_zoc(self, g: Family, unit: FamilyUnit, h: Hex) -> bool:
        if not isinstance(unit, Unit) or unit.formation not in self.params.formations:
            return True
        own, enemy = g.state.sides[unit.side].rout_points, g.state.sides[g.state.enemy(unit.side)].rout_points
        return enemy > 0 and enemy >= 2 * own

    async def before_withdrawal(self, g: Family) -> None:
        side = self.params.side
        if g.state.sides[side].rout_points <= g.state.sides[g.state.enemy(side)].rout_points:
            return
        for name in self.params.formations:
            if members(g, name):
                depart(g, name, self.spec.id)
