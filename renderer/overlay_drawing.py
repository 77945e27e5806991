"""Drawing of overlays: those that lie under the counters, and those that lie over them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from PIL import Image, ImageDraw

from engine.kernel.hexes import Hex
from renderer import sprites
from renderer.arrows import shock_arrow
from renderer.canvas import Canvas
from renderer.curves import Point, lerp
from renderer.overlays import CommandRange, Eligible, Overlay, Range, Reach, SetUpArea, Shock, Sight, Zones
from renderer.palette import (
    BLACK,
    COMMAND,
    CREAM,
    FIRE,
    FIRE_LINE,
    GOLD,
    HIT,
    REACH,
    REACH_LINE,
    RGB,
    WHITE,
    arrow,
    mix,
    side,
)
from renderer.scene import Scene
from renderer.sprites import Sprite

BAND_OPACITY = (0.47, 0.35, 0.24, 0.14)
DIMMED = 0.18
LEAST_LABELLED = 20
"""Radius in pixels below which figures in hexes could not be read."""


def draw_under(scene: Scene, overlays: Sequence[Overlay]) -> None:
    """Overlays, or their parts, that counters stand on."""
    for o in overlays:
        match o:
            case Reach():
                _reach(scene, o)
            case Zones():
                _zones(scene, o)
            case SetUpArea():
                _area(scene, o)
            case Range():
                _range(scene, o)
            case CommandRange():
                _command(scene, o)
            case Eligible():
                _eligible(scene, o)
            case Sight() if o.blocked_by is not None:
                _blocking(scene, o.blocked_by)


def draw_over(scene: Scene, overlays: Sequence[Overlay]) -> None:
    """Overlays that cross the bodies of counters."""
    for o in overlays:
        if isinstance(o, Shock):
            _shock_arrows(scene, o)
        elif isinstance(o, Sight):
            _sight(scene, o)


def draw_labels(scene: Scene, overlays: Sequence[Overlay]) -> None:
    """What must not be covered by anything."""
    for o in overlays:
        if isinstance(o, Shock):
            _shock_labels(scene, o)


def label(scene: Scene, at: Point, text: str, size: float, ink: RGB, halo: RGB) -> None:
    """A figure with a halo, ``size`` in radii."""

    def make() -> Sprite:
        w, h = math.ceil(size * scene.r * (0.75 * len(text) + 1)), math.ceil(size * scene.r * 1.8)
        canvas = Canvas((0, 0), (w, h))
        canvas.text((w / 2, h / 2), text, size * scene.r, ink, 0.04, halo, 0.06 * scene.r)
        return Sprite(canvas.flat(), (w / 2, h / 2))

    sprites.kept(("label", text, size, ink, halo, scene.r), make).onto(scene.image, at)


def _fill(canvas: Canvas, scene: Scene, hexes: Iterable[Hex], colour: RGB, opacity: float) -> None:
    for h in hexes:
        canvas.area(scene.layout.corners(h), colour, opacity)


def _outline(canvas: Canvas, scene: Scene, hexes: Iterable[Hex], colour: RGB, width: float, cased: bool = True) -> None:
    paths = list(scene.contours(hexes))
    if cased:
        for path in paths:
            canvas.line(path, scene.casing, (width + 0.06) * scene.r, 0.85)
    for path in paths:
        canvas.line(path, colour, width * scene.r)


def _centres(scene: Scene, hexes: Iterable[Hex]) -> list[Point]:
    return [scene.layout.xy(h) for h in hexes]


def _hatch(canvas: Canvas, scene: Scene, hexes: Iterable[Hex], colour: RGB, opacity: float, lean: int) -> None:
    """Slanting lines over hexes: ``lean`` 1 as in a slash, -1 as in a backslash, 0 for both."""
    q = canvas.q
    lines = Image.new("L", canvas.image.size, 0)
    draw = ImageDraw.Draw(lines)
    w, h = lines.size
    # The lines hang on the plane of the map, so that a shifted view shows the same hatching.
    step = max(4, round(0.15 * scene.r * q))
    ox, oy = (canvas.origin[i] + scene.layout.origin[i] for i in (0, 1))
    ink, width = round(255 * opacity), max(1, round(0.042 * scene.r * q))
    if lean >= 0:
        for x in range(-h - (ox + oy) * q % step, w + h, step):
            draw.line([(x, h), (x + h, 0)], fill=ink, width=width)
    if lean <= 0:
        for x in range(-h - (ox - oy) * q % step, w + h, step):
            draw.line([(x, 0), (x + h, h)], fill=ink, width=width)
    mask = Image.new("L", lines.size, 0)
    draw = ImageDraw.Draw(mask)
    for x in hexes:
        draw.polygon([canvas.to(p) for p in scene.layout.corners(x, 0.97)], fill=255)
    found = Image.new("L", lines.size, 0)
    found.paste(lines, (0, 0), mask)
    canvas.image.paste((*colour, 255), (0, 0), found)
    canvas.draw = ImageDraw.Draw(canvas.image)


def _reach(scene: Scene, o: Reach) -> None:
    """Teal wash, the cost in each hex, a red wedge where entering costs a cohesion hit."""
    hexes = scene.seen(h for h in o.costs if h != o.origin)
    canvas = scene.canvas(_centres(scene, hexes), 1.3)
    if canvas is None:
        return
    _fill(canvas, scene, hexes, REACH, 0.23)
    _outline(canvas, scene, [*hexes, *scene.seen([o.origin])], REACH_LINE, 0.06)
    canvas.onto(scene.image)
    if scene.r < LEAST_LABELLED:
        return
    dark = scene.theme == "dark"
    ink = mix(REACH, WHITE, 0.75) if dark else mix(REACH_LINE, BLACK, 0.45)
    for h in hexes:
        x, y = scene.layout.xy(h)
        label(scene, (x, y), str(o.costs[h]), 0.40, ink, scene.casing)
        if o.hits.get(h):
            _wedge(scene, (x + 0.36 * scene.r, y), o.hits[h])


def _wedge(scene: Scene, at: Point, hits: int) -> None:
    """The red wedge of a cohesion hit; with a figure for more than one."""
    r = scene.r

    def make() -> Sprite:
        side_px = math.ceil(0.6 * r)
        canvas = Canvas((0, 0), (side_px, side_px))
        c = side_px / 2
        for k, colour in ((1.35, CREAM), (1.0, HIT)):
            canvas.area(
                ((c, c - 0.17 * k * r), (c + 0.165 * k * r, c + 0.12 * k * r), (c - 0.165 * k * r, c + 0.12 * k * r)),
                colour,
            )
        if hits > 1:
            canvas.text((c, c + 0.02 * r), str(hits), 0.2 * r, WHITE, 0.03)
        return Sprite(canvas.flat(), (c, c))

    sprites.kept(("wedge", hits, r), make).onto(scene.image, at)


def _zones(scene: Scene, o: Zones) -> None:
    hexes = scene.seen(scene.table.zoc.get(o.side, ()))
    canvas = scene.canvas(_centres(scene, hexes), 1.2)
    if canvas is None:
        return
    colour = arrow(side(o.side), scene.theme)
    _fill(canvas, scene, hexes, colour, 0.18)
    _hatch(canvas, scene, hexes, colour, 0.7, -1 if o.side == 0 else 1)
    _outline(canvas, scene, hexes, colour, 0.05, cased=False)
    canvas.onto(scene.image)


def _area(scene: Scene, o: SetUpArea) -> None:
    """A wash in the colour of the side and a firm contour: unlike zones of control, which are hatched."""
    hexes = scene.seen(o.hexes)
    canvas = scene.canvas(_centres(scene, hexes), 1.3)
    if canvas is None:
        return
    colour = arrow(side(o.side), scene.theme)
    _fill(canvas, scene, hexes, colour, 0.18)
    _outline(canvas, scene, hexes, colour, 0.09)
    canvas.onto(scene.image)


def _range(scene: Scene, o: Range) -> None:
    """Violet by range band, darkest nearest, each band outlined, the needed roll in each hex."""
    hexes = scene.seen(o.bands)
    canvas = scene.canvas(_centres(scene, hexes), 1.3)
    if canvas is None:
        return
    dark = scene.theme == "dark"
    for h in hexes:
        band = max(1, min(o.bands[h], len(BAND_OPACITY)))
        canvas.area(scene.layout.corners(h), FIRE, BAND_OPACITY[band - 1])
    line = mix(FIRE_LINE, WHITE, 0.5) if dark else FIRE_LINE
    for band in sorted({o.bands[h] for h in hexes}):
        last = band == max(o.bands[h] for h in hexes)
        _outline(canvas, scene, [h for h in hexes if o.bands[h] <= band], line, 0.07 if last else 0.045)
    canvas.onto(scene.image)
    if scene.r < LEAST_LABELLED:
        return
    ink = mix(FIRE, WHITE, 0.75) if dark else mix(FIRE_LINE, BLACK, 0.4)
    for h in hexes:
        if o.needs.get(h):
            text = o.needs[h]
            label(scene, scene.layout.xy(h), text, 0.36 if len(text) < 3 else 0.28, ink, scene.casing)


def _command(scene: Scene, o: CommandRange) -> None:
    """Everything outside the range dimmed, a gold contour round it."""
    inside = scene.seen(o.hexes)
    outside = scene.seen(scene.table.map.hexes - set(inside))
    mask = Image.new("L", scene.layout.size, 0)
    draw = ImageDraw.Draw(mask)
    for h in outside:
        draw.polygon(scene.layout.corners(h, 1.01), fill=round(255 * (0.35 if scene.theme == "dark" else DIMMED)))
    scene.image.paste((0, 0, 0) if scene.theme == "dark" else BLACK, (0, 0), mask)
    canvas = scene.canvas(_centres(scene, inside), 1.3)
    if canvas is not None:
        _outline(canvas, scene, inside, COMMAND, 0.09)
        canvas.onto(scene.image)


def _eligible(scene: Scene, o: Eligible) -> None:
    """A gold hex under every unit that may be chosen."""
    for code in o.units:
        unit = scene.units.get(code)
        hexes = scene.seen(unit.hexes) if unit is not None else []
        canvas = scene.canvas(_centres(scene, hexes), 1.15)
        if canvas is None:
            continue
        _fill(canvas, scene, hexes, GOLD, 0.30)
        for h in hexes:
            path = scene.layout.corners(h, 0.95)
            path = [*path, path[0], path[1]]
            canvas.line(path, BLACK, 0.13 * scene.r, 0.75)
            canvas.line(path, GOLD, 0.08 * scene.r)
        canvas.onto(scene.image)


def _blocking(scene: Scene, h: Hex) -> None:
    hexes = scene.seen([h])
    canvas = scene.canvas(_centres(scene, hexes), 1.1)
    if canvas is not None:
        _fill(canvas, scene, hexes, BLACK, 0.25)
        _hatch(canvas, scene, hexes, BLACK, 0.7, 0)
        canvas.onto(scene.image)


def _sight(scene: Scene, o: Sight) -> None:
    """Green as far as one sees, red dashes beyond what blocks."""
    a, b = scene.layout.xy(o.a), scene.layout.xy(o.b)
    canvas = scene.canvas([a, b], 0.4)
    d = math.dist(a, b)
    if canvas is None or d == 0:
        return
    r = scene.r
    end = 1.0
    if o.blocked_by is not None:
        x, y = scene.layout.xy(o.blocked_by)
        along = ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / d
        end = max(0.3 * r, min(along - 0.62 * r, d)) / d
    start, stop = lerp(a, b, min(0.12, 0.3 * r / d)), lerp(a, b, end)
    if o.blocked_by is not None:
        canvas.line((stop, b), scene.casing, 0.13 * r, 0.6)
        canvas.dashes((stop, b), HIT, 0.07 * r, 0.13 * r, 0.10 * r)
    for colour, width in ((scene.casing, 0.15), (REACH, 0.08)):
        canvas.line((start, stop), colour, width * r, round_ends=True)
    if o.blocked_by is not None:
        canvas.disc(stop, 0.21 * r, CREAM)
        canvas.disc(stop, 0.17 * r, HIT)
        k = 0.08 * r
        for s in (1, -1):
            canvas.line(((stop[0] - k, stop[1] - k * s), (stop[0] + k, stop[1] + k * s)), WHITE, 0.05 * r)
    else:
        canvas.disc(stop, 0.15 * r, scene.casing)
        canvas.disc(stop, 0.11 * r, REACH)
    canvas.onto(scene.image)


def _pairs(scene: Scene, o: Shock) -> list[tuple[Hex, Hex]]:
    """The hexes of every pair, the nearest two where a unit fills more than one."""
    found = []
    for attacker, defender in o.pairs:
        a, d = scene.units.get(attacker), scene.units.get(defender)
        if a is None or d is None or not a.hexes or not d.hexes:
            continue
        found.append(
            min(
                ((x, y) for x in a.hexes for y in d.hexes),
                key=lambda p: math.dist(scene.layout.xy(p[0]), scene.layout.xy(p[1])),
            )
        )
    return found


def _shock_arrows(scene: Scene, o: Shock) -> None:
    for a, d in _pairs(scene, o):
        shock_arrow(scene, a, d)


def _shock_labels(scene: Scene, o: Shock) -> None:
    """A black disc with the combat column above each arrow, where it doesn't hide the figures."""
    pairs = _pairs(scene, o)
    if not o.label or not (scene.zoom == "near" or len(pairs) == 1):
        return
    r = scene.r
    for a, d in pairs:
        x, y = lerp(scene.layout.xy(a), scene.layout.xy(d), 0.5)
        canvas = scene.canvas([(x, y)], 0.9)
        if canvas is None:
            continue
        at = (x, y - 0.36 * r)
        size = 0.21 * max(1.0, 0.5 + len(o.label) * 0.25)
        canvas.disc(at, (size + 0.05) * r, CREAM)
        canvas.disc(at, size * r, BLACK)
        canvas.text(at, o.label, min(0.28, 0.62 * size * 2 / max(1, len(o.label)) / 0.6) * r, WHITE, 0.04)
        canvas.onto(scene.image)
