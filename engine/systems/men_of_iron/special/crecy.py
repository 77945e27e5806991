"""Crécy: wet bowstrings."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.dice import Modifier
from engine.kernel.parameters import SideId
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.scenario import Weapon
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.special.named import Modifier as Drm
from engine.systems.men_of_iron.special.named import Numbered
from engine.systems.men_of_iron.state import Marker, Unit


class Strings(Numbered):
    side: SideId
    weapon: Weapon
    drm: Drm


class WetStrings(Special):
    """CR-1 Shots of a ``weapon`` on one ``side`` have a ``drm``."""

    about = "a modifier for all shots of a weapon"
    params = Taken(Strings)

    def fire_modifiers(self, g: Battle, firer: Unit | Marker, target: Unit) -> Sequence[Modifier]:
        if not isinstance(firer, Unit) or firer.side != self.params.side or firer.weapon != self.params.weapon:
            return ()
        return (Modifier(value=self.params.drm, reason=Text("wet strings"), rule=self.case),)
