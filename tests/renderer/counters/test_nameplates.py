"""Names on counters in close-ups: how they are shortened, that they are read, and what gives way to what."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from engine.kernel.view import CounterView
from renderer import area, armies, close
from renderer.counters import counter, nameplates
from renderer.counters.face import CODE
from renderer.counters.look import Look
from renderer.map.layout import CODED, NAMED, PHONE, zoom_of
from renderer.map.view import ACTION_COLUMNS
from renderer.palette.colours import Theme, contrast, mix
from renderer.palette.map import ground
from renderer.palette.sides import BANDS, SIDES
from renderer.scene import Scene
from tests.each import for_each
from tests.renderer import field
from tests.renderer.measured import differing

HORSE = CounterView("THC1", "Thracian cataphracts 1", 0, "cataphract", (101,), None, tq=7, size=5, ma=8, band=0)


@pytest.mark.parametrize(
    "name, expected",
    [
        ("Thracian cataphracts 2", "Thracian"),
        ("Heruli", "Heruli"),
        ("Numeri 13", "Numeri"),
        ("Franks of the Rhine 3", "Franks"),
        ("The King's dismounted men-at-arms 4", "The King"),
        ("Prince of Wales' longbows 2", "Prince"),
        ("Lincoln's men-at-arms 4", "Lincoln"),
    ],
)
def test_a_name_keeps_its_first_words(name: str, expected: str) -> None:
    assert nameplates.short(name, 61, 10.5) == expected


def test_one_word_that_is_too_long_is_cut() -> None:
    assert nameplates.short("Constantinopolitans", 61, 10.5) == "Constantin."
    assert nameplates.short("Thracian cataphracts 2", 87, 22) == "Thrac."
    assert nameplates.short("The King's dismounted men-at-arms 4", 60, 22) == "King"
    assert nameplates.short("Psst", 20, 22) == "", "a word of which nothing fits is left out"


def test_where_there_is_room_the_whole_name_stands() -> None:
    assert nameplates.short("Thracian cataphracts 2", 1000, 22) == "Thracian cataphracts"


def drawn(look: Look, r: int, theme: Theme = "light") -> Image.Image:
    image = Image.new("RGB", (3 * r, 3 * r), ground(theme).levels[0])
    counter.lay(image, look, r, (1.5 * r, 1.5 * r), theme)
    return image


def look(c: CounterView = HORSE, *, r: int = 84, led: bool = False) -> Look:
    return Look.of(c, zoom_of(r), coded=r >= CODED, named=r >= NAMED, led=led)


@for_each("band", [*range(len(BANDS)), None])
@for_each("side", range(3))
def test_a_name_is_read_on_the_colour_of_every_command(band: int | None, side: int) -> None:
    here = look(replace(HORSE, band=band, side=side, name="WWWWWWW"))
    assert differing(drawn(here, 84), drawn(replace(here, name="IIIIIII"), 84)) >= 4.5


def test_inks_of_names() -> None:
    for colour in (*(c for c, _ in BANDS), *(mix(s.face, s.ink, 0.12) for s in SIDES)):
        assert contrast(nameplates.ink_on(colour), colour) >= 4.5


def test_the_commands_colour_and_pattern_stay() -> None:
    for band, (colour, _) in enumerate(BANDS):
        found = {c: n for n, c in drawn(look(replace(HORSE, band=band)), 84).getcolors(1 << 20) or ()}
        assert found.get(colour, 0) > 500, band
    alike = [drawn(look(replace(HORSE, band=1, name=n)), 84) for n in ("A", "B")]
    assert alike[0].tobytes() != alike[1].tobytes()


def test_small_counters_bear_no_name_and_the_smallest_no_code() -> None:
    assert [look(r=r).name != "" for r in (28, 46, 66, 84)] == [False, False, False, True]
    assert [look(r=r).code != "" for r in (17, 22, 28, 46)] == [False, False, True, True]
    assert look(replace(HORSE, name="THC1")).name == "", "its code is there already"
    hidden = look(replace(HORSE, states=frozenset({"hidden"})))
    assert hidden.name == "" and hidden.code == "", "nobody is to know who it is"


def test_a_code_gives_way_to_a_leaders_disc() -> None:
    """Nothing of it lies where the disc does."""
    for r in (34, 84):
        here = look(r=r, led=True)
        free, hidden = (drawn(replace(here, code=code), r) for code in ("WWW1", "III1"))
        for x in range(round(0.65 * r), round(1.40 * r)):
            for y in range(round(0.65 * r), round(1.40 * r)):
                assert free.getpixel((x, y)) == hidden.getpixel((x, y))
        assert free.tobytes() != hidden.tobytes()


def test_codes_are_large_enough_on_a_telephone_at_nine_columns() -> None:
    layout = close([4505, 5305]).layout(field.tricameron())
    assert layout.columns == ACTION_COLUMNS
    assert CODE * layout.r * PHONE / layout.size[0] >= 7
    assert nameplates.TYPE * layout.r * PHONE / layout.size[0] >= nameplates.LEAST == 7


def test_names_are_written_only_where_a_telephone_shows_them_large_enough() -> None:
    table = field.tricameron()
    for columns, named in ((ACTION_COLUMNS, True), (ACTION_COLUMNS + 1, False)):
        view = area(40, 1, 39 + columns, 8)
        assert view.layout(table).r == 84 and view.layout(table).columns == columns
        scene = Scene(table, view.layout(table), "light", Image.new("RGB", view.layout(table).size))
        assert {bool(p.look.name) for p in scene.placed if len(p.top.hexes) == 1} == {named}


def test_the_first_picture_of_a_battle_shows_the_armies_with_their_codes() -> None:
    table = field.tricameron()
    layout = armies(table).layout(table)
    assert layout.r >= CODED
    assert all(layout.holds(h) for c in table.counters for h in c.hexes)
    assert layout.columns < table.map.cols[1] - table.map.cols[0] + 1
    assert armies(field.small()).layout(field.small()).covers(field.small().map)
