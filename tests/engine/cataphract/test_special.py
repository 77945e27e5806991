"""Tricameron: the infantry on the Carthage road, and the Huns and Heruli who wait and see."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.cataphract import march
from engine.systems.cataphract.orders import Enter
from engine.systems.gboh import special
from engine.systems.gboh.cohesion import cohesion, rout
from engine.systems.gboh.events import ArrivalChanged, OrdersBegan, UnitPlaced, UnitsChangedSides
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders import orders
from engine.systems.gboh.special.reinforcements import Reinforcements
from engine.systems.gboh.turn import sequence
from tests.each import for_each
from tests.engine.cataphract import kit

ENTER, DONE = Enter(), orders.Done()
COLUMN = [*(f"MI{i}" for i in range(1, 11)), *(f"LI{i}" for i in range(1, 6))]


def infantry(r: kit.Rig) -> Reinforcements:
    return next(x for x in special.rules(r.g) if isinstance(x, Reinforcements))


def arrived(gate="6012", **kw) -> kit.Rig:
    """Turn 1: a 0, and the column has arrived at a hex of column 60."""
    r = kit.tricameron(**kw)
    r.play(dice=[0], answers=[gate])
    return r


# -- reinforcements ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 3.0")
@for_each("die", range(1, 10))
def test_anything_but_a_0_and_they_are_not_here_yet(die):
    r = kit.tricameron()
    d = r.play(dice=[die])
    assert d.kind == "elite"
    assert r.rolls[0].purpose == "reinforcements" and r.rolls[0].side == "byzantine"
    assert r.state.arrivals == {"infantry": "due"}


def test_they_are_rolled_for_every_turn_until_they_come():
    r = kit.tricameron()
    r.play(dice=[5])
    r.state.phase = "turn"
    r.state.turn = 2
    d = r.play(dice=[0])
    assert d.kind == "entry-hex"
    # All hexes of column 60, and nothing but them.
    assert {c.key for c in d.choices} == {str(6000 + n) for n in range(1, 26)}


def test_the_column_marches_before_any_leader_without_orders():
    r = arrived()
    assert r.decisions[-1].kind == "march" and r.decisions[-1].side == "byzantine"
    begun = r.happened(OrdersBegan)
    assert [(e.orders.kind, e.orders.leader) for e in begun] == [("march", None)]
    d = r.play(answers=[DONE])
    assert d.kind == "elite"


def test_units_enter_in_column_through_the_one_hex_1_mp_more_each():
    r = arrived()
    for n, name in enumerate(COLUMN[:5], 1):
        r.play(answers=[ENTER])
        u = r.unit(name)
        assert (u.hex, u.column, u.facing) == (6012, True, Facing.SIDE_SW)
        assert r.g.orders.entry_cost[name] == n
        assert reach.allowance(r.g, u) == 4 + 1 - n
        if n < 5:
            # Nobody enters behind it before it has cleared the hex.
            with kit.refused("reinforcements"):
                march.check(r.g, infantry(r), ENTER)
            way = {1: (5912, 5813, 5713, 5614), 2: (5912, 5813, 5713), 3: (5912, 5813), 4: (5912,)}[n]
            r.play(answers=[orders.Move(unit=name, path=way)])
    # Five a turn: the sixth lacks the MP.
    with kit.refused("reinforcements"):
        march.check(r.g, infantry(r), ENTER)
    assert [r.unit(u).hex for u in COLUMN[:5]] == [5614, 5713, 5813, 5912, 6012]
    assert [r.unit(u).hits for u in COLUMN[:5]] == [0] * 5
    assert [e.unit for e in r.happened(UnitPlaced)] == COLUMN[:5]


def test_three_turns_bring_them_all_on():
    r = arrived()
    rule = infantry(r)
    # Foot of MA 4 comes five a turn; the first archer (MA 5) still finds the 6 MP of a sixth unit.
    for turn, expected in ((1, 5), (2, 6), (3, 4)):
        entered = 0
        while (entry := rule.next_entry(r.g)) is not None:
            unit, mp = entry
            assert mp == entered + 1
            rule.enter(r.g)
            entered += 1
            # Off the gate at once, out of everybody's way: the way is tested above.
            unit.hex = 5501 + COLUMN.index(unit.id)
            r.g.version += 1
        assert entered == expected
        r.state.phase = "orders"
        d = r.play(answers=[DONE])
        assert d.kind == "elite"
        if turn < 3:
            assert r.state.arrivals == {"infantry": "marching"}
            r.state.turn, r.state.phase, r.state.orders = turn + 1, "turn", None
            assert r.play().kind == "march"
    assert r.state.arrivals == {"infantry": "complete"}


def test_they_stay_in_column_and_heed_no_leader_until_all_are_on_the_map():
    r = arrived()
    r.play(answers=[ENTER])
    rule = infantry(r)
    with kit.refused("6.45"):
        march.check(r.g, rule, orders.Move(unit="MI1", path=(5912,), form=Facing.W))
    with kit.refused("reinforcements"):
        march.check(r.g, rule, orders.Move(unit="THC1", path=(5004,)))
    with kit.refused("reinforcements"):
        march.check(r.g, rule, orders.Recover(unit="MI1"))
    r.play(answers=[orders.Move(unit="MI1", path=(5912,)), DONE, "no"])
    r.leader("Belisarius").hex = 5813
    r.orders("byzantine", "Belisarius")
    r.refuses("", orders.Move(unit="MI1", path=(5812,)))
    r.state.arrivals["infantry"] = "complete"
    r.g.version += 1
    r.order(orders.Move(unit="MI1", path=(5813,), form=Facing.SW))
    assert not r.unit("MI1").column


def test_a_blocked_edge():
    # Vandals before the gate: nothing enters in their ZOC, nor through an occupied hex.
    r = arrived()
    r.unit("LN1").hex, r.unit("LN1").facing = 5912, Facing.E
    r.g.version += 1
    assert infantry(r).next_entry(r.g) is None
    r = arrived()
    r.unit("THC1").hex = 6012
    r.g.version += 1
    assert infantry(r).next_entry(r.g) is None


@pytest.mark.parametrize(("on_map", "status"), [(5, "cancelled"), (15, "complete")])
def test_an_enemy_shock_that_hurts_the_column_turns_the_rest_back(on_map, status):
    r = arrived()
    for i, name in enumerate(COLUMN[:on_map]):
        r.unit(name).hex, r.unit(name).column, r.unit(name).facing = 5501 + i, True, Facing.SIDE_SW
    r.g.version += 1
    before = r.state.sides["byzantine"].rout_points
    infantry(r).after_shock(r.g, [r.unit("MI1")])
    assert r.state.arrivals == {"infantry": status}
    assert r.state.sides["byzantine"].rout_points == before  # those who never come are not lost
    assert infantry(r).waiting(r.g) == [r.unit(x) for x in COLUMN[on_map:]]
    r.state.turn, r.state.phase, r.state.orders = 2, "turn", None
    assert r.play().kind == "elite"


def test_shock_on_others_does_not_stop_the_column():
    r = arrived()
    infantry(r).after_shock(r.g, [r.unit("THC1")])
    assert r.state.arrivals == {"infantry": "marching"}


# -- Huns and Heruli ---------------------------------------------------------------------------------------------------


def near_the_enemy(byzantine: int, vandal: int) -> kit.Rig:
    r = kit.tricameron(
        {"HLC1": 4812, "LN6": 4612, "Sunicas": 4812, "HLN1": 4815, "LN9": 4615, "THC1": 4820, "LN10": 4620}
    )
    r.state.sides["byzantine"].rout_points = byzantine
    r.state.sides["vandal"].rout_points = vandal
    return r.orders("byzantine", "Belisarius")


@pytest.mark.parametrize(
    ("byzantine", "vandal", "willing"),
    [(0, 0, False), (0, 5, True), (5, 9, False), (5, 10, True), (5, 11, True), (10, 5, False)],
)
def test_they_enter_vandal_zoc_only_when_the_battle_is_nearly_won(byzantine, vandal, willing):
    r = near_the_enemy(byzantine, vandal)
    for unit, h in (("HLC1", 4711), ("HLN1", 4714)):
        assert r.g.enemy_zoc(h, "byzantine")
        found = {x for x, _ in reach.search(r.g, r.unit(unit))}
        assert (h in found) is willing
        if willing:
            assert reach.price(r.g, r.unit(unit), (h,)).stops
        else:
            with kit.refused("hun-reluctance"):
                reach.price(r.g, r.unit(unit), (h,))
    # The others don't mind.
    assert 4719 in {x for x, _ in reach.search(r.g, r.unit("THC1"))}
    assert r.g.enemy_zoc(4719, "byzantine")


@pytest.mark.parametrize(
    ("byzantine", "vandal", "go"), [(5, 5, False), (5, 6, False), (6, 5, True), (1, 0, True), (0, 0, False)]
)
def test_they_go_over_when_their_side_is_losing(byzantine, vandal, go):
    r = kit.tricameron()
    r.state.sides["byzantine"].rout_points = byzantine
    r.state.sides["vandal"].rout_points = vandal
    r.state.phase = "withdrawal"
    r.run(sequence.withdrawal)
    turned = {u.id for u in r.state.units.values() if u.side == "vandal" and u.id in ("HLC1", "HLN1")}
    assert turned == ({"HLC1", "HLN1"} if go else set())
    sides = {x: r.leader(x).side for x in ("Sunicas", "Pharas", "Belisarius")}
    other = "vandal" if go else "byzantine"
    assert sides == {"Sunicas": other, "Pharas": other, "Belisarius": "byzantine"}
    assert len(r.happened(UnitsChangedSides)) == go


@pytest.mark.rule("cataphract 11.2", "cataphract 12.11")
def test_turncoats_serve_and_count_for_their_new_side():
    r = kit.tricameron()
    r.state.sides["byzantine"].rout_points = 1
    r.state.phase = "withdrawal"
    r.run(sequence.withdrawal)
    hun = r.unit("HLC1")
    assert cohesion.tq(r.g, hun) == 9  # printed 7, and the Vandals' undisciplined bonus
    r.run(rout.eliminate, hun, "test", "10.26")
    assert (r.state.sides["byzantine"].rout_points, r.state.sides["vandal"].rout_points) == (1, 7)
    # They waver no more.
    r.state.sides["vandal"].rout_points = 99
    r.state.phase = "withdrawal"
    for rule in special.rules(r.g):
        r.run(rule.before_withdrawal)
    assert r.unit("HLN1").side == "vandal"


def test_the_dead_change_no_sides():
    r = kit.tricameron(HLC1={"eliminated": True, "hex": None}, Sunicas={"eliminated": True, "hex": None})
    r.state.sides["byzantine"].rout_points = 8
    r.state.phase = "withdrawal"
    r.run(sequence.withdrawal)
    assert r.unit("HLC1").side == "byzantine" and r.leader("Sunicas").side == "byzantine"
    assert r.unit("HLN1").side == "vandal"


def test_arrivals_are_told():
    r = arrived()
    assert any("arrives at 6012" in t for t in r.told())
    assert [e.status for e in r.happened(ArrivalChanged)] == ["marching"]
