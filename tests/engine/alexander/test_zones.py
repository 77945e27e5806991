"""7.2 Zones of Control, in play."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.events import Fired
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders.orders import Move
from tests.engine.alexander import kit


def field(*units: dict[str, Any], b: Any = ()) -> kit.Rig:
    leaders = [kit.leader("A", 905, command_range=20)]
    return kit.battle(list(units), list(b), a_leaders=leaders).orders("a", "A")


@pytest.mark.rule("alexander 7.24")
def test_from_one_zone_straight_into_another_and_there_it_stops() -> None:
    r = field(
        kit.unit("HC1", 1010, ma=8),
        b=[kit.unit("HI8", 1009, "SE", ma=4), kit.unit("HI9", 1211, "W", ma=4)],
    )
    reach.price(r.g, r.unit("HC1"), (1110,))
    with kit.refused("7.23"):
        reach.price(r.g, r.unit("HC1"), (1110, 1209))


@pytest.mark.rule("alexander 7.24", "alexander 8.22")
def test_leaving_the_zone_of_who_shoots_two_hexes_draws_fire() -> None:
    r = field(kit.unit("HC1", 1010, "W", ma=8), b=[kit.unit("LI9", 1110, "W", ma=4, missile="A")])
    r.order(Move(unit="HC1", path=(910,)), answers=["fire"], dice=[9])
    assert [(e.unit, e.how) for e in r.happened(Fired)] == [("LI9", "retire")]
    r = field(kit.unit("HC1", 1010, "W", ma=8), b=[kit.unit("LI9", 1110, "W", ma=4, missile="J")])
    r.order(Move(unit="HC1", path=(910,)))
    assert r.happened(Fired) == []


@pytest.mark.rule("alexander 8.21")
def test_coming_into_the_zone_of_missiles_draws_fire() -> None:
    r = field(kit.unit("HC1", 1010, ma=8), b=[kit.unit("LI9", 1210, "W", ma=4, missile="J")])
    r.order(Move(unit="HC1", path=(1110,)), answers=["no", "fire"], dice=[9])
    assert [(e.unit, e.how) for e in r.happened(Fired)] == [("LI9", "entry")]


@pytest.mark.rule("alexander 7.26")
def test_opposing_zones_lie_in_the_same_hex() -> None:
    r = field(kit.unit("HC1", 1010), b=[kit.unit("HI9", 1210, "W")])
    assert 1110 in r.g.zones("a") and 1110 in r.g.zones("b")
    r = field(kit.unit("HC1", 1010), kit.unit("HC2", 1011), b=[kit.unit("HI9", 1210, "W")])
    with kit.refused("7.23"):  # a friend's zone doesn't lift the enemy's
        reach.price(r.g, r.unit("HC1"), (1110, 1109))
