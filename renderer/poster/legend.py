"""What the signs on the ground mean, and how far things are: swatches with names, and the scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PIL import Image, ImageDraw

from engine.kernel.hexes import Hex, centre, neighbours
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text
from engine.kernel.view import TableView
from renderer.graphics import fonts
from renderer.graphics.curves import Point, lerp
from renderer.graphics.wrapping import balanced
from renderer.map.ground.drawing import draw_ground
from renderer.map.ground.plan import Plan
from renderer.map.ground.types import kind_of
from renderer.map.layout import SQRT3
from renderer.margin.legend import example
from renderer.palette.colours import Theme
from renderer.poster.strokes import Inks
from renderer.words.say import Say

_WIDE, _HIGH, _GAP = 178, 118, 34
_TYPE, _LEADING = 27, 31
SCALE_WIDE = 560
"""Sizes in units."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One entry of the legend: its name and a spot of the map, in radii, that shows it."""

    label: str
    at: Point


def signs(table: TableView, say: Say) -> list[Sign]:
    """Every kind of ground, hexside and road on the map, and every level above the map's own."""
    m = table.map
    found: list[Sign] = []
    plain = next((h for h in _quiet(m)), None)
    if plain is not None:
        found.append(Sign(say(Text("open ground")), centre(plain)))
    for kind, label in table.legend:
        at = example(m, kind, set(m.hexes))
        if at is not None:
            found.append(Sign(say(label), at))
    for level in sorted({m.level_at(h) for h in m.hexes if m.level_at(h) > m.default_level}):
        found.append(Sign(say(Text("level {n}", n=level)), _slope(m, level)))
    return found


def _quiet(m: BattleMap) -> list[Hex]:
    """Hexes of the map's own ground with nothing but the same around."""

    def plain(h: Hex) -> bool:
        return kind_of(m.terrain_at(h)) == "open" and m.level_at(h) == m.default_level

    roads = {h for road in m.roads for h in road.hexes}
    named = {n for p in m.places for n in (p.hex, *neighbours(p.hex))}
    return [
        h
        for h in sorted(m.hexes)
        if h not in named
        and len(m.neighbours(h)) == 6
        and all(plain(n) and n not in roads and not any(m.side(n, k) for k in m.neighbours(n)) for n in m.neighbours(h))
    ]


def _slope(m: BattleMap, level: int) -> Point:
    """A spot where ground of this level falls to a lower one."""
    hexes = [h for h in sorted(m.hexes) if m.level_at(h) == level]
    plain = [h for h in hexes if kind_of(m.terrain_at(h)) == "open"] or hexes
    for h in plain:
        lower = [n for n in m.neighbours(h) if m.level_at(n) < level]
        if lower:
            return lerp(centre(h), centre(lower[0]), 0.42)
    return centre(plain[0])


class Legend:
    """The swatches of a map in rows of at most ``width`` pixels."""

    def __init__(self, entries: Sequence[Sign], width: float, u: float) -> None:
        self.u = u
        self.font = fonts.serif("It", max(8, round(_TYPE * u)))
        self.cell = (_WIDE + _GAP) * u
        self.entries = [(balanced(fonts.written(s.label), self.font, self.cell - 8 * u), s.at) for s in entries]
        fit = max(1, int((width + _GAP * u) // self.cell))
        rows = -(-len(self.entries) // fit) if self.entries else 0
        each, longer = divmod(len(self.entries), rows or 1)
        starts = [i * each + min(i, longer) for i in range(rows + 1)]
        self.rows = [self.entries[a:b] for a, b in pairwise(starts)]
        self.width = width

    @property
    def wide(self) -> float:
        """Pixels the longest row takes."""
        return max((len(row) * self.cell - _GAP * self.u for row in self.rows), default=0.0)

    @property
    def high(self) -> float:
        return sum(self._row_height(row) for row in self.rows)

    def _row_height(self, row: Sequence[tuple[list[str], Point]]) -> float:
        return (_HIGH + 14 + _LEADING * max(len(lines) for lines, _ in row) + 16) * self.u

    def draw(self, image: Image.Image, at: tuple[float, float], plan: Plan, theme: Theme, inks: Inks) -> None:
        """Draw the rows from ``at``, each in the middle of the width."""
        u = self.u
        draw = ImageDraw.Draw(image)
        w, h = round(_WIDE * u), round(_HIGH * u)
        r = max(10, round(46 * u))
        y = at[1]
        for row in self.rows:
            x = at[0] + (self.width - len(row) * self.cell + _GAP * u) / 2
            for lines, spot in row:
                origin = round(spot[0] * r - w / 2), round(spot[1] * r - h / 2)
                px, py = round(x), round(y)
                image.paste(draw_ground(plan, theme, r, origin, (w, h)), (px, py))
                edge = max(1, round(2.4 * u))
                draw.rectangle((px - edge, py - edge, px + w, py + h), outline=inks.ink, width=edge)
                out = edge + max(2, round(4 * u))
                draw.rectangle((px - out, py - out, px + w + out - edge, py + h + out - edge), outline=inks.ink)
                for i, line in enumerate(lines):
                    spot_y = y + h + (38 + i * _LEADING) * u
                    draw.text((x + w / 2, spot_y), line, font=self.font, fill=inks.ink, anchor="ms")
                x += self.cell
            y += self._row_height(row)


def scale(image: Image.Image, middle: Point, m: BattleMap, r: int, u: float, inks: Inks, say: Say) -> None:
    """A chequered bar some hexes long about a point, in hexes above and metres below."""
    draw = ImageDraw.Draw(image)
    hexes = next((n for n in (10, 8, 6, 5, 4, 3, 2) if n * r * SQRT3 <= SCALE_WIDE * u), 1)
    step = r * SQRT3
    x0, y0 = middle[0] - hexes * step / 2, middle[1] - 11 * u
    half, edge = 11 * u, max(1, round(2.4 * u))
    draw.rectangle((x0 - edge, y0 - edge, x0 + hexes * step + edge, y0 + 2 * half + edge), fill=inks.ink)
    for i in range(hexes):
        for j in range(2):
            if (i + j) % 2:
                box = (x0 + i * step, y0 + j * half, x0 + (i + 1) * step - 1, y0 + (j + 1) * half - 1)
                draw.rectangle(box, fill=inks.paper)
    figures = fonts.serif("Semibold", max(8, round(26 * u)))
    words = fonts.serif("It", max(8, round(27 * u)))
    every = 1 if hexes <= 5 else 2
    for i in range(0, hexes + 1, every):
        x = x0 + i * step
        draw.line((x, y0 - 9 * u, x, y0), fill=inks.ink, width=edge)
        draw.text((x, y0 - 14 * u), str(i), font=figures, fill=inks.ink, anchor="ms")
        if m.hex_metres:
            draw.line((x, y0 + 2 * half, x, y0 + 2 * half + 9 * u), fill=inks.ink, width=edge)
            draw.text((x, y0 + 2 * half + 36 * u), str(i * m.hex_metres), font=figures, fill=inks.ink, anchor="ms")
    draw.text((middle[0], y0 - 52 * u), fonts.written(say(Text("hexes"))), font=words, fill=inks.soft, anchor="ms")
    if m.hex_metres:
        said = fonts.written(say(Text("metres")))
        draw.text((middle[0], y0 + 2 * half + 74 * u), said, font=words, fill=inks.soft, anchor="ms")
