"""The sheet counters are laid on: ground cut to its hexes, numbers, rulers, names, title, legend, scale, compass.

Nothing on it changes while a battle shows the same part of the map, so it is drawn once and kept in its palette.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFilter

from engine.kernel.hexes import Hex, centre, neighbours
from engine.kernel.terrain import BattleMap
from engine.kernel.view import TableView
from renderer import encode, fonts
from renderer.cache import Cache
from renderer.curves import Point, lerp
from renderer.footer import SWATCH, Footer
from renderer.ground import Plan, ground, plan_of
from renderer.ground.types import kind_of
from renderer.ground.washes import Window
from renderer.layout import Layout, side_between
from renderer.palette import Ground, Theme
from renderer.palette import ground as ground_colours
from renderer.view import FOOTER


@dataclass(frozen=True, slots=True)
class Sheet:
    """A finished base and the palette for everything drawn on it."""

    base: Image.Image
    """Mode P. Not to be changed: it is shared."""
    palette: Image.Image
    colours: Ground
    room: tuple[int, int]
    """Left and right end of what the footer has free for the legend of states."""


_SHEETS: Cache[tuple[object, ...], Sheet] = Cache(48 << 20, lambda s: s.base.width * s.base.height)


def sheet_for(table: TableView, layout: Layout, theme: Theme) -> Sheet:
    """The sheet of this part of the table's map."""
    plan = plan_of(table.map)
    legend = tuple((kind, str(text)) for kind, text in table.legend)
    key = (plan.key, theme, layout, table.title, table.subtitle, legend)
    return _SHEETS.get(key, lambda: _drawn(plan, layout, theme, table.title, table.subtitle, legend))


def forget() -> None:
    """Drop every sheet, as when a benchmark wants a cold start."""
    _SHEETS.clear()


def _drawn(
    plan: Plan, layout: Layout, theme: Theme, title: str, subtitle: str, legend: tuple[tuple[str, str], ...]
) -> Sheet:
    m = plan.map
    colours = ground_colours(theme, m.climate)
    w, h = layout.size
    image = Image.new("RGB", (w, h + FOOTER), colours["paper"])
    image.paste(Window(plan, colours, layout.r, layout.origin, (w, h)).mat(), (0, 0))
    land = ground(plan, theme, layout.r, layout.origin, (w, h))
    shown = [x for x in sorted(m.hexes) if layout.holds(x)]
    mask = Image.new("L", (w * 2, h * 2), 0)
    draw = ImageDraw.Draw(mask)
    for x in shown:
        draw.polygon([(a * 2, b * 2) for a, b in layout.corners(x, 1.01)], fill=255)
    image.paste(land, (0, 0), mask.reduce(2))
    _border(image, plan, layout, colours, shown)
    _numbers(image, plan, layout, colours, shown)
    _rulers(image, layout, colours)
    for place in m.places:
        if layout.holds(place.hex):
            _place(image, layout, colours, place.name, place.hex, kind_of(m.terrain_at(place.hex)))
    footer = Footer(image, h, colours)
    footer.heading(title, subtitle)
    footer.compass(m)
    footer.scale(m, layout.r)
    footer.legend(_swatches(m, layout, land, legend, shown))
    footer.rules()
    heights = sorted({min(plan.level(x), 5) for x in shown})
    palette = encode.palette_for(image, colours, _roles(plan), _rare(image, plan, layout, shown), heights)
    return Sheet(encode.reduced(image, palette), palette, colours, (footer.left, footer.right))


def _border(image: Image.Image, plan: Plan, layout: Layout, colours: Ground, shown: list[Hex]) -> None:
    """A firm line where the map ends, a fine one where the picture ends and the map goes on."""
    inside = set(shown)
    w, h = layout.size
    mask = Image.new("L", (w * 2, h * 2), 0)
    draw = ImageDraw.Draw(mask)
    r = layout.r
    firm = max(2, round((0.045 if r < 40 else 0.03) * r * 2))
    for x in shown:
        for n in neighbours(x):
            if n not in inside:
                a, b = (layout.at(p) for p in side_between(x, n))
                goes_on = n in plan.map.hexes
                path = [(a[0] * 2, a[1] * 2), (b[0] * 2, b[1] * 2)]
                draw.line(path, fill=150 if goes_on else 255, width=2 if goes_on else firm)
    image.paste(colours["ink"], (0, 0), mask.reduce(2))


