"""What must be read can be read: contrast ratios after WCAG 2, from the palette itself."""

from __future__ import annotations

import pytest

from renderer import counters
from renderer import palette as p
from renderer.look import Look
from renderer.palette import contrast, ground
from tests.renderer.test_symbols import MEN_OF_IRON

CLIMATES = ("meadow", "temperate", "arid")


@pytest.mark.parametrize("side", range(3))
def test_figures_on_counters(side: int) -> None:
    c = p.side(side)
    assert contrast(c.ink, c.face) >= 7
    assert contrast(c.chevron, c.casing) >= 3
    assert contrast(c.chevron, c.routed) >= 3


def test_the_first_two_sides_differ_in_lightness() -> None:
    assert contrast(p.side(0).face, p.side(1).face) >= 3.5


@pytest.mark.parametrize("climate", CLIMATES)
def test_counters_stand_out_from_the_ground(climate: str) -> None:
    light = ground("light", climate)
    for i in range(3):
        assert contrast(p.side(i).rim, light.levels[0]) >= 7
    for i in range(3):
        assert contrast(p.side(i).casing, ground("dark", climate).levels[0]) >= 7


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("climate", CLIMATES)
def test_hex_numbers_and_rulers(theme: p.Theme, climate: str) -> None:
    g = ground(theme, climate)
    assert contrast(g["number"], g.levels[0]) >= 4.2
    assert contrast(g["number"], g.levels[1]) >= 3.6
    assert contrast(g["number-high"], g.levels[2]) >= 4.5
    assert contrast(g["soft"], g["mat"]) >= 3.6


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_footer(theme: p.Theme) -> None:
    g = ground(theme)
    assert contrast(g["ink"], g["paper"]) >= 10
    assert contrast(g["soft"], g["paper"]) >= 3.8


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("side", range(3))
def test_a_faded_counter_is_still_read(theme: p.Theme, side: int) -> None:
    c = p.side(side)
    assert contrast(p.faded(c.ink, theme), p.faded(c.face, theme)) >= 3
    assert max(contrast(p.faded(x, theme), x) for x in (c.face, c.ink)) >= 1.2


@pytest.mark.parametrize("symbol", MEN_OF_IRON)
@pytest.mark.parametrize("r, least", [(17, 3.0), (28, 4.5), (66, 7.0)])
def test_symbols_stand_out_from_the_face(symbol: str, r: int, least: float) -> None:
    """Enough of its own pixels, as drawn: fine strokes pale on small counters."""
    for side in (0, 1):
        face = p.side(side).face
        look = Look(side, symbol, None, None, None, 0, None, None, None, frozenset(), "")
        plate = counters.sprite(look, r, "light", "body")
        x, y = (round(v) for v in plate.anchor)
        half = round(0.46 * r)
        drawn = plate.image.convert("RGB").crop((x - half, y - half, x + half, y + half))
        pixels = zip(*(channel.tobytes() for channel in drawn.split()), strict=True)
        strong = sum(contrast(pixel, face) >= least for pixel in pixels)
        assert strong >= 0.05 * drawn.width * drawn.height


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("climate", CLIMATES)
def test_standards_and_plates_stand_out_from_the_ground(theme: p.Theme, climate: str) -> None:
    """A rim, a casing: one of them does on any ground."""
    g = ground(theme, climate)
    for colours in p.SIDES:
        for floor in (*g.levels[:3], g["woods"], g["marsh"], g["town"], g["mud"]):
            assert max(contrast(colours.rim, floor), contrast(colours.casing, floor)) >= 4.5


def test_hits_and_signals() -> None:
    assert contrast(p.WHITE, p.HIT) >= 7
    assert contrast(p.BLACK, p.GOLD) >= 7
    assert contrast(p.CREAM, p.BLACK) >= 12
    assert contrast(p.REACH_LINE, p.CREAM) >= 6


@pytest.mark.parametrize("code, expected", [("#777777", 4.48), ("#767676", 4.54)])
def test_the_formula_is_the_published_one(code: str, expected: float) -> None:
    assert contrast(p.rgb(code), p.rgb("#FFFFFF")) == pytest.approx(expected, abs=0.01)


def test_the_ground_is_quiet() -> None:
    """Washes next to one another stay under 2 to 1, so that nothing on the land competes with a counter."""
    for climate in CLIMATES:
        g = ground("light", climate)
        for role in ("woods", "rough", "marsh", "mud"):
            assert contrast(g[role], g.levels[0]) < 2
