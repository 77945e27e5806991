"""Where an active army is, or would be after the first steps of an order, and what it could still do there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.kernel.board import Place
from engine.systems.justinian.campaign import Campaign, other
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.state import Army


@dataclass(frozen=True, slots=True)
class Course:
    """An active force at one point of its activation."""

    g: Campaign
    force: Force
    at: Place
    mp: int
    """MP left."""
    own: int
    """SP of its own power in the leading army."""
    defeated: bool
    disorganized: bool
    came_from: Place | None = None
    """Province from which it came into this one in this activation."""
    crossed: bool = False
    """It came across a strait, or from ships."""
    treasury: Place | None = None
    """Where its power's treasury is."""
    won: bool = False
    """In an order that goes on after an attack: nobody is taken to be left where it was made."""
    joined: tuple[str, ...] = ()
    """Armies it would combine with on the way."""
    most: int | None = None
    """Before its MP are rolled: the most it can roll, where ``mp`` is what it counts on; None afterwards."""

    @classmethod
    def of_active(cls, g: Campaign, army: str) -> Course | None:
        """The active army as it stands before its first step; None for one that isn't active.

        Where it came from is left out: it matters to those it attacks alone.
        """
        act = g.state.activation
        if act is None or act.army != army:
            return None
        force = Force(g, army)
        a = force.army
        mp = (act.mp or 0) - act.spent
        return cls(g, force, force.at, mp, a.sp, a.defeated, a.disorganized, treasury=g.state.treasuries.get(a.power))

    @property
    def army(self) -> Army:
        """The leading army."""
        return self.force.army

    def later(self, mp: int, **changes: object) -> Course:
        """After something that costs so many MP."""
        return replace(self, mp=self.mp - mp, **changes)  # type: ignore[arg-type]

    def __contains__(self, army: Army) -> bool:
        """Whether an army goes along."""
        return army.id == self.force.lead or army.led_by == self.force.lead or army.id in self.joined

    @property
    def enemies(self) -> bool:
        """Whether enemy land SP are where it is."""
        return not self.won and self.g.occupied(self.at, other(self.force.side))

    def beside(self) -> list[Army]:
        """Other armies with SP, or leaders, where it is."""
        return [a for a in self.g.armies(self.at) if a not in self]