_BUSY = {
    "woods": "woods",
    "city": "town",
    "city-wall": "town",
    "city-gate": "town",
    "town": "town",
    "village": "town",
    "rough": "rough",
    "riverbed": "rough",
    "mud": "mud",
    "fen": "marsh",
    "ditch": "trench",
    "vineyard": "level-0",
}
"""Ground so full of pen work that numbers need a halo, with the halo's colour."""


def _numbers(image: Image.Image, plan: Plan, layout: Layout, colours: Ground, shown: list[Hex]) -> None:
    """The number of every hex, where there is room to read it."""
    r = layout.r
    if r < 24:
        return
    draw = ImageDraw.Draw(image)
    font = fonts.plain(max(8, int(0.205 * r)))
    for h in shown:
        x, y = layout.xy(h)
        at = (x, y - 0.735 * r)
        north = neighbours(h)[0]
        kind = kind_of(plan.map.terrain_at(h))
        # A ditch runs through the number only where it comes from the hex above.
        clear = kind == "ditch" and kind_of(plan.map.terrain_at(north)) != "ditch"
        floor = None if clear else _BUSY.get(kind)
        if floor is None and plan.map.side(h, north):
            floor = f"level-{min(plan.level(h), 5)}"
        ink = colours["number-high" if floor or plan.level(h) >= 2 else "number"]
        if floor:
            halo = colours[floor]
            draw.text(at, f"{h:04d}", font=font, fill=halo, anchor="mm", stroke_width=2, stroke_fill=halo)
        draw.text(at, f"{h:04d}", font=font, fill=ink, anchor="mm")


def _rulers(image: Image.Image, layout: Layout, colours: Ground) -> None:
    """Columns along top and bottom, rows left and right."""
    draw = ImageDraw.Draw(image)
    w, h = layout.size
    font = fonts.plain(max(9, int(min(0.30 * layout.r, layout.margin * 0.40))))
    edge = layout.margin * 0.5 + 2
    for c in range(layout.c0, layout.c1 + 1):
        x, _ = layout.xy(c * 100 + layout.r0)
        for y in (edge, h - edge):
            draw.text((x, y), f"{c:02d}", font=font, fill=colours["soft"], anchor="mm")
    even = layout.c0 + (layout.c0 & 1)
    for row in range(layout.r0, layout.r1 + 1):
        _, y = layout.xy(even * 100 + row)
        for x in (edge, w - edge):
            draw.text((x, y), f"{row:02d}", font=font, fill=colours["soft"], anchor="mm")


def _place(image: Image.Image, layout: Layout, colours: Ground, name: str, at: Hex, kind: str) -> None:
    """A name in spaced italics, a breath of ground colour round it, kept inside the map; a city's in capitals.

    Among trees and houses the breath is a deep one; a single building has its name under it.
    """
    r, grand, crowded = layout.r, kind == "city", kind in ("woods", "town", "village")
    px = max(20, round(0.95 * r)) if grand else max(14, round(0.46 * r))
    font = fonts.serif("SemiboldIt", px)
    text = fonts.written(name.upper() if grand else name)
    tracking = px * (0.3 if grand else 0.16)
    wide = fonts.width(text, font, tracking)
    ink = Image.new("L", (int(wide) + 2 * px, 3 * px), 0)
    fonts.tracked(ImageDraw.Draw(ink), (px, 1.5 * px), text, font, 255, tracking, "lm")
    soft, strong = (3.0, 4.2) if crowded else (2.2, 1.76)
    halo = ink.filter(ImageFilter.GaussianBlur(soft)).point([min(235, int(v * strong)) for v in range(256)])
    x, y = layout.xy(at)
    room = layout.margin + 0.4 * r
    x = max(room + wide / 2, min(x, layout.size[0] - room - wide / 2))
    down = 0.66 if kind in ("building", "castle") else 0.12
    corner = round(x - ink.width / 2), round(y + down * r - ink.height / 2)
    image.paste(colours[_BUSY[kind]] if crowded else colours.levels[0], corner, halo)
    image.paste(colours["ink"], corner, ink.point([int(v * 0.85) for v in range(256)]))


