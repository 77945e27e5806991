"""Bannockburn's own rules: marching Schiltrons, who begins, pits, the small folk."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import ChooseEach
from engine.kernel.hexes import Facing
from engine.kernel.statement import HexRef
from engine.kernel.wanted import Wanted
from engine.systems.men_of_iron import orders, reach, shock_phase, victory
from engine.systems.men_of_iron.shock import drms
from tests.engine.men_of_iron import kit


def bannockburn(hexes: dict[str, Any] | None = None, **changes: Any) -> kit.Rig:
    rig = kit.the("bannockburn", hexes, **changes)
    rig.state.phase = "free"
    return rig


# -- BB-1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron BB-1")
@pytest.mark.parametrize(("disordered", "ma"), [(False, 2), (True, 1)])
def test_a_schiltron_marches(disordered: bool, ma: int) -> None:
    rig = bannockburn(MPK1={"formation": "schiltron", "disordered": disordered}).activate("Moray")
    unit = rig.unit("MPK1")
    assert reach.allowance(rig.g, unit) == ma
    assert (1109 in reach.search(rig.g, unit)) is not disordered
    rig.refuses("5.1", orders.Move(unit="MPK1", path=(1009, 1109, 1209)))
    rig.order(orders.Move(unit="MPK1", path=(1009,) if disordered else (1009, 1109)))
    assert unit.formation == "schiltron"


@pytest.mark.rule("men-of-iron BB-1")
def test_a_schiltron_attacks() -> None:
    rig = bannockburn({"CMM1": 1009}, MPK1={"formation": "schiltron"}).activate("Moray", phase="shock")
    rig.unit("CMM1").facing = Facing.W
    rig.g.version += 1
    shock_phase.check(rig.g, orders.Shock(attacks=(orders.AttackPlan(unit="MPK1", targets=("CMM1",)),)))
    # Its formation helps it only when it is attacked.
    assert "Schiltron" not in {str(m.reason) for m in drms.modifiers(rig.g, [rig.unit("MPK1")], rig.unit("CMM1"))}
    against = drms.modifiers(rig.g, [rig.unit("CMM1")], rig.unit("MPK1"))
    assert {str(m.reason): m.value for m in against}["Schiltron"] == -2


@pytest.mark.rule("men-of-iron BB-1")
def test_forming_up_follows_the_same_timing() -> None:
    rig = bannockburn().activate("Moray")
    rig.order(orders.Form(units=("MPK1", "MPK2"), formation="schiltron"))
    rig.order(orders.Move(unit="MPK3", path=(1012,)))
    rig.refuses("14.1", orders.Form(units=("MPK4",), formation="schiltron"))


# -- BB-2 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron BB-2")
@pytest.mark.parametrize(("dice", "first"), [([3, 7], "english"), ([7, 3], "scots"), ([4, 4, 0, 0, 9, 8], "scots")])
def test_the_higher_roll_begins(dice: list[int], first: str) -> None:
    rig = kit.the("bannockburn")
    asked = rig.play(answers=[orders.Done()], dice=dice)
    assert (asked.kind, asked.side) == ("activate", first)
    assert [r.side for r in rig.rolls[:2]] == ["scots", "english"]


# -- BB-3 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron BB-3")
@pytest.mark.parametrize(("die", "harmed"), [(0, True), (4, True), (5, False), (9, False)])
def test_riding_into_pits(die: int, harmed: bool) -> None:
    rig = bannockburn({"GMM1": 1318}).activate("Gloucester")
    rig.order(orders.Move(unit="GMM1", path=(1219, 1118)), dice=[die])
    unit = rig.unit("GMM1")
    assert unit.disordered is harmed
    assert unit.hex == (1219 if harmed else 1118)
    assert rig.rolls[0].rule == "BB-3"


@pytest.mark.rule("men-of-iron BB-3")
def test_who_was_disordered_loses_his_horse() -> None:
    rig = bannockburn({"GMM1": 1318}, GMM1={"disordered": True}).activate("Gloucester")
    rig.order(orders.Move(unit="GMM1", path=(1219, 1118)), dice=[4])
    unit = rig.unit("GMM1")
    assert (unit.type, unit.disordered, unit.hex) == ("UH", True, 1219)


@pytest.mark.rule("men-of-iron BB-3")
def test_other_riders_retire() -> None:
    rules = [kit.special("pits", terrain="pits", disorders=4)]
    rig = kit.battle(
        [kit.unit("GE1", 1010, disordered=True)],
        [kit.unit("PK1", 2010, "W")],
        a_standards=[kit.standard("STD", 510, "A")],
        terrain={1110: "pits"},
        rules=rules,
    ).activate("A")
    rig.order(orders.Move(unit="GE1", path=(1110, 1210)), dice=[0], defaults=["retreat-way", "retire"])
    assert rig.unit("GE1").retired


@pytest.mark.rule("men-of-iron BB-3")
def test_foot_walks_round_them_and_nobody_charges_in() -> None:
    rig = bannockburn({"BPK1": 1118, "Bruce": 1118}).activate("Bruce")
    rig.order(orders.Move(unit="BPK1", path=(1219, 1318)))
    assert rig.unit("BPK1").hex == 1318
    assert rig.rolls == []
    assert not rig.g.charge_allowed(1318, 1219)


# -- BB-4 ------------------------------------------------------------------------------------------------------------


def beaten(points: int) -> kit.Rig:
    """The English have lost so many Flight Points, in units of 3 and of 2."""
    rig = bannockburn()
    mounted = [u for u in rig.g.units("english") if u.type == "MM"]
    foot = [u for u in rig.g.units("english") if u.type == "PK"]
    for u in mounted[: points // 3 - points % 3] + foot[: (points - 3 * (points // 3 - points % 3)) // 2]:
        u.hex, u.eliminated = None, True
    rig.g.version += 1
    rig.state.chooser = "english"
    assert victory.flight_points(rig.g, "english") == points
    return rig


@pytest.mark.rule("men-of-iron BB-4")
def test_fourteen_points_bring_nobody() -> None:
    assert beaten(14).play().kind == "activate"


@pytest.mark.rule("men-of-iron BB-4")
def test_fifteen_points_bring_the_small_folk() -> None:
    rig = beaten(15)
    asked = rig.play()
    assert isinstance(asked, ChooseEach)
    assert (asked.kind, asked.side, [i.key for i in asked.items]) == ("small-folk", "scots", ["SPK1", "SPK2", "SPK3"])
    assert {i.default_key for i in asked.items} == {"0511", "0509", "0513"}
    offered = {c.hex for c in asked.items[0].choices} - {None}
    assert offered == {500 + r for r in range(1, 23)} - {510, 512}, "where nobody stands in column 05"


@pytest.mark.rule("men-of-iron BB-4")
def test_they_come_where_they_are_told_and_count_for_nothing() -> None:
    rig = beaten(15)
    asked = rig.play(answers=[{"SPK1": "0503", "SPK2": "stay"}])
    assert asked.kind == "activate"
    assert [(rig.unit(f"SPK{n}").hex) for n in (1, 2, 3)] == [503, None, 513]
    first = rig.unit("SPK1")
    assert (first.facing, first.command, first.never_counts) == (Facing.E, "Robert", True)
    before = victory.flight_points(rig.g, "scots")
    first.hex, first.eliminated = None, True
    rig.g.version += 1
    assert victory.flight_points(rig.g, "scots") == before
    rig.activate("Robert").refuses("BB-4", orders.Form(units=("SPK3",), formation="schiltron"))


@pytest.mark.rule("men-of-iron BB-4")
def test_who_is_told_to_share_a_hex_is_asked_again() -> None:
    rig = beaten(15)
    asked: list[list[str]] = []

    def again(d: Any) -> Any:
        asked.append([i.key for i in d.items])
        assert d.items[0].default_key == "0511"
        return {"SPK2": "0505"}

    rig.play(answers=[{"SPK1": "0504", "SPK2": "0504"}, again])
    assert asked == [["SPK2"]]
    assert [rig.unit(f"SPK{n}").hex for n in (1, 2, 3)] == [504, 505, 513]


@pytest.mark.rule("men-of-iron BB-4")
def test_they_come_once() -> None:
    rig = beaten(15)
    rig.play(answers=[{"SPK1": "stay", "SPK2": "stay", "SPK3": "stay"}])
    rig.decisions.clear()
    assert rig.play().kind == "activate"


@pytest.mark.rule("men-of-iron BB-4")
@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("2990", "2990 is not on the map."),
        ("0612", "The small folk come in column 5; 0612 is not there."),
        ("0510", "stands at 0510."),
    ],
)
def test_where_they_do_not_come(place: str, said: str) -> None:
    rig = beaten(15)
    asked = rig.play()
    assert isinstance(asked, ChooseEach)
    wanted = Wanted((HexRef(int(place)),))
    why = asked.items[0].why
    assert why is not None and said in str(why(wanted))
    assert why(Wanted(())) is None


@pytest.mark.rule("men-of-iron BB-4")
def test_they_are_asked_for_once_and_not_before_the_battle() -> None:
    for phase in ("setup", "over"):
        rig = beaten(15)
        rig.state.phase = phase  # type: ignore[assignment]
        (folk,) = [r for r in rig.g.rules if r.spec.id == "small-folk"]
        rig.run(lambda g, rule=folk: rule.between(g))
        assert not rig.decisions and "small-folk" not in rig.state.notes


@pytest.mark.rule("men-of-iron BB-4")
def test_whose_usual_hex_is_held_comes_on_beside_it() -> None:
    rig = beaten(15)
    rig.unit("MPK1").hex = 511
    rig.g.version += 1
    asked = rig.play()
    assert isinstance(asked, ChooseEach)
    defaults = [i.default_key for i in asked.items]
    assert "0511" not in defaults and {"0509", "0513"} < set(defaults)
    assert len(set(defaults)) == 3, "a hex for each"
