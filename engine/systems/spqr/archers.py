"""7.25 Light troops with bows never attack hand to hand, nor do skirmishers, whatever they carry."""

from __future__ import annotations

from engine.kernel.text import Refusal
from engine.systems.gboh.cases import Case
from engine.systems.spqr.battle import Battle
from engine.systems.spqr.hooks import Chapter
from engine.systems.spqr.state import Unit


class Archers(Chapter):
    """7.25 Light infantry and light cavalry of class A."""

    case = Case.CANNOT_ATTACK
    about = "who never attacks"

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        if unit.troop.attacks and not (unit.is_bow and unit.is_light):
            return None
        text = "{unit} is of a kind that never attacks hand to hand."
        return Refusal(text, rule=g.case(Case.CANNOT_ATTACK), unit=unit.id)
