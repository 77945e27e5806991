"""6.8 Pre-Arranged Withdrawal as this game has it: contingents withdraw too, and armies whose battle allows it."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.systems.alexander import contingents
from engine.systems.gboh.arranged import arranged
from engine.systems.gboh.arranged.lines import Lines
from engine.systems.gboh.state import Leader, Unit


class OfContingents(Lines):
    """6.81 Contingent Commanders, and Overall Commanders without L whose army may (6.84)."""

    def allows(self, g: Any, leader: Leader) -> bool:
        return leader.role == "CC" or (leader.role == "OC" and g.spec(leader.side).arranges_withdrawal)

    def own(self, g: Any, leader: Any) -> list[Unit] | None:
        return contingents.his(g, leader) if leader.role == "CC" else None


LINES = OfContingents()


class Arranged(arranged.Arranged):
    """6.8, 6.85 Pre-Arranged Withdrawal."""

    lines: ClassVar[Lines] = LINES
    retreats = (arranged.BeforeFoot(LINES),)
