"""Palettes: what must come out exactly does."""

from __future__ import annotations

import pytest
from PIL import Image

from renderer.encode import COLOURS, palette_for, reduced, reserved
from renderer.palette import SIDES, Theme, arrow, casing, contrast, ground


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_fixed_colours_come_out_exactly(theme: Theme) -> None:
    g = ground(theme, "arid")
    roles = ["woods", "tree", "water"]
    fixed = reserved(g, roles)
    assert len(fixed) < COLOURS // 2
    palette = palette_for(Image.new("RGB", (400, 300), g.levels[0]), g, roles)
    row = Image.new("RGB", (len(fixed), 1))
    row.putdata(fixed)
    assert list(reduced(row, palette).convert("RGB").getdata()) == fixed


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_arrows_stand_out_from_the_ground_and_their_casing(theme: Theme) -> None:
    for side in SIDES[:2]:
        assert contrast(arrow(side, theme), ground(theme).levels[0]) >= 3
        assert contrast(arrow(side, theme), casing(theme)) >= 3
