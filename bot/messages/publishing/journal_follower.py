"""Following each battle's journal and turning what is new into lines."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from bot.narration import Line, Teller
from bot.narration.journal import items, titled
from bot.service import Battle
from engine.kernel.game import Game, rebuild
from engine.kernel.journal import Entry
from engine.kernel.system import System

KEPT = 40
"""Battles whose last told position is kept in memory; that of others is rebuilt from the journal when they go on."""


class JournalFollower:
    """Remembers, battle by battle, the position up to which the story is told."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[int, Teller]] = OrderedDict()

    async def tell(
        self,
        battle: Battle,
        game: Game[Any],
        new: Sequence[Entry],
        upto: int,
        whole: Callable[[], Awaitable[list[Entry]]],
    ) -> tuple[list[Line], int | None]:
        """The lines of the ``new`` entries, which follow entry ``upto``, and where their last take-back went back to.

        The second is None without a take-back. ``whole`` fetches the journal from the start; it is called only when the
        position to go on from isn't remembered. Lines taken back meanwhile are not told at all.
        """
        back = None
        at = upto
        for e in new:
            if e.kind == "undo":
                back = e.data["to"] if back is None else min(back, e.data["to"])
                at = e.seq
        kept = self._kept.get(battle.id)
        if kept is not None and kept[0] == at:
            teller = kept[1]
        else:
            teller = Teller(rebuild(game.system, [e for e in await whole() if e.seq <= max(at, 0)]))
        lines = teller.tell(items(game.system, [e for e in new if e.seq > at], battle.name))
        if new:
            self._keep(battle.id, new[-1].seq, teller)
        return titled(game.system, lines), back

    def _keep(self, battle: str, seq: int, teller: Teller) -> None:
        self._kept[battle] = (seq, teller)
        self._kept.move_to_end(battle)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def whole_story(battle: Battle, system: System[Any], entries: Sequence[Entry]) -> list[Line]:
    """The lines of a journal from its start, taken-back entries left out by the caller."""
    return Teller(rebuild(system, entries[:1])).tell(items(system, entries[1:], battle.name))
