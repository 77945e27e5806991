"""The plates of areas: name, number, signs, what lies in them, and in whose hands they are.

Who holds an area is told three times: by the colour of its stripe, by the corners of its plate, which are those of that
side's counters, and by the pattern of the power's band.
"""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image

from engine.kernel.areas import Area, AreaMap
from engine.kernel.board import Place
from engine.kernel.view import HoldingView
from renderer.areas.inks import Inks
from renderer.areas.layout import LEFT, LINE, PADDING, AreaLayout, Plate
from renderer.counters import bands
from renderer.counters.outlines import cornered
from renderer.graphics import fonts
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.palette.colours import HIT, RGB, contrast, mix
from renderer.palette.sides import side
from renderer.symbols import known, mask

STRIPE = 0.55
"""Width of the owner's stripe, in ems."""
SIGN = 1.0
"""Size of a symbol on a plate, in ems."""
DRAWN = {"fort": "fort", "revolt": "revolt", "camp": "camp", "treasury": "treasury"}
"""Signs and marks that have a symbol; a city is a ring with a dot, others are written."""


def draw(canvas: Canvas, board: AreaMap, layout: AreaLayout, holdings: Mapping[Place, HoldingView], inks: Inks) -> None:
    """Every plate of the picture."""
    for plate in layout.plates:
        _plate(canvas, board.area(plate.place), plate, layout, holdings.get(plate.place), inks)


def body(plate: Plate, layout: AreaLayout, owner: int | None, inset: float = 0.0) -> list[Point]:
    """The outline of a plate, in pixels; with square corners where it is nobody's."""
    px = layout.px
    at = layout.xy(plate.middle)
    w, h = plate.wide * px, plate.high * px
    if owner is None:
        x0, y0, x1, y1 = at[0] - w / 2 + inset, at[1] - h / 2 + inset, at[0] + w / 2 - inset, at[1] + h / 2 - inset
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return cornered(at, w, h, inset, side(owner), 4 * px)


def _plate(canvas: Canvas, area: Area, plate: Plate, layout: AreaLayout, held: HoldingView | None, inks: Inks) -> None:
    px = layout.px
    owner = held.side if held is not None else None
    face, rim = inks.faces[area.kind], inks.edges[area.kind]
    colours = side(owner) if owner is not None else None
    if colours is not None:
        face, rim = mix(face, colours.face, 0.16), colours.casing if inks.ground.dark else colours.rim
    canvas.area(body(plate, layout, owner, -0.1 * px), inks["paper"])
    canvas.area(body(plate, layout, owner), rim)
    canvas.area(body(plate, layout, owner, 0.09 * px), face)
    if area.kind == "box":
        canvas.line([*(b := body(plate, layout, owner, 0.26 * px)), b[0]], rim, 0.07 * px)
    if colours is not None and held is not None:
        _stripe(canvas, plate, layout, owner or 0, held.band, colours.face)
    ink = inks["ink"] if contrast(inks["ink"], face) >= contrast(inks["paper"], face) else inks["paper"]
    _name(canvas, area, plate, layout, ink)
    _number(canvas, area, plate, layout, held, ink, face)
    _signs(canvas, area, plate, layout, held, ink, inks)


def _stripe(canvas: Canvas, plate: Plate, layout: AreaLayout, owner: int, band: int | None, face: RGB) -> None:
    """The side's colour down the left of a plate, with the power's band across it."""
    px, q = layout.px, canvas.q
    x, y = layout.xy((plate.middle[0] - plate.wide / 2, plate.middle[1] - plate.high / 2))
    inner = body(plate, layout, owner, 0.09 * px)
    left, top, right, foot = x + 0.09 * px, y + 0.09 * px, x + STRIPE * px, y + (plate.high - 0.09) * px
    clipped = [(min(p[0], right), p[1]) for p in inner]
    canvas.area(clipped, face)
    if band is not None:
        size = max(1, round((right - left) * q)), max(1, round((foot - top) * 0.5 * q))
        # A band is laid lying; here it stands.
        lying = Image.new("RGBA", (size[1], size[0] + 2), (0, 0, 0, 0))
        bands.lay(lying, Image.new("L", lying.size, 255), band, 0, size[0])
        standing = lying.crop((0, 0, size[1], size[0])).transpose(Image.Transpose.ROTATE_90)
        where = canvas.to((left, top + (foot - top) * 0.25))
        canvas.image.paste(standing, (round(where[0]), round(where[1])))


