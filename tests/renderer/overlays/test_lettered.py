"""Hexes and sectors with letters to choose by: what is drawn where, and that a telephone shows it large enough."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PIL import Image

from engine.kernel.hexes import Facing, Hex, within
from engine.kernel.view import LeaderView, TableView
from renderer import Front, Lettered, Overlay, Sectors, close, render
from renderer.draw import compose
from renderer.graphics import fonts
from renderer.map.layout import PHONE, Layout
from renderer.map.lettering import NUMBER, number_size
from renderer.map.view import ACTION_COLUMNS
from renderer.overlays import lettered
from renderer.overlays.lettered import COST, LETTER, SECTOR, heart
from renderer.palette.colours import CREAM, GOLD, WHITE, Theme
from renderer.palette.overlays import REACH_LINE
from renderer.scene import Scene
from renderer.sheet import sheet_for
from renderer.specimens import field as plots
from renderer.specimens import terrain
from tests.renderer import field
from tests.renderer.blank import THEMES, count, drawn, horse, scene, table, touched
from tests.renderer.blank import within as only_within
from tests.renderer.conftest import opened
from tests.renderer.measured import differing, written

TEXT = 4.5
"""Contrast that WCAG AA asks of text."""
_NEAR = tuple(h for h in within(404, 1) if h != 404)
_LETTERS = dict(zip(_NEAR, "ABCDEF", strict=True))
_COSTS = {h: 1 + i for i, h in enumerate(_NEAR)}


def test_what_is_lettered_is_washed_and_has_its_letter_and_nothing_else_does() -> None:
    s = scene(table())
    drawn(s, Lettered({404: "A", 405: "B"}, {405: 3}))
    assert only_within(s, [404, 405], 1.1)
    for h in (404, 405):
        assert count(s, REACH_LINE, h, 0.5) > 300 and count(s, WHITE, h, 0.5) > 60


def test_a_letter_stands_behind_the_counter_that_would_hide_under_it() -> None:
    """And beside a leader, or whatever else lies there: never on it."""
    for facing, rear in ((Facing.E, -1), (Facing.W, 1)):
        s = scene(table(horse("HC1", 404, facing=facing)))
        lettered.labels(s, Lettered({404: "A"}))
        x, y = s.layout.xy(404)
        halves = {
            way: sum(
                s.image.getpixel((round(x + way * d), round(y + e))) == REACH_LINE
                for d in range(30, 62)
                for e in range(-12, 13)
            )
            for way in (-1, 1)
        }
        assert halves[rear] > 150 and halves[-rear] == 0
    led = scene(table(leaders=[LeaderView("N", "Narses", 0, 404, "oc", 5)]))
    drawn(led, Lettered({404: "A"}))
    assert count(led, WHITE, 404, 0.3) == 0


def test_two_letters_have_room_on_their_plate() -> None:
    found = []
    for letter in ("A", "AB"):
        s = scene(table())
        lettered.labels(s, Lettered({404: letter}))
        box = touched(s)
        assert box is not None
        found.append(box[2] - box[0])
    assert found[0] < found[1] < 2 * found[0]


def test_a_sectors_letter_stands_in_its_middle_where_nobody_does() -> None:
    empty, full = scene(table()), scene(table(horse("HC1", 404)))
    sector = within(404, 1)
    assert heart(empty, sector) == 404
    assert heart(full, sector) in _NEAR
    assert heart(empty, []) is None and heart(empty, [9999]) is None


def test_sectors_differ_in_wash_and_letter() -> None:
    s = scene(table())
    first, second = [303, 304], [503, 504]
    drawn(s, Sectors({"A": iter(first), "B": second}))
    assert s.image.getpixel(_foot(s, 304)) != s.image.getpixel(_foot(s, 504))
    assert sum(count(s, WHITE, h, 0.7) > 100 for h in first) == 1


def _foot(s: Scene, h: Hex) -> tuple[int, int]:
    x, y = s.layout.xy(h)
    return round(x + 0.45 * s.r), round(y + 0.45 * s.r)


@pytest.mark.parametrize("facing, way", [(Facing.E, (1, 0)), (Facing.W, (-1, 0)), (Facing.SIDE_N, (0, -1))])
def test_a_front_points_where_the_unit_faces(facing: Facing, way: tuple[int, int]) -> None:
    s = scene(table(horse("HC1", 404, facing=facing)))
    drawn(s, Front((404,), int(facing)))
    x, y = s.layout.xy(404)
    at = [round(x + 0.95 * s.r * way[0]), round(y + 0.95 * s.r * way[1])]
    assert s.image.getpixel((at[0], at[1])) == GOLD
    assert s.image.getpixel((round(2 * x - at[0]), round(2 * y - at[1]))) != GOLD or way == (0, -1)


def test_who_faces_every_way_has_a_ring_alone() -> None:
    round_, east = scene(table(horse("HC1", 404))), scene(table(horse("HC1", 404)))
    drawn(round_, Front((404,), None))
    drawn(east, Front((404,), 0))
    a, b = touched(round_), touched(east)
    assert a is not None and b is not None and a[2] < b[2]


# What the view shows


@pytest.mark.parametrize("hexes", [[4810], [4810, 4811, 5010], [4505, 5305], [4501, 4525]])
def test_a_picture_to_choose_from_is_no_wider_than_a_telephone_reads(hexes: Sequence[Hex]) -> None:
    layout = close(hexes).layout(field.tricameron())
    assert all(layout.holds(h) for h in hexes)
    assert layout.columns <= ACTION_COLUMNS
    assert not layout.footed
    picture = render(field.tricameron(), close(hexes))
    assert (picture.width, picture.height) == layout.size


def test_what_reaches_farther_is_shown_whole() -> None:
    layout = close([4005, 5810]).layout(field.tricameron())
    assert (layout.c0, layout.c1) == (40, 58)


def test_no_hexes_is_the_whole_field_and_a_small_one_is_shown_as_it_is() -> None:
    assert close([]).layout(field.tricameron()).covers(field.tricameron().map)
    small = field.small(cols=(1, 3), rows=(1, 2))
    assert close([101]).layout(small).covers(small.map)


# Sizes on a telephone, measured on the narrowest and the widest picture


def _sizes(layout: Layout) -> dict[str, float]:
    """Pixels of type a telephone shows, by what is written."""
    shrunk = PHONE / layout.size[0]
    return {
        "letter": max(lettered.IN_HEX * layout.r, layout.on_phone(LETTER)) * shrunk,
        "held": lettered.BESIDE * layout.r * shrunk,
        "cost": lettered.SUM * layout.r * shrunk,
        "number": number_size(layout.r) * shrunk,
    }


def test_letters_costs_and_numbers_are_large_enough_at_nine_columns() -> None:
    layout = close([4505, 5305]).layout(field.tricameron())
    assert layout.columns == ACTION_COLUMNS
    found = _sizes(layout)
    assert found["letter"] >= LETTER and found["held"] >= 11
    assert found["cost"] >= COST
    assert found["number"] >= 6.5


def test_letters_of_sectors_are_as_large_on_every_picture() -> None:
    for hexes in ([4505, 5305], [3701, 5922]):
        layout = close(hexes).layout(field.tricameron())
        sprite = max(0.72 * layout.r, layout.on_phone(SECTOR))
        assert sprite * PHONE / layout.size[0] >= SECTOR


def test_costs_stand_in_sectors_only_where_they_can_be_read() -> None:
    costs = {h: 8 for h in (303, 304, 403, 404, 503, 504)}
    sectors = {"A": [303, 304, 403], "B": [404, 503, 504]}
    near, far = scene(table(), 58, block=(1, 1, 8, 8)), scene(table(), 28)
    for s, written_ in ((near, True), (far, False)):
        bare = scene(table(), s.r, block=(s.layout.c0, s.layout.r0, s.layout.c1, s.layout.r1))
        drawn(s, Sectors(sectors, costs))
        drawn(bare, Sectors(sectors))
        assert (s.image.tobytes() != bare.image.tobytes()) == written_


# Contrast, measured on every ground


def _laid(t: TableView, theme: Theme, overlays: Sequence[Overlay]) -> Scene:
    layout = Layout(58, 1, 1, 4, 3, 32)
    s = Scene(t, layout, theme, sheet_for(t, layout, theme).base.convert("RGB"))
    compose(s, overlays, ())
    return s


@pytest.mark.parametrize("theme", THEMES)
def test_letters_costs_and_numbers_on_every_ground(theme: Theme) -> None:
    pale = []
    for i, specimen in enumerate(terrain.SPECIMENS):
        t = plots.table(f"terrain {i}", 4, 3, **specimen.fields)
        hexes = [h for h in sorted(t.map.hexes) if h != 202]
        letters = {h: "ABCDEFGHIJKL"[n] for n, h in enumerate(hexes)}
        s = _laid(t, theme, [Lettered(letters, dict.fromkeys(hexes, 8))])
        other = _laid(t, theme, [Lettered(dict.fromkeys(hexes, "W"), dict.fromkeys(hexes, 1))])
        for h in hexes:
            x, y = s.layout.xy(h)
            number = written(s.image, (x, y - NUMBER * s.r), f"{h:04d}", fonts.plain(number_size(s.r)))
            boxes = [(-0.4, -0.5, 0.4, 0.2), (-0.2, 0.3, 0.2, 0.75)]
            cut = [tuple(round(v * s.r + (x, y)[k % 2]) for k, v in enumerate(b)) for b in boxes]
            letter, cost = (differing(_cut(s.image, c), _cut(other.image, c)) for c in cut)
            if min(number, letter, cost) < TEXT:
                pale.append((str(specimen.name), h, round(number, 2), round(letter, 2), round(cost, 2)))
    assert pale == []


def _cut(image: Image.Image, box: tuple[int, ...]) -> Image.Image:
    return image.crop((box[0], box[1], box[2], box[3]))


def test_the_text_tells_which_letter_is_where() -> None:
    t = table(horse("HC1", 404, facing=Facing.E))
    alt = render(t, close(_NEAR), [Lettered(_LETTERS, _COSTS), Front((404,), 0)]).alt
    for h, letter in _LETTERS.items():
        assert f"{letter} is {h:04d}, {_COSTS[h]} MP" in alt
    assert "HC1 is in 0404 and faces E." in alt
    alt = render(t, close(_NEAR), [Sectors({"A": [303, 304], "B": [503]}, {303: 1, 304: 2, 503: 2})]).alt
    assert "sector A: 2 hexes for 1 to 2 MP; sector B: 1 hex for 2 MP." in alt


def test_letters_come_out_in_their_colours() -> None:
    image = opened(render(table(), close(_NEAR), [Lettered(_LETTERS)]))
    assert {WHITE, REACH_LINE, CREAM} <= {c for _, c in image.getcolors(1 << 24) or ()}
