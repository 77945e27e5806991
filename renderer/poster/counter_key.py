"""How to read a counter: one of the battle's own, large, with what each of its figures means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.kernel.hexes import Facing
from engine.kernel.text import Text
from engine.kernel.view import CounterView, TableView
from renderer.counters.counter import drawn
from renderer.counters.look import Look
from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.wrapping import wrapped
from renderer.palette.colours import Theme
from renderer.poster.armies import troop
from renderer.poster.typesetting import Column
from renderer.words import particulars as told
from renderer.words.say import Say

_RADIUS = 168
_HIGH = 340
_TYPE, _LEADING = 27, 30
"""Sizes in units."""


def specimen(table: TableView, sides: Sequence[int]) -> CounterView | None:
    """The unit of these sides that has most to show: missiles, a band, a facing. None where all are hidden."""
    units = [c for c in (*table.counters, *table.off_map) if c.side in sides and not told.hidden(c)]
    return max(units, key=lambda c: (c.missile is not None, c.band is not None, c.facing is not None), default=None)


def set_key(column: Column, c: CounterView, theme: Theme, say: Say) -> None:
    """Set the counter into the middle of the column, its parts named at both sides."""
    u = column.u
    if column.image is not None:
        r = max(12, round(_RADIUS * u))
        at = column.middle, column.y + _HIGH * u / 2
        fresh = replace(c, facing=Facing.E, hits=0, states=frozenset(), hexes=c.hexes[:1])
        look = Look.of(fresh, "near")
        drawn(look, r, theme, "body").onto(column.image, at)
        left, right = _parts(look, fresh)
        _names(column, at, r, left, -1, say)
        _names(column, at, r, right, 1, say)
    column.y += _HIGH * u


def _parts(look: Look, c: CounterView) -> tuple[list[tuple[Text, Point]], list[tuple[Text, Point]]]:
    """What there is at the left and at the right of the counter, each with its place on it in radii."""
    left = [(troop(c.symbol), (-0.34, 0.02))]
    if look.band is not None:
        left.insert(0, (Text("command"), (-0.40, -0.50)))
    if look.missile:
        left.append((Text("missiles"), (-0.34, 0.46)))
    right = [(Text("code"), (0.38, -0.33))]
    if look.second is not None:
        right.append((Text("movement") if c.tq is None and c.size is None else Text("size"), (0.54, -0.06)))
    right.append((Text("front"), (0.92, 0.02)))
    if look.figure is not None:
        right.append((Text("Troop Quality") if c.tq is not None else Text("rating"), (0.55, 0.40)))
    return left, right


def _names(column: Column, at: Point, r: int, parts: list[tuple[Text, Point]], way: int, say: Say) -> None:
    """The names one under the other at one side, each with a line to its part."""
    if column.image is None or column.draw is None:
        return
    u = column.u
    font = fonts.serif("It", column.size(_TYPE))
    edge = at[0] + way * 1.12 * r
    room = column.width / 2 - 1.18 * r
    step = _HIGH * u / (len(parts) + 1)
    x0, y0 = round(column.x), round(column.y)
    canvas = Canvas((x0, y0), (round(column.width), round(_HIGH * u)), 3)
    for i, (name, (px, py)) in enumerate(parts):
        y = column.y + step * (i + 1)
        spot = at[0] + px * r, at[1] + py * r
        canvas.line((spot, (edge - way * 10 * u, y)), column.inks.ink, max(1.0, 1.7 * u))
        canvas.disc(spot, 5.5 * u, column.inks.paper)
        canvas.disc(spot, 4.0 * u, column.inks.ink)
        lines = wrapped(fonts.written(say(name)), font, room)
        top = y - (len(lines) - 1) * _LEADING * u / 2
        for j, line in enumerate(lines):
            where = edge, top + j * _LEADING * u
            column.draw.text(where, line, font=font, fill=column.inks.ink, anchor="lm" if way > 0 else "rm")
    canvas.onto(column.image)
