"""The same for the next: what one unit was just ordered, offered for the unit nearest to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.components.panel.asked import Asked, key_of
from bot.components.panel.page import Line, Press
from bot.components.panel.parts import remark
from bot.components.panel.place import Place
from bot.components.panel.walk import Step, walk
from bot.language.plain import escape
from engine.kernel.board import Board
from engine.kernel.board import Place as At
from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import Hex, cube
from engine.kernel.ideas import Idea
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Refusal

TRIED = 6
"""Neighbours that are asked whether they can do the same."""


@dataclass(frozen=True, slots=True)
class Given:
    """An order that was just given in the panel."""

    unit: str
    at: At | None
    """Where the unit stood before it."""
    taken: tuple[Choice, ...] = ()
    """The choices that led to it."""
    idea: Idea | None = None


def for_next(asked: Asked, given: Given) -> Line | None:
    """A line that offers the same to the nearest unit that can do it; None where nobody can."""
    if asked.decision.secret and any(c.hex is not None for c in given.taken[1:]):
        # An army is set up: another unit sent to that hex would undo what was just done.
        return None
    kind = asked.counters[given.unit].symbol if given.unit in asked.counters else ""

    apart = asked.table.board.apart

    def far(x: tuple[int, Choice]) -> tuple[bool, float, int]:
        n, c = x
        counter = asked.counters.get(c.unit or "")
        there = apart(c.hex, given.at) if c.hex is not None and given.at is not None else 0
        return counter is None or counter.symbol != kind, there, n

    units = [(n, c) for n, c in asked.orderable if c.menu is not None and c.unit != given.unit and c.key == c.unit]
    for n, c in sorted(units, key=far)[:TRIED]:
        assert c.unit is not None
        if given.idea is not None:
            idea = _likewise(asked, given.idea, c.unit)
            if idea is not None:
                return _line(asked, c, asked.say(idea.label), idea, Place((n,), key_of(idea)))
            continue
        try:
            step = echo(asked, (n, c), given)
        except Refusal:
            continue
        if step is not None:
            where = " ".join(asked.say(t.label) for t in step.taken[1:])
            return _line(asked, c, where, step.taken[-1], Place(step.path))
    return None


def _line(asked: Asked, unit: Choice, where: str, last: Choice | Idea, place: Place) -> Line:
    what = asked.word("the same, {what}", what=where)
    said = remark(asked, last)
    label = asked.word("{unit}: the same", unit=unit.unit)
    text = f"**{escape(unit.unit or '')}** {escape(what)}"
    return Line(text + (f"\n-# {said}" if said else ""), Press("same", str(place), label, "primary"))


def _likewise(asked: Asked, idea: Idea, unit: str) -> Idea | None:
    alike = (i for i in asked.ideas(unit) if i.kind == idea.kind and i.label.template == idea.label.template)
    return next(alike, None)


def echo(asked: Asked, unit: tuple[int, Choice], given: Given) -> Step | None:
    """The walk through another unit's menus that does what was done, moved by as far as it stands away."""
    n, choice = unit
    path = [n]
    for before in given.taken[1:]:
        if choice.menu is None:
            return None
        at = _match(asked.table.board, choice.menu(), before, given.at, unit[1].hex)
        if at is None:
            return None
        path.append(at[0])
        choice = at[1]
    step = walk(asked.decision, tuple(path))
    return step if step.answer is not None else None


def _match(board: Board, menu: Menu, before: Choice, was: At | None, now: At | None) -> tuple[int, Choice] | None:
    goal = None
    if (
        before.hex is not None
        and before.mp is not None
        and before.facing is None
        and was is not None
        and now is not None
    ):
        # On a map of hexes as far and in the same direction, on one of areas to the same place.
        goal = moved(before.hex, was, now) if isinstance(board, BattleMap) else before.hex
    for n, c in enumerate(menu):
        if (c.key == before.key) if goal is None else (c.hex == goal and c.facing is None):
            return n, c
    return None


def moved(h: Hex, was: Hex, now: Hex) -> Hex:
    """The hex that lies from ``now`` as ``h`` lies from ``was``.

    >>> moved(2405, 2206, 2307), moved(2405, 2206, 2206)
    (2506, 2405)
    """
    (hx, _, hz), (wx, _, wz), (nx, _, nz) = cube(h), cube(was), cube(now)
    x, z = nx + hx - wx, nz + hz - wz
    return x * 100 + z + (x - (x & 1)) // 2


def of(taken: Sequence[Choice], idea: Idea | None = None) -> Given | None:
    """What was given by these choices; None where no unit was chosen first."""
    first = taken[0] if taken else None
    if first is None or first.unit is None or first.key != first.unit:
        return None
    return Given(first.unit, first.hex, tuple(taken), idea)
