"""Poitiers' own rules: hedges, wagons, Hobilars, remounting, Orléans' nerve."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.men_of_iron import activation, orders, shot, special, victory
from engine.systems.men_of_iron.shock import drms
from engine.systems.men_of_iron.special import Special
from tests.engine.men_of_iron import kit


def poitiers(hexes: dict[str, Any] | None = None, **changes: Any) -> kit.Rig:
    rig = kit.the("poitiers", hexes, **changes)
    rig.state.phase = "free"
    return rig


# -- PO-1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron PO-1")
def test_crossing_a_hedge() -> None:
    rig = poitiers({"AMM1": 1006, "DDM1": 1008, "SDM1": 607, "SLB2": 608})
    g = rig.g
    assert g.step_cost(rig.unit("DDM1"), 908, 808) == 2
    assert g.step_cost(rig.unit("AMM1"), 908, 808) == 3
    assert g.step_cost(rig.unit("AMM1"), 910, 810) == 1, "the lane"
    assert not g.charge_allowed(908, 808)
    assert g.charge_allowed(910, 810)


@pytest.mark.rule("men-of-iron PO-1")
def test_fighting_across_a_hedge() -> None:
    rig = poitiers({"DDM1": 908, "DCB1": 1008}).activate("Dauphin", phase="shock")
    target = rig.unit("SLB3")
    assert target.hex == 808
    shock = drms.modifiers(rig.g, [rig.unit("DDM1")], target)
    assert [m.value for m in shock if m.rule == "10.4(2B)"] == [-1]
    rig.state.phase = "move"
    fired = shot.preview(rig.g, rig.unit("DCB1"), target, "active").modifiers
    assert [m.value for m in fired if "hedge" in str(m.reason)] == [-1]
    away = shot.preview(rig.g, target, rig.unit("DDM1"), "active").modifiers
    assert [m.value for m in away if "hedge" in str(m.reason)] == [-1], "it is a hexside of that target's hex too"


# -- PO-2 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron PO-2")
def test_clearing_a_hedge() -> None:
    rig = poitiers().activate("Salisbury")
    rig.order(orders.Work(unit="SDM3", what="clear", hex=908))
    assert rig.g.sides(809, 908) == ()
    assert rig.g.step_cost(rig.unit("SDM3"), 809, 908) == 1
    rig.refuses("4.1", orders.Move(unit="SDM3", path=(909,)))
    rig.refuses("PO-2", orders.Work(unit="SLB1", what="clear", hex=803))


@pytest.mark.rule("men-of-iron PO-2")
def test_who_may_not_clear() -> None:
    rig = poitiers({"AMM1": 908}).activate("Salisbury")
    rig.refuses("PO-2", orders.Work(unit="SLB3", what="clear", hex=907))
    shaken = poitiers(SDM3={"disordered": True}).activate("Salisbury")
    shaken.refuses("PO-2", orders.Work(unit="SDM3", what="clear", hex=908))
    mounted = poitiers({"AMM1": 906}).activate("Audrehem")
    mounted.unit("AMM1").facing = Facing.W
    mounted.refuses("PO-2", orders.Work(unit="AMM1", what="clear", hex=806))


# -- PO-3 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron PO-3")
def test_wagons() -> None:
    rig = poitiers({"SPK1": 803, "DDM1": 903, "DCB1": 1003, "AMM1": 904}).activate("Dauphin")
    g = rig.g
    assert g.step_cost(rig.unit("DDM1"), 903, 803) == 2
    assert g.step_cost(rig.unit("AMM1"), 903, 803) is None
    assert not g.charge_allowed(903, 803) and not g.charge_allowed(803, 903)
    shock = drms.modifiers(g, [rig.unit("DDM1")], rig.unit("SPK1"))
    assert [m.value for m in shock if m.rule == "PO-3"] == [-2]
    fired = shot.preview(g, rig.unit("DCB1"), rig.unit("SPK1"), "active").modifiers
    assert [m.value for m in fired if m.rule == "PO-3"] == [-1]


# -- PO-4 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron PO-4", "men-of-iron 14.2")
def test_hobilars_dismount_with_crossbows() -> None:
    rig = poitiers().activate("Captal")
    rig.order(orders.Move(unit="CMH1", change_after=0))
    captal = rig.unit("CMH1")
    assert (captal.type, captal.weapon) == ("DH", "crossbow")
    assert rig.g.act.mp["CMH1"] == 3


# -- PO-5 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron PO-5")
def test_remounting() -> None:
    rig = poitiers().activate("Prince")
    rig.order(orders.Work(unit="PDM1", what="remount"))
    unit = rig.unit("PDM1")
    assert (unit.type, unit.remounted) == ("MM", True)
    rig.refuses("4.1", orders.Move(unit="PDM1", path=(709,)))
    rig.refuses("PO-5", orders.Work(unit="PDM1", what="remount"))


@pytest.mark.rule("men-of-iron PO-5")
def test_who_may_not_remount() -> None:
    rig = poitiers(PDM2={"disordered": True}).activate("Prince")
    rig.refuses("PO-5", orders.Work(unit="PLB1", what="remount"))
    rig.refuses("PO-5", orders.Work(unit="PDM2", what="remount"))
    poitiers().activate("Warwick").refuses("PO-5", orders.Work(unit="WDM1", what="remount"))
    poitiers().activate("John").refuses("PO-5", orders.Work(unit="JDM1", what="remount"))


@pytest.mark.rule("men-of-iron PO-5")
def test_there_are_horses_for_five() -> None:
    gone = {f"WDM{n}": {"remounted": True} for n in (1, 2, 3)} | {f"SDM{n}": {"remounted": True} for n in (1, 2)}
    rig = poitiers(**gone).activate("Prince")
    rig.refuses("PO-5", orders.Work(unit="PDM1", what="remount"))


# -- PO-6 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron PO-6")
@pytest.mark.parametrize(("die", "stays"), [(0, False), (3, False), (4, True), (9, True)])
def test_orleans_nerve(die: int, stays: bool) -> None:
    rig = poitiers().activate("Orleans", phase="begin")
    assert "3 or less" in str(special.first(rig.g, Special.risk, "Orleans"))
    rig.run(activation.begin, dice=[die])
    assert rig.state.phase == ("move" if stays else "end")
    assert len(list(rig.g.units(command="Orleans"))) == (8 if stays else 0)
    assert victory.flight_points(rig.g, "french") == 0
    if stays:
        rig.activate("Orleans", phase="begin")
        rig.run(activation.begin)
        assert len(rig.rolls) == 1


@pytest.mark.rule("men-of-iron PO-6")
def test_a_shot_at_orleans_is_no_activation() -> None:
    rig = poitiers({"ODM1": 1007}).activate("Salisbury")
    rig.order(orders.Fire(unit="SLB3", target="ODM1"), dice=[0])
    assert [r.purpose for r in rig.rolls] == ["missile"]


# -- PO-7 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron PO-7", "men-of-iron 14.1")
def test_english_shield_wall() -> None:
    rig = poitiers().activate("Salisbury")
    rig.order(orders.Form(units=("SDM1", "SPK1"), formation="shield-wall"))
    assert rig.unit("SPK1").formation == "shield-wall"
    poitiers().activate("John").refuses("14.1", orders.Form(units=("JDM1",), formation="shield-wall"))
