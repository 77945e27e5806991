"""The curve of how a battle stood: whose colour lies where, and that any battle can be drawn."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from renderer import curve
from renderer.palette.colours import Theme
from renderer.palette.map import ground
from renderer.palette.sides import arrow, side
from renderer.standing_curve import BOTTOM, SIZE, TOP

NAMES = ("Byzantines", "Vandals")


def drawn(points: list[float], theme: Theme = "light", marks: tuple[int, ...] = ()) -> Image.Image:
    return Image.open(io.BytesIO(curve(points, [(1, 0)], marks, NAMES, theme).png)).convert("RGB")


def near(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_good_for_a_side_lies_on_its_half_in_its_colour(theme: Theme) -> None:
    middle = (TOP + SIZE[1] - BOTTOM) // 2
    for points, above, mine in (([80.0, 80.0], True, 0), ([-80.0, -80.0], False, 1)):
        image = drawn(points, theme)
        filled, bare = (middle - 40, middle + 40) if above else (middle + 40, middle - 40)
        paper = ground(theme)["paper"]
        seen = image.getpixel((SIZE[0] // 2, filled))
        assert isinstance(seen, tuple)
        assert (
            near(seen, arrow(side(mine), theme)) < near(seen, arrow(side(1 - mine), theme)) and near(seen, paper) > 60
        )
        empty = image.getpixel((SIZE[0] // 2, bare))
        assert isinstance(empty, tuple) and near(empty, paper) < 30


def test_any_battle_can_be_drawn() -> None:
    for points in ([0.0], [150.0, -150.0], [1.0] * 400):
        assert drawn(points, marks=(0, len(points) - 1)).size == SIZE


def test_it_is_told_in_words() -> None:
    told = curve([10.0, 40.0, -150.0], [(1, 0)], (), NAMES).alt
    assert "over 3 moments" in told and "Byzantines had the better of 2, by 40 of 100" in told
    assert told.endswith("Vandals by 100 at most.")
