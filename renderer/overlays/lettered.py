"""Hexes to choose from by their letters, and sectors of hexes by theirs: read on a telephone, on any ground."""

from __future__ import annotations

import math
from collections.abc import Iterable

from engine.kernel.hexes import Hex, centre
from renderer.graphics import fonts, sprites
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.sprites import Sprite
from renderer.overlays.kinds import Lettered, Sectors
from renderer.overlays.parts.figures import LEAST_LABELLED, figure, numbered
from renderer.overlays.parts.plates import Plate, beneath
from renderer.overlays.parts.region import Region, Stroke
from renderer.overlays.parts.wedges import wedge
from renderer.palette.colours import CREAM, GOLD, RGB, WHITE
from renderer.palette.overlays import FIRE, REACH, REACH_LINE, inks, washes
from renderer.scene import Scene

LETTER, COST, SECTOR = 15, 9, 17
"""Least size of type, in pixels on a telephone, of a hex's letter, of its cost, and of a sector's letter."""
IN_HEX, BESIDE, SUM = 0.56, 0.44, 0.34
"""Size of type in radii: a letter in an empty hex, beside a counter, and what a hex costs."""
_ABOVE, _BELOW, _BEHIND = -0.17, 0.52, 0.80
"""Where they stand, in radii from the hex's centre: letter and cost one over the other, a letter beside a counter."""


def under(scene: Scene, o: Lettered) -> None:
    """A wash and a contour round the hexes that may be chosen, and what empty ones cost under their letters."""
    hexes = scene.seen(o.letters)
    if not hexes:
        return
    tones = inks(scene.theme)
    region = Region(scene, hexes)
    region.wash(REACH, washes(scene.theme).reach)
    region.contour(Stroke(tones.reach, 0.06, scene.casing))
    numbered(scene, hexes, tones.reach_figure)
    for h in hexes:
        if h in scene.held or scene.r < LEAST_LABELLED:
            continue
        x, y = scene.layout.xy(h)
        if h in o.costs:
            figure(scene, (x, y + _BELOW * scene.r), str(o.costs[h]), SUM, tones.reach_figure, scene.casing)
        if o.hits.get(h):
            wedge(scene, (x + 0.42 * scene.r, y + _BELOW * scene.r), o.hits[h])


def labels(scene: Scene, o: Lettered) -> None:
    """The letter of every hex: in its middle, or behind the counter that stands there, over what the hex costs."""
    r = scene.r
    for h in scene.seen(o.letters):
        x, y = scene.layout.xy(h)
        if h not in scene.held:
            px = max(IN_HEX * r, min(0.8 * r, scene.layout.on_phone(LETTER)))
            _disc(scene, (x, y + (_ABOVE if h in o.costs else 0.0) * r), o.letters[h], px)
            continue
        if h in o.costs and r >= LEAST_LABELLED:
            beneath(scene, (x, y), Plate(str(o.costs[h]), WHITE, REACH_LINE, CREAM), 0.28)
        placed = scene.standing.get(h)
        front = -1 if placed is not None and placed.look.mirrored else 1
        _disc(scene, (x - front * _BEHIND * r, y), o.letters[h], BESIDE * r)
        if o.hits.get(h):
            wedge(scene, (x + 0.40 * r, y + 0.72 * r), o.hits[h])


def _sector_washes(scene: Scene) -> tuple[tuple[RGB, float], ...]:
    """Washes of sectors in turn: what parts them is their contours, and no two letters are alike."""
    laid = washes(scene.theme)
    return (REACH, laid.reach), (GOLD, laid.chosen), (FIRE, laid.fire[2])


def sectors_under(scene: Scene, o: Sectors) -> None:
    """Every sector in a wash of its own within a firm contour, and what its hexes cost where there is room for it."""
    readable = scene.layout.on_phone(COST) <= SUM * scene.r
    tones, in_turn = inks(scene.theme), _sector_washes(scene)
    regions = [(n, Region(scene, hexes)) for n, hexes in enumerate(o.sectors.values())]
    for n, region in regions:
        if region:
            region.wash(*in_turn[n % len(in_turn)])
    for _, region in regions:
        if region:
            region.contour(Stroke(tones.reach, 0.075, scene.casing, 0.045))
            if readable:
                numbered(scene, region.hexes, tones.reach_figure)
    taken = {heart(scene, hexes) for hexes in o.sectors.values()}
    for h in scene.seen(h for hexes in o.sectors.values() for h in hexes):
        if readable and h in o.costs and h not in scene.held and h not in taken:
            x, y = scene.layout.xy(h)
            figure(scene, (x, y + 0.12 * scene.r), str(o.costs[h]), SUM, tones.reach_figure, scene.casing)


def sectors_labels(scene: Scene, o: Sectors) -> None:
    """The letter of every sector, large, in the hex nearest its middle where nobody stands."""
    px = max(0.72 * scene.r, scene.layout.on_phone(SECTOR))
    for letter, hexes in o.sectors.items():
        h = heart(scene, hexes)
        if h is not None:
            _disc(scene, scene.layout.xy(h), letter, px)


def heart(scene: Scene, hexes: Iterable[Hex]) -> Hex | None:
    """The hex of a sector that its letter stands in: nearest its middle, an empty one if there is any in view."""
    seen = scene.seen(hexes)
    if not seen:
        return None
    xs, ys = zip(*(centre(h) for h in seen), strict=True)
    middle = sum(xs) / len(xs), sum(ys) / len(ys)
    return min(seen, key=lambda h: (h in scene.held, round(math.dist(centre(h), middle), 6), h))


def _disc(scene: Scene, at: Point, letter: str, px: float) -> None:
    """A letter on a disc, or two on a plate, ``px`` pixels high, pale on dark on any ground and in either theme."""
    size = round(px)

    def make() -> Sprite:
        wide = fonts.plain(100).getlength(fonts.ascii_only(letter)) / 100 * size
        k, edge = 0.66 * size, max(1.5, 0.07 * size)
        aside = max(0.0, wide / 2 - 0.40 * size)
        mx, my = math.ceil(k + aside + edge) + 2, math.ceil(k + edge) + 2
        canvas = Canvas((0, 0), (2 * mx, 2 * my), 4)
        for grown, colour in ((edge, CREAM), (0.0, REACH_LINE)):
            for s in (-1, 1):
                canvas.disc((mx + s * aside, my), k + grown, colour)
            if aside:
                y0, y1 = my - k - grown, my + k + grown
                canvas.area(((mx - aside, y0), (mx + aside, y0), (mx + aside, y1), (mx - aside, y1)), colour)
        canvas.text((mx, my), letter, size, WHITE, 0.05)
        return Sprite(canvas.flat(), (mx, my))

    sprites.kept(("letter", letter, size), make).onto(scene.image, at)
