"""Who looks at a battle's channel now, so that a question needs no new message to be found."""

from __future__ import annotations

from collections.abc import Callable

from bot.messages.battle_context import BattleContext
from bot.service import Battle

LIVE = "live"
AT_HAND = 10 * 60.0
"""Seconds after doing something in a live battle for which its player is taken to look at the channel."""


class Presence:
    """When players last did something, as far as that isn't long ago."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._acted: dict[tuple[str, int], float] = {}

    def acted(self, battle: str, user: int) -> None:
        now = self._clock()
        self._acted = {k: at for k, at in self._acted.items() if now - at <= AT_HAND} | {(battle, user): now}

    def at_hand(self, battle: Battle, user: int | None) -> bool:
        """Whether a player of a live battle is there."""
        at = self._acted.get((battle.id, user or 0))
        return battle.mode == LIVE and at is not None and self._clock() - at <= AT_HAND

    def just_asked(self, here: BattleContext) -> bool:
        """Whether what is asked now came up while somebody was at it, not before a stop of this process."""
        now = self._clock()
        return bool(here.opens) and all(now - o.asked <= AT_HAND for o in here.opens)
