"""How often the pinned message is edited while players of a live battle are at it.

In an activation every order changes numbers in it, which also stand in the dispatch. Each edit is a request to Discord,
which takes five in five seconds from a channel. So what only counts on waits for the clock's next tick; who is asked
what, what a referee did or players took back, how the battle ended and where it is told are shown at once. A start
looks at every pinned message anyway, so nothing of this is stored.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.messages.battle_context import BattleContext
from bot.messages.publishing.presence import LIVE
from bot.narration.standing import heading
from bot.service import Post

PACE = 20.0
"""Seconds between two edits that only count on."""


class PinPace:
    """When pinned messages were edited last, and which of them wait."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._edited: dict[str, tuple[float, str]] = {}
        self.waiting: set[str] = set()
        """Battles whose pinned message is behind."""

    def may_wait(self, here: BattleContext, dispatch: Post, clocks: str = "") -> bool:
        """Whether an edit can be put off; it is then among those that wait. Else it is taken to be made now.

        ``clocks`` says what of the sides' time must be right at once: whether they have any, who is late or away.
        """
        number, now, said = here.battle.id, self._clock(), f"{_matters(here, dispatch)} {clocks}"
        at, before = self._edited.get(number, (float("-inf"), ""))
        if here.battle.mode == LIVE and not here.battle.outcome and before == said and 0 <= now - at < PACE:
            self.waiting.add(number)
            return True
        self.waiting.discard(number)
        self._edited = {k: v for k, v in self._edited.items() if 0 <= now - v[0] < PACE} | {number: (now, said)}
        return False

    def due(self) -> list[str]:
        """Battles whose pinned message has waited long enough."""
        now = self._clock()
        return sorted(b for b in self.waiting if not 0 <= now - self._edited.get(b, (0.0, ""))[0] < PACE)


def _matters(here: BattleContext, dispatch: Post) -> str:
    """What of the pinned message must be right at once: the moment, who is asked, by which rule, and the link; and all
    of it after what a referee has done, or orders taken back."""
    by_hand = next((e.seq for e in reversed(here.game.journal) if e.kind in ("act", "undo")), 0)
    asked = sorted((o.side, o.user or 0, o.decision.kind, o.decision.rule or "") for o in here.opens)
    return f"{heading(here.table, here.catalogue)} {asked} {dispatch.message} {by_hand}"
