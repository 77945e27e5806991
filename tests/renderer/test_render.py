"""The public face: bytes, sizes, alternative text."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from engine.kernel.events import Trace
from engine.kernel.text import Text
from engine.kernel.view import SideView, TableView
from renderer import (
    CommandRange,
    Eligible,
    Overlay,
    Picture,
    Range,
    Reach,
    Shock,
    Sight,
    Zones,
    area,
    around,
    render,
    whole,
)
from renderer import fonts as fonts_module
from renderer.traces import joined
from tests.renderer import kit

ROOT = Path(__file__).parents[2]


def opened(p: Picture) -> Image.Image:
    return Image.open(io.BytesIO(p.png))


def test_a_palette_png_of_the_size_it_says(tricameron: TableView) -> None:
    picture = render(tricameron)
    image = opened(picture)
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height)
    assert len(picture.png) < 900_000


def test_same_table_same_bytes(skirmish: TableView) -> None:
    first = render(skirmish, traces=kit.TRACES)
    again = render(kit.skirmish(), whole(), (), kit.TRACES)
    assert first == again


def test_same_bytes_in_another_process(skirmish: TableView) -> None:
    script = (
        "import hashlib; from renderer import render; from tests.renderer import kit;"
        "print(hashlib.sha256(render(kit.skirmish(), traces=kit.TRACES).png).hexdigest())"
    )
    env = {**os.environ, "PYTHONHASHSEED": "7"}
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    import hashlib

    assert run.stdout.strip() == hashlib.sha256(render(skirmish, traces=kit.TRACES).png).hexdigest()


def test_what_was_drawn_before_makes_no_difference(skirmish: TableView) -> None:
    from renderer.bench import forget

    view = area(3, 2, 9, 6)
    forget()
    alone = render(skirmish, view).png
    forget()
    render(skirmish, area(1, 1, 7, 5))
    render(skirmish, area(5, 3, 10, 7))
    assert render(skirmish, view).png == alone


def test_threads_get_the_same_bytes(skirmish: TableView) -> None:
    from renderer.bench import forget

    expected = render(skirmish).png
    forget()
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: render(skirmish).png, range(6)))
    assert found == {expected}


OVERLAYS: dict[str, Overlay] = {
    "reach": Reach({305: 1, 306: 2}, {306: 1}, 304),
    "zones": Zones(0),
    "other zones": Zones(1),
    "range": Range({305: 1, 405: 2, 406: 3}, {305: "7", 405: "4-5"}),
    "clear sight": Sight(303, 505),
    "blocked sight": Sight(303, 502, 402),
    "command": CommandRange([304, 305, 303]),
    "eligible": Eligible(["THC1", "nobody"]),
    "shock": Shock([("THC1", "GHC4"), ("THC1", "nobody")], "+2"),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", OVERLAYS)
def test_every_overlay_shows(name: str, theme, skirmish: TableView) -> None:
    plain = render(skirmish, theme=theme).png
    assert render(skirmish, overlays=[OVERLAYS[name]], theme=theme).png != plain


@pytest.mark.parametrize("trace", kit.TRACES, ids=lambda t: t.kind)
def test_every_trace_shows(trace: Trace, skirmish: TableView) -> None:
    assert render(skirmish, traces=[trace]).png != render(skirmish).png


@pytest.mark.parametrize(
    "overlay",
    [Reach({}, {}, 304), Range({}), CommandRange([]), Eligible([]), Shock([]), Zones(7), Sight(304, 304)],
    ids=lambda o: type(o).__name__,
)
def test_an_empty_overlay_is_no_error(overlay: Overlay, skirmish: TableView) -> None:
    assert render(skirmish, overlays=[overlay]).width


def test_marks_outside_the_view_are_left_out(skirmish: TableView) -> None:
    view = area(1, 5, 3, 7)
    far = [Trace(kind="move", unit="X", hexes=(901, 1001)), Trace(kind="missile", unit="X", hexes=(801, 1001))]
    overlays = [Reach({1001: 1}, {}, 901), Shock([("GHC5", "AR1")])]
    assert render(skirmish, view, overlays, far).png == render(skirmish, view).png


def test_steps_of_one_move_are_one_arrow() -> None:
    paths = joined(kit.TRACES)
    assert [t.hexes for t in paths if t.unit == "THC1" and t.kind == "move"] == [(105, 204, 304)]
    assert len(paths) == len(kit.TRACES) - 1


def test_alt_text_says_turn_points_and_who_moved(skirmish: TableView) -> None:
    alt = render(skirmish, traces=kit.TRACES[:4]).alt
    assert alt == (
        "Map of Field, turn 3, Orders: Byzantines 12 of 100 Rout Points, 2 units on the map; "
        "Goths 31 of 110 Rout Points, 3 units on the map, 1 routed. "
        "THC1 moved to 0304, GHC5 fled to 0704 and LI12 fired at AR1 in 0505."
    )


def test_alt_text_without_events_and_without_limits(skirmish: TableView) -> None:
    sides = (SideView("a", "Reds", 3, points_name="Flight Points"), SideView("b", "Blues"))
    over = replace(skirmish, sides=sides, outcome=Text("The Reds win."))
    assert render(over).alt == (
        "Map of Field, turn 3, The Reds win: Reds 3 Flight Points, 2 units on the map; "
        "Blues 0 Rout Points, 3 units on the map, 1 routed."
    )


def test_long_stories_are_cut_short(skirmish: TableView) -> None:
    many = [Trace(kind="move", unit=f"U{i}", hexes=(101, 102)) for i in range(40)]
    alt = render(skirmish, traces=many).alt
    assert alt.endswith("U4 moved to 0102 and 35 more events.")
    assert len(alt) < 1000


def test_footer_extra_and_long_titles_fit(skirmish: TableView) -> None:
    long = replace(skirmish, title="The Battle of the Catalaunian Fields " * 3, subtitle="somewhere " * 40)
    assert render(long, footer_extra="chain 5f3a " * 30).png != render(long).png


def test_without_the_serif_names_are_transliterated(skirmish: TableView, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts_module, "serif_folder", lambda: None)
    fonts_module.serif.cache_clear()
    try:
        assert fonts_module.written("Władysław Żółty — “Çà” 3×2") == 'Wladyslaw Zolty - "Ca" 3x2'
        other = replace(skirmish, title="Grünwald · Łódź", subtitle="…")
        assert render(other, around([304])).width
    finally:
        fonts_module.serif.cache_clear()
