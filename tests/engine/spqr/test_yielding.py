"""6.56 A stack of two that counts on an enemy to give ground, and one before which a stack gives ground."""

from __future__ import annotations

import pytest

from engine.systems.gboh.movement import yielding
from engine.systems.gboh.orders.orders import Move
from tests.engine.spqr.kit import unit
from tests.engine.spqr.legions import stack
from tests.engine.spqr.meeting import REACTIONS, field


@pytest.mark.rule("spqr 6.56", "spqr 6.64")
@pytest.mark.parametrize(("goes", "at"), [("1609@W", 1310), ("stay", 1210)])
def test_a_stack_that_moves_as_one_goes_on_together(goes: str, at: int) -> None:
    r = field(stack("HA1", "HA2", 1010), [unit("SK9", 1310, "W", ma=9)], "a")
    order = Move(unit="HA1", path=(1110, 1210, 1310), under="HA2")
    r.order(order, answers=[goes], defaults=REACTIONS[:2])
    assert {r.unit(u).hex for u in ("HA1", "HA2")} == {at}


@pytest.mark.rule("spqr 6.56", "spqr 6.65")
def test_before_a_stack_that_may_go_the_way_is_open_past_both() -> None:
    r = field(stack("HA1", "HA2", 1310, "W"), [unit("HI1", 1010, "E", ma=4)], "b")
    assert yielding.price(r.g, r.unit("HI1"), (1110, 1210, 1310)).counts_on == ("HA1", "HA2")
    assert r.g.stacked(r.unit("HA1"))
