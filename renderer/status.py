"""The state of play in a line, and the picture in a sentence for those who can't see it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.events import Trace
from engine.kernel.hexes import show
from engine.kernel.view import CounterView, SideView, TableView


def _points(side: SideView) -> str:
    initials = "".join(w[0] for w in side.points_name.split())
    return (
        f"{side.name} {side.points} of {side.limit} {initials}"
        if side.limit
        else f"{side.name} {side.points} {initials}"
    )


def state_of_play(table: TableView) -> str:
    """Turn, phase or outcome, who is active, points of every side."""
    parts = [f"Turn {table.turn}"] if table.turn else []
    active = [x.name for x in table.leaders if x.status == "active"]
    if table.outcome is not None:
        parts.append(str(table.outcome))
    elif active:
        parts.append(f"{' and '.join(active)} {'is' if len(active) == 1 else 'are'} active")
    else:
        parts.append(str(table.phase))
    return " · ".join([*parts, *(_points(s) for s in table.sides)])


_VERBS = {
    "move": "moved to",
    "advance": "advanced to",
    "withdraw": "withdrew to",
    "rout": "fled to",
    "missile": "fired at",
    "shock": "attacked",
    "charge": "charged",
}
MOST_TOLD = 5
STATES_TOLD = ("routed", "retired", "disordered")
"""States a side's units are counted by: one that is both retired and disordered is told as retired."""


def alt_text(table: TableView, traces: Sequence[Trace]) -> str:
    """One or two sentences: battle, turn, points, and what the marks on the map show."""
    sides = []
    for i, s in enumerate(table.sides):
        units = [c for c in table.counters if c.side == i and c.hexes]
        sides.append(
            ", ".join([f"{_full_points(s)}, {len(units)} units on the map", *_shaken(units), *_standards(table, i)])
        )
    turn = f"turn {table.turn}, " if table.turn else ""
    first = f"Map of {table.title}, {turn}{str(table.outcome or table.phase).rstrip('.')}: {'; '.join(sides)}."
    second = _told(table, traces)
    return f"{first} {second}" if second else first


def _shaken(units: Sequence[CounterView]) -> list[str]:
    """How many are in each of the states that matter most."""
    worst = [next((s for s in STATES_TOLD if s in c.states), None) for c in units]
    return [f"{worst.count(s)} {s}" for s in STATES_TOLD if s in worst]


def _standards(table: TableView, side: int) -> list[str]:
    """Where the side's standards are, or how many when they are many."""
    at = [show(m.hex) for m in table.markers if m.kind == "standard" and m.side == side]
    if not at:
        return []
    if len(at) > MOST_TOLD:
        return [f"{len(at)} standards"]
    return [f"standard{'s' if len(at) > 1 else ''} in {_listed(at)}"]


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else parts[0]


def _full_points(s: SideView) -> str:
    limit = f" of {s.limit}" if s.limit else ""
    return f"{s.name} {s.points}{limit} {s.points_name}"


def _told(table: TableView, traces: Sequence[Trace]) -> str:
    """What the traces say, the first few spelled out."""
    standing = {h: c.id for c in table.counters for h in c.hexes}
    told: list[str] = []
    for t in traces:
        if t.kind in ("loss", "hit"):
            told.append(f"{t.unit} {'was lost' if t.kind == 'loss' else 'took hits'}")
            continue
        end = t.hexes[-1] if t.hexes else None
        if end is None:
            continue
        where = show(end)
        if t.kind in ("missile", "shock", "charge") and end in standing:
            where = f"{standing[end]} in {where}"
        told.append(f"{t.unit} {_VERBS[t.kind]} {where}")
    told = list(dict.fromkeys(told))
    if not told:
        return ""
    more = len(told) - MOST_TOLD
    shown = told[:MOST_TOLD] + ([f"{more} more events"] if more > 0 else [])
    return f"{_listed(shown)}."
