"""Two-hex units: on each of their three axes every state shows, in its own place and inside the two hexes."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine.kernel.hexes import Facing
from engine.kernel.view import STATES, LeaderView, MarkerView
from renderer import area, render
from renderer.counters import counter
from renderer.counters.look import Look
from renderer.map.layout import SQRT3, zoom_of
from tests.each import for_each
from tests.renderer import field
from tests.renderer.conftest import opened, where_changed
from tests.renderer.counters.test_counters import differ
from tests.renderer.skirmish import unit

AXES = {
    "upright": ((0.0, SQRT3), (0, 180)),
    "falling": ((1.5, SQRT3 / 2), (60, 240)),
    "rising": ((1.5, -SQRT3 / 2), (120, 300)),
}
"""From the first hex to the second, and the two ways square to it."""
PAIR = Look(0, "phalanx", 0, "7", "10", 0, None, None, 3, frozenset(), "PH12")
CASES = [(axis, way) for axis, (_, ways) in AXES.items() for way in ways]


def pair(axis: str, facing: int, **more: object) -> Look:
    return replace(PAIR, span=AXES[axis][0], facing=facing, **more)  # type: ignore[arg-type]


def drawn(look: Look, r: int = 58, theme: str = "light") -> Image.Image:
    if zoom_of(r) != "near":
        look = replace(look, second=None, code="")
    image = Image.new("RGB", (8 * r, 8 * r), (222, 222, 195))
    dx, dy = look.span or (0.0, 0.0)
    at = 4 * r - dx * r / 2, 4 * r - dy * r / 2
    for part in ("body", "badges"):
        counter.sprite(look, r, theme, part).onto(image, at)  # type: ignore[arg-type]
    return image


def middle(box: tuple[int, int, int, int], r: int) -> tuple[float, float]:
    """The middle of a box, from the middle of the pair, in radii."""
    return ((box[0] + box[2]) / 2 - 4 * r) / r, ((box[1] + box[3]) / 2 - 4 * r) / r


@for_each("axis, facing", CASES[::2])
@for_each("r", [17, 28, 58])
@for_each("state", [s for s in STATES if s != "hidden"])
def test_every_state_shows(axis: str, facing: int, r: int, state: str) -> None:
    look = pair(axis, facing, figure="7" if r > 17 else None, band=3 if r > 17 else None)
    assert differ(drawn(look, r), drawn(replace(look, states=frozenset({state})), r)) > 0.012 * r * r


@pytest.mark.parametrize("axis, facing", CASES)
def test_wounds_lie_behind_and_marks_of_motion_in_front(axis: str, facing: int) -> None:
    """Seen along the way it faces."""
    a, r = math.radians(facing), 58
    look = pair(axis, facing)
    for change, ahead in (
        ({"hits": 3}, False),
        ({"states": frozenset({"engaged"})}, False),
        ({"states": frozenset({"depleted"})}, False),
        ({"states": frozenset({"moved"})}, True),
        ({"states": frozenset({"finished"})}, True),
    ):
        box = ImageChops.difference(drawn(look), drawn(replace(look, **change))).getbbox()  # type: ignore[arg-type]
        assert box is not None
        x, y = middle(box, r)
        assert (x * math.cos(a) - y * math.sin(a) > 0.1) is ahead, change


@pytest.mark.parametrize("axis, facing", CASES)
def test_badges_lie_apart_from_one_another_and_from_the_figures(axis: str, facing: int) -> None:
    """The boxes of TQ, symbol end, hits, state and motion never meet, but where two stand side by side on one edge."""
    look = pair(axis, facing)
    changes = {
        "figure": {"figure": "1"},
        "hits": {"hits": 3},
        "state": {"states": frozenset({"engaged"})},
        "moved": {"states": frozenset({"moved"})},
    }
    boxes = {}
    for name, change in changes.items():
        box = where_changed(drawn(look), drawn(replace(look, **change)))  # type: ignore[arg-type]
        assert box is not None
        boxes[name] = box
    for a, b in combinations(boxes, 2):
        first, second = boxes[a], boxes[b]
        apart = first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1] or second[3] <= first[1]
        # A slanted pair's boxes are larger than what is in them.
        across, down = middle(first, 58), middle(second, 58)
        assert apart or math.dist(across, down) > 0.6, (a, b)


@pytest.mark.parametrize("axis, facing", CASES)
def test_it_stays_within_its_hexes(axis: str, facing: int) -> None:
    """All but the badges at its corners, and those by a quarter of a radius at most."""
    r = 58
    look = pair(axis, facing, states=frozenset({"finished", "out-of-command"}), hits=11, stack=3)
    empty = Image.new("RGB", (8 * r, 8 * r), (222, 222, 195))
    box = where_changed(empty, drawn(look))
    assert box is not None
    (dx, dy), _ = AXES[axis]
    wide, high = dx / 2 + 1.25, dy / 2 + SQRT3 / 2 + 0.25 if dy > 0 else -dy / 2 + SQRT3 / 2 + 0.25
    assert box[0] >= 4 * r - wide * r and box[2] <= 4 * r + wide * r
    assert box[1] >= 4 * r - (high + 0.2) * r and box[3] <= 4 * r + (high + 0.2) * r


@pytest.mark.parametrize("axis, facing", CASES)
def test_the_order_of_its_hexes_changes_nothing_but_the_anchor(axis: str, facing: int) -> None:
    dx, dy = AXES[axis][0]
    for look in (pair(axis, facing, hits=2), pair(axis, facing, states=frozenset({"depleted", "moved"}))):
        assert differ(drawn(look), drawn(replace(look, span=(-dx, -dy)))) < 60


@pytest.mark.parametrize("axis, facing", CASES)
def test_a_stack_of_pairs_shows_how_many(axis: str, facing: int) -> None:
    assert len({drawn(pair(axis, facing, stack=n)).tobytes() for n in (1, 2, 3)}) == 3
    assert differ(drawn(pair(axis, facing), 17), drawn(pair(axis, facing, stack=2), 17)) > 12


@pytest.mark.parametrize("axis", AXES)
def test_every_facing_of_a_pair_differs(axis: str) -> None:
    for r in (17, 28, 58):
        assert differ(*(drawn(pair(axis, f), r) for f in AXES[axis][1])) > 0.2 * r * r


def test_a_third_side_has_pairs_too() -> None:
    for axis, (_, (facing, _)) in AXES.items():
        seen = [drawn(pair(axis, facing, side=s)) for s in range(3)]
        for a, b in combinations(seen, 2):
            assert differ(a, b) > 1000


@pytest.mark.parametrize("hexes", [(303, 304), (303, 403), (304, 403)])
def test_leader_and_standard_ride_on_the_pair_they_are_with(hexes: tuple[int, int]) -> None:
    """Whichever of its hexes they are in, they lie on or at it and leave its TQ alone."""
    facing = Facing.E if hexes == (303, 304) else Facing.NE if hexes == (303, 403) else Facing.NW
    table = replace(
        field.small(), counters=(unit("PH1", 0, 303, facing, symbol="phalanx", tq=7, hexes=hexes),), leaders=()
    )
    view = area(1, 1, 8, 6)
    bare = opened(render(table, view))
    seen = []
    for h in hexes:
        with_leader = opened(render(replace(table, leaders=(LeaderView("A", "A", 0, h, "sc", 5),)), view))
        box = where_changed(bare, with_leader)
        assert box is not None
        seen.append(box)
        marked = opened(render(replace(table, markers=(MarkerView("S", "S", "standard", h, 0),)), view))
        assert where_changed(bare, marked) is not None
    assert seen[0] != seen[1]
