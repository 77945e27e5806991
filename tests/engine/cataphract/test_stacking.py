"""6.6 Stacking."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.events import HitsTaken, UnitEliminated
from engine.systems.gboh.movement import reach, stacking
from engine.systems.gboh.orders import orders
from tests.engine.cataphract import kit

MOVE = orders.Move


def field(*units, b=(), **kw) -> kit.Rig:
    b = b or [kit.unit("LN99", 3838, "W")]
    return kit.battle(units, b, a_leaders=[kit.leader("Anna", 1008, command_range=20)], **kw).orders("a", "Anna")


@pytest.mark.rule("cataphract 6.61", "cataphract table:stacking")
def test_one_unit_to_a_hex():
    r = field(kit.unit("HC1", 1010), kit.unit("HC2", 1110))
    with kit.refused("6.61"):
        reach.price(r.g, r.unit("HC1"), (1110,))
    assert not [h for h, _ in reach.search(r.g, r.unit("HC1")) if h == 1110]


@pytest.mark.rule("cataphract 6.62")
@pytest.mark.parametrize("state", [{}, {"routed": True}])
def test_never_into_an_enemys_hex(state):
    r = field(kit.unit("HC1", 1010), b=[kit.unit("LN1", 1110, "E", **state)])
    with kit.refused("6.62"):
        reach.price(r.g, r.unit("HC1"), (1110,))
    with kit.refused("6.62"):
        reach.price(r.g, r.unit("HC1"), (1110, 1210))


@pytest.mark.rule("cataphract 6.63", "cataphract 6.65", "cataphract table:stacking")
def test_passing_through_a_friend_costs_both_a_hit():
    r = field(kit.unit("HC1", 1010), kit.unit("HI1", 1110))
    end = reach.price(r.g, r.unit("HC1"), (1110, 1210))
    assert (end.mp, end.hits) == (2, 1)
    r.order(MOVE(unit="HC1", path=(1110, 1210)))
    assert (r.unit("HC1").hits, r.unit("HI1").hits, r.unit("HC1").hex) == (1, 1, 1210)
    assert {e.rule for e in r.happened(HitsTaken)} == {"6.65"}


@pytest.mark.rule("cataphract 6.65", "cataphract table:stacking")
@pytest.mark.parametrize(("die", "hits"), [(0, 0), (6, 0), (7, 1), (9, 1)])
def test_huns_and_heruli_pass_lightly(die, hits):
    # The stationary unit (TQ 6) takes one hit when its roll exceeds its TQ; the mover never.
    r = field(kit.unit("LC1", 1010, passes_lightly=True), kit.unit("HI1", 1110, tq=6))
    assert reach.price(r.g, r.unit("LC1"), (1110, 1210)).hits == 0
    r.order(MOVE(unit="LC1", path=(1110, 1210)), dice=[die])
    assert (r.unit("LC1").hits, r.unit("HI1").hits) == (0, hits)


@pytest.mark.rule("cataphract 6.65")
@pytest.mark.parametrize("friends", [(1109,), (1110,), (1109, 1110)])
def test_of_two_ways_at_the_same_price_the_one_without_a_friend_is_found(friends):
    r = field(kit.unit("LC1", 1010, passes_lightly=True), *(kit.unit(f"HI{h}", h) for h in friends))
    node = reach.search(r.g, r.unit("LC1"))[1210, Facing.E]
    assert (node.mp, node.hits, node.passed) == (2, 0, len(friends) - 1)


@pytest.mark.rule("cataphract 6.65", "cataphract table:stacking")
@pytest.mark.parametrize(("die", "hits"), [(0, 1), (6, 1), (8, 2), (9, 3)])
def test_routed_units_fleeing_through_throw_a_friend_into_disorder(die, hits):
    r = field(kit.unit("HC1", 1010, routed=True), kit.unit("HI1", 1110, tq=6))
    r.run(stacking.pass_through, r.unit("HC1"), r.unit("HI1"), dice=[die])
    assert (r.unit("HI1").hits, r.unit("HC1").on_map, r.unit("HC1").hits) == (hits, True, 0)


@pytest.mark.rule("cataphract 6.63", "cataphract table:stacking", "cataphract 10.26")
@pytest.mark.parametrize(("mover", "hits"), [({"routed": True}, 0), ({"passes_lightly": True}, 0), ({}, 1)])
def test_a_routed_unit_ridden_through_by_a_friend_is_lost(mover, hits):
    r = field(kit.unit("LC1", 1010, **mover), kit.unit("HI1", 1110, routed=True))
    r.run(stacking.pass_through, r.unit("LC1"), r.unit("HI1"))
    assert [e.unit for e in r.happened(UnitEliminated)] == ["HI1"]
    assert r.unit("LC1").hits == hits


@pytest.mark.rule("cataphract 6.63")
def test_nobody_rides_down_a_routed_friend_unless_told_to():
    r = field(kit.unit("HC1", 1010), kit.unit("HI1", 1110, routed=True))
    ways = [n.path() for n in reach.search(r.g, r.unit("HC1")).values()]
    assert not any(1110 in way for way in ways)
    assert reach.price(r.g, r.unit("HC1"), (1110, 1210)).hits == 1
    with kit.refused("6.61"):
        reach.price(r.g, r.unit("HC1"), (1110,))
    r.order(MOVE(unit="HC1", path=(1110, 1210)))
    assert r.unit("HI1").eliminated and (r.unit("HC1").hex, r.unit("HC1").hits) == (1210, 1)


@pytest.mark.rule("cataphract 6.63")
def test_the_mover_must_have_the_mp_to_leave_again():
    r = field(kit.unit("HI1", 1010, ma=2), kit.unit("HI2", 1110), kit.unit("HI3", 1210))
    # 1110 and 1210 are friends' hexes in a row: with 2 MP there is no way out of the second.
    with kit.refused("6.61"):
        reach.price(r.g, r.unit("HI1"), (1110, 1210))
    assert not [h for h, _ in reach.search(r.g, r.unit("HI1")) if h in (1110, 1210)]
    r.unit("HI1").ma = 3
    r.g.version += 1
    assert reach.price(r.g, r.unit("HI1"), (1110, 1210, 1310)).hits == 2


@pytest.mark.rule("cataphract 6.63", "cataphract 7.23")
def test_no_passing_through_a_friend_in_enemy_zoc():
    r = field(kit.unit("HC1", 1010), kit.unit("HI1", 1110), b=[kit.unit("LN1", 1210, "W")])
    with kit.refused("6.63"):
        reach.price(r.g, r.unit("HC1"), (1110, 1111))


@pytest.mark.rule("cataphract 6.63", "cataphract 10.14")
def test_a_mover_that_breaks_in_passing_flees_from_there():
    r = field(kit.unit("HC1", 1010, tq=1), kit.unit("HI1", 1110, tq=6))
    r.order(MOVE(unit="HC1", path=(1110, 1210)), defaults=["rout-path"])
    assert r.unit("HC1").routed and r.unit("HC1").hex // 100 <= 10
    assert r.unit("HI1").hex == 1110 and r.unit("HI1").hits >= 1


@pytest.mark.rule("cataphract 6.64", "cataphract 4.62")
def test_an_enemy_with_only_leaders_in_its_way():
    r = kit.battle(
        [kit.unit("HC1", 1010)],
        [kit.unit("LN1", 3030, "W")],
        a_leaders=[kit.leader("Anna", 1010)],
        b_leaders=[kit.leader("Bert", 1210)],
    ).orders("a", "Anna")
    r.order(MOVE(unit="HC1", path=(1110, 1210)), answers=["stay"])
    assert not r.leader("Bert").on_map and r.unit("HC1").hex == 1210


def passes_free(r, unit):
    """Whether the unit takes nothing for passing through another of its side."""
    other = next(u for u in r.g.units(unit.side) if u is not unit)
    found = stacking.passage(r.g, unit, (other,))
    return found is not None and not found.mover.hits


@pytest.mark.rule("cataphract 6.65")
def test_who_passes_lightly_at_tricameron():
    r = kit.tricameron()
    assert {u.id for u in r.g.units() if passes_free(r, u)} == {"HLC1", "HLN1"}


@pytest.mark.rule("cataphract 6.63")
def test_it_still_passes_facing_as_it_entered():
    r = field(kit.unit("HC1", 1010), kit.unit("HI1", 1110))
    # A turn in the friend's hex is part of the way.
    r.order(MOVE(unit="HC1", path=(1110, Facing.NE, 1109)))
    assert (r.unit("HC1").hex, r.unit("HC1").facing) == (1109, Facing.NE)
