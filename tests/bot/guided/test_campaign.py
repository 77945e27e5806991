"""A turn of the campaign by pressing alone: no side has more to press than it should."""

from __future__ import annotations

from tests.bot.guided.campaign import played

MOST = 25
"""Presses a side in a turn, with standing orders for what comes again and again."""


async def test_a_turn_takes_few_presses() -> None:
    found = await played(1, 1, standing=True)
    turn = {side: n for (t, side), n in found.presses.items() if t == 1}
    assert set(turn) == {"byzantine", "barbarian"} and all(0 < n <= MOST for n in turn.values()), found.figures()
    assert found.said[1] <= MOST, found.figures()
