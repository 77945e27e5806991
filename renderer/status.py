"""The state of play in a line, and the picture in a sentence for those who can't see it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.events import Trace
from engine.kernel.hexes import show
from engine.kernel.text import Text
from engine.kernel.view import CounterView, SideView, TableView
from renderer.overlaid import told
from renderer.overlays import Overlay
from renderer.words import Say, listed


def _points(side: SideView, say: Say) -> str:
    """Points with the initials of what they are called, as there is little room."""
    initials = "".join(w[0] for w in say(Text(side.points_name)).split())
    return _counted(side, initials, say)


def _full_points(side: SideView, say: Say) -> str:
    return _counted(side, say(Text(side.points_name)), say)


def _counted(side: SideView, what: str, say: Say) -> str:
    if side.limit:
        return say(
            Text("{side} {points} of {limit} {what}", side=side.name, points=side.points, limit=side.limit, what=what)
        )
    return say(Text("{side} {points} {what}", side=side.name, points=side.points, what=what))


def state_of_play(table: TableView, say: Say = str) -> str:
    """Turn, phase or outcome, who is active, points of every side."""
    return " · ".join([moment(table, say), *(_points(s, say) for s in table.sides)])


def moment(table: TableView, say: Say = str) -> str:
    """Turn, and phase, outcome or who is active."""
    parts = [say(Text("Turn {turn}", turn=table.turn))] if table.turn else []
    active = [x.name for x in table.leaders if x.status == "active"]
    if table.outcome is not None:
        parts.append(say(table.outcome))
    elif len(active) == 1:
        parts.append(say(Text("{leader} is active", leader=active[0])))
    elif active:
        parts.append(say(Text("{leaders} are active", leaders=listed(active, say))))
    else:
        parts.append(say(table.phase))
    return " · ".join(parts)


def points(side: SideView, say: Say = str) -> str:
    """A side's points without its name."""
    what = say(Text(side.points_name))
    if side.limit:
        return say(Text("{points} of {limit} {what}", points=side.points, limit=side.limit, what=what))
    return f"{side.points} {what}"


def strength(table: TableView, side: int, say: Say = str) -> str:
    """How many units of a side are on the map, and how many of them are shaken."""
    units = [c for c in table.counters if c.side == side and c.hexes]
    there = Text("1 unit on the map") if len(units) == 1 else Text("{n} units on the map", n=len(units))
    return ", ".join([say(there), *_shaken(units, say)])


_TOLD = {
    "move": "{unit} moved to {where}",
    "advance": "{unit} advanced to {where}",
    "withdraw": "{unit} withdrew to {where}",
    "rout": "{unit} fled to {where}",
    "missile": "{unit} fired at {where}",
    "shock": "{unit} attacked {where}",
    "charge": "{unit} charged {where}",
    "hit": "{unit} took hits",
    "loss": "{unit} was lost",
}
"""What is said of each kind of trace."""
MOST_TOLD = 5
STATES_TOLD = {"routed": "{n} routed", "retired": "{n} retired", "disordered": "{n} disordered"}
"""States a side's units are counted by: one that is both retired and disordered is told as retired."""


def alt_text(table: TableView, traces: Sequence[Trace], overlays: Sequence[Overlay] = (), say: Say = str) -> str:
    """Some sentences: battle, turn and points, what each overlay shows, and what the marks on the map tell."""
    sides = []
    for i, s in enumerate(table.sides):
        sides.append(", ".join([_full_points(s, say), strength(table, i, say), *_standards(table, i, say)]))
    about = {"battle": table.title, "phase": say(table.outcome or table.phase).rstrip("."), "sides": "; ".join(sides)}
    if table.turn:
        first = say(Text("Map of {battle}, turn {turn}, {phase}: {sides}.", turn=table.turn, **about))
    else:
        first = say(Text("Map of {battle}, {phase}: {sides}.", **about))
    return " ".join(
        x for x in (first, *(told.sentence(table, o, say) for o in overlays), _told(table, traces, say)) if x
    )


def _shaken(units: Sequence[CounterView], say: Say) -> list[str]:
    """How many are in each of the states that matter most."""
    worst = [next((s for s in STATES_TOLD if s in c.states), None) for c in units]
    return [say(Text(template, n=worst.count(s))) for s, template in STATES_TOLD.items() if s in worst]


def _standards(table: TableView, side: int, say: Say) -> list[str]:
    """Where the side's standards are, or how many when they are many."""
    at = [show(m.hex) for m in table.markers if m.kind == "standard" and m.side == side]
    if not at:
        return []
    if len(at) > MOST_TOLD:
        return [say(Text("{n} standards", n=len(at)))]
    if len(at) == 1:
        return [say(Text("standard in {hex}", hex=at[0]))]
    return [say(Text("standards in {hexes}", hexes=listed(at, say)))]


def _told(table: TableView, traces: Sequence[Trace], say: Say) -> str:
    """What the traces say, the first few spelled out."""
    standing = {h: c.id for c in table.counters for h in c.hexes}
    found: list[str] = []
    for t in traces:
        where = show(t.hexes[-1]) if t.hexes else ""
        if t.kind in ("missile", "shock", "charge") and t.hexes and t.hexes[-1] in standing:
            where = say(Text("{unit} in {hex}", unit=standing[t.hexes[-1]], hex=where))
        if where or t.kind in ("loss", "hit"):
            found.append(say(Text(_TOLD[t.kind], unit=t.unit, where=where)))
    found = list(dict.fromkeys(found))
    if not found:
        return ""
    more = len(found) - MOST_TOLD
    shown = found[:MOST_TOLD]
    if more > 0:
        shown.append(say(Text("1 more event") if more == 1 else Text("{n} more events", n=more)))
    return f"{listed(shown, say)}."
