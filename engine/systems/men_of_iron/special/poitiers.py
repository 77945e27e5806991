"""Poitiers: wagons, remounting, Orléans' nerve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.kernel.dice import Modifier
from engine.kernel.text import Text
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.special.leaving import OnActivation
from engine.systems.men_of_iron.state import Marker, Unit


class Wagons(Special):
    """PO-3 Who stands with a wagon is hard to hit: ``missile`` is the DRM. Its other effects come with the wagon."""

    needs: ClassVar[tuple[str, ...]] = ("missile",)

    def fire_modifiers(self, g: Battle, firer: Unit | Marker, target: Unit) -> Sequence[Modifier]:
        if target.hex is None or not g.wagon(target.hex):
            return ()
        return (Modifier(value=self.number("missile"), reason=str(Text("behind a wagon")), rule=self.case),)


class Remounting(Special):
    """PO-5 Dismounted Men-at-Arms of ``commands`` may take to horse, ``most`` units in all: :mod:`work` does it."""

    needs: ClassVar[tuple[str, ...]] = ("commands", "most")


class Nerve(OnActivation):
    """PO-6"""
