"""The engraved sheet of the Mediterranean agrees with the campaign's map, and positions are drawn on it."""

from __future__ import annotations

import io
import itertools
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

import scenarios
from engine.kernel.areas import AreaMap
from engine.kernel.text import Text
from engine.kernel.view import CounterView, HoldingView, SideView, TableView
from renderer import around, close, render, whole
from renderer.areas import piles
from renderer.areas.draw import layout_for, layout_in
from renderer.areas.engraved import Engraved, sheet
from renderer.areas.engraving import Engraving
from renderer.areas.inks import inks
from renderer.areas.layout import COUNTER
from renderer.areas.on_sheet import SheetLayout, sheet_layout, spot
from renderer.areas.piles import standing
from renderer.areas.tags import PHONE, Told, tags
from renderer.graphics.cache import forget
from renderer.map import files
from renderer.overlays.kinds import Choices, Lettered, Reach
from renderer.palette.colours import Theme
from tests.each import for_each


@pytest.fixture(scope="module")
def board() -> AreaMap:
    found = scenarios.load("justinian/renovatio").map
    assert isinstance(found, AreaMap)
    return found


@pytest.fixture(scope="module")
def engraved(board: AreaMap) -> Engraved:
    found = sheet(board.engraving)
    assert found is not None
    return found


def table(board: AreaMap, *counters: CounterView, **values: object) -> TableView:
    return TableView(
        title="Renovatio",
        subtitle="",
        board=board,
        sides=(SideView("byzantine", "Byzantines"), SideView("barbarian", "Barbarians")),
        counters=counters,
        leaders=(),
        turn=1,
        phase=Text("Income"),
        **values,  # type: ignore[arg-type]
    )


def army(board: AreaMap, code: str, side: int = 0) -> CounterView:
    place = board.read(code)
    assert place is not None
    return CounterView(
        id="A", name="Army", side=side, symbol="heavy-infantry", hexes=(place,), facing=None, strength=20
    )


def colours_at(png: bytes, at: tuple[float, float], r: int = 3) -> list[tuple[int, int, int]]:
    with Image.open(io.BytesIO(png)) as image:
        rgb = image.convert("RGB")
        return [rgb.getpixel((round(at[0]) + i, round(at[1]) + j)) for i in range(-r, r) for j in range(-r, r)]  # type: ignore[misc]


def test_every_area_is_on_the_sheet(board: AreaMap, engraved: Engraved) -> None:
    codes = {kind: {a.code for a in board.areas if a.kind == kind} for kind in ("province", "sea", "box")}
    assert codes == {"province": set(engraved.shapes), "sea": set(engraved.seas), "box": set(engraved.boxes)}
    w, h = engraved.size
    for area in board.areas:
        x, y = spot(engraved, board, area.id)
        assert 0 < x < w, area.code
        assert 0 < y < h, area.code


def test_provinces_with_a_common_border_touch_and_no_ridge_lies_between_them(
    board: AreaMap, engraved: Engraved
) -> None:
    by_rule = {frozenset((b.a, b.b)) for b in board.borders if b.kind in ("land", "strait")}
    drawn = {frozenset(s) for i, s in engraved.sides.items() if len(s) == 2 and i not in engraved.ridges}
    ridged = {frozenset(engraved.sides[i]) for i in engraved.ridges}
    land = {frozenset((b.a, b.b)) for b in board.borders if b.kind == "land"}
    assert land <= drawn, "what may be crossed is open"
    assert not ridged & by_rule, "and never ridged"


def test_each_strait_has_its_arrow(board: AreaMap, engraved: Engraved) -> None:
    assert {frozenset(x.between) for x in engraved.straits} == {
        frozenset((b.a, b.b)) for b in board.borders if b.kind == "strait"
    }


def test_outlines_close_and_hold_their_spot(engraved: Engraved) -> None:
    for code, shape in engraved.shapes.items():
        for line in engraved.outlines(code):
            assert line[0] == line[-1], code
        assert any(_inside(shape.at, line) for line in engraved.outlines(code)), code


def _inside(p: tuple[float, float], ring: tuple[tuple[float, float], ...]) -> bool:
    odd = False
    for (x0, y0), (x1, y1) in itertools.pairwise(ring):
        if (y0 > p[1]) != (y1 > p[1]) and p[0] < x0 + (p[1] - y0) / (y1 - y0) * (x1 - x0):
            odd = not odd
    return odd


