"""Tables to draw, and how two pictures are compared."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.kernel.view import TableView
from renderer import Picture
from renderer.graphics.cache import forget
from tests import memory
from tests.renderer import field

memory.LET_GO.append(forget)


@pytest.fixture(scope="session")
def table() -> TableView:
    """Tricameron as set up."""
    return field.tricameron()


def opened(picture: Picture | bytes) -> Image.Image:
    """The picture as RGB pixels."""
    data = picture if isinstance(picture, bytes) else picture.png
    with Image.open(io.BytesIO(data)) as image:
        return image.convert("RGB")


def changed(a: Image.Image, b: Image.Image, threshold: int = 40) -> float:
    """Share of the pixels in which a channel differs by more than ``threshold``."""
    r, g, blue = ImageChops.difference(a, b).split()
    worst = ImageChops.lighter(ImageChops.lighter(r, g), blue)
    counts = worst.histogram()
    return sum(counts[threshold + 1 :]) / sum(counts)


def where_changed(a: Image.Image, b: Image.Image, threshold: int = 40) -> tuple[int, int, int, int] | None:
    """Box of all pixels that differ by more than ``threshold``; None when there are none."""
    worst = ImageChops.difference(a, b).convert("L").point([255 if v > threshold else 0 for v in range(256)])
    return worst.getbbox()


def changed_near(a: Image.Image, b: Image.Image, at: tuple[float, float], reach: float) -> float:
    """Share of all the difference between two pictures that lies within ``reach`` pixels of a point, in a square."""
    worst = ImageChops.difference(a, b).convert("L").point([v if v > 8 else 0 for v in range(256)])
    near = worst.crop((int(at[0] - reach), int(at[1] - reach), int(at[0] + reach), int(at[1] + reach)))
    total = ImageStat.Stat(worst).sum[0]
    assert total > 0, "nothing changed"
    return ImageStat.Stat(near).sum[0] / total
