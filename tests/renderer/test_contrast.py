"""What must be read can be read: contrast ratios after WCAG 2, from the palette itself."""

from __future__ import annotations

import pytest

from renderer import palette as p
from renderer.palette import contrast, ground

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
