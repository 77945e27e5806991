"""Standards, engines and waggons: seen alone and beside whoever stands in their hex, by shape and not by colour."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.kernel.events import Trace
from engine.kernel.hexes import Facing, Hex
from engine.kernel.view import LeaderView, MarkerView, TableView
from renderer import area, render, whole
from renderer.counters import markers
from tests.each import for_each
from tests.renderer import field
from tests.renderer.chivalry import unit
from tests.renderer.conftest import changed_near, opened, where_changed

HERE: Hex = 404
VIEW = area(3, 3, 6, 6)
KINDS = ("standard", "bombard", "wagon", "trebuchet")


def marker(kind: str, **more: Any) -> MarkerView:
    return replace(MarkerView("X1", "The thing", kind, HERE, 0), **more)


def table(*things: MarkerView, rows: int = 6, **more: Any) -> TableView:
    ground = field.small(id="markers", cols=(1, 40 if rows > 6 else 8), rows=(1, rows))
    return replace(ground, markers=things, **more)


def drawn(m: MarkerView, r: int = 40, alone: bool = True) -> Image.Image:
    image = Image.new("RGB", (3 * r, 3 * r), (222, 222, 195))
    markers.sprite(m, r, "light", alone).onto(image, (1.5 * r, 1.5 * r))
    return image


def differ(a: Image.Image, b: Image.Image) -> int:
    """How many pixels clearly differ in lightness alone."""
    return sum(ImageChops.difference(a.convert("L"), b.convert("L")).histogram()[30:])


@for_each("kind", KINDS)
@for_each("rows", [6, 40])
def test_a_marker_shows_in_its_hex(kind: str, rows: int) -> None:
    view = VIEW if rows == 6 else whole()
    bare, over = table(rows=rows), table(marker(kind), rows=rows)
    layout = view.layout(bare)
    before, after = (opened(render(t, view)).crop((0, 0, *layout.size)) for t in (bare, over))
    assert changed_near(before, after, layout.xy(HERE), 1.1 * layout.r) > 0.9


@for_each("kind", KINDS)
@for_each("states", [(), ("disordered", "moved"), ("out-of-command",), ("retired", "out-of-command", "finished")])
def test_a_unit_in_the_hex_never_hides_it(kind: str, states: tuple[str, ...]) -> None:
    """And no more do a leader with it, hits, or the badges of its states."""
    for hits in (0, 3):
        stands = unit("DM1", 0, HERE, "dismounted-men-at-arms", states=frozenset(states), hits=hits)
        chief = LeaderView("K", "King", 0, HERE, "king", 5)
        bare = table(counters=(stands,), leaders=(chief,))
        over = replace(bare, markers=(marker(kind),))
        layout = VIEW.layout(bare)
        before, after = opened(render(bare, VIEW)), opened(render(over, VIEW))
        x, y = layout.xy(HERE)
        box = (int(x - layout.r), int(y - layout.r), int(x + layout.r), int(y + layout.r))
        assert differ(before.crop(box), after.crop(box)) > 0.06 * layout.r**2


def test_it_leaves_the_figures_of_the_unit_alone() -> None:
    """Strength is in front, the marker behind."""
    for facing, front in ((Facing.E, 1), (Facing.W, -1)):
        bare = table(counters=(unit("DM1", 0, HERE, "pike", facing=facing),))
        over = replace(bare, markers=(marker("standard"),))
        layout = VIEW.layout(bare)
        ground = where_changed(opened(render(bare, VIEW)).crop((0, 0, *layout.size)), _map(over))
        assert ground is not None
        x = layout.xy(HERE)[0]
        assert (ground[2] < x) if front > 0 else (ground[0] > x)


def _map(t: TableView) -> Image.Image:
    return opened(render(t, VIEW)).crop((0, 0, *VIEW.layout(t).size))


def test_several_in_one_hex_are_all_seen() -> None:
    things = [marker("standard"), marker("bombard", facing=Facing.E), marker("wagon")]
    for counters in ((), (unit("DM1", 0, HERE, "pike"),)):
        seen = {_map(table(*things[:n], counters=counters)).tobytes() for n in range(4)}
        assert len(seen) == 4


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("r", [17, 28, 66])
def test_kind_side_facing_and_use_show_at_every_size(r: int, alone: bool) -> None:
    gun = marker("bombard", facing=Facing.E)
    others = [drawn(marker(k), r, alone) for k in KINDS]
    base = drawn(gun, r, alone)
    others += [drawn(replace(gun, **c), r, alone) for c in ({"side": 1}, {"spent": True}, {"facing": Facing.NW})]
    assert all(differ(base, other) > 0.03 * r * r for other in others)


def test_all_six_facings_differ() -> None:
    six = [Facing(i * 2) for i in range(6)]
    assert len({drawn(marker("bombard", facing=f)).tobytes() for f in six}) == 6


def test_a_standard_bears_its_commands_band() -> None:
    bands = {drawn(marker("standard", band=b)).tobytes() for b in (None, *range(12))}
    assert len(bands) == 13


def test_what_nobody_owns_has_the_neutral_colours() -> None:
    assert drawn(marker("wagon", side=None)).tobytes() == drawn(marker("wagon", side=2)).tobytes()


def test_a_close_up_explains_them() -> None:
    stands = unit("DM1", 0, HERE, "pike")
    bare = table(counters=(stands,))
    footer = VIEW.layout(bare).size[1]
    before = opened(render(bare, VIEW))
    for kind in ("standard", "bombard", "wagon"):
        after = opened(render(replace(bare, markers=(marker(kind),)), VIEW))
        box = (0, footer, before.width, before.height)
        assert where_changed(before.crop(box), after.crop(box)) is not None, kind
        far = opened(render(replace(bare, markers=(marker(kind, hex=801),)), VIEW))
        assert where_changed(before, far) is None, "out of view"


def test_arrows_lie_over_a_marker_alone_in_its_hex() -> None:
    shot = Trace(kind="missile", unit="LB1", hexes=(304, 604), side="red")
    under = table(marker("wagon", hex=504))
    assert render(under, VIEW, traces=[shot]).png != render(under, VIEW).png


def test_a_marker_off_the_map_does_no_harm() -> None:
    assert render(table(marker("standard", hex=9999), marker("bombard", hex=101, side=9)), VIEW).png
