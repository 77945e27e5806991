"""The comparison with other libraries: they draw the scene we draw, or are said to be missing."""

from __future__ import annotations

import importlib
import io
from types import ModuleType

import pytest
from PIL import Image, ImageChops, ImageStat

from renderer import View, render
from renderer.bench import shapes, table
from renderer.bench.scene import battle
from renderer.map.view import FOOTER
from renderer.palette.map import ground
from renderer.palette.sides import side
from renderer.scene import Scene
from tests.each import for_each

EMPTY = Image.new("RGB", (1, 1))


def test_the_rivals_are_given_every_hex_counter_and_figure() -> None:
    position, (_, view) = battle(), table.VIEWS[1]
    layout = view.layout(position)
    scene = Scene(position, layout, "light", EMPTY)
    drawn = list(shapes.counters(position, layout, scene.placed))
    land = list(shapes.ground(position, layout, ground("light")))
    assert sum(len(s.areas) for s in land if isinstance(s, shapes.Fill)) == 2 + 14 * 10
    words = {text for s in (*land, *drawn) if isinstance(s, shapes.Words) for _, text in s.words}
    assert {f"{h:04d}" for h in position.map.hexes if layout.holds(h)} <= words
    faces = {side(n).face for n in (0, 1)}
    bodies = sum(len(s.areas) for s in drawn if isinstance(s, shapes.Fill) and s.colour in faces)
    assert bodies >= len(scene.placed) + len([x for x in position.leaders if layout.holds(x.hex)])
    tq = [
        text
        for s in drawn
        if isinstance(s, shapes.Words) and s.colour in {side(n).ink for n in (0, 1)}
        for _, text in s.words
    ]
    assert len(tq) >= len(scene.placed) > 5


def test_layers_are_in_order() -> None:
    sketch = shapes.Sketch()
    sketch.area(2, (0, 0, 0), [])
    sketch.line(1, (0, 0, 0), 1.0, [])
    sketch.area(2, (0, 0, 0), [])
    sketch.text(0, (0, 0, 0), 9.0, (0, 0), "a")
    words, stroke, fill = sketch
    assert isinstance(words, shapes.Words) and isinstance(stroke, shapes.Stroke)
    assert isinstance(fill, shapes.Fill) and len(fill.areas) == 2


@for_each("name", ["svg", "resvg", "skia_python", "mpl"])
@for_each("view, how", [(table.VIEWS[0][1], "Kept"), (table.VIEWS[1][1], "Everything")], ids=["field", "close-up"])
def test_their_picture_is_of_the_same_scene(name: str, how: str, view: View) -> None:
    rival: ModuleType = importlib.import_module(f"renderer.bench.{name}")
    try:
        rival.version()
    except (ImportError, OSError) as e:
        pytest.skip(f"not installed: {e}")
    position = battle()
    layout = view.layout(position)
    ours = render(position, view)
    drawer = getattr(rival, how)(
        (layout.size[0], layout.size[1] + FOOTER), shapes.ground(position, layout, ground("light"))
    )
    counters = shapes.counters(position, layout, Scene(position, layout, "light", EMPTY).placed)
    first, again = (drawer.draw(counters) for _ in range(2))
    assert first == again
    field = (0, 0, *layout.size)
    a, b = (Image.open(io.BytesIO(data)).convert("RGB") for data in (ours.png, first))
    assert a.size == b.size == (ours.width, ours.height)
    # Coarsely looked at, the two fields are alike, and much less so where one is turned upside down.
    small = [image.crop(field).reduce(12) for image in (a, b)]
    turned = small[1].transpose(Image.Transpose.ROTATE_180)
    apart, upside_down = (sum(ImageStat.Stat(ImageChops.difference(small[0], x)).mean) for x in (small[1], turned))
    assert apart < 0.7 * upside_down
    reds = [image.crop(field).getchannel("B").point([255 if v < 90 else 0 for v in range(256)]) for image in (a, b)]
    both = ImageStat.Stat(ImageChops.multiply(*reds)).sum[0] / ImageStat.Stat(reds[1]).sum[0]
    assert both > 0.6, "counters stand where ours do"


def test_rivals_that_are_missing_are_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> str:
        raise ImportError("no such module")

    for rival in table.RIVALS:
        monkeypatch.setattr(rival, "version", missing)
    monkeypatch.setattr(table, "VIEWS", table.VIEWS[1:])
    rows, names = table.compare(1)
    assert [r.who for r in rows] == ["Hexarch", "Hexarch, its ground on file"] and rows[0].ratio == 1.0
    assert rows[1].first < rows[0].first, "it is read, not drawn"
    assert names == ["CairoSVG", "resvg", "skia-python", "Matplotlib"]
    text = table.written(rows, names)
    assert "CairoSVG, resvg, skia-python, Matplotlib" in text and "pip install 'hexarch[rivals]'" in text


def test_rows_are_written_scene_by_scene() -> None:
    rows = [table.Row("one", "Hexarch", 900.0, 10.0, 2048, 1.0), table.Row("two", "Others", 50.0, 200.0, 4096, 20.0)]
    lines = table.written(rows, []).splitlines()
    assert lines[0] == "one" and "two" in lines and lines[-1].split() == ["Others", "50.0", "200.0", "20.0", "4"]
