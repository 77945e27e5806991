"""Tiles of an engraved sheet: the same whatever asks for them, without seams, in the colours they are to have."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

import scenarios
from engine.kernel.areas import AreaMap
from engine.kernel.text import Text
from engine.kernel.view import CounterView, HoldingView, SideView, TableView
from renderer import View, around, render, whole
from renderer.areas import held, tiles
from renderer.areas.colour_table import sheet_palette
from renderer.areas.draw import field, layout_for
from renderer.areas.engraved import Engraved, sheet
from renderer.areas.engraving import Engraving
from renderer.areas.inks import inks
from renderer.areas.on_sheet import SCALES, SheetLayout
from renderer.areas.runs import closed_round, runs
from renderer.areas.window import Window
from renderer.graphics.cache import forget
from renderer.graphics.png import reduced
from renderer.map import files
from renderer.palette.colours import HIT, RGB, Theme
from renderer.palette.sides import BANDS, SIDES
from tests.renderer.conftest import opened

THEMES: tuple[Theme, ...] = ("light", "dark")


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


def table(board: AreaMap, seed: int = 1) -> TableView:
    """A position in which everything is somebody's, or in revolt."""
    rng = random.Random(seed)
    places = [a.id for a in board.areas if a.kind == "province"]
    holdings = [
        HoldingView(p, rng.randrange(2), rng.choice([None, 0, 1]), ("revolt",) if rng.random() < 0.1 else ())
        for p in places
    ]
    army = CounterView("A", "Army", 0, "heavy-infantry", (places[5],), None, strength=20, led_by=("Narses",))
    sides = (SideView("byzantine", "Byzantines"), SideView("barbarian", "Barbarians", bands=("Vandals", "Goths")))
    return TableView(
        title="Renovatio", subtitle="", board=board, sides=sides, counters=(army,), leaders=(), turn=1,
        phase=Text("Income"), holdings=tuple(holdings),
    )  # fmt: skip


def views(board: AreaMap) -> list[View]:
    return [around([board.read(code) or 0]) for code in ("syria-1", "campania", "osrhoene")]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(files.FOLDER, str(tmp_path))
    forget()
    return tmp_path


def test_what_was_drawn_before_makes_no_difference(board: AreaMap) -> None:
    position, (first, *others) = table(board), views(board)
    forget()
    alone = render(position, first).png
    forget()
    for view in others:
        render(position, view)
    render(table(board, 2), first)
    assert render(position, first).png == alone
    forget()
    assert render(position, first).png == alone


def differing(a: Image.Image, b: Image.Image, over: int) -> float:
    """Share of the pixels that differ by more than so many steps."""
    counts = ImageChops.difference(a, b).convert("L").histogram()
    return sum(counts[over + 1 :]) / sum(counts)


@pytest.mark.parametrize("theme", THEMES)
def test_tiles_have_no_seams(board: AreaMap, engraved: Engraved, theme: Theme) -> None:
    colours = inks(theme)
    holders = held.holders(board, table(board).holdings)
    window = Window((3000, 1500), 0.76, (600, 500))
    palette = sheet_palette(engraved, colours)
    engraving = Engraving(engraved, window, colours.ground)
    ground, seen = reduced(engraving.drawn(), palette), held.seen(engraved, window, holders)
    at_once = held.laid(ground, engraving.land_mask(), engraving, seen, colours, palette)
    at_once.putpalette(palette.getpalette() or ())
    joined = tiles.land(engraved, window, holders, colours)
    assert differing(joined.convert("RGB"), at_once.convert("RGB"), 4) < 0.002


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_is_like_the_one_in_full_colour(board: AreaMap, engraved: Engraved, theme: Theme) -> None:
    colours, position = inks(theme), table(board)
    for view in views(board):
        layout = layout_for(board, view)
        assert isinstance(layout, SheetLayout)
        engraving = Engraving(engraved, layout.window, colours.ground)
        drawn = tiles.land(engraved, layout.window, {}, colours).convert("RGB")
        apart = ImageStat.Stat(ImageChops.difference(drawn, engraving.drawn()))
        assert max(apart.mean) < 2.5, "the bare ground"
        assert differing(drawn, engraving.drawn(), 14) < 0.01
        full = field(position, layout, (), (), colours)
        shown = opened(render(position, view, theme=theme)).crop((0, 0, *layout.size))
        assert max(ImageStat.Stat(ImageChops.difference(full, shown)).mean) < 3, "with all that lies on it"


