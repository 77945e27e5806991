"""The fair dice of a battle, as a source of rolls for the driver."""

from __future__ import annotations

from collections.abc import Sequence

from engine.fairdice.chain import Chain, digits
from engine.kernel.dice import RollRequest


class FairDice:
    """Dice for everything one interaction sets off.

    ``entropy`` is what the host can't choose: the players' join phrases and the snowflake of the interaction.
    """

    def __init__(self, chain: Chain, game: str, next_n: int, entropy: str) -> None:
        self.chain = chain
        self.game = game
        self.n = next_n
        self.entropy = entropy

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        """The number of the roll and its dice."""
        n, self.n = self.n, self.n + 1
        return n, digits(self.chain.secret(segment), self.game, n, self.entropy, request.count, request.faces)
