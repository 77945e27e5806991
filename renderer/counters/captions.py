"""The names written at close zoom: of leaders, and codes of units that pairs stand on; others bear those on a tab."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from engine.kernel.hexes import Hex, neighbours
from engine.kernel.text import Text
from renderer.counters import badges
from renderer.graphics import fonts, sprites
from renderer.graphics.curves import Point
from renderer.graphics.sprites import Sprite
from renderer.palette.colours import RGB, rgb
from renderer.palette.map import ground as ground_colours
from renderer.scene import Scene

_HALO: RGB = rgb("#F7F0DF")
_NIGHT_HALO: RGB = rgb("#14171A")


def draw_captions(scene: Scene) -> None:
    """At close zoom: names of leaders, and codes of units that others stand on."""
    if scene.zoom != "near":
        return
    names: dict[Hex, list[str]] = {}
    for x in scene.table.leaders:
        if scene.layout.holds(x.hex):
            names.setdefault(x.hex, []).append(x.label or x.name)
    for p in scene.placed:
        if len(p.units) > 1 and not p.look.below:
            beneath = " ".join(u.id for u in reversed(p.units[:-1]))
            names.setdefault(p.top.hexes[0], []).append(scene.say(Text("on {units}", units=beneath)))
    for h in sorted(names):
        text = ", ".join(names[h])
        size = 0.23 if h not in scene.standing else 0.21
        written(scene, _caption_place(scene, h, text, size), text, size)


def _caption_place(scene: Scene, h: Hex, text: str, size: float) -> Point:
    """Under the piece; beside it, to the rear, where a counter below would lose its band and code to the name."""
    (x, y), r = scene.layout.xy(h), scene.r
    standing = scene.standing.get(h)
    half = _name_font(size, r, 1).getlength(fonts.written(text)) / 2
    width = scene.layout.size[0]
    if standing is None:
        return _within(x, half, width), y + 0.68 * r
    front = -1 if standing.look.mirrored else 1
    _, _, se, s, sw, _ = neighbours(h)
    behind = 1.22 if badges.rear_badge(standing.look.states) else 0.98
    beside = x - front * (behind * r + half), y - 0.10 * r
    free = (sw if front > 0 else se) not in scene.standing and _rear(h, front) not in scene.standing
    if s in scene.standing and free and half < beside[0] < width - half and _clear(scene, beside, half):
        return beside
    if standing.look.below:
        # Clear of the tab at its foot.
        return _within(x - front * (0.36 * r + half), half, width), y + 0.82 * r
    # Clear of the disc with the stack's count.
    return _within(x - (front * 0.30 * r if len(standing.units) > 1 else 0), half, width), y + 0.75 * r


def _within(x: float, half: float, width: int) -> float:
    """``x`` moved so far that a name of this half width is not cut at the picture's edge."""
    edge = half + 8
    return x if 2 * edge > width else max(edge, min(x, width - edge))


def _clear(scene: Scene, at: Point, half: float) -> bool:
    """Whether a name of this half width, in pixels, hides no counter, nor the mark of its facing."""
    r = scene.r
    for p in scene.placed:
        front = 0 if p.look.facing is None else -1 if p.look.mirrored else 1
        for x, y in (scene.layout.xy(h) for h in p.top.hexes):
            faced = 0.95 if front * (at[0] - x) > 0 else 0.63
            if abs(x - at[0]) < faced * r + half and abs(y - at[1]) < 0.63 * r:
                return False
    return True


def _rear(h: Hex, front: int) -> Hex:
    """The upper neighbour behind a piece that faces east (1) or west (-1)."""
    _, ne, _, _, _, nw = neighbours(h)
    return nw if front > 0 else ne


def _name_font(size: float, r: int, sharpness: int) -> fonts.Font:
    return fonts.serif("SemiboldIt", max(9, round(size * r)) * sharpness)


def written(scene: Scene, at: Point, text: str, size: float) -> None:
    """A name in italics with a halo, ``size`` in radii."""
    px = max(9, round(size * scene.r))
    night = scene.theme == "dark"

    def make() -> Sprite:
        q = 2
        font = _name_font(size, scene.r, q)
        shown = fonts.written(text)
        w, h = math.ceil(font.getlength(shown)) + 6 * q, px * 2 * q
        w += w % q
        image = Image.new("RGBA", (w, h), (0, 0, 0, 0))
        draw = ImageDraw.Draw(image)
        ink = ground_colours(scene.theme)["ink"]
        halo = (*(_NIGHT_HALO if night else _HALO), 235)
        draw.text(
            (w / 2, h / 2), shown, font=font, fill=halo, anchor="mm", stroke_width=round(1.3 * q), stroke_fill=halo
        )
        draw.text((w / 2, h / 2), shown, font=font, fill=(*ink, 255), anchor="mm")
        return Sprite(image.reduce(q), (w / q / 2, h / q / 2))

    sprites.kept(("name", text, px, scene.theme), make).onto(scene.image, at)
