"""An army counted: its units by command or by troop type, and how many of each are fresh, hit, routed or lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import digits
from typing import Literal

from engine.kernel.text import Text
from engine.kernel.view import CounterView, LeaderView, TableView
from renderer.words import particulars as told

Condition = Literal["fresh", "hit", "disordered", "routed", "retired", "away", "lost"]

CONDITIONS: dict[Condition, Text] = {
    "fresh": Text("fresh"),
    "hit": Text("hit"),
    "disordered": Text("disordered"),
    "routed": Text("routed"),
    "retired": Text("retired"),
    "away": Text("not on the map"),
    "lost": Text("lost"),
}
"""How a unit fares, from best to worst, each with its word."""


_WORST: tuple[Condition, ...] = ("routed", "retired", "disordered")
"""States that tell how a unit fares, the one that counts first in front."""


@dataclass(frozen=True, slots=True)
class Group:
    """Units that stand under one heading."""

    title: Text
    band: int | None
    units: tuple[CounterView, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How the units of one troop type fare."""

    kind: Text
    symbol: str
    counts: dict[Condition, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())


@dataclass(frozen=True)
class Muster:
    """One side's army."""

    groups: tuple[Group, ...]
    """Those on the map."""
    away: tuple[CounterView, ...]
    lost: tuple[CounterView, ...]
    leaders: tuple[LeaderView, ...]
    tallies: tuple[Tally, ...]

    @property
    def counts(self) -> dict[Condition, int]:
        """How the whole army fares."""
        return {c: sum(t.counts[c] for t in self.tallies) for c in CONDITIONS}

    @property
    def size(self) -> int:
        return sum(self.counts.values())


def muster(table: TableView, side: int) -> Muster:
    """The army of the side with this index. Hidden units count among those of unknown kind."""
    standing = _in_order([c for c in table.counters if c.side == side])
    away = tuple(c for c in table.off_map if c.side == side)
    lost = tuple(c for c in table.lost if c.side == side)
    fares: list[tuple[CounterView, Condition]] = []
    fares.extend((c, _condition(c)) for c in standing)
    fares.extend((c, "away") for c in away)
    fares.extend((c, "lost") for c in lost)
    return Muster(
        _grouped(table, standing),
        away,
        lost,
        tuple(x for x in table.leaders if x.side == side),
        _tallies(fares),
    )


def _in_order(units: Sequence[CounterView]) -> list[CounterView]:
    """As they are numbered: on the table who stands beneath another is drawn, and comes, first."""
    first: dict[str, int] = {}
    for c in units:
        first.setdefault(c.id.rstrip(digits), len(first))

    def place(c: CounterView) -> tuple[int, int]:
        letters = c.id.rstrip(digits)
        return first[letters], int(c.id[len(letters) :] or 0)

    return sorted(units, key=place)


def _condition(c: CounterView) -> Condition:
    """The worst that can be said of a unit on the map."""
    if told.hidden(c):
        return "fresh"
    for state in _WORST:
        if state in c.states:
            return state
    return "hit" if c.hits else "fresh"


def _kind(c: CounterView) -> Text:
    return Text("hidden") if told.hidden(c) else told.kind(c, brief=True)


def _grouped(table: TableView, units: Sequence[CounterView]) -> tuple[Group, ...]:
    """By contingent or command, in the order of their bands; by troop type where there is only one."""
    bands = {told.band(c) for c in units}
    if len(bands) > 1:
        by_band: dict[int, list[CounterView]] = {}
        for c in units:
            index = told.band(c)
            by_band.setdefault(-1 if index is None else index, []).append(c)
        return tuple(_band_group(table, by_band[i]) for i in sorted(by_band, key=lambda i: (i < 0, i)))
    by_kind: dict[Text, list[CounterView]] = {}
    for c in units:
        by_kind.setdefault(_kind(c), []).append(c)
    return tuple(Group(kind, None, tuple(found)) for kind, found in by_kind.items())


def _band_group(table: TableView, units: list[CounterView]) -> Group:
    first = units[0]
    index, name = told.band(first), told.command(table, first)
    if name:
        title = Text("{name}", name=name)
    else:
        title = Text("Other units") if index is None else Text("Command {n}", n=index + 1)
    return Group(title, index, tuple(units))


def _tallies(fares: Sequence[tuple[CounterView, Condition]]) -> tuple[Tally, ...]:
    found: dict[Text, Tally] = {}
    for c, condition in fares:
        kind = _kind(c)
        symbol = "question" if told.hidden(c) else c.symbol
        tally = found.setdefault(kind, Tally(kind, symbol, dict.fromkeys(CONDITIONS, 0)))
        tally.counts[condition] += 1
    return tuple(found.values())
