"""An army's roster: every unit as its counter with how it fares and where it stands, leaders, totals by troop type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.kernel.text import Text
from engine.kernel.view import CounterView, TableView
from renderer import symbols
from renderer.cards import emblems, listing
from renderer.cards.muster import CONDITIONS, Condition, Group, Muster, muster
from renderer.cards.page import EDGE, Page
from renderer.counters import counter
from renderer.counters.look import Look
from renderer.graphics import fonts
from renderer.map.view import MAX_PIXELS
from renderer.palette.colours import Theme
from renderer.picture import Picture
from renderer.words import particulars as told
from renderer.words.say import Say, words

SHAPES = ((1200, 2), (1600, 3))
"""Widths of a page in pixels and its columns; the first shape in which an army fits on one page is taken."""

_CELL = listing.HEIGHT
_TITLE = 138
_RUNNING = 84
"""Height of the title block, and of the one on later pages."""
_HEADING = 46
_FOOT = 36
_LINE = 32
"""Height of a line of the totals."""
_GUTTER = 28
_NOTE = 36
"""Height of a line about leaders who aren't on the map."""
_GAP = 14
_TOGETHER = 3
"""Rows up to which a group is not divided between columns."""


@dataclass(frozen=True)
class _Strip:
    """One or two units of a group."""

    group: Group
    units: tuple[CounterView, ...]
    fate: Condition
    first: bool
    """Whether they are the first of their group."""

    @property
    def beginning(self) -> int:
        """Height of what stays together at the beginning of its group."""
        rows = -(-len(self.group.units) // 2)
        return _HEADING + _CELL * (rows if rows <= _TOGETHER else 2)

    def height(self, top: bool) -> int:
        """Its height; on ``top`` of a column it has the heading of its group again."""
        return _CELL + (_HEADING if self.first or top else 0)


_Column = list[_Strip]


def roster(table: TableView, side: int, theme: Theme = "light", say: Say = str) -> list[Picture]:
    """The roster of the side with this index: one page where the army fits on one, else several.

    No page is wider than 1,600 pixels or has more than 2.4 million. The same arguments give the same bytes on one
    version of Pillow; safe to call from several threads. Raises IndexError for a side the table has not.
    """
    if not 0 <= side < len(table.sides):
        raise IndexError(f"no side {side}: the table has {len(table.sides)}")
    army = muster(table, side)
    for width, columns in SHAPES:
        sheet = _Roster(table, side, army, theme, say, width, columns)
        if sheet.fits():
            return sheet.drawn()
    return _Roster(table, side, army, theme, say, *SHAPES[0]).drawn()


class _Roster:
    """A roster being drawn on pages of one width."""

    def __init__(
        self, table: TableView, side: int, army: Muster, theme: Theme, say: Say, width: int, columns: int
    ) -> None:
        self.table = table
        self.index = side
        self.side = table.sides[side]
        self.army = army
        self.theme: Theme = theme
        self.say = say
        self.width = width
        self.columns = columns
        self.scale = width / SHAPES[0][0]
        self.column = (width - 2 * EDGE - (columns - 1) * _GUTTER) / columns
        self.tallest = MAX_PIXELS // width
        self.first_room = self.tallest - _TITLE - self._summary_height() - _FOOT
        self.later_room = self.tallest - _RUNNING - _FOOT

    # What stands where

    def fits(self) -> bool:
        """Whether it all fits on one page."""
        return len(self._filled(self._strips(), self.first_room)) <= self.columns

    def _pages(self) -> list[list[_Column]]:
        """The columns of each page, those of the last of about the same height."""
        pages: list[list[_Column]] = []
        left, room = self._strips(), self.first_room
        while True:
            columns = self._filled(left, room)
            if len(columns) <= self.columns:
                return [*pages, self._balanced(left)]
            pages.append(columns[: self.columns])
            left = [s for column in columns[self.columns :] for s in column]
            room = self.later_room

    def _filled(self, strips: Sequence[_Strip], room: int) -> list[_Column]:
        """The strips in columns of this height; a small group stays together."""
        columns: list[_Column] = []
        left = -1
        for strip in strips:
            if left < (strip.beginning if strip.first else _CELL):
                columns.append([])
                left = room
            left -= strip.height(top=not columns[-1])
            columns[-1].append(strip)
        return columns

    def _balanced(self, strips: Sequence[_Strip]) -> list[_Column]:
        """The strips in the lowest columns that hold them."""
        room = sum(s.height(top=False) for s in strips) // self.columns
        while len(found := self._filled(strips, room)) > self.columns:
            room += 8
        return found

    def _strips(self) -> list[_Strip]:
        return [
            _Strip(group, group.units[i : i + 2], fate, not i)
            for group, fate in self._sections()
            for i in range(0, len(group.units), 2)
        ]

    def _sections(self) -> list[tuple[Group, Condition]]:
        """Groups on the map, then those who are not on it."""
        found: list[tuple[Group, Condition]] = [(g, "fresh") for g in self.army.groups]
        if self.army.away:
            found.append((Group(Text("Not on the map"), None, self.army.away), "away"))
        if self.army.lost:
            found.append((Group(Text("Lost"), None, self.army.lost), "lost"))
        return found

    # Pages

    def drawn(self) -> list[Picture]:
        pages = self._pages()
        return [self._page(n, len(pages), columns) for n, columns in enumerate(pages)]

    def _page(self, number: int, count: int, columns: Sequence[_Column]) -> Picture:
        top = _TITLE + self._summary_height() if number == 0 else _RUNNING
        high = max((sum(s.height(top=not i) for i, s in enumerate(c)) for c in columns), default=0)
        page = Page(self.width, top + high + _FOOT, self.theme)
        if number == 0:
            self._title(page)
            self._summary(page, _TITLE)
        else:
            self._running(page, number, count)
        for i, column in enumerate(columns):
            x, y = EDGE + i * (self.column + _GUTTER), top
            for k, strip in enumerate(column):
                if strip.first or not k:
                    self._group(page, strip, x, y)
                for n, unit in enumerate(strip.units):
                    at = x + n * self.column / 2, y + strip.height(not k) - _CELL
                    listing.unit(page, self.table.board, unit, strip.fate, at, self.column / 2, self.say)
                y += strip.height(not k)
        page.frame()
        return page.picture(self._alt(number, count))

    def _px(self, px: int) -> int:
        """Type that has to be read on a phone grows with the page."""
        return round(px * self.scale)

    def _title(self, page: Page) -> None:
        """The side's name and standard, the battle, its points against the limit."""
        look = Look(self.index, "army", None, None, None, 0, None, None, None, frozenset(), "")
        counter.sprite(look, 60, self.theme, "body").onto(page.image, (EDGE + 40, 66))
        left, right = EDGE + 96, self.width - EDGE
        room = self.width * 0.31
        page.heading((left, 66), words(self.side.name, self.say), self._px(42), right - room - left - 24)
        turn = self.say(Text("Turn {n}", n=self.table.turn)) if self.table.turn else ""
        parts = [words(self.table.title, self.say), turn, self.say(self.table.phase)]
        page.write(
            (left + 2, 97),
            " · ".join(x for x in parts if x),
            self._px(21),
            "It",
            page.soft,
            room=right - room - left - 24,
        )
        points, limit = self.side.points, self.side.limit
        page.rule(116, EDGE, right, double=True)
        if not self.side.points_name:
            return
        name = self.say(Text(self.side.points_name))
        said = self.say(Text("{points} of {limit}", points=points, limit=limit)) if limit else str(points)
        wide = page.write((right, 58), said, self._px(30), "Semibold", anchor="rs")
        page.write((right - wide - 12, 58), name, self._px(21), "It", page.soft, "rs", room=room - wide - 12)
        if limit:
            emblems.measure(page, (right - room, 76), (room, 20), points, limit)

    def _running(self, page: Page, number: int, count: int) -> None:
        right = self.width - EDGE
        said = self.say(Text("page {n} of {all}", n=number + 1, all=count))
        wide = page.write((right, 52), said, self._px(21), "It", page.soft, "rs")
        page.heading((EDGE, 54), words(self.side.name, self.say), self._px(32), right - EDGE - wide - 24)
        page.rule(66, EDGE, right, double=True)

    # Leaders and totals

    def _summary_height(self) -> int:
        if not self.army.tallies and not self.army.leaders and not self.side.fallen:
            return _HEADING + 40
        lines = _HEADING + _LINE * (len(self.army.tallies) + 2)
        return max(lines, self._leaders_height()) + _GAP

    def _leaders_height(self) -> int:
        rows = max(1, -(-len(self.army.leaders) // 2))
        return _HEADING + rows * _CELL + _NOTE * sum(1 for _ in self._notes())

    def _notes(self) -> Iterator[str]:
        """What is said below the leaders: who is lost, and who can take a lost one's place."""
        if self.side.fallen:
            yield self.say(Text("Lost: {names}", names=", ".join(self.side.fallen)))
        for what, value in self.side.tracks:
            yield self.say(Text("{what}: {value}", what=what, value=value))
        if self.side.reserves:
            yield self.say(Text("Can be called up: {names}", names=", ".join(self.side.reserves)))

    def _summary(self, page: Page, y: int) -> None:
        """Leaders on the left, totals on the right."""
        if not self.army.tallies and not self.army.leaders and not self.side.fallen:
            page.write((EDGE, y + 36), self.say(Text("No units.")), 24, "It", page.soft)
            return
        self._section(page, EDGE, EDGE + self.column, y, self.say(Text("Leaders")))
        top, half = y + _HEADING, self.column / 2
        if not self.army.leaders:
            page.write((EDGE, top + 26), self.say(Text("none on the map")), 19, "It", page.soft)
        for i, x in enumerate(self.army.leaders):
            listing.leader(page, self.table.board, x, (EDGE + i % 2 * half, top + i // 2 * _CELL), half, self.say)
        notes = list(self._notes())
        for i, said in enumerate(notes, 1):
            at = EDGE, y + self._leaders_height() - 12 - _NOTE * (len(notes) - i)
            page.write(at, said, 19, "It", page.soft, room=self.column)
        self._totals(page, EDGE + self.column + _GUTTER, y)

    def _section(self, page: Page, x0: float, x1: float, y: int, title: str, count: str = "") -> None:
        """A heading with a fine line under it; ``count`` at its right end."""
        px = self._px(25)
        wide = page.write((x1, y + 33), count, 18, "It", page.soft, "rs") + 12 if count else 0
        page.write((x0, y + 33), title, px, "Semibold", room=x1 - x0 - wide)
        page.rule(y + 40, round(x0), round(x1))

    def _totals(self, page: Page, left: float, y: int) -> None:
        """Troop types and how many of each are fresh, hit, routed or lost; conditions nobody is in are left out."""
        tallies, counts = self.army.tallies, self.army.counts
        right = self.width - EDGE
        self._section(page, left, right, y, self.say(Text("Totals")))
        if not tallies:
            return
        shown: list[Condition] = [c for c in CONDITIONS if counts[c] or c == "fresh"]
        labels = [self.say(CONDITIONS[c]) for c in shown] + [self.say(Text("in all"))]
        font = fonts.serif("It", 15)
        headed = [_in_two(fonts.written(label)) for label in labels]
        wides = [max(46.0, *(font.getlength(line) + 12 for line in lines)) for lines in headed]
        middles = [right - sum(wides[i:]) + wides[i] / 2 for i in range(len(wides))]
        y += _HEADING
        for lines, x in zip(headed, middles, strict=True):
            for k, line in enumerate(reversed(lines)):
                page.write((x, y + 22 - 15 * k), line, 15, "It", page.soft, "ms")
        rows = [(self.say(t.kind), t.symbol, t.counts) for t in tallies]
        rows.append((self.say(Text("The army")), "", counts))
        for label, symbol, of_kind in rows:
            y += _LINE
            x = left
            if symbol:
                page.image.paste(page.ink, (round(left), y + 1), symbols.mask(symbol, 30))
                x += 38
            else:
                page.rule(y + 1, round(left), right)
            page.name((x, y + 23), label, 18, right - sum(wides) - x - 6, "Regular" if symbol else "Semibold")
            for n, at in zip([*(of_kind[c] for c in shown), sum(of_kind.values())], middles, strict=True):
                page.figure((at, y + 23), str(n) if n else "-", 19, page.ink if n else page.soft)

    # Units

    def _group(self, page: Page, strip: _Strip, x: float, y: int) -> None:
        """Heading of a group: its band, its name, how many it has."""
        group, left = strip.group, x
        if group.band is not None:
            page.band((round(x), y + 15, round(x) + 44, y + 33), group.band)
            left += 54
        title = self.say(group.title)
        title = title[:1].upper() + title[1:]
        if not strip.first:
            title = self.say(Text("{group} (continued)", group=title))
        self._section(page, left, x + self.column, y, title, str(len(group.units)) if strip.first else "")

    def _alt(self, number: int, count: int) -> str:
        say, side = self.say, self.side
        fares = [f"{n} {say(CONDITIONS[c])}" for c, n in self.army.counts.items() if n]
        points = f"{side.points_name} {side.points}" + (f" / {side.limit}" if side.limit else "")
        points = (
            points if side.points_name else ", ".join(f"{say(what)} {words(value, say)}" for what, value in side.tracks)
        )
        what = say(Text("Roster of {side}, {battle}", side=side.name, battle=self.table.title))
        if count > 1:
            what += ", " + say(Text("page {n} of {all}", n=number + 1, all=count))
        size = Text("1 unit") if self.army.size == 1 else Text("{n} units", n=self.army.size)
        units = say(size) + (f" ({', '.join(fares)})" if fares else "")
        named = [f"{x.name} ({', '.join(say(told.word(s)) for s in told.states(x))})" for x in self.army.leaders]
        parts = [points, units, *([say(Text("leaders: {names}", names=", ".join(named)))] if named else [])]
        return f"{what}: {'; '.join(parts)}."


def _in_two(text: str) -> list[str]:
    """A heading of a narrow column: in two lines where it has several words."""
    words = text.split()
    if len(words) < 3:
        return [text]
    half = min(range(1, len(words)), key=lambda n: max(len(" ".join(words[:n])), len(" ".join(words[n:]))))
    return [" ".join(words[:half]), " ".join(words[half:])]


__all__ = ["SHAPES", "roster"]
