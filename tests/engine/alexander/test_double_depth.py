"""9.62 Double depth: forming, moving, leaving it; how it fights and breaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh import footprint, special, view
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.events import PieceShifted
from engine.systems.gboh.missiles import volley
from engine.systems.gboh.movement import reach, retreats, stacking
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.phalanx.orders import Double, Undouble
from engine.systems.gboh.referee import invariants
from engine.systems.gboh.shock import charge, clash, collapse, designation, segment
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from tests.engine.alexander import kit

FAR = kit.unit("HC9", 3535, "W")
ALONG = ["leader-along", "rout-path"]


def field(*ours: dict[str, Any], theirs: Any = (FAR,), leader: str = "OC", **values: Any) -> kit.Rig:
    leaders = [kit.leader("Alexander", 1012, leader, command_range=9)]
    return kit.battle(list(ours), list(theirs), a_leaders=leaders, **values).orders("a", "Alexander")


def deep(*others: dict[str, Any], top: dict[str, Any] | None = None, **values: Any) -> kit.Rig:
    """PH1 over PH2 at 1010 and 1011, facing east."""
    under = values.pop("under", {})
    ours = [kit.unit("PH1", 1010, **(top or {})), kit.unit("PH2", 1010, below="PH1", **under)]
    return field(*ours, *others, **values)


def behind(**values: Any) -> kit.Rig:
    """PH2 directly behind PH1."""
    return field(kit.unit("PH1", 1110), kit.unit("PH2", 1010), **values)


def stands(r: kit.Rig, code: str) -> tuple[int, ...]:
    return footprint.hexes_of(r.unit(code))


# -- forming, leaving --------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 9.62", "alexander table:special_move_costs")
@pytest.mark.parametrize(("at", "ground", "mp"), [(1010, {}, 2), (1011, {}, 2), (1010, {1111: "woods"}, 3)])
def test_the_one_behind_goes_under_for_one_movement_point_more(at: int, ground: dict[int, str], mp: int) -> None:
    r = field(kit.unit("PH1", 1110), kit.unit("PH2", at), terrain=ground)
    choice = next(c for c in special.unit_choices(r.g, r.unit("PH2")) if c.key == "double-PH1")
    assert choice.mp == mp
    r.order(Double(unit="PH2", under="PH1"))
    assert stands(r, "PH2") == stands(r, "PH1") == (1110, 1111) and r.unit("PH2").beneath == "PH1"
    assert r.unit("PH2").moved and not r.unit("PH1").moved and r.unit("PH2").hits == 0
    assert invariants.broken(r.g, at_rest=True) == [] and r.g.unit_at(1110) is r.unit("PH1")
    assert r.state.orders.orders_used == 1


@pytest.mark.rule("alexander 9.62")
@pytest.mark.parametrize("facing", ["E", "NE"])
def test_only_from_directly_behind_and_facing_alike(facing: str) -> None:
    r = field(kit.unit("PH1", 1210 if facing == "E" else 1110), kit.unit("PH2", 1010, facing))
    r.refuses("9.62", Double(unit="PH2", under="PH1"))


@pytest.mark.rule("alexander 9.62")
def test_only_phalanxes_by_order_of_the_commander() -> None:
    behind(leader="SC").refuses("9.62", Double(unit="PH2", under="PH1"))
    r = field(kit.unit("PH1", 1110), kit.unit("HI2", 1010, cls="HO"))
    r.refuses("9.62", Double(unit="HI2", under="PH1"))
    r = deep(kit.unit("PH3", 910))
    r.refuses("9.62", Double(unit="PH3", under="PH1"))


@pytest.mark.rule("alexander 9.62", "alexander 6.13")
def test_its_move_is_over_then_and_moving_again_costs_a_hit() -> None:
    r = behind()
    r.unit("PH2").moved = True
    r.order(Double(unit="PH2", under="PH1"))
    assert r.unit("PH2").hits == 1
    r.refuses("9.62", Move(unit="PH1", path=(1210,)))


@pytest.mark.rule("alexander 9.62")
def test_the_upper_one_moves_out_forward() -> None:
    r = deep()
    for wrong in ((Facing.NE,), (Facing.W,)):
        r.refuses("9.62", Undouble(unit="PH1", path=wrong))
    r.refuses("9.62", Undouble(unit="PH2", path=(1110,)))
    r.order(Undouble(unit="PH1", path=(1110, Facing.NE)))
    assert stands(r, "PH1") == (1110, 1211) and stands(r, "PH2") == (1010, 1011)
    assert r.unit("PH2").beneath is None and not r.unit("PH2").moved and r.unit("PH1").moved
    assert r.state.orders.orders_used == 1 and invariants.broken(r.g, at_rest=True) == []


# -- moving ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 9.62", "alexander 5.21")
def test_both_move_as_one_for_two_orders() -> None:
    r = deep()
    r.order(Move(unit="PH1", path=(1110, 1210)))
    assert stands(r, "PH1") == stands(r, "PH2") == (1210, 1211)
    assert r.unit("PH2").moved and {"PH1", "PH2"} <= set(r.state.orders.acted) & set(r.state.orders.moved)
    assert r.state.orders.orders_used == 2
    r = deep()
    r.state.orders.orders_used = 4
    r.refuses("9.62", Move(unit="PH1", path=(1110,)))
    assert reach.search(r.g, r.unit("PH1")) == {}


@pytest.mark.rule("alexander 9.62", "alexander 6.46")
def test_its_allowance_is_four_and_it_only_goes_forward() -> None:
    r = deep()
    assert {k[1] for k in reach.search(r.g, r.unit("PH1"))} == {Facing.E}
    assert max(n.mp for n in reach.search(r.g, r.unit("PH1")).values()) == 4
    for path in ((Facing.NE,), (Facing.W,)):
        r.refuses("9.62", Move(unit="PH1", path=path))
    r.refuses("9.62", Move(unit="PH1", form=Facing.SIDE_N))
    r.refuses("6.25", Move(unit="PH1", path=(1110, 1210, 1310, 1410, 1510)))


@pytest.mark.rule("alexander 9.62")
def test_the_lower_one_takes_no_order_and_none_but_the_commanders_count() -> None:
    deep().refuses("9.62", Move(unit="PH2", path=(1110,)))
    deep(leader="SC").refuses("9.62", Move(unit="PH1", path=(1110,)))


@pytest.mark.rule("alexander 9.62", "alexander 6.22")
def test_each_takes_the_hits_of_a_move() -> None:
    r = deep(terrain={1110: "woods"}, under={"moved": True}, top={"moved": True})
    r.order(Move(unit="PH1", path=(1110,)))
    assert [r.unit(x).hits for x in ("PH1", "PH2")] == [2, 2]


@pytest.mark.rule("alexander 9.62", "alexander 6.94", "alexander 6.92")
def test_nobody_ever_comes_through() -> None:
    r = deep(kit.unit("SK1", 1110, "W"), kit.unit("LI1", 909, "E", routed=True))
    for code in ("SK1", "LI1"):
        assert stacking.passage(r.g, r.unit(code), [r.unit("PH1"), r.unit("PH2")]) is None
    r.refuses("9.62", Move(unit="SK1", path=(1010,)))


@pytest.mark.rule("alexander 9.62", "alexander 6.71")
def test_it_does_not_withdraw_in_order() -> None:
    r = deep(theirs=[kit.unit("EL9", 1210, "W", ma=3)]).orders("b")
    assert "double depth" in str(retreats.bar(r.g, r.unit("PH1"), r.unit("EL9")))


# -- fighting ----------------------------------------------------------------------------------------------------------


def fight(attackers: Sequence[str], r: kit.Rig) -> clash.Reckoning:
    ours, theirs = [r.unit(x) for x in attackers], [r.unit("PH1")]
    return clash.reckon(r.g, ours, theirs, ours[0], theirs[0])


@pytest.mark.rule("alexander 9.62", "alexander 8.36")
def test_sizes_add() -> None:
    r = deep(theirs=[kit.unit("MI9", 1110, "W", size=6)]).orders("b")
    assert any(s.reason == "size 6 to 20" for s in fight(["MI9"], r).shifts)


@pytest.mark.rule("alexander 9.62", "alexander 8.33", "alexander table:tq_checks")
@pytest.mark.parametrize(("deeply", "drm"), [(True, 1), (False, 0)])
def test_whom_it_attacks_adds_one_to_the_check(deeply: bool, drm: int) -> None:
    r = deep(theirs=[kit.unit("HI9", 1110, "W")])
    if not deeply:
        r.unit("PH2").below, r.unit("PH2").hex = None, 505
    r.state.orders.markers = {"PH1": "must"}
    combat = Combat.of(r.g, Attack(attackers=("PH1",), defenders=("HI9",)))
    r.run(charge.charge, [combat], dice=[0, 7])
    assert r.unit("HI9").hits == drm


@pytest.mark.rule("alexander 9.62", "alexander 8.33", "alexander table:tq_checks")
@pytest.mark.parametrize(("dice", "hits"), [([7, 8], (0, 0)), ([7, 9, 8], (1, 0)), ([7, 9, 9], (1, 1))])
def test_only_the_upper_one_checks_and_the_other_where_it_fails(dice: list[int], hits: tuple[int, int]) -> None:
    r = deep(theirs=[kit.unit("HI9", 1110, "W")]).orders("b")
    r.state.orders.markers = {"HI9": "must"}
    combat = Combat.of(r.g, Attack(attackers=("HI9",), defenders=("PH1",)))
    r.run(charge.charge, [combat], dice=dice)
    assert (r.unit("PH1").hits, r.unit("PH2").hits) == hits, "1 less in defence: TQ 7 fails on 9"


@pytest.mark.rule("alexander 9.62", "alexander 8.33")
def test_from_the_rear_the_lower_one_checks_first() -> None:
    r = deep(theirs=[kit.unit("HI9", 910, "E")]).orders("b")
    assert r.g.arc_of_attack(r.unit("PH1"), r.unit("HI9")) == "rear"
    r.state.orders.markers = {"HI9": "must"}
    combat = Combat.of(r.g, Attack(attackers=("HI9",), defenders=("PH1",)))
    r.run(charge.charge, [combat], dice=[7, 9, 8])
    assert (r.unit("PH1").hits, r.unit("PH2").hits) == (0, 1)


@pytest.mark.rule("alexander 9.62", "alexander 8.36", "alexander table:shock_superiority_effects")
@pytest.mark.parametrize(("at", "facing", "factor"), [(910, "E", 3), (1012, "NW", 3), (1110, "W", 2)])
def test_superiority_by_position_triples_its_hits(at: int, facing: str, factor: int) -> None:
    r = deep(theirs=[kit.unit("HI9", at, facing)]).orders("b")
    odds = fight(["HI9"], r)
    assert (odds.superiority == "AS") is (factor == 3)
    assert odds.factor == factor
    if factor == 3:
        assert odds.hits(5)[1] == 3 * r.g.charts.crt(odds.column, 5)[1]
        r.unit("PH2").below = None
        r.g.version += 1
        assert fight(["HI9"], r).factor == 2


@pytest.mark.rule("alexander 9.62", "alexander 10.12")
def test_hits_of_a_shock_are_split_the_odd_one_to_the_upper() -> None:
    r = deep(theirs=[kit.unit("HI9", 1110, "W", tq=20)], top={"tq": 20}, under={"tq": 20}).orders("b")
    r.run(segment.fight, [Attack(attackers=("HI9",), defenders=("PH1",))], dice=[9], defaults=["advance-hex"])
    a, b = r.unit("PH1").hits, r.unit("PH2").hits
    assert a + b > 0 and 0 <= a - b <= 1


@pytest.mark.rule("alexander 9.62")
def test_it_attacks_as_one_and_the_lower_one_not_besides() -> None:
    r = deep(theirs=[kit.unit("HI9", 1110, "W")])
    assert designation.able(r.g, r.unit("PH1")) and not designation.able(r.g, r.unit("PH2"))
    assert [u.id for u in r.g.zones("a")[1110]] == ["PH1"]
    combat = Combat.of(r.g, Attack(attackers=("PH1",), defenders=("HI9",)))
    assert [u.id for u in combat.attackers] == ["PH1", "PH2"]


@pytest.mark.rule("alexander 9.62", "alexander 8.53")
def test_both_advance_together_and_never_by_a_wheel() -> None:
    r = deep(theirs=[kit.unit("LI9", 1110, "W", tq=1)], top={"tq": 20}, under={"tq": 20})
    r.run(
        segment.fight,
        [Attack(attackers=("PH1",), defenders=("LI9",))],
        dice=[9],
        defaults=["advance-hex", "rout-path", "reaction-facing"],
    )
    assert stands(r, "PH1") == stands(r, "PH2") and 1110 in stands(r, "PH1") and r.unit("PH1").facing is Facing.E


@pytest.mark.rule("alexander 9.62", "alexander 8.15")
@pytest.mark.parametrize(("at", "facing", "struck"), [(1210, "W", "PH1"), (810, "E", "PH2")])
def test_missiles_strike_the_upper_one_or_from_the_rear_the_lower(at: int, facing: str, struck: str) -> None:
    r = deep(theirs=[kit.unit("SK9", at, facing, missile="A")]).orders("b")

    async def shot(g: Any) -> None:
        await volley.settle(g, await volley.shoot(g, r.unit("SK9"), r.unit("PH1"), "order"))

    r.run(shot, dice=[0])
    assert {u: r.unit(u).hits for u in ("PH1", "PH2")} == {"PH1": 0, "PH2": 0, struck: 1}


# -- breaking ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 9.62", "alexander 9.65", "alexander 10.21")
@pytest.mark.parametrize("first", ["PH1", "PH2"])
def test_if_one_routs_both_do_into_hexes_of_their_own(first: str) -> None:
    r = deep(**{"top" if first == "PH1" else "under": {"hits": 7}})
    r.run(rout.rout, r.unit(first), dice=[9, 1], defaults=ALONG)
    assert r.unit("PH1").routed and r.unit("PH2").routed, "the other rolls nothing but to be run through"
    assert not set(stands(r, "PH1")) & set(stands(r, "PH2")) and r.unit("PH2").beneath is None
    assert invariants.broken(r.g, at_rest=True) == []


@pytest.mark.rule("alexander 9.62", "alexander 9.65")
def test_if_one_stands_by_its_roll_both_do() -> None:
    r = deep(top={"hits": 7})
    r.run(rout.rout, r.unit("PH1"), dice=[0])
    assert r.unit("PH1").hits == 6 and r.g.deep(r.unit("PH1")) and not r.unit("PH2").routed


@pytest.mark.rule("alexander 9.62", "alexander 10.26")
def test_both_give_way_where_one_of_them_breaks() -> None:
    r = deep(theirs=[kit.unit("HI9", 1110, "W", hits=8)], top={"hits": 9}).orders("b")
    combat = Combat.of(r.g, Attack(attackers=("HI9",), defenders=("PH1",)))
    r.run(collapse.break_units, combat, dice=[9, 1], defaults=ALONG)
    assert r.unit("PH1").routed and r.unit("PH2").routed and not r.unit("HI9").routed
    assert r.unit("HI9").hits == 6


@pytest.mark.rule("alexander 10.26", "alexander 9.65")
def test_who_stands_by_his_roll_at_the_mutual_breaking_rolls_once() -> None:
    r = field(kit.unit("PH1", 1010, hits=9), theirs=[kit.unit("HI9", 1110, "W", hits=7)]).orders("b")
    combat = Combat.of(r.g, Attack(attackers=("HI9",), defenders=("PH1",)))
    r.run(collapse.break_units, combat, dice=[0])
    assert not r.unit("PH1").routed and r.unit("PH1").hits == 6


@pytest.mark.rule("alexander 9.62", "alexander 9.65", "alexander 6.22")
def test_who_stands_by_his_roll_on_the_way_goes_no_farther() -> None:
    r = field(kit.unit("PH1", 1010, hits=6), terrain={1110: "woods"})
    r.order(Move(unit="PH1", path=(1110, 1210)), dice=[0])
    assert stands(r, "PH1") == (1110, 1111) and r.unit("PH1").hits == 6


@pytest.mark.rule("alexander 9.62")
def test_when_one_is_gone_the_other_stands_for_itself() -> None:
    r = deep()
    r.run(rout.eliminate, r.unit("PH1"), "a test", "9.62")
    assert r.unit("PH2").beneath is None and r.g.unit_at(1010) is r.unit("PH2")
    assert invariants.broken(r.g, at_rest=True) == []


# -- shown, written, referee -------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 9.62")
def test_it_is_written_and_read() -> None:
    r = behind()
    assert kit.read(r, "double PH2 PH1") == Double(unit="PH2", under="PH1")
    assert kit.written_as(Double(unit="PH2", under="PH1")) == "double PH2 PH1"
    r = deep()
    out = kit.read(r, "undouble PH1 > 1110 1210")
    assert out == Undouble(unit="PH1", path=(1110, 1210))
    assert kit.read(r, kit.written_as(out)) == out


@pytest.mark.rule("alexander 9.62")
def test_the_table_shows_both() -> None:
    r = deep()
    counters = {c.id: c for c in view.table(r.g).counters}
    order = [c.id for c in view.table(r.g).counters]
    assert order.index("PH2") < order.index("PH1"), "the upper one lies on the other"
    facts = {u: dict((str(k), v) for k, v in counters[u].facts) for u in counters}
    assert facts["PH1"]["Double depth"] == "over PH2" and facts["PH2"]["Double depth"] == "under PH1"


@pytest.mark.rule("alexander 9.62")
def test_a_referee_makes_and_breaks_it() -> None:
    r = behind()
    chapter = next(x for x in special.having(r.g, Special.put) if x.case == "depth movement" or "depth" in str(x.about))
    assert [s.key for s in chapter.settings(r.g, r.unit("PH2"))] == ["under"]
    chapter.put(r.g, r.unit("PH2"), "under", "PH1")
    assert r.g.deep(r.unit("PH1")) and stands(r, "PH2") == (1110, 1111)
    r.g.emit(PieceShifted(piece="PH2", start=1110, to=810, facing=Facing.E))
    special.call(r.g, Special.dislodged)
    assert not r.g.deep(r.unit("PH1")) and invariants.broken(r.g, at_rest=True) == []


@pytest.mark.rule("alexander 9.62")
@pytest.mark.parametrize("given", [{"hex": 1310}, {"facing": Facing.W, "hex": 1011}, {"column": True}])
def test_a_broken_position_is_found(given: dict[str, Any]) -> None:
    r = deep()
    for k, v in given.items():
        setattr(r.unit("PH2"), k, v)
    r.g.version += 1
    assert any("double depth" in x for x in invariants.broken(r.g, at_rest=True))
