"""Stored pictures: whatever changes how a map looks must be looked at, then stored again with ``HEXARCH_STORE=1``."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.kernel.view import TableView
from renderer import Range, Reach, View, area, render, whole
from renderer.palette import Theme
from tests.renderer.kit import TRACES

STORED = Path(__file__).parent / "pictures"
SHARE = 0.5
"""Size of the stored pictures against the drawn ones."""
TOLERANCE = 2.0
"""Mean difference per channel, of 255: other versions of Pillow and FreeType stay below, a lost arrow doesn't."""

CASES: dict[str, tuple[View, list, tuple, Theme]] = {
    "fight": (whole(), [], TRACES, "light"),
    "reach-dark": (
        area(1, 1, 9, 6),
        [Reach({204: 1, 205: 2, 303: 3, 403: 4}, {403: 1}, 304), Range({404: 1, 504: 2}, {404: "7"})],
        (),
        "dark",
    ),
}


def difference(a: Image.Image, b: Image.Image) -> tuple[float, float]:
    """Mean difference per channel of the whole, and of the tile of 32 x 32 pixels that differs most."""
    apart = ImageChops.difference(a, b).convert("L")
    worst = apart.resize((max(1, a.width // 32), max(1, a.height // 32)), Image.Resampling.BOX)
    extrema = worst.getextrema()
    return ImageStat.Stat(apart).mean[0], float(extrema[1])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", CASES)
def test_looks_as_stored(name: str, skirmish: TableView) -> None:
    view, overlays, traces, theme = CASES[name]
    drawn = Image.open(io.BytesIO(render(skirmish, view, overlays, traces, theme).png)).convert("RGB")
    small = drawn.resize((round(drawn.width * SHARE), round(drawn.height * SHARE)), Image.Resampling.BOX)
    path = STORED / f"{name}.png"
    if os.environ.get("HEXARCH_STORE"):
        small.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
    stored = Image.open(path).convert("RGB")
    assert stored.size == small.size
    mean, worst = difference(stored, small)
    assert mean < TOLERANCE * 2
    assert worst < 24, "a part of the picture has changed"


def test_a_missing_arrow_would_be_noticed(skirmish: TableView) -> None:
    pictures = [
        Image.open(io.BytesIO(render(skirmish, traces=t).png)).convert("RGB").resize((400, 300))
        for t in ((), TRACES[:2])
    ]
    assert difference(pictures[0], pictures[1])[1] >= 24