def test_a_city_and_a_fort_of_the_map_have_their_sign(board: AreaMap, engraved: Engraved) -> None:
    for area in board.areas:
        if area.kind == "province":
            shape = engraved.shapes[area.code]
            assert (shape.city is not None) == ("city" in area.signs), area.code
            assert (shape.fort is not None) == ("fort" in area.signs), area.code


def test_the_whole_fits_a_post_and_a_close_up_a_phone(board: AreaMap) -> None:
    all_of_it = layout_for(board, whole())
    assert isinstance(all_of_it, SheetLayout)
    assert all_of_it.size[0] <= 1600
    syria = layout_for(board, around([board.read("syria-1") or 0]))
    assert isinstance(syria, SheetLayout)
    assert syria.window.scale > 2 * all_of_it.window.scale
    assert {board.code(p.place) for p in syria.plates} >= {"syria-1", "syria-2", "cilicia-2", "euphratensis"}


def test_a_film_draws_it_smaller(board: AreaMap) -> None:
    large, small = layout_for(board, whole()), layout_for(board, whole(), 6)
    assert small.size[0] < large.size[0]
    assert small.px == 6


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_holder_colours_what_it_holds(board: AreaMap, theme: Theme) -> None:
    place = board.read("libya-inferior") or 0
    pictures = [
        render(table(board, holdings=(HoldingView(place, side),)), whole(), theme=theme).png for side in (0, 1, None)
    ]
    at = layout_for(board, whole())
    plate = at.by_place[place]
    spots = [colours_at(png, (at.xy(plate.at)[0], at.xy(plate.at)[1] + 2 * at.px)) for png in pictures]
    blue, amber, plain = ([sum(c[i] for c in s) / len(s) for i in range(3)] for s in spots)
    assert blue[2] - blue[0] > plain[2] - plain[0] + 10
    assert amber[0] - amber[2] > plain[0] - plain[2] + 10


def test_an_army_stands_in_its_province_and_a_letter_rings_it(board: AreaMap) -> None:
    view, plain = around([board.read("syria-1") or 0]), table(board)
    at = layout_for(board, view)
    place = board.read("syria-1") or 0
    centre = at.window.at(spot(sheet(board.engraving), board, place))  # type: ignore[union-attr, arg-type]
    bare, manned = render(plain, view).png, render(replace(plain, counters=(army(board, "syria-1"),)), view).png
    assert colours_at(bare, centre) != colours_at(manned, centre)
    ringed = render(plain, view, [Lettered({place: "A"}, {}, {})]).png
    outline = at.outlines(place)[0]
    inland = next(p for p in outline if all(8 < v < s - 8 for v, s in zip(p, at.size, strict=True)))
    assert colours_at(bare, inland) != colours_at(ringed, inland)


ITALY = ("venetia-et-histria", "aemilia", "liguria", "tuscia-et-umbria", "picenum", "valeria", "samnium", "campania",
         "dalmatia", "praevalitana", "moesia-1", "apulia-et-calabria", "lucania-et-brutti")  # fmt: skip
SYRIA = ("syria-1", "syria-2", "phoenice", "cilicia-2", "euphratensis", "osrhoene", "mesopotamia", "cyprus")
CROWDED = ("europa", "haemimontus", "rhodope", "thracia", "bithynia", "hellespontus", "moesia-2", "scythia")


@for_each("codes", [ITALY, SYRIA, CROWDED, ("creta",)])
def test_whatever_may_be_chosen_bears_its_name_in_letters_a_telephone_shows(
    board: AreaMap, codes: tuple[str, ...]
) -> None:
    places = [board.read(c) or 0 for c in codes]
    layout = layout_for(board, close(places))
    manned = table(board, *(replace(army(board, c), id=c) for c in codes[::2]))
    found = standing(manned, layout)
    written = tags(board, layout, found, {p: Told("A", "2") for p in places})
    assert {t.place for t in written} == set(places), "each has its name, however close its neighbours"
    shrunk = PHONE / layout.size[0]
    assert all(t.size * shrunk >= 7.5 for t in written), [t.size * shrunk for t in written]
    boxes = [t.box for t in written]
    assert not any(a.covers(b) > 0.02 for a in boxes for b in boxes if a is not b), "none lies on another"
    for box in boxes:
        assert box.at[0] - box.wide / 2 >= 0 and box.at[0] + box.wide / 2 <= layout.size[0]
        assert box.at[1] - box.high / 2 >= 0 and box.at[1] + box.high / 2 <= layout.size[1]


