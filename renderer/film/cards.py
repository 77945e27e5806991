"""A film's first and last picture: a plate over the map with the battle's name, and with how it stands in the end."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from engine.kernel.areas import AreaMap
from engine.kernel.text import Text
from engine.kernel.view import SideView, TableView
from renderer.film.model import Frame
from renderer.film.strip import Type, swatch
from renderer.graphics import fonts
from renderer.graphics.fonts import Font
from renderer.graphics.wrapping import limited
from renderer.palette.map import Ground
from renderer.words.say import Say, words

_WIDE = 0.8
"""Share of the map's width a plate takes."""
_NAMED = 6
"""Leaders named among the losses."""
_TOLD = 5
"""Turning points told in the alternative text."""
_LONG = 110
"""Characters of each."""


@dataclass(frozen=True, slots=True)
class Line:
    """One centred line of a plate."""

    text: str
    font: Font
    leading: int
    """Pixels from the line before it."""
    tracking: float = 0.0
    side: int | None = None
    """A little counter of this side stands before it."""
    soft: bool = False


def _army(side: str, units: int) -> Text:
    """How strong a side begins."""
    if units == 1:
        return Text("{side}: 1 unit", side=side)
    return Text("{side}: {units:unit|units}", side=side, units=units)


def title(image: Image.Image, room: tuple[int, int], colours: Ground, shots: Sequence[Frame], say: Say) -> None:
    """The title over the map, which is ``room`` pixels wide and high."""
    kind, first = Type.of(image.width), shots[0].table
    lines = [_name(first, kind, room)]
    if first.subtitle:
        lines.append(Line(words(first.subtitle, say), _italic(kind, 11), kind.px(15), soft=True))
    for n, s in enumerate(first.sides):
        units = sum(c.side == n for c in first.counters)
        text = say(_army(s.name, units)) if units else words(s.name, say)
        lines.append(Line(text, _roman(kind, 12), kind.px(24 if n == 0 else 17), side=n))
    about = span(shots, say)
    if about:
        lines.append(Line(about, _italic(kind, 11), kind.px(22), soft=True))
    _plate(image, room, colours, lines)


def result(image: Image.Image, room: tuple[int, int], colours: Ground, shots: Sequence[Frame], say: Say) -> None:
    """How it stands in the end: the outcome, and every side's points and losses since the first picture."""
    kind, first, last = Type.of(image.width), shots[0].table, shots[-1].table
    lines = [_name(last, kind, room)]
    wide = room[0] * _WIDE - kind.px(30)
    font = _roman(kind, 12, "Semibold")
    for n, text in enumerate(limited(fonts.written(_outcome(last, say)), font, wide, 3)):
        lines.append(Line(text, font, kind.px(20 if n == 0 else 15)))
    for n, s in enumerate(last.sides):
        lines.append(Line(_score(s, say), font, kind.px(24), side=n))
        for text in _losses(n, first, last, say):
            lines += [
                Line(t, _roman(kind, 11), kind.px(14)) for t in limited(fonts.written(text), _roman(kind, 11), wide, 2)
            ]
    _plate(image, room, colours, lines)


def span(shots: Sequence[Frame], say: Say) -> str:
    """From when to when: the headings of the first and the last frame that have one."""
    found = [f.heading for f in shots if f.heading]
    if not found or found[0] == found[-1]:
        return found[0] if found else ""
    return say(Text("{first} to {last}", first=found[0], last=found[-1]))


def alt_text(shots: Sequence[Frame], say: Say) -> str:
    """What a film shows: the battle, the stretch, how it ends, and what turned it."""
    first, last = shots[0].table, shots[-1].table
    told = [say(Text("A film of {title}: {span}.", title=first.title, span=span(shots, say) or first.subtitle))]
    told.append(_outcome(last, say))
    for n, s in enumerate(last.sides):
        told.append(f"{_score(s, say)}; {'; '.join(_losses(n, first, last, say))}.")
    turned = [f"{f.heading}: {textwrap.shorten(f.caption, _LONG, placeholder='…')}" for f in shots if f.turning]
    if turned:
        told += [say(Text("Turning points:")), *turned[-_TOLD:]]
    return " ".join(told)


def _outcome(table: TableView, say: Say) -> str:
    return say(table.outcome if table.outcome is not None else Text("The battle goes on."))


