"""5.1 Income (A1), and 5.12 removal (A2)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.justinian import income, removal, standing
from engine.systems.justinian.events import ArmiesSeparated
from engine.systems.justinian.orders import Share
from engine.systems.justinian.state import initial_state
from tests.engine.justinian.field import Field, field


@pytest.mark.rule("justinian 5.11")
def test_income_of_the_beginning() -> None:
    rig = field(gold=16)
    rig.g.state.control = initial_state(rig.g.scenario).control
    rig.under()
    rig.run(income.phase)
    assert rig.g.state.gold == 16 + 79  # Egypt 15, Orient 51, Illyricum 13
    assert rig.g.state.phase == "removal"


@pytest.mark.rule("justinian 5.11")
def test_single_provinces() -> None:
    g = field().g
    assert [g.land.income(g.land.place(p)) for p in ("aegyptus-2", "lazica")] == [3, 0]
    assert income.full(g) == 110
    assert income.full(field().revolt("aegyptus-2").g) == 107
    assert income.full(field().army("chosroes", "syria-1", 5).g) == 108


@pytest.mark.rule("justinian 5.11")
def test_an_income_is_accounted_for_by_what_has_changed() -> None:
    rig = field()
    income.note(rig.g)
    rig.run(income.phase)
    assert str(income.account(rig.g)) == "It comes from Africa 13, Italy 18, Illyricum 13, Egypt 15, Orient 51."
    rig.army("chosroes", "syria-1", 5).army("totila", "campania", 9)
    told = str(income.account(rig.g))
    assert "no longer" in told and "Syria I 2" in told and "Campania 2" in told and "(4 G in all)" in told, told
    rig.run(income.phase)
    assert any(told in str(e.text(rig.state)) for e in rig.events if e.type == "provinces-paid")
    rig.g.state.armies["totila"].at = rig.at("europa")
    rig.under(half_income=True)
    told = str(income.account(rig.g))
    assert "now also Campania 2" in told and "no longer Europa" in told, told
    assert "half of it, without Europa (5.13)" in told and "half of it after the Plague (9.0-b)" in told
    rig.under().marker("vandals", *(rig.g.land.map.code(p) for p in rig.g.land.of_prefecture("Italy")))
    assert "more (" in str(income.account(rig.g)), "a long list is cut"


@pytest.mark.rule("justinian 5.13")
@pytest.mark.rule("justinian 9.0-b")
def test_halved_income() -> None:
    rig = field().army("bulgars", "europa", 5)
    assert income.due(rig.g) == 108 // 2
    rig.frontier("europa", 1)  # contested is not controlled either
    assert income.due(rig.g) == 54
    rig.under(half_income=True)
    assert income.due(rig.g) == 27
    rig.run(income.phase)
    assert (rig.g.state.gold, rig.g.state.half_income) == (30 + 27, False)


@pytest.mark.rule("justinian 5.13")
def test_the_treasury_is_lost_with_constantinople() -> None:
    rig = field(gold=40).army("bulgars", "europa", 5).frontier("europa", 2)
    standing.settle(rig.g)
    assert rig.g.state.gold == 40
    rig.g.state.frontier.clear()
    rig.under()
    standing.settle(rig.g)
    assert (rig.g.state.gold, rig.g.state.fallen) == (0, True)
    rig.under(gold=12)  # income while it is lost is kept
    standing.settle(rig.g)
    assert rig.g.state.gold == 12


@pytest.mark.rule("justinian 9.0-f")
def test_what_is_owed_comes_from_the_income() -> None:
    rig = field(gold=0, owed=7)
    rig.run(income.phase)
    assert (rig.g.state.gold, rig.g.state.owed) == (110 - 7, 0)


def removed(rig: Field, *dice: int, answers: tuple[Any, ...] = ()) -> Field:
    rig.run(removal.phase, dice=list(dice), answers=list(answers))
    return rig


@pytest.mark.rule("justinian 5.12")
@pytest.mark.rule("justinian T:removal")
@pytest.mark.rule("justinian 6.35")
def test_minor_armies_outside_cities_go_home() -> None:
    rig = field().army("bulgars", "thracia", 6, defeated=True).army("franks", "liguria", 20).ally("franks", "byzantine")
    rig.army("slavs", "moesia-2", 3).ally("slavs", "neutral")
    removed(rig)
    g = rig.g
    bulgars, franks, slavs = g.army("bulgars"), g.army("franks"), g.army("slavs")
    assert (bulgars.at, bulgars.sp, bulgars.defeated) == (rig.at("box-bulgars"), 0, False)
    assert slavs.at == rig.at("box-slavs")
    assert (franks.at, franks.sp) == (rig.at("liguria"), 20)  # Milan is a City
    assert set(g.state.alliance.values()) == {"none"}
    assert g.state.phase == "maintenance"


@pytest.mark.rule("justinian 5.12")
def test_minor_sp_in_other_armies_go_outside_cities() -> None:
    rig = field().army("italy", "liguria", 10, leader="sittas", allied={"lombards": 4})
    rig.army("africa", "byzacena", 10, leader="bessas", allied={"moors": 3})
    rig.army("totila", "picenum", 9, allied={"franks": 5})
    removed(rig)
    assert rig.g.army("italy").allied == {"lombards": 4}
    assert rig.g.army("africa").allied == {}
    assert rig.g.army("totila").allied == {}


@pytest.mark.rule("justinian 5.12")
@pytest.mark.rule("justinian T:removal")
def test_persians_far_from_home() -> None:
    rig = field().army("chosroes", "phoenice", 20).detached("bithynia", "persia", 5).army("perozes", "mesopotamia", 12)
    away = rig.g.land.from_box("persia")
    assert away[rig.at("mesopotamia")] == 1
    assert min(away[rig.at("phoenice")], away[rig.at("bithynia")]) > 2
    removed(rig, 5, 1)  # both Cities, -2: Bithynia, then Phoenice
    assert rig.g.state.detached == {rig.at("bithynia"): {"persia": 2}}
    assert [rig.g.army(x).sp for x in ("chosroes", "perozes")] == [20, 12]
    assert [r.total for r in rig.rolls] == [3, -1]


@pytest.mark.rule("justinian 5.12")
def test_persians_choose_who_goes() -> None:
    rig = field().army("chosroes", "lycaonia", 20).detached("lycaonia", "persia", 5)
    key = f"persia-detached@{rig.at('lycaonia')}"
    removed(rig, 6, answers=(Share(parts={"chosroes": 4, key: 2}),))
    assert (rig.g.army("chosroes").sp, rig.g.state.detached[rig.at("lycaonia")]) == (16, {"persia": 3})


@pytest.mark.rule("justinian 5.12")
def test_boxes_are_emptied_and_an_empty_persian_goes_home() -> None:
    rig = field().army("chosroes", "box-persia", 30).army("perozes", "lycaonia", 4)
    removed(rig, 9)
    assert (rig.g.army("chosroes").sp, rig.g.army("perozes").at) == (0, rig.at("box-persia"))


@pytest.mark.rule("justinian 6.44")
@pytest.mark.rule("justinian 6.35")
def test_combined_operations_end() -> None:
    rig = field().army("totila", "liguria", 20).army("franks", "liguria", 18, led_by="totila")
    removed(rig)
    assert rig.g.army("franks").led_by is None
    assert [e.armies for e in rig.happened(ArmiesSeparated)] == [("franks",)]
