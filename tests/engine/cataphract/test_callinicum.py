"""Callinicum: the fast, the river and the island; the examples of the rules set there, on their own map."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing, Hex
from engine.systems.gboh import shock
from engine.systems.gboh.cohesion import cohesion, rally, rout
from engine.systems.gboh.command import command, leader_moves
from engine.systems.gboh.events import Fired, NoteSet, ShockFought, Told, UnitEliminated, UnitMoved, UnitRouted
from engine.systems.gboh.movement import movement, reach, retreats
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import segment
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.turn import selection, sequence
from scenarios import load
from tests.each import for_each
from tests.engine.cataphract import kit

BYZANTINE, PERSIAN = "byzantine", "persian"
QUIET = ["rout-path", "unit-order", "advance-turn", "leader-along", "reaction-facing", "leader-withdrawal"]


def callinicum(at: dict[str, Hex | None] | None = None, *, turn: int = 1, **changes: dict[str, Any]) -> kit.Rig:
    r = kit.the("callinicum", at, **changes)
    r.state.turn = turn
    return r


def alone(at: dict[str, Hex | None], **changes: dict[str, Any]) -> kit.Rig:
    """Only these pieces on the map."""
    everybody = kit.the("callinicum").state
    return callinicum({**dict.fromkeys((*everybody.units, *everybody.leaders)), **at}, **changes)


def test_the_scenario_is_sound():
    assert list(load("cataphract/callinicum").problems()) == []


# -- the fast ----------------------------------------------------------------------------------------------------------


def reloaded(r: kit.Rig, *dice: int) -> kit.Rig:
    """The Rout and Reload Phase."""
    r.state.phase = "rout"
    r.run(sequence.rout_and_reload, dice=dice, defaults=QUIET)
    assert r.state.phase == "withdrawal"
    return r


@pytest.mark.rule("cataphract 3.0")
@pytest.mark.parametrize("turn", [1, 2])
def test_nobody_rolls_before_the_third_turn(turn):
    r = reloaded(callinicum(turn=turn))
    assert r.rolls == []


@for_each("die", range(10))
def test_the_roll(die):
    r = reloaded(callinicum(turn=3), die)
    roll = r.rolls[0]
    assert (roll.side, roll.rule, roll.natural) == (BYZANTINE, "lent", die)
    tells = die <= 1
    assert roll.result == ("it tells on them" if tells else "they hold out")
    assert ("lent" in r.state.notes) is tells
    assert bool([e for e in r.happened(Told) if e.rule == "lent"]) is tells
    for unit in r.state.units.values():
        assert cohesion.tq(r.g, unit) == unit.tq - (tells and unit.side == BYZANTINE), unit.id


def test_it_is_rolled_every_turn_until_it_tells_and_never_after():
    r = reloaded(callinicum(turn=3), 5)
    r.state.turn = 4
    reloaded(r, 1)
    r.state.turn = 5
    reloaded(r)
    assert len(r.rolls) == 2 and len(r.happened(NoteSet)) == 1
    assert cohesion.tq(r.g, r.unit("THC1")) == 6, "once, and for good"


def test_it_comes_after_the_rout_and_the_reload():
    r = callinicum(turn=3, THC1={"supply": "low"}, AHC1={"routed": True})
    start = r.unit("AHC1").hex
    reloaded(r, 0)
    kinds = [e.type for e in r.events]
    assert r.unit("THC1").supply == "full" and r.unit("AHC1").hex != start
    assert kinds.index("rout-moved") < kinds.index("supply-changed") < kinds.index("note-set")


@pytest.mark.rule("cataphract 10.14", "cataphract 10.21")
def test_units_at_their_new_tq_rout_at_once_and_flee_2_hexes():
    r = callinicum(turn=3, BHC1={"hits": 7}, BHC2={"hits": 6}, SLC1={"hits": 3}, IMI1={"hits": 4})
    reloaded(r, 1)
    assert {e.unit for e in r.happened(UnitRouted)} == {"BHC1", "IMI1"}, "one hit below its printed TQ; Byzantine"
    steps = [e for e in r.events if e.type == "rout-moved" and e.unit == "BHC1"]
    assert len(steps) == 2, "10.21, not the full flight of the phase that is over"
    assert all(r.events.index(e) > [x.type for x in r.events].index("note-set") for e in steps)


@pytest.mark.rule("cataphract 12.11", "cataphract 10.27", "cataphract 8.34")
def test_what_goes_by_printed_tq_stays():
    r = callinicum(turn=4, THC1={"routed": True, "hex": 1812})
    r.state.notes["lent"] = "weak"
    r.orders(BYZANTINE, "Bouzes")
    unit = r.unit("THC1")
    assert cohesion.tq(r.g, unit) == 1 and rout.points(unit) == 7
    r.leader("Bouzes").hex = 1811
    r.unit("THC1").hex = 1612
    r.g.version += 1
    r.run(rally.rally, r.leader("Bouzes"), unit, Facing.E, dice=[0])
    assert unit.hits == 2, "a third of the printed 7"
    assert cohesion.tq(r.g, unit) == 6


# -- the river ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.24", "cataphract 6.25")
def test_the_river_is_closed_and_its_bank_is_not():
    r = alone({"THC1": 1503, "IHC1": 1704, "Bouzes": 1303})
    assert r.g.map.terrain_at(1503) == "open"
    for unit in (r.unit("THC1"), r.unit("IHC1"), None):
        for a, b in ((1503, 1502), (1503, 1403), (1404, 1403), (1303, 1203)):
            assert r.g.charts.step_cost(r.g.map, unit, a, b) is None
        assert r.g.charts.step_cost(r.g.map, unit, 1504, 1503) is not None
    r.orders(BYZANTINE, "Bouzes")
    found = {h for h, _ in reach.search(r.g, r.unit("THC1"))}
    assert 1303 in found and 1302 not in found, "the ford is in play, the island isn't"
    assert not any(r.g.map.terrain_at(h) == "river" for h in found)
    assert 1302 not in leader_moves.destinations(r.g, r.leader("Bouzes"))


@pytest.mark.parametrize(
    ("unit", "routed", "enters"),
    [("THC1", True, True), ("THC1", False, False), ("IHC1", True, False), ("IHC1", False, False)],
)
def test_only_routed_byzantines_go_to_the_island(unit, routed, enters):
    r = alone({unit: 1303})
    r.unit(unit).routed = routed
    assert (r.g.charts.step_cost(r.g.map, r.unit(unit), 1303, 1302) is not None) is enters
    if not routed:
        r.orders(r.unit(unit).side, None)
        r.unit(unit).facing = Facing.NE
        with kit.refused("6.25"):
            reach.price(r.g, r.unit(unit), (1302,))


@pytest.mark.rule("cataphract 10.21", "cataphract 10.23", "cataphract 12.11")
def test_who_flees_to_the_island_is_out_of_the_battle():
    r = alone({"THC1": 1304, "Bouzes": 1304})
    r.run(rout.rout, r.unit("THC1"), defaults=QUIET)
    lost = r.happened(UnitEliminated)[0]
    assert (lost.unit, lost.at, lost.cause, lost.rule) == ("THC1", 1303, "it flees to the island", "euphrates")
    assert r.state.sides[BYZANTINE].rout_points == 7
    assert r.leader("Bouzes").hex == 1303, "leaders stay on the bank"


@pytest.mark.rule("cataphract 10.22")
def test_in_the_rout_phase_too():
    r = alone({"THC1": 1306}, THC1={"routed": True})
    r.run(rout.rout_phase, BYZANTINE, defaults=QUIET)
    assert r.unit("THC1").eliminated


@pytest.mark.rule("cataphract 10.21")
def test_a_unit_on_the_bank_flees_along_it():
    # From 1503 the way straight to the island lies in the river.
    r = alone({"THC1": 1503})
    r.run(rout.rout, r.unit("THC1"), defaults=QUIET)
    assert next(e.to for e in r.events if e.type == "rout-moved") in (1404, 1504, 1603)
    assert not r.unit("THC1").eliminated


@pytest.mark.rule("cataphract 10.23")
def test_a_unit_with_no_way_but_the_river_is_eliminated():
    foes = {"IHC1": 1504, "IHC2": 1404, "IHC3": 1604}
    r = alone({"THC1": 1503, **foes}, **{x: {"facing": Facing.NE} for x in foes})
    assert [h for h in r.g.map.neighbours(1503) if r.g.map.terrain_at(h) != "river" and h not in foes.values()] == []
    r.run(rout.rout, r.unit("THC1"), defaults=QUIET)
    assert r.unit("THC1").eliminated and r.happened(UnitMoved) == []


@pytest.mark.rule("cataphract 6.55")
def test_nobody_withdraws_into_the_river():
    r = alone({"PLC1": 1704, "IMI1": 1905}, PLC1={"facing": Facing.E}).orders(BYZANTINE, "Longinus")
    found = retreats.retreats(r.g, r.unit("PLC1"), r.unit("IMI1"), 1905)
    assert any(1503 in way.path for way in found)
    assert not any(r.g.map.terrain_at(h) == "river" or h == 1302 for way in found for h in way.path)


# -- the examples of the rules set at Callinicum -----------------------------------------------------------------------


@pytest.mark.rule("cataphract 5.12", "cataphract 5.13")
def test_example_who_is_activated_first():
    r = callinicum()
    r.state.phase = "select"
    d = r.play()
    assert d.side == BYZANTINE and {c.key for c in d.choices if "-" not in c.key} == {"Longinus", "Arethas"}
    r = callinicum()
    r.state.phase = "select"
    for name in ("Longinus", "Arethas"):
        r.leader(name).status = "finished"
    # Initiative 5 on both sides: the Persian rolls higher; then they alternate.
    order = []
    r.state.phase = "select"
    d = r.play(dice=[3, 7])
    for _ in range(4):
        order.append(d.side)
        name = d.subject
        assert name is not None
        r.state.phase = "select"
        r.run(selection.select, answers=[f"pass-{name}"])
        if len(order) < 4:
            d = r.play()
    assert order == [PERSIAN, BYZANTINE, PERSIAN, BYZANTINE]


@pytest.mark.rule("cataphract 5.44", "cataphract 5.41")
def test_example_belisarius_trumps_his_own_lieutenant():
    r = callinicum()
    for name in ("Longinus", "Arethas"):
        r.leader(name).status = "finished"
    r.state.phase = "select"
    d = r.play(dice=[7, 3])
    assert d.side == BYZANTINE
    r.state.phase = "select"
    r.play(dice=[2], answers=["trump-Belisarius", *(["no"] if _may_trump(r) else [])])
    bypassed = {x.id for x in r.state.leaders.values() if x.no_momentum and x.on_map and x.status == "inactive"}
    assert bypassed == {"John", "Bouzes", "Alamoundaras", "Cabades"}


def _may_trump(r: kit.Rig) -> bool:
    """Azarethes (6) may answer Belisarius (6)."""
    return r.leader("Azarethes").status == "inactive"


@pytest.mark.rule("cataphract 4.33", "cataphract 4.5")
@pytest.mark.parametrize("leader", ["Cabades", "Azarethes"])
def test_example_cabades_commands_persians_and_no_saracens(leader):
    r = alone({leader: 2612, "SLC1": 2512, "PLC1": 2513, "IHC1": 2514, "THC1": 2412})
    r.orders(PERSIAN, leader)
    x = r.leader(leader)
    assert [u for u in ("SLC1", "PLC1", "IHC1") if command.in_command(r.g, x, r.unit(u))] == ["PLC1", "IHC1"]
    r.refuses("4.5", orders.Move(unit="SLC1", path=(2412,)))
    r.orders(PERSIAN, leader)
    r.unit("SLC1").facing = Facing.W
    r.g.version += 1
    assert "SLC1" not in [u.id for u in shock.designation.willing(r.g)], "nor lets he them shock"


@pytest.mark.rule("cataphract 6.58", "cataphract 6.51", "cataphract 6.52", "cataphract 6.56")
def test_example_light_horse_before_the_isaurians():
    r = alone({"IMI1": 1805, "PLC1": 2105, "Longinus": 1705}, PLC1={"facing": Facing.E}).orders(BYZANTINE, "Longinus")
    r.run(
        movement.move,
        r.unit("IMI1"),
        orders.Move(unit="IMI1", path=(1905, 2006, 2105, 2206)),
        dice=[3],
        answers=["2305@W", "2405@W", "fire", "stay"],
        defaults=["shield-wall"],
    )
    horse, foot = r.unit("PLC1"), r.unit("IMI1")
    assert (horse.hex, horse.facing, horse.hits) == (2405, Facing.W, 1), "approached from the rear the first time"
    assert (foot.hex, foot.hits) == (2206, 1)
    assert [e.how for e in r.happened(Fired)] == ["withdrawal"]


@pytest.mark.rule("cataphract 9.1")
def test_example_the_shock_on_its_own_map():
    """9.11 to 9.17 with the battle's own units: Immortals A, B, C, and a Saracen as the D of the example."""
    at = {
        **{"IHC1": 2209, "IHC8": 2212, "IHC9": 2215, "SLC1": 2219, "Alamoundaras": 2217, "Cabades": 2215},
        **{"SMI1": 2109, "THC1": 2108, "SMI2": 2111, "AHC1": 2114, "SMI3": 2115, "SMI4": 2118},
    }
    west = {x: {"facing": Facing.W} for x in ("IHC1", "IHC8", "IHC9")}
    r = alone(at, **west, SLC1={"facing": Facing.W}, SMI4={"facing": Facing.NE, "hits": 2})
    facing = {u: [e.id for e in r.g.opponents(r.unit(u))] for u in ("IHC1", "IHC8", "IHC9", "SLC1")}
    assert set(facing["IHC1"]) == {"THC1", "SMI1"}
    assert set(facing["IHC9"]) == {"AHC1", "SMI3"} and facing["IHC8"] == ["SMI2"] and facing["SLC1"] == ["SMI4"]
    moved = ["IHC1", "IHC8", "IHC9"]
    r.orders(PERSIAN, "Alamoundaras", moved=moved, acted=moved, markers=dict.fromkeys(moved, "must"))
    plan = ShockPlan(
        attacks=(
            Attack(attackers=("IHC1",), defenders=("THC1", "SMI1")),
            Attack(attackers=("IHC8",), defenders=("SMI2",)),
            Attack(attackers=("IHC9",), defenders=("AHC1", "SMI3")),
            Attack(attackers=("SLC1",), defenders=("SMI4",)),
        )
    )
    shock.designation.check_plan(r.g, plan)
    r.run(
        segment.shock_segment,
        dice=[6, 7, 6, 9, 5, 2, 8, 8, 0, 5, 6, 2, 6, 7, 3, 7],
        answers=[plan, {"THC1": "THC1"}],
        defaults=[*QUIET, "odd-hit"],
    )
    assert [e.column for e in r.happened(ShockFought)] == [7, 7, 8, 6]
    assert r.leader("Cabades").wounded
    assert {e.unit for e in r.happened(UnitRouted)} >= {"SMI3", "SMI4", "SMI2"}
    assert {u: r.unit(u).hits for u in ("IHC1", "IHC8", "IHC9", "SLC1")} == {"IHC1": 2, "IHC8": 3, "IHC9": 2, "SLC1": 2}
    assert {u: r.unit(u).hits for u in ("SMI1", "THC1", "AHC1")} == {"SMI1": 2, "THC1": 1, "AHC1": 5}
    assert {e.unit for e in r.happened(UnitMoved) if e.how == "advance"} == {"IHC8", "SLC1"}
