"""What lies on the map besides units and leaders: standards, engines, waggons.

A standard is a banner on its pole, everything else a six-sided plate: neither square like a unit nor round like a
leader. Alone in its hex a marker fills it; where a unit or a leader stands it is a badge on top, and nothing hides it.
"""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from engine.kernel.hexes import Hex
from engine.kernel.text import Text
from engine.kernel.view import MarkerView
from renderer import symbols
from renderer.counters import badges, bands, drawing
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.sprites import Sprite, kept, shadowed
from renderer.map.layout import CORNERS
from renderer.palette.colours import BLACK, GOLD, IVORY, RGB, Theme, luminance, mix, rgb
from renderer.palette.sides import side
from renderer.scene import Placed, Scene

KINDS = (("standard", Text("standard")), ("bombard", Text("bombard")), ("wagon", Text("wagon")))
"""Kinds explained in the footer of a close-up, with their names."""

NOBODY = 2
"""Index of the colours of what belongs to no side."""

_RIDING, _RIDING_FAR = 0.56, 0.70
"""Size of a badge, and of one at small zoom, the marker alone in its hex being 1."""
_SLOTS = ((-0.64, 0.36), (0.0, 0.62), (-0.32, 0.62), (0.32, 0.62))
"""Places of badges on an occupied hex, to the rear of the unit, in radii: first the rear lower corner."""

_GREY_DARK, _GREY_PALE = rgb("#5B5750"), rgb("#B9B0A0")


def draw_alone(scene: Scene) -> None:
    """Markers in hexes where nothing else stands; they lie under arrows, as counters do."""
    for h, here in _by_hex(scene).items():
        if not _occupied(scene, h):
            for i, m in enumerate(here):
                x, y = scene.layout.xy(h)
                at = x + (i - (len(here) - 1) / 2) * 0.62 * scene.r, y
                sprite(m, scene.r, scene.theme, alone=True).onto(scene.image, at)


def draw_riding(scene: Scene) -> None:
    """Markers in hexes where a unit or a leader stands."""
    for h, here in _by_hex(scene).items():
        if not _occupied(scene, h):
            continue
        standing = scene.standing.get(h)
        front = -1 if standing is not None and standing.look.mirrored else 1
        first = 1 if standing is not None and _rear_taken(standing) else 0
        x, y = scene.layout.xy(h)
        for i, m in enumerate(here, first):
            dx, dy = _SLOTS[i % len(_SLOTS)]
            at = x + front * dx * scene.r, y + dy * scene.r
            if standing is not None and standing.look.span:
                dx, dy = drawing.place(standing.look, -0.50, 0.10 + 0.4 * (i - first))
                at = standing.at[0] + dx * scene.r, standing.at[1] + dy * scene.r
            sprite(m, scene.r, scene.theme, alone=False, flip=front < 0).onto(scene.image, at)


def sprite(m: MarkerView, r: int, theme: Theme, alone: bool, flip: bool = False) -> Sprite:
    """A marker at a hex radius of ``r`` pixels; ``flip`` turns a banner's pole to the right."""
    facing = None if m.facing is None else int(m.facing) * 30
    owner = NOBODY if m.side is None else m.side
    key = ("marker", m.kind, owner, facing, m.band, m.spent, r, theme, alone, flip)
    size = 1.0 if alone else _RIDING if r >= 24 else _RIDING_FAR

    def make() -> Sprite:
        return _MarkerDrawing(r, size, owner, flip).sprite(m.kind, facing, m.band, m.spent, theme)

    return kept(key, make)


def _by_hex(scene: Scene) -> dict[Hex, list[MarkerView]]:
    found: dict[Hex, list[MarkerView]] = {}
    for m in scene.table.markers:
        if scene.layout.holds(m.hex):
            found.setdefault(m.hex, []).append(m)
    return found


def _occupied(scene: Scene, h: Hex) -> bool:
    return h in scene.standing or any(x.hex == h for x in scene.table.leaders)


def _rear_taken(standing: Placed) -> bool:
    return bool(standing.look.hits) or badges.at_rear_bottom(standing.look.states)


