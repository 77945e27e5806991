"""T:tactical_bridge What makes a battle on the field about as even as the campaign's table has it.

The troops of the historical battles are fit for those battles, in which few Byzantines beat many: between players of
equal strength the Byzantines won 38 of 48 battles that the table calls even (12 forces, 4 times each). These values
are ours, found by playing; `docs/rulings.md` has what came of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.systems.cataphract.scenario import SideSpec
from engine.systems.justinian.scenario import OSTROGOTHS, PERSIA, VANDALS


@dataclass(frozen=True, slots=True)
class Handicap:
    """How both sides differ from the historical battle they are taken from."""

    byzantine: float
    """The Byzantine Withdrawal Level is multiplied by it."""
    enemy: float
    """The enemy's Withdrawal Level is multiplied by it."""
    quality: int = 0
    """Added to the TQ of the enemy's units."""

    def level(self, byzantine: bool) -> float:
        """What a side's Withdrawal Level is multiplied by."""
        return self.byzantine if byzantine else self.enemy

    def troops(self, enemy: SideSpec) -> SideSpec:
        """The enemy's side with the quality it has in a campaign."""
        if not self.quality:
            return enemy
        units = tuple(g.model_copy(update={"tq": g.tq + self.quality}) for g in enemy.units)
        return enemy.model_copy(update={"units": units})


HANDICAPS: Mapping[str, Handicap] = {
    PERSIA: Handicap(0.9, 1.05),
    VANDALS: Handicap(0.4, 1.5, quality=1),
    OSTROGOTHS: Handicap(0.5, 1.5),
    "franks": Handicap(0.95, 1.0),
}
"""By the enemy's power."""
