"""Dice of a battle that hang on what they are thrown for, and not on how many were thrown before.

In both battles of a pair a unit's second volley of a turn comes up the same, whatever was ordered in between. With dice
by number the two would part at the first roll that only one of them makes, and the pair would be two battles that have
nothing to do with one another.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.computer.simulation import OwnDice
from engine.kernel.dice import RollRequest


class KeyedDice:
    """Keyed by the turn, and in it by all a request says of its own: side, purpose, unit, and the how-manieth such
    roll of the turn it is.

    Some rolls name no unit (who goes first, some rolls of a whole wing): of these the side and purpose tell. Since each
    turn counts from one again, two battles that have parted meet again in the next.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._turns: dict[int, OwnDice] = {}
        self._thrown = 0

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        """A segment is a turn, or what a system counts instead (:mod:`engine.fairdice.chain`)."""
        dice = self._turns.setdefault(segment, OwnDice(f"{self.seed} {segment}"))
        self._thrown += 1
        return self._thrown, dice.throw(request, segment)[1]
