"""Where the plates of areas are: none on another, all of them in the picture, the same whenever they are asked for."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest

from engine.kernel.areas import Area, AreaMap
from renderer import around, close, whole
from renderer.areas.layout import GAP, LARGEST, Plate, layout_of, name_lines, plates_of, shown
from tests.engine.lands import lands

NAMES = ("Achaea", "Mauretania Caesariensis", "Phrygia Pacatiana", "Aegyptus I", "Syria", "Tuscia et Umbria")


def strewn(n: int, where: Callable[[random.Random], tuple[float, float]], seed: int = 1) -> AreaMap:
    """A map of so many areas, each where it is said to be."""
    rng = random.Random(seed)
    areas = [Area(id=k + 1, code=f"area-{k + 1}", name=f"{rng.choice(NAMES)} {k + 1}", at=where(rng)) for k in range(n)]
    return AreaMap(id="strewn", name="Strewn", sheet=(1600, 1000), areas=tuple(areas))


def meeting(plates: tuple[Plate, ...]) -> list[tuple[Plate, Plate]]:
    """Plates that lie on each other, their counters counted in."""
    return [
        (a, b)
        for n, a in enumerate(plates)
        for b in plates[n + 1 :]
        if abs(a.at[0] - b.at[0]) < (a.wide + b.wide) / 2 - 0.05
        and abs(a.at[1] - b.at[1]) < (a.whole + b.whole) / 2 - 0.05
    ]


@pytest.mark.parametrize(
    ("n", "where"),
    [
        (114, lambda r: (r.uniform(0, 1600), r.uniform(0, 1000))),
        (60, lambda r: (r.gauss(800, 40), r.gauss(500, 40))),
        (30, lambda r: (800, 500)),
        (20, lambda r: (r.uniform(0, 1600), 500)),
        (20, lambda r: (800, r.uniform(0, 1000))),
        (2, lambda r: (r.uniform(0, 1600), 500)),
        (1, lambda r: (0, 0)),
    ],
    ids=["all over", "crowded", "in one place", "in a row", "in a column", "two", "one"],
)
def test_no_plate_lies_on_another_wherever_areas_are(
    n: int, where: Callable[[random.Random], tuple[float, float]]
) -> None:
    board = strewn(n, where)
    plates = plates_of(board, board.every_place)
    assert len(plates) == n and meeting(plates) == []
    layout = layout_of(board, whole())
    assert layout.size[0] <= 2600 and layout.size[1] <= 2600 and layout.px >= 9
    for plate in layout.plates:
        (x, y), px = layout.xy(plate.at), layout.px
        assert x - plate.wide / 2 * px > 0 and x + plate.wide / 2 * px < layout.size[0]
        assert y - plate.whole / 2 * px > 0 and y + plate.whole / 2 * px < layout.size[1]


def test_areas_keep_the_order_they_have_on_the_sheet() -> None:
    board = lands()
    at = {p.place: p.at for p in plates_of(board, board.every_place)}
    assert at[3][0] < at[4][0] < at[17][0]
    assert at[17][1] < at[18][1] < at[41][1]


def test_the_same_areas_come_out_alike() -> None:
    one, two = lands(), lands()
    assert plates_of(one, one.every_place) == plates_of(two, two.every_place)
    assert [p.place for p in plates_of(one, one.every_place)] == sorted(one.every_place)


def test_a_crop_shows_an_area_and_its_neighbours() -> None:
    board = strewn(60, lambda r: (r.uniform(0, 1600), r.uniform(0, 1000)))
    chain = [{"a": a.code, "b": b.code, "kind": "land"} for a, b in pairwise(board.areas)]
    board = AreaMap.model_validate(board.model_dump() | {"borders": chain})
    assert shown(board, around([30], 2)) == (29, 30, 31)
    assert shown(board, close([1, 60], 1)) == (1, 2, 59, 60)
    assert shown(board, whole()) == board.every_place
    assert shown(board, around([999])) == board.every_place
    assert layout_of(board, around([30], 2)).px == LARGEST
    assert layout_of(board, whole()).px < LARGEST


def test_long_names_are_set_in_two_lines() -> None:
    assert name_lines("Tuscia et Umbria") == ("Tuscia", "et Umbria")
    assert name_lines("Constantinopolitana") == ("Constantinopolitana",)
    assert GAP > 0
