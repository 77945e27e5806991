"""A battle as a mirror with a delay shows it: as it stood after the last dispatch that is old enough.

For those who see the mirror's channel and not the battle's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.board.kept import Kept
from bot.messages.battle_context import BattleContext
from bot.messages.publishing.posts import Story
from bot.messages.spectators.mirrors import Mirrors
from bot.service import Post
from bot.service.spectators.mirrors import Mirror
from engine.kernel.game import Game
from engine.kernel.journal import Entry, effective
from engine.kernel.text import refuse

KEPT = 16
"""Battles kept as they stood."""
GIVEN = ("answer", "act", "undo", "word")
"""Kinds of journal entries that somebody brought about; the others follow from them."""


@dataclass(frozen=True)
class Delayed(BattleContext):
    """A battle as it stood some time ago: its journal ends there, and nobody is asked anything."""

    told: Sequence[Post] = field(kw_only=True)
    """The dispatches that are shown by now."""


class DelayedViews:
    """Battles as they stood, for all who look at one."""

    def __init__(self, mirrors: Mirrors) -> None:
        self._mirrors = mirrors
        self._games: Kept[Game[Any]] = Kept(KEPT)

    async def of(self, here: BattleContext, mirror: Mirror) -> BattleContext:
        """What ``mirror`` shows by now of the battle that is seen in ``here``. Raises Refusal before it shows any."""
        battle = here.battle
        shown = await self._mirrors.shown(battle, mirror)
        if not mirror.delay or shown.over:
            return here
        ready = [p for p in shown.ready if int(p.key) >= mirror.since]
        if not ready:
            refuse("Nothing of this battle has been shown to spectators yet.")
        upto = Story.model_validate_json(ready[-1].body).upto

        async def stood() -> Game[Any]:
            entries = await self._mirrors.service.play.entries(battle.id)
            return await asyncio.to_thread(_stood, here.game, whole(entries, upto))

        game = await self._games.of((battle.id, upto), stood)
        row = replace(battle.row, status="running", outcome="")
        return Delayed(
            replace(battle, row=row), game, (), here.catalogue, here.user, here.timed, here.has_board, told=ready
        )


def whole(entries: Sequence[Entry], upto: int) -> list[Entry]:
    """A journal up to an entry; without the last thing somebody gave, where that led to more than the entry tells.

    >>> journal = [Entry(seq=n, kind=k, data={}, hash="") for n, k in enumerate(("start", "event", "answer", "event"))]
    >>> [[e.seq for e in whole(journal, upto)] for upto in (3, 2, 1)]
    [[0, 1, 2, 3], [0, 1], [0, 1]]
    """
    end = sum(e.seq <= upto for e in entries)
    while 0 < end < len(entries) and entries[end].kind not in GIVEN:
        end -= 1
    return list(entries[:end])


def _stood(now: Game[Any], entries: Sequence[Entry]) -> Game[Any]:
    kept = {e.seq for e in effective(list(entries))}
    checkpoint = max((c for c in now.checkpoints if c.seq in kept), key=lambda c: c.seq, default=None)
    begins = checkpoint.seq if checkpoint is not None else 0
    return Game[Any].resume(now.system, [e for e in entries if e.seq >= begins], checkpoint)
