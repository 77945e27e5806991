"""How the battle stands, written large: it keeps to its box, whatever the table says."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PIL import Image, ImageDraw

from engine.kernel.text import Text
from engine.kernel.view import SideView, TableView
from renderer.margin import scoreboard
from renderer.margin.scoreboard import HEAD, NAME, SMALL, Scoreboard
from renderer.palette.colours import Theme, contrast
from renderer.palette.map import ground
from renderer.palette.sides import SIDES
from tests.each import for_each
from tests.renderer import field
from tests.renderer.conftest import where_changed

SIZE = (900, 360)
BOX = (40, 30, 860, 330)


def written(table: TableView, theme: Theme = "light") -> Image.Image:
    colours = ground(theme)
    image = Image.new("RGB", SIZE, colours["paper"])
    Scoreboard(table, image, BOX, colours).draw()
    return image


def blank(theme: Theme = "light") -> Image.Image:
    return Image.new("RGB", SIZE, ground(theme)["paper"])


def full(image: Image.Image, side: int) -> int:
    """Pixels in the colour of a side's bar, right of its dot."""
    bars = image.crop((BOX[0] + 60, 0, *SIZE))
    return sum(n for n, c in bars.getcolors(1 << 20) or [] if c == SIDES[side].chevron)


def long(n: int) -> SideView:
    return SideView(f"s{n}", "The Host of the Emperor " * 5, 1234, 9999, "Points of Despair", ("Leader Name",) * 30)


@for_each("sides", range(5))
@for_each("theme", ["light", "dark"])
def test_it_keeps_to_its_box(sides: int, theme: Theme) -> None:
    table = replace(field.small(), sides=tuple(map(long, range(sides))), phase=Text("A very long phase indeed " * 8))
    box = where_changed(blank(theme), written(table, theme), 8)
    assert box is not None
    assert box[0] >= BOX[0] - 4 and box[1] >= BOX[1] and box[2] <= BOX[2] + 4 and box[3] <= BOX[3]


def test_the_bars_fill_with_the_points() -> None:
    sides = [SideView("a", "A", n, 40) for n in (0, 10, 20, 40, 90, -3)]
    filled = [full(written(replace(field.small(), sides=(s,))), 0) for s in sides]
    assert filled[0] == filled[5] == 0
    assert 0 < filled[1] < filled[2] < filled[3] == filled[4]
    assert filled[2] / filled[3] == pytest.approx(0.5, abs=0.02)


def test_without_a_limit_there_is_no_bar() -> None:
    assert full(written(replace(field.small(), sides=(SideView("a", "A", 12),))), 0) == 0


def test_a_phone_can_show_it() -> None:
    """At 400 pixels, of a picture of the usual 1,240: letters of eight pixels and more, of which five are height."""
    assert min(HEAD, NAME, SMALL - 2) * 400 / 1240 >= 7.5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_can_be_read(theme: Theme) -> None:
    colours = ground(theme)
    assert contrast(colours["ink"], colours["paper"]) >= 4.5
    # The smallest line is large text as WCAG counts it, from 24 pixels on.
    assert contrast(colours["soft"], colours["paper"]) >= 3 and SMALL - 2 >= 24


def test_both_sides_are_told_in_full_at_its_own_height() -> None:
    table = field.small()
    tall = scoreboard.height(table)
    colours = ground("light")
    images = []
    for to_act in ((), ("Somebody",)):
        image = Image.new("RGB", SIZE, colours["paper"])
        sides = tuple(replace(s, to_act=to_act) for s in table.sides)
        Scoreboard(replace(table, sides=sides), image, (40, 0, 860, tall), colours).draw()
        images.append(image)
    box = where_changed(*images)
    assert box is not None and box[3] <= tall
    assert box[3] - box[1] > scoreboard.LEAST_ROW


def test_those_to_act_whom_there_is_no_room_for_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    write = ImageDraw.ImageDraw.text

    def noting(self: ImageDraw.ImageDraw, xy: tuple[float, float], text: str, *args: object, **kwargs: object) -> None:
        told.append(text)
        write(self, xy, text, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", noting)
    names = ("Narses", "John the Glutton", "Dagisthaeus", "Valerian", "Pharas", "Artabanes", "Phulcaris", "Amingus")
    for n in range(1, len(names) + 1):
        told.clear()
        written(replace(field.small(), sides=(SideView("a", "A", 3, 40, to_act=names[:n]),)))
        (line,) = (text for text in told if "to act" in text)
        found = re.fullmatch(r".* · to act: (.*?)(?: and (\d+) more)?", line)
        assert found is not None and "…" not in line
        shown = found[1].split(", ")
        assert tuple(shown) == names[: len(shown)] and len(shown) + int(found[2] or 0) == n
