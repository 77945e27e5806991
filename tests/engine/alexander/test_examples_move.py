"""Worked examples of 6.7, with forced dice."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing, distance
from engine.systems.gboh import footprint
from engine.systems.gboh.events import UnitMoved
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
    alexander = kit.leader("Alexander", 2813)
    r = kit.battle([kit.unit("PH1", 2814)], [archers], a_leaders=[alexander], b_leaders=[bupares])
    r.orders("a", "Alexander")
    mover = r.unit("PH1")
    assert footprint.hexes_of(mover) == (2814, 2815)
    way = (2914, 3014, 3114, 3215)
    answers = [_four_hexes, {"SK9": "3416@SE"}, {"SK9": "3516@SE"}]
    r.order(orders.Move(unit="PH1", path=way), answers=answers, dice=[], defaults=["reaction-facing"])
    went = [(e.unit, e.to) for e in r.happened(UnitMoved) if e.how == "withdraw"]
    assert went == [("SK9", 3315), ("SK9", 3416), ("SK9", 3516)]
    assert r.unit("SK9").facing == Facing.SE and r.unit("SK9").hits == 0
    assert footprint.hexes_of(mover) == (3215, 3216)
    assert distance(r.leader("Bupares").hex, 3215) == 4


@pytest.mark.rule("alexander 6.76", "alexander 6.46")
@pytest.mark.parametrize(
    ("answers", "left"), [([{"SK9": "stay"}], 3114), ([{"SK9": "3315@SE"}, {"SK9": "stay"}], 3215)]
)
def test_a_phalanx_ordered_past_archers_who_stay_stops_before_them(answers: list[Any], left: int) -> None:
    """5 MP were asked of it, and it checks TQ for what it has marched alone."""
    archers = kit.unit("SK9", 3215, "SW", ma=6, missile="A", supply="no")
    r = kit.battle([kit.unit("PH1", 2814)], [archers], a_leaders=[kit.leader("Alexander", 2813)])
    r.orders("a", "Alexander")
    way = (2914, 3014, 3114, 3215, 3315)
    r.order(orders.Move(unit="PH1", path=way), answers=answers, dice=[], defaults=["reaction-facing"])
    mover = r.unit("PH1")
    assert footprint.hexes_of(mover) == (left, left + 1)
    assert r.g.enemies_in_zoc(mover) == [r.unit("SK9")] and mover.hits == 0
    assert [x for x in r.told() if x.startswith(f"PH1 stops at {left}: ")]


@pytest.mark.rule("alexander 6.76", "alexander 6.46")
@pytest.mark.parametrize(("die", "hits"), [(7, 0), (8, 1)])
def test_a_phalanx_that_spends_a_fifth_mp_behind_them_checks(die: int, hits: int) -> None:
    archers = kit.unit("SK9", 3215, "SE", ma=6, missile="A", supply="no")
    r = kit.battle([kit.unit("PH1", 2814, tq=7)], [archers], a_leaders=[kit.leader("Alexander", 2813)])
    r.orders("a", "Alexander")
    way = (2914, 3014, 3114, 3215, 3315)
    answers = [{"SK9": "3416@SE"}, {"SK9": "3617@SE"}]
    r.order(orders.Move(unit="PH1", path=way), answers=answers, dice=[die], defaults=["reaction-facing"])
    assert footprint.hexes_of(r.unit("PH1")) == (3315, 3316)
    assert r.unit("PH1").hits == hits
    assert [x.rule for x in r.rolls] == ["6.46"]
