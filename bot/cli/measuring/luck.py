"""What the dice alone gave a side, in the one coin all systems have: rolls that did what they needed to."""

from __future__ import annotations

from typing import Any

from engine.fairdice.luck import HOUSE, chance_to_meet, meets
from engine.kernel.dice import WHOLE, Roll
from engine.kernel.game import Game
from engine.kernel.journal import effective


def luck(game: Game[Any], one: str, other: str) -> float:
    """By how many rolls more than ``other`` ``one`` did what it needed to, each less its chance.

    0 is to be expected whatever anybody plays, so what battles' ends have in common with it is luck.
    """
    found = {one: 0.0, other: 0.0}
    for entry in effective(list(game.journal)):
        if entry.kind != "roll":
            continue
        roll = Roll.model_validate(entry.data)
        met, chance = meets(roll), chance_to_meet(roll)
        # Of those left out success is somebody else's loss, or nobody's.
        if met is not None and chance is not None and roll.side in found and roll.purpose not in HOUSE | WHOLE:
            found[roll.side] += met - chance
    return found[one] - found[other]
