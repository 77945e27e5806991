"""Dice for self-play: fair dice from a chain that anyone can make again from the seed, with their trail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.fairdice import Chain, Trail, TrailHeader, TrailWriter, digits
from engine.kernel.dice import Roll, RollRequest
from engine.kernel.game import Game
from scenarios import Scenario


class SeededTrail:
    """A source of dice that remembers what each roll was made with.

    Where a battle on Discord has the snowflake of an interaction, a battle of self-play has the number of its answer.
    """

    def __init__(self, battle: Scenario, seed: int) -> None:
        self.chain = Chain(f"hexarch self-play {seed}".encode())
        self.header = TrailHeader(
            game=f"selfplay-{battle.id}-{seed}",
            title=battle.title,
            commitment=self.chain.commitment,
            phrases={s.id: f"seed {seed}" for s in battle.sides},
        )
        self.answer = 0
        self._causes: dict[int, str] = {}
        """Answer that caused a roll, by number of the roll."""

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        n, cause = len(self._causes) + 1, str(self.answer)
        self._causes[n] = cause
        secret, entropy = self.chain.secret(segment), self.header.entropy(cause)
        return n, digits(secret, self.header.game, n, entropy, request.count, request.faces)

    def follow(self, game: Game[Any]) -> None:
        """To be called after every answer."""
        self.answer += 1

    def export(self, game: Game[Any]) -> str:
        """The trail of the battle's rolls as JSON, every secret published."""
        writer = TrailWriter(self.header)
        rolls = [Roll.model_validate(e.data) for e in game.journal if e.kind == "roll"]
        entries = tuple(writer.roll(r, self._causes[r.n]) for r in rolls)
        last = max((r.segment for r in rolls), default=0)
        secrets = {i: self.chain.secret(i).hex() for i in range(1, last + 1)}
        trail = Trail(header=self.header, entries=entries, secrets=secrets, head=writer.head)
        return trail.model_dump_json(indent=1)
