"""The orders of battle beside the field: each army's commanders, its commands, and what stands in them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from PIL import Image

from engine.kernel.text import Text
from engine.kernel.view import CounterView, LeaderView, SideView, TableView
from renderer.counters import bands, counter, leaders
from renderer.counters.look import Look
from renderer.counters.outlines import cornered
from renderer.draw import LEGEND_STATES
from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.wrapping import wrapped
from renderer.map import retreat_edges
from renderer.palette.colours import Theme
from renderer.palette.map import ground as ground_colours
from renderer.palette.sides import side
from renderer.poster.typesetting import Column
from renderer.symbols.troops import OTHERS, TROOPS
from renderer.words import particulars as told
from renderer.words.say import Say


def _names() -> dict[str, Text]:
    found: dict[str, Text] = {}
    for types in (TROOPS["cataphract"], TROOPS["men-of-iron"], *TROOPS.values(), OTHERS):
        for troop in types.values():
            found.setdefault(troop.symbol, troop.name)
    return found


_NAMES = MappingProxyType(_names())
"""What the troop symbols stand for."""


def troop(symbol: str) -> Text:
    """What a troop symbol stands for; its name, spelled out, where no rule system has it."""
    if symbol == "question":
        return Text("hidden")
    return _NAMES.get(symbol) or Text(symbol.replace("-", " "))


@dataclass(frozen=True, slots=True)
class Command:
    """One contingent or command: what it is made of, and the leaders who lead it alone."""

    name: str
    band: int | None
    leaders: tuple[LeaderView, ...]
    troops: tuple[tuple[str, int], ...]
    """Symbols with the number of units, the most numerous first."""
    absent: int
    """Units counted above that are not on the field."""


@dataclass(frozen=True, slots=True)
class Army:
    """One side's order of battle."""

    side: int
    seen: SideView
    leaders: tuple[LeaderView, ...]
    """Those over more than one command."""
    commands: tuple[Command, ...]
    units: int
    lost: int
    flees: bool
    """Whether it has a retreat edge."""

    @property
    def commanders(self) -> int:
        return len(self.leaders) + sum(len(c.leaders) for c in self.commands)


def army(table: TableView, index: int) -> Army:
    """The order of battle of the side with this index, as it stands now; hidden units count as unknown."""
    seen = table.sides[index]
    groups: dict[tuple[int, str], list[tuple[CounterView, bool]]] = {}
    for c, on in _units(table, index):
        band = told.band(c)
        groups.setdefault((-1 if band is None else band, told.command(table, c)), []).append((c, on))
    names = {name for _, name in groups}
    at_head: list[LeaderView] = []
    over: dict[str, list[LeaderView]] = {}
    for x in table.leaders:
        if x.side == index:
            led = _led(x)
            (over.setdefault(led, []) if led in names and len(names) > 1 else at_head).append(x)
    commands: list[Command] = []
    for (band, name), members in sorted(groups.items(), key=lambda g: g[0][0]):
        counted = Counter("question" if told.hidden(c) else c.symbol for c, _ in members)
        troops = tuple(sorted(counted.items(), key=lambda t: (-t[1], t[0])))
        absent = sum(not on for _, on in members)
        commands.append(Command(name, None if band < 0 else band, tuple(over.pop(name, ())), troops, absent))
    for rest in over.values():
        at_head += rest
    lost = sum(c.side == index for c in table.lost)
    units = sum(n for c in commands for _, n in c.troops)
    return Army(index, seen, tuple(at_head), tuple(commands), units, lost, bool(table.retreat_edges.get(index)))


def _led(x: LeaderView) -> str:
    """The commands a leader is bound to, as his facts have it; "" for all of them."""
    return told.fact(x, "Command") or told.fact(x, "Commands")


def _units(table: TableView, side: int) -> Iterator[tuple[CounterView, bool]]:
    """A side's units, each with whether it is on the field."""
    for units, on in ((table.counters, True), (table.off_map, False)):
        for c in units:
            if c.side == side:
                yield c, on


_ICON = 46
"""Radius of the hex a counter in the list would stand in, in units."""
_DISC = 62
_LINE = 74