class _MarkerDrawing:
    """One marker being drawn, ``size`` times as large as alone in its hex."""

    def __init__(self, r: int, size: float, owner: int, flip: bool) -> None:
        self.r = r
        self.k = size * r
        self.colours = side(owner)
        self.flip = -1 if flip else 1
        half = math.ceil(1.05 * self.k) + 2
        self.middle: Point = (half, half)
        self.canvas = Canvas((0, 0), (2 * half, 2 * half), 4)

    def sprite(self, kind: str, facing: int | None, band: int | None, spent: bool, theme: Theme) -> Sprite:
        face: RGB = self.colours.face
        if spent:
            face = mix(face, _GREY_DARK if luminance(face) < 0.2 else _GREY_PALE, 0.75)
        if kind == "standard":
            self._banner(face, band)
        else:
            self._plate(face, kind, facing)
        if spent:
            self._spent()
        return Sprite(shadowed(self.canvas.flat(), self.r, theme, 0.04, 0.04), self.middle)

    def at(self, x: float, y: float) -> Point:
        return self.middle[0] + self.flip * x * self.k, self.middle[1] + y * self.k

    def _banner(self, face: RGB, band: int | None) -> None:
        """A swallow-tailed banner in the side's colour, its command's band along the top."""
        canvas, c, k = self.canvas, self.colours, self.k
        foot, top = self.at(-0.36, 0.70), self.at(-0.36, -0.52)
        for width, colour in ((0.21, c.rim), (0.155, c.casing), (0.075, BLACK)):
            canvas.line((foot, top), colour, width * k, round_ends=True)
        for radius, colour in ((0.13, BLACK), (0.095, GOLD)):
            canvas.disc((top[0], top[1] - 0.03 * k), radius * k, colour)
        mask = Image.new("L", canvas.image.size, 0)
        for inset, colour in ((0.0, c.rim), (0.045, c.casing), (0.095, face)):
            outline = [
                self.at(-0.32 + inset, -0.50 + inset),
                self.at(0.64 - 2.4 * inset, -0.50 + inset),
                self.at(0.40 - 1.2 * inset, -0.13),
                self.at(0.64 - 2.4 * inset, 0.24 - inset),
                self.at(-0.32 + inset, 0.24 - inset),
            ]
            canvas.area(outline, colour)
            if colour == face:
                ImageDraw.Draw(mask).polygon([canvas.to(p) for p in outline], fill=255)
        if band is not None:
            y0, y1 = canvas.to(self.at(0, -0.50 + 0.095))[1], canvas.to(self.at(0, -0.17))[1]
            bands.lay(canvas.image, mask, band, round(y0), round(y1))

    def _plate(self, face: RGB, kind: str, facing: int | None) -> None:
        """A six-sided plate with the symbol, turned where the thing faces."""
        canvas, c, k, at = self.canvas, self.colours, self.k, self.middle
        if facing is not None:
            a = math.radians(facing)
            ux, uy = math.cos(a), -math.sin(a)
            for grown, colour in ((0.06, c.casing), (0.0, c.chevron)):
                tip = ((0.98 + grown, 0.0), (0.52 - grown, 0.34 + grown), (0.52 - grown, -0.34 - grown))
                canvas.area([(at[0] + (f * ux - s * uy) * k, at[1] + (f * uy + s * ux) * k) for f, s in tip], colour)
        for radius, colour in ((0.72, c.rim), (0.675, c.casing), (0.625, face)):
            canvas.area([(at[0] + x * radius * k, at[1] + y * radius * k) for x, y in CORNERS], colour)
        mask = symbols.mask(kind, round(0.92 * k * canvas.q))
        if facing is not None:
            mask = mask.rotate(facing, Image.Resampling.BICUBIC)
        canvas.stamp(mask, at, c.ink)

    def _spent(self) -> None:
        """The black square of what has finished, at the lower right."""
        x, y = self.middle[0] + 0.42 * self.k, self.middle[1] + 0.46 * self.k
        for half, colour in ((0.24, self.colours.casing), (0.20, BLACK), (0.085, IVORY)):
            q = half * self.k
            self.canvas.area(((x - q, y - q), (x + q, y - q), (x + q, y + q), (x - q, y + q)), colour)
