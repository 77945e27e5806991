"""Ways of giving ground that a chapter adds to Orderly Withdrawal (6.5), when an enemy comes close."""

from __future__ import annotations

from typing import ClassVar, Generic

from engine.kernel.decisions import Choice, Policy
from engine.kernel.hexes import Hex
from engine.kernel.text import Refusal, Text
from engine.systems.gboh.own import B, U


class OwnRetreat(Generic[B, U]):
    """One such way. A unit that may take it is asked together with those that withdraw."""

    word: ClassVar[str]
    """Its key among a unit's choices; with "-" and more behind it, the way the unit takes is named too."""

    def possible(self, g: B, unit: U, mover: U, origin: Hex) -> bool:
        """Whether the unit may give ground so before ``mover`` at ``origin`` now."""
        raise NotImplementedError

    def thinkable(self, g: B, unit: U, mover: U, origin: Hex) -> bool:
        """The same as far as its enemies know."""
        return self.possible(g, unit, mover, origin)

    def choice(self, g: B, unit: U, mover: U, lean: float) -> Choice:
        """How it is offered before ``mover``."""
        raise NotImplementedError

    def policy(self, g: B, unit: U, mover: U) -> Policy:
        """The standing order that may answer for it."""
        raise NotImplementedError

    def way(self, g: B, unit: U, mover: U, origin: Hex, text: str) -> Choice:
        """The choice of a way written hex by hex. Raises Refusal with the case that closes it."""
        raise NotImplementedError

    def bar(self, g: B, unit: U, mover: U) -> Refusal:
        """Why the unit may not give ground so."""
        raise NotImplementedError

    async def carry_out(self, g: B, unit: U, mover: U, origin: Hex, way: str) -> None:
        """Do it, by ``way`` where that is named; it may have become impossible since it was chosen."""
        raise NotImplementedError

    def foretold(self, g: B, mover: U) -> Text:
        """What ``mover`` is in for, for who asks what an order of his would set off."""
        raise NotImplementedError