def set_army(column: Column, a: Army, theme: Theme, say: Say, standing: bool, loose: float = 0.0) -> None:
    """Set an order of battle into a column; ``standing`` adds the points lost so far, ``loose`` units of space between
    its commands.
    """
    _title(column, a, theme)
    column.space(14)
    column.centred(_strength(a, say), "It", 28, soft=True)
    limit, what = a.seen.limit, say(Text(a.seen.points_name))
    if standing and limit:
        line = Text("{points} of {limit} {what} so far", points=a.seen.points, limit=limit, what=what)
        column.centred(say(line), "It", 28, soft=True)
    elif limit:
        column.centred(say(Text("beaten at {limit} {what}", limit=limit, what=what)), "It", 28, soft=True)
    if a.flees:
        _retreat(column, a.side, theme, say)
    column.space(22)
    for x in a.leaders:
        _leader(column, x, theme, led=_led(x))
    if a.leaders:
        column.space(14 + loose / 2)
    for c in a.commands:
        _command(column, a, c, theme, say)
        column.space(20 + loose)


def _strength(a: Army, say: Say) -> str:
    parts = [say(Text("1 unit") if a.units == 1 else Text("{n} units", n=a.units))]
    if a.commanders:
        parts.append(say(Text("1 leader") if a.commanders == 1 else Text("{n} leaders", n=a.commanders)))
    if a.lost:
        parts.append(say(Text("{n} lost", n=a.lost)))
    return " · ".join(parts)


def _retreat(column: Column, index: int, theme: Theme, say: Say) -> None:
    """What marks the edge its routed units run to."""
    u = column.u
    said = fonts.written(say(Text("its retreat edge")))
    font = fonts.serif("It", column.size(28))
    if column.image is not None and column.draw is not None:
        wide = font.getlength(said)
        x, y = column.middle + 22 * u, column.y + 28 * u
        column.draw.text((x, y), said, font=font, fill=column.inks.soft, anchor="ms")
        mark = max(4.5, 13 * u)
        at = x - wide / 2 - 30 * u, y - 9 * u
        retreat_edges.arrowhead(column.image, at, (1.0, 0.0), mark, index, ground_colours(theme))
    column.y += 38 * u


def _title(column: Column, a: Army, theme: Theme) -> None:
    """The army's name on a plate in its colours, with the corners its counters have."""
    u, high = column.u, 96 * column.u
    if column.image is not None and column.draw is not None:
        c = side(a.side)
        w = column.width
        origin = round(column.x), round(column.y)
        canvas = Canvas(origin, (math.ceil(w), math.ceil(high)), 3)
        middle = column.middle, column.y + high / 2
        r = round(58 * u)
        for inset, colour in ((0.0, c.rim), (3.4 * u, c.casing), (7.0 * u, c.face)):
            canvas.area(cornered(middle, w, high, inset, c, r), colour)
        canvas.line(
            [*(edge := cornered(middle, w, high, 12 * u, c, r)), edge[0]], c.ink, max(1.0, 1.6 * u), opacity=1.0
        )
        canvas.onto(column.image)
        px = column.size(46)
        name = fonts.written(a.seen.name).upper()
        while px > 9 and fonts.width(name, fonts.serif("Semibold", px), px * 0.13) > w - 70 * u:
            px -= 1
        font = fonts.serif("Semibold", px)
        wide = fonts.width(name, font, px * 0.13)
        at = middle[0] - wide / 2, middle[1] + px * 0.33
        fonts.tracked(column.draw, at, name, font, c.ink, px * 0.13)
    column.y += high


def _leader(column: Column, x: LeaderView, theme: Theme, led: str = "") -> None:
    """A leader's disc, his name, and in smaller type the commands he leads."""
    u = column.u
    left = column.x + 84 * u
    room = column.x + column.width - left
    large, small = fonts.serif("Semibold", column.size(33)), fonts.serif("It", column.size(25))
    lines = [(line, large, 38.0, column.inks.ink) for line in wrapped(fonts.written(x.name), large, room)]
    lines += [(line, small, 31.0, column.inks.soft) for line in wrapped(fonts.written(led), small, room)]
    taken = sum(step for _, _, step, _ in lines) * u
    high = max(_LINE * u, taken + 14 * u)
    if column.image is not None and column.draw is not None:
        disc = leaders.sprite(x, max(8, round(_DISC * u)), theme, alone=True, far=False)
        disc.onto(column.image, (column.x + 38 * u, column.y + _LINE * u / 2))
        y = column.y + max(0.0, _LINE * u - taken) / 2 - (6 * u if not led else 0)
        for line, font, step, ink in lines:
            y += step * u
            column.draw.text((left, y), line, font=font, fill=ink, anchor="ls")
    column.y += high


