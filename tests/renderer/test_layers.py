"""The map alone, and what lies on it alone: one over the other they are the picture."""

from __future__ import annotations

import io

import pytest
from PIL import Image

import scenarios
from engine.kernel.events import Trace
from engine.kernel.view import TableView
from engine.systems.registry import initial_state, system_for
from renderer import Theme, Zones, above, beneath, beneath_key, large, render
from renderer.graphics.png import png
from renderer.layers import _clear
from tests.renderer import field
from tests.renderer.areas.sheet import army, sheet


def over(lower: bytes, upper: bytes) -> Image.Image:
    images = [Image.open(io.BytesIO(x)).convert("RGBA") for x in (lower, upper)]
    return Image.alpha_composite(*images).convert("RGB")


def same(a: Image.Image, b: Image.Image) -> bool:
    return a.size == b.size and a.tobytes() == b.tobytes()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_laid_over_each_other_they_are_the_picture(table: TableView, theme: Theme) -> None:
    here = table.counters[0]
    moved = [Trace(kind="move", unit=here.id, side=table.sides[here.side].id, hexes=(5103, *here.hexes))]
    overlays = [Zones(0), Zones(1)]
    lower, upper = beneath(table, large(), theme), above(table, large(), overlays, moved, theme)
    whole = render(table, large(), overlays, moved, theme).png
    assert same(over(lower, upper), Image.open(io.BytesIO(whole)).convert("RGB"))
    assert len(upper) < len(whole) / 2, "a position is told in far fewer bytes than the map"


@pytest.mark.parametrize("key", ["justinian/renovatio", "alexander/samarkand"])
def test_of_other_maps_too(key: str) -> None:
    system = system_for(scenarios.load(key))
    table = system.view(initial_state(system))
    whole = Image.open(io.BytesIO(render(table, large()).png)).convert("RGB")
    assert same(over(beneath(table, large()), above(table, large())), whole)


def test_a_map_of_areas_without_a_sheet_of_its_own() -> None:
    """Its colours are found anew for every picture, so that only what is drawn, not how it is told, is compared."""
    table = sheet(counters=(army("A1", 0, 3, 2),))
    upper = Image.open(io.BytesIO(above(table, large()))).convert("RGBA")
    clear = upper.getchannel("A").histogram()[0]
    assert 0.5 < clear / (upper.width * upper.height) < 1


def test_the_map_alone_is_known_by_what_it_hangs_on() -> None:
    table = field.tricameron()
    key = beneath_key(table)
    assert key == beneath_key(field.tricameron())
    table.retreat_edges[0] = (101,)
    assert beneath_key(table) != key


def test_a_picture_of_all_colours_has_none_left_for_clear() -> None:
    full = Image.new("P", (256, 1))
    full.putpalette([v for n in range(256) for v in (n, n, n)])
    full.putdata(range(256))
    everywhere = Image.new("L", full.size, 255)
    assert _clear(full, everywhere) == png(full)
    half = everywhere.copy()
    half.paste(0, (0, 0, 128, 1))
    told = Image.open(io.BytesIO(_clear(full, half))).convert("RGBA")
    assert [told.getpixel((n, 0))[3] for n in (0, 127, 128, 255)] == [0, 0, 255, 255]  # type: ignore[index]
