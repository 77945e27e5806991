"""Crécy's own rules: wet strings, mud, bombards, Shield Wall."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.men_of_iron import orders, passing, shot
from tests.engine.men_of_iron import kit


def crecy(hexes: dict[str, Any] | None = None, **changes: Any) -> kit.Rig:
    rig = kit.the("crecy", hexes, **changes)
    rig.state.phase = "free"
    return rig


def wet(rig: kit.Rig, firer: str, target: str, kind: Any = "active") -> list[tuple[int, str]]:
    found = shot.preview(rig.g, rig.unit(firer), rig.unit(target), kind).modifiers
    return [(m.value, m.rule) for m in found if m.rule == "CR-1"]


@pytest.mark.rule("men-of-iron CR-1")
def test_french_crossbows_shoot_badly() -> None:
    rig = crecy({"DCB1": 1809}).activate("Doria")
    assert wet(rig, "DCB1", "HLB1") == [(-2, "CR-1")]
    assert wet(rig, "DCB1", "HLB1", "reaction") == [(-2, "CR-1")], "every kind of shot"
    assert wet(rig, "HLB1", "DCB1") == []
    rig.order(orders.Fire(unit="DCB1", target="HLB1"), dice=[5], answers=["hold"])
    assert rig.rolls[-1].total == 5 + 1 - 2
    assert not rig.unit("HLB1").disordered


@pytest.mark.rule("men-of-iron CR-2", "men-of-iron 5.1")
def test_mud_costs_two() -> None:
    rig = crecy().activate("Doria")
    rig.order(orders.Move(unit="DCB1", path=(1304, 1405)))
    assert rig.g.act.mp["DCB1"] == 4
    rig.refuses("5.1", orders.Move(unit="DCB2", path=(1305, 1406, 1506)))
    horse = crecy({"AMM1": 1303}).activate("Alencon")
    horse.order(orders.Move(unit="AMM1", path=(1404, 1504)))
    assert horse.g.act.mp["AMM1"] == 4
    assert horse.g.charge_allowed(1405, 1505)


@pytest.mark.rule("men-of-iron CR-3")
def test_bombards_are_the_kings() -> None:
    rig = crecy({"AMM1": 1607}).activate("Edward")
    rig.order(orders.Fire(unit="Bombard1", target="AMM1"), dice=[0], defaults=["counter-charge", "return-fire"])
    assert rig.state.markers["Bombard1"].fired
    rig.refuses("CR-3", orders.Fire(unit="Bombard1", target="AMM1"))
    rig.activate("Edward")
    rig.refuses("CR-3", orders.Fire(unit="Bombard1", target="AMM1"))
    rig.order(orders.Work(unit="Bombard1", what="reload"))
    rig.refuses("CR-3", orders.Fire(unit="Bombard1", target="AMM1"))
    rig.activate("Edward")
    rig.order(orders.Fire(unit="Bombard1", target="AMM1"), dice=[0], defaults=["counter-charge"])
    other = crecy({"AMM1": 1607}).activate("Wales")
    other.refuses("CR-3", orders.Fire(unit="Bombard1", target="AMM1"))


@pytest.mark.rule("men-of-iron CR-4", "men-of-iron 8.0/pass")
def test_french_knights_ride_through_their_crossbows_as_anywhere() -> None:
    rig = crecy({"AMM1": 1106}).activate("Alencon")
    rig.unit("AMM1").facing = Facing.E
    assert passing.may_ride_through(rig.g, rig.unit("AMM1"), rig.unit("DCB3"))
    rig.order(orders.Move(unit="AMM1", path=(1206, 1306)), dice=[4])
    assert rig.unit("DCB3").disordered
    assert rig.rolls[0].rule == "8.0/pass", "with a die: no rule of this battle replaces it"


@pytest.mark.rule("men-of-iron CR-5", "men-of-iron 14.1")
def test_the_english_may_form_a_shield_wall() -> None:
    rig = crecy().activate("Wales")
    rig.order(orders.Form(units=("WDM1", "WPK1"), formation="shield-wall"))
    assert rig.unit("WDM1").formation == rig.unit("WPK1").formation == "shield-wall"
    crecy().activate("Godfrey").refuses("14.1", orders.Form(units=("HLB1",), formation="shield-wall"))
    crecy().activate("Philip").refuses("14.1", orders.Form(units=("PPK1",), formation="shield-wall"))


@pytest.mark.rule("men-of-iron CR-1")
@pytest.mark.parametrize(
    ("firer", "target", "side", "wet_through"),
    [
        ("CB1", "CB9", "a", True),
        ("LB2", "CB9", "a", False),
        ("CB9", "CB1", "a", False),
        ("CB9", "CB1", "b", True),
        ("CB1", "CB9", "b", False),
    ],
)
def test_the_strings_of_one_weapon_on_one_side(firer: str, target: str, side: str, wet_through: bool) -> None:
    rule = kit.special("wet-strings", case="CR-1", side=side, weapon="crossbow", drm=-2)
    rig = kit.battle(
        [kit.unit("CB1", 1010), kit.unit("LB2", 1011)], [kit.unit("CB9", 1210, "W")], rules=[rule]
    ).activate("A")
    assert wet(rig, firer, target) == ([(-2, "CR-1")] if wet_through else [])


@pytest.mark.rule("men-of-iron CR-1", "men-of-iron CR-3")
def test_bombards_have_no_strings() -> None:
    rule = kit.special("wet-strings", case="CR-1", side="a", weapon="crossbow", drm=-2)
    gun = {"id": "Gun", "name": "Gun", "kind": "bombard", "hex": 1010, "command": "A", "facing": "E"}
    rig = kit.battle([kit.unit("CB1", 2010)], [kit.unit("CB9", 1210, "W")], a_markers=[gun], rules=[rule])
    modifiers = shot.modifiers(rig.g, rig.state.markers["Gun"], 1010, rig.unit("CB9"), 0, "CR-3")
    assert not [m for m in modifiers if m.rule == "CR-1"]
