"""Where a unit of two hexes would end when it turns."""

from __future__ import annotations

from engine.kernel.hexes import Facing
from renderer import Ends, close, render
from renderer.overlays import layers
from tests.renderer.blank import PAPER, pair, scene, table

PLACES = (((503, 604), int(Facing.NE)), ((604, 504), int(Facing.SE)))


def test_outlines_run_round_both_hexes_and_facings_stand_before_them() -> None:
    s = scene(table())
    layers.draw_over(s, [Ends(PLACES[:1])])
    (x0, y0), (x1, y1) = s.layout.xy(503), s.layout.xy(604)
    assert s.image.getpixel((round((x0 + x1) / 2), round((y0 + y1) / 2))) == PAPER["light"], "nothing in the middle"
    box = (round(min(x0, x1)) - 60, round(min(y0, y1)) - 60, round(max(x0, x1)) + 60, round(max(y0, y1)) + 60)
    assert len(s.image.crop(box).getcolors() or ()) > 2
    before = s.image.copy()
    layers.draw_labels(s, [Ends(PLACES[:1])])
    assert s.image.tobytes() != before.tobytes()


def test_who_is_out_of_view_has_none() -> None:
    s = scene(table(), block=(1, 1, 5, 8))
    before = s.image.tobytes()
    layers.draw_over(s, [Ends((((903, 904), 0),))])
    layers.draw_labels(s, [Ends((((903, 904), 0),))])
    assert s.image.tobytes() == before


def test_it_is_told() -> None:
    alt = render(table(pair("PH1", 503, 504)), close([503, 604]), [Ends(PLACES)]).alt
    assert "It can turn to 0503+0604 NE and 0604+0504 SE." in alt