def _name(table: TableView, kind: Type, room: tuple[int, int]) -> Line:
    """The battle's name in spaced capitals, as large as fits."""
    text = fonts.written(table.title).upper()
    px = kind.px(22)
    while px > kind.px(10) and fonts.width(text, fonts.serif("Semibold", px), px * 0.16) > room[0] * _WIDE - kind.px(
        30
    ):
        px -= 1
    return Line(text, fonts.serif("Semibold", px), kind.px(26), px * 0.16)


def _italic(kind: Type, units: float) -> Font:
    return fonts.serif("It", kind.px(units))


def _roman(kind: Type, units: float, style: fonts.Style = "Regular") -> Font:
    return fonts.serif(style, kind.px(units))


def _score(s: SideView, say: Say) -> str:
    if not s.points_name:
        return ", ".join([words(s.name, say), *(f"{say(what)} {words(value, say)}" for what, value in s.tracks)])
    points = say(Text(s.points_name))
    if s.limit:
        return say(Text("{side}: {n} of {limit} {points}", side=s.name, n=s.points, limit=s.limit, points=points))
    return say(Text("{side}: {n} {points}", side=s.name, n=s.points, points=points))


def _losses(n: int, first: TableView, last: TableView, say: Say) -> list[str]:
    """A side's units and leaders that are gone since the first picture, and how many flee in the last.

    Reinforcements that came and were lost in between count as well.
    """
    if isinstance(last.board, AreaMap):
        return _strengths(n, first, last, say)
    here = {c.id for c in (*last.counters, *last.off_map)}
    gone = sum(c.side == n and c.id not in here for c in (*first.counters, *first.off_map))
    routed = sum(c.side == n and "routed" in c.states for c in last.counters)
    leading = {x.id for x in last.leaders}
    fallen = [x.label or x.name for x in first.leaders if x.side == n and x.id not in leading]
    told = [Text("no unit lost") if not gone else Text("1 unit lost") if gone == 1 else Text("{n} units lost", n=gone)]
    if routed:
        told.append(Text("{n} routed", n=routed))
    found = [", ".join(say(t) for t in told)]
    if fallen:
        names = ", ".join([*fallen[:_NAMED], *(["…"] if len(fallen) > _NAMED else [])])
        found.append(say(Text("fallen: {names}", names=names)))
    return found


def _strengths(n: int, first: TableView, last: TableView, say: Say) -> list[str]:
    """A side's strength on a map of areas in the first picture and the last, and who has fallen in between: pieces
    come and go there without being lost."""
    before, now = (sum(c.strength or 0 for c in t.counters if c.side == n) for t in (first, last))
    found = [say(Text("{n} SP, {before} before", n=now, before=before))]
    fallen = [x for x in last.sides[n].fallen if x not in first.sides[n].fallen]
    if fallen:
        names = ", ".join([*fallen[:_NAMED], *(["…"] if len(fallen) > _NAMED else [])])
        found.append(say(Text("fallen: {names}", names=names)))
    return found


def _plate(image: Image.Image, room: tuple[int, int], colours: Ground, lines: Sequence[Line]) -> None:
    """Lines on a sheet of paper with a double edge, in the middle of the map; the map round it is dimmed."""
    kind = Type.of(image.width)
    high = min(room[1], sum(x.leading for x in lines) + kind.px(20))
    wide = round(room[0] * _WIDE)
    x0, y0 = (room[0] - wide) // 2, max(0, (room[1] - high) // 2)
    pen, ink = ImageDraw.Draw(image), colours["ink"]
    pen.rectangle((x0, y0, x0 + wide, y0 + high), fill=colours["paper"], outline=ink, width=kind.px(1.4))
    inset = kind.px(3.2)
    pen.rectangle((x0 + inset, y0 + inset, x0 + wide - inset, y0 + high - inset), outline=ink, width=1)
    y = y0 + kind.px(2)
    for x in lines:
        y += x.leading
        text = fonts.fitted(fonts.written(x.text), x.font, wide - 2 * kind.px(12)) if not x.tracking else x.text
        length = fonts.width(text, x.font, x.tracking)
        chip = kind.px(9) if x.side is not None else 0
        gap = kind.px(5) if chip else 0
        left = room[0] / 2 - (length + chip + gap) / 2
        if x.side is not None:
            swatch(image, (left + chip / 2, y - kind.px(4)), x.side, chip, colours)
        fill = colours["soft"] if x.soft else ink
        fonts.tracked(pen, (left + chip + gap, y), text, x.font, fill, x.tracking)
