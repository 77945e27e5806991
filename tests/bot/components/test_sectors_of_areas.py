"""Many areas to choose from: lettered parts of the map, each of areas that lie together."""

from __future__ import annotations

import random

import pytest

from bot.components.panel.sectors import lettered, sectors, within
from engine.kernel.areas import Area, AreaMap


def strewn(n: int) -> AreaMap:
    rng = random.Random(n)
    areas = [
        Area(id=k, code=f"area-{k}", name=f"Area {k}", at=(rng.uniform(0, 1600), rng.uniform(0, 1000)))
        for k in range(1, n + 1)
    ]
    return AreaMap(id="strewn", name="Strewn", sheet=(1600, 1000), areas=tuple(areas))


@pytest.mark.parametrize("n", [1, 25, 26, 114, 700])
def test_every_area_is_in_one_sector_of_those_near_it(n: int) -> None:
    board = strewn(n)
    found = sectors(board, board.every_place)
    assert sorted(p for part in found.values() for p in part) == [*board.every_place]
    assert len(found) <= 25
    for letter, part in found.items():
        assert n > 625 or len(part) <= 25
        assert within(board, board.every_place, letter) == (part if n > 25 else None)
        if n == 114:
            xs, ys = zip(*map(board.middle, part), strict=True)
            assert max(xs) - min(xs) < 1000 and max(ys) - min(ys) < 1000
    assert next(iter(lettered(board.every_place[:25]).values())) == "A"
