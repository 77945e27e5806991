"""Finished little pictures: nothing changes when what is empty round them is cut off."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from renderer.graphics.canvas import Canvas
from renderer.graphics.sprites import Sprite
from tests.each import for_each


def _spot() -> Image.Image:
    image = Image.new("RGBA", (40, 30), (200, 100, 0, 0))
    ImageDraw.Draw(image).ellipse((13, 7, 21, 19), fill=(200, 100, 0, 180))
    return image


@for_each("at", [(50.0, 40.0), (50.5, 41.5), (51.5, 40.49), (3.2, -2.5)])
@for_each("anchor", [(20.0, 15.0), (19.5, 14.5), (17.25, 13.5)])
def test_cut_or_whole_it_lies_on_the_same_pixels(at: tuple[float, float], anchor: tuple[float, float]) -> None:
    whole = Sprite(_spot(), anchor)
    cut = whole.trimmed()
    assert cut.image.size == (9, 13)
    pictures = [Image.new("RGB", (100, 80), (240, 230, 200)) for _ in range(2)]
    for picture, sprite in zip(pictures, (whole, cut), strict=True):
        sprite.onto(picture, at)
    assert pictures[0].tobytes() == pictures[1].tobytes()


def test_what_is_full_or_empty_stays_as_it_is() -> None:
    for image in (Image.new("RGBA", (8, 8), (1, 2, 3, 255)), Image.new("RGBA", (8, 8), (1, 2, 3, 0))):
        sprite = Sprite(image, (4, 4))
        assert sprite.trimmed() is sprite


@pytest.mark.parametrize("size", [(20, 20), (21, 19)])
@pytest.mark.parametrize("sharpness", [2, 3, 4])
def test_a_canvas_is_reduced_as_a_whole(size: tuple[int, int], sharpness: int) -> None:
    canvas = Canvas((0, 0), size, sharpness)
    canvas.disc((9.3, 8.1), 4.7, (120, 30, 60), 0.8)
    canvas.line([(0, 0), (12, 5)], (20, 30, 40), 1.5)
    flat, whole = canvas.flat(), canvas.image.reduce(sharpness)
    assert flat.size == whole.size == size
    assert flat.tobytes() == whole.tobytes()


def test_an_empty_canvas_is_empty() -> None:
    assert Canvas((0, 0), (7, 5), 3).flat().getbbox() is None
