"""How a move that begins with a turn is told."""

from __future__ import annotations

import pytest

from bot.narration.lines import tell
from engine.kernel.hexes import Facing
from engine.systems.gboh.orders.orders import Move
from tests.engine.cataphract.kit import battle, leader, unit


@pytest.mark.rule("cataphract 7.12")
def test_a_turn_to_where_it_goes_is_told_with_the_move_and_its_movement_points() -> None:
    r = battle([unit("HC1", 1010, "W")], [unit("HI1", 2010, "W")], a_leaders=[leader("Oc", 909)])
    r.orders("a", "Oc")
    before = r.state.model_copy(deep=True)
    seen = len(r.events)
    r.order(Move(unit="HC1", path=(Facing.E, 1110, 1210)))
    lines = [x.render() for x in tell(enumerate(r.events[seen:]), before)]
    assert [x for x in lines if "HC1" in x] == ["HC1 1010 → 1210, facing E, 5 of 8 MP"]
