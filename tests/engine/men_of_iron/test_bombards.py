"""CR-3 Bombards."""

from __future__ import annotations

import pytest

from engine.systems.men_of_iron import bombards, fire, orders, reaction
from engine.systems.men_of_iron.events import Fired, MarkerChanged
from engine.systems.men_of_iron.special import Special
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.fire_field import AWAY
from tests.engine.men_of_iron.kit import refused, unit

GUN = {"id": "BOMB1", "name": "Bombard 1", "kind": "bombard", "hex": 1010, "command": "A", "facing": "SE"}


def battery(*enemies, a=(), **values):
    """A bombard of side a at 1010 that faces SE: 1011 and 1110 lie before it."""
    mine = [unit("DM1", 1005), unit("PK1", 1004, command="C"), *a]
    return kit.battle(mine, enemies or [unit("PK9", 1012, "NW")], a_markers=[GUN], **{**AWAY, **values}).activate("A")


def shoot(r: kit.Rig, target: str = "PK9", **values) -> None:
    r.order(orders.Fire(unit="BOMB1", target=target), **values)


@pytest.mark.rule("men-of-iron CR-3")
@pytest.mark.parametrize(("distance", "drm"), [(1, 0), (2, 0), (3, -1), (4, -1)])
def test_range_one_to_four(distance, drm):
    r = battery(unit("PK9", 1010 + distance, "NW"))
    assert bombards.preview(r.g, "BOMB1", r.unit("PK9")).modifier == drm
    shoot(r, dice=[5])
    assert r.unit("PK9").disordered is (drm == 0)
    assert r.rolls[0].table == "missile_fire"


@pytest.mark.rule("men-of-iron CR-3")
def test_beyond_four_it_does_not_reach():
    r = battery(unit("PK9", 1015, "NW"))
    r.refuses("CR-3", orders.Fire(unit="BOMB1", target="PK9"))
    with refused("CR-3"):
        bombards.preview(r.g, "BOMB1", r.unit("PK9"))


@pytest.mark.rule("men-of-iron CR-3")
def test_through_its_front_hexsides_only():
    around = {1011: True, 1110: True, 1109: False, 910: False, 1009: False, 909: False}
    r = battery(*(unit(f"PK{i}", h, "W") for i, h in enumerate(around, start=2)))
    assert {u.hex for u in bombards.targets(r.g, "BOMB1")} == {h for h, may in around.items() if may}
    r.refuses("CR-3", orders.Fire(unit="BOMB1", target="PK4"))


@pytest.mark.rule("men-of-iron CR-3", "men-of-iron 9.4")
def test_it_does_not_fire_through_units():
    r = battery(unit("PK9", 1012, "NW"), a=[unit("DM2", 1011)])
    r.refuses("9.4", orders.Fire(unit="BOMB1", target="PK9"))
    r = battery(unit("PK9", 1012, "NW"), a=[unit("DM2", 1010)])
    shoot(r, dice=[0])
    r = battery(terrain={1011: "woods"})
    r.refuses("9.4", orders.Fire(unit="BOMB1", target="PK9"))


@pytest.mark.rule("men-of-iron CR-3")
def test_only_in_activations_of_its_command():
    r = battery()
    r.activate("C")
    r.refuses("CR-3", orders.Fire(unit="BOMB1", target="PK9"))
    r.refuses("CR-3", orders.Work(unit="BOMB1", what="reload"))
    assert bombards.targets(r.g, "BOMB1") == []
    r.activate("B")
    with refused("CR-3"):
        bombards.check_fire(r.g, "BOMB1", r.unit("PK9"))


@pytest.mark.rule("men-of-iron CR-3")
def test_after_a_shot_it_must_be_made_ready_and_that_is_all_it_does():
    r = battery()
    r.refuses("CR-3", orders.Work(unit="BOMB1", what="reload"))
    shoot(r, dice=[0])
    assert r.state.markers["BOMB1"].fired
    r.refuses("CR-3", orders.Fire(unit="BOMB1", target="PK9"))
    r.refuses("CR-3", orders.Work(unit="BOMB1", what="reload"))
    r.activate("A")
    r.refuses("CR-3", orders.Fire(unit="BOMB1", target="PK9"))
    r.order(orders.Work(unit="BOMB1", what="reload"))
    assert not r.state.markers["BOMB1"].fired
    r.refuses("CR-3", orders.Fire(unit="BOMB1", target="PK9"))
    r.refuses("CR-3", orders.Work(unit="BOMB1", what="reload"))
    r.activate("A")
    shoot(r, dice=[0])
    assert [e.fired for e in r.happened(MarkerChanged)] == [True, False, True]


