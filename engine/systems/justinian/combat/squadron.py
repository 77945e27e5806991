"""7.2, 8.3 Fleet SP of one power that move or fight together: the active fleet, or one that stands or flees."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from engine.kernel.board import Place
from engine.kernel.text import Text
from engine.systems.justinian import standing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat import elimination, losses
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.events import ActiveFleetLost, StrengthChanged
from engine.systems.justinian.scenario import Side
from engine.systems.justinian.state import fleet_at


@dataclass(slots=True)
class Squadron:
    """Fleet SP of one power."""

    g: Campaign
    power: str
    home: Place | None
    """Province or sea area in whose group its SP are counted; None of the active fleet."""
    ships: int = 0
    """SP of it that take part, of those in its group; not counted of the active fleet."""
    force: Force | None = None
    """The army aboard."""

    @property
    def side(self) -> Side:
        return self.g.side_of(self.power)

    @property
    def active(self) -> bool:
        return self.home is None

    @property
    def sp(self) -> int:
        """Fleet SP it has left."""
        if self.home is None:
            act = self.g.state.activation
            return act.sp if act is not None and act.fleet == self.power else 0
        return self.ships

    @property
    def name(self) -> Text:
        return Text("the {whose} fleet", whose=self.g.state.adjectives[self.power])

    @property
    def title(self) -> Text:
        """The same where a sentence begins."""
        return Text("The {whose} fleet", whose=self.g.state.adjectives[self.power])

    async def lose(self, n: int, rule: str) -> None:
        """8.32 Lose Fleet SP, as many as there are at most, and with them what they can't carry any more (8.34)."""
        n = min(n, self.sp)
        if not n:
            return
        if self.home is None:
            self.g.emit(ActiveFleetLost(power=self.power, n=n, rule=rule))
        else:
            self.ships -= n
            self.g.emit(StrengthChanged(group=fleet_at(self.home, self.power), n=-n, why="sunk", rule=rule))
        await self._drown()

    async def _drown(self) -> None:
        """8.34 Losses of carried armies; leaders are lost only with the whole fleet."""
        if self.force is None or not self.force.army.on_map:
            return
        over = self.force.sp - capacity(self.g, self.sp)
        if over > 0:
            await losses.suffer(self.g, self.side, self.force.groups, over, "drowned", "8.34")
        if not self.sp:
            for a in reversed(self.force.armies):
                elimination.remove(self.g, a, defeated=True)
        else:
            self.force = elimination.remove_empty(self.g, self.force, defeated=False)
        standing.settle(self.g)


def capacity(g: Campaign, ships: int) -> int:
    """7.24 SP so many Fleet SP carry."""
    return ships * g.charts.manpower("carried_by_a_ship")


def ships_for(g: Campaign, sp: int) -> int:
    """7.24 Fleet SP it takes to carry so many SP; a leader without any wants one as well."""
    return max(1, ceil(sp / g.charts.manpower("carried_by_a_ship")))


def active_fleet(g: Campaign, force: Force | None) -> Squadron:
    """The fleet that is at sea in this activation."""
    act = g.state.activation
    assert act is not None and act.fleet is not None
    return Squadron(g, act.fleet, None, 0, force)


def standing_fleet(g: Campaign, power: str, place: Place) -> Squadron:
    """All Fleet SP of a power In Port in a province, or On Patrol in a sea area."""
    pool = g.fleet(power, place)
    return Squadron(g, power, place, pool.sp if pool is not None else 0)
