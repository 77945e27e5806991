"""Overlays on blank paper: what they alone draw, pixel by pixel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PIL import Image, ImageChops

from engine.kernel.events import Trace
from engine.kernel.hexes import Facing, Hex
from engine.kernel.view import CounterView, LeaderView, TableView
from renderer import Overlay
from renderer.arrows.layers import draw_labels, draw_over, draw_under, joined
from renderer.map.layout import Layout
from renderer.overlays import layers
from renderer.palette.colours import RGB, Theme, contrast
from renderer.scene import Scene
from tests.renderer import field
from tests.renderer.skirmish import unit

PAPER: dict[Theme, RGB] = {"light": (222, 222, 195), "dark": (38, 44, 44)}
THEMES: tuple[Theme, ...] = ("light", "dark")
RADII = (58, 30, 17)


def table(*units: CounterView, leaders: Sequence[LeaderView] = (), **more: Any) -> TableView:
    """Ten columns and eight rows of plain ground with these units."""
    ground = field.small(id="blank", cols=(1, 10), rows=(1, 8))
    return replace(ground, counters=units, leaders=tuple(leaders), **more)


def horse(code: str, at: Hex, side: int = 0, **more: Any) -> CounterView:
    return unit(code, side, at, **more)


def pair(code: str, first: Hex, second: Hex, facing: Facing = Facing.E, side: int = 0) -> CounterView:
    """A phalanx in two hexes."""
    return unit(code, side, first, facing, symbol="phalanx", hexes=(first, second))


def scene(t: TableView, r: int = 58, theme: Theme = "light", block: tuple[int, int, int, int] = (1, 1, 10, 8)) -> Scene:
    """Blank paper at a radius; ``block`` are its first column and row and its last ones."""
    layout = Layout(r, *block, 32 if r >= 24 else 26)
    return Scene(t, layout, theme, Image.new("RGB", layout.size, PAPER[theme]))


def drawn(s: Scene, *overlays: Overlay, told: Sequence[Trace] = ()) -> Image.Image:
    """What overlays and traces draw on it, in the order of a picture, without the counters."""
    paths = joined(told)
    layers.draw_under(s, overlays)
    draw_under(s, paths)
    layers.draw_over(s, overlays)
    draw_over(s, paths)
    layers.draw_labels(s, overlays)
    draw_labels(s, paths)
    return s.image


def touched(s: Scene) -> tuple[int, int, int, int] | None:
    """Box of everything that is no longer paper."""
    return ImageChops.difference(s.image, Image.new("RGB", s.image.size, PAPER[s.theme])).getbbox()


def within(s: Scene, hexes: Sequence[Hex], reach: float) -> bool:
    """Whether nothing was drawn further than ``reach`` radii from the box of these hexes' centres."""
    box = touched(s)
    assert box is not None, "nothing was drawn"
    points = [s.layout.xy(h) for h in hexes]
    far = reach * s.r + 2
    return (
        box[0] >= min(x for x, _ in points) - far
        and box[1] >= min(y for _, y in points) - far
        and box[2] <= max(x for x, _ in points) + far
        and box[3] <= max(y for _, y in points) + far
    )


def pixel(s: Scene, h: Hex, dx: float = 0.0, dy: float = 0.0) -> RGB:
    """The colour at a place in a hex, in radii from its centre."""
    x, y = s.layout.xy(h)
    found = s.image.getpixel((round(x + dx * s.r), round(y + dy * s.r)))
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


def count(s: Scene, colour: RGB, h: Hex | None = None, reach: float = 1.0, near: int = 12) -> int:
    """Pixels of about this colour, in the whole or within a square round a hex."""
    image = s.image
    if h is not None:
        x, y = s.layout.xy(h)
        k = reach * s.r
        image = image.crop((round(x - k), round(y - k), round(x + k), round(y + k)))
    far = ImageChops.difference(image, Image.new("RGB", image.size, colour))
    r, g, b = far.split()
    worst = ImageChops.lighter(ImageChops.lighter(r, g), b)
    return sum(worst.histogram()[: near + 1])


def stands_out(a: RGB, b: RGB, least: float = 3.0) -> bool:
    return contrast(a, b) >= least
