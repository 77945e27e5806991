"""What moves, intercepts, fights and retreats as one: an army, or armies combined under one commander (6.44, 6.52)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.board import Place
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.scenario import LeaderSpec, Side
from engine.systems.justinian.state import Army, Group


@dataclass(frozen=True, slots=True)
class Force:
    """An army and those combined with it, by the id of the one whose commander leads them."""

    g: Campaign
    lead: str

    @property
    def army(self) -> Army:
        """The army whose commander leads."""
        return self.g.state.armies[self.lead]

    @property
    def armies(self) -> tuple[Army, ...]:
        """All of it, the leading army first."""
        return tuple(self.g.force(self.army))

    @property
    def side(self) -> Side:
        return self.g.side(self.army)

    @property
    def power(self) -> str:
        return self.army.power

    @property
    def at(self) -> Place:
        """Province or box it stands in."""
        assert self.army.at is not None, f"{self.lead} is not on the map"
        return self.army.at

    @property
    def sp(self) -> int:
        """SP of all its armies, allied ones included."""
        return sum(a.strength for a in self.armies)

    @property
    def leader(self) -> LeaderSpec | None:
        """Its commander; None for a Byzantine army without a MagMil."""
        return self.g.commander(self.army)

    @property
    def control(self) -> int:
        """4.12 Control rating of its commander; without one no roll can succeed."""
        leader = self.leader
        return leader.control if leader is not None else -1

    @property
    def battle(self) -> int:
        """4.12 Battle rating of its commander."""
        leader = self.leader
        return leader.battle if leader is not None else 0

    @property
    def disorganized(self) -> bool:
        return self.army.disorganized

    @property
    def defeated(self) -> bool:
        return self.army.defeated

    @property
    def groups(self) -> tuple[Group, ...]:
        """Its SP, by army and by power."""
        return tuple(group for a in self.armies for group in self.g.groups_of(a))

    @property
    def commander_name(self) -> str:
        leader = self.leader
        return leader.name if leader is not None else self.name

    @property
    def name(self) -> str:
        """What it is called in a sentence."""
        return self.g.state.called(self.lead)


def force_of(g: Campaign, army: Army) -> Force:
    """The force an army belongs to."""
    return Force(g, army.led_by or army.id)


def forces_at(g: Campaign, place: Place, side: Side) -> list[Force]:
    """Forces of a side with SP in a province or box, in the order of the counters."""
    found = (Force(g, a.id) for a in g.state.placed() if a.at == place and a.led_by is None)
    return [f for f in found if f.side == side and f.sp]
