"""The state of play in a line: turn, phase, points; and how strong each side is."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import Text
from engine.kernel.view import CounterView, SideView, TableView
from renderer.words.say import Say, listed, words

STATES_TOLD = {"routed": "{n} routed", "retired": "{n} retired", "disordered": "{n} disordered"}
"""States a side's units are counted by: one that is both retired and disordered is told as retired."""


def _points(side: SideView, say: Say) -> str:
    """Points with the initials of what they are called, as there is little room."""
    initials = "".join(w[0] for w in say(Text(side.points_name)).split())
    return counted(side, initials, say)


def counted(side: SideView, what: str, say: Say) -> str:
    """A side's points by name, against their limit where there is one; ``what`` is what they are called.

    Its name alone where it counts none.
    """
    if not side.points_name:
        return words(side.name, say)
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
    """A side's points without its name; "" where it counts none."""
    if not side.points_name:
        return ""
    what = say(Text(side.points_name))
    if side.limit:
        return say(Text("{points} of {limit} {what}", points=side.points, limit=side.limit, what=what))
    return f"{side.points} {what}"


def strength(table: TableView, side: int, say: Say = str) -> str:
    """How many units of a side are on the map, and how many of them are shaken."""
    units = [c for c in table.counters if c.side == side and c.hexes]
    there = Text("1 unit on the map") if len(units) == 1 else Text("{n} units on the map", n=len(units))
    return ", ".join([say(there), *_shaken(units, say)])


def _shaken(units: Sequence[CounterView], say: Say) -> list[str]:
    """How many are in each of the states that matter most."""
    worst = [next((s for s in STATES_TOLD if s in c.states), None) for c in units]
    return [say(Text(template, n=worst.count(s))) for s, template in STATES_TOLD.items() if s in worst]
