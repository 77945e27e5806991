"""What a battle came to: losses by army and command, how it was decided, who gave how many orders, the dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.films.captions import numbered
from bot.films.chapter_index import ChapterIndex, projected
from bot.films.chapters import turns
from bot.films.projector import Projector
from bot.films.summary import Passage, choose, sentence
from bot.language.catalogue import ENGLISH
from bot.narration import TextCatalogue
from engine.fairdice.luck import Tally, tallies
from engine.kernel.dice import Roll
from engine.kernel.game import REFEREE
from engine.kernel.journal import Entry
from engine.kernel.system import System
from engine.kernel.view import CounterView, LeaderView, SideView, TableView
from renderer import Casualties, casualties

MAPS = 3
"""Turning points an account shows on maps."""

DEADLINE = "deadline"


@dataclass(frozen=True, slots=True)
class Command:
    """Losses of one command of an army."""

    name: str
    units: int
    lost: int


@dataclass(frozen=True)
class Army:
    """One side, and what became of it."""

    view: SideView
    """As it stood in the end."""
    units: int
    """That were on the map at one time or another."""
    lost: tuple[str, ...]
    """Their codes."""
    routed: tuple[str, ...]
    """Those still on the map in rout at the end."""
    hits: int
    """On those still on the map."""
    leaders: tuple[str, ...]
    """Names of those who are out of the battle."""
    commands: tuple[Command, ...]
    """Those that lost anything."""


@dataclass(frozen=True, slots=True)
class Answers:
    """How a side's questions were answered."""

    own: int = 0
    """By its player."""
    standing: int = 0
    """By standing orders, or because it cost nothing."""
    clock: int = 0
    """When time was up."""
    referee: int = 0


@dataclass(frozen=True)
class Moment:
    """A position worth a map."""

    title: str
    table: TableView
    passage: Passage | None
    """What led to it; None for the end."""
    losses: Casualties | None = None
    """Since the battle began; only for the end."""


@dataclass(frozen=True)
class Account:
    """All of it."""

    armies: tuple[Army, ...]
    summary: tuple[str, ...]
    """Sentences, ready for a message."""
    turns: int
    """0 where the rules know none."""
    activations: int
    moments: tuple[Moment, ...]
    """Turning points, then the end."""


def account(
    system: System[Any], index: ChapterIndex, names: Mapping[str, str], catalogue: TextCatalogue = ENGLISH
) -> Account:
    """The account of a battle as far as its index goes, as everybody saw it. ``names`` are those of the sides."""
    shown = projected(system, index.legs, 0, lambda side: names.get(side, side))
    roll_call = _RollCall(shown.table)
    over = index.scores[-1].over
    wanted = [n for n in index.turning_points(MAPS + over) if not (over and n == len(index.chapters) - 1)][-MAPS:]
    passages: list[Passage] = []
    moments: list[Moment] = []
    for n, passage in enumerate(_passages(index, shown, roll_call)):
        passages.append(passage)
        if n in wanted:
            moments.append(Moment(passage.title, shown.table, passage))
    shown.through(None)
    end = shown.table
    roll_call.see(end)
    passages = [for_good(p, end) for p in passages]
    moments = [m if m.passage is None else replace(m, passage=for_good(m.passage, end)) for m in moments]
    lost = casualties(roll_call.everybody, end)
    armies = tuple(_army(n, roll_call, end, lost) for n in range(len(end.sides)))
    seen = [p for p, c in zip(passages, index.chapters, strict=True) if c.seen]
    return Account(
        armies,
        tuple(sentence(p, end.sides, catalogue) for p in choose(seen)),
        span(turns(index.chapters)),
        len(seen),
        (*moments, Moment("", end, None, lost)),
    )


def for_good(p: Passage, end: TableView) -> Passage:
    """The passage without the fall of leaders who have come back by the end."""
    back = {x.name for x in end.leaders}
    return replace(p, fallen=tuple(name for name in p.fallen if name not in back))


def span(known: Mapping[int, tuple[int, int]]) -> int:
    """Turns from the first to the last: one in which nothing happened has no chapter, and counts."""
    return max(known) - min(known) + 1 if known else 0


def answers(entries: Iterable[Entry]) -> dict[str, Answers]:
    """How often each side answered, and by whom, in entries that still count."""
    found: dict[str, Answers] = {}
    for e in entries:
        if e.kind == "answer":
            had = found.get(e.data["side"], Answers())
            by = str(e.data.get("note", {}).get("by") or "")
            what = {"": "own", DEADLINE: "clock", REFEREE: "referee"}.get(by, "standing")
            found[e.data["side"]] = replace(had, **{what: getattr(had, what) + 1})
    return found


def luck(entries: Iterable[Entry]) -> list[Tally]:
    """What the dice of each side came to, in entries that still count."""
    rolls = [Roll.model_validate(e.data) for e in entries if e.kind == "roll"]
    return [t for t in tallies(rolls) if not t.purpose]


class _RollCall:
    """Every unit and leader that was ever on the map."""

    def __init__(self, table: TableView) -> None:
        self.table = table
        self.units: dict[str, CounterView] = {}
        self.leaders: dict[str, LeaderView] = {}
        self.see(table)

    def see(self, table: TableView) -> None:
        for c in table.counters:
            if c.hexes:
                # Hits are counted from the first sight; a loss is marked where, and for whom, it was seen last.
                self.units[c.id] = replace(self.units.get(c.id, c), hexes=c.hexes, side=c.side, band=c.band)
        self.leaders |= {x.id: x for x in table.leaders}

    @property
    def everybody(self) -> TableView:
        """A position in which all of them are on the map."""
        return replace(self.table, counters=tuple(self.units.values()), leaders=tuple(self.leaders.values()))


def _passages(index: ChapterIndex, shown: Projector, roll_call: _RollCall) -> Iterable[Passage]:
    for n, chapter in enumerate(index.chapters):
        before = {x.id: x for x in shown.table.leaders}
        told = shown.through(None if n == len(index.chapters) - 1 else chapter.deeds[-1].n)
        roll_call.see(shown.table)
        left = {x.id for x in shown.table.leaders}
        fallen = tuple(x.name for x in before.values() if x.id not in left)
        yield Passage(chapter.title, told, index.scores[n], index.scores[n + 1], fallen)


def _army(n: int, roll_call: _RollCall, end: TableView, lost: Casualties) -> Army:
    mine = [c for c in roll_call.units.values() if c.side == n]
    gone = {code for code, side in lost.sides.items() if side == n}
    standing = [c for c in end.counters if c.side == n and c.hexes]
    left = {x.id for x in end.leaders}
    return Army(
        end.sides[n],
        len(mine),
        tuple(sorted(gone, key=numbered)),
        tuple(sorted((c.id for c in standing if "routed" in c.states), key=numbered)),
        sum(c.hits for c in standing),
        tuple(sorted(x.name for x in roll_call.leaders.values() if x.side == n and x.id not in left)),
        tuple(_commands(end.sides[n], mine, gone)),
    )


def _commands(side: SideView, units: Sequence[CounterView], gone: set[str]) -> Iterable[Command]:
    for band, name in enumerate(side.bands):
        members = [c.id for c in units if c.band == band]
        count = sum(code in gone for code in members)
        if count:
            yield Command(name, len(members), count)
