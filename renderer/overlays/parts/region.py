"""A set of hexes with a smoothed outline: washed, hatched, drawn round.

Once smoothed, an outline depends on nothing but the corners it turns round, and there are six of them. So the outline
is stamped piece by piece, each drawn once at a few shares of a pixel and kept; and what it encloses is the hexes
themselves without the tips cut off, and with the notches filled.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from PIL import Image, ImageDraw

from engine.kernel.hexes import Hex, neighbours
from renderer.graphics import sprites
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, chaikin, lerp
from renderer.graphics.sprites import Sprite
from renderer.map.layout import CORNERS, Layout
from renderer.map.lettering import NUMBER, NUMBERED, number_size
from renderer.overlays.parts.hatching import pattern
from renderer.palette.colours import RGB
from renderer.scene import Scene

Box = tuple[int, int, int, int]

_BLOCK = 128
"""Pixels along the side of a block that is coloured at once; empty ones are passed over."""
_PHASES = 4
"""Places within a pixel, up and down, a piece of an outline is drawn for."""
_OTHERS = ((2, 4), (3, 5), (4, 0), (5, 1), (0, 2), (1, 3))
"""Of the two other hexes at each corner, which of their own corners it is."""


def _rounded(k: int, times: int = 2) -> list[Point]:
    """What smoothing makes of a corner of a hex, from the corner, in radii, without the middles of its sides."""
    corner = CORNERS[k]
    path = chaikin([CORNERS[k - 1], corner, CORNERS[(k + 1) % 6]], times)
    return [(x - corner[0], y - corner[1]) for x, y in path if math.dist((x, y), corner) < 0.45]


_TIPS: tuple[tuple[Point, ...], ...] = tuple((*_rounded(k), (0.0, 0.0)) for k in range(6))
"""What smoothing cuts off at each corner of a hex, from the corner, in radii."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line's colour and width in radii, and the casing round it."""

    colour: RGB
    width: float
    casing: RGB | None = None
    edge: float = 0.035
    """Width of the casing on either side, in radii."""


class Region:
    """Hexes in view that are drawn as one. ``holes`` are left out of washes and hatching, each as a whole hex."""

    def __init__(self, scene: Scene, hexes: Iterable[Hex], holes: Iterable[Hex] = ()) -> None:
        self.scene = scene
        self.hexes = scene.seen(hexes)
        self.holes = scene.seen(holes)

    def __bool__(self) -> bool:
        return bool(self.hexes)

    def wash(self, colour: RGB, opacity: float) -> None:
        """Draw the ground towards a colour."""
        tint(self.scene.image, self.box, self.mask, colour, opacity)

    def hatch(self, colour: RGB, opacity: float, lean: int, step: float = 0.15) -> None:
        """Slanting lines ``step`` radii apart: ``lean`` 1 as in a slash, -1 as in a backslash, 0 for both.

        They leave the numbers of the hexes free.
        """
        px = max(4, round(step * self.scene.r))
        lines = pattern(px, lean, round(255 * opacity))
        # The lines hang on the plane of the map, so that a shifted view shows the same hatching.
        ox, oy = (self.box[i] + self.scene.layout.origin[i] for i in (0, 1))
        ink = Image.new("RGB", (_BLOCK, _BLOCK), colour)
        for (x, y), mask in _blocks(self._unnumbered):
            inked = Image.new("L", mask.size)
            sx, sy = (ox + x) % px, (oy + y) % px
            inked.paste(lines.crop((sx, sy, sx + mask.width, sy + mask.height)), (0, 0), mask)
            here = ink if mask.size == ink.size else ink.crop((0, 0, *mask.size))
            self.scene.image.paste(here, (self.box[0] + x, self.box[1] + y), inked)

    def contour(self, stroke: Stroke) -> None:
        """Draw round the region."""
        r, image = self.scene.r, self.scene.image
        pieces: dict[tuple[int, int], Sprite] = {}
        for k, _, (x, y) in self._turns:
            phase = math.floor(y * _PHASES + 0.5) % _PHASES
            piece = pieces.get((k, phase))
            if piece is None:
                piece = pieces[k, phase] = _turn(r, k, phase, stroke)
            piece.onto(image, (x, y - phase / _PHASES))

    @cached_property
    def box(self) -> Box:
        """The pixels it touches."""
        return box_of([self.scene.layout.xy(h) for h in self.hexes], 1.02 * self.scene.r, self.scene.layout)

    @cached_property
    def mask(self) -> Image.Image:
        """Its pixels within its box, mode 1."""
        r, layout, (x0, y0, x1, y1) = self.scene.r, self.scene.layout, self.box
        mask = Image.new("1", (x1 - x0, y1 - y0))
        draw = ImageDraw.Draw(mask)
        hexagon = [(x * r, y * r) for x, y in CORNERS]
        tips = [[(x * r, y * r) for x, y in tip] for tip in _TIPS]
        for hexes, fill in ((self.hexes, 1), (self.holes, 0)):
            for h in hexes:
                x, y = layout.xy(h)
                x, y = x - x0, y - y0
                draw.polygon([(x + dx, y + dy) for dx, dy in hexagon], fill=fill)
        for k, notch, (x, y) in self._turns:
            x, y = x - x0, y - y0
            draw.polygon([(x + dx, y + dy) for dx, dy in tips[k]], fill=int(notch))
        return mask

    @cached_property
    def _unnumbered(self) -> Image.Image:
        """Its mask without the places of hex numbers, which must stay readable."""
        r, mask = self.scene.r, self.mask.copy()
        if r < NUMBERED:
            return mask
        draw = ImageDraw.Draw(mask)
        for h in self.hexes:
            x, y = self.scene.layout.xy(h)
            x, y = x - self.box[0], y - self.box[1] - NUMBER * r
            wide, high = 0.10 * r + 1.15 * number_size(r), 0.025 * r + 0.5 * number_size(r)
            draw.rounded_rectangle((x - wide, y - high, x + wide, y + high), 0.1 * r, fill=0)
        return mask

    @cached_property
    def _turns(self) -> list[tuple[int, bool, Point]]:
        """Every corner the outline turns round: which of a hex's, whether that hex lies outside, and its pixel."""
        r, layout, inside = self.scene.r, self.scene.layout, set(self.hexes)
        found: list[tuple[int, bool, Point]] = []
        for h in self.hexes:
            around = neighbours(h)
            kept = [n in inside for n in around]
            if all(kept):
                continue
            x, y = layout.xy(h)
            for k, (dx, dy) in enumerate(CORNERS):
                # Corner 0 points east, between the neighbours in the north-east and in the south-east.
                i, j = (k + 1) % 6, (k + 2) % 6
                if kept[i] and kept[j]:
                    continue
                at = (x + dx * r, y + dy * r)
                if not kept[i] and not kept[j]:
                    found.append((k, False, at))
                elif kept[j]:
                    # Both hexes inside come by this corner; one tells of it.
                    if h < around[j]:
                        found.append((_OTHERS[k][0], True, at))
                elif h < around[i]:
                    found.append((_OTHERS[k][1], True, at))
        return found


