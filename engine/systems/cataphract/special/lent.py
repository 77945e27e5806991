"""Callinicum: the army fights fasting."""

from __future__ import annotations

from engine.systems.gboh.battle import Battle
from engine.systems.gboh.special.fasting import Fasting


class Lent(Fasting):
    """From a turn on the side rolls after reloading; on a low roll its TQ drops for good, and some may rout at once."""

    async def after_reload(self, g: Battle) -> None:
        if g.state.turn >= self.params.from_turn:
            await self.tells(g)