def test_names_are_drawn_over_what_may_be_chosen(board: AreaMap) -> None:
    place = board.read("syria-1") or 0
    view = around([place])
    for overlay in (
        Reach({place: 2}, {}, board.read("phoenice") or 0),
        Lettered({place: "A"}, {}, {}),
        Choices([place]),
    ):
        (tag,) = tags(board, layout_for(board, view), (), {place: Told()})
        plain, marked = render(table(board), view).png, render(table(board), view, [overlay]).png
        corner = tag.box.at[0] + tag.box.wide / 2 - 4, tag.box.at[1] - tag.box.high / 2 + 4
        assert colours_at(plain, corner) != colours_at(marked, corner), overlay


def test_the_same_position_gives_the_same_bytes(board: AreaMap) -> None:
    view = around([board.read("roma") or board.read("campania") or 0])
    assert render(table(board), view).png == render(table(board), view).png


def test_cut_to_a_few_areas_it_fits_the_room(board: AreaMap) -> None:
    layout = layout_in(board, (board.read("creta") or 0,), (300, 200))
    assert layout.size[0] <= 300
    assert layout.size[1] <= 200


@pytest.mark.parametrize("about", [(), ("europa",), ("mesopotamia",)])
def test_counters_leave_cities_and_forts_uncovered(board: AreaMap, engraved: Engraved, about: tuple[str, ...]) -> None:
    places = [p for code in about if (p := board.read(code)) is not None]
    layout = sheet_layout(board, engraved, around(places, 1) if places else whole())
    provinces = [p for p in layout.plates if board.code(p.place) in engraved.shapes]
    shown = table(board, *(army(board, board.code(p.place)) for p in provinces))
    half, covered = COUNTER * layout.px / 2, []
    for x in piles.standing(shown, layout):
        shape = engraved.shapes[board.code(x.unit.hexes[0])]
        for sign in (shape.city, shape.fort):
            at = layout.window.at(sign) if sign is not None else (-1000.0, -1000.0)
            if abs(at[0] - x.at[0]) < half and abs(at[1] - x.at[1]) < half:
                covered.append(board.code(x.unit.hexes[0]))
    assert len(covered) <= len(provinces) // 30, covered  # some are smaller than a counter


def test_a_sheet_kept_as_a_file_gives_the_same_picture_and_is_not_engraved_again(
    board: AreaMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(files.FOLDER, str(tmp_path))
    view = around([board.read("syria-1") or 0])
    position = table(board, army(board, "syria-1"))
    forget()
    drawn = render(position, view).png

    def again(self: Engraving) -> Image.Image:
        raise AssertionError("the sheet is engraved again")

    monkeypatch.setattr(Engraving, "drawn", again)
    forget()
    assert render(position, view).png == drawn
    kept = [p for p in tmp_path.rglob("*") if p.is_file()]
    assert kept
    for path in kept:
        path.write_bytes(path.read_bytes()[:-1])
    forget()
    with pytest.raises(AssertionError, match="again"):
        render(position, view)


def test_provinces_put_together_are_what_one_stroke_of_the_pen_makes_of_them(
    board: AreaMap, engraved: Engraved
) -> None:
    window = layout_for(board, whole()).window  # type: ignore[attr-defined]
    engraving = Engraving(engraved, window, inks("light").ground)
    land, codes = Image.new("L", window.size, 255), [*engraved.shapes]
    own, other = engraving.province_mask(codes[::2], land), engraving.province_mask(codes[1::2], land)
    both = engraving.province_mask(codes, land)
    apart = ImageChops.difference(ImageChops.add(own, other), both)
    assert ImageStat.Stat(apart).sum[0] < 1e-4 * ImageStat.Stat(both).sum[0], (
        "what is one holder's and what is the other's make up the whole"
    )
    forget()
    assert engraving.province_mask(codes[::2], land).tobytes() == own.tobytes()
    alone = Image.new("L", window.size, 0)
    for outline in engraved.outlines(codes[0]):
        ImageDraw.Draw(alone).polygon([window.at(p) for p in outline], fill=255)
    drawn = engraving.province_mask(codes[:1], land)
    assert drawn.getbbox() is not None
    assert ImageStat.Stat(ImageChops.difference(alone, drawn)).sum[0] < 0.1 * ImageStat.Stat(alone).sum[0]
