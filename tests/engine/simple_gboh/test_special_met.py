"""Rules of single battles where they meet the general ones: trench and walls, fords, the town, who is away already."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing, Hex, facings_towards
from engine.systems.gboh import footprint
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import pairs
from engine.systems.gboh.orders.orders import Fire
from engine.systems.simple_gboh.shock import contact, designation, modifiers, retreat
from engine.systems.simple_gboh.shock.combat import Party
from engine.systems.simple_gboh.turn import activation, sequence
from tests.engine.simple_gboh.kit import Rig, refused
from tests.engine.simple_gboh.test_special import lost, the, turn


def alone(r: Rig, *codes: str) -> Rig:
    """Everybody but these is taken off the map."""
    for u in r.state.units.values():
        if u.id not in codes:
            u.hex = None
    r.g.version += 1
    return r


def face(r: Rig, code: str, towards: Hex) -> Any:
    """A unit turned so that a hex beside it is in its Front."""
    unit = r.unit(code)
    unit.facing = facings_towards(unit.hex, towards)[0]
    r.g.version += 1
    return unit


# -- Dara -------------------------------------------------------------------------------------------------------------


def across(*codes: str) -> Rig:
    """Dara with Persian and Byzantine horse, or whoever is named, either side of the trench, face to face."""
    ours, theirs = codes or ("AHC1", "HC1")
    r = the("dara")
    side = next(f for f in r.g.map.hexsides if f.type == "trench")
    alone(r, ours, theirs)
    r.unit(ours).hex, r.unit(theirs).hex = side.a, side.b
    face(r, ours, side.b)
    face(r, theirs, side.a)
    return turn(r, r.unit(ours).side, phase="shock")


def horse(r: Rig, side: str) -> list[str]:
    return [u.id for u in r.state.units.values() if u.side == side and u.type == "HC"]


@pytest.mark.rule("simple-gboh 7.52")
def test_the_trench_counts_once_in_a_shock():
    r = the("dara")
    r = across(horse(r, "persian")[0], horse(r, "byzantine")[0])
    ours, theirs = (next(iter(r.g.units(s))) for s in ("persian", "byzantine"))
    found = [m for m in modifiers.of(r.g, [ours], [theirs], ours, theirs) if "trench" in str(m.reason)]
    assert [m.value for m in found] == [-1]


@pytest.mark.rule("simple-gboh 7.31")
def test_nobody_has_to_attack_across_the_trench_even_when_held_by_another():
    r = the("dara")
    ours, other = horse(r, "persian")[0], horse(r, "byzantine")[:2]
    r = across(ours, other[0])
    unit = r.unit(ours)
    near = [h for h in r.g.map.neighbours(unit.hex) if h not in r.g.covered(unit)]
    r.unit(other[1]).hex = next(h for h in near if "trench" not in r.g.map.side(h, unit.hex))
    face(r, other[1], unit.hex)
    assert r.g.in_enemy_zoc(unit)
    assert [e.id for e in contact.open_to(r.g, unit)] == [other[0]], "it may"
    assert contact.due(r.g, unit) == []
    assert contact.obliged(r.g) == []


@pytest.mark.rule("simple-gboh 8.3")
def test_a_retreat_across_the_trench_costs_a_hit():
    r = the("dara")
    code, foe = horse(r, "persian")[0], horse(r, "byzantine")[0]
    side = next(f for f in r.g.map.hexsides if f.type == "trench")
    alone(r, code, foe)
    r.unit(code).hex = side.a
    opposite = next(
        h for h in r.g.map.neighbours(side.a) if h != side.b and h not in r.g.map.neighbours(side.b) and h in r.g.map
    )
    r.unit(foe).hex = opposite
    face(r, foe, side.a)
    turn(r, r.unit(foe).side, phase="shock")
    ways = retreat.ways(r.g, r.unit(code), [r.unit(foe)])
    assert side.b in [m.to.hex for m in ways]
    answers = [f"{side.b:04}"] if len(ways) > 1 else []
    r.run(lambda g: retreat.retreat(g, Party.of(g, r.unit(code)), [r.unit(foe)]), answers=answers)
    assert (r.unit(code).hex, r.unit(code).hits) == (side.b, 1)


@pytest.mark.rule("simple-gboh 7.12")
def test_archers_on_the_wall_are_offered_all_they_reach():
    r = turn(the("dara"), "byzantine")
    archer = next(u for u in r.g.units("byzantine") if u.hex == 1013)
    foe = next(u for u in r.g.units("persian"))
    alone(r, archer.id, foe.id)
    far = [h for h in r.g.map.hexes if footprint.distance_to(archer, h) == 6]
    for h in far:
        foe.hex = h
        r.g.version += 1
        if fire.bad_target(r.g, archer, foe) is None:
            break
    else:
        pytest.fail("nothing is in sight at range 6")
    assert foe.id in [t.id for t in fire.targets(r.g, archer)]


# -- fords ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 5.22")
@pytest.mark.parametrize(("battle", "code"), [("jaxartes", "PH1"), ("pelium", "PH5")])
def test_two_hexes_take_the_hit_of_a_ford_once(battle: str, code: str):
    r = the(battle)
    rule: Any = next(x for x in r.g.rules if x.spec.id == "ford")
    water, out = set(rule.params.hexes), rule.params.disorder == "stepping out"
    unit = r.unit(code)
    seen: set[bool] = set()
    for at in sorted({n for w in water for h in r.g.map.neighbours(w) for n in r.g.map.neighbours(h)}):
        for f in (x for x in Facing if x.is_vertex):
            here = footprint.stand(unit.model_copy(update={"hex": at, "facing": f}))
            for m in footprint.steps(here):
                before, after = set(footprint.hexes_of(here)) & water, set(footprint.hexes_of(m.to)) & water
                if not (before or after) or not all(h in r.g.map for h in (*footprint.hexes_of(here), *m.entered)):
                    continue
                unit.hex, unit.facing = at, f
                price = pairs.Pricing(r.g, unit).of(m, 99, 0)
                if price is None:
                    continue
                due = (bool(before) and not after) if out else (bool(after) and not before)
                assert ("crossing the river" in price.causes and price.hits > 0) is due, (at, f.name, m)
                seen.add(due)
    assert seen == {True, False}


@pytest.mark.rule("simple-gboh 7.31")
def test_who_stands_in_the_ford_attacks_only_who_stands_in_it():
    water = (2518, 2519, 2520, 2521, 2522)
    r = the("jaxartes")
    alone(r, "CA1", "SCL6", "SCL7")
    unit: Any = r.unit("CA1")
    unit.hex = 2520
    unit.facing = next(
        f for f in Facing if f.is_vertex and sum(h in water for h in footprint.front(footprint.facing(unit, f))) == 1
    )
    wet = next(h for h in footprint.front(unit) if h in water)
    dry = next(h for h in footprint.front(unit) if h not in water)
    r.unit("SCL6").hex, r.unit("SCL7").hex = wet, dry
    turn(r, "macedonian", phase="shock")
    assert [e.id for e in contact.open_to(r.g, unit)] == ["SCL6"]
    with refused("ford"):
        designation.check_plan(r.g, r.plan("CA1 x SCL7"))
    r.unit("SCL6").hex = None
    r.g.version += 1
    bar = contact.bar(r.g, unit)
    assert bar is not None and bar.rule == "ford"


@pytest.mark.rule("simple-gboh 8.3")
def test_who_never_enters_a_river_doesnt_retreat_into_it():
    r = the("jaxartes")
    alone(r, "SCL6", "CA1")
    r.unit("SCL6").hex, r.unit("CA1").hex = 2620, 2720
    face(r, "CA1", 2620)
    turn(r, "macedonian", phase="shock")
    water = {2518, 2519, 2520, 2521, 2522}
    assert water & set(r.g.map.neighbours(2620))
    assert not water & {m.to.hex for m in retreat.ways(r.g, r.unit("SCL6"), [r.unit("CA1")])}


# -- Pelium -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.23")
def test_who_is_shot_at_from_the_town_may_answer():
    r = the("pelium")
    alone(r, "LI1", "CR1")
    r.unit("LI1").hex, r.unit("CR1").hex = 4703, 4702
    face(r, "LI1", 4702)
    face(r, "CR1", 4703)
    turn(r, "illyrian", phase="orders")
    assert fire.bad_target(r.g, r.unit("CR1"), r.unit("LI1")) is not None, "nobody shoots into it unasked"
    r.order(Fire(unit="LI1", target="CR1"), dice=[9, 0], answers=["fire"])
    assert [(e[0], e[2]) for e in r.fired()] == [("LI1", "order"), ("CR1", "return")]


# -- who is away already ----------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.36")
def test_pharnaces_may_give_up_when_the_unit_he_rides_with_is_lost():
    r = turn(the("samarkand"), "persian")
    at = r.leader("Pharnaces").hex
    code = next(u.id for u in r.g.units("macedonian") if at in footprint.hexes_of(u))
    lost(r, code, dice=[7, 3, 4, 3, 4, 4])
    pharnaces = r.leader("Pharnaces")
    assert (pharnaces.eliminated, pharnaces.hex, pharnaces.departed) == (True, None, True)


@pytest.mark.rule("simple-gboh 7.63")
def test_alans_in_pursuit_leave_with_the_others():
    r = turn(the("catalaunian"), "hun")
    names = [u.id for u in r.g.units("west-roman") if u.formation == "alans"]
    gone = r.unit(names[0])
    gone.hex, gone.pursuing = None, True
    lost(r, names[1], dice=[9])
    assert (gone.departed, gone.pursuing) == (True, False)
    turn(r, "west-roman")
    assert "alans" not in [c.key for c in activation._question(r.g, "west-roman").choices]


@pytest.mark.rule("simple-gboh 4.41")
def test_a_turn_that_was_set_aside_has_had_its_roll():
    r = turn(the("tricameron"), "byzantine", 3, "start")
    r.state.last_side, r.state.orders = "vandal", None
    r.run(sequence.start, dice=[4])
    r.state.sides["byzantine"].turns -= 1  # as a seizure leaves it (4.41)
    r.state.last_side, r.state.orders = "vandal", None
    r.run(sequence.start)
    r.state.last_side, r.state.orders = "vandal", None
    r.run(sequence.start, dice=[0])
    assert r.state.arrivals["infantry"] == "marching"


# -- values -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 8.2")
def test_all_the_frankish_foot_at_casilinum_is_barbarian_and_depletes():
    r = the("casilinum")
    foot = [u for u in r.g.units("frank") if u.troop.arm == "foot"]
    assert {u.id.rstrip("0123456789") for u in foot} == {"BMI", "FMI"}
    assert {(u.type, u.depletable) for u in foot} == {("BI", True)}
