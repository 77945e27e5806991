"""Crécy: wet bowstrings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.kernel.dice import Modifier
from engine.kernel.text import Text
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import Marker, Unit


class WetStrings(Special):
    """CR-1 Shots of a ``weapon`` on one ``side`` have a ``drm``."""

    needs: ClassVar[tuple[str, ...]] = ("side", "weapon", "drm")

    def fire_modifiers(self, g: Battle, firer: Unit | Marker, target: Unit) -> Sequence[Modifier]:
        if not isinstance(firer, Unit) or firer.side != self.word("side") or firer.weapon != self.word("weapon"):
            return ()
        return (Modifier(value=self.number("drm"), reason=str(Text("wet strings")), rule=self.case),)
