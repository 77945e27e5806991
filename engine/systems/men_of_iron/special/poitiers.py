"""Poitiers: wagons, remounting, Orléans' nerve."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from engine.kernel.dice import Modifier
from engine.kernel.parameters import Count
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.special.leaving import OnActivation
from engine.systems.men_of_iron.special.named import CommandId, Numbered
from engine.systems.men_of_iron.special.named import Modifier as Drm
from engine.systems.men_of_iron.state import Marker, Unit


class Cover(Numbered):
    missile: Drm


class Wagons(Special):
    """PO-3 Who stands with a wagon is hard to hit: ``missile`` is the DRM. Its other effects come with the wagon."""

    about = "a modifier for shots at units beside a wagon"
    params = Taken(Cover)

    def fire_modifiers(self, g: Battle, firer: Unit | Marker, target: Unit) -> Sequence[Modifier]:
        if target.hex is None or not g.wagon(target.hex):
            return ()
        return (Modifier(value=self.params.missile, reason=Text("behind a wagon"), rule=self.case),)


class ClearHedges(Special):
    """PO-2 Foot may clear a hedge: :mod:`work` does it."""

    about = "foot may clear a hedge"


class Horses(Numbered):
    commands: tuple[CommandId, ...] = Field(min_length=1)
    most: Count
    """units in all"""


class Remounting(Special):
    """PO-5 Dismounted Men-at-Arms of ``commands`` may take to horse, ``most`` units in all: :mod:`work` does it."""

    about = "dismounted Men-at-Arms may mount"
    params = Taken(Horses)


class Nerve(OnActivation):
    """PO-6"""

    about = "a Command that may leave when it is activated for the first time"
