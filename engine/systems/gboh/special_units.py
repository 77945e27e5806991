"""Hooks for what elephants, chariots, phalanxes and other special units do: part of :class:`chapter.Special`.

Each does nothing by itself. They are called as the others are, see :mod:`special`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Generic

from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Text
from engine.systems.gboh.charts import Cost
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.shock.combat import Combat


class SpecialUnits(Generic[B, U, L]):
    """The hooks."""

    # Moving

    def entry_hits(self, g: B, unit: U) -> Mapping[Hex, tuple[int, Text]]:
        """Hits it costs the unit to enter hexes, for who stands near them, with their cause (A 9.15, S 9.15)."""
        return {}

    def obstacles(self, g: B, unit: U) -> Mapping[Hex, Cost]:
        """What lies in hexes and makes entering dearer than the ground, for Movement Points and hits (A Issus)."""
        return {}

    def must_withdraw(self, g: B, unit: U, mover: U) -> bool:
        """Whether the unit has to withdraw in order from ``mover`` if it can (A 9.16, S 9.16)."""
        return False

    async def sets_out(self, g: B, mover: U) -> None:
        """Window W0 is over: ``mover`` is about to leave its hex, and who would withdraw from it has."""

    async def stood(self, g: B, mover: U) -> None:
        """Window W4 is over: who hasn't withdrawn from ``mover`` stands."""

    async def withdrawn(self, g: B, units: Sequence[U], mover: U) -> None:
        """These have just withdrawn from ``mover``, each of them whole where it meant to go or not (A Chaeronea)."""

    def foretells(self, g: B, unit: U, at: Hex, facing: Facing) -> Iterator[Text]:
        """What the unit would set off by ending a move so, for a note of a menu."""
        yield from ()

    # Attacking

    def spares(self, g: B, unit: U, enemy: U) -> bool:
        """Whether the unit never attacks this enemy, though it has it before it."""
        return False

    def shatters(self, g: B, unit: U, attackers: Sequence[U]) -> bool:
        """Whether failing its check before contact with these routs the unit outright (A Chaeronea)."""
        return False

    def excused(self, g: B, unit: U, attackers: Sequence[U], defenders: Sequence[U]) -> bool:
        """Whether the unit needn't roll before contact in this combat (C 9.13, A 8.33, S 8.33)."""
        return False

    def nimble(self, g: B) -> bool:
        """Whether armoured horse out of charge formation turns as other horse does (A 9.42)."""
        return False

    def unweighted(self, g: B, unit: U) -> bool:
        """Whether the unit fights without the column shifts of its kind (A 9.42, 9.7)."""
        return False

    async def before_charge(self, g: B, combats: Sequence[Combat]) -> None:
        """Before anybody rolls: units may be taken out of combats, which are over where a side has none left."""

    async def opens_ranks(self, g: B, charger: U, enemies: Sequence[U], origin: Hex) -> Collection[str]:
        """Those of the enemies, by id, who let the charger through unfought, coming from ``origin`` (A 9.24)."""
        return ()
