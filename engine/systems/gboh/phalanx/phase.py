"""What an Orders Phase remembers in games with phalanxes (A, S)."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.model import UnitId
from engine.systems.gboh.state import OrdersPhase


class PhalanxOrdersPhase(OrdersPhase):
    """The Orders Phase in games with phalanxes, in which it also counts who was held as it began (A, S)."""

    remembers_held: ClassVar[bool] = True

    striding: list[UnitId] = []
    """Phalanxes that have drawn on their extended movement (A 6.46, S 6.41)."""
    held_at_start: list[UnitId] = []
    """Units in enemy ZOC as it began (A 7.16, S 7.16)."""

    def held_before(self, unit: UnitId) -> bool:
        return unit in self.held_at_start
