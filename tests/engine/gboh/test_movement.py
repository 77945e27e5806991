"""Movement in every game of the family: allowances, paths, leaders, Column."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import HitsTaken, UnitFormed, UnitMoved
from engine.systems.gboh.movement import column, out_of_reach, reach
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.turn import sequence
from tests.each import for_each
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, leader, unit
from tests.engine.gboh.rig import Rig

ANNA = leader("Anna", 1010, command_range=20)


def field(kit: Kit, *a: dict[str, Any], b: Any = (), by: dict[str, Any] = ANNA, **more: Any) -> Rig:
    return kit.battle(a, b, a_leaders=[by], **more).orders("a", "Anna")


def refusal(r: Rig, code: str, *path: Any) -> str | None:
    with pytest.raises(Refusal) as no:
        reach.price(r.g, r.unit(code), path)
    return no.value.rule


@shared(Case.CLOSED_GROUND, Case.MOVEMENT_ALLOWANCE)
@pytest.mark.rule("cataphract 6.11", "cataphract 6.25", "alexander 6.11", "alexander 6.25", "spqr 6.25", "spqr 6.11")
@for_each(("ma", "woods", "able"), [(4, 1, True), (2, 1, True), (1, 1, False), (3, 2, False), (4, 2, True)])
def test_the_full_mp_of_a_hex_must_be_there(kit: Kit, ma: int, woods: int, able: bool) -> None:
    """Woods take 2 MP; no unit goes one hex at least whatever it costs."""
    hexes = [1110, 1210][:woods]
    r = field(kit, unit("MI1", 1010, ma=ma), terrain=dict.fromkeys(hexes, "woods"))
    if able:
        assert reach.price(r.g, r.unit("MI1"), tuple(hexes)).mp == 2 * woods
    else:
        assert refusal(r, "MI1", *hexes) == kit.case(Case.CLOSED_GROUND)
    if ma == 1:
        assert 1110 not in {h for h, _ in reach.search(r.g, r.unit("MI1"))}


@shared(Case.IMPASSABLE)
@pytest.mark.rule("cataphract 6.25", "alexander 6.29", "spqr 6.24")
def test_nor_into_ground_that_is_closed_to_all(kit: Kit) -> None:
    r = field(kit, unit("HC1", 1010), terrain={1110: "river"})
    assert refusal(r, "HC1", 1110) == kit.case(Case.IMPASSABLE)
    r = field(kit, unit("HC1", 1010), terrain=dict.fromkeys(r.g.map.neighbours(1010), "river")).orders("a")
    with pytest.raises(Refusal) as no:
        out_of_reach.refuse_far(r.g, r.unit("HC1"), 1212)
    assert no.value.rule == kit.case(Case.IMPASSABLE)


@shared(Case.PATH)
@pytest.mark.rule("cataphract 6.31", "alexander 6.31", "spqr 6.31")
@for_each(("at", "path"), [(1010, (1210,)), (1010, (1110, 1310)), (4010, (4110,))])
def test_the_path_is_contiguous_and_on_the_map(kit: Kit, at: int, path: tuple[int, ...]) -> None:
    assert refusal(field(kit, unit("HC1", at)), "HC1", *path) == kit.case(Case.PATH)


@shared(Case.PATH)
@pytest.mark.rule("cataphract 6.31", "alexander 6.31", "spqr 6.31")
def test_a_unit_ends_its_move_before_another_begins(kit: Kit) -> None:
    """The whole path of the first, hex by hex; then nothing can be added to it."""
    r = field(kit, unit("HC1", 1010), unit("HC2", 1015))
    r.moves("HC1", 1110, 1210).moves("HC2", 1115)
    assert [(e.unit, e.to) for e in r.happened(UnitMoved)] == [("HC1", 1110), ("HC1", 1210), ("HC2", 1115)]
    r.refuses(kit.case(Case.ONE_ORDER), orders.Move(unit="HC1", path=(1310,)))


@shared()
@pytest.mark.rule("cataphract 6.24", "alexander 6.24")
def test_a_hex_has_one_terrain_and_one_level(kit: Kit) -> None:
    r = field(kit, unit("HC1", 1010), terrain={1110: "woods"}, levels={1110: 1})
    m = r.g.map
    assert [(m.terrain_at(h), m.level_at(h)) for h in (1110, 1109)] == [("woods", 1), ("open", 0)]
    cost = r.g.charts.step_cost(m, r.unit("HC1"), 1010, 1110)
    assert (cost.mp, cost.hits) == (3, 2), "2 MP and a hit for the woods, 1 and 1 for the slope"


# -- leaders ---------------------------------------------------------------------------------------------------------


@shared(Case.LEADER_MOVEMENT)
@pytest.mark.rule("cataphract 6.14", "alexander 6.15", "spqr 6.14")
def test_a_leader_has_9_mp_a_phase_over_all_his_moves_each_by_an_order(kit: Kit) -> None:
    r = field(kit)
    r.order(orders.MoveLeader(leader="Anna", to=1016))
    r.refuses(kit.case(Case.LEADER_MOVEMENT), orders.MoveLeader(leader="Anna", to=1020))
    r.order(orders.MoveLeader(leader="Anna", to=1019))
    assert r.g.orders.leader_mp == {"Anna": 9} and r.g.orders.orders_used == 2
    r.refuses(kit.case(Case.LEADER_MOVEMENT), orders.MoveLeader(leader="Anna", to=1020))
    assert r.leader("Anna").status == "active", "he isn't Finished by it"
    r.orders("a", "Anna")
    r.order(orders.MoveLeader(leader="Anna", to=1028))


@shared(Case.LEADER_MOVEMENT, Case.LEADER_WITHDRAWAL)
@pytest.mark.rule("cataphract 6.14", "cataphract 4.62", "alexander 6.15", "alexander 4.62", "spqr 6.14", "spqr 4.62")
def test_one_who_has_none_left_withdraws_all_the_same(kit: Kit) -> None:
    r = kit.battle([unit("HI1", 1010)], b_leaders=[leader("Bert", 1210)], a_leaders=[leader("Anna", 1008)])
    r.orders("a", "Anna").g.orders.leader_mp["Bert"] = 9
    r.order(orders.Move(unit="HI1", path=(1110,)), answers=[{"Bert": "1310"}])
    assert r.leader("Bert").hex == 1310


@shared()
@pytest.mark.rule("cataphract 6.64", "alexander 6.95", "spqr 6.65")
def test_leaders_and_units_share_hexes_for_nothing(kit: Kit) -> None:
    others = [leader("Sue", 1110, "SC"), leader("Tom", 1110, "SC")]
    r = kit.battle([unit("HC1", 1010), unit("HI2", 1020)], a_leaders=[ANNA, *others]).orders("a", "Anna")
    end = reach.price(r.g, r.unit("HC1"), (1110,))
    assert (end.mp, end.hits) == (1, 0)
    r.moves("HC1", 1110)
    assert {x.id for x in r.g.leaders_at(1110)} == {"Sue", "Tom"}
    r.leader("Anna").hex = 1019
    r.order(orders.MoveLeader(leader="Anna", to=1020))
    assert r.g.orders.leader_mp == {"Anna": 1 + kit.rules.command.leader_joins_mp} and not r.happened(HitsTaken)


# -- Column ----------------------------------------------------------------------------------------------------------


@shared(Case.COLUMN_ATTACKED)
@pytest.mark.rule("cataphract 6.46", "alexander 6.66", "spqr 6.76")
@pytest.mark.parametrize("pick", ["E", "NE"])
def test_attacked_it_falls_out_of_column_with_a_hit_and_a_turn_of_30_degrees(kit: Kit, pick: str) -> None:
    r = field(kit, unit("HI1", 1010, "SIDE_NE", column=True, tq=9))
    r.run(column.forced_out, r.unit("HI1"), answers=[pick])
    it = r.unit("HI1")
    assert (it.column, it.facing.name, it.hits) == (False, pick, 1)
    assert {c.name for c in column.options(it, Facing.SIDE_NE)} == {"E", "NE"}
    assert [e.rule for e in r.happened(UnitFormed)] == [kit.case(Case.COLUMN_ATTACKED)]


@shared(Case.COLUMN_ATTACKED)
@pytest.mark.rule("cataphract 6.46", "alexander 6.66", "spqr 6.76")
def test_even_if_the_hit_routs_it(kit: Kit) -> None:
    r = field(kit, unit("MI1", 1010, "SIDE_NE", column=True, tq=5, hits=4), by=leader("Anna", 1020))
    r.run(column.forced_out, r.unit("MI1"), answers=["E"], defaults=["rout-path"])
    assert r.unit("MI1").routed


@shared(Case.COLUMN_ATTACKED)
@pytest.mark.rule("cataphract 6.46", "alexander 6.66", "spqr 6.76")
def test_that_happens_at_the_end_of_the_orders_phase_it_was_attacked_in(kit: Kit) -> None:
    target = unit("HI1", 1110, "SIDE_SW", column=True, tq=20, size=4)
    r = kit.battle([unit("LN1", 1010, tq=20)], [target], a_leaders=[leader("Anna", 905)]).orders("a", "Anna")
    plan = ShockPlan(attacks=(Attack(attackers=("LN1",), defenders=("HI1",)),))
    r.run(sequence.shock, answers=[plan, "W"], dice=[0])
    assert not r.unit("HI1").column and r.unit("HI1").facing == Facing.W
    (shock, out) = [e for e in r.happened(HitsTaken) if e.unit == "HI1"]
    assert out.hits == 1 and r.unit("HI1").hits == shock.hits + 1
