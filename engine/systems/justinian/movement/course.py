"""Where an active army is, or would be after the first steps of an order, and what it could still do there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.kernel.board import Place
from engine.systems.justinian.campaign import Campaign
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
    joined: tuple[str, ...] = ()
    """Armies it would combine with on the way."""

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

    def beside(self) -> list[Army]:
        """Other armies with SP, or leaders, where it is."""
        return [a for a in self.g.armies(self.at) if a not in self]
