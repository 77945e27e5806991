"""Jaxartes, Samarkand, Pelium: a side that must stand on the other bank by the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field, StrictBool, StrictInt, StrictStr

from engine.kernel.parameters import Count, LeaderId, Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.events import BattleEnded
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.special import named
from engine.systems.gboh.state import Unit


class Ground(Params):
    side: SideId
    area: StrictStr
    """of the battle, by name"""

    def problems(self, scenario: GbohScenario, rule_id: str) -> Iterator[str]:
        yield from named.area(scenario, "area", self.area)


class Foothold(Ground):
    turn: StrictInt = Field(ge=1, le=999)


class Goal(Ground):
    points: Count
    """TQ of the units that must be there, as Rout Points count it"""
    leader: LeaderId | None = None
    """who must be there too"""
    free_of_zoc: StrictBool = False
    """units in enemy ZOC don't count"""


def _there(g: Battle, side: str, area: str) -> list[Unit]:
    ground = set(g.scenario.areas[area])
    return [u for u in g.units(side) if not u.routed and all(h in ground for h in footprint.hexes_of(u))]


class Bridgehead(Special[B, U, L]):
    """The side has lost at the end of a turn when none of its units, not routed, stands on some ground."""

    about = "a side that has lost if none of its units stands on some ground when a turn ends"
    params = Taken(Foothold)

    def is_due(self, g: B) -> bool:
        """Whether the turn is the one at whose end it counts."""
        return g.state.turn == self.params.turn

    async def before_withdrawal(self, g: B) -> None:
        side = self.params.side
        if not self.is_due(g) or _there(g, side, self.params.area):
            return
        winner = g.state.enemy(side)
        story = Text(
            "Turn {turn} has ended and no unrouted unit of the {side} is across: the {winner} win.",
            turn=self.params.turn,
            side=g.spec(side).name,
            winner=g.spec(winner).name,
        )
        g.emit(BattleEnded(winner=winner, story=story, rule=self.spec.id))


class Escape(Special):
    """The side has won at the end of a turn when enough of it, and a leader, stand on some ground."""

    about = "a side that has won as soon as enough of it stands on some ground when a turn ends"
    params = Taken(Goal)

    def points(self, g: Battle) -> int:
        """TQ that counts: double for units of two hexes, as Rout Points are reckoned (10.42)."""
        found = _there(g, self.params.side, self.params.area)
        if self.params.free_of_zoc:
            found = [u for u in found if not g.in_enemy_zoc(u)]
        return sum(rout.points(u) for u in found)

    async def before_withdrawal(self, g: Battle) -> None:
        name = self.params.leader
        away = name is not None and g.state.leaders[name].hex not in g.scenario.areas[self.params.area]
        account = g.state.sides[self.params.side]
        if account.rout_points >= account.withdrawal_level:
            return
        points = self.points(g)
        if away or points < max(1, self.params.points):
            return
        side = g.spec(self.params.side).name
        story = Text("Troops worth {n:point|points} of the {side} have got through: they win.", n=points, side=side)
        g.emit(BattleEnded(winner=self.params.side, story=story, rule=self.spec.id))
