"""Dara: the first turn, the wind, the arrows, the federates, the trench, the walls and the gate."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import ChooseEach
from engine.kernel.hexes import Facing, Hex, distance, front
from engine.kernel.scenario import SpecialRule
from engine.systems.cataphract import champion
from engine.systems.cataphract.special.trench import Trench
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import command, leader_moves
from engine.systems.gboh.events import LevelChanged, MarkerPlaced, SupplyChanged, Told, UnitEliminated, UnitMoved
from engine.systems.gboh.missiles import fire, harass, ordered_fire, reaction, volley
from engine.systems.gboh.movement import movement, reach, retreats
from engine.systems.gboh.orders import moves_foretold, orders
from engine.systems.gboh.shock import clash, designation
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.shock.segment import shock_segment
from engine.systems.gboh.turn import activation, elite, selection, sequence, trump
from scenarios import load
from tests.engine.cataphract import kit

BYZANTINE, PERSIAN = "byzantine", "persian"
QUIET = ["rout-path", "unit-order", "advance-turn", "leader-along", "reaction-facing", "leader-withdrawal"]


def dara(at: dict[str, Hex | None] | None = None, *, turn: int = 2, **changes: dict[str, Any]) -> kit.Rig:
    """The battle as set up, on turn 2 unless said otherwise, nobody in ambush."""
    r = kit.the("dara", at, **changes)
    r.state.turn = turn
    return r


def alone(
    at: dict[str, Hex | None], side: str = PERSIAN, leader: str = "Perozes", **changes: dict[str, Any]
) -> kit.Rig:
    """Only these pieces on the map; an Orders Phase of the leader is under way."""
    everybody = kit.the("dara").state
    empty: dict[str, Hex | None] = dict.fromkeys((*everybody.units, *everybody.leaders))
    return dara({**empty, leader: 3014, **at}, **changes).orders(side, leader)


def moves(r: kit.Rig, unit: str, *path: Hex | Facing, dice=(), answers=(), **kw) -> None:
    r.run(
        movement.move,
        r.unit(unit),
        orders.Move(unit=unit, path=path, **kw),
        dice=dice,
        answers=answers,
        defaults=[*QUIET, "orderly-withdrawal"],
    )


def stories(r: kit.Rig) -> str:
    return "\n".join(r.told())


# -- the first turn ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 5.13")
def test_only_belisarius_and_the_persians_act_on_turn_1():
    r = dara(turn=1)
    assert [x.id for x in activation.ready(r.g)] == ["Belisarius", "Perozes", "Barasames", "Pitames"]
    r.state.turn = 2
    assert {"Bouzes", "John", "Sunicas", "Simmias"} <= {x.id for x in activation.ready(r.g)}


def test_it_is_told_once():
    r = dara(turn=1)
    for _ in range(2):
        r.state.phase, r.state.champions = "turn", {"persian": 7}
        r.run(sequence.turn_start)
    told = [e for e in r.happened(Told) if e.rule == "turn1-command"]
    assert [e.story for e in told] == ["This turn only Perozes, Barasames, Pitames and Belisarius may be activated."]
    r = dara()
    r.state.phase = "turn"
    r.run(sequence.turn_start)
    assert not [e for e in r.happened(Told) if e.rule == "turn1-command"]


@pytest.mark.rule("cataphract 5.51")
def test_the_elite_phase_of_turn_1_is_for_belisarius_himself():
    r = dara(turn=1)
    assert [x.id for x in elite.eligible(r.g, BYZANTINE)] == ["Belisarius"]
    r.state.turn = 2
    r.g.version += 1
    assert {"Belisarius", "Bouzes", "John"} <= {x.id for x in elite.eligible(r.g, BYZANTINE)}


@pytest.mark.rule("cataphract 5.41")
def test_nobody_else_trumps_on_turn_1():
    r = dara(turn=1)
    assert [x.id for x in trump.candidates(r.g, BYZANTINE, above=4)] == ["Belisarius"]
    r.state.turn = 2
    assert [x.id for x in trump.candidates(r.g, BYZANTINE, above=4)] == ["Belisarius", "Bouzes", "John"]


def test_those_kept_back_hold_up_neither_the_turn_nor_the_last_call():
    r = dara(turn=1)
    for name in ("Belisarius", "Perozes", "Barasames", "Pitames"):
        r.leader(name).status = "finished"
    r.state.phase = "select"
    r.run(selection.select)
    assert r.state.phase == "rout"
    r.leader("Bouzes").deferred = True
    r.state.phase = "last-call"
    r.run(selection.last_call)
    assert r.state.phase == "rout" and r.decisions == []


@pytest.mark.rule("cataphract 11.85", "cataphract 11.81")
@pytest.mark.parametrize(
    ("winner", "choices"),
    [(BYZANTINE, ["Belisarius", "no"]), (PERSIAN, ["Perozes", "Barasames", "Pitames", "no"])],
)
def test_the_champion_of_either_side_lets_only_those_in_play_begin(winner, choices):
    r = dara(turn=1)
    r.state.champions_prize, r.state.phase = winner, "champion"
    r.run(champion.first_activation, answers=[lambda d: d.default])
    d = r.decisions[0]
    assert (d.side, [c.key for c in d.choices]) == (winner, choices)


@pytest.mark.rule("cataphract 11.81", "cataphract 11.83")
def test_andreas_against_the_pair():
    # 6 and 4: 15 to 4 strikes thrice, 13 to 6 twice.
    r = dara(turn=1)
    r.state.phase = "turn"
    r.run(sequence.turn_start, dice=[9, 0, 9, 0, 7, 2])
    assert r.state.champions == {PERSIAN: 8}
    assert r.state.champions_prize == BYZANTINE and r.state.tq_drm == {BYZANTINE: -1}


# -- the wind ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 8.15")
@pytest.mark.parametrize(
    ("a", "b", "against"), [(2410, 2210, True), (2210, 2410, False), (2210, 2208, False), (2310, 2211, True)]
)
def test_the_wind_is_against_fire_at_lower_columns(a, b, against):
    r = alone({"SLC1": a, "HLC1": b}, SLC1={"facing": Facing.W})
    odds = volley.preview(r.g, r.unit("SLC1"), r.unit("HLC1"))
    assert [(m.value, m.reason, m.rule) for m in odds.modifiers] == (
        [(1, "against the wind", "wind")] if against else []
    )
    back = volley.preview(r.g, r.unit("HLC1"), r.unit("SLC1"))
    assert [m.rule for m in back.modifiers] == (["wind"] if a < b and a // 100 != b // 100 else [])


@pytest.mark.rule("cataphract 8.13", "cataphract 8.15")
def test_the_wind_takes_1_hex_of_range():
    # Mounted composite bows reach 4 hexes, 3 against the wind.
    r = alone({"SLC1": 2410, "HLC1": 2010, "HLC2": 2110}, SLC1={"facing": Facing.W})
    far, near = r.unit("HLC1"), r.unit("HLC2")
    assert fire.targets(r.g, r.unit("SLC1")) == [near]
    with kit.refused("wind"):
        fire.check_fire(r.g, r.unit("SLC1"), far)
    assert "reach 3 (-1 against the wind)" in str(fire.bad_target(r.g, r.unit("SLC1"), far))
    # The other way the wind costs nothing.
    r.orders(BYZANTINE, "Belisarius")
    assert fire.targets(r.g, far) == [r.unit("SLC1")]
    assert volley.strength(r.g, far, 2010, 2410, 4) == (1, False)


def test_the_next_hex_is_in_range_in_any_wind():
    r = alone({"LI21": 2010, "SLC1": 1910}, BYZANTINE, "Belisarius", LI21={"facing": Facing.W})
    assert fire.targets(r.g, r.unit("LI21")) == [r.unit("SLC1")]
    odds = volley.preview(r.g, r.unit("LI21"), r.unit("SLC1"))
    assert (odds.strength, [m.rule for m in odds.modifiers]) == (6, ["wind"])


def test_the_wind_is_told_with_the_shot():
    r = alone({"SLC1": 2410, "HLC1": 2210}, SLC1={"facing": Facing.W})
    r.run(fire.fire, r.unit("SLC1"), r.unit("HLC1"), "order", dice=[4])
    assert "+1 against the wind" in stories(r) and r.unit("HLC1").hits == 0  # 4 + 1 > 4
    r.run(fire.fire, r.unit("SLC1"), r.unit("HLC1"), "order", dice=[3])
    assert r.unit("HLC1").hits == 1


# -- arrows, bows ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 8.18")
@pytest.mark.parametrize("supply", ["low", "no"])
def test_nobody_reloads(supply):
    r = dara(THC1={"supply": supply}, PLI1={"supply": supply}, LI21={"supply": supply})
    r.state.phase = "rout"
    r.run(sequence.rout_and_reload)
    assert [r.unit(u).supply for u in ("THC1", "PLI1", "LI21")] == [supply] * 3
    assert r.happened(SupplyChanged) == []


@pytest.mark.rule("cataphract 9.31")
def test_foot_bows_of_this_battle():
    r = alone({"LI1": 1810, "IHC1": 2310}, BYZANTINE, "Belisarius")
    row = [r.g.charts.missile_strength(r.unit("LI1"), d) for d in range(1, 7)]
    assert row == [8, 5, 4, 1, 0, None]
    odds = volley.preview(r.g, r.unit("LI1"), r.unit("IHC1"))
    assert (odds.distance, odds.strength, odds.needed, odds.hits(0), odds.hits(1)) == (5, 0, 0, 1, 0)
    # Elsewhere the chart stands.
    other = kit.battle([kit.unit("LI1", 1010, missile="B")])
    assert other.g.charts.missile_strength(other.unit("LI1"), 1) == 5


# -- federates ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.5")
@pytest.mark.parametrize(
    ("unit", "leaders"), [("HLN1", {"Belisarius", "Pharas"}), ("HLC2", {"Belisarius", "Sunicas", "Simmias"})]
)
def test_whom_the_federates_obey(unit, leaders):
    names = ("Belisarius", "Bouzes", "John", "Sunicas", "Simmias", "Pharas")
    r = alone({unit: 1410, **dict.fromkeys(names, 1310)}, BYZANTINE, "Belisarius")
    assert {x for x in names if command.in_command(r.g, r.leader(x), r.unit(unit))} == leaders


# -- the trench --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.21", "cataphract 6.28")
@pytest.mark.parametrize("unit", ["IHC1", "SLC1", "PMI1", "PLI1"])
def test_crossing_costs_1_mp_more_and_no_hits(unit):
    r = alone({unit: 1705})
    for a, b in ((1705, 1605), (1605, 1705)):
        cost = r.g.charts.step_cost(r.g.map, r.unit(unit), a, b)
        assert cost is not None and (cost.mp, cost.hits) == (2, 0)
    leader = r.g.charts.step_cost(r.g.map, None, 1705, 1605)
    assert leader is not None and leader.mp == 2


@pytest.mark.rule("cataphract 7.21", "cataphract 7.23")
def test_zoc_stops_nobody_across_the_trench():
    r = alone({"THC1": 1605, "CLN1": 1905, "THC2": 2012}, CLN1={"facing": Facing.W})
    thracian = r.unit("THC1")
    assert set(r.g.covered(thracian)) == {1704, 1705} and r.g.zoc(thracian) == ()
    nodes = reach.search(r.g, r.unit("CLN1"))
    assert not nodes[1705, Facing.W].stops
    assert (1604, Facing.W) in nodes, "it goes on past the Thracians' front"
    # In the open the ZOC is what it always is.
    assert set(r.g.zoc(r.unit("THC2"))) == set(front(2012, Facing.E))


@pytest.mark.rule("cataphract 7.25", "cataphract 6.51", "cataphract 4.21", "cataphract 4.61")
def test_nobody_is_held_across_the_trench():
    r = alone({"THC1": 1605, "SLC1": 1705, "Pitames": 1805, "Barasames": 3001}, BYZANTINE, "Belisarius")
    saracen = r.unit("SLC1")
    saracen.facing = Facing.W
    r.g.version += 1
    assert not r.g.in_enemy_zoc(saracen)
    assert retreats.bar(r.g, saracen, r.unit("THC1")) is None
    r.orders(PERSIAN, "Pitames")
    assert {1704, 1805} & set(leader_moves.destinations(r.g, r.leader("Pitames"))) == {1704}
    assert 1704 in command.reach(r.g, r.leader("Pitames"), 3)
    assert (1705, Facing.NE) in reach.search(r.g, saracen), "it may turn"


@pytest.mark.rule("cataphract 8.21")
def test_entry_fire_crosses_the_trench():
    r = alone({"THC1": 1605, "CLN1": 1806}, CLN1={"facing": Facing.W})
    moves(r, "CLN1", 1705, dice=[6], answers=["no", {"THC1": "fire"}])
    d = r.decisions[1]
    assert (d.kind, [i.key for i in d.items]) == ("entry-fire", ["THC1"])
    assert r.unit("CLN1").hits == 1


@pytest.mark.rule("cataphract 8.22")
def test_so_does_retire_fire():
    r = alone({"THC1": 1605, "CLN1": 1705}, CLN1={"facing": Facing.E})
    moves(r, "CLN1", 1806, 1906, dice=[4], answers=[{"THC1": "fire"}])
    assert r.decisions[0].kind == "retire-fire" and r.unit("CLN1").hits == 1


@pytest.mark.rule("cataphract 8.23")
def test_return_fire_minds_enemies_across_the_trench():
    # 8.23 With an enemy before it the Thracian can't answer another; the trench between makes no difference to that.
    r = alone({"THC1": 1605, "PMI1": 1705, "SLC1": 1603}, SLC1={"facing": Facing.SE})
    assert not reaction.can_return(r.g, r.unit("THC1"), r.unit("SLC1"))
    r.unit("PMI1").hex = None
    r.g.version += 1
    assert reaction.can_return(r.g, r.unit("THC1"), r.unit("SLC1"))


@pytest.mark.rule("cataphract 7.31")
@pytest.mark.parametrize("attacks", [True, False])
def test_heavy_troops_choose_whether_to_attack_across_it(attacks):
    r = alone({"MI1": 1605, "IHC1": 1806, "Perozes": 3014}, IHC1={"facing": Facing.W})
    moves(r, "IHC1", 1705, answers=["yes" if attacks else "no"])
    assert r.decisions[0].kind == "must-check"
    assert bool(r.happened(MarkerPlaced)) is attacks
    assert ([u.id for u in designation.obliged(r.g)] == ["IHC1"]) is attacks
    assert designation.willing(r.g) == [], "who kept its distance stays out of it"


def test_what_a_move_to_the_trench_would_set_off():
    r = alone({"THC1": 1605, "IHC1": 1806}, IHC1={"facing": Facing.W})
    note = str(moves_foretold.consequences(r.g, r.unit("IHC1"), reach.price(r.g, r.unit("IHC1"), (1705,))))
    assert "entry fire from THC1" in note and "stops" not in note and "must attack" not in note
    r = alone({"THC1": 2005, "IHC1": 2206}, IHC1={"facing": Facing.W})
    note = str(moves_foretold.consequences(r.g, r.unit("IHC1"), reach.price(r.g, r.unit("IHC1"), (2105,))))
    assert all(x in note for x in ("entry fire from THC1", "stops in the ZOC of THC1", "must attack THC1"))


@pytest.mark.rule("cataphract 7.31")
def test_in_the_open_they_have_no_choice():
    r = alone({"MI1": 2005, "IHC1": 2206}, IHC1={"facing": Facing.W})
    moves(r, "IHC1", 2105)
    assert r.decisions == [] and r.state.orders.markers == {"IHC1": "must"}


@pytest.mark.rule("cataphract 9.12")
def test_who_must_attack_in_the_open_attacks_across_the_trench_too():
    # IHC1 at 1712 faces MI1 across the trench at 1612, and MI2 on its own bank at 1613.
    r = alone({"MI1": 1612, "MI2": 1613, "IHC1": 1812}, IHC1={"facing": Facing.W})
    assert "trench" in r.g.map.side(1712, 1612) and "trench" not in r.g.map.side(1712, 1613)
    moves(r, "IHC1", 1712)
    assert r.state.orders.markers == {"IHC1": "must"}
    with kit.refused("9.12"):
        designation.check_plan(r.g, ShockPlan(attacks=(Attack(attackers=("IHC1",), defenders=("MI2",)),)))
    designation.check_plan(r.g, ShockPlan(attacks=(Attack(attackers=("IHC1",), defenders=("MI1", "MI2")),)))


@pytest.mark.rule("cataphract 9.16")
@pytest.mark.parametrize(("attackers", "shift"), [(("IHC1",), -1), (("IHC1", "IHC2"), None)])
def test_shock_across_it_by_every_attacker_shifts_1_left(attackers, shift):
    # 1605 is attacked from 1705 across the trench, and from 1604 on its own side.
    r = alone({"THC1": 1605, "IHC1": 1705, "IHC2": 1604}, IHC1={"facing": Facing.W}, IHC2={"facing": Facing.SE})
    found = next(iter(clash.terrain_shifts(r.g, [r.unit(x) for x in attackers], [r.unit("THC1")])), None)
    assert (found and (found.value, found.reason)) == (shift and (shift, "across the trench"))


@pytest.mark.rule("cataphract 9.21")
def test_the_victor_advances_across_it():
    r = alone({"MI1": 1605, "IHC1": 1806, "Perozes": 3014}, IHC1={"facing": Facing.W}, MI1={"hits": 4})
    moves(r, "IHC1", 1705, answers=["yes"])
    r.run(shock_segment, dice=[0, 9], answers=[], defaults=QUIET)
    assert r.unit("MI1").routed and r.unit("IHC1").hex == 1605


@pytest.mark.rule("cataphract 10.21", "cataphract 10.23")
def test_a_unit_that_routs_across_it_is_eliminated():
    # East of the trench and fleeing to the gate; west of it and fleeing home.
    for unit, at in (("THC1", 1719), ("IHC1", 1607)):
        r = alone({unit: at, "Bouzes": 1719})
        before = r.state.sides[r.unit(unit).side].rout_points
        r.run(rout.rout, r.unit(unit), defaults=QUIET)
        assert r.unit(unit).eliminated
        assert r.happened(UnitEliminated)[-1].cause == "it routs across the trench"
        assert r.happened(UnitEliminated)[-1].rule == "trench"
        assert r.state.sides[r.unit(unit).side].rout_points == before + 7
        assert r.leader("Bouzes").hex == 1719, "leaders stay on the brink"


@pytest.mark.rule("cataphract 10.22")
def test_in_the_rout_phase_too():
    r = alone({"IHC1": 1607}, IHC1={"routed": True})
    r.run(rout.rout_phase, PERSIAN, defaults=QUIET)
    assert r.unit("IHC1").eliminated


@pytest.mark.rule("cataphract 10.21")
def test_though_it_be_the_less_straight():
    # From 1516 the row leads across the trench to 1616; 1617 is on the same bank, and as near to the edge.
    r = alone({"IHC1": 1516})
    assert "trench" in r.g.map.side(1516, 1616) and "trench" not in r.g.map.side(1516, 1617)
    r.run(rout.rout, r.unit("IHC1"), answers=[lambda d: d.default] * 2, defaults=["leader-along"])
    assert [str(c.key) for c in r.decisions[0].choices] == ["1617", "1616"]


@pytest.mark.rule("cataphract 10.21")
def test_the_harmless_of_two_ways_is_the_one_proposed():
    # From 1512 the way home leads across the trench to 1613, or first along its bank to 1612.
    r = alone({"IHC1": 1512})
    ways = [1612, 1613]
    assert "trench" in r.g.map.side(1512, 1613) and "trench" not in r.g.map.side(1512, 1612)
    r.run(rout.rout, r.unit("IHC1"), answers=[lambda d: d.default] * 2, defaults=["leader-along"])
    assert sorted(c.hex for c in r.decisions[0].choices) == ways
    assert r.happened(UnitEliminated)[0].at == 1612, "it comes to the trench with its next step"


# -- the walls ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 8.16")
@pytest.mark.parametrize(
    ("to", "expected"),
    [(1113, (8, False)), (1412, (1, False)), (1513, (0, False)), (1613, (0, True)), (1713, (0, True)), (1813, None)],
)
def test_archers_on_the_wall_shoot_2_hexes_farther(to, expected):
    r = alone({"LI7": 1013, "IHC1": to}, BYZANTINE, "Belisarius")
    unit = r.unit("LI7")
    assert volley.strength(r.g, unit, 1013, to, distance(1013, to)) == expected
    assert (fire.targets(r.g, unit) == [r.unit("IHC1")]) is (expected is not None)


@pytest.mark.rule("cataphract 8.15", "cataphract 8.16")
def test_fire_from_the_wall_takes_1_off_the_roll():
    r = alone({"LI7": 1013, "IHC1": 1713}, BYZANTINE, "Belisarius")
    odds = volley.preview(r.g, r.unit("LI7"), r.unit("IHC1"))
    assert [(m.value, m.reason, m.rule) for m in odds.modifiers] == [(-1, "from the wall", "dara-walls")]
    # A modified 0 is needed: 0 and 1 on the die, 1 hit each.
    assert (odds.needed, odds.extended, odds.chances) == (1, True, {0: 0.8, 1: 0.2, 2: 0.0})
    r.run(fire.fire, r.unit("LI7"), r.unit("IHC1"), "order", dice=[1])
    assert r.unit("IHC1").hits == 1 and "-1 from the wall" in stories(r)
    r.run(fire.fire, r.unit("LI7"), r.unit("IHC1"), "order", dice=[2])
    assert r.unit("IHC1").hits == 1


@pytest.mark.rule("cataphract 8.13")
def test_only_from_the_wall():
    r = alone({"LI6": 1113, "IHC1": 1713}, BYZANTINE, "Belisarius")
    with kit.refused("8.13"):
        fire.check_fire(r.g, r.unit("LI6"), r.unit("IHC1"))
    near = alone({"LI6": 1113, "IHC1": 1313}, BYZANTINE, "Belisarius")
    assert volley.preview(near.g, near.unit("LI6"), near.unit("IHC1")).modifiers == ()


@pytest.mark.rule("cataphract 7.22", "cataphract 9.11")
def test_no_shock_from_the_wall_or_against_it():
    r = alone({"LI7": 1013, "IHC1": 1113}, IHC1={"facing": Facing.W})
    assert r.g.opponents(r.unit("IHC1")) == [] == r.g.opponents(r.unit("LI7"))
    assert r.g.zoc(r.unit("LI7")) == () and 1013 not in r.g.zoc(r.unit("IHC1"))
    assert not designation.able(r.g, r.unit("IHC1")) and not designation.able(r.g, r.unit("LI7"))
    r.run(shock_segment)
    assert r.decisions == []


@pytest.mark.rule("cataphract 8.23")
def test_but_fire_goes_both_ways():
    r = alone({"LI7": 1013, "SLC1": 1113}, SLC1={"facing": Facing.W})
    r.run(ordered_fire.ordered_fire, r.unit("SLC1"), r.unit("LI7"), dice=[5, 9], answers=["fire"])
    assert r.unit("LI7").hits == 1, "6 or less, +1 against the wind"
    assert r.rolls[1].total == 8


def test_the_archers_stay_where_they_are():
    r = alone({"LI7": 1013, "Belisarius": 1114}, BYZANTINE, "Belisarius")
    assert reach.search(r.g, r.unit("LI7")) == {}
    for path in ((1113,), (1014,), (Facing.NE,)):
        r.refuses("dara-walls", orders.Move(unit="LI7", path=path))
    r.orders(PERSIAN, "Perozes")
    r.unit("SLC1").hex, r.unit("SLC1").facing = 1114, Facing.W
    r.g.version += 1
    assert retreats.bar(r.g, r.unit("LI7"), r.unit("PMI1")) is not None


@pytest.mark.rule("cataphract 6.25")
@pytest.mark.parametrize("unit", ["BHC1", "IHC1", "LI6", None])
def test_wall_hexes_are_closed(unit):
    r = alone({} if unit is None else {unit: 1114})
    piece = None if unit is None else r.unit(unit)
    for a, b in ((1113, 1013), (1114, 1014), (1013, 1113)):
        assert r.g.charts.step_cost(r.g.map, piece, a, b) is None


@pytest.mark.rule("cataphract 4.21")
def test_orders_reach_the_archers_on_the_wall():
    r = alone({"LI7": 1013, "Belisarius": 1314, "IHC1": 1613}, BYZANTINE, "Belisarius")
    assert command.reach(r.g, r.leader("Belisarius"), 7)[1013] == 3
    assert 1015 not in command.reach(r.g, r.leader("Belisarius"), 7), "nobody stands there"
    r.order(orders.Fire(unit="LI7", target="IHC1"), dice=[9])
    assert r.unit("LI7").supply == "low"


@pytest.mark.rule("cataphract 10.23")
def test_archers_who_rout_are_lost():
    r = alone({"LI7": 1013})
    r.run(rout.rout, r.unit("LI7"), defaults=QUIET)
    assert r.unit("LI7").eliminated and r.state.sides[BYZANTINE].rout_points == 5


# -- the gate ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.25")
@pytest.mark.parametrize(
    ("unit", "routed", "enters"),
    [("BHC1", False, False), ("BHC1", True, True), ("IHC1", False, True), ("IHC1", True, False), (None, False, False)],
)
def test_who_may_enter_the_gate(unit, routed, enters):
    r = alone({} if unit is None else {unit: 1119})
    piece = None if unit is None else r.unit(unit)
    if piece is not None:
        piece.routed = routed
    assert (r.g.charts.step_cost(r.g.map, piece, 1119, 1019) is not None) is enters


@pytest.mark.rule("cataphract 10.21", "cataphract 10.23")
def test_routed_byzantines_flee_through_the_gate_and_are_gone():
    r = alone({"BHC1": 1219, "Belisarius": 1219})
    r.run(rout.rout, r.unit("BHC1"), defaults=QUIET)
    lost = r.happened(UnitEliminated)[0]
    assert (lost.unit, lost.cause, lost.points, lost.rule) == (
        "BHC1",
        "it flees through the gate into the city",
        8,
        "dara-walls",
    )
    assert r.leader("Belisarius").hex == 1119, "he went along as far as he could"


@pytest.mark.rule("cataphract 10.22")
def test_and_in_the_rout_phase():
    r = alone({"MI1": 1319}, MI1={"routed": True, "facing": Facing.W})
    r.run(rout.rout_phase, BYZANTINE, defaults=QUIET)
    assert r.unit("MI1").eliminated and "through the gate" in stories(r)


@pytest.mark.rule("cataphract 12.12")
def test_the_first_persian_in_the_gate_costs_50_points_of_the_level_once():
    r = alone({"IHC1": 1219, "IHC2": 1119, "Perozes": 1319}, IHC1={"facing": Facing.W}, IHC2={"facing": Facing.W})
    moves(r, "IHC2", 1019)
    assert r.state.sides[BYZANTINE].withdrawal_level == 50
    assert "IHC2 is in the gate! The Byzantines withdraw at 50 now." in stories(r)
    moves(r, "IHC2", Facing.E)
    r.unit("IHC2").hex = 1119
    r.orders(PERSIAN, "Perozes")
    r.unit("IHC2").facing = Facing.W
    moves(r, "IHC2", 1019)
    assert r.state.sides[BYZANTINE].withdrawal_level == 50
    assert len(r.happened(LevelChanged)) == 1


@pytest.mark.rule("cataphract 6.51", "cataphract 9.21")
@pytest.mark.parametrize("how", ["withdrawal", "advance"])
def test_however_he_comes_there(how):
    r = alone({"SLC1": 1119, "MI1": 1419, "IHC1": 1119}, SLC1={"facing": Facing.E}, IHC1={"facing": Facing.W})
    if how == "withdrawal":
        r.unit("IHC1").hex = None
        r.unit("MI1").facing = Facing.W
        r.orders(BYZANTINE, "Belisarius")
        r.run(
            movement.move,
            r.unit("MI1"),
            orders.Move(unit="MI1", path=(1319,)),
            answers=[lambda d: {"SLC1": next(c.key for c in d.items[0].choices if c.hex == 1019)}, "hold"],
        )
    else:
        r.unit("SLC1").hex, r.unit("MI1").hex, r.unit("MI1").hits = None, 1019, 4
        r.orders(PERSIAN, "Perozes", moved=["IHC1"], acted=["IHC1"], markers={"IHC1": "must"})
        r.run(shock_segment, dice=[0, 9], defaults=QUIET)
    assert 1019 in (r.unit("SLC1").hex, r.unit("IHC1").hex)
    assert r.state.sides[BYZANTINE].withdrawal_level == 50


@pytest.mark.rule("cataphract 4.21")
def test_a_persian_in_the_gate_hears_his_orders():
    r = alone({"IHC1": 1019, "Perozes": 1219})
    r.order(orders.Move(unit="IHC1", path=(1118,)), defaults=QUIET)
    assert r.unit("IHC1").hex == 1118


def test_a_persian_in_the_gate_closes_it():
    r = alone({"IHC1": 1019, "BHC1": 1118})
    r.run(rout.rout, r.unit("BHC1"), defaults=QUIET)
    assert "through the gate" not in stories(r)


# -- the examples of the rules set at Dara -----------------------------------------------------------------------------


@pytest.mark.rule("cataphract 5.24", "cataphract 6.13")
def test_example_john_orders_a_unit_once_in_a_phase():
    r = dara().orders(BYZANTINE, "John")
    r.order(orders.Move(unit="AHC1", path=(Facing.NE,)))
    r.refuses("5.24", orders.Move(unit="AHC1", path=(Facing.E,)))
    # By Belisarius later, or by himself with Momentum: it moves again, at the price of a hit.
    for leader in ("Belisarius", "John"):
        unit = r.unit("AHC1")
        hits, facing = unit.hits, unit.facing
        r.orders(BYZANTINE, leader)
        r.leader(leader).hex = 1520
        r.order(orders.Move(unit="AHC1", path=(facing.turned(2),)))
        assert unit.hits == hits + 1


def selecting(r: kit.Rig) -> kit.Rig:
    """Pitames is the next to act."""
    for name in ("Sunicas", "Simmias", "Pharas", "Barasames"):
        r.leader(name).status = "finished"
    r.state.phase = "select"
    return r


@pytest.mark.rule("cataphract 5.41", "cataphract 5.44")
@pytest.mark.parametrize(("die", "acts"), [(0, "Perozes"), (5, "Perozes"), (6, "Pitames"), (9, "Pitames")])
def test_example_perozes_trumps_pitames(die, acts):
    r = selecting(dara())
    r.leader("Belisarius").status = "finished"
    r.leader("Bouzes").status = r.leader("John").status = "finished"
    d = r.play(dice=[die], answers=["trump-Perozes"])
    assert (d.kind, r.g.orders.leader) == ("orders", acts)
    assert r.leader("Perozes").status == ("active" if acts == "Perozes" else "finished")


@pytest.mark.rule("cataphract 5.42", "cataphract 5.44")
@pytest.mark.parametrize(("die", "acts"), [(8, "Perozes"), (6, "Belisarius")])
def test_example_belisarius_trumps_the_trump(die, acts):
    r = selecting(dara())
    d = r.play(dice=[3, die], answers=["trump-Perozes", "Belisarius"])
    assert (d.kind, r.g.orders.leader) == ("orders", acts)
    other = "Belisarius" if acts == "Perozes" else "Perozes"
    assert r.leader(other).status == "finished"


NO_TURN = ["reaction-facing", "leader-along", "shield-wall"]


@pytest.mark.rule("cataphract 8.31", "cataphract 8.32", "cataphract 8.33", "cataphract 8.34")
def test_example_saracens_harass_the_line():
    """8.3 on its own map. The example leaves the wind out: every Persian shot adds 1 to what it says."""
    line = {"LI1": 2004, "MI1": 2005, "LI21": 2006, "THC1": 2007}
    horse = {"SLC1": 2403, "SLC2": 2405, "SLC3": 2406, "SLC4": 2407}
    facings = {**{x: {"facing": Facing.W} for x in horse}, "SLC4": {"facing": Facing.SW}}
    r = alone({**line, **horse}, **facings)

    def raid(unit: str, target: str, path: tuple[Hex, ...], **kw: Any) -> None:
        r.rolls.clear()
        r.decisions.clear()
        r.run(harass.harass, r.unit(unit), r.unit(target), path, defaults=NO_TURN, **kw)

    # A against W: 6 or less, +1 and the wind's +1; W answers with 8.
    raid("SLC1", "LI1", (2303, 2204, 2103), dice=[5, 8], answers=[{"LI1": "fire"}])
    assert [(x.needs, x.total) for x in r.rolls] == [("6 or less", 7), ("8 or less", 8)]
    assert [m.reason for m in r.rolls[0].modifiers] == ["moved", "against the wind"]
    assert (r.unit("LI1").hits, r.unit("SLC1").hits) == (0, 1)
    # B against X: Y may answer with 6; X is hit, fails with 7 and goes out to 2104 of 2104 and 2105.
    raid("SLC2", "MI1", (2305, 2205, 2105), dice=[4, 9, 7], answers=[{"LI21": "fire"}, "2104@NE"])
    d = r.decisions[0]
    assert isinstance(d, ChooseEach) and [i.key for i in d.items] == ["LI21"]
    assert [x.needs for x in r.rolls] == ["6 or less", "6 or less", "printed TQ 5 or less"]
    assert {c.hex for c in r.decisions[1].choices} == {2104, 2105}
    assert (r.unit("MI1").hex, r.unit("MI1").hits) == (2104, 1)
    # C against X: nobody can answer; X is hit and goes on to 2205.
    raid("SLC3", "MI1", (2305, 2205), dice=[4, 7], answers=["2205@SE"])
    assert r.rolls[0].total == 6 and (r.unit("MI1").hex, r.unit("MI1").hits) == (2205, 2)
    # D can't harass X, which isn't before it; at range 3 it may shoot with 4.
    d4 = r.unit("SLC4")
    assert list(harass.paths(r.g, d4, 2205)) == []
    odds = fire.preview(r.g, d4, r.unit("MI1"))
    assert (odds.distance, odds.strength, [m.rule for m in odds.modifiers]) == (3, 4, ["wind"])
    ends = {(t.id, p[-1]) for t, p in harass.harass_options(r.g, d4)}
    assert ends == {("LI21", 2106), ("THC1", 2106), ("THC1", 2107)}
    drawn = {p[-1]: {u.id for u, _ in harass.reactors(r.g, d4, t, p)} for t, p in harass.harass_options(r.g, d4)}
    assert drawn == {2106: {"LI21", "THC1"}, 2107: {"THC1"}}


@pytest.mark.rule("cataphract 7.32")
def test_example_light_horse_decides_when_it_arrives():
    r = alone({"LI1": 2004, "SLC1": 2204}, SLC1={"facing": Facing.W})
    moves(r, "SLC1", 2104, dice=[9], answers=["yes", {"LI1": "fire"}])
    assert [d.kind for d in r.decisions] == ["must-check", "entry-fire"], "before it is shot at"
    assert r.state.orders.markers == {"SLC1": "must"}
    assert len(r.happened(UnitMoved)) == 1


def test_a_rule_put_in_force_later_counts():
    r = kit.battle([kit.unit("HC1", 1010)], hexsides=[(1010, 1110, "trench")])
    assert set(r.g.zoc(r.unit("HC1"))) == set(front(1010, Facing.E)) and 1110 in r.g.zoc(r.unit("HC1"))
    kit.under(r, Trench(SpecialRule(id="trench", title="Rule", text="Text.")))
    r.g.version += 1
    assert 1110 not in r.g.zoc(r.unit("HC1"))


def test_the_scenario_is_sound():
    assert list(load("cataphract/dara").problems()) == []
