"""What was just done and what may be chosen, on a map of areas: ways as arrows, choices as rings and letters."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from engine.kernel.areas import AreaMap
from engine.kernel.board import Place
from engine.kernel.events import Trace
from engine.kernel.view import TableView
from renderer.areas import tags
from renderer.areas.inks import Inks
from renderer.areas.layout import AreaLayout, Plate, inside
from renderer.areas.piles import COUNTER, Standing
from renderer.areas.plates import body
from renderer.areas.tags import Told
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.overlays.kinds import (
    Casualties,
    Choices,
    CommandRange,
    Eligible,
    Front,
    Lettered,
    Line,
    Overlay,
    Range,
    Reach,
    Sectors,
    SetUpArea,
    Shock,
)
from renderer.palette.colours import BLACK, CREAM, GOLD, HIT, RGB, ROUT, casing
from renderer.palette.overlays import COMMAND, REACH
from renderer.palette.sides import arrow, side

TRACED: dict[str, RGB | None] = {"rout": ROUT, "withdraw": ROUT, "shock": HIT, "charge": HIT, "missile": HIT}
"""Colours of ways by kind; others are in the colour of the side."""


def draw_under(
    canvas: Canvas, table: TableView, layout: AreaLayout, overlays: Sequence[Overlay], traces: Sequence[Trace],
    inks: Inks,
) -> None:  # fmt: skip
    """What lies under the counters: rings round areas to choose from, and the ways that were taken."""
    for o in overlays:
        match o:
            case Reach():
                _rings(canvas, layout, o.costs, REACH, inks)
                _rings(canvas, layout, (o.origin,), GOLD, inks)
            case Lettered():
                _rings(canvas, layout, o.letters, REACH, inks)
            case Sectors():
                _rings(canvas, layout, [p for places in o.sectors.values() for p in places], REACH, inks)
            case SetUpArea():
                _rings(canvas, layout, o.hexes, arrow(side(o.side), inks.theme), inks)
            case Choices():
                _rings(canvas, layout, o.places, REACH, inks)
            case CommandRange():
                _rings(canvas, layout, o.hexes, COMMAND, inks)
            case Range():
                _rings(canvas, layout, o.bands, HIT, inks)
            case Front():
                _rings(canvas, layout, o.hexes, GOLD, inks)
            case Casualties():
                _rings(canvas, layout, o.lost.values(), HIT, inks)
            case _:
                pass
    for t in traces:
        _way(canvas, table, layout, t, inks)


def draw_over(
    canvas: Canvas,
    board: AreaMap,
    layout: AreaLayout,
    found: Sequence[Standing],
    overlays: Sequence[Overlay],
    inks: Inks,
) -> None:
    """What lies over the counters: who may be chosen, attacks, letters and costs; names to choose from last."""
    at = {x.unit.id: x.at for x in found}
    named: dict[Place, Told] = {}
    for o in overlays:
        match o:
            case Eligible():
                _counters(canvas, layout, [at[u] for u in o.units if u in at], GOLD, inks)
            case Line():
                _counters(canvas, layout, [at[u] for u in o.members if u in at], GOLD, inks)
                _counters(canvas, layout, [at[u] for u in o.candidates if u in at], REACH, inks)
            case Shock():
                for a, b in o.pairs:
                    if a in at and b in at:
                        _arrow(canvas, [at[a], at[b]], HIT, layout, inks)
                        middle = (at[a][0] + at[b][0]) / 2, (at[a][1] + at[b][1]) / 2
                        told = [o.labels.get((a, b), o.label), o.odds.get((a, b), "")]
                        _label(canvas, layout, middle, " ".join(x for x in told if x))
            case Reach() if plated(layout):
                _written(canvas, layout, {p: str(n) for p, n in o.costs.items() if p != o.origin}, o.hits)
            case Reach():
                named |= {p: Told(str(n), hit=bool(o.hits.get(p))) for p, n in o.costs.items() if p != o.origin}
            case Lettered() if plated(layout):
                _lettered(canvas, layout, o.letters, o.costs, o.hits)
            case Lettered():
                cost = {p: str(n) for p, n in o.costs.items()}
                named |= {p: Told(k, cost.get(p, ""), bool(o.hits.get(p))) for p, k in o.letters.items()}
            case Choices() if not plated(layout):
                named |= {p: Told() for p in o.places if p not in named}
            case Sectors():
                _lettered(canvas, layout, {p: k for k, places in o.sectors.items() for p in places}, o.costs, {})
            case Range():
                _written(canvas, layout, o.needs, {})
            case Casualties():
                hits = {u: n for u, n in o.hits.items() if u in at}
                for u, n in hits.items():
                    _label(canvas, layout, at[u], f"-{n}")
            case _:
                pass
    tags.draw(canvas, board, layout, found, named)


def plated(layout: AreaLayout) -> bool:
    """Whether the areas have plates that bear their names, however small the picture."""
    return any(p.lines for p in layout.plates)


def _rings(canvas: Canvas, layout: AreaLayout, places: Iterable[Place], colour: RGB, inks: Inks) -> None:
    px = layout.px
    for plate in inside(layout, places):
        rounds = [*layout.outlines(plate.place)] or [body(plate, layout, 0, -0.32 * px)]
        for line in rounds:
            canvas.line([*line, line[0]], casing(inks.theme), 0.62 * px)
            canvas.line([*line, line[0]], colour, 0.36 * px)


def _counters(canvas: Canvas, layout: AreaLayout, spots: Iterable[Point], colour: RGB, inks: Inks) -> None:
    r = 0.78 * COUNTER * layout.px
    for p in spots:
        canvas.ring(p, r + 0.14 * layout.px, casing(inks.theme), 0.46 * layout.px)
        canvas.ring(p, r, colour, 0.24 * layout.px)


def _corner(layout: AreaLayout, plate: Plate) -> Point:
    """The upper left corner of a plate, where its letter is."""
    return layout.xy((plate.middle[0] - plate.wide / 2, plate.middle[1] - plate.high / 2))


def _lettered(
    canvas: Canvas,
    layout: AreaLayout,
    letters: Mapping[Place, str],
    costs: Mapping[Place, int],
    hits: Mapping[Place, int],
) -> None:
    px = layout.px
    for plate in inside(layout, letters):
        at = _corner(layout, plate)
        canvas.disc(at, 0.98 * px, CREAM)
        canvas.disc(at, 0.86 * px, BLACK)
        canvas.text(at, letters[plate.place], 1.1 * px, CREAM, 0.04)
    _written(canvas, layout, {p: str(n) for p, n in costs.items() if p in letters}, hits)


def _written(canvas: Canvas, layout: AreaLayout, words: Mapping[Place, str], hits: Mapping[Place, int]) -> None:
    """A figure at the foot of a plate: what it costs to go there; with a red wedge where hits come with it."""
    px = layout.px
    for plate in inside(layout, words):
        x, y = layout.xy((plate.middle[0] - plate.wide / 2 + 1.2, plate.middle[1] + plate.high / 2))
        _label(canvas, layout, (x, y), words[plate.place])
        if hits.get(plate.place):
            canvas.disc((x + 1.2 * px, y), 0.4 * px, HIT)


def _label(canvas: Canvas, layout: AreaLayout, at: Point, text: str) -> None:
    if not text:
        return
    px = layout.px
    half = 0.42 * px + 0.3 * px * len(text)
    corners = [(at[0] + i * half, at[1] + j * 0.72 * px) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    canvas.area(corners, CREAM)
    inner = [(at[0] + i * (half - 0.1 * px), at[1] + j * 0.62 * px) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    canvas.area(inner, BLACK)
    canvas.text(at, text, 0.95 * px, CREAM, 0.03)


def _way(canvas: Canvas, table: TableView, layout: AreaLayout, t: Trace, inks: Inks) -> None:
    plates = inside_in_order(layout, t.hexes)
    if len(plates) < 2:
        if t.kind in ("loss", "hit") and plates:
            _rings(canvas, layout, [plates[0].place], HIT, inks)
        return
    owner = next((n for n, s in enumerate(table.sides) if s.id == t.side), None)
    colour = TRACED.get(t.kind) or (arrow(side(owner), inks.theme) if owner is not None else ROUT)
    _arrow(canvas, [layout.xy(foot_of(p)) for p in plates], colour, layout, inks)


def inside_in_order(layout: AreaLayout, way: Iterable[Place]) -> list[Plate]:
    """The plates of a way, those passed twice told twice."""
    return [layout.by_place[p] for p in way if p in layout.by_place]


def foot_of(plate: Plate) -> Point:
    """Where ways run through an area: just above its counters."""
    return plate.at[0], plate.middle[1] + plate.high / 2 + 0.5


def _arrow(canvas: Canvas, points: Sequence[Point], colour: RGB, layout: AreaLayout, inks: Inks) -> None:
    px = layout.px
    *_, before, last = points
    far = math.dist(before, last)
    if far < 1:
        return
    ux, uy = (last[0] - before[0]) / far, (last[1] - before[1]) / far
    stop = last[0] - ux * 1.1 * px, last[1] - uy * 1.1 * px
    line = [*points[:-1], stop]
    for grown, ink in ((0.3 * px, casing(inks.theme)), (0.0, colour)):
        canvas.line(line, ink, 0.5 * px + grown)
        wide, long = 0.72 * px + grown, 1.25 * px + grown
        x, y = last[0] - ux * long, last[1] - uy * long
        tip = last[0] + ux * grown / 2, last[1] + uy * grown / 2
        canvas.area((tip, (x - uy * wide, y + ux * wide), (x + uy * wide, y - ux * wide)), ink)
    canvas.disc(points[0], 0.34 * px, colour)
