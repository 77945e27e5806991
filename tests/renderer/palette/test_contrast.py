"""What must be read can be read: WCAG AA, from the palette itself and measured in finished pictures.

4.5 for text, 3 for large text and for symbols.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from engine.kernel.hexes import Facing
from engine.kernel.view import LeaderView, TableView
from renderer import area, render
from renderer.counters import counter, leaders
from renderer.counters.look import Look
from renderer.draw import compose
from renderer.graphics import fonts
from renderer.map.layout import Layout, zoom_of
from renderer.map.lettering import NUMBER, number_size
from renderer.overlays.kinds import CommandRange, Overlay, Range, Reach, Shock
from renderer.palette import colours, overlays, sides
from renderer.palette.colours import BLACK, CREAM, GOLD, HIT, IVORY, RALLY, WHITE, Theme, contrast, luminance, rgb
from renderer.palette.map import ground
from renderer.palette.sides import BANDS, SIDES, faded, routed_ink
from renderer.palette.vision import distance
from renderer.sheet import sheet_for
from renderer.specimens import field as plots
from renderer.specimens import terrain
from renderer.symbols.troops import TROOPS
from tests.each import for_each
from tests.renderer import field
from tests.renderer.conftest import opened
from tests.renderer.measured import differing, written
from tests.renderer.skirmish import ground as country
from tests.renderer.skirmish import unit

TEXT, LARGE = 4.5, 3.0
CLIMATES = ("meadow", "temperate", "arid")
THEMES: tuple[Theme, ...] = ("light", "dark")


# The palette


@pytest.mark.parametrize("side", range(3))
def test_figures_on_counters(side: int) -> None:
    c = sides.side(side)
    assert contrast(c.ink, c.face) >= 7
    assert contrast(routed_ink(c), c.routed) >= TEXT
    assert contrast(c.chevron, c.casing) >= LARGE


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("side", range(3))
def test_a_faded_counter_is_still_read(theme: Theme, side: int) -> None:
    c = sides.side(side)
    assert contrast(c.ink, faded(c.face, theme)) >= TEXT
    assert distance(faded(c.face, theme), c.face) >= 6


def test_the_first_two_sides_differ_in_lightness() -> None:
    assert contrast(sides.side(0).face, sides.side(1).face) >= 3.5


@pytest.mark.parametrize("climate", CLIMATES)
def test_counters_stand_out_from_the_ground(climate: str) -> None:
    for i in range(3):
        assert contrast(sides.side(i).rim, ground("light", climate).levels[0]) >= 7
        assert contrast(sides.side(i).casing, ground("dark", climate).levels[0]) >= 7


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("climate", CLIMATES)
def test_an_ink_for_figures_on_every_ground(theme: Theme, climate: str) -> None:
    """The quiet inks do on most; where none does, the halo it is written on makes up for it."""
    g = ground(theme, climate)
    floors = [
        *g.levels,
        *(g[r] for r in ("woods", "rough", "marsh", "mud", "water", "town", "camp", "trench", "unknown")),
    ]
    for floor in floors:
        ink, halo = g.figures(floor)
        assert contrast(ink, halo) >= TEXT
    assert all(g.figures(floor)[1] == floor for floor in g.levels[:4])


@pytest.mark.parametrize("theme", THEMES)
def test_footer_rulers_and_plates(theme: Theme) -> None:
    g = ground(theme)
    for paper in ("paper", "mat"):
        assert contrast(g["ink"], g[paper]) >= 7
        assert contrast(g["soft"], g[paper]) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
def test_figures_and_lines_of_overlays(theme: Theme) -> None:
    inks, casing = overlays.inks(theme), colours.casing(theme)
    assert contrast(inks.reach_figure, casing) >= TEXT
    assert contrast(inks.fire_figure, casing) >= TEXT
    for line in (inks.reach, inks.sight, inks.fire, inks.blocked, inks.command):
        assert contrast(line, casing) >= LARGE


def test_patterns_of_the_bands() -> None:
    for colour, pattern in BANDS:
        ink = BLACK if luminance(colour) > 0.18 else IVORY
        assert pattern == "solid" or contrast(colour, ink) >= LARGE


def test_hits_and_signals() -> None:
    assert contrast(WHITE, HIT) >= 7
    assert contrast(BLACK, GOLD) >= 7
    assert contrast(CREAM, BLACK) >= 12
    assert contrast(WHITE, RALLY) >= LARGE


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("climate", CLIMATES)
def test_standards_and_plates_stand_out_from_the_ground(theme: Theme, climate: str) -> None:
    """A rim, a casing: one of them does on any ground."""
    g = ground(theme, climate)
    for s in SIDES:
        for floor in (*g.levels[:3], g["woods"], g["marsh"], g["town"], g["mud"]):
            assert max(contrast(s.rim, floor), contrast(s.casing, floor)) >= TEXT


@pytest.mark.parametrize("code, expected", [("#777777", 4.48), ("#767676", 4.54)])
def test_the_formula_is_the_published_one(code: str, expected: float) -> None:
    assert contrast(rgb(code), rgb("#FFFFFF")) == pytest.approx(expected, abs=0.01)


def test_the_ground_is_quiet() -> None:
    """Washes next to one another stay under 2 to 1, so that nothing on the land competes with a counter."""
    for climate in CLIMATES:
        g = ground("light", climate)
        for role in ("woods", "rough", "marsh", "mud"):
            assert contrast(g[role], g.levels[0]) < 2


# Measured in pictures


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("r", [28, 46])
def test_hex_numbers_on_every_ground(theme: Theme, r: int) -> None:
    """On every specimen of terrain: among trees and houses, across streams and trenches, on slopes."""
    font = fonts.plain(number_size(r))
    pale = []
    for i, specimen in enumerate(terrain.SPECIMENS):
        table = plots.table(f"terrain {i}", 4, 3, **specimen.fields)
        layout = Layout(r, 1, 1, 4, 3, 32)
        sheet = sheet_for(table, layout, theme).base.convert("RGB")
        for h in sorted(table.map.hexes):
            x, y = layout.xy(h)
            found = written(sheet, (x, y - NUMBER * r), f"{h:04d}", font)
            if found < TEXT:
                pale.append((str(specimen.name), h, round(found, 2)))
    assert pale == []


@pytest.mark.parametrize("theme", THEMES)
def test_the_footer_as_drawn(theme: Theme) -> None:
    table, view = country(), area(1, 1, 9, 6)
    bare, noted = (opened(render(table, view, theme=theme, footer_extra=x)) for x in ("", "Belisarius, 6.2"))
    assert differing(bare, noted) >= TEXT
    other = opened(render(replace(table, subtitle="Elsewhere, some other time"), view, theme=theme))
    assert differing(bare, other) >= TEXT


@for_each("theme", THEMES)
@for_each("side", range(3))
@for_each("state", [None, "routed", "retired", "moved"])
def test_figures_as_drawn(theme: Theme, side: int, state: str | None) -> None:
    """TQ, size, code, ammunition, hits: each against the same counter without it."""
    look = Look(side, "plain", 0, "1", "1", 0, "C", "full", 1, frozenset(() if state is None else (state,)), "III")
    for r in (28, 46, 66):
        near = zoom_of(r) == "near"
        full = look if near else replace(look, second=None, code="", supply="low")
        for part in ({"figure": "8"}, {"missile": "X"}, {"second": "8"}, {"code": "WWN"}):
            if near or "figure" in part or "missile" in part:
                least = TEXT if near or "figure" in part else LARGE
                assert differing(_drawn(full, r, theme), _drawn(replace(full, **part), r, theme)) >= least, (r, part)  # type: ignore[arg-type]
        hit = replace(full, hits=1)
        assert differing(_drawn(hit, r, theme), _drawn(replace(hit, hits=8), r, theme)) >= TEXT


def _drawn(look: Look, r: int, theme: Theme) -> Image.Image:
    image = Image.new("RGB", (4 * r, 4 * r), ground(theme).levels[0])
    for part in ("body", "badges"):
        counter.sprite(look, r, theme, part).onto(image, (2 * r, 2 * r))
    return image


SYMBOLS = sorted({t.symbol for system in TROOPS.values() for t in system.values()})


@for_each("symbol", SYMBOLS)
@for_each("r, least", [(17, 3.0), (28, 4.5), (66, 7.0)])
def test_symbols_stand_out_from_the_face(symbol: str, r: int, least: float) -> None:
    """Enough of its own pixels, as drawn: fine strokes pale on small counters."""
    for side in (0, 1):
        face = sides.side(side).face
        look = Look(side, symbol, None, None, None, 0, None, None, None, frozenset(), "")
        plate = counter.sprite(look, r, "light", "body")
        x, y = (round(v) - cut for v, cut in zip(plate.anchor, plate.cut, strict=True))
        half = round(0.46 * r)
        drawn = plate.image.convert("RGB").crop((x - half, y - half, x + half, y + half))
        pixels = zip(*(channel.tobytes() for channel in drawn.split()), strict=True)
        strong = sum(contrast(pixel, face) >= least for pixel in pixels)
        assert strong >= 0.05 * drawn.width * drawn.height


@for_each("theme", THEMES)
@for_each("rank", ["oc", "sc", "cc", "king"])
@for_each("side", range(3))
def test_leaders_as_drawn(theme: Theme, rank: str, side: int) -> None:
    for status in ("inactive", "active", "finished"):
        for r in (28, 66):
            discs = []
            for rating in (1, 8):
                chief = LeaderView("X", "X", side, 101, rank, rating, status)  # type: ignore[arg-type]
                image = Image.new("RGB", (4 * r, 4 * r), ground(theme).levels[0])
                leaders.sprite(chief, r, theme, True, False).onto(image, (2 * r, 2 * r))
                discs.append(image)
            assert differing(*discs) >= TEXT, (status, r)


@for_each("theme", THEMES)
@for_each("at", [304, 401, 602, 102, 906])
def test_names_of_leaders_on_every_ground(theme: Theme, at: int) -> None:
    """In the open, among trees, on a hill, in a marsh, in a city."""
    pictures = []
    for name in ("Belisarius", "Wamba", "Teias"):
        table = replace(country(), leaders=(LeaderView("X", name, 0, at, "oc", 6),))
        pictures.append(opened(render(table, area(1, 1, 9, 6), theme=theme)))
    assert differing(pictures[0], pictures[1]) >= TEXT
    assert differing(pictures[0], pictures[2]) >= TEXT


def _labelled() -> list[tuple[str, Overlay, Overlay, TableView]]:
    """Pairs of overlays that differ in their figures alone, on woods, hill and open ground."""
    hexes = (204, 304, 401, 502, 602, 702)
    table = replace(country(), counters=(unit("A1", 0, 303), unit("B1", 1, 403, Facing.W)))
    pair = ("A1", "B1")
    return [
        ("reach", Reach(dict.fromkeys(hexes, 1), {}, 303), Reach(dict.fromkeys(hexes, 8), {}, 303), table),
        (
            "range",
            Range(dict.fromkeys(hexes, 1), dict.fromkeys(hexes, "1")),
            Range(dict.fromkeys(hexes, 1), dict.fromkeys(hexes, "8")),
            table,
        ),
        (
            "far",
            Range(dict.fromkeys(hexes, 4), dict.fromkeys(hexes, "1")),
            Range(dict.fromkeys(hexes, 4), dict.fromkeys(hexes, "8")),
            table,
        ),
        ("shock", Shock((pair,), "1"), Shock((pair,), "8"), table),
        ("odds", Shock((pair,), "7", odds={pair: "1:1"}), Shock((pair,), "7", odds={pair: "8:8"}), table),
    ]


@for_each("theme", THEMES)
@for_each("name", ["reach", "range", "far", "shock", "odds"])
def test_figures_of_overlays_as_drawn(theme: Theme, name: str) -> None:
    one, other, table = next((a, b, t) for n, a, b, t in _labelled() if n == name)
    pictures = [opened(render(table, area(1, 1, 9, 6), [o], theme=theme)) for o in (one, other)]
    assert differing(*pictures) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_outside_command_is_dimmed_and_still_read(theme: Theme) -> None:
    """Numbers of dimmed hexes keep what large text needs."""
    table, r = field.small(), 46
    layout = Layout(r, 1, 1, 8, 6, 32)
    scene = plots.scene(table, layout, theme)
    compose(scene, [CommandRange([304])], ())
    font = fonts.plain(number_size(r))
    for h in (603, 705):
        x, y = layout.xy(h)
        assert written(scene.image, (x, y - NUMBER * r), f"{h:04d}", font) >= LARGE


def test_the_measure_tells_strong_from_weak() -> None:
    """Black on white, grey on white, nothing on white."""
    paper = Image.new("RGB", (80, 40), "white")
    found: Sequence[Image.Image] = []
    for colour in ("black", "#767676"):
        image = paper.copy()
        image.paste(colour, (30, 10, 50, 30))
        found = [*found, image]
    assert differing(paper, found[0]) == pytest.approx(21)
    assert differing(paper, found[1]) == pytest.approx(4.54, abs=0.01)
    assert ImageChops.difference(paper, paper).getbbox() is None
    with pytest.raises(AssertionError):
        differing(paper, paper)