def _command(column: Column, a: Army, c: Command, theme: Theme, say: Say) -> None:
    """A command: the band its counters wear, its name, its leaders, and its troops in a running row."""
    u = column.u
    absent = say(Text("{n} not on the field", n=c.absent)) if c.absent else ""
    if c.name:
        px = column.size(33)
        font = fonts.serif("SemiboldIt", px)
        x = column.x + (84 * u if c.band is not None else 0)
        small = fonts.serif("It", column.size(25))
        note = small.getlength(fonts.written(absent)) + 20 * u if absent else 0
        lines = wrapped(fonts.written(c.name), font, column.x + column.width - x - note)
        for i, line in enumerate(lines):
            if column.draw is not None and column.image is not None:
                if i == 0 and c.band is not None:
                    _band(column, c.band)
                column.draw.text((x, column.y + 36 * u), line, font=font, fill=column.inks.ink, anchor="ls")
                if i == 0 and absent:
                    at = column.x + column.width, column.y + 36 * u
                    said = fonts.written(absent)
                    column.draw.text(at, said, font=small, fill=column.inks.soft, anchor="rs")
            column.y += (50 if i == len(lines) - 1 else 42) * u
    for x in c.leaders:
        _leader(column, x, theme)
    _troops(column, a, c, theme, say)


def _band(column: Column, band: int) -> None:
    """The command's band as its counters wear it."""
    if column.image is None:
        return
    u = column.u
    w, h, edge = round(66 * u), max(4, round(24 * u)), max(1, round(2.4 * u))
    chip = Image.new("RGBA", (w * 3, h * 3), (*column.inks.ink, 255))
    mask = Image.new("L", chip.size, 0)
    mask.paste(255, (edge * 3, edge * 3, (w - edge) * 3, (h - edge) * 3))
    bands.lay(chip, mask, band, edge * 3, (h - edge) * 3)
    column.image.paste(chip.reduce(3).convert("RGB"), (round(column.x + 4 * u), round(column.y + 13 * u)))


def _troops(column: Column, a: Army, c: Command, theme: Theme, say: Say) -> None:
    u = column.u
    figure, font = fonts.serif("Semibold", column.size(35)), fonts.serif("Regular", column.size(29))
    x = column.x + 6 * u
    r = max(8, round(_ICON * u))
    for symbol, n in c.troops:
        what = fonts.written(say(troop(symbol)))
        count = f"{n} ×" if fonts.serif_folder() is not None else f"{n} x"
        wide = 72 * u + figure.getlength(count) + 12 * u + font.getlength(what) + 30 * u
        if x > column.x + 6 * u and x + wide - 30 * u > column.x + column.width:
            x = column.x + 6 * u
            column.y += _LINE * u
        if column.image is not None and column.draw is not None:
            mid = column.y + _LINE * u / 2
            look = Look(a.side, symbol, None, None, None, 0, None, None, c.band, frozenset(), "")
            counter.sprite(look, r, theme, "body").onto(column.image, (x + 30 * u, mid))
            at = x + 74 * u
            column.draw.text((at, mid + 12 * u), count, font=figure, fill=column.inks.ink, anchor="ls")
            at += figure.getlength(count) + 12 * u
            column.draw.text((at, mid + 11 * u), what, font=font, fill=column.inks.ink, anchor="ls")
        x += wide
    if c.troops:
        column.y += _LINE * u


def states_of(table: TableView) -> list[str]:
    """States that counters on the field show, in the order they are explained in."""
    shown = {s for c in table.counters if c.hexes for s in c.states}
    return [state for state in LEGEND_STATES if state in shown]


def set_states(column: Column, states: Sequence[str], theme: Theme, say: Say) -> None:
    """What the signs on the counters mean, in two columns."""
    u = column.u
    font = fonts.serif("It", column.size(28))
    r = max(8, round(44 * u))
    for i, state in enumerate(states):
        if column.image is not None and column.draw is not None:
            x = column.x + (i % 2) * column.width / 2 + 44 * u
            y = column.y + 48 * u
            look = Look(1, "heavy-infantry", 0, None, None, 0, None, None, None, frozenset({state}), "")
            counter.lay(column.image, look, r, (x, y), theme)
            said = fonts.fitted(fonts.written(say(told.word(state))), font, column.width / 2 - 110 * u)
            column.draw.text((x + 62 * u, y + 9 * u), said, font=font, fill=column.inks.ink, anchor="ls")
        if i % 2 or i == len(states) - 1:
            column.y += 100 * u
