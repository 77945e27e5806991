"""The card of a unit, a leader or a marker: its counter large, what it can do, how it fares, and where it stands."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.kernel.text import Text
from engine.kernel.view import CounterView, LeaderView, MarkerView, Particular, TableView
from renderer.cards import emblems
from renderer.cards.page import EDGE, Page
from renderer.cards.vicinity import Vicinity, vicinity
from renderer.counters import counter, leaders, markers
from renderer.counters.counter import has_badges
from renderer.counters.look import Look, span_of
from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.wrapping import limited
from renderer.map.layout import CORNERS, SQRT3
from renderer.palette.colours import Theme, mix
from renderer.picture import Picture
from renderer.words import particulars as told
from renderer.words.particulars import Piece
from renderer.words.say import Say, words

WIDTH, HEIGHT = 960, 584
"""Of a card in pixels; one with many facts is higher."""
MOST_FACTS = 24

_TOP = 122
"""Under the heading."""
_MAP = (322, 350)
_MAP_LEFT = WIDTH - EDGE - _MAP[0]
_MIDDLE = 312
"""Left edge of figures and states, right of the counter."""
_MIDDLE_ROOM = _MAP_LEFT - 22 - _MIDDLE
_FACTS_TOP = 388
"""Where further facts begin, if states leave room."""
_FACTS_ROOM = _MAP_LEFT - 30 - EDGE
_ROW = 34
_FIGURES = 96
_STATES = 42
_STAND: Point = (EDGE + 128, 248)
"""Where the counter lies."""
_LARGEST = 128
"""Radius of the counter's hex."""
_ONE_COLUMN = 4
"""Facts up to which they stand in one column."""


def unit_card(table: TableView, piece: str, theme: Theme = "light", say: Say = str) -> Picture:
    """The card of the unit, leader or marker with this code. Raises KeyError where the table has none.

    The same arguments give the same bytes on one version of Pillow; safe to call from several threads.
    """
    return _Card(table, told.find(table, piece), theme, say).drawn()


@dataclass(frozen=True, slots=True)
class _Fact:
    """A label and its value on their place."""

    label: str
    lines: tuple[str, ...]
    at: Point
    lead: float
    """Pixels from label to value."""


