"""11.4 Rate of fire: foot with composite bows that has never left its set-up hex shoots twice."""

from __future__ import annotations

from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.hooks import Chapter
from engine.systems.cataphract.state import Unit
from engine.systems.gboh.cases import Case


class RateOfFire(Chapter):
    """11.4 Rate of fire."""

    case = "11.4"
    about = "foot with composite bows that shoots twice from its set-up hex"

    def second_shot(self, g: Battle, unit: Unit) -> bool:
        weapon = unit.weapon
        if weapon is None or unit.hex is None or unit.start_hex != unit.hex:
            return False
        return unit.troop.arm in weapon.twice_standing and g.uses(Case.RATE_OF_FIRE)
