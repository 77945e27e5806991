"""Worked examples of 6.7, with forced dice."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing, distance
from engine.systems.gboh import footprint
from engine.systems.gboh.events import UnitMoved
from engine.systems.gboh.movement import movement
from engine.systems.gboh.movement.retreats import retreats
from engine.systems.gboh.orders import orders
from tests.engine.alexander import kit


@pytest.mark.rule("alexander 6.71")
def test_e_6_71_skirmishers_slip_away_before_a_phalanx_at_its_stride() -> None:
    """Skirmishers of MA 6 before a phalanx whose MA is 4, though it goes 5."""
    r = kit.battle([kit.unit("PH1", 1010)], [kit.unit("SK9", 1210, "W", ma=6)]).orders("a")
    r.g.orders.striding.append("PH1")
    r.g.version += 1
    found = retreats(r.g, r.unit("SK9"), r.unit("PH1"), 1010)
    assert max(len(x.path) for x in found) == 2 and {x.allowance for x in found} == {2}


@pytest.mark.rule("alexander 6.71")
@pytest.mark.parametrize(("uphill", "able"), [(False, True), (True, False)])
def test_e_6_71_one_mp_does_not_take_light_infantry_uphill(uphill: bool, able: bool) -> None:
    levels = {h: 1 for c in range(13, 15) for h in range(c * 100 + 1, c * 100 + 40)} | {1209: 1, 1211: 1}
    field = {"levels": levels} if uphill else {}
    enemy = kit.unit("HI1", 1010, cls="HO", ma=4)
    r = kit.battle([enemy], [kit.unit("LI9", 1210, "W", ma=5)], **field).orders("a")
    assert bool(retreats(r.g, r.unit("LI9"), r.unit("HI1"), 1010)) is able


def _four_hexes(d: Any) -> dict[str, str]:
    """Bupares takes no chances."""
    return {"Bupares": next(c.key for c in d.items[0].choices if c.hex and distance(c.hex, 3215) == 4)}


@pytest.mark.rule("alexander 6.78", "alexander 6.74", "alexander 6.76")
def test_e_6_78_archers_give_ground_twice_before_a_phalanx_that_goes_on() -> None:
    """Craterus comes on from 2814/2815 at MA 5; archers in 3215 go 2 hexes, then 1, facing as they did."""
    bupares = kit.leader("Bupares", 3215, "SC")
    archers = kit.unit("SK9", 3215, "SE", ma=6, missile="A", supply="no")
    r = kit.battle([kit.unit("PH1", 2814)], [archers], b_leaders=[bupares]).orders("a")
    mover = r.unit("PH1")
    assert footprint.hexes_of(mover) == (2814, 2815)
    answers = {1: [_four_hexes, {"SK9": "3416@SE"}], 2: [{"SK9": "3516@SE"}]}
    for n, path in ((1, (2914, 3014)), (2, (3114, 3215))):
        # What an enemy holds when an order is given can't be part of its path: the rest is given when he has gone.
        mover.moved, r.g.orders.acted = False, []
        r.run(movement.move, mover, orders.Move(unit="PH1", path=path), answers=answers[n])
    went = [(e.unit, e.to) for e in r.happened(UnitMoved) if e.how == "withdraw"]
    assert went == [("SK9", 3315), ("SK9", 3416), ("SK9", 3516)]
    assert r.unit("SK9").facing == Facing.SE and r.unit("SK9").hits == 0
    assert footprint.hexes_of(mover) == (3215, 3216)
    assert distance(r.leader("Bupares").hex, 3215) == 4
