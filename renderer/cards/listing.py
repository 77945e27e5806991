"""Units and leaders in a list: each its counter or disc as on the map, and a few words beside it."""

from __future__ import annotations

import math

from PIL import Image

from engine.kernel.board import Board
from engine.kernel.text import Text
from engine.kernel.view import CounterView, LeaderView
from renderer.cards.muster import Condition
from renderer.cards.page import Page
from renderer.counters import counter, leaders
from renderer.counters.counter import has_badges
from renderer.counters.look import Look, span_of
from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.wrapping import limited
from renderer.map.layout import zoom_of
from renderer.palette.colours import HIT
from renderer.words import particulars as told
from renderer.words.say import Say, words

HEIGHT = 76
"""Of an entry, in pixels."""
_R = 40
"""Hex radius of a counter: the smallest at which it carries its code."""
_COUNTER = 90
"""Room for the counter, left of the words."""


def leader(page: Page, board: Board, x: LeaderView, at: Point, width: float, say: Say) -> None:
    """His disc, name, rank, hex and status; a long name takes the place of the rank, which the disc shows too."""
    leaders.sprite(x, 62, page.theme, alone=True, far=False).onto(page.image, (at[0] + 40, at[1] + HEIGHT / 2))
    left, top, room = at[0] + _COUNTER, at[1], width - _COUNTER - 8
    name = limited(fonts.written(x.name), fonts.serif("Semibold", 19), room, 2)
    for i, line in enumerate(name):
        page.write((left, top + 25 + 21 * i), line, 19, "Semibold")
    if len(name) == 1:
        page.write((left, top + 46), say(told.kind(x)), 17, "It", page.soft, room=room)
    states = [say(told.word(s)) for s in told.states(x)]
    page.write((left, top + 67), " · ".join([board.show(x.hex), *states]), 17, room=room)


def unit(page: Page, board: Board, c: CounterView, fate: Condition, at: Point, width: float, say: Say) -> None:
    """Its counter, code, hex and name; hits and states in words."""
    _counter(page, c, fate, (at[0] + _COUNTER / 2 - 3, at[1] + HEIGHT / 2 + 1))
    left, top, room = at[0] + _COUNTER, at[1], width - _COUNTER - 16
    hexes = fonts.fitted(fonts.ascii_only("+".join(board.show(h) for h in c.hexes)), fonts.plain(17), room * 0.6)
    taken = page.figure((left + room, top + 24), hexes, 17, page.soft, "rs") if hexes else 0
    code = fonts.fitted("?" if told.hidden(c) else fonts.ascii_only(c.id), fonts.plain(20), room - taken - 8)
    page.figure((left, top + 24), code, 20, anchor="ls")
    states, name = fares(c, fate, say), fonts.written(say(told.name(c)))
    if name == c.id:
        name = ""
    lines = _state_lines(states, room, 1 if name else 2)
    for i, line in enumerate(lines):
        page.write((left, top + (65 if name else 45) + 20 * i), line, 16, "It", page.soft)
    if states or fonts.serif("Regular", 15).getlength(name) <= room:
        page.name((left, top + 45), name, 17, room)
        return
    for i, line in enumerate(limited(name, fonts.serif("Regular", 17), room, 2)):
        page.write((left, top + 45 + 20 * i), line, 17)


def _state_lines(states: str, room: float, lines: int) -> list[str]:
    return limited(fonts.written(states), fonts.serif("It", 16), room, lines)


def fares(c: CounterView, fate: Condition, say: Say) -> str:
    """A unit's hits and states in words; of a lost one, how it was lost."""
    why = words(told.said(c, "State"), say)
    if fate == "lost" and why:
        return why
    parts: list[str] = []
    if c.hits and not told.hidden(c):
        parts.append(say(Text("{n} hits", n=c.hits) if c.hits > 1 else Text("1 hit")))
    parts += [say(told.word(s)) for s in told.states(c)]
    return ", ".join(parts)


def _counter(page: Page, c: CounterView, fate: Condition, at: Point) -> None:
    """The counter as on the map; pale where it isn't there, struck through where it is lost."""
    span = span_of(c)
    dx, dy = span or (0.0, 0.0)
    r = math.floor(min(_R, _COUNTER / (1.9 + abs(dx)), (HEIGHT + 4) / (1.7 + abs(dy))))
    at = at[0] - dx * r / 2, at[1] - dy * r / 2
    look = Look.of(c, zoom_of(r), span=span)
    sprite = counter.sprite(look, r, page.theme, "body")
    if fate in ("away", "lost"):
        page.ghost(sprite, at)
    else:
        sprite.onto(page.image, at)
    if fate != "lost" and has_badges(look):
        counter.sprite(look, r, page.theme, "badges").onto(page.image, at)
    if fate == "lost":
        _strike(page.image, at, 0.62 * r)


def _strike(image: Image.Image, at: Point, reach: float) -> None:
    """A crimson stroke through a counter that is lost."""
    corner, side = (round(at[0] - reach) - 4, round(at[1] - reach) - 4), round(2 * reach) + 8
    canvas = Canvas(corner, (side, side), 3)
    canvas.line(((at[0] - reach, at[1] + reach), (at[0] + reach, at[1] - reach)), HIT, 4, round_ends=True)
    canvas.onto(image)
