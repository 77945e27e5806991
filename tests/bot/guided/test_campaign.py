"""A turn of the campaign by pressing alone: no side has more to press than it should.

Two campaigns of two turns are played with HEXARCH_HEAVY=1, one in every run.
"""

from __future__ import annotations

import os
from statistics import median

import pytest

from tests.bot.guided import own_mind
from tests.bot.guided.campaign import played

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"
MOST = 25
"""Presses a side in a turn."""


@pytest.mark.parametrize("standing", [True, False])
async def test_a_turn_takes_few_presses(standing: bool) -> None:
    """With standing orders for what comes again and again, and without."""
    found = await played(1, 1, standing=standing)
    turn = {side: n for (t, side), n in found.presses.items() if t == 1}
    assert set(turn) == {"byzantine", "barbarian"} and all(0 < n <= MOST for n in turn.values()), found.figures()
    assert found.said[1] <= MOST, found.figures()


@pytest.mark.parametrize(("own", "middle", "most"), [(0.0, 17, MOST), (0.5, 19, MOST), (1.0, MOST - 2, MOST + 5)])
async def test_whoever_has_a_mind_of_their_own_presses_little_more(own: float, middle: int, most: int) -> None:
    """Who takes what is suggested, who does so every other time, and who never does: the median, and the maximum."""
    pressed: dict[str, list[int]] = {"byzantine": [], "barbarian": []}
    for seed in (1, 2) if HEAVY else (1,):
        for side, seat in (await own_mind.played(seed, 2, own)).items():
            pressed[side] += [n.total() for turn, n in seat.presses.items() if turn]
    told = {side: (median(x), max(x), x) for side, x in pressed.items()}
    assert all(m <= middle and n <= most for m, n, _ in told.values()), told
