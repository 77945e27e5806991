"""What stands in an area: its counters in a row under its plate, strength on each, and the names of who leads them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from engine.kernel.view import CounterView, TableView
from renderer.areas.inks import Inks
from renderer.areas.layout import COUNTER, LEADER, ROW, AreaLayout, Plate
from renderer.counters import counter
from renderer.counters.look import Look
from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.sprites import Sprite, kept

MOST = 3
"""Counters of an area that are drawn side by side; of more the strongest, and how many more there are."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One counter of the picture."""

    unit: CounterView
    at: Point
    more: int = 0
    """Counters of this area that aren't drawn; told on the last that is."""


def radius(layout: AreaLayout) -> int:
    """The hex radius counters are drawn for."""
    return max(8, round(COUNTER * layout.px / 1.26))


def standing(table: TableView, layout: AreaLayout) -> list[Standing]:
    """All counters of the picture: of each area those with leaders first, then the strongest."""
    by_place: dict[int, list[CounterView]] = {}
    for c in table.counters:
        if c.hexes and c.hexes[0] in layout.by_place:
            by_place.setdefault(c.hexes[0], []).append(c)
    found: list[Standing] = []
    for place, units in by_place.items():
        plate = layout.by_place[place]
        units.sort(key=lambda c: (not c.led_by, -(c.strength or 0), c.side, c.id))
        drawn = units[:MOST]
        for n, unit in enumerate(drawn):
            last = n == len(drawn) - 1
            found.append(Standing(unit, layout.xy(_spot(plate, n, len(drawn))), len(units) - MOST if last else 0))
    return [x if x.more > 0 else replace(x, more=0) for x in found]


def _spot(plate: Plate, n: int, of: int) -> Point:
    """The middle of the how manyeth counter of a row."""
    wide = plate.wide / max(of, 1) if of * (COUNTER + 0.2) > plate.wide else COUNTER + 0.2
    foot = plate.at[1] + plate.whole / 2
    return plate.at[0] + (n - (of - 1) / 2) * wide, foot - LEADER - ROW / 2 + 0.12


def lay(image: Image.Image, table: TableView, layout: AreaLayout, found: Sequence[Standing], inks: Inks) -> None:
    """Paste the counters onto the picture, the names of who leads them, and how many more there are."""
    r, px = radius(layout), layout.px
    for x in found:
        counter.lay(image, look_of(x.unit), r, x.at, inks.theme)
    told: set[int] = set()
    for x in found:
        place = x.unit.hexes[0]
        if place not in told:
            told.add(place)
            names = [n for c in table.counters if c.hexes[:1] == (place,) for n in c.led_by]
            names += [x.label or x.name for x in table.leaders if x.hex == place and x.name not in names]
            _names(image, names, layout.by_place[place], layout, inks)
    # Leaders who are with nobody.
    alone: dict[int, list[str]] = {}
    for leader in table.leaders:
        if leader.hex not in told and leader.hex in layout.by_place:
            alone.setdefault(leader.hex, []).append(leader.label or leader.name)
    for place, names in alone.items():
        _names(image, names, layout.by_place[place], layout, inks, up=ROW)
    for x in found:
        if x.more:
            _more(x.more, px, inks).onto(image, (x.at[0] + COUNTER * px / 2, x.at[1] - COUNTER * px / 2))


def _more(n: int, px: int, inks: Inks) -> Sprite:
    """How many more there are, on a disc."""

    def made() -> Sprite:
        canvas = Canvas((-px, -px), (2 * px, 2 * px))
        canvas.disc((0, 0), 0.72 * px, inks["ink"])
        canvas.text((0, 0), f"+{n}", 0.72 * px, inks["paper"], 0.04)
        return Sprite(canvas.flat(), (px, px))

    return kept(("more", n, px, inks.theme), made)


def _names(
    image: Image.Image, names: Sequence[str], plate: Plate, layout: AreaLayout, inks: Inks, up: float = 0.0
) -> None:
    if not names:
        return
    px, theme = layout.px, inks.theme
    written, room = fonts.written(", ".join(dict.fromkeys(names))), round((plate.wide + 1.0) * px)

    def made() -> Sprite:
        wide, high = math.ceil(room / 2 + px), math.ceil(px)
        canvas = Canvas((-wide, -high), (2 * wide, 2 * high))
        font = fonts.serif("SemiboldIt", round(0.92 * px * canvas.q))
        text = fonts.fitted(written, font, room * canvas.q)
        canvas.text((0, 0), text, 0.92 * px, inks["ink"], 0.0, inks["paper"], 0.16 * px, font=font)
        return Sprite(canvas.flat(), (wide, high))

    at = layout.xy((plate.at[0], plate.at[1] + plate.whole / 2 - LEADER / 2 - up))
    kept(("leaders", written, room, px, theme), made).onto(image, at)


def look_of(unit: CounterView) -> Look:
    """A counter as a scheme shows it: symbol, strength, band, states."""
    return replace(Look.of(unit, "middle"), facing=None, missile=None)
