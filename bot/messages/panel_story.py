"""What an order given with a panel has led to: the dispatch's own lines, told anew whenever the panel is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.language.plain import escape
from bot.messages.battle_context import BattleContext
from bot.narration.journal import items, titled
from bot.narration.lines import Teller
from bot.service import Service
from engine.kernel.answers import is_order
from engine.kernel.journal import Entry, effective

TOLD = 6
"""Most lines on a panel about what an order has led to."""


@dataclass(frozen=True)
class PanelStory:
    """An order, and all that followed until the other side gave one of its own."""

    head: tuple[str, ...]
    """What stands above: "✓ `THC3 > 4706`"."""
    before: Any
    """The position it was given in."""
    since: int
    """The journal's last entry before it."""

    @classmethod
    def of(cls, here: BattleContext, *head: str) -> PanelStory:
        """Of an order that is about to be given."""
        return cls(head, here.game.state.model_copy(deep=True), here.game.journal[-1].seq)

    async def lines(self, service: Service, here: BattleContext) -> list[str]:
        """What there is to tell now; nothing of an order that was taken back."""
        entries = await service.play.entries(here.battle.id, self.since + 1)
        if any(e.kind == "undo" and e.data["to"] <= self.since for e in entries):
            return []
        own = [*_of_this_order(effective(entries), here.sides)]
        teller = Teller(self.before.model_copy(deep=True))
        told = titled(here.game.system, teller.tell(items(here.game.system, own, here.battle.name)))
        shown = [f"-# {escape(here.say(x.text))}" for x in told]
        if len(shown) > TOLD:
            shown[TOLD - 1 :] = [f"-# … ({len(shown) - TOLD + 1})"]
        return [*self.head, *shown]


def _of_this_order(entries: Sequence[Entry], sides: Sequence[str]) -> Iterator[Entry]:
    for e in entries:
        if e.kind == "answer" and e.data["side"] not in sides and is_order(e.data["answer"]["do"]):
            return
        yield e