def _swatches(
    m: BattleMap, layout: Layout, land: Image.Image, legend: tuple[tuple[str, str], ...], shown: list[Hex]
) -> list[tuple[str, Callable[[], Image.Image]]]:
    """What the legend shows: for every type in view, a piece of this very ground."""
    inside = set(shown)
    found = []
    for kind, label in legend:
        at = _example(m, kind, inside)
        if at is not None:
            found.append((label, lambda at=at: _cut(layout, land, at)))
    if any(m.level_at(h) != m.default_level for h in shown):
        high = max(shown, key=lambda h: (m.level_at(h), -h))
        near = next((n for n in neighbours(high) if n in inside and m.level_at(n) < m.level_at(high)), high)
        found.append(("higher ground", lambda: _cut(layout, land, lerp(centre(high), centre(near), 0.4))))
    return found


def _example(m: BattleMap, kind: str, inside: set[Hex]) -> Point | None:
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


def _cut(layout: Layout, land: Image.Image, at: Point) -> Image.Image:
    x, y = layout.at(at)
    half_w = 0.8 * layout.r if layout.r >= 34 else SWATCH[0] / 2
    half_h = half_w * SWATCH[1] / SWATCH[0]
    x = max(half_w, min(x, land.width - half_w))
    y = max(half_h, min(y, land.height - half_h))
    box = (round(x - half_w), round(y - half_h), round(x + half_w), round(y + half_h))
    return land.crop(box).resize(SWATCH, Image.Resampling.LANCZOS)


_SAMPLES = 4
"""Hexes of each kind of ground looked at for its colours."""

_INKS = {
    "woods": ("woods", "tree", "tree-lit", "tree-line"),
    "rough": ("rough", "rough-line"),
    "riverbed": ("rough", "rough-line"),
    "marsh": ("marsh", "marsh-line"),
    "fen": ("marsh", "marsh-line", "water-edge"),
    "mud": ("mud", "mud-line"),
    "water": ("water", "water-line", "water-edge"),
    "ford": ("water", "water-line", "water-edge"),
    "bridge": ("water", "water-line", "water-edge", "road", "wall-line"),
    "city": ("town", "roof", "roof-line"),
    "town": ("town", "roof", "roof-line", "wall", "wall-line"),
    "village": ("town", "roof", "roof-line"),
    "city-wall": ("wall", "wall-line"),
    "city-gate": ("wall", "wall-line"),
    "castle": ("wall", "wall-line"),
    "building": ("wall", "wall-line"),
    "camp": ("camp", "hachure"),
    "vineyard": ("vineyard",),
    "pits": ("pits",),
    "ditch": ("trench", "trench-line"),
}
"""Kinds of ground and the colours they are drawn in."""


def _roles(plan: Plan) -> list[str]:
    """Colours of the ground that this map uses."""
    found = [r for kind in plan.kinds for r in _INKS.get(kind, ())]
    if plan.map.hexsides:
        found += ["water-edge", "stream", "trench", "trench-line", "hedge"]
    if plan.map.roads:
        found += ["road", "road-line"]
    if plan.map.levels:
        found += ["hachure"]
    return [*dict.fromkeys(found), "number"]


def _rare(image: Image.Image, plan: Plan, layout: Layout, shown: list[Hex]) -> Image.Image | None:
    """A sample of the ground that is not the common one: some hexes of every kind and level in view, side by side."""
    kinds: dict[tuple[str, int], list[Hex]] = {}
    for h in shown:
        kinds.setdefault((kind_of(plan.map.terrain_at(h)), plan.level(h)), []).append(h)
    if len(kinds) < 2:
        return None
    common = max(kinds, key=lambda k: len(kinds[k]))
    half = max(4, round(0.85 * layout.r))
    samples = []
    for kind in sorted(k for k in kinds if k != common):
        hexes = kinds[kind]
        for h in hexes[:: max(1, len(hexes) // _SAMPLES)][:_SAMPLES]:
            x, y = (round(v) for v in layout.xy(h))
            samples.append(image.crop((x - half, y - half, x + half, y + half)).reduce(2))
    strip = Image.new("RGB", (samples[0].width, samples[0].height * len(samples)))
    for i, sample in enumerate(samples):
        strip.paste(sample, (0, i * sample.height))
    return strip


__all__ = ["Sheet", "forget", "sheet_for"]
