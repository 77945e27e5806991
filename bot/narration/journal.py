"""Journals told: each entry as what there is to tell of it, and following a journal as it grows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.narration.lines import Aside, Line, Teller
from bot.service import Battle
from engine.kernel.dice import Roll
from engine.kernel.events import Event
from engine.kernel.game import REFEREE, Game, rebuild
from engine.kernel.journal import Entry
from engine.kernel.system import System
from engine.kernel.text import Text

SideName = Callable[[str], str]
"""What a side is called, by its id."""

KEPT = 40
"""Battles whose last told position is kept in memory; that of others is rebuilt from the journal when they go on."""


def items(
    system: System[Any], entries: Iterable[Entry], name: SideName
) -> Iterator[tuple[int, Event | Roll | Text | Aside]]:
    """What a :class:`~bot.narration.lines.Teller` tells of these entries, each with its number."""
    read = system.events.validate_python
    for e in entries:
        if e.kind == "event":
            yield e.seq, read(e.data)
        elif e.kind == "roll":
            yield e.seq, Roll.model_validate(e.data)
        elif e.kind == "word":
            said = Text("{said}", said=e.data["said"])
            # What players settle between them is nobody's ruling.
            yield e.seq, _ruling(e.data["by"], said, e.data["reason"]) if e.data["by"] else said
        elif e.kind == "act":
            yield e.seq, _ruling(e.data["by"], Text("steps in"), e.data.get("reason", ""))
            for raw in e.data["events"]:
                yield e.seq, read(raw)
        elif e.kind == "answer" and e.data.get("note", {}).get("said"):
            said = {f"x{n}": Text.load(x) for n, x in enumerate(e.data["note"]["said"])}
            listed = Text("; ".join(f"{{{key}}}" for key in said), **said)
            text = Text("{side}, by standing order: {said}", side=name(e.data["side"]), said=listed)
            unit = _doer(said["x0"]) if len(said) == 1 else ""
            yield e.seq, Aside(text, Text("by standing order"), unit) if unit else text
        elif e.kind == "answer" and e.data.get("note", {}).get("by") == REFEREE:
            yield e.seq, _stand_in(name, e)


def titled(system: System[Any], lines: Sequence[Line]) -> list[Line]:
    """The lines, rules of the battle's own by their titles: players never see an id."""
    titles = {r.number: r.title for r in system.own_rules()}
    return [replace(x, rule=titles.get(x.rule, x.rule)) for x in lines]


def _doer(said: Text) -> str:
    """The unit that a sentence says of what it does; "" where it says it of none."""
    return str(said.params.get("unit", "")) if said.template.startswith("{unit}:") else ""


def _stand_in(name: SideName, entry: Entry) -> Text:
    """An answer a referee gave in place of a side."""
    note = entry.data["note"]
    said = {f"x{n}": Text.load(x) for n, x in enumerate(note["answer"])}
    listed = Text("; ".join(f"{{{key}}}" for key in said), **said)
    template = "answers for the {side} ({said})" if said else "answers for the {side}"
    return _ruling(note["name"], Text(template, side=name(entry.data["side"]), said=listed), note["reason"])


def _ruling(by: str, did: Text, reason: str) -> Text:
    """What a referee did, told so that nobody takes it for play."""
    template = "⚖ Referee {by} {did}: {reason}" if reason else "⚖ Referee {by} {did}."
    return Text(template, by=by, did=did, reason=reason)


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
