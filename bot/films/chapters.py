"""A battle's journal in chapters: what was done in each activation, for those who look back.

Only the journal's events are used, no rule is run; what was taken back never happened, what is secret isn't told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from bot.language.catalogue import ENGLISH, TextCatalogue
from engine.kernel.board import Place
from engine.kernel.events import Event
from engine.kernel.journal import Entry, effective
from engine.kernel.system import System
from engine.kernel.text import Text
from engine.kernel.view import TableView

By: TypeAlias = Literal["activation", "stage", "event"]
"""How finely a battle is shown: an activation at once, its moves, fire, shock and flight apart, or unit by unit."""

STAGES = {
    "move": "move",
    "advance": "move",
    "withdraw": "move",
    "missile": "fire",
    "shock": "shock",
    "charge": "shock",
    "rout": "flight",
}
"""Stage of an activation by the mark a deed leaves; other marks are what came of the stage before them."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One event that is told, or seen on the map."""

    n: int
    """Which event of the battle it is, as :func:`events_in` counts them."""
    seq: int
    """Its journal entry."""
    kind: str
    """Kind of the mark it leaves; "" for none."""
    unit: str
    hexes: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """One activation, or what happened between two."""

    turn: int
    title: str
    """"Turn 2 · Belisarius"."""
    deeds: tuple[Deed, ...]

    @property
    def first(self) -> int:
        """Journal entry of its first deed."""
        return self.deeds[0].seq

    @property
    def last(self) -> int:
        """Journal entry of its last deed."""
        return self.deeds[-1].seq

    @property
    def seen(self) -> bool:
        """Whether it left any mark on the map."""
        return any(d.kind for d in self.deeds)

    def within(self, since: int, until: int) -> Chapter | None:
        """What of it lies between two journal entries, both included; None for nothing."""
        kept = tuple(d for d in self.deeds if since <= d.seq <= until)
        return Chapter(self.turn, self.title, kept) if kept else None

    def groups(self, by: By) -> Iterator[tuple[Deed, ...]]:
        """Its deeds, those together that are shown at once."""
        found: list[Deed] = []
        stage, unit = "", ""
        for deed in self.deeds:
            now = STAGES.get(deed.kind, "")
            another = by != "activation" and now and stage and now != stage
            another = another or (by == "event" and now and unit and deed.unit != unit)
            if another:
                yield tuple(found)
                found = []
            if now:
                stage, unit = now, deed.unit
            found.append(deed)
        if found:
            yield tuple(found)


def events_in(system: System[Any], entries: Sequence[Entry]) -> Iterator[tuple[int, Event]]:
    """Every event that still counts, a referee's among them, with its journal entry."""
    for e in effective(list(entries)):
        for event in events_of(system, e):
            yield e.seq, event


def events_of(system: System[Any], entry: Entry) -> Iterator[Event]:
    """The events of one journal entry: several where a referee acted, none of what is no event."""
    read = system.events.validate_python
    if entry.kind == "event":
        yield read(entry.data)
    elif entry.kind == "act":
        yield from (read(raw) for raw in entry.data["events"])


def opening(system: System[Any], entries: Sequence[Entry]) -> Any:
    """The position a whole journal begins with."""
    return system.state_type.model_validate(entries[0].data["state"])


def chapters_of(system: System[Any], entries: Sequence[Entry], catalogue: TextCatalogue = ENGLISH) -> Iterator[Chapter]:
    """The chapters of a whole journal, one by one; those in which nothing can be seen are told with the next one.

    Takes a second or two of CPU for a long battle.
    """
    yield from told_from(system, opening(system, entries), enumerate(events_in(system, entries)), catalogue)


def told_from(
    system: System[Any],
    state: Any,
    events: Iterable[tuple[int, tuple[int, Event]]],
    catalogue: TextCatalogue,
    *,
    stale: bool = False,
) -> Iterator[Chapter]:
    """The chapters these events make from ``state`` on, which they change; each with its number and journal entry.

    ``stale`` where they begin with a chapter of a battle that had begun before.
    """
    table = system.glance(state)
    deeds: list[Deed] = []
    key, title, turn = "", "", 0
    for n, (seq, event) in events:
        event.apply(state)
        if event.secret:
            continue
        mark = event.trace(state)
        if mark is None and event.text(state) is None:
            stale = True
            continue
        if mark is None or stale:
            # Where a deed leaves a mark it is part of what was going on before it.
            table, stale = system.glance(state), False
        if table.activation != key:
            if any(d.kind for d in deeds):
                yield Chapter(turn, title, tuple(deeds))
                deeds = []
            key, turn, title = table.activation, table.turn, heading(table, catalogue)
        elif not table.acting and not table.moment and not any(d.kind for d in deeds):
            title = heading(table, catalogue)
        if mark is None:
            deeds.append(Deed(n, seq, "", getattr(event, "unit", "")))
        else:
            deeds.append(Deed(n, seq, mark.kind, mark.unit, mark.hexes))
    if deeds:
        yield Chapter(turn, title, tuple(deeds))


def heading(table: TableView, catalogue: TextCatalogue) -> str:
    """Who acts, or what is going on: "Turn 2 · Belisarius"."""
    if table.headline is not None:
        about = catalogue.say(table.headline)
        if table.headline.params.get("turn") == table.turn:
            return about
    else:
        about = ", ".join(x.name for x in table.active) or catalogue.say(table.phase)
    return f"{catalogue.say(Text('Turn {turn}', turn=table.turn))} · {about}" if table.turn else about


def turns(chapters: Sequence[Chapter]) -> dict[int, tuple[int, int]]:
    """First and last journal entry of every turn; empty where the rules know none."""
    found: dict[int, tuple[int, int]] = {}
    for c in chapters:
        if c.turn:
            found[c.turn] = (found.get(c.turn, (c.first, 0))[0], c.last)
    return found
