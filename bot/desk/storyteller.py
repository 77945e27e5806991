"""Following each battle's journal and turning what is new into lines."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.narration import Aside, Line, Teller
from bot.service import Battle
from engine.kernel.dice import Roll
from engine.kernel.events import Event
from engine.kernel.game import REFEREE, Game, rebuild
from engine.kernel.journal import Entry
from engine.kernel.system import System
from engine.kernel.text import Text

KEPT = 40
"""Battles whose last told position is kept in memory; that of others is rebuilt from the journal when they go on."""


class Storyteller:
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
        lines = teller.tell(_told(battle, game.system, [e for e in new if e.seq > at]))
        if new:
            self._keep(battle.id, new[-1].seq, teller)
        # Rules of the battle's own go by their titles; players never see an id.
        titles = {r.number: r.title for r in game.system.own_rules()}
        return [replace(x, rule=titles.get(x.rule, x.rule)) for x in lines], back

    def _keep(self, battle: str, seq: int, teller: Teller) -> None:
        self._kept[battle] = (seq, teller)
        self._kept.move_to_end(battle)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def whole_story(battle: Battle, system: System[Any], entries: Sequence[Entry]) -> list[Line]:
    """The lines of a journal from its start, taken-back entries left out by the caller."""
    return Teller(rebuild(system, entries[:1])).tell(_told(battle, system, entries[1:]))


def _told(
    battle: Battle, system: System[Any], entries: Sequence[Entry]
) -> list[tuple[int, Event | Roll | Text | Aside]]:
    """Events and rolls, and what standing orders answered."""
    found: list[tuple[int, Event | Roll | Text | Aside]] = []
    read = system.events.validate_python
    for e in entries:
        if e.kind == "event":
            found.append((e.seq, read(e.data)))
        elif e.kind == "roll":
            found.append((e.seq, Roll.model_validate(e.data)))
        elif e.kind == "word":
            found.append((e.seq, _ruling(e.data["by"], Text("{said}", said=e.data["said"]), e.data["reason"])))
        elif e.kind == "act":
            found.append((e.seq, _ruling(e.data["by"], Text("steps in"), e.data.get("reason", ""))))
            found += [(e.seq, read(raw)) for raw in e.data["events"]]
        elif e.kind == "answer" and e.data.get("note", {}).get("said"):
            said = {f"x{n}": Text.load(x) for n, x in enumerate(e.data["note"]["said"])}
            listed = Text("; ".join(f"{{{name}}}" for name in said), **said)
            text = Text("{side}, by standing order: {said}", side=battle.name(e.data["side"]), said=listed)
            unit, named, _ = str(listed).partition(":")
            one = named and len(said) == 1
            found.append((e.seq, Aside(text, Text("by standing order"), unit) if one else text))
        elif e.kind == "answer" and e.data.get("note", {}).get("by") == REFEREE:
            found.append((e.seq, _stand_in(battle, e)))
    return found


def _stand_in(battle: Battle, entry: Entry) -> Text:
    """An answer a referee gave in place of a side."""
    note = entry.data["note"]
    said = {f"x{n}": Text.load(x) for n, x in enumerate(note["answer"])}
    listed = Text("; ".join(f"{{{name}}}" for name in said), **said)
    template = "answers for the {side} ({said})" if said else "answers for the {side}"
    return _ruling(note["name"], Text(template, side=battle.name(entry.data["side"]), said=listed), note["reason"])


def _ruling(by: str, did: Text, reason: str) -> Text:
    """What a referee did, told so that nobody takes it for play."""
    template = "⚖ Referee {by} {did}: {reason}" if reason else "⚖ Referee {by} {did}."
    return Text(template, by=by, did=did, reason=reason)