class _Card:
    """One card being drawn."""

    def __init__(self, table: TableView, piece: Piece, theme: Theme, say: Say) -> None:
        self.table = table
        self.piece = piece
        self.theme: Theme = theme
        self.say = say
        self.facts = [*told.facts(table, piece), *told.surroundings(table, piece, say)]
        hexes = told.hexes(piece)
        self.around: Vicinity | None = vicinity(table, hexes, _MAP, theme, say) if hexes else None
        self.page = Page(WIDTH, HEIGHT, theme)
        self.top = _FACTS_TOP

    def drawn(self) -> Picture:
        self.top = max(_FACTS_TOP, _TOP + self._height_of_middle() + 10)
        bottom, facts = self._facts(self.top)
        height = max(HEIGHT, bottom + 66)
        self.page = Page(WIDTH, height, self.theme)
        self._heading()
        self._counter()
        y = self._figures(_TOP + 8)
        y = self._strength(y)
        self._states(y)
        self._write_facts(facts)
        self._place()
        self._foot(height)
        self.page.frame()
        return self.page.picture(self._alt(), self.around.palette if self.around is not None else None)

    # Heading and foot

    def _side(self) -> str:
        return self.table.sides[self.piece.side].name if self.piece.side is not None else ""

    def _heading(self) -> None:
        page, piece = self.page, self.piece
        right = WIDTH - EDGE
        if not told.hidden(piece):
            owner = markers.NOBODY if piece.side is None else piece.side
            right = page.plate(right, 52, piece.id, owner, 34, 220) - 24
        page.heading((EDGE, 62), self.say(told.name(piece)), 38, right - EDGE)
        x: float = EDGE
        index, command = told.band(piece), told.command(self.table, piece)
        if index is not None:
            page.band((EDGE, 77, EDGE + 54, 93), index)
            x += 66
        line = " · ".join(w for w in (words(command, self.say), self._side(), self.say(told.kind(piece))) if w)
        page.write((x, 93), line, 21, "It", page.soft, room=right - x)
        page.rule(106, EDGE, WIDTH - EDGE, double=True)

    def _foot(self, height: int) -> None:
        page, table = self.page, self.table
        turn = self.say(Text("Turn {n}", n=table.turn)) if table.turn else ""
        parts = [words(table.title, self.say), turn, self.say(table.phase)]
        page.rule(height - 46, EDGE, WIDTH - EDGE)
        text = " · ".join(x for x in parts if x)
        page.write((EDGE, height - 22), text, 17, "It", page.soft, room=WIDTH - 2 * EDGE)

    # The counter

    def _counter(self) -> None:
        piece, image = self.piece, self.page.image
        if isinstance(piece, LeaderView):
            self._hex(_LARGEST, ((0.0, 0.0),), _STAND)
            leaders.sprite(piece, 180, self.theme, alone=True, far=False).onto(image, _STAND)
        elif isinstance(piece, MarkerView):
            self._hex(_LARGEST, ((0.0, 0.0),), _STAND)
            markers.sprite(piece, 112, self.theme, alone=True).onto(image, _STAND)
        else:
            self._unit(piece)

    def _unit(self, c: CounterView) -> None:
        """The counter in its hex, or in both of a two-hex unit."""
        span = span_of(c)
        dx, dy = span or (0.0, 0.0)
        r = math.floor(min(_LARGEST, 256 / (2 + abs(dx)), 256 / (SQRT3 + abs(dy))))
        at = _STAND[0] - dx * r / 2, _STAND[1] - dy * r / 2
        self._hex(r, ((0.0, 0.0), (dx, dy)) if span else ((0.0, 0.0),), at)
        look = Look.of(c, "near", span=span)
        body = counter.sprite(look, r, self.theme, "body")
        if not c.hexes:
            self.page.ghost(body, at)
        else:
            body.onto(self.page.image, at)
        if has_badges(look):
            counter.sprite(look, r, self.theme, "badges").onto(self.page.image, at)

    def _hex(self, r: int, cells: tuple[Point, ...], at: Point) -> None:
        """The hex the counter lies in, in a pale line."""
        canvas = Canvas((0, 0), (_MIDDLE, _FACTS_TOP), 2)
        for dx, dy in cells:
            middle = at[0] + dx * r, at[1] + dy * r
            points = [(middle[0] + x * r, middle[1] + y * r) for x, y in CORNERS]
            canvas.area(points, mix(self.page.paper, self.page.ink, 0.06))
            canvas.line([*points, *points[:2]], self.page.line, 1.6)
        canvas.onto(self.page.image)

    # What it can do and how it fares

    def _height_of_middle(self) -> int:
        """Room that figures, hits and states take."""
        figures = 8 + -(-self._cells() // self._across()) * _FIGURES
        return figures + (44 if told.strength(self.piece) is not None else 0) + _STATES * len(self._state_rows())

    def _cells(self) -> int:
        return len(told.figures(self.table.board, self.piece)) + bool(self._missile())

    def _across(self) -> int:
        """Figures in a row."""
        cells = self._cells()
        return max(1, cells) if cells <= 4 else 3 if cells <= 6 else 4

    def _figures(self, y: int) -> int:
        """Its numbers, large; returns where the next thing may begin."""
        page, across = self.page, self._across()
        found = [(self.say(f.label), f.value) for f in told.figures(self.table.board, self.piece)]
        wide = min(_MIDDLE_ROOM / across, 110)
        for i in range(self._cells()):
            x, top = _MIDDLE + (i % across + 0.5) * wide, y + i // across * _FIGURES
            if i < len(found):
                label, value = found[i]
                page.figure((x, top + 42), value, 50)
            else:
                label = emblems.missiles(page, self.piece, (x, top + 42), self.say)
            self._label((x, top + 64), label, wide - 4)
        return y + -(-self._cells() // across) * _FIGURES

    def _label(self, at: Point, text: str, room: float) -> None:
        font = fonts.serif("It", 18)
        for i, line in enumerate(limited(fonts.written(text), font, room, 2)):
            self.page.write((at[0], at[1] + 18 * i), line, 18, "It", self.page.soft, "ms")

    def _missile(self) -> str:
        piece = self.piece
        return "" if not isinstance(piece, CounterView) or told.hidden(piece) else piece.missile or ""

    def _strength(self, y: int) -> int:
        """Hits against TQ; returns where the next thing may begin."""
        found = told.strength(self.piece)
        if found is None:
            return y
        hits, tq = found
        words = Text("{hits} of {tq} hits", hits=hits, tq=tq) if hits else Text("No hits")
        label = self.page.write((_MIDDLE, y + 15), self.say(words), 20, room=_MIDDLE_ROOM * 0.5)
        emblems.measure(self.page, (_MIDDLE + label + 14, y - 2), (_MIDDLE_ROOM - label - 14, 20), hits, tq)
        return y + 44

    def _state_rows(self) -> list[list[tuple[str, str, int]]]:
        """States row by row, each with its word and the room it takes."""
        found = told.states(self.piece)
        if told.in_enemy_zoc(self.table, self.piece):
            found = [*found, emblems.ZOC]
        font, rows, left = fonts.serif("Regular", 20), list[list[tuple[str, str, int]]](), 0
        for state in found:
            said = fonts.written(self.say(Text("in enemy ZOC") if state == emblems.ZOC else told.word(state)))
            wide = min(_MIDDLE_ROOM, 46 + math.ceil(font.getlength(said)) + 14)
            if not rows or wide - 14 > left:
                rows.append([])
                left = _MIDDLE_ROOM
            rows[-1].append((state, said, wide))
            left -= wide
        return rows

    def _states(self, y: int) -> None:
        """Every state with its badge and word."""
        for row in self._state_rows():
            x = _MIDDLE
            for state, said, wide in row:
                emblems.state(self.page, self.piece, state, (x + 19, y + 18))
                self.page.write((x + 44, y + 25), said, 20, room=_MIDDLE_ROOM - 44)
                x += wide
            y += _STATES

    # Further facts

    def _listed_facts(self) -> list[Particular]:
        if len(self.facts) <= MOST_FACTS:
            return self.facts
        more = len(self.facts) - MOST_FACTS + 1
        return [*self.facts[: MOST_FACTS - 1], (Text("and {n} more", n=more), "…")]

    def _facts(self, top: int) -> tuple[int, list[_Fact]]:
        """Where every further fact is written, and where they end: one below the other when few, else in columns.

        Columns are two beside the map and three below it.
        """
        font, few = fonts.serif("Regular", 20), len(self.facts) <= _ONE_COLUMN
        waiting, placed, y = list(self._listed_facts()), list[_Fact](), top
        while waiting:
            below = y > _TOP + _MAP[1] + 20
            across = 3 if below and not few else 1 if few else 2
            room = _FACTS_ROOM if few else (WIDTH - 2 * EDGE - 48) / 3 if below else (_FACTS_ROOM - 24) / 2
            high = 0
            for i, (label, value) in enumerate((x, words(v, self.say)) for x, v in waiting[:across]):
                wide = max(room * 0.6, room - font.getlength(fonts.written(value)) - 12)
                said = fonts.fitted(fonts.written(self.say(label)), fonts.serif("It", 19), wide)
                lead = fonts.serif("It", 19).getlength(said) + 10
                lines = limited(fonts.written(value) or "–", font, room - lead, 3 if few else 2)
                placed.append(_Fact(said, tuple(lines), (EDGE + i * (room + 24), y + 29), lead))
                high = max(high, _ROW + 24 * (len(lines) - 1))
            del waiting[:across]
            y += high
        return y, placed

    def _write_facts(self, placed: list[_Fact]) -> None:
        page = self.page
        if placed:
            page.rule(self.top, EDGE, EDGE + _FACTS_ROOM)
        for f in placed:
            page.write(f.at, f.label, 19, "It", page.soft)
            for k, line in enumerate(f.lines):
                page.write((f.at[0] + f.lead, f.at[1] + 24 * k), line, 20)

    # Where it stands

    def _place(self) -> None:
        page, middle = self.page, _MAP_LEFT + _MAP[0] / 2
        said = self.say(told.where(self.table, self.piece))
        if self.around is None:
            self._nowhere((middle, _TOP + _MAP[1] / 2))
            lines = limited(fonts.written(said), fonts.serif("It", 21), 170, 3)
            y = _TOP + _MAP[1] / 2 + 20 - 13 * len(lines)
            for i, line in enumerate(lines):
                page.write((middle, y + 26 * i), line, 21, "It", anchor="ms")
            return
        image = self.around.image
        page.image.paste(image, (round(middle - image.width / 2), round(_TOP + _MAP[1] / 2 - image.height / 2)))
        page.write((middle, _TOP + _MAP[1] + 34), said, 21, "Semibold", anchor="ms", room=_MAP[0])

    def _nowhere(self, at: Point) -> None:
        """An empty hex of the map's size."""
        canvas = Canvas((_MAP_LEFT, _TOP), _MAP, 2)
        points = [(at[0] + x * 128, at[1] + y * 128) for x, y in CORNERS]
        canvas.dashes([*points, points[0]], self.page.line, 2, 9, 7)
        canvas.onto(self.page.image)

    def _alt(self) -> str:
        say, piece = self.say, self.piece
        title = say(told.name(piece))
        if not told.hidden(piece) and piece.id != title:
            title = f"{piece.id}, {title}"
        who = ", ".join(x for x in (title, words(told.command(self.table, piece), self.say), self._side()) if x)
        parts = [f"{say(f.label)} {f.value}" for f in told.figures(self.table.board, piece)]
        strength = told.strength(piece)
        if strength is not None:
            parts.append(say(Text("{hits} of {tq} hits", hits=strength[0], tq=strength[1])))
        parts += [say(told.word(s)) for s in told.states(piece)]
        return f"{who}: {', '.join([*parts, say(told.where(self.table, piece))])}."


__all__ = ["HEIGHT", "WIDTH", "unit_card"]