@pytest.mark.parametrize("theme", THEMES)
def test_what_tells_sides_and_powers_apart_keeps_its_colour(engraved: Engraved, theme: Theme) -> None:
    palette = sheet_palette(engraved, inks(theme))

    def found(colour: RGB) -> RGB:
        return reduced(Image.new("RGB", (1, 1), colour), palette).convert("RGB").getpixel((0, 0))  # type: ignore[return-value]

    for colour in (HIT, *(c for c, _ in BANDS), *(c for s in SIDES for c in (s.face, s.chevron, s.ink, s.rim))):
        assert found(colour) == colour
    values = palette.getpalette() or []
    stays = [found((r, g, b)) == (r, g, b) for r, g, b in zip(*[iter(values)] * 3, strict=True)]
    assert stays.count(False) <= 3, "a picture that goes through its palette again stays as it is"


def test_ground_drawn_ahead_is_that_of_any_picture(board: AreaMap, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position, view = table(board), views(board)[0]
    once = render(position, view).png
    layout = layout_for(board, view)
    assert isinstance(layout, SheetLayout)
    for path in [p for p in kept.rglob("*") if p.is_file()]:
        path.unlink()
    forget()
    parts = tiles.blocks(layout.engraved, layout.window.scale)  # type: ignore[arg-type]
    wanted = {*tiles.within(layout.window)}
    for n, part in enumerate(parts):
        if wanted.intersection(part):
            assert tiles.parts_ahead(board, "light", layout.window.scale, n, position.holdings) == (n + 1 < len(parts))

    def again(*args: object) -> None:
        raise AssertionError("drawn again")

    monkeypatch.setattr(Engraving, "drawn", again)
    monkeypatch.setattr(held, "laid", again)
    forget()
    assert render(position, view).png == once
    with pytest.raises(AssertionError, match="again"):
        render(table(board, 2), view)


def test_close_ups_come_in_few_scales(board: AreaMap) -> None:
    for area in board.areas:
        layout = layout_for(board, around([area.id]))
        assert isinstance(layout, SheetLayout) and layout.window.scale in SCALES


def test_only_tiles_near_a_province_change_with_its_holder(board: AreaMap, engraved: Engraved) -> None:
    before, scale = held.holders(board, table(board).holdings), 1.15
    after = before | {
        "syria-1": held.Holder(1, 1, False) if before["syria-1"].side == 0 else held.Holder(0, None, False)
    }
    every = [at for block in tiles.blocks(engraved, scale) for at in block]
    changed = [
        at
        for at in every
        if held.seen(engraved, tiles.tile_at(scale, at), before) != held.seen(engraved, tiles.tile_at(scale, at), after)
    ]
    assert 1 <= len(changed) <= 12 < len(every)


def test_memory_has_an_end(board: AreaMap) -> None:
    forget()
    for n in range(3):
        render(table(board, n), whole())
    for store in (tiles._GROUNDS, tiles._WASHED):
        assert 0 < store.used <= store.room


def square(points: Sequence[tuple[float, float]], box: tuple[int, int, int, int]) -> Image.Image:
    image = Image.new("L", (box[2] - box[0], box[3] - box[1]), 0)
    if points:
        ImageDraw.Draw(image).polygon([(x - box[0], y - box[1]) for x, y in points], fill=255)
    return image


def test_a_shape_cut_to_a_box_covers_the_same_of_it(engraved: Engraved) -> None:
    outline = max((line for land in engraved.coast for line in land), key=len)
    closed = [(float(round(x)), float(round(y))) for x, y in (*outline, outline[0])]
    cut, rng = runs(closed), random.Random(1)
    shorter = 0
    for _ in range(40):
        x, y = rng.randrange(engraved.size[0] - 300), rng.randrange(engraved.size[1] - 300)
        box = x, y, x + 300, y + 300
        found = closed_round(cut, (x - 2, y - 2, x + 302, y + 302))
        assert differing(square(found, box), square(closed, box), 0) < 0.001
        shorter += len(found) < len(closed) / 4
    assert shorter == 40
