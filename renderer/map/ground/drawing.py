"""Drawing the ground of any rectangle of the plane: washes, pen work, grid."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from renderer.map.ground.marks import Painter, snapped
from renderer.map.ground.plan import Plan
from renderer.map.ground.washes import GRID, Window
from renderer.map.layout import corners
from renderer.palette.colours import Theme
from renderer.palette.map import ground as ground_colours

REACH = 2.6
"""How far round a spot, in units of the radius, the ground can change what it looks like."""
SHARPNESS = 2
"""Pen work is drawn at this multiple of the picture's size and reduced."""


def draw_ground(plan: Plan, theme: Theme, r: int, origin: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """Draw a rectangle of the plane.

    It is drawn with its surroundings and cut out, on a grid that is the same for every rectangle: what a pixel looks
    like doesn't hang on where the rectangle begins.
    """
    pad = math.ceil(REACH * r)
    left, top = ((v - pad) // GRID * GRID for v in origin)
    right, bottom = (-(-(v + s + pad) // GRID) * GRID for v, s in zip(origin, size, strict=True))
    colours = ground_colours(theme, plan.map.climate)
    window = Window(plan, colours, r, (left, top), (right - left, bottom - top))
    q = SHARPNESS
    width, height = window.size
    image = window.wash().resize((width * q, height * q), Image.Resampling.NEAREST)
    Painter(ImageDraw.Draw(image), colours, r * q, (left * q, top * q), image.size).paint(plan.marks_at(r))
    image = image.reduce(q)
    image.paste(colours["grid"], (0, 0), _grid(window, colours.grid_opacity))
    x, y = origin[0] - left, origin[1] - top
    return image.crop((x, y, x + size[0], y + size[1]))


def _grid(window: Window, opacity: float) -> Image.Image:
    """Hairlines along every hexside and a dot on every vertex."""
    q, r = SHARPNESS, window.r
    (ox, oy), (w, h) = window.origin, window.size
    mask = Image.new("L", (w * q, h * q), 0)
    draw = ImageDraw.Draw(mask)
    ink = round(255 * opacity)
    dark = min(255, round(ink * 1.9))
    width = max(1, round(0.018 * r * q)) if r > 40 else 2
    dot = 0.035 * r * q
    # A vertex that three hexes share has one dot.
    dots = dict[tuple[float, float], None]()
    for x in window.near(sorted(window.plan.map.hexes)):
        points = [(snapped(px, r * q) - ox * q, snapped(py, r * q) - oy * q) for px, py in corners(x)]
        draw.line([*points, points[0]], fill=ink, width=width)
        dots.update(dict.fromkeys(points))
    for px, py in dots:
        draw.ellipse((px - dot, py - dot, px + dot, py + dot), fill=dark)
    return mask.reduce(q)