@pytest.mark.rule("men-of-iron CR-3", "men-of-iron 9.2/return")
def test_nobody_returns_a_bombards_shot_and_it_never_reacts():
    r = battery(unit("LB9", 1012, "NW"))
    shoot(r, "LB9", dice=[0])
    assert [f.unit for f in r.happened(Fired)] == ["BOMB1"]
    assert r.decisions == []
    r = battery(unit("LB9", 1011, "SE"))
    assert reaction.reactors(r.g, r.unit("LB9"), 1011) == []


@pytest.mark.rule("men-of-iron CR-3", "men-of-iron 11.5")
def test_nobody_counter_charges_a_bombard():
    r = battery(unit("MM9", 1012, "NW"))
    shoot(r, "MM9", dice=[0])
    assert r.decisions == []


@pytest.mark.rule("men-of-iron CR-3", "men-of-iron 9.3")
def test_the_modifiers_of_9_3_hold_for_it():
    r = battery(unit("MM9", 1012, "W"), terrain={1012: "woods"}, hexsides=[(1011, 1012, "hedge")])
    shown = {str(m.reason): m.value for m in bombards.preview(r.g, "BOMB1", r.unit("MM9")).modifiers}
    assert shown == {"through a mounted flank": 1, "woods": -1, "hedge": -1}
    r = battery(unit("PK9", 1013, "NW", formation="shield-wall"))
    shown = {str(m.reason): m.value for m in bombards.preview(r.g, "BOMB1", r.unit("PK9")).modifiers}
    assert shown == {"range 3": -1, "Shield Wall": -1}


@pytest.mark.rule("men-of-iron CR-3", "men-of-iron 15.4")
def test_its_shot_may_kill_a_leader():
    r = battery(b_leaders=[kit.leader("Bo", 1012, command_range=30)])
    shoot(r, dice=[9, 8], defaults=["retreat"])
    assert r.leader("Bo").lost


@pytest.mark.rule("men-of-iron CR-3")
def test_an_overrun_bombard_is_gone():
    r = battery()
    r.state.markers["BOMB1"].removed = True
    r.refuses("CR-3", orders.Fire(unit="BOMB1", target="PK9"))
    r.refuses("CR-3", orders.Work(unit="BOMB1", what="reload"))


@pytest.mark.rule("men-of-iron CR-3")
def test_what_is_no_bombard_is_refused():
    r = battery()
    for name in ("DM1", "nothing"):
        r.refuses("CR-3", orders.Work(unit=name, what="reload"))
        with refused("CR-3"):
            bombards.targets(r.g, name)
    with refused("9.1"):
        fire.check_fire(r.g, r.unit("DM1"), r.unit("PK9"))
    with refused("CR-3"):
        bombards.check_fire(r.g, "BOMB1", r.unit("DM1"))


@pytest.mark.rule("men-of-iron FK-3", "men-of-iron CR-3")
def test_a_target_that_leaves_before_the_shot_costs_none():
    class Nervous(Special):
        async def threatened(self, g, unit):
            unit.hex, unit.departed = None, True
            g.version += 1

    r = battery()
    r.play_by(Nervous(kit.special("nervous")))
    shoot(r)
    assert not r.state.markers["BOMB1"].fired
    assert r.told() == ["Bombard 1 holds its fire: PK9 is gone."]


@pytest.mark.rule("men-of-iron CR-3", "men-of-iron S-crecy")
def test_the_bombards_of_crecy():
    r = kit.the("crecy", {"DCB1": 1607, "DCB2": 1505}).activate("Edward")
    assert [u.id for u in bombards.targets(r.g, "Bombard1")] == ["DCB1", "DCB2"]
    assert bombards.targets(r.g, "Bombard2") == []
    r.order(orders.Fire(unit="Bombard1", target="DCB2"), dice=[6])
    assert r.unit("DCB2").disordered, "final 5 at range 4"
    r.activate("Godfrey")
    assert bombards.targets(r.g, "Bombard1") == []
