"""Little plates with figures and words, and finding them a place where they hide least."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.kernel.hexes import Hex
from renderer.counters import badges
from renderer.counters.look import Look
from renderer.graphics import fonts, sprites
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.sprites import Sprite
from renderer.palette.colours import RGB
from renderer.scene import Scene

LEAST_PX = 10
"""Height of type in pixels below which a figure is not worth its place."""

BENEATH = 0.745
"""How far below a hex's centre, in radii, a plate stands free of the counter there and of its hex's number."""


@dataclass(frozen=True, slots=True)
class Plate:
    """What is written on a plate and its colours; ``small`` follows the text in smaller type."""

    text: str
    ink: RGB
    face: RGB
    rim: RGB
    small: str = ""
    small_ink: RGB | None = None
    serif: str = ""
    """Words after the figures, in the type of names."""


def plate(r: int, what: Plate, size: float) -> Sprite:
    """A plate with round ends and type ``size`` radii high, never below what can be read."""
    return sprites.kept(("plate", what, size, r), lambda: _drawn(r, what, size))


@lru_cache(maxsize=1024)
def half(r: int, what: Plate, size: float) -> tuple[float, float]:
    """Half the width and half the height of a plate, in pixels."""
    px = max(LEAST_PX, size * r)
    high = px * 1.22
    wide = sum(_widths(what, px)) + px * 0.62
    return max(wide, high) / 2, high / 2


def _widths(what: Plate, px: float) -> tuple[float, float, float]:
    """Pixels the text, the small text and the words take, with the gaps before them."""
    text = fonts.plain(100).getlength(fonts.ascii_only(what.text)) / 100 * px * 1.06
    small = fonts.plain(100).getlength(fonts.ascii_only(what.small)) / 100 * px * 0.82
    words = fonts.serif("Semibold", 100).getlength(fonts.written(what.serif)) / 100 * px
    return text, small + 0.32 * px if small and text else small, words + 0.34 * px if words and text + small else words


def _drawn(r: int, what: Plate, size: float) -> Sprite:
    px = max(LEAST_PX, size * r)
    hw, hh = half(r, what, size)
    edge = max(1.0, 0.03 * r)
    mx, my = math.ceil(hw + edge) + 1, math.ceil(hh + edge) + 1
    canvas = Canvas((0, 0), (2 * mx, 2 * my), 4)
    for grown, colour in ((edge, what.rim), (0.0, what.face)):
        k = hh + grown
        left, right = mx - hw + hh, mx + hw - hh
        canvas.disc((left, my), k, colour)
        canvas.disc((right, my), k, colour)
        if right > left:
            canvas.area(((left, my - k), (right, my - k), (right, my + k), (left, my + k)), colour)
    text, small, words = _widths(what, px)
    x = mx - (text + small + words) / 2
    if what.text:
        canvas.text((x + text / 2, my), what.text, px, what.ink, 0.045)
        x += text
    if what.small:
        canvas.text((x + small, my + 0.02 * px), what.small, 0.82 * px, what.small_ink or what.ink, 0.03, anchor="rm")
        x += small
    if what.serif:
        font = fonts.serif("Semibold", round(px * canvas.q))
        at = (x + words, my - 0.02 * px)
        canvas.text(at, fonts.written(what.serif), px, what.ink, 0.0, anchor="rm", font=font)
    return Sprite(canvas.flat(), (mx, my))


def foot(scene: Scene, hexes: Sequence[Hex]) -> Point:
    """The centre of the lowest of a unit's hexes."""
    return max((scene.layout.xy(h) for h in hexes), key=lambda p: (p[1], p[0]))


def beneath(scene: Scene, at: Point, what: Plate, size: float = 0.24) -> None:
    """A plate under the counter whose hex has its centre there."""
    put(scene, (at[0], at[1] + BENEATH * scene.r), what, size)


def put(scene: Scene, at: Point, what: Plate, size: float) -> None:
    """A plate with its middle at a point, moved so far that the picture's edge doesn't cut it."""
    hw, hh = half(scene.r, what, size)
    w, h = scene.layout.size
    at = min(max(at[0], hw + 8), max(hw + 8, w - hw - 8)), min(max(at[1], hh + 8), max(hh + 8, h - hh - 2))
    plate(scene.r, what, size).onto(scene.image, at)


Spot = tuple[Point, float, float]
"""Something that should stay visible: where, how far it reaches in pixels, how much it matters."""


def figures_of(scene: Scene) -> list[Spot]:
    """Everything players read on the counters in view."""
    r, found = scene.r, list[Spot]()
    for p in scene.placed:
        look = p.look
        front = -1 if look.mirrored else 1
        for h in p.top.hexes:
            x, y = scene.layout.xy(h)
            found.append(((x, y), 0.60 * r, 1.5))
            if look.hits:
                found.append(((x - front * 0.54 * r, y + 0.53 * r), 0.27 * r, 4.0))
            if badges.rear_badge(look.states):
                found.append(((x - front * 0.53 * r, y - 0.51 * r), 0.24 * r, 3.0))
            if look.stack > 1:
                found.append(((x + front * 0.66 * r, y + 0.61 * r), 0.18 * r, 2.0))
            if look.figure is not None:
                found.append((strength(look, (x, y), r), 0.29 * r, 5.0))
    for x in scene.table.leaders:
        if scene.layout.holds(x.hex):
            found.append((scene.layout.xy(x.hex), 0.5 * r, 1.5 if x.hex in scene.standing else 4.0))
    return found


def strength(look: Look, at: Point, r: int) -> Point:
    """Where the large figure of a counter at this point stands."""
    return at[0] + (-0.36 if look.mirrored else 0.36) * r, at[1] + 0.32 * r


def freest(candidates: Sequence[Point], hw: float, hh: float, spots: Iterable[Spot], size: tuple[int, int]) -> Point:
    """The candidate where a plate of these half measures hides least; the first of equals."""
    around = list(spots)

    def cost(at: Point) -> float:
        outside = at[0] < hw + 6 or at[1] < hh + 6 or at[0] > size[0] - hw - 6 or at[1] > size[1] - hh - 6
        found = 50.0 if outside else 0.0
        for (x, y), reach, weight in around:
            gap = math.hypot(max(0.0, abs(x - at[0]) - hw), max(0.0, abs(y - at[1]) - hh))
            if gap < reach:
                found += weight * (1.2 - gap / reach)
        return found

    return min(candidates, key=cost)