def _name(canvas: Canvas, area: Area, plate: Plate, layout: AreaLayout, ink: RGB) -> None:
    px = layout.px
    style: fonts.Style = "SemiboldIt" if area.kind == "sea" else "Semibold"
    font = fonts.serif(style, round(px * canvas.q))
    left = plate.middle[0] - plate.wide / 2 + LEFT
    top = plate.middle[1] - plate.high / 2 + PADDING
    for n, text in enumerate(plate.lines):
        at = layout.xy((left, top + LINE * (n + 0.5)))
        canvas.text(at, fonts.written(text), px, ink, 0.0, anchor="lm", font=font)


def _number(
    canvas: Canvas, area: Area, plate: Plate, layout: AreaLayout, held: HoldingView | None, ink: RGB, face: RGB
) -> None:
    """What it brings, in a coin at the right; struck through where it brings another number than is printed there."""
    now = held.worth if held is not None and held.worth is not None else area.worth
    if now is None:
        return
    px = layout.px
    at = layout.xy((plate.middle[0] + plate.wide / 2 - 1.0, plate.middle[1]))
    canvas.disc(at, 0.68 * px, ink)
    canvas.disc(at, 0.59 * px, HIT if now != area.worth else face)
    colour = (255, 253, 244) if now != area.worth else ink
    canvas.text(at, str(now), 0.84 * px, colour, 0.03)


def _signs(
    canvas: Canvas, area: Area, plate: Plate, layout: AreaLayout, held: HoldingView | None, ink: RGB, inks: Inks
) -> None:
    """City, fort and other signs along the upper edge; what lies in it now along the lower one."""
    marks = held.marks if held is not None else ()
    _row(canvas, area.signs, plate, layout, -1, ink, inks)
    _row(canvas, marks, plate, layout, 1, HIT if not inks.ground.dark else mix(HIT, (255, 255, 255), 0.35), inks)


def _row(
    canvas: Canvas, words: tuple[str, ...], plate: Plate, layout: AreaLayout, edge: int, ink: RGB, inks: Inks
) -> None:
    px, q = layout.px, canvas.q
    x = plate.middle[0] + plate.wide / 2 - 0.4
    y = plate.middle[1] + edge * plate.high / 2
    font = fonts.serif("SemiboldIt", round(0.78 * px * q))
    for word in reversed(words):
        symbol = DRAWN.get(word)
        wide = SIGN + 0.3
        if symbol is None and word != "city":
            wide = font.getlength(fonts.written(word)) / q / px + 0.5
        at = layout.xy((x - wide / 2, y))
        half_w, half_h = wide / 2 * px, 0.62 * px
        if word == "city":
            canvas.disc(at, 0.6 * px, inks["paper"])
            canvas.ring(at, 0.5 * px, ink, 0.13 * px)
            canvas.disc(at, 0.2 * px, ink)
        else:
            corners = [(at[0] + i * half_w, at[1] + j * half_h) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            canvas.area(corners, ink)
            inner = [(p[0] - i * 0.07 * px, p[1] - j * 0.07 * px) for p, (i, j) in zip(corners, _CORNERS, strict=True)]
            canvas.area(inner, inks["paper"])
            if symbol is not None and known(symbol) == symbol:
                canvas.stamp(mask(symbol, max(4, round(SIGN * px * q))), at, ink)
            else:
                canvas.text(at, fonts.written(word), 0.78 * px, ink, 0.0, font=font)
        x -= wide + 0.2


_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
