"""Colours people can tell apart."""

from __future__ import annotations

import pytest
from PIL import Image

from renderer.encode import COLOURS, palette_for, reduced, reserved
from renderer.palette import (
    BANDS,
    BLACK,
    CREAM,
    FIRE_LINE,
    GOLD,
    HIT,
    REACH_LINE,
    SIDES,
    WHITE,
    Theme,
    arrow,
    casing,
    contrast,
    ground,
    luminance,
    mix,
    rgb,
)

THEMES: tuple[Theme, ...] = ("light", "dark")
CLIMATES = ("meadow", "temperate", "arid")


def test_contrast_is_that_of_wcag() -> None:
    assert contrast(BLACK, BLACK) == 1
    assert contrast(rgb("#000000"), WHITE) == pytest.approx(21)
    assert contrast(rgb("#777777"), WHITE) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("side", SIDES)
def test_figures_on_counters_are_easy_to_read(side) -> None:
    assert contrast(side.ink, side.face) >= 7
    assert contrast(side.chevron, side.routed) >= 3


def test_the_two_sides_differ_in_lightness_and_shape() -> None:
    assert contrast(SIDES[0].face, SIDES[1].face) >= 3
    assert len({s.corner for s in SIDES}) == len(SIDES)


@pytest.mark.parametrize("climate", CLIMATES)
def test_counters_stand_out_from_every_level_by_their_rim_or_casing(climate: str) -> None:
    for level in ground("light", climate).levels[:3]:
        assert all(contrast(s.rim, level) >= 4.5 for s in SIDES)
    for level in ground("dark", climate).levels[:3]:
        assert all(contrast(s.casing, level) >= 7 for s in SIDES)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("climate", CLIMATES)
def test_numbers_and_text_are_legible(theme: Theme, climate: str) -> None:
    g = ground(theme, climate)
    assert all(contrast(g["number"], level) >= 3.4 for level in g.levels[:2])
    assert all(contrast(g["number-high"], level) >= 3 for level in g.levels[2:5])
    assert contrast(g["ink"], g["paper"]) >= 7
    assert contrast(g["soft"], g["paper"]) >= 3.9


@pytest.mark.parametrize("theme", THEMES)
def test_the_ground_is_quiet(theme: Theme) -> None:
    g = ground(theme)
    for role in ("woods", "rough", "marsh", "mud", "town"):
        assert contrast(g[role], g.levels[0]) < 2


@pytest.mark.parametrize("theme", THEMES)
def test_arrows_stand_out_from_the_ground_or_their_casing(theme: Theme) -> None:
    for side in SIDES[:2]:
        colour = arrow(side, theme)
        assert contrast(colour, ground(theme).levels[0]) >= 3
        assert contrast(colour, casing(theme)) >= 3


def test_signals() -> None:
    assert contrast(WHITE, HIT) >= 7
    assert contrast(BLACK, GOLD) >= 7
    assert contrast(CREAM, BLACK) >= 7
    assert contrast(mix(REACH_LINE, BLACK, 0.45), CREAM) >= 7
    assert contrast(mix(FIRE_LINE, BLACK, 0.4), CREAM) >= 7


def test_bands_differ_in_hue_or_pattern() -> None:
    assert len(set(BANDS)) == len(BANDS)
    for i, (a, pattern) in enumerate(BANDS):
        for b, other in BANDS[i + 1 :]:
            assert pattern != other or abs(luminance(a) - luminance(b)) > 0.02 or contrast(a, b) > 1.1


@pytest.mark.parametrize("theme", THEMES)
def test_fixed_colours_come_out_exactly(theme: Theme) -> None:
    g = ground(theme, "arid")
    fixed = reserved(g, ["woods", "tree", "water"])
    assert len(fixed) < COLOURS // 2
    base = Image.new("RGB", (400, 300), g.levels[0])
    palette = palette_for(base, g, ["woods", "tree", "water"])
    row = Image.new("RGB", (len(fixed), 1))
    row.putdata(fixed)
    assert list(reduced(row, palette).convert("RGB").getdata()) == fixed
