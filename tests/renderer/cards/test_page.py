"""The paper of cards and rosters."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from renderer.cards.page import Page
from renderer.counters import counter
from renderer.counters.look import Look
from renderer.palette.colours import Theme


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_counter_out_of_play_stands_where_it_would_in_play(theme: Theme) -> None:
    look = Look(0, "heavy-cavalry", 0, "6", "5", 0, None, None, 1, frozenset(), "THC1")
    sprite, boxes = counter.sprite(look, 40, theme, "body"), []
    for ghost in (False, True):
        page = Page(160, 140, theme)
        blank: Image.Image = page.image.copy()
        if ghost:
            page.ghost(sprite, (80.5, 70))
        else:
            sprite.onto(page.image, (80.5, 70))
        apart = ImageChops.difference(page.image, blank).convert("L")
        boxes.append(apart.point([255 if v > 40 else 0 for v in range(256)]).getbbox())
    assert boxes[0] is not None and boxes[1] is not None
    assert all(abs(a - b) <= 3 for a, b in zip(*boxes, strict=True))