def box_of(points: Iterable[Point], reach: float, layout: Layout) -> Box:
    """The pixels of the picture within ``reach`` pixels of the points, of which there is at least one in view."""
    found = list(points)
    xs, ys = [p[0] for p in found], [p[1] for p in found]
    w, h = layout.size
    x0, y0 = max(0, math.floor(min(xs) - reach)), max(0, math.floor(min(ys) - reach))
    return x0, y0, min(w, math.ceil(max(xs) + reach)), min(h, math.ceil(max(ys) + reach))


def tint(image: Image.Image, box: Box, mask: Image.Image, colour: RGB, opacity: float) -> None:
    """Draw what a mask of mode 1 shows of a box towards a colour."""
    solid = Image.new("RGB", (_BLOCK, _BLOCK), colour)
    for (x, y), block in _blocks(mask):
        x, y = box[0] + x, box[1] + y
        here = solid if block.size == solid.size else solid.crop((0, 0, *block.size))
        ground = image.crop((x, y, x + block.width, y + block.height))
        image.paste(Image.blend(ground, here, opacity), (x, y), block)


def _blocks(mask: Image.Image) -> Iterator[tuple[tuple[int, int], Image.Image]]:
    """Where a mask shows anything: blocks of it with their corners."""
    w, h = mask.size
    for y in range(0, h, _BLOCK):
        for x in range(0, w, _BLOCK):
            block = mask.crop((x, y, min(x + _BLOCK, w), min(y + _BLOCK, h)))
            if block.getbbox() is not None:
                yield (x, y), block


def _turn(r: int, corner: int, phase: int, stroke: Stroke) -> Sprite:
    """The outline round one corner of a hex, from the middle of one side to the middle of the next."""

    def make() -> Sprite:
        cx, cy = CORNERS[corner]
        ends = [
            lerp((0.0, 0.0), (CORNERS[(corner + d) % 6][0] - cx, CORNERS[(corner + d) % 6][1] - cy), 0.5)
            for d in (-1, 1)
        ]
        half = math.ceil((0.56 + stroke.width / 2 + stroke.edge) * r) + 2
        canvas = Canvas((0, 0), (2 * half, 2 * half), 4)
        down = phase / _PHASES
        path = [(half + x * r, half + down + y * r) for x, y in (ends[0], *_rounded(corner, 3), ends[1])]
        # A little further at both ends, so that no seam shows where the next piece begins.
        path = [_beyond(path[0], path[1]), *path, _beyond(path[-1], path[-2])]
        if stroke.casing is not None:
            canvas.line(path, stroke.casing, (stroke.width + 2 * stroke.edge) * r)
        canvas.line(path, stroke.colour, stroke.width * r)
        flat = canvas.flat()
        box = flat.getbbox() or (0, 0, 1, 1)
        return Sprite(flat.crop(box), (half - box[0], half - box[1]))

    return sprites.kept(("turn", corner, phase, stroke, r), make)


def _beyond(end: Point, inner: Point) -> Point:
    """The end of a line, half a pixel on."""
    return lerp(inner, end, 1 + 0.5 / (math.dist(end, inner) or 1.0))
