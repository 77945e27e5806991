"""A picture in the making: the table, where things are on it, and the image they are drawn on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from PIL import Image

from engine.kernel.hexes import Hex
from engine.kernel.view import CounterView, TableView
from renderer.counters.look import Look, span_of
from renderer.counters.nameplates import LEAST, TYPE
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.map.layout import CODED, NAMED, Layout, Zoom, zoom_of
from renderer.palette.colours import RGB, Theme, casing
from renderer.palette.sides import SideColours, side
from renderer.words.say import Say


@dataclass(frozen=True, slots=True)
class Placed:
    """A counter, or the top one of a stack, on its place."""

    at: Point
    """Pixel of its first hex's centre."""
    look: Look
    units: tuple[CounterView, ...]
    """All of the stack, the top one last."""

    @property
    def top(self) -> CounterView:
        return self.units[-1]


@dataclass(frozen=True)
class Scene:
    """Everything a drawing function needs."""

    table: TableView
    layout: Layout
    theme: Theme
    image: Image.Image
    say: Say = str

    @property
    def r(self) -> int:
        return self.layout.r

    @cached_property
    def zoom(self) -> Zoom:
        return zoom_of(self.layout.r)

    @cached_property
    def casing(self) -> RGB:
        return casing(self.theme)

    @cached_property
    def units(self) -> dict[str, CounterView]:
        """Counters by code."""
        return {c.id: c for c in self.table.counters}

    @cached_property
    def placed(self) -> tuple[Placed, ...]:
        """What stands in view, in drawing order."""
        stacks: dict[tuple[Hex, ...], list[CounterView]] = {}
        led = {x.hex for x in self.table.leaders}
        for c in self.table.counters:
            if c.hexes and any(self.layout.holds(h) for h in c.hexes):
                stacks.setdefault(c.hexes, []).append(c)
        found: list[Placed] = []
        for units in stacks.values():
            top, coded = units[-1], self.r >= CODED
            named = self.r >= NAMED and TYPE * self.r >= self.layout.on_phone(LEAST)
            under = any(h in led for h in top.hexes)
            below = " ".join(u.id for u in reversed(units[:-1]))
            hurt = units[0].hits if len(units) == 2 else 0
            span = span_of(top)
            look = Look.of(
                top, self.zoom, len(units), span, coded=coded, named=named, led=under, below=below, below_hits=hurt
            )
            found.append(Placed(self.layout.xy(units[-1].hexes[0]), look, tuple(units)))
        return tuple(sorted(found, key=lambda p: (p.at[1], p.at[0])))

    @cached_property
    def standing(self) -> dict[Hex, Placed]:
        """What stands in each hex."""
        return {h: p for p in self.placed for h in p.top.hexes}

    @cached_property
    def held(self) -> frozenset[Hex]:
        """Hexes in view where anything stands: a unit, a leader or whatever else lies on the map."""
        others = (x.hex for x in (*self.table.leaders, *self.table.markers) if self.layout.holds(x.hex))
        return frozenset((*self.standing, *others))

    def side_colours(self, side_id: str, unit: str = "") -> SideColours:
        """Colours of a side by its id, or of the side the unit is on."""
        for i, s in enumerate(self.table.sides):
            if s.id == side_id:
                return side(i)
        known = self.units.get(unit)
        return side(known.side if known is not None else 0)

    def canvas(self, points: Iterable[Point], reach: float) -> Canvas | None:
        """A sheet for strokes within ``reach`` radii of the points; None when they all miss the map."""
        return Canvas.around(points, reach * self.r, self.layout.size)

    def seen(self, hexes: Iterable[Hex]) -> list[Hex]:
        """Those of the hexes that are in view and on the map, in order."""
        return sorted(h for h in set(hexes) if self.layout.holds(h) and h in self.table.map)
