"""Nájera's own rules: genitors, Don Tello, the river."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from engine.kernel.hexes import Facing
from engine.systems.men_of_iron import (
    activation,
    charge,
    counter_charge,
    orders,
    reach,
    results,
    shock,
    shock_phase,
    special,
    victory,
)
from engine.systems.men_of_iron.charts import Charts
from engine.systems.men_of_iron.events import CommandLeft, UnitEliminated
from engine.systems.men_of_iron.scenario import UnitType
from engine.systems.men_of_iron.shock import before
from engine.systems.men_of_iron.special import Special
from tests.engine.men_of_iron import kit

TELLO = ("TMM1", "TMM2", "TMM3", "TGE1", "TGE2", "TGE3")


def najera(hexes: dict[str, Any] | None = None, **changes: Any) -> kit.Rig:
    rig = kit.the("najera", hexes, **changes)
    rig.state.phase = "free"
    return rig


# -- NA-1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron NA-1")
@pytest.mark.parametrize(("die", "out"), [(0, False), (7, False), (8, True), (9, True)])
def test_javelins_run_out(die: int, out: bool) -> None:
    rig = najera({"TGE1": 1703}).activate("Tello")
    rig.unit("TGE1").facing = Facing.E
    # The first die is the shot's, at range 1 on ALB2: nothing comes of it.
    rig.order(orders.Fire(unit="TGE1", target="ALB2"), dice=[0, die], answers=["hold"])
    assert rig.rolls[-1].rule == "NA-1"
    assert rig.unit("TGE1").no_missiles is out
    assert (rig.unit("TGE1").weapon is None) is out


@pytest.mark.rule("men-of-iron NA-1")
def test_who_is_out_shoots_no_more() -> None:
    rig = najera({"TGE1": 1703}, TGE1={"no_missiles": True}).activate("Tello")
    rig.refuses("NA-1", orders.Fire(unit="TGE1", target="ALB2"))


@pytest.mark.rule("men-of-iron NA-1")
def test_other_shots_need_no_count() -> None:
    rig = najera({"TGE1": 1703}).activate("Armagnac")
    rig.order(orders.Fire(unit="ALB2", target="TGE1"), dice=[0], answers=["hold"])
    assert [r.purpose for r in rig.rolls] == ["missile"]


# -- NA-2 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron NA-2")
def test_genitors_ride_through_the_zoc_of_foot() -> None:
    rig = najera({"TGE1": 1703, "TMM1": 1704}).activate("Tello")
    rig.unit("TGE1").facing = Facing.SE
    g = rig.g
    # ALB2 at 1803 and ALB3 at 1804 face west: 1703 lies before both, 1702 before ALB1 and ALB2.
    assert {u.id for u in g.enemy_zoc(1703, "castilian")} == {"ALB2", "ALB3"}
    (rule,) = special.having(g, Special.zoc_fee)
    assert rule.zoc_fee(g, rig.unit("TGE1"), g.enemy_zoc(1703, "castilian")) == 1
    assert rule.zoc_fee(g, rig.unit("TMM1"), g.enemy_zoc(1703, "castilian")) is None
    assert rule.leaves_zoc_freely(g, rig.unit("TGE1"))
    assert not rule.leaves_zoc_freely(g, rig.unit("TMM1"))
    mounted = (rig.unit("MMM1"),)
    assert rule.zoc_fee(g, rig.unit("TGE1"), mounted) is None
    assert rule.zoc_fee(g, rig.unit("TGE1"), (rig.unit("ALB1"), *mounted)) is None


@pytest.mark.rule("men-of-iron NA-2", "men-of-iron 7.2")
def test_a_ride_past_the_archers() -> None:
    rig = najera({"TGE1": 1603, "TMM1": 1602, "Tello": 1602}).activate("Tello")
    reached, knights = reach.search(rig.g, rig.unit("TGE1")), reach.search(rig.g, rig.unit("TMM1"))
    assert not reached[1703].stops and knights[1702].stops
    # 1703 costs 1 and the fee, so does 1702; then out to 1602's neighbour and back into a ZOC it has left.
    rig.order(orders.Move(unit="TGE1", path=(1703, 1702, 1701, 1702)), answers=["hold"] * 4)
    assert rig.unit("TGE1").hex == 1702
    assert rig.g.act.mp["TGE1"] == 8
    assert [d.kind for d in rig.decisions] == ["reaction-fire"] * 4, "entering still triggers Reaction Fire"


# -- NA-3 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron NA-3")
def test_genitors_evade_anybody() -> None:
    rig = najera({"MMM1": 1303}).activate("Majorca", phase="shock")
    g, genitor, knight = rig.g, rig.unit("TGE1"), rig.unit("MMM1")
    how = before.evasion(g, genitor, [knight])
    assert how is not None and (how.rule, how.disorders, how.parting_shot) == ("NA-3", False, True)
    assert before.evasion(g, rig.unit("TMM1"), [knight]) is None, "knights don't from knights (10.2)"
    genitor.no_missiles = True
    g.version += 1
    how = before.evasion(g, genitor, [knight])
    assert how is not None and not how.parting_shot
    genitor.disordered = True
    g.version += 1
    assert before.evasion(g, genitor, [knight]) is None


# -- NA-4 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron NA-4")
def test_whom_genitors_attack() -> None:
    charts = Charts.standard()
    attacked = {t for t in get_args(UnitType) if charts.weapons("GE", t) is not None}
    assert attacked == {"LB", "CB", "SL", "GE", "MH", "DH"}
    assert {t: charts.weapons("GE", t) for t in sorted(attacked)} == {
        "CB": 0,
        "DH": 1,
        "GE": 0,
        "LB": 1,
        "MH": 1,
        "SL": 1,
    }


@pytest.mark.rule("men-of-iron NA-4", "men-of-iron 11.1")
def test_genitors_never_charge_nor_counter_charge() -> None:
    # TGE1 stands two hexes from longbows, fresh and in command: it has no Charge.
    rig = najera({"TGE1": 1503}).activate("Tello", phase="shock")
    rig.unit("TGE1").facing = Facing.E
    rig.unit("ALB1").hex = 1703
    rig.g.version += 1
    assert charge.ways(rig.g, rig.unit("TGE1")) == []
    with kit.refused("11.1"):
        attack = orders.AttackPlan(unit="TGE1", charge=(1603,))
        shock_phase.check(rig.g, orders.Shock(attacks=(attack,)))
    assert not counter_charge.may(rig.g, rig.unit("DGE1"), rig.unit("ADM1"))


@pytest.mark.rule("men-of-iron NA-4", "men-of-iron 10.3")
def test_genitors_fight_light_troops_on_the_shock_table() -> None:
    async def part(g: Any) -> None:
        await shock_phase.designate(g)
        while g.state.phase == "resolve":
            await shock.resolve(g)

    rig = najera({"TGE1": 1602, "ALB1": 1702, "ADM1": 1701}).activate("Tello", phase="shock")
    rig.unit("TGE1").facing = Facing.E
    rig.unit("ALB1").facing = Facing.W
    rig.g.version += 1
    assert {u.id for u in rig.g.opponents(rig.unit("TGE1"))} == {"ADM1", "ALB1"}
    # 4 + 1 for the longbow's Shock DRM + 1 by the matrix: Disordered. ADM1 before it is left alone.
    rig.run(part, answers=[orders.Shock(attacks=(orders.AttackPlan(unit="TGE1"),))], dice=[4])
    [roll] = rig.rolls
    assert (roll.table, roll.text, {m.rule: m.value for m in roll.modifiers}) == (
        "shock",
        "TGE1 attacks ALB1",
        {"10.4(3)": 1, "10.4(6)": 1},
    )
    assert rig.unit("ALB1").disordered and not rig.unit("ADM1").disordered


# -- NA-5 ------------------------------------------------------------------------------------------------------------


def losing(rig: kit.Rig, *names: str) -> kit.Rig:
    """An English activation that cost these units."""
    rig.activate("Armagnac", phase="end", how="continuity")
    for name in names:
        u = rig.unit(name)
        rig.g.emit(UnitEliminated(unit=name, hex=u.at))
    return rig


@pytest.mark.rule("men-of-iron NA-5")
@pytest.mark.parametrize(("die", "stays"), [(0, False), (3, False), (4, True)])
def test_tello_rides_off(die: int, stays: bool) -> None:
    rig = losing(najera(), "TGE1")
    points = victory.flight_points(rig.g, "castilian")
    assert points == 2
    rig.run(activation.end, dice=[die])
    assert rig.rolls[0].rule == "NA-5"
    assert rig.state.commands["Tello"].gone is not stays
    # Five units leave and count one each for good, beside the one that was eliminated.
    assert victory.flight_points(rig.g, "castilian") == (2 if stays else 7)
    assert all(rig.unit(u).on_map is stays for u in TELLO[:3])


@pytest.mark.rule("men-of-iron NA-5")
def test_each_activation_with_a_loss_brings_a_roll() -> None:
    rig = losing(najera(), "TGE1", "TGE2")
    rig.run(activation.end, dice=[9])
    losing(rig, "TGE3")
    rig.run(activation.end, dice=[2])
    assert len(rig.happened(CommandLeft)) == 1
    assert victory.flight_points(rig.g, "castilian") == 2 + 2 + 2 + 3


@pytest.mark.rule("men-of-iron NA-5")
def test_retired_counts_as_a_loss_and_others_do_not() -> None:
    rig = najera().activate("Armagnac", phase="end", how="continuity")
    rig.g.act.losses.append("DGE1")
    rig.run(activation.end)
    assert rig.rolls == []
    rig.activate("Armagnac", phase="end", how="continuity").g.act.losses.append("TMM1")
    rig.run(activation.end, dice=[5])
    assert len(rig.rolls) == 1


# -- NA-6 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron NA-6")
def test_the_bridge_is_the_only_way() -> None:
    rig = najera({"EPK1": 411, "EPK2": 412}).activate("Enrique")
    rig.refuses("5.1", orders.Move(unit="EPK2", path=(312,)))
    rig.order(orders.Move(unit="EPK1", path=(311, 211)))
    assert rig.unit("EPK1").hex == 211
    assert rig.g.act.mp["EPK1"] == 3, "bridge 1, the town beyond it 2"
    assert not rig.g.charge_allowed(411, 311)


@pytest.mark.rule("men-of-iron NA-6", "men-of-iron 12.3")
def test_who_must_retreat_into_the_river_is_lost() -> None:
    async def retreat(g: Any) -> None:
        await results.retreat(g, g.state.units["EPK1"], from_=(504, 505), cause="missile")

    rig = najera({"EPK1": 405})
    rig.run(retreat, defaults=["retreat"])
    assert rig.unit("EPK1").hex in (404, 406), "along the bank"
    blocked = najera({"EPK1": 405, "EPK2": 404, "EPK3": 406})
    blocked.run(retreat)
    assert blocked.unit("EPK1").eliminated
