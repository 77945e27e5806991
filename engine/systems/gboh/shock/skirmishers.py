"""A 9.31, S 9.21 Skirmishers in Shock: they attack nobody who stands in order, lead no clash, and do little harm."""

from __future__ import annotations

from engine.kernel.text import Refusal
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.state import Unit


class Skirmishers(Chapter):
    """9.31 Skirmishers attack chariots and routed units alone, unless they are trained for Shock."""

    case = Case.SKIRMISHERS
    about = "skirmishers"

    def spares(self, g: Battle, unit: Unit, enemy: Unit) -> bool:
        return unit.troop.shy and not enemy.routed and enemy.troop.arm != "chariot"

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        if not unit.troop.shy or not unit.on_map:
            return None
        met = g.confronted(unit)
        if not met or not all(self.spares(g, unit, e) for e in met):
            return None
        return Refusal(
            "{unit} is a skirmisher: it attacks chariots and routed units alone.",
            rule=g.case(Case.SKIRMISHERS),
            unit=unit.id,
        )
