"""Following each battle's journal and turning what is new into lines."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from bot.narration import Line, Teller
from engine.kernel.events import Event
from engine.kernel.game import Game, rebuild
from engine.kernel.journal import Entry

KEPT = 40
"""Battles whose last told position is kept in memory; that of others is rebuilt from the journal when they go on."""


class Storyteller:
    """Remembers, battle by battle, the position up to which the story is told."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[int, Teller]] = OrderedDict()

    def tell(self, battle: str, game: Game[Any], journal: Sequence[Entry], upto: int) -> tuple[list[Line], int | None]:
        """The lines after entry ``upto``, and the entry the last take-back among them went back to (None without one).

        ``journal`` is the whole of it, from the start. Lines taken back meanwhile are not told at all.
        """
        new = [e for e in journal if e.seq > upto]
        back = None
        at = upto
        for e in new:
            if e.kind == "undo":
                back = e.data["to"] if back is None else min(back, e.data["to"])
                at = e.seq
        teller = self._teller(battle, game, journal, at)
        lines = teller.tell(_events(game, [e for e in new if e.seq > at]))
        if new:
            self._keep(battle, new[-1].seq, teller)
        return lines, back

    def _teller(self, battle: str, game: Game[Any], journal: Sequence[Entry], at: int) -> Teller:
        kept = self._kept.get(battle)
        if kept is not None and kept[0] == at:
            return kept[1]
        return Teller(rebuild(game.system, [e for e in journal if e.seq <= max(at, 0)]))

    def _keep(self, battle: str, seq: int, teller: Teller) -> None:
        self._kept[battle] = (seq, teller)
        self._kept.move_to_end(battle)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def _events(game: Game[Any], entries: Sequence[Entry]) -> list[tuple[int, Event]]:
    found: list[tuple[int, Event]] = []
    read = game.system.events.validate_python
    for e in entries:
        if e.kind == "event":
            found.append((e.seq, read(e.data)))
        elif e.kind == "act":
            found += [(e.seq, read(raw)) for raw in e.data["events"]]
    return found
