"""The fair dice of a battle, as a source of rolls for the driver."""

from __future__ import annotations

from collections.abc import Sequence

from engine.fairdice.chain import Chain, digits, link_for
from engine.kernel.dice import RollRequest


class FairDice:
    """Dice for everything one interaction sets off.

    ``entropy`` is what the host can't choose: the players' join phrases and the snowflake of the interaction.
    ``published`` is the last segment whose secret is known to all.
    """

    def __init__(self, chain: Chain, game: str, next_n: int, entropy: str, published: int = 0) -> None:
        self.chain = chain
        self.game = game
        self.n = next_n
        self.entropy = entropy
        self.published = published

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        """The number of the roll and its dice. Raises ValueError for dice that can't exist."""
        n, self.n = self.n, self.n + 1
        secret = self.chain.secret(link_for(segment, self.published))
        return n, digits(secret, self.game, n, self.entropy, request.count, request.faces)
