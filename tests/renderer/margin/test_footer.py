"""The strip under the map: everything is explained, smaller where there is much of it."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from engine.kernel.text import Text
from renderer.graphics import fonts
from renderer.map.view import FOOTER
from renderer.margin import ornaments
from renderer.margin.footer import SETTINGS, SWATCH, Footer, room_beside
from renderer.palette.map import ground

INK = (200, 30, 40)


def swatch() -> Image.Image:
    return Image.new("RGB", SWATCH, INK)


def legend(count: int, wide: int = 1200, label: str = "rocky riverbed") -> tuple[Footer, list[str]]:
    """A legend of so many entries, and what was said for it."""
    said: list[str] = []

    def say(text: Text) -> str:
        said.append(str(text))
        return str(text)

    footer = Footer(Image.new("RGB", (wide, FOOTER), (255, 255, 255)), 0, ground("light"), say)
    footer.heading("Battle", "Somewhere, long ago")
    footer.legend([(label, swatch)] * count)
    return footer, said


def swatches(image: Image.Image) -> int:
    """Pixels of the colour of swatches, in swatches of the first setting."""
    return sum(p == INK for p in image.get_flattened_data())


def test_few_entries_stand_in_one_row_under_large_swatches() -> None:
    footer, said = legend(3)
    assert not said
    assert swatches(footer.image) == 3 * (SWATCH[0] - 2) * (SWATCH[1] - 2)


@pytest.mark.parametrize("count", [9, 14])
def test_many_entries_are_all_there(count: int) -> None:
    footer, said = legend(count)
    assert not said, "none is left out"
    sizes = {(s.swatch[0] - 2) * (s.swatch[1] - 2) * count for s in SETTINGS}
    assert swatches(footer.image) in sizes


def test_those_there_is_no_room_for_are_counted() -> None:
    footer, said = legend(60)
    w, h = SETTINGS[-1].swatch
    left_out = 60 - swatches(footer.image) // ((w - 2) * (h - 2))
    assert 0 < left_out < 60
    assert said[-1] == f"and {left_out} more"


def test_a_legend_without_room_is_left_out() -> None:
    footer, _ = legend(5, wide=300)
    assert swatches(footer.image) == 0


def test_the_legend_stays_in_its_room() -> None:
    for count in (1, 5, 9, 14, 60):
        footer, _ = legend(count)
        assert footer.left <= footer.right


def test_a_long_title_is_made_smaller() -> None:
    image = Image.new("RGB", (900, FOOTER), (255, 255, 255))
    footer = Footer(image, 0, ground("light"))
    footer.heading("The battle of the seven long and winding rivers", "x")
    assert footer.left < 0.72 * 900


@pytest.mark.parametrize("title", ["Pelium, the better part of valour", "Granicus, Arrian's version"])
def test_the_heading_makes_room_for_the_whole_legend(title: str) -> None:
    labels = ["city wall", "ford", "gate", "major river", "road", "town", "woods", "levels 2 to 4", "retreat edges"]
    said: list[str] = []

    def say(text: Text) -> str:
        said.append(str(text))
        return str(text)

    def strip(beside: float) -> Footer:
        footer = Footer(Image.new("RGB", (1200, FOOTER), (255, 255, 255)), 0, ground("light"), say)
        footer.heading(title, "The river Granicus, Hellespontine Phrygia, May 334 BC", beside)
        footer.right -= 210  # the scale
        said.clear()
        footer.legend([(label, swatch) for label in labels])
        return footer

    wide = strip(0).left
    assert said[-1].endswith("more"), "there is something to be left out"
    assert strip(room_beside(labels, 20)).left < wide
    assert not said, "with room for the legend nothing is"


def test_the_scale_is_solid_and_hatched_in_turn() -> None:
    image = Image.new("RGB", (100, 30), (255, 255, 255))
    ornaments.scale_bar(ImageDraw.Draw(image), (10, 10, 90, 18), 4, (0, 0, 0), (255, 255, 255))
    dark = [
        sum(image.getpixel((x, y)) == (0, 0, 0) for x in range(12 + 20 * i, 28 + 20 * i) for y in range(11, 18))
        for i in range(4)
    ]
    assert dark[0] == dark[2] == 16 * 7
    assert 0 < dark[1] < 16 * 7 / 2


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_the_rose_points_north(angle: int) -> None:
    """Its letter is at the end of the needle: turned back, every rose has it at the top."""
    rose = ornaments.rose(angle, "N", (0, 0, 0), (255, 255, 255)).getchannel("A")
    upright = rose.rotate(90 - angle)
    w = upright.width
    band = round(w * 0.16)
    bands = [
        (0, 0, w, band),
        (0, w - band, w, w),
        (0, 0, band, w),
        (w - band, 0, w, w),
    ]
    weight = [sum(upright.crop(b).tobytes()) for b in bands]
    assert weight[0] == max(weight) > 2 * sorted(weight)[2]


def test_names_keep_their_accents() -> None:
    if fonts.serif_folder() is None:
        pytest.skip("the serif is not installed")
    looks = set()
    for title in ("Crécy", "Crecy"):
        image = Image.new("RGB", (600, FOOTER), (255, 255, 255))
        Footer(image, 0, ground("light")).heading(title, "x")
        looks.add(image.tobytes())
    assert len(looks) == 2
