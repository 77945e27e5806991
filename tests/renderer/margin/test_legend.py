"""The legend's pieces of ground."""

from __future__ import annotations

from engine.kernel.terrain import HexsideFeature
from renderer import area
from renderer.map.ground.plan import plan_of
from renderer.margin import legend
from tests.renderer import field

STREAM = [HexsideFeature(a=a, b=a + 1, type="stream") for a in (202, 302, 402, 502, 602)]


def test_a_piece_is_the_same_whatever_part_is_shown() -> None:
    """So that it is drawn once; what isn't in view isn't explained."""
    table = field.small(terrain={202: "woods", 205: "woods", 605: "woods"}, hexsides=STREAM)
    plan, names = plan_of(table.map), (("woods", "woods"), ("stream", "stream"), ("marsh", "marsh"))
    swatches = []
    for view in (area(1, 1, 4, 6), area(5, 1, 8, 6)):
        layout = view.layout(table)
        found = legend.terrain(plan, "light", layout, names, layout.on(table.map))
        assert [label for label, _ in found] == ["woods", "stream"]
        swatches.append([make().tobytes() for _, make in found])
    assert swatches[0] == swatches[1] and len(set(swatches[0])) == 2


def test_a_stream_is_shown_in_the_middle_of_its_course() -> None:
    table = field.small(hexsides=STREAM)
    x, _ = legend._best(table.map, "stream") or (0, 0)
    assert x == 1.5 * 4
