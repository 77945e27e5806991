"""What the legend explains of the sheet itself: pieces of this very ground, the steps of height, the retreat edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PIL import Image, ImageDraw

from engine.kernel.hexes import Hex, centre, neighbours
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text
from renderer.graphics import fonts
from renderer.graphics.curves import Point, lerp
from renderer.graphics.sprites import Sprite, kept
from renderer.map import retreat_edges
from renderer.map.ground.plan import Plan
from renderer.map.ground.types import kind_of
from renderer.map.layout import Layout
from renderer.map.tiles import unnumbered
from renderer.margin.footer import SWATCH
from renderer.palette.colours import Theme, mix
from renderer.palette.map import Ground
from renderer.words.say import Say

Entry: TypeAlias = tuple[str, Callable[[], Image.Image]]
"""What an entry is called, and what draws its swatch, of the size :data:`renderer.margin.footer.SWATCH`."""

WORDS = (
    Text("level {n}", n=1),
    Text("levels {low} to {high}", low=1, high=2),
    Text("retreat edge"),
    Text("retreat edges"),
)
"""What it says besides the names of terrain, with examples of the values."""


def terrain(
    plan: Plan, theme: Theme, layout: Layout, names: Sequence[tuple[str, str]], shown: Sequence[Hex]
) -> list[Entry]:
    """For every type in view, a piece of this very ground."""
    m, inside = plan.map, set(shown)
    found: list[Entry] = []
    for kind, label in names:
        if example(m, kind, inside) is not None:
            found.append((label, lambda kind=kind: _swatch(plan, theme, layout.r, kind)))
    return found


def heights(plan: Plan, colours: Ground, shown: Sequence[Hex], say: Say) -> list[Entry]:
    """The washes of all raised levels in view, from the lowest to the highest, each with its number."""
    m = plan.map
    levels = sorted({m.level_at(h) for h in shown if plan.level(h)})
    if not levels:
        return []
    low, high = levels[0], levels[-1]
    label = Text("level {n}", n=low) if low == high else Text("levels {low} to {high}", low=low, high=high)
    return [(fonts.written(say(label)), lambda: _stairs(levels, m.default_level, colours))]


def _stairs(levels: Sequence[int], base: int, colours: Ground) -> Image.Image:
    q = 3
    w, h = SWATCH[0] * q, SWATCH[1] * q
    image = Image.new("RGB", (w, h), colours.levels[0])
    draw = ImageDraw.Draw(image)
    step = w / (len(levels) + 0.35)
    font = fonts.serif("SemiboldIt", round(min(17, step / q * 0.9)) * q)
    for i, level in enumerate(levels):
        x = 0.35 * step + i * step
        wash = colours.levels[min(level - base, 5)]
        draw.rectangle((x, 0, w, h), fill=wash)
        pen = mix(colours["hachure"], wash, 0.2)
        for k in range(9):
            y = (k + 0.5) * h / 9
            draw.polygon([(x, y - 1.6 * q * 0.6), (x, y + 1.6 * q * 0.6), (x - 5.5 * q, y)], fill=pen)
        ink, halo = colours.figures(wash)
        draw.text(
            (x + step * 0.5 - q, h / 2), str(level), font=font, fill=ink, anchor="mm", stroke_width=q, stroke_fill=halo
        )
    return image.reduce(q)


def retreats(sides: set[int], colours: Ground, say: Say) -> list[Entry]:
    """The marks along the map's edge of the sides that have one in view."""
    if not sides:
        return []
    label = Text("retreat edges") if len(sides) > 1 else Text("retreat edge")
    return [(fonts.written(say(label)), lambda: _flights(sorted(sides), colours))]


def _flights(sides: Sequence[int], colours: Ground) -> Image.Image:
    image = Image.new("RGB", SWATCH, colours["mat"])
    for i, side in enumerate(sides):
        x = SWATCH[0] * (i + 0.5) / len(sides)
        towards = (-1.0, 0.0) if i == 0 and len(sides) > 1 else (1.0, 0.0)
        for y in (SWATCH[1] * 0.27, SWATCH[1] * 0.73):
            retreat_edges.arrowhead(image, (x - towards[0] * 1.5, y), towards, 7.0, side, colours)
    return image


def example(m: BattleMap, kind: str, inside: set[Hex]) -> Point | None:
    """A point, in units of the radius, where a type of terrain, hexside or road shows well; None if not in view."""
    hexes = [h for h in sorted(m.terrain) if m.terrain[h] == kind and h in inside]
    if hexes:
        return centre(max(hexes, key=lambda h: (sum(m.terrain_at(n) == kind for n in neighbours(h)), -h)))
    for f in m.hexsides:
        if f.type == kind and f.a in inside and f.b in inside:
            return lerp(centre(f.a), centre(f.b), 0.5)
    for road in m.roads:
        for h in sorted(road.hexes[1:-1], key=lambda h: kind_of(m.terrain_at(h)) != "open"):
            if road.type == kind and h in inside:
                return centre(h)
    return None


def _best(m: BattleMap, kind: str) -> Point | None:
    """Where on the whole map a type shows best: of hexsides in the middle, as a stream's first may be its source."""
    sides = [f for f in m.hexsides if f.type == kind]
    if sides and kind not in m.terrain.values():
        side = sides[len(sides) // 2]
        return lerp(centre(side.a), centre(side.b), 0.5)
    return example(m, kind, set(m.hexes))


def _swatch(plan: Plan, theme: Theme, r: int, kind: str) -> Image.Image:
    """The ground where this map has most of a type, as a picture at this radius shows it, without numbers.

    The same for every part of the map, so that it is drawn once.
    """

    def make() -> Sprite:
        at = _best(plan.map, kind)
        assert at is not None
        half_w = 0.8 * r if r >= 34 else SWATCH[0] / 2
        half_h = half_w * SWATCH[1] / SWATCH[0]
        left, top = round(at[0] * r - half_w), round(at[1] * r - half_h)
        right, bottom = round(at[0] * r + half_w), round(at[1] * r + half_h)
        piece = unnumbered(plan, theme, r, (left, top), (right - left, bottom - top))
        return Sprite(piece.convert("RGBA").resize(SWATCH, Image.Resampling.LANCZOS), (0, 0))

    return kept(("swatch", plan.key, theme, r, kind), make).image


__all__ = ["WORDS", "Entry", "example", "heights", "retreats", "terrain"]
