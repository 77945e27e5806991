"""Who meets on the field: what a battle of Cataphract is made of, and what its losses are in SP.

T:tactical_bridge: 1 SP is 1000 men (1.0), a point of Size 100 (Cataphract 2.5); so 10 Size are 1 SP.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from engine.kernel.board import Place
from engine.kernel.model import Strict
from engine.systems.justinian.scenario import BYZANTINE, OSTROGOTHS, PERSIA, VANDALS, Side

SIZE = 10
"""Size of the units that stand for 1 SP."""

LARGEST = 20
"""SP that fight at full scale: what the source's own battles of the time have. Of larger armies each point of Size
stands for more men, in both alike."""

OPPONENTS = (PERSIA, VANDALS, OSTROGOTHS, "franks")
"""Powers with a battle of their own against Byzantium to take troops and ground from."""


class FieldArmy(Strict):
    """One side of it."""

    side: Side
    power: str
    """Whose troops its list is made of."""
    name: str
    """Who fights, in words."""
    commander: str | None = None
    """Name of who commands it in the campaign; None where nobody does."""
    sp: Annotated[int, Field(ge=1)]


class OrderOfBattle(Strict):
    """What is fought out: all the battle on the field is made from."""

    place: Place
    where: str
    """Name of the province."""
    city: str | None = None
    years: tuple[int, int]
    armies: tuple[FieldArmy, FieldArmy]
    """Attacker and defender."""

    def army(self, side: str) -> FieldArmy:
        """The army of a side."""
        return next(a for a in self.armies if a.side == side)

    @property
    def enemy(self) -> FieldArmy:
        """The one that isn't Byzantium's."""
        return next(a for a in self.armies if a.power != BYZANTINE)

    @property
    def full(self) -> int:
        """SP that have as much Size as :data:`LARGEST` at full scale: those of the larger army, or LARGEST."""
        return max(LARGEST, *(a.sp for a in self.armies))

    def size(self, side: str) -> int:
        """Size a side is to field, as near as its units allow: 10 for each SP, less where an army is very large.

        >>> from engine.systems.justinian.field.order_of_battle import example
        >>> example(12, 7).size("byzantine"), example(12, 7).size("barbarian")
        (120, 70)
        >>> example(40, 10).size("byzantine"), example(40, 10).size("barbarian")
        (200, 50)
        """
        return max(1, round(self.army(side).sp * SIZE * LARGEST / self.full))

    def sp(self, size: int) -> int:
        """SP that so much Size is worth, rounded up.

        >>> from engine.systems.justinian.field.order_of_battle import example
        >>> example(12, 7).sp(21), example(40, 10).sp(21), example(40, 10).sp(0)
        (3, 5, 0)
        """
        return -(-size * self.full // (SIZE * LARGEST))


def example(byzantine: int, barbarian: int, power: str = OSTROGOTHS) -> OrderOfBattle:
    """A battle of so many SP, for tests and documentation."""
    return OrderOfBattle(
        place=1,
        where="Picenum",
        years=(536, 539),
        armies=(
            FieldArmy(side="byzantine", power=BYZANTINE, name="Army of Italy", commander="Belisarius", sp=byzantine),
            FieldArmy(side="barbarian", power=power, name="Witigis", commander="Witigis", sp=barbarian),
        ),
    )
