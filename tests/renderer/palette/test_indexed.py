"""The 256 colours of a picture: the fixed ones come out exactly."""

from __future__ import annotations

import pytest
from PIL import Image

from renderer.graphics.png import reduced
from renderer.palette.colours import Theme, casing, contrast
from renderer.palette.indexed import COLOURS, palette_for, reserved
from renderer.palette.map import ground
from renderer.palette.sides import SIDES, arrow


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_fixed_colours_come_out_as_they_went_in(theme: Theme) -> None:
    g = ground(theme, "arid")
    roles = ["woods", "tree", "water"]
    fixed = reserved(g, roles)
    assert len(fixed) < COLOURS // 2
    palette = palette_for(Image.new("RGB", (400, 300), g.levels[0]), g, roles)
    for colour in fixed:
        # Pillow looks colours up in cells of four levels: two reserved colours in one cell come out as one.
        got = reduced(Image.new("RGB", (1, 1), colour), palette).convert("RGB").getpixel((0, 0))
        assert isinstance(got, tuple)
        assert max(abs(a - b) for a, b in zip(got, colour, strict=True)) <= 6


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_arrows_stand_out_from_the_ground_and_their_casing(theme: Theme) -> None:
    for side in SIDES[:2]:
        assert contrast(arrow(side, theme), ground(theme).levels[0]) >= 3
        assert contrast(arrow(side, theme), casing(theme)) >= 3
